//! Shows what tenferro-cpu 0.9.0 gets wrong, with tenferro alone. Each name
//! stands in a reason of tenferro-0.9.0.expect.
use tenferro_cpu::CpuEngine;
use tenferro_einsum::TensorEinsumExt;
use tenferro_linalg::LinalgBackend;
use tenferro_tensor::{
    Complex, DType, Error, SliceConfig, Tensor, TensorAnalytic,
    TensorElementwise, TensorIndexing, TensorRead, TensorScalar,
    TensorStructural, TensorWrite, TypedTensorView,
};

#[path = "../../reproduce/reproduce.rs"]
mod reproduce;
use reproduce::{reproduce, Finding};

type C32 = Complex<f32>;
type C64 = Complex<f64>;

fn vector<T: TensorScalar>(elements: &[T]) -> Tensor {
    Tensor::from_vec_col_major(vec![elements.len()], elements.to_vec()).unwrap()
}

fn one<T: TensorScalar + std::fmt::LowerExp>(
    answer: Result<Tensor, Error>,
) -> String {
    format!("{:.9e}", answer.unwrap().as_slice::<T>().unwrap()[0])
}

/// Calls a function of the engine with one complex number.
fn unary(
    call: fn(&mut CpuEngine, TensorRead) -> Result<Tensor, Error>,
    re: f64,
    im: f64,
) -> String {
    let x = vector(&[C64::new(re, im)]);
    let read = TensorRead::from_tensor(&x);
    one::<C64>(call(&mut CpuEngine::serial(), read))
}

fn cholesky_complex_diagonal() -> String {
    let b = C32::new(0.04856, 0.131);
    let a = [C32::new(0.9572649, 0.0), b.conj(), b, C32::new(0.5427, 0.0)];
    let a = Tensor::from_vec_col_major(vec![2, 2], a.to_vec()).unwrap();
    let l = CpuEngine::serial().cholesky(&a).unwrap();
    (l.as_slice::<C32>().unwrap()[3].im == 0.0).to_string()
}

fn expm1_complex_small() -> String {
    unary(TensorAnalytic::expm1_read, 1e-10, 0.0)
}
fn tanh_complex_large() -> String {
    unary(TensorAnalytic::tanh_read, 800.0, 1.0)
}
fn tanh_complex_near_pole() -> String {
    unary(TensorAnalytic::tanh_read, 1e-6, 1.5707963267948966)
}
fn log_complex_near_one() -> String {
    unary(TensorAnalytic::log_read, 1.0, 1e-9)
}
fn log_complex_large() -> String {
    unary(TensorAnalytic::log_read, 1.5e308, 1.5e308)
}
fn sqrt_complex_large() -> String {
    unary(TensorAnalytic::sqrt_read, 1.5e308, 1.5e308)
}
fn rsqrt_complex_large() -> String {
    unary(TensorAnalytic::rsqrt_read, 1.5e308, 1.5e308)
}
fn rsqrt_complex_subnormal() -> String {
    unary(TensorAnalytic::rsqrt_read, 5e-324, 5e-324)
}
fn sign_complex_subnormal() -> String {
    unary(TensorElementwise::sign_read, 5e-324, 5e-324)
}
fn sign_complex_large() -> String {
    unary(TensorElementwise::sign_read, 1.5e308, 1.5e308)
}

fn pow_complex_large() -> String {
    let a = vector(&[C64::new(1.5e308, 1.5e308)]);
    let b = vector(&[C64::new(-0.5, 0.0)]);
    let (a, b) = (TensorRead::from_tensor(&a), TensorRead::from_tensor(&b));
    one::<C64>(CpuEngine::serial().pow_read(a, b))
}

fn exp_float64_large() -> String {
    let x = vector(&[709.782712893383f64]);
    let read = TensorRead::from_tensor(&x);
    one::<f64>(CpuEngine::serial().exp_read(read))
}

fn cast_truncates() -> String {
    let x = vector(&[-2147483648.5f64]);
    match CpuEngine::serial().cast(&x, DType::I32) {
        Ok(y) => y.as_slice::<i32>().unwrap()[0].to_string(),
        Err(error) => format!("{:?}", error.kind()),
    }
}

fn div_integer_zero_into() -> String {
    let (mut engine, x) = (CpuEngine::serial(), vector(&[0i32]));
    let mut out = vector(&[0i32]);
    let read = || TensorRead::from_tensor(&x);
    let out = TensorWrite::from_tensor(&mut out);
    let error = engine.div_read_into(read(), read(), out).unwrap_err();
    format!("{:?}", error.kind())
}

fn full_piv_lu_parity() -> String {
    let a = [C64::new(2.0, 0.0)];
    let view: TypedTensorView<C64> =
        TypedTensorView::from_slice([1, 1], [1, 1], 0, &a).unwrap();
    let mut engine = CpuEngine::serial();
    let factors = engine.full_piv_lu_read(view.into_tensor_read().unwrap());
    format!("{:?}", factors.unwrap()[4].dtype())
}

fn log1p_float32_large() -> String {
    let x = vector(&[1.2e38f32]);
    let read = TensorRead::from_tensor(&x);
    one::<f32>(CpuEngine::serial().log1p_read(read))
}

/// Returns how far U·diag(S)·Vᴴ is from a matrix of about 2^-122, relative to it.
fn svd_float32_small() -> String {
    let a = [1.0834508f32, 0.05965255, 1.389584, 1.4205470]
        .map(|x| x * 2f32.powi(-122));
    let t = Tensor::from_vec_col_major(vec![2, 2], a.to_vec()).unwrap();
    let f = CpuEngine::serial().svd(&t).unwrap();
    let [u, s, v] = [0, 1, 2].map(|i| f[i].as_slice::<f32>().unwrap());
    let back = |i: usize, j: usize| {
        u[i] * (s[0] * v[2 * j]) + u[i + 2] * (s[1] * v[2 * j + 1])
    };
    let error = |k: usize| ((back(k % 2, k / 2) - a[k]) / a[3]).abs();
    ((0..4).map(error).fold(0.0, f32::max) < 1e-5).to_string()
}

fn slice_large_stride() -> String {
    let x = [7.0f64; 25];
    let x: TypedTensorView<f64> =
        TypedTensorView::from_slice([5, 5], [5, 1], 0, &x).unwrap();
    let strides = vec![i64::MAX as usize, 4];
    let config =
        SliceConfig { starts: vec![0, 0], limits: vec![5, 5], strides };
    let read = x.into_tensor_read().unwrap();
    match CpuEngine::serial().slice_read(read, &config) {
        Ok(y) => format!("{:?}", y.shape()),
        Err(error) => format!("{:?}", error.kind()),
    }
}

fn triangular_solve_reversed() -> String {
    let a = Tensor::from_vec_col_major(vec![1, 1], vec![2.0f64]).unwrap();
    let (a, b) = (TensorRead::from_tensor(&a), [6.0, 4.0]);
    let b: TypedTensorView<f64> =
        TypedTensorView::from_slice([1, 2], [1, -1], 1, &b).unwrap();
    let (mut engine, b) = (CpuEngine::serial(), b.into_tensor_read().unwrap());
    match engine.triangular_solve_read(a, b, true, true, false, false) {
        Ok(x) => format!("{:?}", x.as_slice::<f64>().unwrap()),
        Err(error) => format!("{:?}", error.kind()),
    }
}

fn einsum_empty_sum() -> String {
    let x = Tensor::from_vec_col_major(vec![1, 0], vec![0.0f64; 0]).unwrap();
    match [&x].einsum("ij->i", &mut CpuEngine::serial()) {
        Ok(y) => format!("{:?}", y.as_slice::<f64>().unwrap()),
        Err(error) => format!("{:?}", error.kind()),
    }
}

fn einsum_embed_of_two() -> String {
    let x = vector(&[2.0f64]);
    match [&x, &x].einsum("i,i->ii", &mut CpuEngine::serial()) {
        Ok(y) => format!("{:?}", y.as_slice::<f64>().unwrap()),
        Err(error) => format!("{:?}", error.kind()),
    }
}

const INVALID: &str = "Validation(InvalidArgument)";

/// Title, answer, the right one, and that of tenferro.
type Row = (&'static str, fn() -> String, &'static str, &'static str);
const ROWS: &[Row] = &[
    ("cholesky-complex-diagonal", cholesky_complex_diagonal, "true", "false"),
    (
        "expm1-complex-small",
        expm1_complex_small,
        "1.000000000e-10+0.000000000e0i",
        "1.000000083e-10+0.000000000e0i",
    ),
    (
        "tanh-complex-large",
        tanh_complex_large,
        "1.000000000e0+0.000000000e0i",
        "NaN+0.000000000e0i",
    ),
    (
        "tanh-complex-near-pole",
        tanh_complex_near_pole,
        "1.000000000e6+6.123233996e-5i",
        "1.000022122e6+6.123369455e-5i",
    ),
    (
        "log-complex-near-one",
        log_complex_near_one,
        "5.000000000e-19+1.000000000e-9i",
        "0.000000000e0+1.000000000e-9i",
    ),
    (
        "log-complex-large",
        log_complex_large,
        "7.099482473e2+7.853981634e-1i",
        "inf+7.853981634e-1i",
    ),
    (
        "sqrt-complex-large",
        sqrt_complex_large,
        "1.345607733e154+5.573689727e153i",
        "inf+infi",
    ),
    (
        "rsqrt-complex-large",
        rsqrt_complex_large,
        "6.343255687e-155-2.627462535e-155i",
        "NaN+NaNi",
    ),
    (
        "rsqrt-complex-subnormal",
        rsqrt_complex_subnormal,
        "3.495147583e161-1.447737531e161i",
        "4.156454373e161-1.721659773e161i",
    ),
    (
        "sign-complex-subnormal",
        sign_complex_subnormal,
        "7.071067812e-1+7.071067812e-1i",
        "1.000000000e0+1.000000000e0i",
    ),
    (
        "sign-complex-large",
        sign_complex_large,
        "7.071067812e-1+7.071067812e-1i",
        "0.000000000e0+0.000000000e0i",
    ),
    (
        "pow-complex-large",
        pow_complex_large,
        "6.343255687e-155-2.627462535e-155i",
        "0.000000000e0+0.000000000e0i",
    ),
    ("exp-float64-large", exp_float64_large, "1.797693135e308", "inf"),
    ("log1p-float32-large", log1p_float32_large, "8.768055725e1", "inf"),
    ("svd-float32-small", svd_float32_small, "true", "false"),
    ("slice-large-stride", slice_large_stride, "[1, 2]", "BackendFailure"),
    (
        "triangular-solve-reversed",
        triangular_solve_reversed,
        "[2.0, 3.0]",
        "Unsupported",
    ),
    ("cast-truncates", cast_truncates, "-2147483648", INVALID),
    (
        "div-integer-zero-into",
        div_integer_zero_into,
        "NumericalFailure",
        "BackendFailure",
    ),
    ("full-piv-lu-parity", full_piv_lu_parity, "F64", "C64"),
    ("einsum-empty-sum", einsum_empty_sum, "[0.0]", INVALID),
    ("einsum-embed-of-two", einsum_embed_of_two, "[4.0]", INVALID),
];

fn main() -> std::process::ExitCode {
    let finding = |&(title, answer, right, wrong): &Row| Finding {
        title,
        answer,
        right,
        wrong,
    };
    reproduce(&ROWS.iter().map(finding).collect::<Vec<_>>())
}
