// Computes log1p, the inverse hyperbolic functions and hypot, within 4 ulps.
// With accuracy=core floats are computed in float where the target has fused
// products; otherwise they are widened to double, so that their results are
// nearly always the nearest float.
// Tested by tests/optimized/pointwise_test.cc, and the suite on every target.
#include <type_traits>

#include "optimized/pointwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/pointwise/inverse_hyperbolic_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/functions/exponential_in_double-inl.h"
#include "optimized/functions/logarithm_in_float-inl.h"
#include "optimized/functions/tables_in_double-inl.h"
#include "optimized/vectors/length-inl.h"
#include "optimized/vectors/widened-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

using enum DType;

// 1 + x as it was rounded, and what the rounding left out.
template <class D, class V>
HWY_INLINE Pair<V> one_more(D d, V x) {
  const V one = hn::Set(d, 1.0);
  const V u = hn::Add(one, x);
  return {u, hn::Sub(x, hn::Sub(u, one))};
}

template <class Logarithm>
struct LogOneMore {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const Pair<V> u = one_more(d, x);
    return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x,
                          Logarithm::of_sum(d, u.hi, u.lo));
  }
};

// Above this number 1 no longer counts beside the square.
inline constexpr double kSquareEnd = 0x1p30;
inline constexpr double kLogOfTwo = 0.69314718055994530942;

// Returns log(2x) where x `is_far`, and log(1 + y) elsewhere.
template <class Logarithm, class D, class V, class M>
HWY_INLINE V log_of_double_or_one_more(D d, M is_far, V x, V y) {
  const Pair<V> u = one_more(d, y);
  const V log = Logarithm::of_sum(d, hn::IfThenElse(is_far, x, u.hi),
                                  hn::IfThenZeroElse(is_far, u.lo));
  return hn::IfThenElse(is_far, hn::Add(log, hn::Set(d, kLogOfTwo)), log);
}

// Returns x / y, within 2 ulps, for y in the middle of the range.
template <class D, class V>
HWY_INLINE V quotient(D d, V x, V y) {
#if HWY_TARGET == HWY_AVX3
  // A step of Newton's method keeps the divider free for square roots.
  if constexpr (std::is_same_v<hn::TFromD<D>, float>) {
    const V inverse{_mm512_rcp14_ps(y.raw)};
    const V rough = hn::Mul(x, inverse);
    const V error = hn::NegMulAdd(y, inverse, hn::Set(d, 1.0f));
    return hn::MulAdd(rough, error, rough);
  }
#endif
  static_cast<void>(d);
  return hn::Div(x, y);
}

// log1p(a + a² / (1 + √(a² + 1))) for a = |x|
template <class Logarithm>
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
    const V more = quotient(d, square, hn::Add(one, root));
    const V log =
        log_of_double_or_one_more<Logarithm>(d, is_far, a, hn::Add(near, more));
    return hn::CopySign(log, x);
  }
};

// log1p(t + √(t (t + 2))) for t = x - 1
template <class Logarithm>
struct Acosh {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V one = hn::Set(d, 1.0);
    const V end = hn::Set(d, kSquareEnd);
    const auto is_far = hn::Gt(x, end);
    const V t = hn::Sub(hn::IfThenElse(is_far, end, x), one);
    const V root = hn::Sqrt(hn::Mul(t, hn::Add(t, hn::Set(d, 2.0))));
    const V log =
        log_of_double_or_one_more<Logarithm>(d, is_far, x, hn::Add(t, root));
    return hn::IfThenElse(hn::Lt(x, one), hn::NaN(d), log);
  }
};

// log1p(2a / (1 - a)) / 2 for a = |x|
template <class Logarithm>
struct Atanh {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const V a = hn::Abs(x);
    const V ratio = hn::Div(hn::Add(a, a), hn::Sub(hn::Set(d, 1.0), a));
    const Pair<V> u = one_more(d, ratio);
    return hn::CopySign(
        hn::Mul(hn::Set(d, 0.5), Logarithm::of_sum(d, u.hi, u.lo)), x);
  }
};

struct Hypot {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x, V y) const {
    return length(d, hn::Abs(x), hn::Abs(y));
  }
};

template <std::size_t operands, class F, class InFloat>
constexpr KernelRows<3> on(Op op) {
  return {
      {{op, kComputedAsFloat, &in_float<operands, InFloat>, Accuracy::kCore},
       {op, kComputedAsFloat, &via_double<operands, F>},
       {op, DTypeSet{kFloat64}, &in_double<operands, F>}}};
}

#if HWY_TARGET == HWY_AVX3
using LogInDouble = LogByTable;
#else
using LogInDouble = Log;
#endif

template <template <class> class F>
constexpr auto on_logarithms(Op op) {
#if HWY_NATIVE_FMA
  return on<1, F<LogInDouble>, F<LogInFloat>>(op);
#else
  return KernelRows<2>{{{op, kComputedAsFloat, &via_double<1, F<Log>>},
                        {op, DTypeSet{kFloat64}, &in_double<1, F<Log>>}}};
#endif
}

constexpr auto kInverseHyperbolicRows = join_kernels(
    on_logarithms<LogOneMore>("log1p"_op), on_logarithms<Asinh>("asinh"_op),
    on_logarithms<Acosh>("acosh"_op), on_logarithms<Atanh>("atanh"_op),
    on<2, Hypot, Hypot>("hypot"_op));

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(inverse_hyperbolic_kernel, Kernel, kInverseHyperbolicRows)
