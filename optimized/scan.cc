// Scans of whole arrays in row-major order.
// Tested by tests/optimized/reduction_test.cc and the suite.
#include "optimized/dense.h"
#include "optimized/reduction.h"
#include "optimized/scan_kernels.h"

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
  if (inner == 1) {
    kernels.rows(from.bytes(), outer, shape[at], to.bytes());
  } else {
    const std::int64_t bytes = shape[at] * inner * (spec_of(compute).bits / 8);
    for (std::int64_t i = 0; i < outer; ++i)
      kernels.columns(from.bytes() + i * bytes, shape[at], inner,
                      to.bytes() + i * bytes);
  }
  to.store();
  return {};
}

}  // namespace assay::optimized
