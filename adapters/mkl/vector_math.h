// Has the elementwise ops that are one function of MKL's vector mathematics.
// The backend derives from this class. All calls are the strided forms, which
// take increments of any sign and zero.
#pragma once

#include "adapters/mkl/mkl_calls.h"

namespace assay_mkl {

// Declares a function object that calls the form of a function for its type.
#define ASSAY_FORM(prefix, name, T)                                 \
  void operator()(auto n, const T* a, auto i, auto... more) const { \
    v##prefix##name##I(n, a, i, more...);                           \
  }
#define ASSAY_REAL(name)        \
  inline constexpr struct {     \
    ASSAY_FORM(s, name, float)  \
    ASSAY_FORM(d, name, double) \
  } k##name
#define ASSAY_BOTH(name)                      \
  inline constexpr struct {                   \
    ASSAY_FORM(s, name, float)                \
    ASSAY_FORM(d, name, double)               \
    ASSAY_FORM(c, name, std::complex<float>)  \
    ASSAY_FORM(z, name, std::complex<double>) \
  } k##name

ASSAY_BOTH(Add);
ASSAY_BOTH(Sub);
ASSAY_BOTH(Mul);
ASSAY_BOTH(Div);
ASSAY_BOTH(Pow);
ASSAY_BOTH(Abs);
ASSAY_BOTH(Sqrt);
ASSAY_BOTH(Exp);
ASSAY_BOTH(Ln);
ASSAY_BOTH(Sin);
ASSAY_BOTH(Cos);
ASSAY_BOTH(Tan);
ASSAY_BOTH(Asin);
ASSAY_BOTH(Acos);
ASSAY_BOTH(Atan);
ASSAY_BOTH(Sinh);
ASSAY_BOTH(Cosh);
ASSAY_BOTH(Tanh);
ASSAY_REAL(Asinh);
ASSAY_REAL(Acosh);
ASSAY_REAL(Atanh);
ASSAY_REAL(Fmod);
ASSAY_REAL(Fmax);
ASSAY_REAL(Fmin);
ASSAY_REAL(Atan2);
ASSAY_REAL(Hypot);
ASSAY_REAL(Inv);
ASSAY_REAL(InvSqrt);
ASSAY_REAL(Expm1);
ASSAY_REAL(Log1p);
ASSAY_REAL(Erf);
ASSAY_REAL(Floor);
ASSAY_REAL(Ceil);
ASSAY_REAL(Trunc);
ASSAY_REAL(Round);
inline constexpr struct {
  void operator()(auto n, const std::complex<float>* a, auto i,
                  auto... more) const {
    vcConjI(n, a, i, more...);
  }
  void operator()(auto n, const std::complex<double>* a, auto i,
                  auto... more) const {
    vzConjI(n, a, i, more...);
  }
} kConj;

#undef ASSAY_FORM
#undef ASSAY_REAL
#undef ASSAY_BOTH

class VectorMath {
 public:
#define ASSAY_UNARY(op, Kind, function)     \
  template <Kind T>                         \
  void op(Array<T> out, Array<const T> x) { \
    each(function, out, x);                 \
  }
#define ASSAY_BINARY(op, Kind, function)                      \
  template <Kind T>                                           \
  void op(Array<T> out, Array<const T> a, Array<const T> b) { \
    each(function, out, a, b);                                \
  }

  ASSAY_BINARY(add, Number, kAdd)
  ASSAY_BINARY(sub, Number, kSub)
  ASSAY_BINARY(mul, Number, kMul)
  ASSAY_BINARY(div, Number, kDiv)
  ASSAY_BINARY(pow, Number, kPow)
  ASSAY_BINARY(mod, Real, kFmod)
  ASSAY_BINARY(max, Real, kFmax)
  ASSAY_BINARY(min, Real, kFmin)
  ASSAY_BINARY(atan2, Real, kAtan2)
  ASSAY_BINARY(hypot, Real, kHypot)
  ASSAY_UNARY(abs, Real, kAbs)
  ASSAY_UNARY(recip, Real, kInv)
  ASSAY_UNARY(sqrt, Number, kSqrt)
  ASSAY_UNARY(rsqrt, Real, kInvSqrt)
  ASSAY_UNARY(exp, Number, kExp)
  ASSAY_UNARY(expm1, Real, kExpm1)
  ASSAY_UNARY(log, Number, kLn)
  ASSAY_UNARY(log1p, Real, kLog1p)
  ASSAY_UNARY(sin, Number, kSin)
  ASSAY_UNARY(cos, Number, kCos)
  ASSAY_UNARY(tan, Number, kTan)
  ASSAY_UNARY(asin, Number, kAsin)
  ASSAY_UNARY(acos, Number, kAcos)
  ASSAY_UNARY(atan, Number, kAtan)
  ASSAY_UNARY(sinh, Number, kSinh)
  ASSAY_UNARY(cosh, Number, kCosh)
  ASSAY_UNARY(tanh, Number, kTanh)
  ASSAY_UNARY(asinh, Real, kAsinh)
  ASSAY_UNARY(acosh, Real, kAcosh)
  ASSAY_UNARY(atanh, Real, kAtanh)
  ASSAY_UNARY(erf, Real, kErf)
  ASSAY_UNARY(floor, Real, kFloor)
  ASSAY_UNARY(ceil, Real, kCeil)
  ASSAY_UNARY(trunc, Real, kTrunc)
  ASSAY_UNARY(round, Real, kRound)
  ASSAY_UNARY(conj, Complex, kConj)

#undef ASSAY_UNARY
#undef ASSAY_BINARY

  template <Complex T>
  void abs_real(Array<typename T::value_type> out, Array<const T> x) {
    each(kAbs, out, x);
  }
};

}  // namespace assay_mkl
