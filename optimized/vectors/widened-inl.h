// Provides the three loops that functions are lifted with. in_double and
// in_float compute in the type of the elements. via_double computes floats on
// vectors of double and rounds once, so the error is 0.5 ulp plus what the
// double lacks.
// Included once per target.
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

// Returns the float nearest to each double; what is too large becomes infinite.
template <class D, class V>
HWY_INLINE auto rounded(D df, V x) {
#if HWY_TARGET == HWY_SCALAR  // DemoteTo makes infinity finite
  return hn::Set(df, static_cast<float>(hn::GetLane(x)));
#else
  return hn::DemoteTo(df, x);
#endif
}

#if HWY_TARGET != HWY_SCALAR
// Applies f, a function of vectors of double, to both halves of vectors of
// float.
template <class D, typename F, class... V>
HWY_INLINE hn::Vec<D> by_halves(D d, F f, V... x) {
  const hn::Repartition<double, D> wide;
  const hn::Half<D> half;
  const auto low = f(wide, hn::PromoteTo(wide, hn::LowerHalf(half, x))...);
  const auto high = f(wide, hn::PromoteTo(wide, hn::UpperHalf(half, x))...);
  return hn::Combine(d, rounded(half, high), rounded(half, low));
}
#endif

// Stores out[i] = f(d, in[0][i], …), rounded to float, for i < count. f takes
// and returns vectors of double.
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

// The kernels of a function F of vectors, named after the type it computes in:
// doubles in double, floats via double, floats in float.
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
