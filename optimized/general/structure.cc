// Implements the structural ops. Views cost nothing; everything else is written
// in runs, each place once where that is possible.
// Tested by tests/optimized/general_test.cc and the movement family of lax.
#include "optimized/general/structure.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "optimized/general/viewed.h"
#include "optimized/layout/axes.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/parallel_axes.h"
#include "optimized/layout/spread_run.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/plain_run.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Returns bits as an element of 1, 2, 4, 8 or 16 bytes.
template <typename T>
T element_from(DType dtype, ElementBits value) {
  if constexpr (sizeof(T) == 16) {
    return {value.re, value.im};
  } else {
    if (dtype == DType::kComplex64) value.re |= value.im << 32;
    return static_cast<T>(value.re);
  }
}

// The places that the elements of x take along one axis of the result of
// pad_general: `count` of them from the first one on, `step` apart. The first
// one is element `from` of x.
struct PaddedAxis {
  std::int64_t extent = 0;  // of the result
  std::int64_t first = 0, step = 1, count = 0;
  std::int64_t from = 0;

  // Counts without signs, because a huge interior or edge is allowed where all
  // but few elements are removed.
  PaddedAxis(std::int64_t extent_of_result, std::int64_t extent_of_x,
             std::int64_t low, std::int64_t interior)
      : extent(extent_of_result) {
    const std::uint64_t distance = static_cast<std::uint64_t>(interior) + 1;
    const auto size = static_cast<std::uint64_t>(extent_of_x);
    const auto room = static_cast<std::uint64_t>(extent_of_result);
    std::uint64_t skipped = 0;
    auto place = static_cast<std::uint64_t>(low);
    if (low < 0) {  // elements before the edge are removed
      const auto last_removed = static_cast<std::uint64_t>(-(low + 1));
      skipped = last_removed / distance + 1;
      place = distance - 1 - last_removed % distance;
    }
    if (skipped >= size || place >= room) return;
    const std::uint64_t fitting = (room - 1 - place) / distance + 1;
    count = static_cast<std::int64_t>(std::min(size - skipped, fitting));
    from = static_cast<std::int64_t>(skipped);
    first = static_cast<std::int64_t>(place);
    if (count > 1) step = static_cast<std::int64_t>(distance);
  }

  bool has_gaps() const { return step > 1; }
  // Returns the place after the last element.
  std::int64_t end() const { return first + (count - 1) * step + 1; }
};

// Fills what is around and between the places of elements along the first
// `count` axes, axis by axis: along each axis, within the places of the axes
// before it, runs that have no element.
template <typename T>
void fill_gaps(T* out, const std::vector<PaddedAxis>& axes, std::size_t count,
               const Strides& strides, T value) {
  Axes<1> inside;
  for (std::size_t i = 0; i < count; ++i) {
    const PaddedAxis& axis = axes[i];
    const std::int64_t stride = strides[i];
    const bool has_gaps = axis.has_gaps();
    const auto fill = [&](T* row, std::int64_t from, std::int64_t to) {
      std::fill(row + from * stride, row + to * stride, value);
    };
    const std::int64_t last = axis.end();
    if (has_gaps || last - axis.first != axis.extent)
      for_outer(inside, inside.count(), [&](const auto& offsets) {
        T* row = out + offsets[0];
        fill(row, 0, axis.first);
        for (std::int64_t j = 1; has_gaps && j < axis.count; ++j) {
          const std::int64_t end = axis.first + j * axis.step;
          fill(row, end - axis.step + 1, end);
        }
        fill(row, last, axis.extent);
      });
    out += axis.first * stride;
    inside.add({axis.count, {stride * axis.step}});
  }
}

// Stores rows of the result whose elements have gaps between them, with what is
// around them. The walk leads over the rows, with the strides of out and x.
template <typename T>
void store_spread_rows(T* out, const T* x, const Axes<2>& rows,
                       const PaddedAxis& row, T value, std::int64_t bytes) {
  in_axis_ranges(rows, 1, is_worth_threads(2 * bytes),
                 [&](const Axes<2>& part, const auto& begin) {
                   const bool is_long = row.extent * std::int64_t{sizeof(T)} >=
                                        settings().stream_run;
                   const PartOfResult result(is_long ? bytes : 0);
                   for_outer(part, part.count(), [&](const auto& offsets) {
                     T* to = out + begin[0] + offsets[0];
                     const T* from = x + begin[1] + offsets[1];
                     std::fill(to, to + row.first, value);
                     spread_run(reinterpret_cast<std::byte*>(to + row.first),
                                reinterpret_cast<const std::byte*>(from),
                                reinterpret_cast<const std::byte*>(&value),
                                row.step, row.count - 1, sizeof(T));
                     to[row.end() - 1] = from[row.count - 1];
                     std::fill(to + row.end(), to + row.extent, value);
                   });
                 });
}

// The bytes of one element, of any type of element_bits.h.
template <typename T>
void clear_elements(T* to, std::int64_t count) {
  if (count > 0)
    std::memset(static_cast<void*>(to), 0,
                static_cast<std::size_t>(count) * sizeof(T));
}

// The rows of a triangle: row i keeps the columns [kept_from, kept_to).
struct TriangleShape {
  bool lower;
  std::int64_t k, columns;

  // Returns in which column the diagonal crosses a row, within the matrix.
  std::int64_t diagonal(std::int64_t row, std::int64_t after) const {
    // k may be at an end of its range; i + k + 1 is computed by comparing.
    if (k >= columns) return columns;
    if (k < -row - after) return 0;
    return std::min(row + k + after, columns);
  }
  std::int64_t kept_from(std::int64_t row) const {
    return lower ? 0 : diagonal(row, 0);
  }
  std::int64_t kept_to(std::int64_t row) const {
    return lower ? diagonal(row, 1) : columns;
  }
};

// Rows of at most this many elements are stored without calls of the library.
[[maybe_unused]] constexpr std::int64_t kShortRow = 64;

template <typename T>
void store_short_row(T* to, const T* row, std::int64_t from, std::int64_t end,
                     std::int64_t columns) {
  std::int64_t j = 0;
  for (; j < from; ++j) to[j] = T{};
  for (; j < end; ++j) to[j] = row[j];
  for (; j < columns; ++j) to[j] = T{};
}

template <typename T>
void store_triangle_rows(T* out, const T* x, const View& view,
                         const TriangleShape& triangle) {
  const std::size_t rank = view.rank();
  const std::int64_t rows = view.shape()[rank - 2];
  const std::int64_t columns = triangle.columns;
  const std::int64_t row_stride = view.strides()[rank - 2];
  const std::int64_t column_stride = view.strides()[rank - 1];
  constexpr std::int64_t kBytes = sizeof(T);
  const auto matrix_of = [&](std::int64_t rest) {
    const T* matrix = x;
    for (std::size_t i = rank - 2; i-- > 0;) {
      matrix += rest % view.shape()[i] * view.strides()[i];
      rest /= view.shape()[i];
    }
    return matrix;
  };
  const std::int64_t all = view.numel() / columns;
  in_ranges(all, 1, is_worth_threads(2 * view.numel() * kBytes),
            [&](std::int64_t first, std::int64_t last) {
              T* to = out + first * columns;
              const T* matrix = matrix_of(first / rows);
              std::int64_t i = first % rows;
              for (std::int64_t at = first; at < last;
                   ++at, ++i, to += columns) {
                if (i == rows) {
                  matrix = matrix_of(at / rows);
                  i = 0;
                }
                const T* row = matrix + i * row_stride;
                const std::int64_t from = triangle.kept_from(i);
                const std::int64_t end = triangle.kept_to(i);
                clear_elements(to, from);
                if (column_stride == 1 && end > from)
                  std::memcpy(static_cast<void*>(to + from), row + from,
                              static_cast<std::size_t>((end - from) * kBytes));
                else
                  for (std::int64_t j = from; j < end; ++j)
                    to[j] = row[j * column_stride];
                clear_elements(to + end, columns - end);
              }
            });
}

void store_triangle_of(const Tensor& out, const Tensor& x, std::int64_t k,
                       bool lower) {
  ElementsOut to(out);
  if (out.view.numel() == 0) return;
  const View& view = x.view;
  // A transposed operand is brought into order first, by whole cache lines.
  const bool is_in_rows = view.strides().back() == 1;
  const ElementsIn from(x, !is_in_rows);
  with_bits_of(to.bytes(), [&]<typename T>(T) {
    store_triangle_rows(reinterpret_cast<T*>(to.storage()), from.first<T>(),
                        from.view(), {lower, k, view.shape().back()});
  });
  to.store();
}

}  // namespace

Tensor broadcast_in_dim(const Tensor& x, const Shape& shape,
                        const AxisNumbers& broadcast_dims) {
  Strides strides(shape.size(), 0);
  for (std::size_t i = 0; i < broadcast_dims.size(); ++i)
    if (x.view.shape()[i] != 1)
      strides[static_cast<std::size_t>(broadcast_dims[i])] =
          x.view.strides()[i];
  return viewed(x, View(shape, std::move(strides), x.view.offset()));
}

Tensor slice_general(const Tensor& x, const AxisNumbers& starts,
                     const AxisNumbers& limits, const AxisNumbers& strides) {
  Shape shape;
  Strides steps;
  std::int64_t offset = x.view.offset();
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::int64_t length = limits[i] - starts[i];
    const std::int64_t extent = length == 0 ? 0 : (length - 1) / strides[i] + 1;
    shape.push_back(extent);
    // A single element may have a step that leads anywhere.
    steps.push_back(extent > 1 ? x.view.strides()[i] * strides[i]
                               : x.view.strides()[i]);
    offset += starts[i] * x.view.strides()[i];
  }
  return viewed(x, View(std::move(shape), std::move(steps), offset));
}

Tensor extract_diagonal(const Tensor& x, std::int64_t axis_a,
                        std::int64_t axis_b) {
  Shape shape = x.view.shape();
  Strides strides = x.view.strides();
  strides[static_cast<std::size_t>(axis_a)] +=
      strides[static_cast<std::size_t>(axis_b)];
  shape.erase(shape.begin() + axis_b);
  strides.erase(strides.begin() + axis_b);
  return viewed(x, View(std::move(shape), std::move(strides), x.view.offset()));
}

void pad_general(const Tensor& out, const Tensor& x, const AxisNumbers& low,
                 const AxisNumbers& interior, ElementBits value) {
  ElementsOut to(out);
  const Shape& shape = out.view.shape();
  const std::int64_t count = out.view.numel();
  if (count == 0) return;
  const Strides strides = row_major_strides(shape);
  std::vector<PaddedAxis> axes;
  Shape kept;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    axes.emplace_back(shape[i], x.view.shape()[i], low[i], interior[i]);
    kept.push_back(axes[i].count);
  }
  const bool spreads = !axes.empty() && axes.back().has_gaps();
  const ElementsIn from(x, spreads && x.view.strides().back() != 1);
  Strides to_strides;
  std::int64_t start = 0, offset = from.view().offset();
  Axes<2> rows;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::int64_t source = from.view().strides()[i];
    to_strides.push_back(axes[i].count > 1 ? axes[i].step * strides[i] : 0);
    if (axes[i].count > 1 && i + 1 < shape.size())
      rows.add({axes[i].count, {to_strides[i], source}});
    start += axes[i].first * strides[i];
    offset += axes[i].from * source;
  }
  const bool is_gone = element_count(kept) == 0;
  with_bits_of(to.bytes(), [&]<typename T>(T) {
    T* first = reinterpret_cast<T*>(to.storage());
    const T fill = element_from<T>(out.dtype, value);
    if (is_gone) {
      std::fill_n(first, count, fill);
      return;
    }
    fill_gaps(first, axes, axes.size() - (spreads ? 1 : 0), strides, fill);
    if (spreads)
      store_spread_rows(first + start - axes.back().first,
                        reinterpret_cast<const T*>(from.storage()) + offset,
                        rows, axes.back(), fill,
                        count * static_cast<std::int64_t>(sizeof(T)));
  });
  if (!is_gone && !spreads)
    strided_copy(to.storage(), View(kept, to_strides, start), from.storage(),
                 View(kept, from.view().strides(), offset), to.bytes());
  to.store();
}

void embed_diagonal(const Tensor& out, const Tensor& x, std::int64_t axis_a,
                    std::int64_t axis_b) {
  ElementsOut to(out);
  const std::int64_t count = out.view.numel();
  if (count == 0) return;
  const std::int64_t bytes = count * static_cast<std::int64_t>(to.bytes());
  constexpr std::int64_t kPage = 4096;
  in_ranges(bytes, kPage, is_worth_threads(bytes),
            [&](std::int64_t first, std::int64_t last) {
              constexpr std::byte kZero{0};
              const PartOfResult part(bytes);
              fill_run(to.storage() + first, &kZero, 1, last - first);
            });
  const auto inserted = static_cast<std::size_t>(axis_b);
  auto along = static_cast<std::size_t>(axis_a);
  Strides strides = row_major_strides(out.view.shape());
  const std::int64_t step = strides[inserted];
  strides.erase(strides.begin() + axis_b);
  strides[along] += step;
  const ElementsIn from(x);
  strided_copy(to.storage(), View(x.view.shape(), std::move(strides), 0),
               from.storage(), from.view(), to.bytes());
  to.store();
}

void lower_triangle(const Tensor& out, const Tensor& x, std::int64_t k) {
  store_triangle_of(out, x, k, true);
}
void upper_triangle(const Tensor& out, const Tensor& x, std::int64_t k) {
  store_triangle_of(out, x, k, false);
}

}  // namespace assay::optimized
