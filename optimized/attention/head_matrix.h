// Hands out rows and columns of the matrix of a head, whatever its strides and
// its dtype.
// Tested by tests/optimized/attention_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "optimized/layout/compute_type.h"
#include "optimized/layout/panel.h"
#include "optimized/product/product.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {

// A matrix of each head, as a panel of rows.
class HeadMatrix {
 public:
  explicit HeadMatrix(const Tensor& x)
      : panel_(x.dtype, HostMemory::storage_of(x)),
        storage_(HostMemory::storage_of(x)),
        view_(x.view),
        element_(bytes_of(x.dtype)),
        is_plain_(compute_dtype_of(x.dtype) == x.dtype) {}

  // Returns the rows [first, first + count) with adjacent columns, of which
  // there are `columns` from `column` on. Rows that repeat are read once.
  Panel::Block rows(std::int64_t batch, std::int64_t head, std::int64_t first,
                    std::int64_t count, std::int64_t column,
                    std::int64_t columns) {
    const Strides& strides = view_.strides();
    const std::int64_t offset =
        view_.linear_index({batch, head, first, column});
    const bool repeats = strides[2] == 0;
    Panel::Block block = panel_.fetch(offset, {repeats ? 1 : count, strides[2]},
                                      {columns, strides[3]});
    if (repeats) block.row_stride = 0;
    return block;
  }

  // Returns the rows [first, first + count) as columns.
  Panel::Block columns(std::int64_t batch, std::int64_t head,
                       std::int64_t first, std::int64_t count) {
    const Strides& strides = view_.strides();
    const Run width{view_.shape()[3], strides[3]};
    if (is_plain_)
      return panel_.fetch(view_.linear_index({batch, head, first, 0}), width,
                          {count, strides[2]});
    // Widened rows are transposed faster than those of 16 bits.
    const Panel::Block wide = rows(batch, head, first, count, 0, width.extent);
    turned_ = Panel(DType::kFloat32, wide.first);
    return turned_.fetch(0, {width.extent, 1}, {count, wide.row_stride});
  }

  // Returns the rows as a factor of a product, in place if elements are
  // computed in their own type.
  MatrixPlace place(std::int64_t batch, std::int64_t head, std::int64_t first,
                    std::int64_t count) {
    if (!is_plain_) {
      const Panel::Block block =
          rows(batch, head, first, count, 0, view_.shape()[3]);
      return {block.first, block.row_stride, 1};
    }
    const std::int64_t offset = view_.linear_index({batch, head, first, 0});
    return {storage_ + offset * element_, view_.strides()[2],
            view_.strides()[3]};
  }

 private:
  Panel panel_;
  Panel turned_{DType::kFloat32, nullptr};
  const std::byte* storage_;
  const View& view_;
  std::int64_t element_;
  bool is_plain_;
};

}  // namespace assay::optimized
