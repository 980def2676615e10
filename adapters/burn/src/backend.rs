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

with_layers! {
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
    fn r#where(&self, out: TensorMut, condition: Tensor, if_true: Tensor,
        if_false: Tensor) -> Result<()> {
        selection::choose::<S>(out, condition, if_true, if_false)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn clamp(&self, out: TensorMut, x: Tensor, low: Option<Scalar>,
        high: Option<Scalar>) -> Result<()> {
        let (low, high) = (low.map(scalar_of).transpose()?,
            high.map(scalar_of).transpose()?);
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
    fn leaky_relu(&self, out: TensorMut, x: Tensor,
        negative_slope: Scalar) -> Result<()> {
        let slope = scalar_of(negative_slope)?;
        rows::float1::<S>(out, x, |x| <S::Burn>::leaky_relu(x, slope))
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn hard_sigmoid(&self, out: TensorMut, x: Tensor, alpha: Scalar,
        beta: Scalar) -> Result<()> {
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
    fn argmax(&self, out: TensorMut, x: Tensor, axis: usize,
        _keepdims: bool) -> Result<()> {
        reductions::index_of_extremum::<S>(out, x, axis, <S::Burn>::float_argmax,
            <S::Burn>::int_argmax)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn argmin(&self, out: TensorMut, x: Tensor, axis: usize,
        _keepdims: bool) -> Result<()> {
        reductions::index_of_extremum::<S>(out, x, axis, <S::Burn>::float_argmin,
            <S::Burn>::int_argmin)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn max_with_index(&self, values: TensorMut, indices: TensorMut, x: Tensor,
        axis: usize, _keepdims: bool, index_dtype: DType) -> Result<()> {
        reductions::with_indices::<S>(values, indices, x, index_dtype,
            |x, dtype| <S::Burn>::float_max_dim_with_indices(x, axis, dtype),
            |x| <S::Burn>::int_max_dim_with_indices(x, axis))
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn min_with_index(&self, values: TensorMut, indices: TensorMut, x: Tensor,
        axis: usize, _keepdims: bool, index_dtype: DType) -> Result<()> {
        reductions::with_indices::<S>(values, indices, x, index_dtype,
            |x, dtype| <S::Burn>::float_min_dim_with_indices(x, axis, dtype),
            |x| <S::Burn>::int_min_dim_with_indices(x, axis))
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn sort_with_indices(&self, values: TensorMut, indices: TensorMut, x: Tensor,
        axis: usize, descending: bool, index_dtype: DType) -> Result<()> {
        reductions::with_indices::<S>(values, indices, x, index_dtype,
            |x, dtype| <S::Burn>::float_sort_with_indices(x, axis, descending, dtype),
            |x| <S::Burn>::int_sort_with_indices(x, axis, descending))
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn topk(&self, values: TensorMut, indices: TensorMut, x: Tensor, axis: usize,
        index_dtype: DType, k: i64) -> Result<()> {
        let k = crate::values::extent(k)?;
        reductions::with_indices::<S>(values, indices, x, index_dtype,
            |x, dtype| <S::Burn>::float_topk_with_indices(x, axis, k, dtype),
            |x| <S::Burn>::int_topk_with_indices(x, axis, k))
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn associative_scan(&self, out: TensorMut, x: Tensor, axis: usize,
        op: Scan) -> Result<()> {
        reductions::scan::<S>(out, x, axis, op)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn sort(&self, out: TensorMut, x: Tensor, axis: usize,
        descending: bool) -> Result<()> {
        reductions::sort::<S>(out, x, axis, descending)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn argsort(&self, out: TensorMut, x: Tensor, axis: usize,
        descending: bool) -> Result<()> {
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
    fn slice<'a>(&self, x: Tensor<'a>, ranges: &[(i64, i64)],
        steps: &[i64]) -> Result<Tensor<'a>> {
        movement::slice::<S>(x, ranges, steps)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn slice_assign(&self, out: TensorMut, x: Tensor, value: Tensor, ranges: &[(i64,
        i64)], steps: &[i64]) -> Result<()> {
        movement::slice_assign::<S>(out, x, value, ranges, steps)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn unfold_view<'a>(&self, x: Tensor<'a>, axis: usize, size: i64,
        step: i64) -> Result<Tensor<'a>> {
        movement::unfold_view::<S>(x, axis, size, step)
    }
    #[dtypes(F16, Bf16, f32, i8, i16, u8, u16)]
    fn pad<'a>(&self, x: Tensor<'a>, padding: &[(i64, i64)],
        value: Scalar) -> Result<Tensor<'a>> {
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
    fn full<'a>(&self, dtype: DType, shape: &[i64],
        value: Scalar) -> Result<Tensor<'a>> {
        movement::full::<S>(dtype, shape, value)
    }
    #[dtypes(i8, i16, i32, i64, u8, u16, u32, u64)]
    fn arange(&self, out: TensorMut, _dtype: DType, step: i64, start: i64,
        stop: i64) -> Result<()> {
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
    fn gather(&self, out: TensorMut, data: Tensor, indices: Tensor,
        axis: usize) -> Result<()> {
        selection::gather::<S>(out, data, indices, axis)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn scatter<'a>(&self, template: Tensor<'a>, indices: Tensor<'a>,
        updates: Tensor<'a>, axis: usize, mode: ScatterMode,
        _unique: bool) -> Result<Tensor<'a>> {
        selection::scatter::<S>(template, indices, updates, axis, mode)
    }
    #[dtypes(bool)]
    fn scatter_reduce(&self, out: TensorMut, x: Tensor, indices: Tensor,
        updates: Tensor, axis: usize, update: Update) -> Result<()> {
        selection::scatter_reduce::<S>(out, x, indices, updates, axis, update)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn select(&self, out: TensorMut, x: Tensor, indices: Tensor,
        axis: usize) -> Result<()> {
        selection::select::<S>(out, x, indices, axis)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool)]
    fn select_update(&self, out: TensorMut, x: Tensor, indices: Tensor, value: Tensor,
        axis: usize, update: Update) -> Result<()> {
        selection::select_update::<S>(out, x, indices, value, axis, update)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn gather_nd(&self, out: TensorMut, x: Tensor, indices: Tensor) -> Result<()> {
        selection::gather_nd::<S>(out, x, indices)
    }
    #[dtypes(F16, Bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64)]
    fn scatter_nd(&self, out: TensorMut, x: Tensor, indices: Tensor, values: Tensor,
        update: Update) -> Result<()> {
        selection::scatter_nd::<S>(out, x, indices, values, update)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn embedding(&self, out: TensorMut, weights: Tensor,
        indices: Tensor) -> Result<()> {
        selection::embedding::<S>(out, weights, indices)
    }
    #[dtypes(F16, Bf16, f32, f64)]
    fn embedding_backward(&self, gw: TensorMut, weights: Tensor, grad: Tensor,
        indices: Tensor) -> Result<()> {
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
}
