// Functions that are not plain IEEE arithmetic: the vector kernels of the
// families, and the C library's functions of double, lane by lane, for what
// has none. A float is computed as a double and rounded once, which rounds
// correctly except next to a tie. Tested by tests/optimized/math_test.cc.
#include <cmath>

#include "optimized/elementwise.h"
#include "optimized/transcendental.h"

namespace assay::optimized {
namespace {

using Unary = double (*)(double);
using Binary = double (*)(double, double);

template <typename T, Unary f>
void each(std::byte* out, const std::byte* const* in, std::int64_t count) {
  T* to = reinterpret_cast<T*>(out);
  const T* x = reinterpret_cast<const T*>(in[0]);
  for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<T>(f(x[i]));
}

template <typename T, Binary f>
void each_pair(std::byte* out, const std::byte* const* in, std::int64_t count) {
  T* to = reinterpret_cast<T*>(out);
  const T* x = reinterpret_cast<const T*>(in[0]);
  const T* y = reinterpret_cast<const T*>(in[1]);
  for (std::int64_t i = 0; i < count; ++i)
    to[i] = static_cast<T>(f(x[i], y[i]));
}

template <typename T>
Kernel kernel_of(Op op) {
  if (op == "exp"_op) return &each<T, std::exp>;
  if (op == "log"_op) return &each<T, std::log>;
  if (op == "sin"_op) return &each<T, std::sin>;
  if (op == "cos"_op) return &each<T, std::cos>;
  if (op == "tan"_op) return &each<T, std::tan>;
  if (op == "asin"_op) return &each<T, std::asin>;
  if (op == "acos"_op) return &each<T, std::acos>;
  if (op == "atan"_op) return &each<T, std::atan>;
  if (op == "sinh"_op) return &each<T, std::sinh>;
  if (op == "cosh"_op) return &each<T, std::cosh>;
  if (op == "tanh"_op) return &each<T, std::tanh>;
  if (op == "erf"_op) return &each<T, std::erf>;
  if (op == "pow"_op) return &each_pair<T, std::pow>;
  if (op == "atan2"_op) return &each_pair<T, std::atan2>;
  if (op == "mod"_op) return &each_pair<T, std::fmod>;
  return nullptr;
}

}  // namespace

Kernel transcendental_kernel(Op op, DType compute) {
  const bool is_double = compute == DType::kFloat64;
  if (!is_double && compute != DType::kFloat32) return nullptr;
  for (const auto find : {exponential_kernel, trigonometric_kernel})
    if (const Kernel kernel = find(op, is_double)) return kernel;
  return is_double ? kernel_of<double>(op) : kernel_of<float>(op);
}

}  // namespace assay::optimized
