// Provides the loop for questions about elements, whose answers are bytes of 0
// and 1.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_ANSWERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_ANSWERS_INL_H_
#undef ASSAY_OPTIMIZED_ANSWERS_INL_H_
#else
#define ASSAY_OPTIMIZED_ANSWERS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "optimized/vectors/lines_ahead-inl.h"
#include "optimized/vectors/pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Stores the answers Question()(x[i]), or Question()(x[i], y[i]), for i <
// count. Question::lanes(d, x) and lanes(d, x, y) answer for vectors, if the
// target has masks with a bit for each lane.
template <class Question, typename T, std::size_t operands>
void store_answers(std::byte* out, const std::byte* const* in,
                   std::int64_t count) {
  static_assert(operands == 1 || operands == 2);
  const T* x = reinterpret_cast<const T*>(in[0]);
  const T* y = reinterpret_cast<const T*>(in[operands - 1]);
  auto* to = reinterpret_cast<std::uint8_t*>(out);
  const auto answer = [=](std::int64_t i) HWY_ATTR {
    if constexpr (operands == 1)
      return static_cast<std::uint8_t>(Question()(x[i]));
    else
      return static_cast<std::uint8_t>(Question()(x[i], y[i]));
  };
  std::int64_t i = 0;
#if HWY_TARGET <= HWY_AVX3
  // The masks of the elements that fill a vector of bytes are joined. Lines of
  // answers about operands that no cache keeps would have to be read before
  // they are stored there.
  constexpr int kAnswers = 64;
  constexpr int kLanes = kAnswers / sizeof(T);
  const hn::ScalableTag<std::uint8_t> d8;
  const hn::ScalableTag<T> d;
  const auto one = hn::Set(d8, std::uint8_t{1});
  const bool past = goes_past_caches(count * std::int64_t{sizeof(T)});
  if (past)
    for (;
         i < count && reinterpret_cast<std::uintptr_t>(to + i) % kAnswers != 0;
         ++i)
      to[i] = answer(i);
  for (; i + kAnswers <= count; i += kAnswers) {
    if (!past) fetch_result(to, static_cast<std::size_t>(i));
    std::uint64_t bits = 0;
#pragma GCC unroll 8
    for (int k = 0; k < kAnswers; k += kLanes) {
      fetch_operand(x, static_cast<std::size_t>(i + k));
      const auto a = hn::LoadU(d, x + i + k);
      hn::Mask<decltype(d)> answers;
      if constexpr (operands == 1) {
        answers = Question::lanes(d, a);
      } else {
        fetch_operand(y, static_cast<std::size_t>(i + k));
        answers = Question::lanes(d, a, hn::LoadU(d, y + i + k));
      }
      bits |= std::uint64_t{answers.raw} << k;
    }
    const auto all = hn::IfThenElseZero(hn::Mask<decltype(d8)>{bits}, one);
    if (past)
      hn::Stream(all, d8, to + i);
    else
      hn::StoreU(all, d8, to + i);
  }
  if (past) end_past_caches();
#endif
  each_element(to + i, count - i,
               [=](std::int64_t k) HWY_ATTR { return answer(i + k); });
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
