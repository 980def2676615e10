// Implements plain reductions: rows that are folded by one call of a kernel,
// without other layouts than the row-major one and without conversions.
// Tested by tests/optimized/plain_reduction_test.cc.
#include "optimized/reduction/plain_reduction.h"

#include <cstdint>

#include "optimized/layout/compute_type.h"
#include "optimized/reduction/reduction_folds.h"
#include "optimized/resources/settings.h"
#include "spec/op_table.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// From this number of elements on, the normal form takes a negligible time.
constexpr std::int64_t kMostElements = 4096;

Scan scan_of(Op op) {
  return op == "reduce_sum"_op    ? Scan::kSum
         : op == "reduce_prod"_op ? Scan::kProd
         : op == "reduce_max"_op  ? Scan::kMax
                                  : Scan::kMin;
}

// Returns the number of elements of a result if the axes are the last ones,
// and otherwise 0. They ascend, because the call is plain.
std::int64_t row_length(const Shape& shape, const Attributes::Integers& axes) {
  const auto kept = static_cast<std::int64_t>(shape.size() - axes.size());
  if (axes.empty() || axes[0] != kept) return 0;
  std::int64_t length = 1;
  for (const std::int64_t axis : axes)
    length *= shape[static_cast<std::size_t>(axis)];
  return length;
}

}  // namespace

bool reduce_plain(const Call& call) {
  const Tensor& x = call.operands[0];
  const Tensor& out = call.outs[0];
  const std::int64_t rows = out.view.numel();
  const std::int64_t columns =
      row_length(x.view.shape(), call.attributes.entries()[0].integers);
  // A result of one element is a copy of it, and one of no row has no element.
  if (rows == 0 || columns < 2 || columns > settings().sum_block ||
      columns > kMostElements / rows)
    return false;
  const Scan op = scan_of(call.op);
  const bool is_arithmetic = op == Scan::kSum || op == Scan::kProd;
  // Complex numbers have no order, which the checks of other calls say.
  if (is_complex(x.dtype) && !is_arithmetic) return false;
  if (compute_dtype_of(x.dtype) != x.dtype || x.buffer == out.buffer ||
      !x.view.is_row_major() || !out.view.is_c_contiguous())
    return false;
  const std::byte* from = HostMemory::storage_of(x);
  std::byte* to = HostMemory::storage_of(out);
  if (from == nullptr || to == nullptr) return false;
  const FoldKernels kernels =
      is_arithmetic ? sum_kernels(op, x.dtype) : extremum_kernels(op, x.dtype);
  kernels.rows(from + x.view.offset() * bytes_of(x.dtype), columns, rows,
               columns, to);
  return true;
}

}  // namespace assay::optimized
