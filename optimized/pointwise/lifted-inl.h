// Lifts functions of vectors to kernels. A function F takes a vector of each of
// its F::kOperands operands. `lifted` serves elements that are computed in
// their own type; the others widen 16-bit floats in registers and round the
// result once.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_LIFTED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_LIFTED_INL_H_
#undef ASSAY_OPTIMIZED_LIFTED_INL_H_
#else
#define ASSAY_OPTIMIZED_LIFTED_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
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
// Returns bits whose upper halves are the bfloat16 nearest to x.
template <class D, class V>
HWY_INLINE auto nearest_bfloat16(D d, V x) {
  const hn::RebindToUnsigned<D> du;
  // The one of hn::NaN() would become a zero.
  const V nan = hn::Set(d, std::bit_cast<float>(0x7fc00000u));
  const V number = hn::IfThenElse(hn::IsNaN(x), nan, x);
  const auto bits = hn::BitCast(du, number);
  const auto even = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1u));
  return hn::Add(hn::Add(bits, hn::Set(du, 0x7fffu)), even);
}

// Computes the elements at even and at odd places apart: either half of a pair
// is widened by one instruction, and no lanes have to cross.
template <class F>
void lifted_bfloat16(std::byte* out, const std::byte* const* in,
                     std::int64_t count) {
  const hn::ScalableTag<std::uint16_t> narrow;
  const hn::Repartition<float, decltype(narrow)> d;
  const hn::Repartition<std::uint32_t, decltype(narrow)> wide;
  in_vectors<F::kOperands>(
      narrow, out, in, count,
      [&](const std::uint16_t* const* x, std::size_t i) HWY_ATTR {
        const auto pairs = [&](std::size_t k) HWY_ATTR {
          return hn::BitCast(wide, hn::LoadU(narrow, x[k] + i));
        };
        const auto even = applied<F>(d, [&](std::size_t k) HWY_ATTR {
          return hn::BitCast(d, hn::ShiftLeft<16>(pairs(k)));
        });
        const auto odd = applied<F>(d, [&](std::size_t k) HWY_ATTR {
          const auto upper = hn::Set(wide, 0xffff0000u);
          return hn::BitCast(d, hn::And(pairs(k), upper));
        });
        return hn::OddEven(
            hn::BitCast(narrow, nearest_bfloat16(d, odd)),
            hn::BitCast(narrow, hn::ShiftRight<16>(nearest_bfloat16(d, even))));
      });
}
#endif

#if HWY_TARGET <= HWY_AVX2
template <class F>
void lifted_float16(std::byte* out, const std::byte* const* in,
                    std::int64_t count) {
  const hn::ScalableTag<float> d;
  const NarrowTag<decltype(d)> narrow;
  in_vectors<F::kOperands>(
      narrow, out, in, count,
      [&](const std::uint16_t* const* x, std::size_t i) HWY_ATTR {
        return Float16Lanes::narrowed(
            d, applied<F>(d, [&](std::size_t k) HWY_ATTR {
              return Float16Lanes::widened(d, hn::LoadU(narrow, x[k] + i));
            }));
      });
}
#endif

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
