// Computes Householder reflections H = I - tau·v·vᵀ and applies blocks of them
// as products of matrices: H_1·H_2·… = I - V·T·Vᵀ with an upper triangle T
// (Schreiber and Van Loan, "A storage-efficient WY representation for products
// of Householder transformations", 1989).
// Tested by tests/optimized/linalg_kernels_test.cc.
#pragma once

#include <cstdint>
#include <vector>

namespace assay::optimized {

inline constexpr std::int64_t kPanelColumns = 8;

// Reduces the columns of a panel to an upper triangle, one reflection for each
// column but those from the last row on. The panel is row-major with rows of
// kPanelColumns elements, of which `columns` are used; the others are zero. The
// triangle is left on and above the diagonal, and the vectors below it. Their
// first elements, which are 1, are not stored.
void reflect_panel(float* panel, std::int64_t rows, std::int64_t columns,
                   float* tau);
void reflect_panel(double* panel, std::int64_t rows, std::int64_t columns,
                   double* tau);

// A block of reflections. Element i of vector j is v[i * row + j * column]. All
// elements are stored, also ones and zeros.
template <typename T>
struct ReflectorBlock {
  const T* v = nullptr;
  std::int64_t row = 0, column = 0;
  std::int64_t rows = 0, count = 0;
  std::vector<T> t;  // count by count, row-major, zero below the diagonal
};

// Computes t from the factors tau and the products v_iᵀ·v_j for i < j, which
// are in the upper triangle of `products`.
template <typename T>
void set_triangle(ReflectorBlock<T>& block, const T* tau, const T* products);

// Multiplies `columns` columns of a matrix by the block, or by its transpose,
// from the left. `room` is enlarged as needed.
template <typename T>
void apply_block(const ReflectorBlock<T>& block, bool transposed, T* c,
                 std::int64_t c_row, std::int64_t columns,
                 std::vector<T>& room);

}  // namespace assay::optimized
