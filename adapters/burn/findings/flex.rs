//! The findings about burn-flex 0.22.1.
use burn_backend::ops::{
    ActivationOps, AttentionModuleOptions, BoolTensorOps, ConvOptions, FloatTensorOps,
    IntTensorOps, InterpolateMode, InterpolateOptions, ModuleOps,
};
use burn_backend::{bf16, f16, BoolDType, FloatDType, IntDType, Shape};
use burn_flex::Flex;

use crate::reproduce::Finding;
use crate::{bool, dtype_of_bool, float, floats, int, ints};

fn attention_nan() -> String {
    let query = float::<Flex, _, 4>(&[f32::NAN], [1, 1, 1, 1]);
    let key = float::<Flex, _, 4>(&[0f32], [1, 1, 1, 1]);
    let options =
        AttentionModuleOptions { scale: None, softcap: None, is_causal: false };
    floats::<Flex>(Flex::attention(query, key.clone(), key, None, None, options))
}

fn batch_norm_bfloat16() -> String {
    let one = |bits: u16| float::<Flex, _, 1>(&[bf16::from_bits(bits)], [1]);
    let x = float::<Flex, _, 2>(&[bf16::from_bits(0x3f4e)], [1, 1]);
    let (gamma, beta, mean) = (one(0x3f8f), one(0x3e0e), one(0x3ea9));
    floats::<Flex>(Flex::batch_norm(x, gamma, beta, mean, one(0x3f80), 1e-5))
}

fn log_softmax_float16() -> String {
    let x = float::<Flex, _, 1>(&[f16::from_f32(0.0), f16::from_f32(1.0)], [2]);
    floats::<Flex>(Flex::log_softmax(x, 0))
}

fn reshape_transposed() -> String {
    let x = Flex::float_permute(
        float::<Flex, _, 2>(&[1f32, 2.0, 3.0, 4.0], [2, 2]),
        &[1, 0],
    );
    let shown = Flex::float_reshape(x.clone(), Shape::new([1, 2, 2]));
    format!("shares memory: {}", shown.bytes().as_ptr() == x.bytes().as_ptr())
}

fn remainder_zero() -> String {
    let (a, b) =
        (float::<Flex, _, 1>(&[0f64], [1]), float::<Flex, _, 1>(&[-1f64], [1]));
    floats::<Flex>(Flex::float_remainder(a, b))
}

fn bilinear_float16() -> String {
    let x = float::<Flex, _, 4>(&[f16::from_f32(1.0)], [1, 1, 1, 1]);
    let options =
        InterpolateOptions::new(InterpolateMode::Bilinear).with_align_corners(false);
    let y = Flex::interpolate(x, [7, 7], options);
    floats::<Flex>(Flex::float_max(y))
}

fn nearest_backward_float16() -> String {
    let x = float::<Flex, _, 4>(&[f16::from_f32(0.0)], [1, 1, 1, 1]);
    let grad = float::<Flex, _, 4>(&[f16::from_f32(1.0); 2304], [1, 1, 48, 48]);
    let options = InterpolateOptions::new(InterpolateMode::Nearest);
    floats::<Flex>(Flex::interpolate_backward(x, grad, [48, 48], options))
}

fn round_minus_half() -> String {
    floats::<Flex>(Flex::float_round(float::<Flex, _, 1>(&[-0.5f32], [1])))
}

fn acosh_large() -> String {
    floats::<Flex>(Flex::float_acosh(float::<Flex, _, 1>(&[f32::MAX], [1])))
}

fn asinh_large() -> String {
    floats::<Flex>(Flex::float_asinh(float::<Flex, _, 1>(&[f32::MAX], [1])))
}

fn acosh_near_one() -> String {
    let x = f32::from_bits(0x3f80_008f);
    floats::<Flex>(Flex::float_acosh(float::<Flex, _, 1>(&[x], [1])))
}

fn atanh_near_one() -> String {
    let x = f32::from_bits(0xbf7e_c4aa);
    floats::<Flex>(Flex::float_atanh(float::<Flex, _, 1>(&[x], [1])))
}

fn cast_float16() -> String {
    let x = float::<Flex, _, 1>(&[-3.9990233182907104f64], [1]);
    floats::<Flex>(Flex::float_cast(x, FloatDType::F16))
}

fn cast_bfloat16() -> String {
    let x = int::<Flex, _, 1>(&[16_842_753i32], [1]);
    floats::<Flex>(Flex::int_into_float(x, FloatDType::BF16))
}

fn topk_ties() -> String {
    let elements: Vec<f32> = (0..200).map(|at| (at * 7 % 5) as f32).collect();
    let x = float::<Flex, _, 1>(&elements, [200]);
    ints::<Flex>(Flex::float_topk_with_indices(x, 0, 3, IntDType::I32).1)
}

fn pow_int64() -> String {
    let (a, b) =
        (int::<Flex, _, 1>(&[0i64], [1]), int::<Flex, _, 1>(&[1i64 << 32], [1]));
    ints::<Flex>(Flex::int_powi(a, b))
}

fn linear_vector() -> String {
    let x = float::<Flex, _, 1>(&[1f32, 2.0], [2]);
    let weight = float::<Flex, _, 2>(&[3f32, 4.0], [2, 1]);
    floats::<Flex>(Flex::linear(x, weight, None))
}

fn linear_weight_backward_empty() -> String {
    let x = float::<Flex, _, 1>(&[1f32], [1]);
    let grad = float::<Flex, f32, 1>(&[], [0]);
    floats::<Flex>(Flex::linear_weight_backward(x, grad))
}

fn any_of_nothing() -> String {
    let x = float::<Flex, f32, 2>(&[], [0, 1]);
    dtype_of_bool::<Flex>(Flex::float_any_dim(x, 1, BoolDType::Native))
}

fn gather_bool() -> String {
    let (x, at) = (bool::<Flex, 1>(&[true], [1]), int::<Flex, _, 1>(&[0i32], [1]));
    dtype_of_bool::<Flex>(Flex::bool_gather(0, x, at))
}

fn select_bool() -> String {
    let (x, at) = (bool::<Flex, 1>(&[true], [1]), int::<Flex, _, 1>(&[0i32], [1]));
    dtype_of_bool::<Flex>(Flex::bool_select(x, 0, at))
}

fn div_int64() -> String {
    let (a, b) =
        (int::<Flex, _, 1>(&[i64::MIN], [1]), int::<Flex, _, 1>(&[-1i64], [1]));
    ints::<Flex>(Flex::int_div(a, b))
}

// Stride 2 leaves the second of two elements after the last window.
fn conv1d_weight_backward() -> String {
    let x = float::<Flex, _, 3>(&[1f32, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], [1, 4, 2]);
    let weight = float::<Flex, _, 3>(&[0f32; 4], [2, 2, 1]);
    let grad = float::<Flex, _, 3>(&[1f32, 10.0], [1, 2, 1]);
    let options = ConvOptions::new([2], [0], [1], 2);
    floats::<Flex>(Flex::conv1d_weight_backward(x, weight, grad, options))
}

pub fn findings() -> Vec<Finding> {
    let finding = |title, answer, right, wrong| Finding { title, answer, right, wrong };
    vec![
        finding("flex-attention-nan", attention_nan as fn() -> String, "NaN", "0.0"),
        finding("flex-batch-norm-bfloat16", batch_norm_bfloat16, "0.66796875", "0.671875"),
        finding(
            "flex-log-softmax-float16",
            log_softmax_float16,
            "-1.3134765625 -0.313232421875",
            "-1.3134765625 -0.3134765625",
        ),
        finding(
            "flex-reshape-transposed",
            reshape_transposed,
            "shares memory: true",
            "shares memory: false",
        ),
        finding("flex-remainder-zero", remainder_zero, "-0.0", "0.0"),
        finding("flex-bilinear-float16", bilinear_float16, "1.0", "1.0009765625"),
        finding("flex-nearest-backward-float16", nearest_backward_float16, "2304.0", "2048.0"),
        finding("flex-round-minus-half", round_minus_half, "-0.0", "0.0"),
        finding("flex-acosh-large", acosh_large, "89.41598510742188", "inf"),
        finding("flex-asinh-large", asinh_large, "89.41598510742188", "inf"),
        finding("flex-acosh-near-one", acosh_near_one, "0.005838986020535231", "0.0058389571495354176"),
        finding("flex-atanh-near-one", atanh_near_one, "-3.0137274265289307", "-3.0137317180633545"),
        finding("flex-cast-float16", cast_float16, "-3.998046875", "-4.0"),
        finding("flex-cast-bfloat16", cast_bfloat16, "16908288.0", "16777216.0"),
        finding("flex-topk-ties", topk_ties, "2 7 12", "102 12 17"),
        finding("flex-pow-int64", pow_int64, "0", "1"),
        finding("flex-linear-vector", linear_vector, "11.0", "panic: range end index 18446744073709551615 out of range for slice of length 1"),
        finding("flex-linear-weight-backward-empty", linear_weight_backward_empty, "", "panic: attempt to divide by zero"),
        finding("flex-any-of-nothing", any_of_nothing, "Bool(Native)", "panic: index out of bounds: the len is 0 but the index is 0"),
        finding("flex-gather-bool", gather_bool, "Bool(Native)", "U8"),
        finding("flex-select-bool", select_bool, "Bool(Native)", "U8"),
        finding("flex-div-int64", div_int64, "-9223372036854775808", "panic: attempt to divide with overflow"),
        finding(
            "flex-conv1d-weight-backward",
            conv1d_weight_backward,
            "1.0 3.0 50.0 70.0",
            "1.0 2.0 50.0 60.0",
        ),
    ]
}
