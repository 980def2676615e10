// Transforms lines of 16 to 768 elements by kernels of a fixed size, which keep
// a line in registers or L1. Such a line is a matrix whose columns and rows are
// one butterfly each. fourier_in_float.cc and
// fourier_in_double.cc include this once per target.
#if defined(ASSAY_OPTIMIZED_SHORT_LINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_SHORT_LINES_INL_H_
#undef ASSAY_OPTIMIZED_SHORT_LINES_INL_H_
#else
#define ASSAY_OPTIMIZED_SHORT_LINES_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

#include "optimized/fourier/column_passes-inl.h"
#include "optimized/fourier/fourier_kernels.h"
#include "optimized/fourier/line_plan.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Stores rows of a pair buffer, of which row_of(i) belongs to lane i, as
// columns of another one, whose rows belong to the lanes of the first.
template <class D, typename T, typename RowOf>
HWY_INLINE void turn_tile(D d, const T* HWY_RESTRICT from, T* HWY_RESTRICT to,
                          RowOf row_of) {
  constexpr std::int64_t kRow = 2 * kLanes<D>;
  for (std::int64_t part = 0; part < kRow; part += kLanes<D>)
    transpose_rows(
        d, [&](std::int64_t i) { return from + row_of(i) * kRow + part; },
        [&](auto v, std::int64_t i) HWY_ATTR {
          hn::StoreU(v, d, to + lane_order<D>(i) * kRow + part);
        });
}

// The same for rows in the order of loaded lanes.
template <class D, typename T>
HWY_INLINE void turn_tile(D d, const T* HWY_RESTRICT from, T* HWY_RESTRICT to) {
  turn_tile(d, from, to, [](std::int64_t i) { return lane_order<D>(i); });
}

// Transforms the columns of a matrix, as many as there are lanes, whose rows
// begin `step` elements apart, and multiplies them by roots.
template <int rows, bool swaps, class D, typename T>
HWY_INLINE void transform_columns_of(D d, const T* HWY_RESTRICT x,
                                     std::int64_t step,
                                     const T* HWY_RESTRICT turns,
                                     T* HWY_RESTRICT pairs) {
  using C = Complexes<hn::Vec<D>>;
  const FromMemory<T> read{x, step, swaps};
  const ToTurned<T> write{pairs, turns, nullptr};
  transform_through<rows>(
      d, [&](int k) HWY_ATTR { return read(d, k); },
      [&](int k, C y) HWY_ATTR {
        if (k == 0)
          store_pair(d, y, pairs);
        else
          write(d, k, y);
      });
}

#if HWY_TARGET != HWY_SCALAR

// Stores the numbers of the first lanes, in the order of lane_order().
template <std::int64_t count, class D, typename T, class V = hn::Vec<D>>
HWY_INLINE void store_first(D d, Complexes<V> z, T* to) {
  constexpr std::int64_t kV = kLanes<D>;
  if constexpr (count == kV) {
    store_complex(d, z, to);
  } else {
    const auto store = [&](auto parts, V v, T* at) HWY_ATTR {
      constexpr std::int64_t kParts = decltype(parts)::value;
      if constexpr (kParts >= kV)
        hn::StoreU(v, d, at);
      else if constexpr (kParts == kV / 2)
        hn::StoreU(hn::LowerHalf(hn::Half<D>(), v), hn::Half<D>(), at);
      else if constexpr (kParts > 0)
        hn::BlendedStore(v, hn::FirstN(d, kParts), d, at);
    };
    store(Known<2 * count>(), hn::InterleaveLower(d, z.re, z.im), to);
    store(Known<2 * count - kV>(), hn::InterleaveUpper(d, z.re, z.im), to + kV);
  }
}

// Transforms lines of rows·columns elements. There are as many columns as
// lanes, or a multiple of them. If the last rows do not fill the lanes, some
// before them are computed twice. If all rows are too few, the last one fills
// the other lanes.
template <int rows, int columns, bool swaps, class D, typename T>
HWY_NOINLINE void transform_matrices(D d, const LineBlock<T>& lines,
                                     const T* HWY_RESTRICT turns,
                                     T* HWY_RESTRICT room) {
  constexpr std::int64_t kV = kLanes<D>;
  constexpr std::int64_t kRow = 2 * kV;
  constexpr std::int64_t kLive = std::min<std::int64_t>(rows, kV);
  static_assert(columns % kV == 0);
  T* const turned = room + rows * kRow;
  for (std::int64_t line = 0; line < lines.count; ++line) {
    const T* x = lines.x + 2 * line * lines.x_pitch;
    T* y = lines.y + 2 * line * lines.y_pitch;
    for (std::int64_t j = 0; j < columns; j += kV) {
      transform_columns_of<rows, swaps>(d, x + 2 * j, 2 * columns,
                                        turns + 2 * j * rows, room);
      for (std::int64_t k = 0; k < rows; k += kV)
        turn_tile(d, room + std::min(k, rows - kLive) * kRow,
                  turned + (k / kV * columns + j) * kRow, [](std::int64_t i) {
                    return std::min(lane_order<D>(i), kLive - 1);
                  });
    }
    for (std::int64_t k = 0; k < rows; k += kV) {
      const FromPairs<T> read{turned + k / kV * columns * kRow};
      T* const to = y + 2 * std::min(k, rows - kLive);
      transform_through<columns>(
          d, [&](int i) HWY_ATTR { return read(d, i); },
          [&](int i, Complexes<hn::Vec<D>> z) HWY_ATTR {
            store_first<kLive>(d, exchanged_if(swaps, z), to + 2 * rows * i);
          });
    }
  }
}

#if HWY_TARGET == HWY_AVX3

// Lines that share vectors. If there are fewer, the last one is several of
// them.
template <typename T, int many>
struct SharingLines {
  SharingLines(const LineBlock<T>& lines, std::int64_t first) {
    for (int i = 0; i < many; ++i) {
      const std::int64_t line = std::min(first + i, lines.count - 1);
      x[i] = lines.x + 2 * line * lines.x_pitch;
      y[i] = lines.y + 2 * line * lines.y_pitch;
    }
  }

  const T* x[many];
  T* y[many];
};

// Stores numbers of two lines, of which each block of 16 bytes has some of
// both.
template <class D, typename T, class V = hn::Vec<D>>
HWY_INLINE void store_two(D d, Complexes<V> z, T* y, T* other_y) {
  hn::StoreU(hn::InterleaveLower(d, z.re, z.im), d, y);
  hn::StoreU(hn::InterleaveUpper(d, z.re, z.im), d, other_y);
}

// Transforms lines of columns/2·columns elements, two at a time, where there
// are as many lanes as columns.
template <int columns, bool swaps, class D, typename T>
HWY_NOINLINE void transform_pairs_of_lines(D d, const LineBlock<T>& lines,
                                           const T* HWY_RESTRICT turns,
                                           T* HWY_RESTRICT room) {
  constexpr int kRows = columns / 2;
  constexpr std::int64_t kRow = 2 * kLanes<D>;
  constexpr std::int64_t kHalf = 8 / std::int64_t{sizeof(T)};
  static_assert(kLanes<D> == columns);
  T* const turned = room + columns * kRow;
  for (std::int64_t line = 0; line < lines.count; line += 2) {
    const SharingLines<T, 2> two(lines, line);
    transform_columns_of<kRows, swaps>(d, two.x[0], 2 * columns, turns, room);
    transform_columns_of<kRows, swaps>(d, two.x[1], 2 * columns, turns,
                                       room + kRows * kRow);
    turn_tile(d, room, turned, [](std::int64_t i) {
      const std::int64_t block = i / (2 * kHalf), within = i % (2 * kHalf);
      return within / kHalf * kRows + block * kHalf + within % kHalf;
    });
    const FromPairs<T> read{turned};
    Complexes<hn::Vec<D>> a[columns];
    for (int i = 0; i < columns; ++i) a[i] = read(d, i);
    transform<columns>(d, a);
    for (int i = 0; i < columns; ++i)
      store_two(d, exchanged_if(swaps, a[i]), two.y[0] + 2 * kRows * i,
                two.y[1] + 2 * kRows * i);
  }
}

// Read and write row k of as many matrices of 4·4 numbers as have a row in a
// vector, and transpose the rows of all.
template <class D, class V = hn::Vec<D>>
HWY_INLINE Complexes<V> load_square_row(D d, const SharingLines<double, 2>& two,
                                        int k) {
  return split_parts(d, hn::LoadU(d, two.x[0] + 8 * k),
                     hn::LoadU(d, two.x[1] + 8 * k));
}
template <class D, class V = hn::Vec<D>>
HWY_INLINE void store_square_row(D d, Complexes<V> z,
                                 const SharingLines<double, 2>& two, int k) {
  store_two(d, z, two.y[0] + 8 * k, two.y[1] + 8 * k);
}
template <class D, class V = hn::Vec<D>>
HWY_INLINE void transpose_squares(D d, V (&v)[4], double) {
  transpose_blocks(d, v);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE Complexes<V> load_square_row(D d, const SharingLines<float, 4>& four,
                                        int k) {
  const hn::Half<D> half;
  const auto joined = [&](int i) HWY_ATTR {
    return hn::Combine(d, hn::LoadU(half, four.x[i + 1] + 8 * k),
                       hn::LoadU(half, four.x[i] + 8 * k));
  };
  return split_parts(d, joined(0), joined(2));
}
template <class D, class V = hn::Vec<D>>
HWY_INLINE void store_square_row(D d, Complexes<V> z,
                                 const SharingLines<float, 4>& four, int k) {
  const hn::Half<D> half;
  const V lower = hn::InterleaveLower(d, z.re, z.im);
  const V upper = hn::InterleaveUpper(d, z.re, z.im);
  hn::StoreU(hn::LowerHalf(half, lower), half, four.y[0] + 8 * k);
  hn::StoreU(hn::UpperHalf(half, lower), half, four.y[1] + 8 * k);
  hn::StoreU(hn::LowerHalf(half, upper), half, four.y[2] + 8 * k);
  hn::StoreU(hn::UpperHalf(half, upper), half, four.y[3] + 8 * k);
}
// Each block of four lanes has two columns of two lines. The block after it, or
// before it, has the other two columns.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void transpose_squares(D d, V (&v)[4], float) {
  const hn::Repartition<double, D> twice;
  for (int k = 0; k < 4; k += 2) {
    const V even{_mm512_mask_moveldup_ps(v[k].raw, 0xAAAA, v[k + 1].raw)};
    v[k + 1] = V{_mm512_mask_movehdup_ps(v[k + 1].raw, 0x5555, v[k].raw)};
    v[k] = even;
  }
  for (int k = 0; k < 2; ++k) {
    const __m512d a = hn::BitCast(twice, v[k]).raw;
    const __m512d b = hn::BitCast(twice, v[k + 2]).raw;
    const hn::Vec<decltype(twice)> even{
        _mm512_mask_permutex_pd(a, 0xCC, b, _MM_SHUFFLE(1, 0, 1, 0))};
    const hn::Vec<decltype(twice)> odd{
        _mm512_mask_permutex_pd(b, 0x33, a, _MM_SHUFFLE(3, 2, 3, 2))};
    v[k] = hn::BitCast(d, even);
    v[k + 2] = hn::BitCast(d, odd);
  }
}

// Transforms lines of 4·4 elements in registers, as many at a time as have a
// row in a vector.
template <bool swaps, class D, typename T>
HWY_NOINLINE void transform_squares(D d, const LineBlock<T>& lines,
                                    const T* HWY_RESTRICT turns) {
  using V = hn::Vec<D>;
  constexpr int kMany = static_cast<int>(kLanes<D>) / 4;
  for (std::int64_t line = 0; line < lines.count; line += kMany) {
    const SharingLines<T, kMany> some(lines, line);
    Complexes<V> a[4];
    for (int k = 0; k < 4; ++k)
      a[k] = exchanged_if(swaps, load_square_row(d, some, k));
    transform<4>(d, a);
    V re[4], im[4];
    for (int k = 0; k < 4; ++k) {
      if (k > 0) a[k] = mul(a[k], load_pair(d, turns + k * 2 * kLanes<D>));
      re[k] = a[k].re;
      im[k] = a[k].im;
    }
    transpose_squares(d, re, T());
    transpose_squares(d, im, T());
    for (int k = 0; k < 4; ++k) a[k] = {re[k], im[k]};
    transform<4>(d, a);
    for (int k = 0; k < 4; ++k)
      store_square_row(d, exchanged_if(swaps, a[k]), some, k);
  }
}

#endif

// Transforms lines whose matrices have as many columns as D has lanes, or a
// multiple of them.
template <bool swaps, class D, typename T>
void transform_short_lines(D d, const LinePlan<T>& plan,
                           const LineBlock<T>& lines, T* room) {
  constexpr std::int64_t kV = kLanes<D>;
  constexpr bool kIsWidest = kV == kLanes<hn::ScalableTag<T>>;
  const T* turns = plan.turns.data();
#if HWY_TARGET == HWY_AVX3
  if constexpr (kV * sizeof(T) == 64) {
    if (plan.n == 16) return transform_squares<swaps>(d, lines, turns);
    if (plan.n == kV * kV / 2 && plan.second.n == kV)
      return transform_pairs_of_lines<kV, swaps>(d, lines, turns, room);
  }
#endif
  // Transforms matrices of some columns if one of the numbers of rows is right.
  const auto run_columns = [&](auto columns, auto... rows) HWY_ATTR {
    const auto run = [&](auto own_rows) HWY_ATTR {
      if (plan.first.n != own_rows || plan.second.n != columns) return;
      transform_matrices<static_cast<int>(own_rows), static_cast<int>(columns),
                         swaps>(d, lines, turns, room);
    };
    (run(rows), ...);
  };
  if constexpr (kV == 4)
    run_columns(Known<4>(), Known<4>(), Known<5>(), Known<6>(), Known<8>());
  if constexpr (kV == 4 && kIsWidest)
    run_columns(Known<4>(), Known<10>(), Known<12>());
  if constexpr (kV == 8) run_columns(Known<8>(), Known<5>(), Known<6>());
  if constexpr (kV == 8 || (kV == 4 && kIsWidest))
    run_columns(Known<8>(), Known<8>(), Known<10>(), Known<12>(), Known<16>());
  if constexpr (kV <= 8 && kIsWidest)
    run_columns(Known<8>(), Known<20>(), Known<24>());
  if constexpr (kV == 16) run_columns(Known<16>(), Known<10>(), Known<12>());
  if constexpr (kIsWidest) run_columns(Known<16>(), Known<16>());
  if constexpr (kV * sizeof(T) == 64)
    run_columns(Known<16>(), Known<20>(), Known<24>(), Known<40>(),
                Known<48>());
}

#endif

// Transforms lines for which short_matrix_of() has a matrix.
template <class D, typename T>
void transform_short(D, [[maybe_unused]] const LinePlan<T>& plan,
                     [[maybe_unused]] const LineBlock<T>& lines,
                     [[maybe_unused]] T* room) {
#if HWY_TARGET != HWY_SCALAR
  constexpr std::int64_t kMost = kLanes<D>;
  const auto run = [&](auto lanes) HWY_ATTR {
    if constexpr (lanes <= kMost) {
      if (plan.lanes != lanes) return;
      const hn::CappedTag<T, static_cast<std::size_t>(lanes)> own;
      if (lines.inverse)
        transform_short_lines<true>(own, plan, lines, room);
      else
        transform_short_lines<false>(own, plan, lines, room);
    }
  };
  if constexpr (kMost * sizeof(T) >= 32) {
    run(Known<4>());
    run(Known<8>());
    run(Known<16>());
  }
#endif
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
