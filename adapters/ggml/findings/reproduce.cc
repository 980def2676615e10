// Reproduces each crash and each wrong value of ggml's CPU backend that the
// expectations list, with ggml alone. Each function has one finding. Prints a
// line for each: shown, gone, or OTHERWISE.
#include "adapters/reproduce/reproduce.h"

#include <ggml-backend.h>
#include <ggml-cpu.h>
#include <ggml.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

ggml_context* context() {
  static ggml_context* const made = ggml_init({1 << 20, nullptr, false});
  return made;
}

// Makes a tensor of float32 with up to three axes, the fastest one first.
ggml_tensor* tensor(std::vector<float> elements, int n0, int n1 = 1,
                    int n2 = 1) {
  ggml_tensor* made = ggml_new_tensor_3d(context(), GGML_TYPE_F32, n0, n1, n2);
  std::copy(elements.begin(), elements.end(), static_cast<float*>(made->data));
  return made;
}

ggml_tensor* computed(ggml_tensor* node) {
  ggml_cgraph* graph = ggml_new_graph(context());
  ggml_build_forward_expand(graph, node);
  ggml_graph_compute_with_ctx(context(), graph, 1);
  return node;
}

// Computes a node and returns its elements as text.
std::string text(ggml_tensor* node) {
  computed(node);
  std::string all;
  for (int i = 0; i < ggml_nelements(node); ++i) {
    char number[32];
    const float x = ggml_get_f32_1d(node, i);
    std::snprintf(number, sizeof number, "%s%.9g", i == 0 ? "" : " ",
                  std::isnan(x) ? NAN : double{x});
    all += number;
  }
  return all;
}

std::string product_of_nothing() {
  return text(ggml_mul_mat(context(), tensor({}, 0, 3), tensor({}, 0, 4)));
}
std::string outer_product_of_nothing() {
  return text(ggml_out_prod(context(), tensor({}, 0, 1), tensor({1}, 1, 1)));
}

std::string gelu_of_bfloat16() {
  ggml_tensor* x = ggml_new_tensor_1d(context(), GGML_TYPE_BF16, 1);
  ggml_set_f32(x, 0);
  ggml_tensor* node = ggml_gelu_erf(context(), x);
  const bool has = ggml_backend_supports_op(ggml_backend_cpu_init(), node);
  return has ? text(node) : "not supported";
}

std::string argmax_of_equal() {
  return text(ggml_argmax(context(), tensor({2, 2}, 2)));
}

// Two samples of three elements, and two channels out that multiply by 1 and
// by 10.
std::string conv_1d_of_two_samples() {
  ggml_tensor* kernel = tensor({1, 10}, 1, 1, 2);
  ggml_tensor* x = tensor({1, 2, 3, 4, 5, 6}, 3, 1, 2);
  return text(ggml_conv_1d(context(), kernel, x, 1, 0, 1));
}

std::string conv_1d_of_float32() {
  ggml_tensor* x = tensor({1.00048828125F}, 1);
  return text(ggml_conv_1d(context(), tensor({1}, 1), x, 1, 0, 1));
}

std::string conv_1d_of_large() {
  ggml_tensor* x = tensor({70000}, 1);
  return text(ggml_conv_1d(context(), tensor({1}, 1), x, 1, 0, 1));
}

// Two matrices of two ascending rows, with two descending rows between them.
std::string argsort_of_apart() {
  ggml_tensor* all = tensor({0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1}, 2, 6);
  ggml_tensor* x = ggml_view_3d(context(), all, 2, 2, 2, 8, 32, 0);
  return text(ggml_argsort(context(), x, GGML_SORT_ORDER_ASC));
}

std::string bilinear_of_infinity() {
  ggml_tensor* y = ggml_interpolate(context(), tensor({INFINITY, 0}, 2), 4, 1,
                                    1, 1, GGML_SCALE_MODE_BILINEAR);
  return text(y);
}

std::string attention_of_nothing() {
  const auto none = [] {
    return ggml_new_tensor_4d(context(), GGML_TYPE_F32, 4, 4, 1, 0);
  };
  return text(
      ggml_flash_attn_ext(context(), none(), none(), none(), nullptr, 1, 0, 0));
}

std::string relu_of_nan() {
  return text(ggml_relu(context(), tensor({NAN}, 1)));
}
std::string leaky_relu_of_nan() {
  return text(ggml_leaky_relu(context(), tensor({NAN}, 1), 0.5F, false));
}
std::string clamp_of_nan() {
  return text(ggml_clamp(context(), tensor({NAN}, 1), -1, 1));
}

std::string expm1_of_small() {
  return text(ggml_expm1(context(), tensor({-0x1p-30F}, 1)));
}
std::string expm1_of_zero() {
  return text(ggml_expm1(context(), tensor({-0.0F}, 1)));
}

constexpr reproduce::Finding kFindings[] = {
    {"mul_mat: an inner extent of 0 ends the process", product_of_nothing,
     "0 0 0 0 0 0 0 0 0 0 0 0", "killed by signal 6"},
    {"out_prod: a matrix without columns ends the process",
     outer_product_of_nothing, "", "killed by signal 6"},
    {"gelu_erf of bfloat16, which is reported as supported, ends the process",
     gelu_of_bfloat16, "not supported", "killed by signal 6"},
    {"argmax returns the last of equal elements", argmax_of_equal, "0", "1"},
    {"conv_1d mixes samples and channels", conv_1d_of_two_samples,
     "1 2 3 10 20 30 4 5 6 40 50 60", "1 2 3 4 5 6 10 20 30 40 50 60"},
    {"conv_1d rounds float32 to float16", conv_1d_of_float32, "1.00048828",
     "1"},
    {"conv_1d of 70000 is infinite", conv_1d_of_large, "70000", "inf"},
    {"argsort ignores strides beyond the rows", argsort_of_apart,
     "0 1 0 1 0 1 0 1", "0 1 0 1 1 0 1 0"},
    {"bilinear interpolation multiplies infinity by 0", bilinear_of_infinity,
     "inf inf inf 0", "nan nan nan 0"},
    {"flash_attn_ext without samples ends the process", attention_of_nothing,
     "", "killed by signal 8"},
    {"relu(NaN) is 0", relu_of_nan, "nan", "0"},
    {"leaky_relu(NaN) is 0", leaky_relu_of_nan, "nan", "0"},
    {"clamp(NaN) is a bound", clamp_of_nan, "nan", "1"},
    {"expm1 of a small number is 0", expm1_of_small, "-9.31322575e-10", "0"},
    {"expm1(-0) is 0", expm1_of_zero, "-0", "0"},
};

}  // namespace

int main() {
  setenv("GGML_NO_BACKTRACE", "1", 1);  // else ggml starts a debugger
  ggml_cpu_init();
  return reproduce::reproduce(kFindings);
}
