// Has the elementwise ops that are one function of Eigen's arrays. The backend
// derives from this class, and its claims follow from the types here.
#pragma once

#include <unsupported/Eigen/SpecialFunctions>

#include "adapters/eigen/eigen_arrays.h"

namespace assay_eigen {

using assay::Array;

class Elementwise {
 public:
#define ASSAY_UNARY(op, Kind, expression)                   \
  template <Kind T>                                         \
  void op(Array<T> out, Array<const T> x) {                 \
    each([](const auto& v) { return expression; }, out, x); \
  }
#define ASSAY_BINARY(op, Kind, expression)                                    \
  template <Kind T>                                                           \
  void op(Array<T> out, Array<const T> a, Array<const T> b) {                 \
    each([](const auto& v, const auto& w) { return expression; }, out, a, b); \
  }
#define ASSAY_COMPARISON(op, Kind, operation)                                \
  template <Kind T>                                                          \
  void op(Array<bool> out, Array<const T> a, Array<const T> b) {             \
    each([](const auto& v, const auto& w) { return v operation w; }, out, a, \
         b);                                                                 \
  }

  ASSAY_BINARY(add, Number, v + w)
  ASSAY_BINARY(sub, Number, v - w)
  ASSAY_BINARY(mul, Number, v* w)
  ASSAY_BINARY(div, Number, v / w)
  ASSAY_BINARY(pow, Number, v.pow(w))
  ASSAY_BINARY(and_, std::same_as<bool>, v&& w)
  ASSAY_BINARY(or_, std::same_as<bool>, v || w)
  ASSAY_BINARY(xor_, std::same_as<bool>, v ^ w)

  ASSAY_UNARY(neg, Number, -v)
  ASSAY_UNARY(recip, Number, v.inverse())
  ASSAY_UNARY(abs, Real, v.abs())
  ASSAY_UNARY(sign, Number, v.sign())
  ASSAY_UNARY(ceil, Floating, v.ceil())
  ASSAY_UNARY(floor, Floating, v.floor())
  ASSAY_UNARY(round, Floating, v.round())
  ASSAY_UNARY(sqrt, Inexact, v.sqrt())
  ASSAY_UNARY(rsqrt, Inexact, v.rsqrt())
  ASSAY_UNARY(exp, Inexact, v.exp())
  ASSAY_UNARY(expm1, Inexact, v.expm1())
  ASSAY_UNARY(log, Inexact, v.log())
  ASSAY_UNARY(log1p, Inexact, v.log1p())
  ASSAY_UNARY(sin, Inexact, v.sin())
  ASSAY_UNARY(cos, Inexact, v.cos())
  ASSAY_UNARY(tan, Inexact, v.tan())
  ASSAY_UNARY(asin, Floating, v.asin())
  ASSAY_UNARY(acos, Floating, v.acos())
  ASSAY_UNARY(atan, Floating, v.atan())
  ASSAY_UNARY(sinh, Inexact, v.sinh())
  ASSAY_UNARY(cosh, Inexact, v.cosh())
  ASSAY_UNARY(tanh, Inexact, v.tanh())
  ASSAY_UNARY(asinh, Floating, v.asinh())
  ASSAY_UNARY(acosh, Floating, v.acosh())
  ASSAY_UNARY(atanh, Floating, v.atanh())
  ASSAY_UNARY(erf, Floating, v.erf())
  ASSAY_UNARY(sigmoid, Floating, v.logistic())
  ASSAY_UNARY(conj, Complex, v.conjugate())
  ASSAY_UNARY(bitwise_not, std::same_as<bool>, !v)

  ASSAY_COMPARISON(cmpeq, Element, ==)
  ASSAY_COMPARISON(cmpne, Element, !=)
  ASSAY_COMPARISON(cmplt, Ordered, <)
  ASSAY_COMPARISON(cmple, Ordered, <=)
  ASSAY_COMPARISON(cmpgt, Ordered, >)
  ASSAY_COMPARISON(cmpge, Ordered, >=)

#undef ASSAY_UNARY
#undef ASSAY_BINARY
#undef ASSAY_COMPARISON

  template <Complex T>
  void abs_real(Array<typename T::value_type> out, Array<const T> x) {
    each([](const auto& v) { return v.abs(); }, out, x);
  }
  template <Floating T>
  void is_nan(Array<bool> out, Array<const T> x) {
    each([](const auto& v) { return v.isNaN(); }, out, x);
  }
  template <Floating T>
  void is_inf(Array<bool> out, Array<const T> x) {
    each([](const auto& v) { return v.isInf(); }, out, x);
  }
  template <Element T>
  void where(Array<T> out, Array<const bool> condition, Array<const T> if_true,
             Array<const T> if_false) {
    each([](const auto& c, const auto& v,
            const auto& w) { return c.select(v, w); },
         out, condition, if_true, if_false);
  }
};

}  // namespace assay_eigen
