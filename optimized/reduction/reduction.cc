// Implements reductions as a walk over panels of the normal form. Kernels fold
// blocks, and states gather their results if there are several. Threads take
// tiles of results, or the blocks of a tile if there are few tiles; these are
// gathered in the same order, so the result is the same.
// Tested by tests/optimized/reduction_test.cc and the suite.
#include "optimized/reduction/reduction.h"

#include <algorithm>
#include <optional>

#include "optimized/layout/element_bits.h"
#include "optimized/layout/panel.h"
#include "optimized/reduction/reduction_axes.h"
#include "optimized/reduction/reduction_folds.h"
#include "optimized/resources/alternation.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Columns that are folded side by side; their accumulators stay in L1.
constexpr std::int64_t kColumns = 2048;
// Elements of a gathered panel, which stays in L2. Its rows may share cache
// lines, so it has at least a few of them.
constexpr std::int64_t kGathered = 16384;
constexpr std::int64_t kFewestGathered = 16;
// The processor itself fetches rows of more bytes that are read side by side.
constexpr std::int64_t kFetchedRow = 4096;
// Fewer columns of a thread would have short lines.
constexpr std::int64_t kFewestColumns = 128;
// A block of columns has this share of the rows of a block of sums, because
// eight rows are added in a tree before the accumulator sees them.
constexpr std::int64_t kRowsShare = 8;
// Elements that follow each other in a walk in either direction.
constexpr std::int64_t kAtOnce = std::int64_t{1} << 16;
// The size of the largest state and of the largest compute type, in bytes.
constexpr std::int64_t kStateBytes = 32;
constexpr std::int64_t kElementBytes = 16;

std::int64_t divided_up(std::int64_t count, std::int64_t by) {
  return (count + by - 1) / by;
}

// Returns the scan whose state gathers the results of blocks. Magnitudes are
// gathered as maxima.
Scan scan_of(Folded op) {
  return op == Folded::kLargestMagnitude ? Scan::kMax : static_cast<Scan>(op);
}

FoldKernels kernels_of(Folded op, DType dtype) {
  if (op == Folded::kLargestMagnitude) return magnitude_kernels(dtype);
  const Scan scan = scan_of(op);
  return scan == Scan::kSum || scan == Scan::kProd
             ? sum_kernels(scan, dtype)
             : extremum_kernels(scan, dtype);
}

class Reduction {
 public:
  Reduction(const ReductionAxes& axes, Folded op, DType dtype,
            const std::byte* storage, bool to_odd)
      : axes_(axes), dtype_(dtype), storage_(storage), to_odd_(to_odd) {
    const DType compute = compute_dtype_of(dtype);
    const FoldKernels kernels = kernels_of(op, dtype);
    if (kernels.reads_narrow) dtype_ = DType::kUint16;  // their bits
    state_ = fold_state(scan_of(op), compute);
    element_bytes_ = spec_of(compute).bits / 8;
    stored_bytes_ = spec_of(dtype_).bits / 8;
    block_ = settings().sum_block;
    if (!axes.folds_rows)
      block_ = std::max<std::int64_t>(block_ / kRowsShare, 1);
    choose_kernel(kernels);
    blocks_ = index_count(axes.outer_reduced) *
              divided_up(axes.reduced.extent, block_);
    is_one_block_ = axes.outer_reduced.empty() && axes.reduced.extent <= block_;
    has_block_rows_ =
        folds_rows_ && is_in_place_ && axes.reduced.extent >= 2 * block_;
    tile_ = std::min(axes.kept.extent, widest_tile());
  }

  void run(std::int64_t offset, std::byte* out) {
    const std::int64_t outer = index_count(axes_.outer_kept);
    const std::int64_t read = outer * axes_.kept.extent *
                              index_count(axes_.outer_reduced) *
                              axes_.reduced.extent;
    const bool is_worth = is_worth_threads(read * element_bytes_);
    // Rows stay fast if a tile has few of them. Columns do not, because their
    // lines would be short.
    if (is_worth && folds_rows_)
      tile_ = std::min(tile_,
                       std::max(is_in_place_ ? 1 : kFewestGathered,
                                axes_.kept.extent * outer / range_count() + 1));
    else if (is_worth && is_one_block_)
      tile_ = std::min(
          tile_, std::max(kFewestColumns, divided_up(axes_.kept.extent * outer,
                                                     settings().threads)));
    else if (is_in_place_ && folds_rows_ && is_one_block_ &&
             alternates(read * stored_bytes_))
      tile_ = std::min(tile_, divided_up(kAtOnce, axes_.reduced.extent + 1));
    const std::int64_t tiles = outer * divided_up(axes_.kept.extent, tile_);
    splits_blocks_ = is_worth && tiles < range_count() && !is_one_block_;
    // A result of several blocks has a walk of its own.
    const std::int64_t walked = has_block_rows_ ? 0 : read / tiles;
    in_ranges(tiles, 1, is_worth && !splits_blocks_,
              [&](std::int64_t first, std::int64_t last) {
                in_alternating_order(
                    last - first, walked * (last - first) * stored_bytes_,
                    [&](std::int64_t from, std::int64_t to) {
                      run_tiles(offset, first + from, first + to, out);
                    },
                    1);
              });
  }

 private:
  // The scratch memory of a thread.
  struct Room {
    explicit Room(const Reduction& of) : panel(of.dtype_, of.storage_) {
      if (of.is_one_block_) return;
      states = Scratch(of.tile_ * kStateBytes);
      const std::int64_t count =
          of.has_block_rows_ ? divided_up(of.axes_.reduced.extent, of.block_)
                             : of.tile_;
      results = Scratch(count * kElementBytes);
    }
    Panel panel;
    Scratch states;
    Scratch results;
  };

  // Writes the results of the tiles [first, last).
  void run_tiles(std::int64_t offset, std::int64_t first, std::int64_t last,
                 std::byte* out) const {
    Room room(*this);
    const std::int64_t tiles = divided_up(axes_.kept.extent, tile_);
    for_offsets(
        axes_.outer_kept, first / tiles, divided_up(last, tiles),
        [&](std::int64_t index, std::int64_t outer) {
          const std::int64_t begin =
              std::max<std::int64_t>(first - index * tiles, 0);
          const std::int64_t end = std::min(last - index * tiles, tiles);
          for (std::int64_t tile = begin; tile < end; ++tile) {
            const std::int64_t k = tile * tile_;
            const Run kept{std::min(tile_, axes_.kept.extent - k),
                           axes_.kept.stride};
            reduce_tile(room, offset + outer + k * kept.stride, kept,
                        out + (index * axes_.kept.extent + k) * element_bytes_);
          }
        });
  }

  // The shape decides in which order to fold. If neighbours in memory run in
  // the other direction, there may still be a kernel for that order.
  void choose_kernel(const FoldKernels& kernels) {
    const Panel panel(dtype_, storage_);
    const bool has_rows = panel.is_in_place(axes_.reduced);
    const bool has_columns = panel.is_in_place(axes_.kept);
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
    if (kernel_ == kernels.columns && kernels.columns_of_memory != nullptr &&
        comes_from_memory())
      kernel_ = kernels.columns_of_memory;
  }

  // Returns whether columns are read from memory, in short rows that follow
  // each other.
  bool comes_from_memory() const {
    const std::int64_t row = axes_.kept.extent * stored_bytes_;
    return is_in_place_ && row <= kFetchedRow &&
           axes_.reduced.stride == axes_.kept.extent &&
           row * axes_.reduced.extent >= settings().stream_bytes;
  }

  // Returns how many results are worked on at once.
  std::int64_t widest_tile() const {
    const std::int64_t reduced =
        std::max<std::int64_t>(std::min(block_, axes_.reduced.extent), 1);
    if (is_in_place_ && !folds_rows_) return kColumns;
    if (is_in_place_ && is_one_block_) return axes_.kept.extent;
    if (has_block_rows_) return 1;
    // If several results share gathered cache lines, whole lines are used.
    const bool shares_lines =
        !is_in_place_ &&
        std::abs(axes_.kept.stride) < std::abs(axes_.reduced.stride);
    return std::max<std::int64_t>(kGathered / reduced, shares_lines ? 32 : 1);
  }

  void fold(Panel& panel, std::int64_t offset, const Run& kept,
            const Run& reduced, std::byte* out) const {
    const Run& rows = folds_rows_ ? kept : reduced;
    const Run& columns = folds_rows_ ? reduced : kept;
    const Panel::Block block = panel.fetch(offset, rows, columns);
    kernel_(block.first, block.row_stride, rows.extent, columns.extent, out);
  }

  // Folds the blocks of one result into its state. Whole blocks that follow
  // each other are the rows of one call of the kernel. With a call per block
  // the minimum of 1 MiB of int32 took 14.8 us instead of 11.8 us (Zen 4).
  void fold_block_rows(Room& room, std::int64_t offset) const {
    const std::int64_t whole = axes_.reduced.extent / block_;
    const std::int64_t rest = axes_.reduced.extent % block_;
    std::byte* results = room.results.bytes();
    const auto fold_rows = [&](std::int64_t place, std::int64_t count,
                               std::int64_t columns, std::byte* to) {
      kernel_(storage_ + place * stored_bytes_, block_, count, columns, to);
    };
    for_offsets(axes_.outer_reduced, 0, index_count(axes_.outer_reduced),
                [&](std::int64_t, std::int64_t outer) {
                  const std::int64_t place = offset + outer;
                  in_alternating_order(
                      whole, whole * block_ * stored_bytes_,
                      [&](std::int64_t first, std::int64_t last) {
                        fold_rows(place + first * block_, last - first, block_,
                                  results + first * element_bytes_);
                      },
                      divided_up(kAtOnce, block_));
                  if (rest != 0)
                    fold_rows(place + whole * block_, 1, rest,
                              results + whole * element_bytes_);
                  for (std::int64_t i = 0; i < whole + (rest != 0 ? 1 : 0); ++i)
                    state_.merge(room.states.bytes(),
                                 results + i * element_bytes_, 1);
                });
  }

  void reduce_tile(Room& room, std::int64_t offset, const Run& kept,
                   std::byte* out) const {
    if (is_one_block_) {
      fold(room.panel, offset, kept, axes_.reduced, out);
      return;
    }
    state_.start(room.states.bytes(), kept.extent);
    const auto merge = [&](const std::byte* results) {
      state_.merge(room.states.bytes(), results, kept.extent);
    };
    if (splits_blocks_) {
      const std::int64_t bytes = kept.extent * element_bytes_;
      const Scratch results(blocks_ * bytes);
      in_ranges(blocks_, 1, true, [&](std::int64_t first, std::int64_t last) {
        Panel panel(dtype_, storage_);
        for_blocks(
            first, last,
            [&](std::int64_t index, std::int64_t place, const Run& reduced) {
              fold(panel, offset + place, kept, reduced,
                   results.bytes() + index * bytes);
            });
      });
      for (std::int64_t i = 0; i < blocks_; ++i)
        merge(results.bytes() + i * bytes);
    } else if (has_block_rows_) {
      fold_block_rows(room, offset);
    } else {
      for_blocks(0, blocks_,
                 [&](std::int64_t, std::int64_t place, const Run& reduced) {
                   fold(room.panel, offset + place, kept, reduced,
                        room.results.bytes());
                   merge(room.results.bytes());
                 });
    }
    state_.finish(room.states.bytes(), out, kept.extent, to_odd_);
  }

  // Calls visit(index, offset, reduced) for the blocks [first, last) of a
  // result.
  template <typename F>
  void for_blocks(std::int64_t first, std::int64_t last, F visit) const {
    const std::int64_t blocks = divided_up(axes_.reduced.extent, block_);
    if (first >= last) return;
    for_offsets(axes_.outer_reduced, first / blocks, divided_up(last, blocks),
                [&](std::int64_t outer, std::int64_t offset) {
                  for (std::int64_t i = std::max(first, outer * blocks);
                       i < std::min(last, (outer + 1) * blocks); ++i) {
                    const std::int64_t from = (i - outer * blocks) * block_;
                    const Run reduced{
                        std::min(block_, axes_.reduced.extent - from),
                        axes_.reduced.stride};
                    visit(i, offset + from * reduced.stride, reduced);
                  }
                });
  }

  const ReductionAxes& axes_;
  DType dtype_;  // of what kernels read
  const std::byte* storage_;
  bool to_odd_;
  FoldKernel kernel_ = nullptr;
  FoldState state_;
  std::int64_t element_bytes_ = 0;  // of the compute type
  std::int64_t stored_bytes_ = 0;   // of what kernels read
  std::int64_t block_ = 1;
  std::int64_t blocks_ = 1;  // per result
  bool folds_rows_ = true;   // of the kernel in use
  bool is_in_place_ = false;
  bool is_one_block_ = false;
  bool has_block_rows_ = false;
  bool splits_blocks_ = false;
  std::int64_t tile_ = 1;
};

}  // namespace

void reduce_into(Folded op, std::byte* results, const Tensor& x,
                 const std::vector<std::int64_t>& axes) {
  const bool to_odd = is_narrow_real(x.dtype);
  const Shape& shape = x.view.shape();
  if (const auto form = reduction_axes(shape, x.view.strides(), axes)) {
    Reduction(*form, op, x.dtype, HostMemory::storage_of(x), to_odd)
        .run(x.view.offset(), results);
  } else {
    const DenseBytes ordered(x);
    const auto plain = reduction_axes(shape, View(shape).strides(), axes);
    Reduction(*plain, op, compute_dtype_of(x.dtype), ordered.bytes(), to_odd)
        .run(0, results);
  }
}

Status reduce(Scan op, const Tensor& out, const Tensor& x,
              const std::vector<std::int64_t>& axes) {
  if (out.view.numel() == 0) return {};
  if (axes.empty()) {
    copy_elements(out, x);
    return {};
  }
  DenseOutBytes results(out);
  reduce_into(static_cast<Folded>(op), results.bytes(), x, axes);
  results.store();
  return {};
}

}  // namespace assay::optimized
