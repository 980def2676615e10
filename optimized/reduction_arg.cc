// argmax and argmin: a walk over panels that carries the best value and its
// position. Tested by tests/optimized/reduction_test.cc and the suite.
#include <algorithm>

#include "optimized/panel.h"
#include "optimized/reduction.h"
#include "optimized/reduction_axes.h"
#include "optimized/reduction_positions.h"
#include "optimized/settings.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Columns worked on at once: values and positions stay in the first cache.
constexpr std::int64_t kColumns = 1024;
// Rows and columns of a panel that is gathered.
constexpr std::int64_t kGatheredRows = 32;
constexpr std::int64_t kGatheredColumns = 128;

}  // namespace

Status arg_reduce(Scan op, const Tensor& out, const Tensor& x,
                  std::int64_t axis) {
  if (out.view.numel() == 0) return {};
  // Neighbours of a single reduced axis always chain.
  const ReductionAxes axes =
      *reduction_axes(x.view.shape(), x.view.strides(), {axis});
  const DType compute = compute_dtype_of(x.dtype);
  const PositionKernels kernels = position_kernels(op, compute);
  Panel panel(x.dtype, HostMemory::storage_of(x));
  // Either kernel finds the first position: what lies side by side decides.
  const bool has_rows = panel.is_in_place(axes.reduced);
  const bool has_columns = panel.is_in_place(axes.kept);
  const bool in_place = has_rows || has_columns;
  const bool folds_rows = has_rows != has_columns ? has_rows : axes.folds_rows;
  std::int64_t tile = folds_rows ? 1 : kColumns;
  std::int64_t block = axes.reduced.extent;
  if (folds_rows) block = settings().sum_block;
  if (!in_place && folds_rows) tile = kGatheredRows;
  if (!in_place && !folds_rows) {
    tile = kGatheredColumns;
    block = kGatheredRows;
  }
  if (folds_rows && axes.reduced.extent <= block && in_place)
    tile = axes.kept.extent;
  tile = std::min(tile, axes.kept.extent);
  const Scratch best(tile * spec_of(compute).bits / 8);
  auto* to = reinterpret_cast<std::int32_t*>(HostMemory::storage_of(out)) +
             out.view.offset();
  for_offsets(axes.outer_kept, [&](std::int64_t outer) {
    for (std::int64_t k = 0; k < axes.kept.extent; k += tile) {
      const Run kept{std::min(tile, axes.kept.extent - k), axes.kept.stride};
      for (std::int64_t i = 0; i < axes.reduced.extent; i += block) {
        const Run reduced{std::min(block, axes.reduced.extent - i),
                          axes.reduced.stride};
        const Run& rows = folds_rows ? kept : reduced;
        const Run& columns = folds_rows ? reduced : kept;
        const Panel::Block from = panel.fetch(
            x.view.offset() + outer + k * kept.stride + i * reduced.stride,
            rows, columns);
        (folds_rows ? kernels.rows : kernels.columns)(
            from.first, from.row_stride, rows.extent, columns.extent,
            static_cast<std::int32_t>(i), best.bytes(), to);
      }
      to += kept.extent;
    }
  });
  return {};
}

}  // namespace assay::optimized
