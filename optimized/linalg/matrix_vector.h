// Multiplies matrices with vectors, for the reductions to tridiagonal and
// bidiagonal form. Rows consist of whole vectors: the number of columns is a
// multiple of vector_unit<T>, and callers fill up rows with zeros.
// Tested by tests/optimized/linalg_kernels_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// The elements of the longest vector, and of a cache line.
template <typename T>
inline constexpr std::int64_t vector_unit =
    64 / static_cast<std::int64_t>(sizeof(T));

template <typename T>
constexpr std::int64_t unit_floor(std::int64_t n) {
  return n / vector_unit<T> * vector_unit<T>;
}
template <typename T>
constexpr std::int64_t unit_ceiling(std::int64_t n) {
  return unit_floor<T>(n + vector_unit<T> - 1);
}

// Some rows of a matrix. The stride counts elements.
template <typename T>
struct RowBlock {
  const T* rows = nullptr;
  std::int64_t stride = 0;
  std::int64_t count = 0, columns = 0;
};

// Computes y += Σ_r sign · factors[r · step] · rows[r].
void add_rows(const RowBlock<float>& a, const float* factors, std::int64_t step,
              float sign, float* y);
void add_rows(const RowBlock<double>& a, const double* factors,
              std::int64_t step, double sign, double* y);

// Computes y[r] = rows[r]·x.
void dot_rows(const RowBlock<float>& a, const float* x, float* y);
void dot_rows(const RowBlock<double>& a, const double* x, double* y);

// Computes what rows [first, last), and the columns that mirror them, add to
// y = A·x for a matrix that is symmetric, or skew-symmetric if `mirrored` is -1
// and not 1. The square blocks of vector_unit<T> rows on the diagonal are
// stored, and the blocks to the left of them; others are not read. The bounds
// are multiples of vector_unit<T>, and y has `last` elements.
void multiply_symmetric(const RowBlock<float>& a, std::int64_t first,
                        std::int64_t last, float mirrored, const float* x,
                        float* y);
void multiply_symmetric(const RowBlock<double>& a, std::int64_t first,
                        std::int64_t last, double mirrored, const double* x,
                        double* y);

}  // namespace assay::optimized
