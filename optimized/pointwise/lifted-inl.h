// Lifts functions of vectors to kernels. A function F takes a vector of each of
// its F::kOperands operands. `lifted` serves elements that are computed in
// their own type; `lifted_narrow` widens 16-bit floats in registers and rounds
// the result once.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_LIFTED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_LIFTED_INL_H_
#undef ASSAY_OPTIMIZED_LIFTED_INL_H_
#else
#define ASSAY_OPTIMIZED_LIFTED_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "optimized/vectors/lanes-inl.h"
#include "optimized/vectors/narrow-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Returns F of the vectors that load(k) returns.
template <class F, class D, typename Load>
HWY_INLINE hn::Vec<D> applied(D d, Load load) {
  if constexpr (F::kOperands == 1)
    return F()(d, load(0));
  else if constexpr (F::kOperands == 2)
    return F()(d, load(0), load(1));
  else
    return F()(d, load(0), load(1), load(2));
}

template <typename T, class F>
void lifted(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const hn::ScalableTag<T> d;
  in_vectors<F::kOperands>(
      d, out, in, count, [&](const T* const* x, std::size_t i) HWY_ATTR {
        return applied<F>(
            d, [&](std::size_t k) HWY_ATTR { return hn::LoadU(d, x[k] + i); });
      });
}

#if HWY_TARGET != HWY_SCALAR
// N is Bfloat16Lanes or Float16Lanes.
template <class N, class F>
void lifted_narrow(std::byte* out, const std::byte* const* in,
                   std::int64_t count) {
  const hn::ScalableTag<float> d;
  const NarrowTag<decltype(d)> narrow;
  in_vectors<F::kOperands>(
      narrow, out, in, count,
      [&](const std::uint16_t* const* x, std::size_t i) HWY_ATTR {
        return N::narrowed(d, applied<F>(d, [&](std::size_t k) HWY_ATTR {
                             return N::widened(d, hn::LoadU(narrow, x[k] + i));
                           }));
      });
}
#endif

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
