// Declares the steps of an elimination with row pivots: the elimination of some
// columns, and what it does to the columns to their right. Complex matrices
// have two planes.
// Tested by tests/optimized/elimination_test.cc.
#pragma once

#include <cstdint>

#include "optimized/linalg/plane_product.h"

namespace assay::optimized {

// Columns that are being factored. Element (i, j) is at i * row + j.
template <typename T, std::size_t planes>
struct Eliminated {
  Planes<T*, planes> a;
  std::int64_t m;        // rows
  std::int64_t row;      // elements from a row to the next one
  std::int64_t columns;  // whose rows are swapped
  std::int32_t* pivots;
  // Room for a panel of real columns: panel_stride(m) * kPanelColumns elements.
  T* room = nullptr;
};

// Factors the columns [first, end), where end is at most the number of rows,
// and swaps rows of all columns. Row i was swapped with row pivots[i].
template <typename T, std::size_t planes>
void eliminate_columns(const Eliminated<T, planes>& matrix, std::int64_t first,
                       std::int64_t end);

// Swaps the rows [first, end) of some columns with the rows of their pivots.
template <typename T, std::size_t planes>
void swap_rows(Planes<T*, planes> a, std::int64_t row, std::int64_t columns,
               const std::int32_t* pivots, std::int64_t first,
               std::int64_t end);

// Factored columns l and columns x to their right. Both begin with the row
// whose pivot is the first of l.
template <typename T, std::size_t planes>
struct RightColumns {
  Planes<const T*, planes> l;
  Planes<T*, planes> x;
  std::int64_t row;      // elements from a row to the next one, of both
  std::int64_t columns;  // of x
};

// Divides the unit triangle of the first `count` rows of l out of x, and stores
// a part of U there.
template <typename T, std::size_t planes>
void divide_rows(const RightColumns<T, planes>& right, std::int64_t count);

// Subtracts from the rows [to, to + count) of x what the rows [from, from +
// terms) contribute.
template <typename T, std::size_t planes>
void subtract_rows(const RightColumns<T, planes>& right, std::int64_t from,
                   std::int64_t terms, std::int64_t to, std::int64_t count);

}  // namespace assay::optimized
