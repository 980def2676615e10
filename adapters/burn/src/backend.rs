//! Lists the ops with the function of Burn that each is.
use std::marker::PhantomData;

use assay_backend::{
    backend, Bf16, Claim, DType, Interpolation, PaddingMode, Result, Scalar, Scan,
    ScatterMode, Status, Tensor, TensorMut, Update, F16,
};
use burn_backend::ops::{
    ActivationOps, BoolTensorOps, FloatTensorOps, IntTensorOps, ModuleOps,
};
use burn_backend::BoolDType;

use crate::layers::{self, Heads, Window};
use crate::pools::{self, Pool};
use crate::reductions::{self, Reduction, Truth};
use crate::rows::{self, by_kind};
use crate::subject::{narrowed, status_of_panic, Adapter, Subject};
use crate::values::{put, scalar_of, Value};
use crate::{movement, selection};

// Writes the functions of ops that have the same form, before the others.
macro_rules! adapter {
    (
        float1 { $($float1:ident: $of_float1:ident,)* }
        number1 { $($number1:ident: $of_number1:ident $of_int1:ident,)* }
        float2 { $($float2:ident: $of_float2:ident,)* }
        number2 { $($number2:ident: $of_number2:ident $of_int2:ident,)* }
        int2 { $($int2:ident: $just_int2:ident,)* }
        bits2 { $($bits2:ident: $bits_int:ident $bits_bool:ident,)* }
        ordered { $($ordered:ident: $ordered_float:ident $ordered_int:ident,)* }
        equal { $($equal:ident: $equal_float:ident $equal_int:ident $equal_bool:ident,)* }
        test { $($test:ident: $of_test:ident,)* }
        along { $($along:ident: $of_along:ident,)* }
        reduction { $($reduction:ident: $all:ident $dim:ident $int_all:ident $int_dim:ident,)* }
        truth { $($truth:ident: $t1:ident $t2:ident $t3:ident $t4:ident $t5:ident $t6:ident,)* }
        $($others:tt)*
    ) => {
        backend! {
            impl<S: Subject> Backend for Adapter<S> {
                $(
                    #[dtypes(F16, Bf16, f32, f64)]
                    fn $float1(&self, out: TensorMut, x: Tensor) -> Result<()> {
                        rows::float1::<S>(out, x, <S::Burn>::$of_float1)
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
                    fn $number1(&self, out: TensorMut, x: Tensor) -> Result<()> {
                        rows::number1::<S>(
                            out, x, <S::Burn>::$of_number1, <S::Burn>::$of_int1)
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64)]
                    fn $float2(&self, out: TensorMut, a: Tensor, b: Tensor) -> Result<()> {
                        rows::float2::<S>(out, a, b, <S::Burn>::$of_float2)
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
                    fn $number2(&self, out: TensorMut, a: Tensor, b: Tensor) -> Result<()> {
                        rows::number2::<S>(
                            out, a, b, <S::Burn>::$of_number2, <S::Burn>::$of_int2)
                    }
                )*
                $(
                    #[dtypes(i8, i16, i32, i64, u8, u16, u32, u64)]
                    fn $int2(&self, out: TensorMut, a: Tensor, b: Tensor) -> Result<()> {
                        rows::int2::<S>(out, a, b, <S::Burn>::$just_int2)
                    }
                )*
                $(
                    #[dtypes(i8, i16, i32, i64, u8, u16, u32, u64, bool)]
                    fn $bits2(&self, out: TensorMut, a: Tensor, b: Tensor) -> Result<()> {
                        rows::bits2::<S>(
                            out, a, b, <S::Burn>::$bits_int, <S::Burn>::$bits_bool)
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
                    fn $ordered(&self, out: TensorMut, a: Tensor, b: Tensor) -> Result<()> {
                        rows::compare::<S>(out, a, b, <S::Burn>::$ordered_float,
                            <S::Burn>::$ordered_int, None)
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
                    fn $equal(&self, out: TensorMut, a: Tensor, b: Tensor) -> Result<()> {
                        rows::compare::<S>(out, a, b, <S::Burn>::$equal_float,
                            <S::Burn>::$equal_int, Some(<S::Burn>::$equal_bool))
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64)]
                    fn $test(&self, out: TensorMut, x: Tensor) -> Result<()> {
                        let found = <S::Burn>::$of_test(S::float(&x)?, BoolDType::Native);
                        put::<S>(out, Value::Bool(found))
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64)]
                    fn $along(&self, out: TensorMut, x: Tensor, axis: usize) -> Result<()> {
                        rows::float1::<S>(out, x, |x| <S::Burn>::$of_along(x, axis))
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
                    fn $reduction(&self, out: TensorMut, x: Tensor, axes: &[usize],
                                  _keepdims: bool) -> Result<()> {
                        reductions::reduce::<S>(out, x, axes, Reduction {
                            float: <S::Burn>::$all,
                            float_dim: <S::Burn>::$dim,
                            int: <S::Burn>::$int_all,
                            int_dim: <S::Burn>::$int_dim,
                        })
                    }
                )*
                $(
                    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
                    fn $truth(&self, out: TensorMut, x: Tensor, axes: &[usize],
                              _keepdims: bool) -> Result<()> {
                        reductions::truth::<S>(out, x, axes, Truth {
                            float: <S::Burn>::$t1,
                            float_dim: <S::Burn>::$t2,
                            int: <S::Burn>::$t3,
                            int_dim: <S::Burn>::$t4,
                            bool: <S::Burn>::$t5,
                            bool_dim: <S::Burn>::$t6,
                        })
                    }
                )*
                $($others)*
            }
        }
    };
}

adapter! {
    float1 {
        recip: float_recip, sqrt: float_sqrt, exp: float_exp, log: float_log,
        sin: float_sin, cos: float_cos, tan: float_tan, asin: float_asin,
        acos: float_acos, atan: float_atan, sinh: float_sinh, cosh: float_cosh,
        tanh: float_tanh, erf: float_erf, trunc: float_trunc, ceil: float_ceil,
        floor: float_floor, round: float_round, log1p: float_log1p,
        asinh: float_asinh, acosh: float_acosh, atanh: float_atanh, relu: relu,
        gelu: gelu, sigmoid: sigmoid, log_sigmoid: log_sigmoid,
    }
    number1 {
        neg: float_neg int_neg, abs: float_abs int_abs, sign: float_sign int_sign,
    }
    float2 {
        atan2: float_atan2, hypot: float_hypot, relu_backward: relu_backward,
        prelu: prelu, gelu_backward: gelu_backward, sigmoid_backward: sigmoid_backward,
        log_sigmoid_backward: log_sigmoid_backward,
        linear_x_backward: linear_x_backward,
        linear_weight_backward: linear_weight_backward,
    }
    number2 {
        add: float_add int_add, sub: float_sub int_sub, mul: float_mul int_mul,
        div: float_div int_div, r#mod: float_remainder int_remainder,
        pow: float_powf int_powi, matmul: float_matmul int_matmul,
    }
    int2 { shift_left: bitwise_left_shift, shift_right: bitwise_right_shift, }
    bits2 {
        and: bitwise_and bool_and, or: bitwise_or bool_or, xor: bitwise_xor bool_xor,
    }
    ordered {
        cmplt: float_lower int_lower, cmple: float_lower_equal int_lower_equal,
        cmpgt: float_greater int_greater, cmpge: float_greater_equal int_greater_equal,
    }
    equal {
        cmpeq: float_equal int_equal bool_equal,
        cmpne: float_not_equal int_not_equal bool_not_equal,
    }
    test { is_nan: float_is_nan, is_inf: float_is_inf, }
    along { softmax: softmax, softmin: softmin, log_softmax: log_softmax, }
    reduction {
        reduce_sum: float_sum float_sum_dim int_sum int_sum_dim,
        reduce_prod: float_prod float_prod_dim int_prod int_prod_dim,
        reduce_max: float_max float_max_dim int_max int_max_dim,
        reduce_min: float_min float_min_dim int_min int_min_dim,
        mean: float_mean float_mean_dim int_mean int_mean_dim,
        max_abs: float_max_abs float_max_abs_dim int_max_abs int_max_abs_dim,
    }
    truth {
        any: float_any float_any_dim int_any int_any_dim bool_any bool_any_dim,
        all: float_all float_all_dim int_all int_all_dim bool_all bool_all_dim,
    }

    const NAME: &'static str = S::NAME;
    const VERSION: &'static str = S::VERSION;

    fn create() -> Result<Self> {
        Ok(Adapter(PhantomData))
    }
    fn narrow(&self, claim: Claim) -> Option<Claim> {
        narrowed::<S>(claim)
    }
    fn status_of_panic(&self, message: String) -> Status {
        status_of_panic(message)
    }

    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn r#where(&self, out: TensorMut, condition: Tensor, if_true: Tensor, if_false: Tensor) -> Result<()> {
        selection::choose::<S>(out, condition, if_true, if_false)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn clamp(&self, out: TensorMut, x: Tensor, low: Option<Scalar>, high: Option<Scalar>) -> Result<()> {
        let (low, high) = (low.map(scalar_of).transpose()?, high.map(scalar_of).transpose()?);
        put::<S>(out, match (low, high) {
            (Some(low), Some(high)) => by_kind!(x.dtype(),
                <S::Burn>::float_clamp(S::float(&x)?, low, high),
                <S::Burn>::int_clamp(S::int(&x)?, low, high)),
            (Some(low), None) => by_kind!(x.dtype(),
                <S::Burn>::float_clamp_min(S::float(&x)?, low),
                <S::Burn>::int_clamp_min(S::int(&x)?, low)),
            (None, Some(high)) => by_kind!(x.dtype(),
                <S::Burn>::float_clamp_max(S::float(&x)?, high),
                <S::Burn>::int_clamp_max(S::int(&x)?, high)),
            (None, None) => return Err(Status::invalid("clamp without a bound")),
        })
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn leaky_relu(&self, out: TensorMut, x: Tensor, negative_slope: Scalar) -> Result<()> {
        let slope = scalar_of(negative_slope)?;
        rows::float1::<S>(out, x, |x| <S::Burn>::leaky_relu(x, slope))
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn hard_sigmoid(&self, out: TensorMut, x: Tensor, alpha: Scalar, beta: Scalar) -> Result<()> {
        let (alpha, beta) = (scalar_of(alpha)?, scalar_of(beta)?);
        rows::float1::<S>(out, x, |x| <S::Burn>::hard_sigmoid(x, alpha, beta))
    }
    #[dtypes(i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn bitwise_not(&self, out: TensorMut, x: Tensor) -> Result<()> {
        movement::bitwise_not::<S>(out, x)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn cross(&self, out: TensorMut, a: Tensor, b: Tensor, axis: usize) -> Result<()> {
        rows::float2::<S>(out, a, b, |a, b| <S::Burn>::float_cross(a, b, axis))
    }

    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn argmax(&self, out: TensorMut, x: Tensor, axis: usize, _keepdims: bool) -> Result<()> {
        reductions::index_of_extremum::<S>(out, x, axis, <S::Burn>::float_argmax, <S::Burn>::int_argmax)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn argmin(&self, out: TensorMut, x: Tensor, axis: usize, _keepdims: bool) -> Result<()> {
        reductions::index_of_extremum::<S>(out, x, axis, <S::Burn>::float_argmin, <S::Burn>::int_argmin)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn max_with_index(&self, values: TensorMut, indices: TensorMut, x: Tensor, axis: usize, _keepdims: bool, index_dtype: DType) -> Result<()> {
        reductions::with_indices::<S>(values, indices, x, index_dtype,
            |x, dtype| <S::Burn>::float_max_dim_with_indices(x, axis, dtype),
            |x| <S::Burn>::int_max_dim_with_indices(x, axis))
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn min_with_index(&self, values: TensorMut, indices: TensorMut, x: Tensor, axis: usize, _keepdims: bool, index_dtype: DType) -> Result<()> {
        reductions::with_indices::<S>(values, indices, x, index_dtype,
            |x, dtype| <S::Burn>::float_min_dim_with_indices(x, axis, dtype),
            |x| <S::Burn>::int_min_dim_with_indices(x, axis))
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn sort_with_indices(&self, values: TensorMut, indices: TensorMut, x: Tensor, axis: usize, descending: bool, index_dtype: DType) -> Result<()> {
        reductions::with_indices::<S>(values, indices, x, index_dtype,
            |x, dtype| <S::Burn>::float_sort_with_indices(x, axis, descending, dtype),
            |x| <S::Burn>::int_sort_with_indices(x, axis, descending))
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn topk(&self, values: TensorMut, indices: TensorMut, x: Tensor, axis: usize, index_dtype: DType, k: i64) -> Result<()> {
        let k = crate::values::extent(k)?;
        reductions::with_indices::<S>(values, indices, x, index_dtype,
            |x, dtype| <S::Burn>::float_topk_with_indices(x, axis, k, dtype),
            |x| <S::Burn>::int_topk_with_indices(x, axis, k))
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn associative_scan(&self, out: TensorMut, x: Tensor, axis: usize, op: Scan) -> Result<()> {
        reductions::scan::<S>(out, x, axis, op)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn sort(&self, out: TensorMut, x: Tensor, axis: usize, descending: bool) -> Result<()> {
        reductions::sort::<S>(out, x, axis, descending)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn argsort(&self, out: TensorMut, x: Tensor, axis: usize, descending: bool) -> Result<()> {
        reductions::argsort::<S>(out, x, axis, descending)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn bias_backward(&self, gb: TensorMut, grad: Tensor, axis: usize) -> Result<()> {
        reductions::bias_backward::<S>(gb, grad, axis)
    }

    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn expand<'a>(&self, x: Tensor<'a>, shape: &[i64]) -> Result<Tensor<'a>> {
        movement::expand::<S>(x, shape)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn reshape<'a>(&self, x: Tensor<'a>, shape: &[i64]) -> Result<Tensor<'a>> {
        movement::reshape::<S>(x, shape)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn permute<'a>(&self, x: Tensor<'a>, axes: &[usize]) -> Result<Tensor<'a>> {
        movement::permute::<S>(x, axes)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn shrink<'a>(&self, x: Tensor<'a>, ranges: &[(i64, i64)]) -> Result<Tensor<'a>> {
        movement::slice::<S>(x, ranges, &vec![1; ranges.len()])
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn flip<'a>(&self, x: Tensor<'a>, axes: &[bool]) -> Result<Tensor<'a>> {
        movement::flip::<S>(x, axes)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn slice<'a>(&self, x: Tensor<'a>, ranges: &[(i64, i64)], steps: &[i64]) -> Result<Tensor<'a>> {
        movement::slice::<S>(x, ranges, steps)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn slice_assign(&self, out: TensorMut, x: Tensor, value: Tensor, ranges: &[(i64, i64)], steps: &[i64]) -> Result<()> {
        movement::slice_assign::<S>(out, x, value, ranges, steps)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn unfold_view<'a>(&self, x: Tensor<'a>, axis: usize, size: i64, step: i64) -> Result<Tensor<'a>> {
        movement::unfold_view::<S>(x, axis, size, step)
    }
    #[dtypes(F16, Bf16, f32, i8, i16, u8, u16)]
    fn pad<'a>(&self, x: Tensor<'a>, padding: &[(i64, i64)], value: Scalar) -> Result<Tensor<'a>> {
        movement::pad::<S>(x, padding, value)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn cat(&self, out: TensorMut, members: &[Tensor], axis: usize) -> Result<()> {
        movement::cat::<S>(out, members, axis)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn repeat(&self, out: TensorMut, x: Tensor, axis: usize, times: i64) -> Result<()> {
        movement::repeat::<S>(out, x, axis, times)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn full<'a>(&self, dtype: DType, shape: &[i64], value: Scalar) -> Result<Tensor<'a>> {
        movement::full::<S>(dtype, shape, value)
    }
    #[dtypes(i8, i16, i32, i64, u8, u16, u32, u64)]
    fn arange(&self, out: TensorMut, _dtype: DType, step: i64, start: i64, stop: i64) -> Result<()> {
        movement::arange::<S>(out, step, start, stop)
    }
    #[pairs(
        [F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool]
        => [F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64]
    )]
    fn cast(&self, out: TensorMut, x: Tensor) -> Result<()> {
        movement::cast::<S>(out, x)
    }

    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn gather(&self, out: TensorMut, data: Tensor, indices: Tensor, axis: usize) -> Result<()> {
        selection::gather::<S>(out, data, indices, axis)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn scatter<'a>(&self, template: Tensor<'a>, indices: Tensor<'a>, updates: Tensor<'a>, axis: usize, mode: ScatterMode, _unique: bool) -> Result<Tensor<'a>> {
        selection::scatter::<S>(template, indices, updates, axis, mode)
    }
    #[dtypes(bool)]
    fn scatter_reduce(&self, out: TensorMut, x: Tensor, indices: Tensor, updates: Tensor, axis: usize, update: Update) -> Result<()> {
        selection::scatter_reduce::<S>(out, x, indices, updates, axis, update)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn select(&self, out: TensorMut, x: Tensor, indices: Tensor, axis: usize) -> Result<()> {
        selection::select::<S>(out, x, indices, axis)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn select_update(&self, out: TensorMut, x: Tensor, indices: Tensor, value: Tensor, axis: usize, update: Update) -> Result<()> {
        selection::select_update::<S>(out, x, indices, value, axis, update)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn gather_nd(&self, out: TensorMut, x: Tensor, indices: Tensor) -> Result<()> {
        selection::gather_nd::<S>(out, x, indices)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn scatter_nd(&self, out: TensorMut, x: Tensor, indices: Tensor, values: Tensor, update: Update) -> Result<()> {
        selection::scatter_nd::<S>(out, x, indices, values, update)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn embedding(&self, out: TensorMut, weights: Tensor, indices: Tensor) -> Result<()> {
        selection::embedding::<S>(out, weights, indices)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn embedding_backward(&self, gw: TensorMut, weights: Tensor, grad: Tensor, indices: Tensor) -> Result<()> {
        selection::embedding_backward::<S>(gw, weights, grad, indices)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn mask_select<'a>(&self, x: Tensor<'a>, mask: Tensor<'a>) -> Result<Tensor<'a>> {
        selection::mask_select::<S>(x, mask)
    }
    #[dtypes(bool)]
    fn argwhere<'a>(&self, x: Tensor<'a>, index_dtype: DType) -> Result<Tensor<'a>> {
        selection::argwhere::<S>(x, index_dtype)
    }

    #[dtypes(F16, Bf16, f32, f64)]
    fn linear(&self, out: TensorMut, x: Tensor, weight: Tensor, bias: Option<Tensor>) -> Result<()> {
        layers::linear::<S>(out, x, weight, bias)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn conv(&self, out: TensorMut, x: Tensor, weight: Tensor, bias: Option<Tensor>, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64) -> Result<()> {
        layers::conv::<S>(out, x, weight, bias, Window { padding, stride, dilation, groups })
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn conv_x_backward(&self, gx: TensorMut, x: Tensor, weight: Tensor, grad: Tensor, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64) -> Result<()> {
        layers::conv_x_backward::<S>(gx, x, weight, grad, Window { padding, stride, dilation, groups })
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn conv_weight_backward(&self, gw: TensorMut, x: Tensor, weight: Tensor, grad: Tensor, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64) -> Result<()> {
        layers::conv_weight_backward::<S>(gw, x, weight, grad, Window { padding, stride, dilation, groups })
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn conv_transpose(&self, out: TensorMut, x: Tensor, weight: Tensor, bias: Option<Tensor>, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64, output_padding: &[i64]) -> Result<()> {
        layers::conv_transpose::<S>(out, x, weight, bias, Window { padding, stride, dilation, groups }, output_padding)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn conv_transpose_x_backward(&self, gx: TensorMut, weight: Tensor, grad: Tensor, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64, output_padding: &[i64]) -> Result<()> {
        layers::conv_transpose_x_backward::<S>(gx, weight, grad, Window { padding, stride, dilation, groups }, output_padding)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn conv_transpose_weight_backward(&self, gw: TensorMut, x: Tensor, weight: Tensor, grad: Tensor, padding: &[(i64, i64)], stride: &[i64], dilation: &[i64], groups: i64, output_padding: &[i64]) -> Result<()> {
        layers::conv_transpose_weight_backward::<S>(gw, x, weight, grad, Window { padding, stride, dilation, groups }, output_padding)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn interpolate(&self, y: TensorMut, x: Tensor, interpolation: Interpolation, output_size: &[i64], align_corners: bool) -> Result<()> {
        layers::interpolate::<S>(y, x, None, interpolation, output_size, align_corners)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn interpolate_backward(&self, gx: TensorMut, x: Tensor, grad: Tensor, interpolation: Interpolation, output_size: &[i64], align_corners: bool) -> Result<()> {
        layers::interpolate::<S>(gx, x, Some(grad), interpolation, output_size, align_corners)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn grid_sample_2d(&self, y: TensorMut, x: Tensor, grid: Tensor, interpolation: Interpolation, padding_mode: PaddingMode, align_corners: bool) -> Result<()> {
        layers::grid_sample_2d::<S>(y, x, grid, interpolation, padding_mode, align_corners)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn attention(&self, out: TensorMut, query: Tensor, key: Tensor, value: Tensor, mask: Option<Tensor>, bias: Option<Tensor>, scale: Option<Scalar>, softcap: Option<Scalar>, causal: bool) -> Result<()> {
        layers::attention::<S>(out, Heads { query, key, value, mask, bias }, scale, softcap, causal)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn layer_norm(&self, out: TensorMut, x: Tensor, gamma: Tensor, beta: Option<Tensor>, epsilon: Scalar) -> Result<()> {
        layers::layer_norm::<S>(out, x, gamma, beta, epsilon)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn batch_norm(&self, out: TensorMut, x: Tensor, gamma: Tensor, beta: Tensor, mean: Tensor, variance: Tensor, epsilon: Scalar) -> Result<()> {
        layers::batch_norm::<S>(out, x, [gamma, beta, mean, variance], epsilon)
    }

    #[dtypes(F16, Bf16, f32, f64)]
    #[variants("1d", "2d")]
    fn max_pool(&self, y: TensorMut, x: Tensor, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], dilation: &[i64], ceil_mode: bool) -> Result<()> {
        pools::max_pool::<S>(y, x, Pool { kernel_size, stride, padding, dilation, ceil_mode, count_include_pad: false })
    }
    #[dtypes(F16, Bf16, f32, f64)]
    #[variants("1d", "2d")]
    fn max_pool_with_indices(&self, y: TensorMut, indices: TensorMut, x: Tensor, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], dilation: &[i64], ceil_mode: bool, index_dtype: DType) -> Result<()> {
        pools::max_pool_with_indices::<S>(y, indices, x, Pool { kernel_size, stride, padding, dilation, ceil_mode, count_include_pad: false }, index_dtype)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    #[variants("1d", "2d")]
    fn max_pool_backward(&self, gx: TensorMut, x: Tensor, grad: Tensor, indices: Tensor, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], dilation: &[i64], ceil_mode: bool) -> Result<()> {
        pools::max_pool_backward::<S>(gx, x, grad, indices, Pool { kernel_size, stride, padding, dilation, ceil_mode, count_include_pad: false })
    }
    #[dtypes(F16, Bf16, f32, f64)]
    #[variants("1d", "2d")]
    fn avg_pool(&self, y: TensorMut, x: Tensor, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], ceil_mode: bool, count_include_pad: bool) -> Result<()> {
        pools::avg_pool::<S>(y, x, None, Pool { kernel_size, stride, padding, dilation: &vec![1; stride.len()], ceil_mode, count_include_pad })
    }
    #[dtypes(F16, Bf16, f32, f64)]
    #[variants("1d", "2d")]
    fn avg_pool_backward(&self, gx: TensorMut, x: Tensor, grad: Tensor, kernel_size: &[i64], stride: &[i64], padding: &[(i64, i64)], ceil_mode: bool, count_include_pad: bool) -> Result<()> {
        pools::avg_pool::<S>(gx, x, Some(grad), Pool { kernel_size, stride, padding, dilation: &vec![1; stride.len()], ceil_mode, count_include_pad })
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn adaptive_avg_pool(&self, y: TensorMut, x: Tensor, output_size: &[i64]) -> Result<()> {
        pools::adaptive_avg_pool::<S>(y, x, output_size)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn adaptive_avg_pool_backward(&self, gx: TensorMut, x: Tensor, grad: Tensor, output_size: &[i64]) -> Result<()> {
        pools::adaptive_avg_pool_backward::<S>(gx, x, grad, output_size)
    }
}
