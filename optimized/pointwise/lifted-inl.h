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
// Rounds two vectors of float to bfloat16, ties to even, and puts the results
// at even and at odd places. The bits of each NaN below its upper half have to
// be zero, as those of a widened operand and of the processor's own NaN are.
template <class D, class V>
HWY_INLINE auto rounded_pairs(D d, V even, V odd) {
  const hn::Repartition<std::uint16_t, D> narrow;
  const hn::RebindToUnsigned<D> wide;
  const auto even_bits = hn::BitCast(wide, even);
  const auto odd_bits = hn::BitCast(wide, odd);
  const auto high =
      hn::OddEven(hn::BitCast(narrow, odd_bits),
                  hn::BitCast(narrow, hn::ShiftRight<16>(even_bits)));
  const auto low = hn::OddEven(hn::BitCast(narrow, hn::ShiftLeft<16>(odd_bits)),
                               hn::BitCast(narrow, even_bits));
  const auto one = hn::Set(narrow, std::uint16_t{1});
  const auto rest = hn::OrAnd(low, high, one);
  return hn::IfThenElse(hn::Gt(rest, hn::Set(narrow, std::uint16_t{0x8000})),
                        hn::Add(high, one), high);
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
        return rounded_pairs(d, even, odd);
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
