// Sorts see rows: another axis than the last one is moved there and back.
// Tested by tests/optimized/sorting_test.cc and the suite.
#include "optimized/sorting.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "optimized/dense.h"
#include "optimized/sorting_rows.h"
#include "optimized/strided_copy.h"

namespace assay::optimized {
namespace {

// The axes of a tensor with one of them behind the others.
std::vector<std::int64_t> with_last(std::size_t rank, std::int64_t axis) {
  std::vector<std::int64_t> axes(rank);
  std::iota(axes.begin(), axes.end(), std::int64_t{0});
  std::rotate(axes.begin() + axis, axes.begin() + axis + 1, axes.end());
  return axes;
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
  } else {
    const std::vector<std::int64_t> axes = with_last(shape.size(), axis);
    const Tensor moved = permuted(x, axes);
    const std::int64_t bytes = spec_of(compute_dtype_of(out.dtype)).bits / 8;
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
