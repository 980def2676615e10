// Implements convolutions of one tap. Without AVX-512 they are products of the
// room product/. With it, a slab of columns of x, four vectors wide, is
// multiplied by all rows of weights where it is. Rows of x are pages apart, and
// no prefetcher of a processor follows them, so a line of the next slab is
// requested with each row of the current one. If few columns follow the last
// whole vector, they are dot products along the channels: 49 columns take three
// vectors and a sixteenth.
// Tested by tests/optimized/convolution_test.cc.
#include "optimized/convolution/plane_product.h"

#include <algorithm>

#include "optimized/convolution/panels.h"
#include "optimized/layout/dense.h"
#include "optimized/product/product_parts.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/plain_run.h"
#include "optimized/resources/settings.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/convolution/plane_product.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/vectors/product_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr bool kHasSlabs = HWY_TARGET <= HWY_AVX3;

// The most columns that are dot products.
constexpr std::int64_t kMostDots = 4;

// Returns how many of some columns of a slab are dot products.
std::int64_t rest_of(std::int64_t columns, std::int64_t lanes) {
  const std::int64_t rest = columns % lanes;
  return kHasSlabs && rest <= std::min(kMostDots, lanes / 4) ? rest : 0;
}

#if HWY_TARGET <= HWY_AVX3
// Slabs of more bytes are copied if there are this many rows. The vectors of a
// copy begin at cache lines.
constexpr std::int64_t kHeld = std::int64_t{32} << 10;
constexpr std::int64_t kFewestRowsOfCopies = 256;

// A slab of columns of x, and the same columns of the result.
template <typename T>
struct Slab {
  Left<T> weights;
  const T* bias;  // of the rows, or null
  const T* x;
  std::int64_t x_row;
  T* out;
  std::int64_t plane, depth;
  std::int64_t columns;  // that are computed in vectors
  const T* next;         // the slab to be requested
  // The columns behind them, each of which has `depth` elements in a row.
  const T* rest;
  std::int64_t rest_count;
};

// Computes some rows of a slab. `line` says which line of the rows of the next
// slab is requested.
template <int rows, int vectors, typename T>
HWY_NOINLINE void tile(const Slab<T>& s, std::int64_t first,
                       std::int64_t line) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto last = hn::FirstN(
      d, static_cast<std::size_t>(s.columns - (vectors - 1) * lanes));
  const Left<T> left{s.weights.elements + first * s.weights.row, s.weights.row,
                     s.weights.column};
  const std::int64_t ahead = (s.next - s.x) + line * lanes;
  T* to = s.out + first * s.plane;
  // The lines of the result arrive while products are summed.
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
      __builtin_prefetch(to + r * s.plane + v * lanes, 1);
  const T* bias = s.bias == nullptr ? nullptr : s.bias + first;
  product_tile<rows, vectors>(
      d, left, s.x, s.x_row, s.depth,
      [=](const T* from, int v) HWY_ATTR {
        if (v == 0) __builtin_prefetch(from + ahead, 0, 2);
        return v + 1 < vectors ? hn::LoadU(d, from)
                               : hn::MaskedLoad(last, d, from);
      },
      [=, &s](auto sum, int r, int v) HWY_ATTR {
        if (bias != nullptr) sum = hn::Add(sum, hn::Set(d, bias[r]));
        T* place = to + r * s.plane + v * lanes;
        if (v + 1 < vectors)
          hn::StoreU(sum, d, place);
        else
          hn::BlendedStore(sum, last, d, place);
      });
}

// Computes the rest of some rows.
template <int rows, typename T>
HWY_NOINLINE void dot_products(const Slab<T>& s, std::int64_t first) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const T* left = s.weights.elements + first * s.weights.row;
  for (std::int64_t j = 0; j < s.rest_count; ++j) {
    const T* right = s.rest + j * s.depth;
    // Even and odd vectors have sums of their own, which hides the latency.
    hn::Vec<decltype(d)> sums[2][rows];
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) sums[0][r] = sums[1][r] = hn::Zero(d);
    std::int64_t k = 0;
    for (; k + 2 * lanes <= s.depth; k += 2 * lanes)
#pragma GCC unroll 2
      for (int half = 0; half < 2; ++half) {
        const std::int64_t at = k + half * lanes;
        const auto x = hn::LoadU(d, right + at);
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r)
          sums[half][r] = hn::MulAdd(
              hn::LoadU(d, left + r * s.weights.row + at), x, sums[half][r]);
      }
    for (; k < s.depth; k += lanes) {
      const auto some = hn::FirstN(d, static_cast<std::size_t>(s.depth - k));
      const auto x = hn::MaskedLoad(some, d, right + k);
#pragma GCC unroll 8
      for (int r = 0; r < rows; ++r)
        sums[0][r] =
            hn::MulAdd(hn::MaskedLoad(some, d, left + r * s.weights.row + k), x,
                       sums[0][r]);
    }
    T* to = s.out + first * s.plane + s.columns + j;
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
      const T sum =
          hn::GetLane(hn::SumOfLanes(d, hn::Add(sums[0][r], sums[1][r])));
      to[r * s.plane] = s.bias == nullptr ? sum : sum + s.bias[first + r];
    }
  }
}

// Computes some rows, and the rest of them.
template <int rows, int vectors, typename T>
void some_rows(const Slab<T>& s, std::int64_t first, std::int64_t line) {
  if constexpr (vectors != 0) tile<rows, vectors>(s, first, line);
  if (s.rest_count != 0) dot_products<rows>(s, first);
}

// Computes the rows [first, end) in tiles of nearly equal heights.
template <int vectors, typename T>
void multiply_rows(const Slab<T>& s, std::int64_t first, std::int64_t end) {
  // Fewer vectors leave registers for more rows.
  constexpr std::int64_t kRows = vectors < 4 ? 8 : kTileRows;
  std::int64_t line = 0;
  for (std::int64_t i = first; i < end; ++line) {
    const std::int64_t rest = end - i;
    const std::int64_t rows = rest > kRows && rest < 2 * kRows
                                  ? (rest + 1) / 2
                                  : std::min<std::int64_t>(rest, kRows);
    switch (rows) {
      case 8:
        if constexpr (kRows == 8) some_rows<8, vectors>(s, i, line % 4);
        break;
      case 7:
        if constexpr (kRows == 8) some_rows<7, vectors>(s, i, line % 4);
        break;
      case 6:
        some_rows<6, vectors>(s, i, line % 4);
        break;
      case 5:
        some_rows<5, vectors>(s, i, line % 4);
        break;
      case 4:
        some_rows<4, vectors>(s, i, line % 4);
        break;
      case 3:
        some_rows<3, vectors>(s, i, line % 4);
        break;
      case 2:
        some_rows<2, vectors>(s, i, line % 4);
        break;
      default:
        some_rows<1, vectors>(s, i, line % 4);
    }
    i += rows;
  }
}

// Copies columns of x: the rest, each with its elements in a row, and the
// others into rows of `copy_row` elements, unless `copy` is null.
template <typename T>
void copy_slab(const Slab<T>& s, T* rest, T* copy, std::int64_t copy_row) {
  for (std::int64_t i = 0; i < s.depth; ++i) {
    const T* row = s.x + i * s.x_row;
    for (std::int64_t j = 0; j < s.rest_count; ++j)
      rest[j * s.depth + i] = row[s.columns + j];
    if (copy != nullptr) std::copy_n(row, s.columns, copy + i * copy_row);
  }
}

template <typename T>
void multiply(const Correlation& c) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<T>()));
  const std::int64_t width = kTileVectors * lanes;
  const std::int64_t plane = places_of(c.axes);
  const std::int64_t slabs = (plane + width - 1) / width;
  const std::int64_t height = settings().matmul_rows;
  const std::int64_t parts = (c.outputs + height - 1) / height;
  const std::int64_t units = c.batch * c.groups * slabs * parts;
  const std::int64_t results = c.batch * c.groups * c.outputs * plane;
  const auto place = [&](std::int64_t slab) {
    return static_cast<const T*>(c.x) + slab / slabs * c.inputs * plane +
           slab % slabs * width;
  };
  // Slabs that L1 does not hold and that many tiles read are copied.
  const std::int64_t copied = width * c.inputs;
  const bool copies = c.outputs >= kFewestRowsOfCopies &&
                      copied * static_cast<std::int64_t>(sizeof(T)) > kHeld;
  in_ranges(
      units, 1, is_worth_threads(0, 2 * results * c.inputs),
      [&](std::int64_t begin, std::int64_t end) {
        const std::int64_t before_rest = copies ? copied : 0;
        const Scratch room((before_rest + kMostDots * c.inputs) *
                           static_cast<std::int64_t>(sizeof(T)));
        T* elements = reinterpret_cast<T*>(room.bytes());
        T* copy = copies ? elements : nullptr;
        T* rest = elements + before_rest;
        for (std::int64_t unit = begin; unit < end; ++unit) {
          const std::int64_t at = unit / parts;   // of all slabs
          const std::int64_t image = at / slabs;  // and group
          const std::int64_t g = image % c.groups;
          const std::int64_t column = at % slabs * width;
          Slab<T> s;
          s.weights = {static_cast<const T*>(c.weight) + g * c.weight_group,
                       c.weight_output, c.weight_input};
          s.bias = c.bias == nullptr
                       ? nullptr
                       : static_cast<const T*>(c.bias) + g * c.outputs;
          s.x = place(at);
          s.x_row = plane;
          s.next = unit + parts < end ? place(at + 1) : s.x;
          s.out = static_cast<T*>(c.out) + image * c.outputs * plane + column;
          s.plane = plane;
          s.depth = c.inputs;
          s.columns = std::min(width, plane - column);
          s.rest_count = c.weight_input == 1 ? rest_of(s.columns, lanes) : 0;
          s.columns -= s.rest_count;
          s.rest = rest;
          const std::int64_t vectors = (s.columns + lanes - 1) / lanes;
          if (unit == begin || unit % parts == 0)
            copy_slab(s, rest, copy, vectors * lanes);
          if (copies) {
            s.x = s.next = copy;
            s.x_row = vectors * lanes;
          }
          const std::int64_t first = unit % parts * height;
          const std::int64_t last = std::min(c.outputs, first + height);
          switch (vectors) {
            case 0:
              multiply_rows<0>(s, first, last);
              break;
            case 4:
              multiply_rows<4>(s, first, last);
              break;
            case 3:
              multiply_rows<3>(s, first, last);
              break;
            case 2:
              multiply_rows<2>(s, first, last);
              break;
            default:
              multiply_rows<1>(s, first, last);
          }
        }
      });
}
#else
template <typename T>
void multiply(const Correlation&) {}
#endif

void multiply_slabs_float(const Correlation& c) { multiply<float>(c); }
void multiply_slabs_double(const Correlation& c) { multiply<double>(c); }
bool has_slabs() { return kHasSlabs; }

// Returns whether most lanes are used, or there are no other images whose
// results could fill them.
bool fills_lanes(const Correlation& c, bool is_double) {
  const auto lanes = static_cast<std::int64_t>(
      is_double ? hn::Lanes(hn::ScalableTag<double>())
                : hn::Lanes(hn::ScalableTag<float>()));
  const std::int64_t plane =
      places_of(c.axes) - rest_of(places_of(c.axes), lanes);
  return c.batch == 1 || 8 * plane >= 7 * ((plane + lanes - 1) / lanes * lanes);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {
namespace {

HWY_EXPORT(multiply_slabs_float);
HWY_EXPORT(multiply_slabs_double);
HWY_EXPORT(has_slabs);
HWY_EXPORT(fills_lanes);

// Computes one product of matrices for each group and image.
void multiply_planes(const Correlation& c, bool is_double) {
  const std::int64_t plane = count_of(c.axes);
  const std::int64_t element = is_double ? 8 : 4;
  Product product;
  product.m = product.matrix_rows = c.outputs;
  product.n = product.c_row = plane;
  product.k = c.inputs;
  product.a = {c.weight, c.weight_output, c.weight_input};
  product.b = {c.x, plane, 1};
  product.c = c.out;
  product.batch.add(
      {c.batch,
       {c.groups * c.outputs * plane, 0, c.groups * c.inputs * plane}});
  product.batch.add(
      {c.groups, {c.outputs * plane, c.weight_group, c.inputs * plane}});
  if (c.bias != nullptr) {
    const std::int64_t channels = c.groups * c.outputs;
    for (std::int64_t i = 0; i < c.batch * channels; ++i)
      fill_run(static_cast<std::byte*>(c.out) + i * plane * element,
               static_cast<const std::byte*>(c.bias) + i % channels * element,
               static_cast<std::size_t>(element), plane);
    product.adds = true;
  }
  multiply_real(product, is_double);
}

void multiply_in_order(const Correlation& c, float) {
  HWY_DYNAMIC_DISPATCH(multiply_slabs_float)(c);
}
void multiply_in_order(const Correlation& c, double) {
  HWY_DYNAMIC_DISPATCH(multiply_slabs_double)(c);
}

// Computes products of slabs. All slabs read the weights, so those whose rows
// are scattered are copied first, if they are small.
template <typename T>
void multiply_slabs(Correlation c) {
  constexpr std::int64_t kMostCopied = std::int64_t{4} << 20;
  const std::int64_t bytes =
      c.groups * c.outputs * c.inputs * static_cast<std::int64_t>(sizeof(T));
  Scratch room;
  if (c.weight_output == 1 && c.inputs > 1 && bytes <= kMostCopied) {
    room = Scratch(bytes);
    T* to = reinterpret_cast<T*>(room.bytes());
    for (std::int64_t g = 0; g < c.groups; ++g)
      transpose_floats(to + g * c.outputs * c.inputs, c.inputs,
                       static_cast<const T*>(c.weight) + g * c.weight_group,
                       c.weight_input, c.outputs, c.inputs);
    c.weight = to;
    c.weight_group = c.outputs * c.inputs;
    c.weight_output = c.inputs;
    c.weight_input = 1;
  }
  multiply_in_order(c, T());
}

}  // namespace

bool suits_product(const Correlation& sums, bool is_double) {
  for (const TapAxis& axis : sums.axes)
    if (axis.taps != 1 || axis.start != 0 || axis.stride != 1 ||
        axis.count != axis.in || axis.count != axis.to)
      return false;
  return HWY_DYNAMIC_DISPATCH(fills_lanes)(sums, is_double);
}

void correlate_by_product(const Correlation& sums, bool is_double) {
  // The tap need not be the first one of the filter.
  Correlation c = sums;
  std::int64_t first = 0;
  for (const TapAxis& axis : c.axes) first += axis.weight_first;
  c.weight = static_cast<const std::byte*>(c.weight) +
             first * std::int64_t{is_double ? 8 : 4};
  if (!HWY_DYNAMIC_DISPATCH(has_slabs)())
    multiply_planes(c, is_double);
  else if (is_double)
    multiply_slabs<double>(c);
  else
    multiply_slabs<float>(c);
}

}  // namespace assay::optimized
#endif
