// Lifts functions of vectors to kernels. A function F takes a vector of each of
// its F::kOperands operands, of which the first `arrays` are arrays; the others
// are one element each. `lifted` serves elements that are computed in their own
// type; the others widen 16-bit floats in registers and round the result once.
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
#include <cstring>

#include "optimized/vectors/lanes-inl.h"
#include "optimized/vectors/narrow-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Returns F of the vectors of its operands: load(k) for the first `arrays`, and
// repeated[k] for the others.
template <class F, std::size_t arrays, class D, typename Load>
HWY_INLINE hn::Vec<D> applied(D d, const hn::Vec<D>* repeated, Load load) {
  const auto operand = [&](std::size_t k) HWY_ATTR {
    return k < arrays ? load(k) : repeated[k];
  };
  if constexpr (F::kOperands == 1)
    return F()(d, operand(0));
  else if constexpr (F::kOperands == 2)
    return F()(d, operand(0), operand(1));
  else
    return F()(d, operand(0), operand(1), operand(2));
}

// Returns the element that operand k repeats.
template <typename T>
T element_of(const std::byte* const* in, std::size_t k) {
  T element;
  std::memcpy(&element, in[k], sizeof(T));
  return element;
}

template <typename T, class F, std::size_t arrays = F::kOperands>
void lifted(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const hn::ScalableTag<T> d;
  hn::Vec<decltype(d)> repeated[F::kOperands];
  for (std::size_t k = arrays; k < F::kOperands; ++k)
    repeated[k] = hn::Set(d, element_of<T>(in, k));
  in_vectors<arrays>(
      d, out, in, count, [&](const T* const* x, std::size_t i) HWY_ATTR {
        return applied<F, arrays>(d, repeated, [&](std::size_t k) HWY_ATTR {
          return hn::LoadU(d, x[k] + i);
        });
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
template <class F, std::size_t arrays = F::kOperands>
void lifted_bfloat16(std::byte* out, const std::byte* const* in,
                     std::int64_t count) {
  const hn::ScalableTag<std::uint16_t> narrow;
  const hn::Repartition<float, decltype(narrow)> d;
  const hn::Repartition<std::uint32_t, decltype(narrow)> wide;
  hn::Vec<decltype(d)> repeated[F::kOperands];
  for (std::size_t k = arrays; k < F::kOperands; ++k) {
    const std::uint32_t bits = element_of<std::uint16_t>(in, k);
    repeated[k] = hn::BitCast(d, hn::Set(wide, bits << 16));
  }
  in_vectors<arrays>(
      narrow, out, in, count,
      [&](const std::uint16_t* const* x, std::size_t i) HWY_ATTR {
        const auto pairs = [&](std::size_t k) HWY_ATTR {
          return hn::BitCast(wide, hn::LoadU(narrow, x[k] + i));
        };
        const auto even =
            applied<F, arrays>(d, repeated, [&](std::size_t k) HWY_ATTR {
              return hn::BitCast(d, hn::ShiftLeft<16>(pairs(k)));
            });
        const auto odd =
            applied<F, arrays>(d, repeated, [&](std::size_t k) HWY_ATTR {
              const auto upper = hn::Set(wide, 0xffff0000u);
              return hn::BitCast(d, hn::And(pairs(k), upper));
            });
        return rounded_pairs(d, even, odd);
      });
}
#endif

#if HWY_TARGET <= HWY_AVX2
template <class F, std::size_t arrays = F::kOperands>
void lifted_float16(std::byte* out, const std::byte* const* in,
                    std::int64_t count) {
  const hn::ScalableTag<float> d;
  const NarrowTag<decltype(d)> narrow;
  hn::Vec<decltype(d)> repeated[F::kOperands];
  for (std::size_t k = arrays; k < F::kOperands; ++k)
    repeated[k] = Float16Lanes::widened(
        d, hn::Set(narrow, element_of<std::uint16_t>(in, k)));
  in_vectors<arrays>(
      narrow, out, in, count,
      [&](const std::uint16_t* const* x, std::size_t i) HWY_ATTR {
        return Float16Lanes::narrowed(
            d, applied<F, arrays>(d, repeated, [&](std::size_t k) HWY_ATTR {
              return Float16Lanes::widened(d, hn::LoadU(narrow, x[k] + i));
            }));
      });
}
#endif

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
