// Implements Threefry-2x32 (Salmon, Moraes, Dror and Shaw, "Parallel random
// numbers: as easy as 1, 2, 3", SC 2011) on blocks of pairs. The words of the
// pairs are split into two plain arrays, and each round runs along them in
// vectors.
// Tested by the random family of the suite.
#include "optimized/arrays/random.h"

#include <cstdint>

#include "optimized/layout/element_bits.h"
#include "optimized/layout/parallel_axes.h"
#include "spec/sdk/host_memory.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/arrays/random.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

using Word = std::uint32_t;

// The pairs of a block, whose words and intermediate results stay in L1.
constexpr std::int64_t kPairs = 256;

// Stores x[i] = from[i * stride] and y[i] = from[i * stride + second].
HWY_INLINE void split(const Word* from, std::int64_t stride,
                      std::int64_t second, std::int64_t count, Word* x,
                      Word* y) {
  if (stride == 2 && second == 1) {
    for (std::int64_t i = 0; i < count; ++i) {
      x[i] = from[2 * i];
      y[i] = from[2 * i + 1];
    }
  } else {
    for (std::int64_t i = 0; i < count; ++i) {
      x[i] = from[i * stride];
      y[i] = from[i * stride + second];
    }
  }
}

template <int rotation>
HWY_INLINE void mix(Word& x, Word& y) {
  x += y;
  y = (y << rotation | y >> (32 - rotation)) ^ x;
}

// Computes `count` pairs, with strides between pairs and between the words of a
// pair.
void run_pairs(Word* out, const Word* key, const Word* counter,
               const std::int64_t* strides, const std::int64_t* seconds,
               std::int64_t count) {
  alignas(64) Word words[6][kPairs];
  for (std::int64_t first = 0; first < count; first += kPairs) {
    const std::int64_t some = std::min(kPairs, count - first);
    split(key + first * strides[1], strides[1], seconds[1], some, words[0],
          words[1]);
    split(counter + first * strides[2], strides[2], seconds[2], some, words[2],
          words[3]);
    for (std::int64_t i = 0; i < some; ++i) {
      const Word k0 = words[0][i];
      const Word k1 = words[1][i];
      const Word k2 = 0x1bd11bda ^ k0 ^ k1;
      Word x = words[2][i] + k0;
      Word y = words[3][i] + k1;
#define ASSAY_FOUR_ROUNDS(a, b, c, d, x_key, y_key, injection) \
  mix<a>(x, y);                                                \
  mix<b>(x, y);                                                \
  mix<c>(x, y);                                                \
  mix<d>(x, y);                                                \
  x += x_key;                                                  \
  y += y_key + injection
      ASSAY_FOUR_ROUNDS(13, 15, 26, 6, k1, k2, 1);
      ASSAY_FOUR_ROUNDS(17, 29, 16, 24, k2, k0, 2);
      ASSAY_FOUR_ROUNDS(13, 15, 26, 6, k0, k1, 3);
      ASSAY_FOUR_ROUNDS(17, 29, 16, 24, k1, k2, 4);
      ASSAY_FOUR_ROUNDS(13, 15, 26, 6, k2, k0, 5);
#undef ASSAY_FOUR_ROUNDS
      words[4][i] = x;
      words[5][i] = y;
    }
    Word* to = out + 2 * first;
    for (std::int64_t i = 0; i < some; ++i) {
      to[2 * i] = words[4][i];
      to[2 * i + 1] = words[5][i];
    }
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {
namespace {

HWY_EXPORT(run_pairs);

// Ranges of threads begin at multiples of this many pairs.
constexpr std::int64_t kUnit = 64;

// Returns the view of the first words of all pairs.
View first_words(const View& x) {
  const Shape shape(x.shape().begin(), x.shape().end() - 1);
  return View(shape, Strides(x.strides().begin(), x.strides().end() - 1),
              x.offset());
}

}  // namespace

void threefry(const Tensor& out, const Tensor& key, const Tensor& counter) {
  if (out.view.numel() == 0) return;
  const Tensor* tensors[] = {&out, &key, &counter};
  std::uint32_t* words[3];
  std::array<View, 3> views;
  std::int64_t seconds[3];
  for (std::size_t t = 0; t < 3; ++t) {
    const View& view = tensors[t]->view;
    words[t] =
        reinterpret_cast<std::uint32_t*>(HostMemory::storage_of(*tensors[t])) +
        view.offset();
    views[t] = first_words(view);
    seconds[t] = view.strides().back();
  }
  Axes<3> axes({&views[0], &views[1], &views[2]});
  if (axes.count() == 0) axes.add({1, {2, 2, 2}});
  const bool is_worth = is_worth_threads(3 * 4 * out.view.numel());
  in_axis_ranges(
      axes, kUnit, is_worth, [&](const Axes<3>& part, const auto& start) {
        const std::size_t outer = part.count() - 1;
        const Axis<3>& inner = part[outer];
        for_outer(part, outer, [&](const auto& offsets) {
          HWY_DYNAMIC_DISPATCH(run_pairs)
          (words[0] + start[0] + offsets[0], words[1] + start[1] + offsets[1],
           words[2] + start[2] + offsets[2], inner.strides.data(), seconds,
           inner.extent);
        });
      });
}

}  // namespace assay::optimized
#endif
