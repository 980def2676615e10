// Stores rows of a matrix as columns of another one. Threads take rows.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "optimized/linalg/condensed.h"
#include "optimized/linalg/linalg_batch.h"
#include "optimized/resources/parallel.h"

namespace assay::optimized {

// Stores the transpose of a row-major matrix, as transpose_matrix() does.
template <typename T>
void turn_matrix(T* to, const T* from, std::int64_t rows,
                 std::int64_t columns) {
  constexpr std::int64_t kRows = 64;
  in_ranges(rows, kRows,
            is_worth_threads(std::int64_t{4 * sizeof(T)} * rows * columns),
            [&](std::int64_t first, std::int64_t last) {
              transpose_block(to + first, rows, from + first * columns, columns,
                              columns, last - first);
            });
}

// Stores the n rows of `order`, of n elements each, as columns of a matrix with
// rows of `to_row` elements.
template <typename T>
void turn_rows(T* to, std::int64_t to_row, const PaddedMatrix<T>& rows,
               std::int64_t n, const std::vector<std::int64_t>& order) {
  constexpr std::int64_t kRows = 64;
  in_ranges(n, kRows, is_worth_threads(std::int64_t{4 * sizeof(T)} * n * n),
            [&](std::int64_t first, std::int64_t last) {
              const PlaneRoom<T, 1> room(std::min(kRows, n) * n);
              T* strip = room.begin()[0];
              while (first < last) {
                const std::int64_t some = std::min(kRows, last - first);
                for (std::int64_t i = 0; i < some; ++i)
                  std::copy_n(rows.row(order.data()[first + i])[0], n,
                              strip + i * n);
                transpose_block(to + first, to_row, strip, n, n, some);
                first += some;
              }
            });
}

}  // namespace assay::optimized
