// Has the table of functions that the C library computes in long double.
// Tested by tests/sweep/wide_function_test.cc.
#include "sweep/wide_function.h"

#include <cmath>
#include <limits>

#include "spec/op_table.h"

namespace assay {
namespace {

using Real = long double;

template <Real (*f)(Real)>
Real unary(double x, double) {
  return f(x);
}
Real power(double x, double y) {
  return std::pow(static_cast<Real>(x), static_cast<Real>(y));
}
Real angle(double y, double x) {
  return std::atan2(static_cast<Real>(y), static_cast<Real>(x));
}

Real reciprocal_root(double x, double) {
  return 1 / std::sqrt(static_cast<Real>(x));
}

}  // namespace

WideFunction wide_function(Op op) {
  if (std::numeric_limits<Real>::digits < 64) return nullptr;
  if (op == "exp"_op) return unary<std::exp>;
  if (op == "log"_op) return unary<std::log>;
  if (op == "sin"_op) return unary<std::sin>;
  if (op == "cos"_op) return unary<std::cos>;
  if (op == "tan"_op) return unary<std::tan>;
  if (op == "asin"_op) return unary<std::asin>;
  if (op == "acos"_op) return unary<std::acos>;
  if (op == "atan"_op) return unary<std::atan>;
  if (op == "sinh"_op) return unary<std::sinh>;
  if (op == "cosh"_op) return unary<std::cosh>;
  if (op == "tanh"_op) return unary<std::tanh>;
  if (op == "erf"_op) return unary<std::erf>;
  if (op == "expm1"_op) return unary<std::expm1>;
  if (op == "rsqrt"_op) return reciprocal_root;
  if (op == "pow"_op) return power;
  if (op == "atan2"_op) return angle;
  return nullptr;
}

}  // namespace assay
