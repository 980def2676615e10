// Transforms lines and columns by radices. fourier_in_float.cc and
// fourier_in_double.cc include this once per target.
#if defined(ASSAY_OPTIMIZED_LINE_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_LINE_KERNELS_INL_H_
#undef ASSAY_OPTIMIZED_LINE_KERNELS_INL_H_
#else
#define ASSAY_OPTIMIZED_LINE_KERNELS_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

#include "optimized/fourier/column_passes-inl.h"
#include "optimized/fourier/fourier_kernels.h"
#include "optimized/fourier/line_plan.h"
#include "optimized/fourier/short_lines-inl.h"
#include "optimized/layout/dense.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The vectors that most lines are transformed in, and those of at most 32 and
// of 16 bytes for lines that are too short.
template <typename T>
using Wide = hn::ScalableTag<T>;
template <typename T>
using Half = hn::CappedTag<T, 32 / sizeof(T)>;
template <typename T>
using Narrow = hn::CappedTag<T, 16 / sizeof(T)>;

// --- Split (one line as a matrix)

// Calls work(first, last, a, b) for ranges of `count` groups of vectors, one
// range for each thread. Two threads that write to the same page take lines of
// it from each other's caches, so there are no more ranges than that. A thread
// needs two buffers of `size` elements, which are those given if there is one
// thread. If `is_partial`, the last group begins earlier than it would, because
// it would be too short. The elements it shares with the group before are
// computed twice, by one thread.
template <typename T, typename F>
void each_groups(std::int64_t count, bool is_partial, bool is_shared,
                 std::int64_t size, T* a, T* b, F work) {
  const std::int64_t apart = std::max<std::int64_t>(count - is_partial, 1);
  const std::int64_t threads = settings().threads;
  const std::int64_t unit = (apart + threads - 1) / threads;
  in_ranges(apart, unit, is_shared, [&](std::int64_t first, std::int64_t last) {
    if (last == apart) last = count;
    if (!is_shared) return work(first, last, a, b);
    const Scratch memory(2 * size * std::int64_t{sizeof(T)});
    T* own = reinterpret_cast<T*>(memory.bytes());
    work(first, last, own, own + size);
  });
}

// Transforms a line of first.n·second.n elements. The elements j2, j2 +
// second.n, … are column j2 of a matrix. Its columns are transformed, its
// elements multiplied by roots, and its rows transformed. Row k1 then has the
// results k1, k1 + first.n, …. Bailey, "FFTs in external or hierarchical
// memory" (1990). Threads take groups of columns, and then of rows.
template <class D, typename T>
void transform_split(D d, const LinePlan<T>& plan, const T* x, T* y,
                     bool inverse, bool is_shared, T* room) {
  constexpr std::int64_t kV = kLanes<D>;
  constexpr std::int64_t kRow = 2 * kV;
  const std::int64_t n1 = plan.first.n, n2 = plan.second.n;
  const std::int64_t size = std::max(n1, n2) * kRow;  // of a buffer
  const std::int64_t block_rows = block_rows_of(n2);
  const std::int64_t row_groups = (n1 + kV - 1) / kV;
  const std::int64_t column_groups = (n2 + kV - 1) / kV;
  T* const turned = room + size;
  T* const b = turned + row_groups * block_rows * kRow;
  each_groups(
      column_groups, n2 % kV != 0, is_shared, size, room, b,
      [&](std::int64_t group, std::int64_t last, T* own, T* other) HWY_ATTR {
        T* const columns = last_buffer(plan.first, own, other);
        for (; group < last; ++group) {
          const std::int64_t j = std::min(group * kV, n2 - kV);
          const bool has_steps = !plan.steps.empty();
          const T* turns =
              plan.turns.data() + (has_steps ? 0 : group * n1 * kRow);
          const T* steps =
              has_steps ? plan.steps.data() + group * n1 * 2 : nullptr;
          transform_rows(d, plan.first,
                         FromMemory<T>{x + 2 * j, 2 * n2, inverse},
                         ToTurned<T>{columns, turns, steps}, own, other);
          T* to = turned + j * kRow;
          for (std::int64_t k = 0; k < n1; k += kV, to += block_rows * kRow)
            turn_tile(d, columns + std::min(k, n1 - kV) * kRow, to);
        }
      });
  each_groups(
      row_groups, n1 % kV != 0, is_shared, size, room, b,
      [&](std::int64_t group, std::int64_t last, T* own, T* other) HWY_ATTR {
        for (; group < last; ++group) {
          const std::int64_t k = std::min(group * kV, n1 - kV);
          transform_rows(d, plan.second,
                         FromPairs<T>{turned + group * block_rows * kRow},
                         ToMemory<T>{y + 2 * k, 2 * n1, inverse}, own, other);
        }
      });
}

// --- Lanes (one line or column per lane)

// Copies up to kLanes<D> lines of `size` numbers to the rows of a pair buffer,
// or back, in square tiles of as many numbers as E has lanes, at most `size`.
// The other arguments are those of move_lines().
template <bool gathers, class D, class E, typename T>
HWY_INLINE void move_tiles(D, E e, T* lines, std::int64_t pitch,
                           std::int64_t count, std::int64_t size, bool swaps,
                           T* pairs) {
  constexpr std::int64_t kV = kLanes<D>, kTile = kLanes<E>;
  const std::int64_t flip = swaps ? 1 : 0;
  const auto line = [&](std::int64_t i) {
    return lines + std::min(i, count - 1) * pitch;
  };
  for (std::int64_t lane = 0; lane < kV; lane += kTile)
    for (std::int64_t first = 0; first < size; first += kTile) {
      const std::int64_t at = std::min(first, size - kTile);
      T* const even = pairs + (at + flip) * kV + lane;
      T* const odd = pairs + (at + 1 - flip) * kV + lane;
      const auto row = [=](std::int64_t i) {
        return i % 2 == 0 ? even + i * kV : odd + (i - 1) * kV;
      };
      if constexpr (gathers)
        transpose_rows(
            e, [&](std::int64_t i) { return line(lane + i) + at; },
            [&](auto v, std::int64_t i) HWY_ATTR { hn::StoreU(v, e, row(i)); });
      else
        transpose_tile(
            e, [&](std::int64_t i) HWY_ATTR { return hn::LoadU(e, row(i)); },
            [&](auto v, std::int64_t i) HWY_ATTR {
              if (lane + i < count) hn::StoreU(v, e, line(lane + i) + at);
            });
    }
}

// Copies up to kLanes<D> lines of n complex numbers to the rows of a pair
// buffer, or back. Lines begin `pitch` elements apart. Lanes without a line get
// copies of the last one.
template <bool gathers, class D, typename T>
HWY_INLINE void move_lines(D d, T* lines, std::int64_t pitch,
                           std::int64_t count, std::int64_t n, bool swaps,
                           T* pairs) {
  constexpr std::int64_t kV = kLanes<D>;
  const std::int64_t size = 2 * n;
  const auto move = [&](auto e) HWY_ATTR {
    move_tiles<gathers>(d, e, lines, pitch, count, size, swaps, pairs);
  };
  if (kV > 1 && size >= kV) return move(d);
  // Shorter lines fill shorter vectors.
  if constexpr (kV * sizeof(T) > 32)
    if (size >= kV / 2) return move(hn::Half<D>());
  if constexpr (kV * sizeof(T) > 16)
    if (constexpr std::int64_t kBlock = 16 / sizeof(T); size >= kBlock)
      return move(hn::CappedTag<T, kBlock>());
  const std::int64_t flip = swaps ? 1 : 0;
  for (std::int64_t i = 0; i < (gathers ? kV : count); ++i) {
    T* const line = lines + std::min(i, count - 1) * pitch;
    for (std::int64_t j = 0; j < size; ++j) {
      T& in_pairs = pairs[(j ^ flip) * kV + i];
      if constexpr (gathers)
        in_pairs = line[j];
      else
        line[j] = in_pairs;
    }
  }
}

// Copies fewer columns than there are lanes to a pair buffer, or back.
template <bool gathers, class D, typename T>
void move_columns(D, T* columns, std::int64_t step, std::int64_t count,
                  std::int64_t n, bool swaps, T* pairs) {
  constexpr std::int64_t kV = kLanes<D>;
  const std::int64_t flip = swaps ? 1 : 0;
  for (std::int64_t row = 0; row < n; ++row)
    for (std::int64_t i = 0; i < (gathers ? kV : count); ++i) {
      const std::int64_t column = std::min(i, count - 1);
      for (std::int64_t part = 0; part < 2; ++part) {
        T& in_pairs = pairs[(2 * row + (part ^ flip)) * kV + i];
        T& in_memory = columns[row * step + 2 * column + part];
        if constexpr (gathers)
          in_pairs = in_memory;
        else
          in_memory = in_pairs;
      }
    }
}

// Transforms the pairs in `a` and returns where the result is.
template <class D, typename T>
T* transform_pairs(D d, const ColumnPlan<T>& plan, T* a, T* b, T* c) {
  T* result = plan.passes.size() == 1 ? a : last_buffer(plan, b, c);
  transform_rows(d, plan, FromPairs<T>{a}, ToPairs<T>{result}, b, c);
  return result;
}

// Runs the first pass for lines that gather(first, count, pairs) brings into a
// pair buffer. A tile of elements of each row that a butterfly needs is
// gathered at a time, so that the elements are still in L1 when they are
// needed.
template <class D, typename T, typename Gather>
void first_pass_of_lines(D d, const ColumnPlan<T>& plan, Gather gather, T* a,
                         T* b) {
  constexpr std::int64_t kRow = 2 * kLanes<D>;
  constexpr std::int64_t kTile = std::max<std::int64_t>(kLanes<D> / 2, 1);
  const Pass& pass = plan.passes[0];
  const T* roots = plan.roots.data() + pass.roots;
  const std::int64_t some = pass.count % kTile == 0 ? kTile : pass.count;
  for (std::int64_t p = 0; p < pass.count; p += some) {
    for (std::int64_t k = 0; k < pass.radix; ++k)
      gather(p + k * pass.count, some, a + k * some * kRow);
    early_pass(d, Pass{pass.radix, some, 1, 0},
               roots + 2 * (pass.radix - 1) * p, FromPairs<T>{a},
               ToPairs<T>{b + pass.radix * p * kRow});
  }
}

template <class D, typename T>
void transform_lanes(D d, const LinePlan<T>& plan, const LineBlock<T>& lines,
                     T* room) {
  constexpr std::int64_t kV = kLanes<D>;
  const auto& passes = plan.first.passes;
  T* a = room;
  T* b = a + plan.n * 2 * kV;
  T* c = b + plan.n * 2 * kV;
  const auto gather = [&](std::int64_t i, std::int64_t first, std::int64_t some,
                          T* pairs) HWY_ATTR {
    T* from = const_cast<T*>(lines.x) + 2 * (i * lines.x_pitch + first);
    if (const std::int64_t count = lines.count - i; count < kV)
      move_lines<true>(d, from, 2 * lines.x_pitch, count, some, lines.inverse,
                       pairs);
    else
      move_lines<true>(d, from, 2 * lines.x_pitch, kV, some, lines.inverse,
                       pairs);
  };
  const auto scatter = [&](std::int64_t i, T* pairs) HWY_ATTR {
    T* to = lines.y + 2 * i * lines.y_pitch;
    if (const std::int64_t count = lines.count - i; count < kV)
      move_lines<false>(d, to, 2 * lines.y_pitch, count, plan.n, lines.inverse,
                        pairs);
    else
      move_lines<false>(d, to, 2 * lines.y_pitch, kV, plan.n, lines.inverse,
                        pairs);
  };
  if (passes.size() > 1) {
    T* const result = last_buffer(plan.first, b, c);
    for (std::int64_t i = 0; i < lines.count; i += kV) {
      first_pass_of_lines(
          d, plan.first,
          [&](std::int64_t first, std::int64_t some, T* pairs) {
            gather(i, first, some, pairs);
          },
          a, b);
      run_later_passes(d, plan.first, ToPairs<T>{result}, b, c);
      scatter(i, result);
    }
    return;
  }
  // The next lines are gathered before these are stored. The processor can then
  // begin to exchange their lanes while it still computes.
  gather(0, 0, plan.n, a);
  for (std::int64_t i = 0; i < lines.count; i += kV) {
    last_pass(d, passes[0], FromPairs<T>{a}, ToPairs<T>{a});
    if (i + kV < lines.count) gather(i + kV, 0, plan.n, b);
    scatter(i, a);
    std::swap(a, b);
  }
}

// --- What is exported

template <typename T>
void lines_by_radices(const LinePlan<T>& plan, const LineBlock<T>& lines,
                      T* room) {
  const Wide<T> wide;
  const Half<T> half;
  const Narrow<T> narrow;
  if (plan.method == Method::kLanes) {
    if (plan.lanes == kLanes<decltype(wide)>)
      return transform_lanes(wide, plan, lines, room);
    return transform_lanes(narrow, plan, lines, room);
  }
  if (plan.method == Method::kShort)
    return transform_short(wide, plan, lines, room);
  for (std::int64_t i = 0; i < lines.count; ++i) {
    const T* x = lines.x + 2 * i * lines.x_pitch;
    T* y = lines.y + 2 * i * lines.y_pitch;
    if (plan.lanes == kLanes<decltype(wide)>)
      transform_split(wide, plan, x, y, lines.inverse, lines.is_shared, room);
    else if (plan.lanes == kLanes<decltype(half)>)
      transform_split(half, plan, x, y, lines.inverse, lines.is_shared, room);
    else
      transform_split(narrow, plan, x, y, lines.inverse, lines.is_shared, room);
  }
}

template <typename T>
void columns_by_radices(const LinePlan<T>& plan, const LineBlock<T>& columns,
                        T* room) {
  const Wide<T> d;
  constexpr std::int64_t kV = kLanes<decltype(d)>;
  T* a = room;
  T* b = a + plan.n * 2 * kV;
  T* c = b + plan.n * 2 * kV;
  const std::int64_t x_step = 2 * columns.x_pitch;
  const std::int64_t y_step = 2 * columns.y_pitch;
  for (std::int64_t i = 0; i < columns.count; i += kV) {
    const std::int64_t count = std::min(kV, columns.count - i);
    const T* x = columns.x + 2 * i;
    T* y = columns.y + 2 * i;
    if (count == kV) {
      transform_rows(d, plan.first, FromMemory<T>{x, x_step, columns.inverse},
                     ToMemory<T>{y, y_step, columns.inverse}, a, b);
    } else {
      move_columns<true>(d, const_cast<T*>(x), x_step, count, plan.n,
                         columns.inverse, a);
      T* result = transform_pairs(d, plan.first, a, b, c);
      move_columns<false>(d, y, y_step, count, plan.n, columns.inverse, result);
    }
  }
}

template <typename T>
std::int64_t wide_lanes() {
  return kLanes<Wide<T>>;
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
