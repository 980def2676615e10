// Implements scans of whole arrays in row-major order. Threads take rows or
// columns.
// Tested by tests/optimized/reduction_test.cc and the suite.
#include "optimized/layout/dense.h"
#include "optimized/reduction/reduction.h"
#include "optimized/reduction/scan_kernels.h"
#include "optimized/resources/parallel.h"

namespace assay::optimized {

Status scan(Scan op, const Tensor& out, const Tensor& x, std::int64_t axis) {
  if (out.view.numel() == 0) return {};
  const DenseBytes from(x);
  DenseOutBytes to(out);
  const DType compute = compute_dtype_of(x.dtype);
  const ScanKernels kernels = scan_kernels(op, compute);
  const Shape& shape = x.view.shape();
  const auto at = static_cast<std::size_t>(axis);
  std::int64_t outer = 1;
  std::int64_t inner = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i < at) outer *= shape[i];
    if (i > at) inner *= shape[i];
  }
  const std::int64_t extent = shape[at];
  const std::int64_t element = spec_of(compute).bits / 8;
  // Along a row every element waits for the one before it.
  constexpr std::int64_t kWait = 4;
  const bool is_worth =
      is_worth_threads(2 * x.view.numel() * element * (inner == 1 ? kWait : 1));
  // Scans along rows, of which there are `outer`.
  if (inner == 1) {
    in_ranges(outer, 1, is_worth, [&](std::int64_t first, std::int64_t last) {
      const std::int64_t start = first * extent * element;
      kernels.rows(from.bytes() + start, extent, last - first, extent,
                   to.bytes() + start);
    });
    to.store();
    return {};
  }
  // Scans down the columns of `outer` arrays of `inner` columns.
  const auto scan_columns = [&](std::int64_t array, std::int64_t first,
                                std::int64_t last) {
    const std::int64_t start = (array * extent * inner + first) * element;
    kernels.columns(from.bytes() + start, inner, extent, last - first,
                    to.bytes() + start);
  };
  const bool has_many = outer >= range_count();
  // Makes few ranges, because a narrow range has short lines.
  const std::int64_t width =
      std::max<std::int64_t>(16, 2 * inner / range_count());
  in_ranges(outer, 1, is_worth && has_many,
            [&](std::int64_t first, std::int64_t last) {
              for (std::int64_t i = first; i < last; ++i)
                in_ranges(inner, width, is_worth && !has_many,
                          [&](std::int64_t left, std::int64_t right) {
                            scan_columns(i, left, right);
                          });
            });
  to.store();
  return {};
}

}  // namespace assay::optimized
