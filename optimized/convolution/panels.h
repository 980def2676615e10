// Packs panels: matrices of plain rows whose columns are channels, as wide as a
// tile of a gathered product.
// Tested by tests/optimized/convolution_test.cc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "optimized/convolution/gathered_product.h"
#include "optimized/layout/transpose.h"
#include "optimized/resources/settings.h"
#include "spec/dtype.h"

namespace assay::optimized {

template <typename T>
inline constexpr DType kComputeDType = sizeof(T) == 4 ? DType::kFloat32
                                                      : DType::kFloat64;

// Stores to[r · to_row + c] = from[c · from_column + r].
template <typename T>
void transpose_floats(T* to, std::int64_t to_row, const T* from,
                      std::int64_t from_column, std::int64_t rows,
                      std::int64_t columns) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  transpose(reinterpret_cast<Bits*>(to), to_row,
            reinterpret_cast<const Bits*>(from), from_column, rows, columns);
}

// Says which channels a panel has.
struct PanelColumns {
  std::int64_t first, count, vectors, width;
};

// Splits channels into panels.
class Panels {
 public:
  Panels(std::int64_t channels, bool is_double)
      : channels_(channels),
        lanes_(panel_lanes(is_double)),
        widest_(panel_vectors() * lanes_),
        bytes_(is_double ? 8 : 4) {}
  std::int64_t count() const { return (channels_ + widest_ - 1) / widest_; }
  std::int64_t widest() const { return widest_; }
  // Returns the sum of the widths of all panels.
  std::int64_t width() const {
    return (channels_ + lanes_ - 1) / lanes_ * lanes_;
  }
  // Returns how many rows of a panel are multiplied at once. All tiles of a
  // product read them, so they stay in L1.
  std::int64_t most_rows() const {
    constexpr std::int64_t kBytes = std::int64_t{32} << 10;
    return std::min(settings().matmul_depth, kBytes / (widest_ * bytes_));
  }
  PanelColumns operator[](std::int64_t i) const {
    PanelColumns panel{};
    panel.first = i * widest_;
    panel.count = std::min(widest_, channels_ - panel.first);
    panel.vectors = (panel.count + lanes_ - 1) / lanes_;
    panel.width = panel.vectors * lanes_;
    return panel;
  }

 private:
  std::int64_t channels_, lanes_, widest_, bytes_;
};

// Clears the columns of a panel that no channel has.
template <typename T>
void clear_rest(const PanelColumns& columns, std::int64_t rows, T* panel) {
  if (columns.count == columns.width) return;
  for (std::int64_t r = 0; r < rows; ++r)
    std::fill(panel + r * columns.width + columns.count,
              panel + (r + 1) * columns.width, T(0));
}

}  // namespace assay::optimized
