// Computes log1p, the inverse hyperbolic functions and hypot on vectors of
// double, within 4 ulps. Floats are widened, so their results are nearly always
// the nearest float. log1p of floats is computed in float where log is.
// Tested by tests/optimized/pointwise_test.cc, and the suite on every target.
#include <type_traits>

#include "optimized/pointwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/pointwise/inverse_hyperbolic_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/functions/exponential_in_double-inl.h"
#include "optimized/functions/logarithm_in_float-inl.h"
#include "optimized/vectors/widened-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

using enum DType;

// Returns log(x) of a vector of doubles, or of floats if the target has it.
template <class D, class V>
HWY_INLINE V log_of_vector(D d, V x) {
#if HWY_NATIVE_FMA
  if constexpr (std::is_same_v<hn::TFromD<D>, float>) return LogInFloat()(d, x);
#endif
  if constexpr (std::is_same_v<hn::TFromD<D>, double>) return Log()(d, x);
}

// Returns log(u) + (x - (u - 1)) / u, where u is 1 + x as it was rounded. The
// second term is what the rounding left out.
struct LogOneMore {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    using T = hn::TFromD<D>;
    const V one = hn::Set(d, T(1));
    const V zero = hn::Zero(d);
    const V u = hn::Add(one, x);
    const V log = log_of_vector(d, u);
    const V rest = hn::Div(hn::Sub(x, hn::Sub(u, one)), u);
    // From 2^60 on there is no rest, and infinity would make it a NaN.
    const auto has_rest =
        hn::And(hn::Gt(u, zero), hn::Lt(u, hn::Set(d, T(0x1p60))));
    const V sum = hn::IfThenElse(has_rest, hn::Add(log, rest), log);
    return hn::IfThenElse(hn::Eq(x, zero), x, sum);
  }
};

// Above this number 1 no longer counts beside the square.
inline constexpr double kSquareEnd = 0x1p30;
inline constexpr double kLogOfTwo = 0.69314718055994530942;

// log1p(a + a² / (1 + √(a² + 1))) for a = |x|
struct Asinh {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V one = hn::Set(d, 1.0);
    const V end = hn::Set(d, kSquareEnd);
    const V a = hn::Abs(x);
    const auto is_far = hn::Gt(a, end);
    const V near = hn::IfThenElse(is_far, end, a);
    const V square = hn::Mul(near, near);
    const V root = hn::Sqrt(hn::Add(square, one));
    const V more = hn::Div(square, hn::Add(one, root));
    const V result = LogOneMore()(d, hn::Add(near, more));
    const V far = hn::Add(Log()(d, a), hn::Set(d, kLogOfTwo));
    return hn::CopySign(hn::IfThenElse(is_far, far, result), x);
  }
};

// log1p(t + √(t (t + 2))) for t = x - 1
struct Acosh {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V one = hn::Set(d, 1.0);
    const V end = hn::Set(d, kSquareEnd);
    const auto is_far = hn::Gt(x, end);
    const V t = hn::Sub(hn::IfThenElse(is_far, end, x), one);
    const V root = hn::Sqrt(hn::Mul(t, hn::Add(t, hn::Set(d, 2.0))));
    const V result = LogOneMore()(d, hn::Add(t, root));
    const V far = hn::Add(Log()(d, x), hn::Set(d, kLogOfTwo));
    return hn::IfThenElse(hn::Lt(x, one), hn::NaN(d),
                          hn::IfThenElse(is_far, far, result));
  }
};

// log1p(2a / (1 - a)) / 2 for a = |x|
struct Atanh {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V a = hn::Abs(x);
    const V ratio = hn::Div(hn::Add(a, a), hn::Sub(hn::Set(d, 1.0), a));
    return hn::CopySign(hn::Mul(hn::Set(d, 0.5), LogOneMore()(d, ratio)), x);
  }
};

// Operands whose squares leave the range are scaled by a power of two.
struct Hypot {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x, V y) const {
    const V a = hn::Abs(x);
    const V b = hn::Abs(y);
    const V high = hn::Set(d, 0x1p500);
    const V low = hn::Set(d, 0x1p-450);
    const auto is_large = hn::Or(hn::Gt(a, high), hn::Gt(b, high));
    const auto is_small = hn::And(hn::Lt(a, low), hn::Lt(b, low));
    const V shrink = hn::Set(d, 0x1p-600);
    const V grow = hn::Set(d, 0x1p600);
    const V one = hn::Set(d, 1.0);
    const V by =
        hn::IfThenElse(is_large, shrink, hn::IfThenElse(is_small, grow, one));
    const V back =
        hn::IfThenElse(is_large, grow, hn::IfThenElse(is_small, shrink, one));
    const V p = hn::Mul(a, by);
    const V q = hn::Mul(b, by);
    return hn::Mul(hn::Sqrt(hn::MulAdd(p, p, hn::Mul(q, q))), back);
  }
};

template <std::size_t operands, class F>
constexpr KernelRows<2> on(Op op) {
  return {{{op, kComputedAsFloat, &via_double<operands, F>},
           {op, DTypeSet{kFloat64}, &in_double<operands, F>}}};
}

#if HWY_NATIVE_FMA
constexpr KernelRows<1> kInFloat = {
    {{"log1p"_op, kComputedAsFloat, &in_float<1, LogOneMore>,
      Accuracy::kCore}}};
#else
constexpr KernelRows<1> kInFloat = {};  // computed in double
#endif

constexpr auto kRows =
    join_kernels(kInFloat, on<1, LogOneMore>("log1p"_op),
                 on<1, Asinh>("asinh"_op), on<1, Acosh>("acosh"_op),
                 on<1, Atanh>("atanh"_op), on<2, Hypot>("hypot"_op));

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(inverse_hyperbolic_kernel, Kernel)
