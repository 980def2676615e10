// Has the elementwise ops that are one function of xtensor.
#pragma once

#include <xtensor/xcomplex.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xoperation.hpp>

#include "adapters/xtensor/xtensor_arrays.h"

namespace assay_xtensor {

class Elementwise {
 public:
#define ASSAY_UNARY(op, Kind, expression)              \
  template <Kind T>                                    \
  void op(Array<T> out, Array<const T> x) {            \
    each([](auto&& v) { return expression; }, out, x); \
  }
#define ASSAY_TEST(op, Kind, expression)               \
  template <Kind T>                                    \
  void op(Array<bool> out, Array<const T> x) {         \
    each([](auto&& v) { return expression; }, out, x); \
  }
#define ASSAY_BINARY(op, Kind, expression)                          \
  template <Kind T>                                                 \
  void op(Array<T> out, Array<const T> a, Array<const T> b) {       \
    each([](auto&& v, auto&& w) { return expression; }, out, a, b); \
  }
#define ASSAY_COMPARISON(op, Kind, expression)                      \
  template <Kind T>                                                 \
  void op(Array<bool> out, Array<const T> a, Array<const T> b) {    \
    each([](auto&& v, auto&& w) { return expression; }, out, a, b); \
  }

  ASSAY_BINARY(add, Number, std::move(v) + std::move(w))
  ASSAY_BINARY(sub, Number, std::move(v) - std::move(w))
  ASSAY_BINARY(mul, Number, std::move(v) * std::move(w))
  ASSAY_BINARY(div, Number, std::move(v) / std::move(w))
  ASSAY_BINARY(pow, Floating, xt::pow(std::move(v), std::move(w)))
  ASSAY_BINARY(mod, Floating, xt::fmod(std::move(v), std::move(w)))
  ASSAY_BINARY(atan2, Floating, xt::atan2(std::move(v), std::move(w)))
  ASSAY_BINARY(hypot, Floating, xt::hypot(std::move(v), std::move(w)))
  ASSAY_BINARY(max, Real, xt::maximum(std::move(v), std::move(w)))
  ASSAY_BINARY(min, Real, xt::minimum(std::move(v), std::move(w)))
  ASSAY_BINARY(and_, Integer, std::move(v) & std::move(w))
  ASSAY_BINARY(or_, Integer, std::move(v) | std::move(w))
  ASSAY_BINARY(xor_, Integer, std::move(v) ^ std::move(w))

  ASSAY_UNARY(neg, Number, -std::move(v))
  ASSAY_UNARY(abs, Real, xt::abs(std::move(v)))
  ASSAY_UNARY(sign, Real, xt::sign(std::move(v)))
  ASSAY_UNARY(bitwise_not, Integer, ~std::move(v))
  ASSAY_UNARY(ceil, Floating, xt::ceil(std::move(v)))
  ASSAY_UNARY(floor, Floating, xt::floor(std::move(v)))
  ASSAY_UNARY(trunc, Floating, xt::trunc(std::move(v)))
  ASSAY_UNARY(round, Floating, xt::round(std::move(v)))
  ASSAY_UNARY(sqrt, Inexact, xt::sqrt(std::move(v)))
  ASSAY_UNARY(exp, Inexact, xt::exp(std::move(v)))
  ASSAY_UNARY(log, Inexact, xt::log(std::move(v)))
  ASSAY_UNARY(sin, Inexact, xt::sin(std::move(v)))
  ASSAY_UNARY(cos, Inexact, xt::cos(std::move(v)))
  ASSAY_UNARY(tan, Inexact, xt::tan(std::move(v)))
  ASSAY_UNARY(asin, Floating, xt::asin(std::move(v)))
  ASSAY_UNARY(acos, Floating, xt::acos(std::move(v)))
  ASSAY_UNARY(atan, Floating, xt::atan(std::move(v)))
  ASSAY_UNARY(sinh, Inexact, xt::sinh(std::move(v)))
  ASSAY_UNARY(cosh, Inexact, xt::cosh(std::move(v)))
  ASSAY_UNARY(tanh, Inexact, xt::tanh(std::move(v)))
  ASSAY_UNARY(asinh, Floating, xt::asinh(std::move(v)))
  ASSAY_UNARY(acosh, Floating, xt::acosh(std::move(v)))
  ASSAY_UNARY(atanh, Floating, xt::atanh(std::move(v)))
  ASSAY_UNARY(expm1, Floating, xt::expm1(std::move(v)))
  ASSAY_UNARY(log1p, Floating, xt::log1p(std::move(v)))
  ASSAY_UNARY(erf, Floating, xt::erf(std::move(v)))
  ASSAY_UNARY(conj, Complex, xt::conj(std::move(v)))
  ASSAY_TEST(is_nan, Floating, xt::isnan(std::move(v)))
  ASSAY_TEST(is_inf, Floating, xt::isinf(std::move(v)))

  ASSAY_COMPARISON(cmpeq, Element, xt::equal(std::move(v), std::move(w)))
  ASSAY_COMPARISON(cmpne, Element, xt::not_equal(std::move(v), std::move(w)))
  ASSAY_COMPARISON(cmplt, Ordered, xt::less(std::move(v), std::move(w)))
  ASSAY_COMPARISON(cmple, Ordered, xt::less_equal(std::move(v), std::move(w)))

#undef ASSAY_UNARY
#undef ASSAY_TEST
#undef ASSAY_BINARY
#undef ASSAY_COMPARISON

  template <Ordered T>
  void where(Array<T> out, Array<const bool> condition, Array<const T> if_true,
             Array<const T> if_false) {
    each(
        [](auto&& c, auto&& v, auto&& w) {
          return xt::where(std::move(c), std::move(v), std::move(w));
        },
        out, condition, if_true, if_false);
  }
};

}  // namespace assay_xtensor
