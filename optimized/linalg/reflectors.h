// Computes Householder reflections H = I - tau·v·vᴴ and applies blocks of them
// as products of matrices: H_1·H_2·… = I - V·T·Vᴴ with an upper triangle T
// (Schreiber and Van Loan, "A storage-efficient WY representation for products
// of Householder transformations", 1989). Complex vectors are stored as two
// planes.
// Tested by tests/optimized/linalg_reflections_test.cc.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "optimized/linalg/plane_product.h"

namespace assay::optimized {

inline constexpr std::int64_t kPanelColumns = 8;

// Squares in a panel that sum to less are rounded to zero, because they have
// too few digits. Matrices are scaled to near 1, so those elements are far
// smaller than a rounding error.
constexpr float smallest_sum(float) { return 0x1p-110F; }
constexpr double smallest_sum(double) { return 0x1p-960; }

// Reduces the columns of a panel to an upper triangle, one reflection for each
// column but those from the last row on. The panel is row-major with rows of
// kPanelColumns elements, of which `columns` are used; the others are zero. The
// triangle is left on and above the diagonal, and the vectors below it. Their
// first elements, which are 1, are not stored. The reflections of complex
// columns are unitary but not Hermitian: their adjoints were applied.
void reflect_panel(Planes<float*, 1> panel, std::int64_t rows,
                   std::int64_t columns, float* tau);
void reflect_panel(Planes<double*, 1> panel, std::int64_t rows,
                   std::int64_t columns, double* tau);
void reflect_panel(Planes<float*, 2> panel, std::int64_t rows,
                   std::int64_t columns, std::complex<float>* tau);
void reflect_panel(Planes<double*, 2> panel, std::int64_t rows,
                   std::int64_t columns, std::complex<double>* tau);

// A block of reflections. Element i of vector j is v[i * row + j * column]. All
// elements are stored, also ones and zeros.
template <typename T, std::size_t planes = 1>
struct ReflectorBlock {
  Planes<const T*, planes> v = {};
  std::int64_t row = 0, column = 0;
  std::int64_t rows = 0, count = 0;
  // count by count, column by column, zero below the diagonal
  Planes<std::vector<T>, planes> t = {};
};

// Computes t from the factors tau and the products v_iᴴ·v_j for i < j, which
// are in the upper triangle of `products`.
template <typename T, std::size_t planes>
void set_triangle(ReflectorBlock<T, planes>& block,
                  const PlaneValue<T, planes>* tau,
                  Planes<const T*, planes> products);

// Multiplies `columns` columns of a matrix by the block, or by its adjoint,
// from the left. `room` is enlarged as needed. If `identity` is not negative,
// the first columns are those of the identity from that one on, up to the
// number of reflections.
template <typename T, std::size_t planes>
void apply_block(const ReflectorBlock<T, planes>& block, bool adjoint,
                 Planes<T*, planes> c, std::int64_t c_row, std::int64_t columns,
                 std::vector<T>& room, std::int64_t identity = -1);

}  // namespace assay::optimized
