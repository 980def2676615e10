// Factors a few columns of a matrix, which are stored one after another, so
// that searches and updates run along them. Declares the kernel.
// Tested by tests/optimized/elimination_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

inline constexpr std::int64_t kPanelColumns = 16;

// Returns how far apart columns of `rows` rows are stored. Columns are padded
// to whole vectors.
inline constexpr std::int64_t panel_stride(std::int64_t rows) {
  constexpr std::int64_t kLanes = 16;
  return (rows + kLanes - 1) / kLanes * kLanes;
}

// A panel of at most kPanelColumns columns, and at least as many rows as
// columns. Elements past the last row of a column are overwritten.
template <typename T>
struct PanelColumns {
  T* elements = nullptr;
  std::int64_t rows = 0, columns = 0;
  std::int64_t stride = 0;  // panel_stride(rows)
  std::int32_t* pivots = nullptr;
};

// Replace a panel by its factors, as eliminate_rows does with a matrix. Row i
// was swapped with row pivots[i] of the panel.
void eliminate_panel_columns(const PanelColumns<float>& panel);
void eliminate_panel_columns(const PanelColumns<double>& panel);

}  // namespace assay::optimized
