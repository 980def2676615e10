// Implements argmax and argmin as a walk over panels that carries the best
// value and its position. Threads take tiles of results. If there are few tiles
// they take pieces of the axis, and the best of the pieces is chosen
// afterwards.
// Tested by tests/optimized/reduction_test.cc and the suite.
#include <algorithm>

#include "optimized/layout/panel.h"
#include "optimized/reduction/reduction.h"
#include "optimized/reduction/reduction_axes.h"
#include "optimized/reduction/reduction_positions.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Columns that are worked on at once; their values and positions stay in L1.
constexpr std::int64_t kArgColumns = 1024;
// Rows and columns of a gathered panel.
constexpr std::int64_t kGatheredRows = 32;
constexpr std::int64_t kGatheredColumns = 128;

class Search {
 public:
  Search(const ReductionAxes& axes, Scan op, const Tensor& x)
      : axes_(axes),
        x_(x),
        element_bytes_(spec_of(compute_dtype_of(x.dtype)).bits / 8),
        kernels_(position_kernels(op, compute_dtype_of(x.dtype))) {
    // Either kernel finds the first position, so the layout decides which one
    // runs.
    const Panel panel(x.dtype, HostMemory::storage_of(x));
    const bool has_rows = panel.is_in_place(axes.reduced);
    const bool has_columns = panel.is_in_place(axes.kept);
    const bool in_place = has_rows || has_columns;
    folds_rows_ = has_rows != has_columns ? has_rows : axes.folds_rows;
    tile_ = folds_rows_ ? 1 : kArgColumns;
    block_ = axes.reduced.extent;
    if (folds_rows_) block_ = settings().sum_block;
    if (!in_place && folds_rows_) tile_ = kGatheredRows;
    if (!in_place && !folds_rows_) {
      tile_ = kGatheredColumns;
      block_ = kGatheredRows;
    }
    if (folds_rows_ && axes.reduced.extent <= block_ && in_place)
      tile_ = axes.kept.extent;
    tile_ = std::min(tile_, axes.kept.extent);
  }

  void run(std::int32_t* out) {
    const std::int64_t outer = index_count(axes_.outer_kept);
    const std::int64_t results = outer * axes_.kept.extent;
    const bool is_worth =
        is_worth_threads(results * axes_.reduced.extent * element_bytes_);
    if (is_worth && folds_rows_)
      tile_ = std::min(tile_, results / range_count() + 1);
    const std::int64_t tiles = outer * tiles_of_axis();
    pieces_ = is_worth && tiles < range_count()
                  ? std::min(range_count(), axes_.reduced.extent)
                  : 1;
    in_ranges(tiles, 1, is_worth && pieces_ == 1,
              [&](std::int64_t first, std::int64_t last) {
                run_tiles(first, last, out);
              });
  }

 private:
  std::int64_t tiles_of_axis() const {
    return (axes_.kept.extent + tile_ - 1) / tile_;
  }

  void run_tiles(std::int64_t first, std::int64_t last,
                 std::int32_t* out) const {
    const std::int64_t tiles = tiles_of_axis();
    Panel panel(x_.dtype, HostMemory::storage_of(x_));
    const Scratch best(tile_ * element_bytes_);
    for_offsets(axes_.outer_kept, first / tiles, (last + tiles - 1) / tiles,
                [&](std::int64_t index, std::int64_t outer) {
                  for (std::int64_t tile = std::max(first, index * tiles);
                       tile < std::min(last, (index + 1) * tiles); ++tile) {
                    const std::int64_t k = (tile - index * tiles) * tile_;
                    const Run kept{std::min(tile_, axes_.kept.extent - k),
                                   axes_.kept.stride};
                    const std::int64_t offset =
                        x_.view.offset() + outer + k * kept.stride;
                    std::int32_t* to = out + index * axes_.kept.extent + k;
                    if (pieces_ == 1)
                      search(panel, offset, kept, axes_.reduced.extent,
                             best.bytes(), to);
                    else
                      search_pieces(offset, kept, best.bytes(), to);
                  }
                });
  }

  // Finds the best of the first `extent` elements of each result.
  void search(Panel& panel, std::int64_t offset, const Run& kept,
              std::int64_t extent, std::byte* best, std::int32_t* to) const {
    for (std::int64_t i = 0; i < extent; i += block_) {
      const Run reduced{std::min(block_, extent - i), axes_.reduced.stride};
      const Run& rows = folds_rows_ ? kept : reduced;
      const Run& columns = folds_rows_ ? reduced : kept;
      const Panel::Block from =
          panel.fetch(offset + i * reduced.stride, rows, columns);
      (folds_rows_ ? kernels_.rows : kernels_.columns)(
          from.first, from.row_stride, rows.extent, columns.extent,
          static_cast<std::int32_t>(i), best, to);
    }
  }

  // Finds the best of each piece of the axis, and then the first piece that has
  // the best of these.
  void search_pieces(std::int64_t offset, const Run& kept, std::byte* best,
                     std::int32_t* to) const {
    const auto start = [&](std::int64_t piece) {
      return axes_.reduced.extent * piece / pieces_;
    };
    const std::int64_t width = kept.extent;
    const Scratch values(pieces_ * width * element_bytes_);
    std::vector<std::int32_t> places(static_cast<std::size_t>(pieces_ * width));
    in_ranges(pieces_, 1, true, [&](std::int64_t first, std::int64_t last) {
      Panel panel(x_.dtype, HostMemory::storage_of(x_));
      for (std::int64_t piece = first; piece < last; ++piece)
        search(panel, offset + start(piece) * axes_.reduced.stride, kept,
               start(piece + 1) - start(piece),
               values.bytes() + piece * width * element_bytes_,
               places.data() + piece * width);
    });
    kernels_.columns(values.bytes(), width, pieces_, width, 0, best, to);
    for (std::int64_t c = 0; c < width; ++c) {
      const std::int64_t piece = to[c];
      to[c] = places[static_cast<std::size_t>(piece * width + c)] +
              static_cast<std::int32_t>(start(piece));
    }
  }

  const ReductionAxes& axes_;
  const Tensor& x_;
  std::int64_t element_bytes_;
  PositionKernels kernels_;
  bool folds_rows_ = true;
  std::int64_t tile_ = 1;
  std::int64_t block_ = 1;
  std::int64_t pieces_ = 1;
};

}  // namespace

void arg_reduce_into(Scan op, std::int32_t* positions, const Tensor& x,
                     std::int64_t axis) {
  // A single reduced axis always chains with itself.
  const ReductionAxes axes =
      *reduction_axes(x.view.shape(), x.view.strides(), {axis});
  Search(axes, op, x).run(positions);
}

Status arg_reduce(Scan op, const Tensor& out, const Tensor& x,
                  std::int64_t axis) {
  if (out.view.numel() == 0) return {};
  arg_reduce_into(op,
                  reinterpret_cast<std::int32_t*>(HostMemory::storage_of(out)) +
                      out.view.offset(),
                  x, axis);
  return {};
}

}  // namespace assay::optimized
