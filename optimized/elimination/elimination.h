// Declares Gaussian elimination of one matrix with row pivots, or with row and
// column pivots.
// Tested by tests/optimized/elimination_test.cc and the linalg family of lax.
#pragma once

#include <complex>
#include <cstdint>

namespace assay::optimized {

// Replace a row-major matrix of m by n finite elements by its factors: L, whose
// diagonal of ones is not stored, below the diagonal, and U. Row i was swapped
// with row pivots[i], from row 0 on; there are min(m, n) pivots. Each is the
// largest of its column, and a column without one stays zero.
void eliminate_rows(float* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots);
void eliminate_rows(double* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots);
void eliminate_rows(std::complex<float>* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots);
void eliminate_rows(std::complex<double>* a, std::int64_t m, std::int64_t n,
                    std::int32_t* pivots);

// Do the same for a square matrix of n rows, where a pivot is the largest of
// all elements that are left. Row i was swapped with row rows[i], and column i
// with column columns[i]. If only zeros are left, the elimination ends.
void eliminate_fully(float* a, std::int64_t n, std::int32_t* rows,
                     std::int32_t* columns);
void eliminate_fully(double* a, std::int64_t n, std::int32_t* rows,
                     std::int32_t* columns);
void eliminate_fully(std::complex<float>* a, std::int64_t n, std::int32_t* rows,
                     std::int32_t* columns);
void eliminate_fully(std::complex<double>* a, std::int64_t n,
                     std::int32_t* rows, std::int32_t* columns);

// Returns z / w. Neither overflows or underflows on the way if the quotient is
// near 1 or below it.
inline float divided_by_pivot(float z, float w) { return z / w; }
inline double divided_by_pivot(double z, double w) { return z / w; }
std::complex<float> divided_by_pivot(std::complex<float> z,
                                     std::complex<float> w);
std::complex<double> divided_by_pivot(std::complex<double> z,
                                      std::complex<double> w);

}  // namespace assay::optimized
