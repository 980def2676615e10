// Implements any and all as walks over panels of the elements' bits. Neither
// depends on an order, so threads take tiles of results, or pieces of the
// reduced axis if there are few results.
// Tested by tests/optimized/selection_test.cc and the suite.
#include "optimized/reduction/truth.h"

#include <algorithm>

#include "optimized/layout/compute_type.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/panel.h"
#include "optimized/reduction/reduction_axes.h"
#include "optimized/reduction/truth_kernels.h"
#include "optimized/resources/parallel.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Columns whose results stay in L1, and elements of a panel that is gathered.
constexpr std::int64_t kTruthColumns = 4096;
constexpr std::int64_t kTruthGathered = 16384;

DType bits_dtype(std::int64_t bytes) {
  switch (bytes) {
    case 1:
      return DType::kUint8;
    case 2:
      return DType::kUint16;
    case 4:
      return DType::kUint32;
    default:
      return DType::kUint64;
  }
}

class TruthReduction {
 public:
  TruthReduction(const ReductionAxes& axes, bool is_any, DType dtype,
                 const std::byte* storage)
      : axes_(axes),
        is_any_(is_any),
        bytes_(bytes_of(dtype)),
        storage_(storage),
        mask_(~std::uint64_t{0}),
        kernels_(truth_kernels(is_any, bytes_)) {
    if (!is_integer(dtype) && dtype != DType::kBool)
      mask_ = (std::uint64_t{1} << (8 * bytes_ - 1)) - 1;
    const Panel panel(bits_dtype(bytes_), storage);
    const bool has_rows = panel.is_in_place(axes.reduced);
    const bool has_columns = panel.is_in_place(axes.kept);
    folds_rows_ = has_rows != has_columns ? has_rows : axes.folds_rows;
    const bool is_in_place = folds_rows_ ? has_rows : has_columns;
    block_ = is_in_place ? std::max<std::int64_t>(axes.reduced.extent, 1)
                         : kTruthGathered;
    tile_ = folds_rows_ ? axes.kept.extent : kTruthColumns;
    if (!is_in_place)
      tile_ = std::max<std::int64_t>(
          kTruthGathered /
              std::clamp<std::int64_t>(axes.reduced.extent, 1, block_),
          32);
    tile_ = std::clamp<std::int64_t>(axes.kept.extent, 1, tile_);
  }

  void run(std::int64_t offset, std::uint8_t* out) {
    const std::int64_t outer = index_count(axes_.outer_kept);
    const std::int64_t results = outer * axes_.kept.extent;
    const std::int64_t read = results * index_count(axes_.outer_reduced) *
                              axes_.reduced.extent * bytes_;
    const bool is_worth = is_worth_threads(read);
    if (is_worth && folds_rows_)
      tile_ = std::min(tile_, results / range_count() + 1);
    const std::int64_t tiles = outer * tiles_of_axis();
    std::fill_n(out, results, is_any_ ? std::uint8_t{0} : std::uint8_t{1});
    if (is_worth && tiles < range_count()) return run_pieces(offset, out);
    in_ranges(tiles, 1, is_worth, [&](std::int64_t first, std::int64_t last) {
      run_tiles(offset, first, last, axes_.reduced, out);
    });
  }

 private:
  std::int64_t tiles_of_axis() const {
    return (axes_.kept.extent + tile_ - 1) / tile_;
  }

  // Joins the results of the tiles [first, last) with elements of a part of the
  // reduced axis.
  void run_tiles(std::int64_t offset, std::int64_t first, std::int64_t last,
                 const Run& reduced, std::uint8_t* out) const {
    const std::int64_t tiles = tiles_of_axis();
    Panel panel(bits_dtype(bytes_), storage_);
    for_offsets(axes_.outer_kept, first / tiles, (last + tiles - 1) / tiles,
                [&](std::int64_t index, std::int64_t outer) {
                  for (std::int64_t tile = std::max(first, index * tiles);
                       tile < std::min(last, (index + 1) * tiles); ++tile) {
                    const std::int64_t k = (tile - index * tiles) * tile_;
                    const Run kept{std::min(tile_, axes_.kept.extent - k),
                                   axes_.kept.stride};
                    join(panel, offset + outer + k * kept.stride, kept, reduced,
                         out + index * axes_.kept.extent + k);
                  }
                });
  }

  void join(Panel& panel, std::int64_t offset, const Run& kept,
            const Run& reduced, std::uint8_t* out) const {
    for_offsets(axes_.outer_reduced, 0, index_count(axes_.outer_reduced),
                [&](std::int64_t, std::int64_t outer) {
                  for (std::int64_t i = 0; i < reduced.extent; i += block_) {
                    const Run part{std::min(block_, reduced.extent - i),
                                   reduced.stride};
                    const Run& rows = folds_rows_ ? kept : part;
                    const Run& columns = folds_rows_ ? part : kept;
                    const Panel::Block from = panel.fetch(
                        offset + outer + i * part.stride, rows, columns);
                    (folds_rows_ ? kernels_.rows : kernels_.columns)(
                        from.first, from.row_stride, rows.extent,
                        columns.extent, mask_, out);
                  }
                });
  }

  // Joins pieces of the reduced axis in results of their own, and these
  // afterwards.
  void run_pieces(std::int64_t offset, std::uint8_t* out) const {
    const std::int64_t results =
        index_count(axes_.outer_kept) * axes_.kept.extent;
    const std::int64_t pieces =
        std::clamp<std::int64_t>(axes_.reduced.extent, 1, range_count());
    std::vector<std::uint8_t> joined(static_cast<std::size_t>(pieces * results),
                                     is_any_ ? 0 : 1);
    const std::int64_t tiles = index_count(axes_.outer_kept) * tiles_of_axis();
    in_ranges(pieces, 1, true, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t piece = first; piece < last; ++piece) {
        const std::int64_t begin = axes_.reduced.extent * piece / pieces;
        const std::int64_t end = axes_.reduced.extent * (piece + 1) / pieces;
        run_tiles(offset + begin * axes_.reduced.stride, 0, tiles,
                  {end - begin, axes_.reduced.stride},
                  joined.data() + piece * results);
      }
    });
    for (std::int64_t piece = 0; piece < pieces; ++piece)
      for (std::int64_t i = 0; i < results; ++i) {
        const auto next = joined[static_cast<std::size_t>(piece * results + i)];
        out[i] = is_any_ ? out[i] | next : out[i] & next;
      }
  }

  const ReductionAxes& axes_;
  bool is_any_;
  std::int64_t bytes_;  // of an element
  const std::byte* storage_;
  std::uint64_t mask_;  // the bits that no zero has
  TruthKernels kernels_;
  bool folds_rows_ = true;
  std::int64_t tile_ = 1;
  std::int64_t block_ = 1;
};

void test(bool is_any, const Tensor& out, const Tensor& x,
          const std::vector<std::int64_t>& axes) {
  if (out.view.numel() == 0) return;
  auto* results = reinterpret_cast<std::uint8_t*>(HostMemory::storage_of(out)) +
                  out.view.offset();
  const auto run = [&](const std::byte* storage, const View& view) {
    const auto form = reduction_axes(view.shape(), view.strides(), axes);
    if (form)
      TruthReduction(*form, is_any, x.dtype, storage)
          .run(view.offset(), results);
    return form.has_value();
  };
  if (run(HostMemory::storage_of(x), x.view)) return;
  const ElementsIn ordered(x, true);
  run(ordered.storage(), ordered.view());
}

}  // namespace

void any(const Tensor& out, const Tensor& x,
         const std::vector<std::int64_t>& axes) {
  test(true, out, x, axes);
}

void all(const Tensor& out, const Tensor& x,
         const std::vector<std::int64_t>& axes) {
  test(false, out, x, axes);
}

}  // namespace assay::optimized
