// A reduction walks over panels of its normal form: kernels fold blocks, and
// states gather them where there is more than one.
// Tested by tests/optimized/reduction_test.cc and the suite.
#include "optimized/reduction.h"

#include <algorithm>
#include <optional>

#include "optimized/panel.h"
#include "optimized/reduction_axes.h"
#include "optimized/reduction_folds.h"
#include "optimized/settings.h"
#include "optimized/strided_copy.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Columns folded side by side: their accumulators stay in the first cache.
constexpr std::int64_t kColumns = 2048;
// Elements of a panel that is gathered; it stays in the second cache.
constexpr std::int64_t kGathered = 16384;
// Rows of a block of columns for one row of a block of sums: eight rows are
// added in a tree before the accumulator sees them.
constexpr std::int64_t kRowsShare = 8;
// Bytes of the largest state and of the largest compute type.
constexpr std::int64_t kStateBytes = 32;
constexpr std::int64_t kElementBytes = 16;

class Reduction {
 public:
  Reduction(const ReductionAxes& axes, Scan op, DType dtype,
            const std::byte* storage)
      : axes_(axes), panel_(dtype, storage) {
    const DType compute = compute_dtype_of(dtype);
    const bool is_sum = op == Scan::kSum || op == Scan::kProd;
    const FoldKernels kernels =
        is_sum ? sum_kernels(op, compute) : extremum_kernels(op, compute);
    state_ = fold_state(op, compute);
    element_bytes_ = spec_of(compute).bits / 8;
    block_ = settings().sum_block;
    if (!axes.folds_rows)
      block_ = std::max<std::int64_t>(block_ / kRowsShare, 1);
    choose_kernel(kernels);
    is_one_block_ = axes.outer_reduced.empty() && axes.reduced.extent <= block_;
    tile_ = std::min(axes.kept.extent, widest_tile());
  }

  void run(std::int64_t offset, std::byte* out, bool to_odd) {
    if (!is_one_block_) {
      states_ = Scratch(tile_ * kStateBytes);
      results_ = Scratch(tile_ * kElementBytes);
    }
    for_offsets(axes_.outer_kept, [&](std::int64_t outer) {
      for (std::int64_t k = 0; k < axes_.kept.extent; k += tile_) {
        const Run kept{std::min(tile_, axes_.kept.extent - k),
                       axes_.kept.stride};
        reduce_tile(offset + outer + k * kept.stride, kept, out, to_odd);
        out += kept.extent * element_bytes_;
      }
    });
  }

 private:
  // The shape says in which order to fold; where neighbours in memory are those
  // of the other direction, there may be a kernel for that order all the same.
  void choose_kernel(const FoldKernels& kernels) {
    const bool has_rows = panel_.is_in_place(axes_.reduced);
    const bool has_columns = panel_.is_in_place(axes_.kept);
    folds_rows_ = axes_.folds_rows;
    kernel_ = folds_rows_ ? kernels.rows : kernels.columns;
    if (folds_rows_ && !has_rows && has_columns) {
      FoldKernel other =
          kernels.is_any_order ? kernels.columns : kernels.columns_as_rows;
      if (other != nullptr) kernel_ = other;
      folds_rows_ = other == nullptr;
    } else if (!folds_rows_ && !has_columns && has_rows &&
               kernels.is_any_order) {
      kernel_ = kernels.rows;
      folds_rows_ = true;
    }
    is_in_place_ = folds_rows_ ? has_rows : has_columns;
  }

  // How many results are worked on at once.
  std::int64_t widest_tile() const {
    const std::int64_t reduced =
        std::max<std::int64_t>(std::min(block_, axes_.reduced.extent), 1);
    if (is_in_place_ && !folds_rows_) return kColumns;
    if (is_in_place_ && is_one_block_) return axes_.kept.extent;
    // Gathered lines that several results share are used as a whole.
    const bool shares_lines =
        !is_in_place_ &&
        std::abs(axes_.kept.stride) < std::abs(axes_.reduced.stride);
    return std::max<std::int64_t>(kGathered / reduced, shares_lines ? 32 : 1);
  }

  void fold(std::int64_t offset, const Run& kept, const Run& reduced,
            std::byte* out) {
    const Run& rows = folds_rows_ ? kept : reduced;
    const Run& columns = folds_rows_ ? reduced : kept;
    const Panel::Block block = panel_.fetch(offset, rows, columns);
    kernel_(block.first, block.row_stride, rows.extent, columns.extent, out);
  }

  void reduce_tile(std::int64_t offset, const Run& kept, std::byte* out,
                   bool to_odd) {
    if (is_one_block_) {
      fold(offset, kept, axes_.reduced, out);
      return;
    }
    state_.start(states_.bytes(), kept.extent);
    for_offsets(axes_.outer_reduced, [&](std::int64_t outer) {
      for (std::int64_t i = 0; i < axes_.reduced.extent; i += block_) {
        const Run reduced{std::min(block_, axes_.reduced.extent - i),
                          axes_.reduced.stride};
        fold(offset + outer + i * reduced.stride, kept, reduced,
             results_.bytes());
        state_.merge(states_.bytes(), results_.bytes(), kept.extent);
      }
    });
    state_.finish(states_.bytes(), out, kept.extent, to_odd);
  }

  const ReductionAxes& axes_;
  Panel panel_;
  FoldKernel kernel_ = nullptr;
  FoldState state_;
  std::int64_t element_bytes_ = 0;
  std::int64_t block_ = 1;
  bool folds_rows_ = true;  // the kernel in use does
  bool is_in_place_ = false;
  bool is_one_block_ = false;
  std::int64_t tile_ = 1;
  Scratch states_;
  Scratch results_;
};

// Every bit of x, in row-major order.
void copy_elements(const Tensor& out, const Tensor& x) {
  if (kPacked.contains(x.dtype)) {
    const DenseBytes from(x);
    DenseOutBytes to(out);
    std::copy_n(from.bytes(), x.view.numel(), to.bytes());
    to.store();
    return;
  }
  strided_copy(HostMemory::storage_of(out), out.view, HostMemory::storage_of(x),
               x.view, static_cast<std::size_t>(spec_of(x.dtype).bits) / 8);
}

}  // namespace

Status reduce(Scan op, const Tensor& out, const Tensor& x,
              const std::vector<std::int64_t>& axes) {
  if (out.view.numel() == 0) return {};
  if (axes.empty()) {
    copy_elements(out, x);
    return {};
  }
  DenseOutBytes results(out);
  const bool to_odd = is_narrow_real(x.dtype);
  const Shape& shape = x.view.shape();
  if (const auto form = reduction_axes(shape, x.view.strides(), axes)) {
    Reduction(*form, op, x.dtype, HostMemory::storage_of(x))
        .run(x.view.offset(), results.bytes(), to_odd);
  } else {
    const DenseBytes ordered(x);
    const auto plain = reduction_axes(shape, View(shape).strides(), axes);
    Reduction(*plain, op, compute_dtype_of(x.dtype), ordered.bytes())
        .run(0, results.bytes(), to_odd);
  }
  results.store();
  return {};
}

}  // namespace assay::optimized
