// The factorizations of one matrix, in double or complex double. Matrices are
// row-major arrays of finite elements whose largest is near 1, so that nothing
// overflows; none has an extent of 0. Results are whole arrays of the caller's.
#pragma once

#include <complex>
#include <cstdint>

namespace assay::optimized {

using Complex = std::complex<double>;

// L of A = L·Lᴴ, zero above the diagonal; A is Hermitian, with both triangles
// filled in. Returns whether all pivots are positive.
bool factor_cholesky(const double* a, std::int64_t n, double* l);
bool factor_cholesky(const Complex* a, std::int64_t n, Complex* l);

// Q of m rows and `inner` columns, R of `inner` rows: min(m, n) or m of them.
void factor_qr(const double* a, std::int64_t m, std::int64_t n,
               std::int64_t inner, double* q, double* r);
void factor_qr(const Complex* a, std::int64_t m, std::int64_t n,
               std::int64_t inner, Complex* q, Complex* r);

// U, min(m, n) singular values and Vᴴ, thin or full. Each of the following
// returns whether its iteration converged.
bool factor_svd(const double* a, std::int64_t m, std::int64_t n, bool full,
                double* u, double* s, double* vh);
bool factor_svd(const Complex* a, std::int64_t m, std::int64_t n, bool full,
                Complex* u, double* s, Complex* vh);

// Eigenvalues, ascending, and orthonormal eigenvectors unless v is null; reads
// the lower triangle.
bool factor_eigh(const double* a, std::int64_t n, double* w, double* v);
bool factor_eigh(const Complex* a, std::int64_t n, double* w, Complex* v);

// Eigenvalues and eigenvectors of length 1, unless v is null.
bool factor_eig(const double* a, std::int64_t n, Complex* w, Complex* v);
bool factor_eig(const Complex* a, std::int64_t n, Complex* w, Complex* v);

}  // namespace assay::optimized
