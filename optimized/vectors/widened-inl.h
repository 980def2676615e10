// The loops of functions of doubles and floats. Floats may be computed on
// vectors of double and rounded once: an error of 0.5 ulp but for what the
// double lacks. Included once per target.
#if defined(ASSAY_OPTIMIZED_WIDENED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_WIDENED_INL_H_
#undef ASSAY_OPTIMIZED_WIDENED_INL_H_
#else
#define ASSAY_OPTIMIZED_WIDENED_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "optimized/vectors/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The float nearest to each double, infinities included.
template <class D, class V>
HWY_INLINE auto rounded(D df, V x) {
#if HWY_TARGET == HWY_SCALAR  // where DemoteTo makes infinity a finite number
  return hn::Set(df, static_cast<float>(hn::GetLane(x)));
#else
  return hn::DemoteTo(df, x);
#endif
}

// out[i] = f(d, in[0][i], …) rounded, for i < count, where f takes and returns
// vectors of double.
template <std::size_t operands, typename F>
void transform_via_double(std::byte* out, const std::byte* const* in,
                          std::int64_t count, F f) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> df;
  in_vectors<operands>(
      df, out, in, count, [&](const float* const* x, std::size_t i) HWY_ATTR {
        const auto a = hn::PromoteTo(d, hn::LoadU(df, x[0] + i));
        if constexpr (operands == 1)
          return rounded(df, f(d, a));
        else
          return rounded(df,
                         f(d, a, hn::PromoteTo(d, hn::LoadU(df, x[1] + i))));
      });
}

// The kernels of a function F of vectors: of doubles for doubles, of doubles
// for floats, and of floats for floats.
template <std::size_t operands, typename F>
void in_double(std::byte* out, const std::byte* const* in, std::int64_t count) {
  transform<double, operands>(out, in, count, F());
}
template <std::size_t operands, typename F>
void via_double(std::byte* out, const std::byte* const* in,
                std::int64_t count) {
  transform_via_double<operands>(out, in, count, F());
}
template <std::size_t operands, typename F>
void in_float(std::byte* out, const std::byte* const* in, std::int64_t count) {
  transform<float, operands>(out, in, count, F());
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
