//! The findings about burn-ndarray 0.22.1.
use burn_backend::ops::{
    ActivationOps, ConvOptions, FloatTensorOps, IntTensorOps, ModuleOps,
};
use burn_backend::{IntDType, Scalar};
use burn_ndarray::NdArray;

use crate::reproduce::Finding;
use crate::{dtype_of_int, float, floats, int, ints};

fn gelu_backward() -> String {
    let one = float::<NdArray, _, 1>(&[1f64], [1]);
    floats::<NdArray>(NdArray::gelu_backward(one.clone(), one))
}

fn sigmoid_float64() -> String {
    floats::<NdArray>(NdArray::sigmoid(float::<NdArray, _, 1>(&[1f64], [1])))
}

fn hard_sigmoid_float64() -> String {
    let x = float::<NdArray, _, 1>(&[0.1f64], [1]);
    floats::<NdArray>(NdArray::hard_sigmoid(x, Scalar::Float(1.0), Scalar::Float(0.0)))
}

fn max_pool_index() -> String {
    let x = float::<NdArray, _, 3>(&[f32::NEG_INFINITY; 2], [1, 1, 2]);
    let both = NdArray::max_pool1d_with_indices(x, 1, 1, 0, 1, false, IntDType::I32);
    ints::<NdArray>(both.indices)
}

fn max_pool_nan() -> String {
    let x = float::<NdArray, _, 3>(&[f32::NAN], [1, 1, 1]);
    floats::<NdArray>(NdArray::max_pool1d(x, 1, 1, 0, 1, false))
}

fn max_pool_zero_kernel() -> String {
    let x = float::<NdArray, _, 3>(&[1f32, 2.0], [1, 1, 2]);
    floats::<NdArray>(NdArray::max_pool1d(x, 0, 1, 0, 1, false))
}

fn remainder_zero() -> String {
    let a = float::<NdArray, _, 1>(&[0f64], [1]);
    floats::<NdArray>(NdArray::float_remainder(
        a,
        float::<NdArray, _, 1>(&[-1f64], [1]),
    ))
}

fn log_sigmoid_infinity() -> String {
    let x = float::<NdArray, _, 1>(&[f32::NEG_INFINITY], [1]);
    floats::<NdArray>(NdArray::log_sigmoid(x))
}

fn acosh_large() -> String {
    floats::<NdArray>(NdArray::float_acosh(float::<NdArray, _, 1>(&[f64::MAX], [1])))
}

fn asinh_large() -> String {
    floats::<NdArray>(NdArray::float_asinh(float::<NdArray, _, 1>(&[f64::MAX], [1])))
}

fn topk_ties() -> String {
    let elements: Vec<f32> = (0..200).map(|at| (at * 7 % 5) as f32).collect();
    let x = float::<NdArray, _, 1>(&elements, [200]);
    ints::<NdArray>(NdArray::float_topk_with_indices(x, 0, 3, IntDType::I32).1)
}

fn shift_left_int8() -> String {
    let (x, n) = (int::<NdArray, _, 1>(&[1i8], [1]), int::<NdArray, _, 1>(&[7i8], [1]));
    ints::<NdArray>(NdArray::bitwise_left_shift(x, n))
}

fn cast_negative() -> String {
    let x = int::<NdArray, _, 1>(&[-1i8], [1]);
    ints::<NdArray>(NdArray::int_cast(x, IntDType::U8))
}

fn pow_int8() -> String {
    let (a, b) = (int::<NdArray, _, 1>(&[3i8], [1]), int::<NdArray, _, 1>(&[5i8], [1]));
    ints::<NdArray>(NdArray::int_powi(a, b))
}

fn argmax_int8() -> String {
    let mut elements = [0i8; 129];
    elements[128] = 1;
    ints::<NdArray>(NdArray::int_argmax(int::<NdArray, _, 1>(&elements, [129]), 0))
}

fn mean_int8() -> String {
    let x = int::<NdArray, _, 2>(&[0i8; 256], [1, 256]);
    ints::<NdArray>(NdArray::int_mean_dim(x, 1))
}

fn all_int8() -> String {
    let x = int::<NdArray, _, 1>(&[1i8; 129], [129]);
    crate::dtype_of_bool::<NdArray>(NdArray::int_all(
        x,
        burn_backend::BoolDType::Native,
    ))
}

fn neg_uint8() -> String {
    ints::<NdArray>(NdArray::int_neg(int::<NdArray, _, 1>(&[1u8], [1])))
}

fn not_uint8() -> String {
    ints::<NdArray>(NdArray::bitwise_not(int::<NdArray, _, 1>(&[0u8], [1])))
}

fn sign_uint8() -> String {
    dtype_of_int::<NdArray>(NdArray::int_sign(int::<NdArray, _, 1>(&[3u8], [1])))
}

fn matmul_of_no_terms() -> String {
    let a = float::<NdArray, f32, 2>(&[], [1, 0]);
    floats::<NdArray>(NdArray::float_matmul(a, float::<NdArray, f32, 2>(&[], [0, 1])))
}

fn div_int8() -> String {
    let (a, b) =
        (int::<NdArray, _, 1>(&[i8::MIN], [1]), int::<NdArray, _, 1>(&[-1i8], [1]));
    ints::<NdArray>(NdArray::int_div(a, b))
}

// Stride 2 leaves the second of two elements after the last window.
fn conv1d_weight_backward() -> String {
    let x =
        float::<NdArray, _, 3>(&[1f32, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], [1, 4, 2]);
    let weight = float::<NdArray, _, 3>(&[0f32; 4], [2, 2, 1]);
    let grad = float::<NdArray, _, 3>(&[1f32, 10.0], [1, 2, 1]);
    let options = ConvOptions::new([2], [0], [1], 2);
    floats::<NdArray>(NdArray::conv1d_weight_backward(x, weight, grad, options))
}

pub fn findings() -> Vec<Finding> {
    let finding = |title, answer, right, wrong| Finding { title, answer, right, wrong };
    vec![
        finding(
            "ndarray-gelu-backward",
            gelu_backward as fn() -> String,
            "1.0833154705876864",
            "1.0829639004263785",
        ),
        finding(
            "ndarray-sigmoid-float64",
            sigmoid_float64,
            "0.7310585786300049",
            "0.7310585975646973",
        ),
        finding("ndarray-hard-sigmoid-float64", hard_sigmoid_float64, "0.1", "0.10000000149011612"),
        finding("ndarray-max-pool-index", max_pool_index, "0 1", "0 0"),
        finding("ndarray-max-pool-nan", max_pool_nan, "NaN", "-inf"),
        finding("ndarray-max-pool-zero-kernel", max_pool_zero_kernel, "panic", "-inf -inf -inf"),
        finding("ndarray-remainder-zero", remainder_zero, "-0.0", "0.0"),
        finding("ndarray-log-sigmoid-infinity", log_sigmoid_infinity, "-inf", "NaN"),
        finding("ndarray-acosh-large", acosh_large, "710.475860073944", "inf"),
        finding("ndarray-asinh-large", asinh_large, "710.475860073944", "inf"),
        finding("ndarray-topk-ties", topk_ties, "2 7 12", "102 12 17"),
        finding("ndarray-shift-left-int8", shift_left_int8, "-128", "panic: Element cannot be represented in the target type: \"i64\"(128) => \"i8\""),
        finding("ndarray-cast-negative", cast_negative, "255", "panic: Element cannot be represented in the target type: \"i8\"(-1) => \"u8\""),
        finding("ndarray-pow-int8", pow_int8, "-13", "panic: Element cannot be represented in the target type: \"i64\"(243) => \"i8\""),
        finding("ndarray-argmax-int8", argmax_int8, "128", "panic: Element cannot be represented in the target type: \"i64\"(128) => \"i8\""),
        finding("ndarray-mean-int8", mean_int8, "0", "panic: Converting axis length to `A` must not fail."),
        finding("ndarray-all-int8", all_int8, "Bool(Native)", "panic: Element cannot be represented in the target type: \"i64\"(129) => \"i8\""),
        finding("ndarray-neg-uint8", neg_uint8, "255", "panic: Element cannot be represented in the target type: \"i64\"(-1) => \"u8\""),
        finding("ndarray-not-uint8", not_uint8, "255", "panic: Element cannot be represented in the target type: \"i64\"(-1) => \"u8\""),
        finding("ndarray-sign-uint8", sign_uint8, "U8", "Bool(Native)"),
        finding("ndarray-matmul-of-no-terms", matmul_of_no_terms, "0.0", "panic: attempt to divide by zero"),
        finding("ndarray-div-int8", div_int8, "-128", "panic: attempt to divide with overflow"),
        finding(
            "ndarray-conv1d-weight-backward",
            conv1d_weight_backward,
            "1.0 3.0 50.0 70.0",
            "panic: ndarray: could not broadcast array from shape: [1, 2, 2] to: [1, 2, 1]",
        ),
    ]
}
