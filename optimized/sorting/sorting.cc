// Implements sort and argsort on rows. If the axis is not the last one,
// elements are moved so that it is, and the results are moved back.
// Tested by tests/optimized/sorting_test.cc and the suite.
#include "optimized/sorting/sorting.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "optimized/layout/dense.h"
#include "optimized/layout/panel_transpose.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "optimized/sorting/sorting_rows.h"
#include "optimized/sorting/sorting_split.h"

namespace assay::optimized {
namespace {

// Returns the axes of a tensor with one of them moved to the end.
std::vector<std::int64_t> with_last(std::size_t rank, std::int64_t axis) {
  std::vector<std::int64_t> axes(rank);
  std::iota(axes.begin(), axes.end(), std::int64_t{0});
  std::rotate(axes.begin() + axis, axes.begin() + axis + 1, axes.end());
  return axes;
}

std::int64_t compute_bytes(const Tensor& x) {
  return spec_of(compute_dtype_of(x.dtype)).bits / 8;
}

// Returns whether elements are in row-major order and of a size that registers
// can transpose.
bool is_transposable(const Tensor& x, const Tensor& out) {
  const auto has_size = [](const Tensor& tensor) {
    return compute_bytes(tensor) == 4 || compute_bytes(tensor) == 8;
  };
  return x.view.is_row_major() && has_size(x) && has_size(out);
}

// Returns the number of elements over the axes after one.
std::int64_t count_behind(const Shape& shape, std::int64_t axis) {
  std::int64_t count = 1;
  for (auto i = static_cast<std::size_t>(axis) + 1; i < shape.size(); ++i)
    count *= shape[i];
  return count;
}

// Elements that are transposed at once. They stay in L2 and fill the lanes of a
// network.
constexpr std::int64_t kTurned = 65536;
constexpr std::int64_t kFewestRows = 64;

// Transposes matrices of `columns` × `inner` elements into rows, a part at a
// time.
template <typename F>
void by_transposed_rows(const Tensor& out, const Tensor& x,
                        std::int64_t columns, std::int64_t inner,
                        std::byte* results, F sorted) {
  const std::int64_t count = x.view.numel();
  const std::int64_t from_bytes = compute_bytes(x);
  const std::int64_t to_bytes = compute_bytes(out);
  const std::int64_t lines = count / columns;
  const bool is_worth = is_worth_splitting(columns, lines, to_bytes);
  std::int64_t most = inner, fewest = kFewestRows;
  if (is_worth) {  // parts for all threads
    constexpr std::int64_t kUnit = 16;
    if (columns * to_bytes > settings().sort_network) fewest = kUnit;
    const std::int64_t own = lines / range_count();
    most = std::min(most, (own + kUnit - 1) / kUnit * kUnit);
  }
  const std::int64_t part =
      std::min(std::max(std::min(kTurned / columns, most), fewest), inner);
  const std::int64_t parts = (inner + part - 1) / part;  // of each matrix
  const DenseBytes plain(x);
  // Threads share the elements of a single part, too.
  const auto each_some = [&](const auto& work) {
    constexpr std::int64_t kUnit = 256;
    in_ranges(columns, kUnit, is_worth, work);
  };
  const auto sort_parts = [&](std::int64_t begin, std::int64_t end) {
    const Scratch turned(part * columns * from_bytes);
    const Scratch ordered(part * columns * to_bytes);
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t first = i % parts * part;
      const std::int64_t rows = std::min(part, inner - first);
      const std::int64_t at = i / parts * columns * inner + first;
      each_some([&](std::int64_t from, std::int64_t to) {
        transpose(plain.bytes() + (at + from * inner) * from_bytes, inner,
                  to - from, rows, turned.bytes() + from * from_bytes, columns,
                  from_bytes);
      });
      sorted(turned.bytes(), rows, columns, ordered.bytes());
      each_some([&](std::int64_t from, std::int64_t to) {
        transpose(ordered.bytes() + from * to_bytes, columns, rows, to - from,
                  results + (at + from * inner) * to_bytes, inner, to_bytes);
      });
    }
  };
  in_ranges(lines / inner * parts, 1, is_worth, sort_parts);
}

// Calls sorted(x, rows, columns, results) with plain rows along the axis and
// brings the results, elements of `out`'s compute type, to their places.
template <typename F>
void by_rows(const Tensor& out, const Tensor& x, std::int64_t axis, F sorted) {
  const std::int64_t count = x.view.numel();
  if (count == 0) return;
  const Shape& shape = x.view.shape();
  const std::int64_t columns = shape[static_cast<std::size_t>(axis)];
  const std::int64_t rows = count / columns;
  DenseOutBytes results(out);
  const bool is_last =
      std::all_of(shape.begin() + axis + 1, shape.end(),
                  [](std::int64_t extent) { return extent == 1; });
  if (is_last) {
    sorted(DenseBytes(x).bytes(), rows, columns, results.bytes());
  } else if (is_transposable(x, out)) {
    by_transposed_rows(out, x, columns, count_behind(shape, axis),
                       results.bytes(), sorted);
  } else {
    const std::vector<std::int64_t> axes = with_last(shape.size(), axis);
    const Tensor moved = permuted(x, axes);
    const std::int64_t bytes = compute_bytes(out);
    const Scratch ordered(count * bytes);
    sorted(DenseBytes(moved).bytes(), rows, columns, ordered.bytes());
    strided_copy(results.bytes(), *View(shape).permute(axes), ordered.bytes(),
                 View(moved.view.shape()), static_cast<std::size_t>(bytes));
  }
  results.store();
}

}  // namespace

Status sort(const Tensor& out, const Tensor& x, std::int64_t axis,
            bool descending) {
  const DType compute = compute_dtype_of(x.dtype);
  by_rows(out, x, axis,
          [&](const std::byte* from, std::int64_t rows, std::int64_t columns,
              std::byte* to) {
            sort_rows(compute, from, rows, columns, descending, to);
          });
  return {};
}

Status argsort(const Tensor& out, const Tensor& x, std::int64_t axis,
               bool descending) {
  const DType compute = compute_dtype_of(x.dtype);
  by_rows(out, x, axis,
          [&](const std::byte* from, std::int64_t rows, std::int64_t columns,
              std::byte* to) {
            argsort_rows(compute, from, rows, columns, descending,
                         reinterpret_cast<std::int32_t*>(to));
          });
  return {};
}

}  // namespace assay::optimized
