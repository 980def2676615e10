// Reproduces each crash and each wrong value of oneDNN that the expectations
// list, with oneDNN alone. Each function has one finding. Prints a line for
// each: shown, gone, or OTHERWISE.
#include "adapters/reproduce/reproduce.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "adapters/onednn/findings/calls.h"

namespace {

constexpr float kInfinity = INFINITY;

std::string matmul_of_nothing() {
  Tensor<float> a({4, 0}, {});
  Tensor<float> b({0, 3}, {});
  Tensor<float> c({4, 3}, std::vector<float>(12));
  const dnnl::matmul::primitive_desc desc({a.desc, b.desc, c.desc}, engine());
  run(dnnl::matmul(desc), {{DNNL_ARG_SRC, a.memory()},
                           {DNNL_ARG_WEIGHTS, b.memory()},
                           {DNNL_ARG_DST, c.memory()}});
  return text(c.elements[0]);
}

std::string log_of_one() { return text(eltwise(algorithm::eltwise_log, 1)); }
std::string log_of_two() { return text(eltwise(algorithm::eltwise_log, 2)); }

std::string exp_of_normal() {
  return text(eltwise(algorithm::eltwise_exp, -87));
}
std::string exp_of_nan() { return text(eltwise(algorithm::eltwise_exp, NAN)); }
std::string relu_of_nan() {
  return text(eltwise(algorithm::eltwise_relu, NAN));
}
std::string clip_of_nan() {
  return text(eltwise(algorithm::eltwise_clip, NAN, -1, 1));
}

std::string log_softmax_of_one() {
  Tensor<float> x({1}, {0});
  const dnnl::softmax_v2_forward::primitive_desc desc(
      {prop_kind::forward_inference, algorithm::softmax_log, x.desc, x.desc, 0},
      engine());
  run(dnnl::softmax_v2_forward(desc),
      {{DNNL_ARG_SRC, x.memory()}, {DNNL_ARG_DST, x.memory()}});
  return text(x.elements);
}

std::string softmax_of_nan() {
  Tensor<float> x({2}, {0, NAN});
  const dnnl::softmax_v2_forward::primitive_desc desc(
      {prop_kind::forward_inference, algorithm::softmax_accurate, x.desc,
       x.desc, 0},
      engine());
  run(dnnl::softmax_v2_forward(desc),
      {{DNNL_ARG_SRC, x.memory()}, {DNNL_ARG_DST, x.memory()}});
  return text(x.elements[0]);
}

std::string log_sigmoid_above_zero() {
  return text(eltwise(algorithm::eltwise_logsigmoid, 18) > 0 ? 1 : 0);
}

std::string nothing_is_greater_than_nan() {
  Tensor<float> a({1, 1}, {0});
  Tensor<float> b({1, 1}, {NAN});
  Tensor<std::uint8_t> c({1, 1}, {7});
  binary(algorithm::binary_gt, a, b, c);
  return text(c.elements);
}

// a[i, j, k] is i + 2·j + 4·k, and the result is row-major.
std::string compare_transposed() {
  Tensor<float> a({2, 2, 2}, {1, 2, 4}, {0, 1, 2, 3, 4, 5, 6, 7});
  Tensor<float> b({2, 2, 2}, {1, 2, 4}, std::vector<float>(8, 3));
  Tensor<std::uint8_t> c({2, 2, 2}, std::vector<std::uint8_t>(8));
  binary(algorithm::binary_gt, a, b, c);
  return text(c.elements);
}

std::string max_transposed() {
  Tensor<std::uint8_t> a({2, 2, 2}, {1, 2, 4}, {0, 1, 2, 3, 4, 5, 6, 7});
  Tensor<std::uint8_t> b({2, 2, 2}, {1, 2, 4}, std::vector<std::uint8_t>(8));
  Tensor<std::uint8_t> c({2, 2, 2}, std::vector<std::uint8_t>(8));
  binary(algorithm::binary_max, a, b, c);
  return text(c.elements);
}

std::string prelu_of_positive() {
  Tensor<float> x({1}, {1});
  Tensor<float> alpha({1}, {-kInfinity});
  const dnnl::prelu_forward::primitive_desc desc(
      {prop_kind::forward_inference, x.desc, alpha.desc}, engine());
  run(dnnl::prelu_forward(desc), {{DNNL_ARG_SRC, x.memory()},
                                  {DNNL_ARG_WEIGHTS, alpha.memory()},
                                  {DNNL_ARG_DST, x.memory()}});
  return std::isnan(x.elements[0]) ? "nan" : text(x.elements);
}

// The bias is 1 and 2, with a 7 between them, and x is 0.
std::string deconv_of_strided_bias() {
  Tensor<float> x({1, 1, 1}, {0});
  Tensor<float> weight({2, 1, 1}, {1, 1});
  Tensor<float> bias({2}, Dims{2}, {1, 7, 2});
  Tensor<float> y({1, 2, 1}, {0, 0});
  deconv(x, weight, bias, y);
  return text(y.elements);
}

std::string bfloat16_subnormal() {
  Tensor<float> x({1}, {0x1p-127F});
  Tensor<Bfloat16> y({1}, {7}, Kind::bf16);
  reorder(x, y);
  return text(wide(y.elements[0]));
}

std::string bfloat16_difference() {
  Tensor<Bfloat16> a({1}, {narrow(0x1.8p-126F)}, Kind::bf16);
  Tensor<Bfloat16> b({1}, {narrow(0x1p-126F)}, Kind::bf16);
  Tensor<Bfloat16> c({1}, {7}, Kind::bf16);
  binary(algorithm::binary_sub, a, b, c);
  return text(wide(c.elements[0]));
}

// Each product of a row with a column is 1 + 1 + 1 + 1 - inf.
std::string bfloat16_odd_product() {
  std::vector<Bfloat16> rows(10, narrow(1));
  rows[4] = rows[9] = narrow(-kInfinity);
  Tensor<Bfloat16> x({2, 5}, rows, Kind::bf16);
  Tensor<Bfloat16> w({8, 5}, std::vector<Bfloat16>(40, narrow(1)), Kind::bf16);
  Tensor<Bfloat16> y({2, 8}, std::vector<Bfloat16>(16), Kind::bf16);
  inner_product(x, w, y);
  return std::isnan(wide(y.elements[0])) ? "nan" : text(wide(y.elements[0]));
}

std::string float16_zero() {
  Tensor<std::uint16_t> x({1}, {0x8000}, Kind::f16);
  Tensor<std::uint16_t> y({1}, {7}, Kind::f16);
  reorder(x, y);
  return text(y.elements);
}
std::string float16_nan() {
  Tensor<std::uint16_t> x({1}, {0xfc11}, Kind::f16);
  Tensor<std::uint16_t> y({1}, {7}, Kind::f16);
  reorder(x, y);
  return text(y.elements);
}
std::string float16_zero_of_float32() {
  Tensor<float> x({1}, {-0.0F});
  Tensor<std::uint16_t> y({1}, {7}, Kind::f16);
  reorder(x, y);
  return text(y.elements);
}

std::string max_of_negative_infinity() {
  Tensor<float> x({1, 1, 1}, {-kInfinity});
  pool(algorithm::pooling_max, x, x, 1, 1, 0);
  return text(x.elements);
}
std::string max_of_int32() {
  Tensor<std::int32_t> x({1, 1, 2}, {-2147483647, -2147483647});
  Tensor<std::int32_t> y({1, 1, 2}, {7, 7});
  pool(algorithm::pooling_max, x, y, 1, 1, 0);
  return text(y.elements[0]);
}

// ceil_mode is padding after the operand to oneDNN.
std::string mean_of_part_of_a_window() {
  Tensor<float> x({1, 1, 3}, {0, 0, 1});
  Tensor<float> y({1, 1, 2}, {0, 0});
  pool(algorithm::pooling_avg_include_padding, x, y, 2, 2, 1);
  return text(y.elements[1]);
}

std::string relu_gradient_of_infinity() {
  Tensor<float> y({1}, {0});
  Tensor<float> grad({1}, {kInfinity});
  relu_backward(y, grad);
  return std::isnan(grad.elements[0]) ? "nan" : text(grad.elements);
}

constexpr reproduce::Finding kFindings[] = {
    {"matmul: an inner extent of 0 ends the process", matmul_of_nothing, "0",
     "killed by signal 8"},
    {"log(1) is not 0", log_of_one, "0", "-1.43051147e-06"},
    {"log(2) is 24 ULP off", log_of_two, "0.693147182", "0.693145752"},
    {"log_softmax of one element is not 0", log_softmax_of_one, "0",
     "1.43051147e-06"},
    {"log_sigmoid is above 0", log_sigmoid_above_zero, "0", "1"},
    {"exp(-87), a normal number, is 0", exp_of_normal, "1.64581145e-38", "0"},
    {"exp(NaN) is infinite", exp_of_nan, "nan", "inf"},
    {"relu(NaN) is 0", relu_of_nan, "nan", "0"},
    {"clip(NaN) is the lower bound", clip_of_nan, "nan", "-1"},
    {"softmax beside a NaN is 0", softmax_of_nan, "nan", "0"},
    {"0 > NaN is true", nothing_is_greater_than_nan, "0", "1"},
    {"comparisons of transposed operands ignore strides", compare_transposed,
     "0 1 0 1 0 1 0 1", "0 0 0 0 1 1 1 1"},
    {"max of transposed uint8 ignores strides", max_transposed,
     "0 4 2 6 1 5 3 7", "0 1 2 3 4 5 6 7"},
    {"deconvolution ignores the stride of its bias", deconv_of_strided_bias,
     "1 2", "1 7"},
    {"prelu multiplies positive elements", prelu_of_positive, "1", "nan"},
    {"bfloat16: subnormals become 0", bfloat16_subnormal, "5.87747175e-39",
     "0"},
    {"bfloat16: subnormal differences are 0", bfloat16_difference,
     "5.87747175e-39", "0"},
    {"bfloat16: an odd inner extent makes infinity NaN", bfloat16_odd_product,
     "-inf", "nan"},
    {"float16: a copy of -0 is 0", float16_zero, "32768", "0"},
    {"float16: a copy of a NaN has other bits", float16_nan, "64529", "65041"},
    {"float16: -0 of float32 is 0", float16_zero_of_float32, "32768", "0"},
    {"max_pool of -inf is finite", max_of_negative_infinity, "-inf",
     "-3.40282347e+38"},
    {"max_pool of int32 rounds to float32", max_of_int32, "-2147483647",
     "-2147483648"},
    {"avg_pool divides by what ceil_mode adds", mean_of_part_of_a_window, "1",
     "0.5"},
    {"relu_backward multiplies by 0", relu_gradient_of_infinity, "0", "nan"},
};

}  // namespace

int main() {
  setenv("OMP_NUM_THREADS", "1", 1);
  return reproduce::reproduce(kFindings);
}
