// The loop of functions of float that are computed on vectors of double and
// rounded once: an error of 0.5 ulp but for what the double lacks.
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
#include <cstring>

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
// vectors of double. As `transform` of lanes-inl.h otherwise.
template <std::size_t operands, typename F>
void transform_widened(std::byte* out, const std::byte* const* in,
                       std::int64_t count, F f) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> df;
  const std::size_t lanes = hn::Lanes(d);
  const auto size = static_cast<std::size_t>(count);
  float* to = reinterpret_cast<float*>(out);
  const float* from[operands];
  for (std::size_t k = 0; k < operands; ++k)
    from[k] = reinterpret_cast<const float*>(in[k]);
  const auto step = [&](const float* const* x, std::size_t i) HWY_ATTR {
    const auto a = hn::PromoteTo(d, hn::LoadU(df, x[0] + i));
    if constexpr (operands == 1)
      return rounded(df, f(d, a));
    else
      return rounded(df, f(d, a, hn::PromoteTo(d, hn::LoadU(df, x[1] + i))));
  };
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) hn::StoreU(step(from, i), df, to + i);
  if (lanes == 1 || i >= size) return;
  const std::size_t tail = (size - i) * sizeof(float);
  HWY_ALIGN float last[operands + 1][HWY_MAX_BYTES / sizeof(double)];
  const float* ends[operands];
  for (std::size_t k = 0; k < operands; ++k) {
    for (std::size_t lane = 0; lane < lanes; ++lane) last[k][lane] = 1;
    std::memcpy(last[k], from[k] + i, tail);
    ends[k] = last[k];
  }
  hn::StoreU(step(ends, 0), df, last[operands]);
  std::memcpy(to + i, last[operands], tail);
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
