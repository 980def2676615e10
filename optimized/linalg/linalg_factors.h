// Declares the factorizations of one matrix, in float, double or complex
// double, and the solution of triangular systems. Operands are row-major arrays
// of finite elements, scaled so that nothing overflows, and without an extent
// of 0. An operand that is not const is overwritten. The caller provides the
// arrays of the results. Tested by the linalg family of the suite.
#pragma once

#include <complex>
#include <cstdint>

namespace assay::optimized {

using Complex = std::complex<double>;

// Stores L or, if `upper`, U of A = L·Lᴴ = UᴴU, with zeros in the other
// triangle. Reads the lower triangle. Returns whether all pivots are positive;
// otherwise the result is arbitrary.
bool factor_cholesky(const float* a, std::int64_t n, bool upper, float* out);
bool factor_cholesky(const double* a, std::int64_t n, bool upper, double* out);
bool factor_cholesky(std::complex<float>* a, std::int64_t n, bool upper,
                     std::complex<float>* out);
bool factor_cholesky(Complex* a, std::int64_t n, bool upper, Complex* out);

// Computes Q with m rows and `inner` columns, and R with `inner` rows. `inner`
// is min(m, n) or m.
void factor_qr(float* a, std::int64_t m, std::int64_t n, std::int64_t inner,
               float* q, float* r);
void factor_qr(double* a, std::int64_t m, std::int64_t n, std::int64_t inner,
               double* q, double* r);
void factor_qr(std::complex<float>* a, std::int64_t m, std::int64_t n,
               std::int64_t inner, std::complex<float>* q,
               std::complex<float>* r);
void factor_qr(Complex* a, std::int64_t m, std::int64_t n, std::int64_t inner,
               Complex* q, Complex* r);

// Computes U, the min(m, n) singular values and Vᴴ, thin or full. Like the
// functions below, it returns whether the iteration converged.
bool factor_svd(const float* a, std::int64_t m, std::int64_t n, bool full,
                float* u, double* s, float* vh);
bool factor_svd(const double* a, std::int64_t m, std::int64_t n, bool full,
                double* u, double* s, double* vh);
bool factor_svd(const std::complex<float>* a, std::int64_t m, std::int64_t n,
                bool full, std::complex<float>* u, double* s,
                std::complex<float>* vh);
bool factor_svd(const Complex* a, std::int64_t m, std::int64_t n, bool full,
                Complex* u, double* s, Complex* vh);

// Computes the eigenvalues in ascending order, and orthonormal eigenvectors
// unless v is null. Reads the lower triangle.
bool factor_eigh(const float* a, std::int64_t n, double* w, float* v);
bool factor_eigh(const double* a, std::int64_t n, double* w, double* v);
bool factor_eigh(const std::complex<float>* a, std::int64_t n, double* w,
                 std::complex<float>* v);
bool factor_eigh(const Complex* a, std::int64_t n, double* w, Complex* v);

// Computes the eigenvalues, and eigenvectors of length 1 unless v is null.
bool factor_eig(const float* a, std::int64_t n, Complex* w, Complex* v);
bool factor_eig(const double* a, std::int64_t n, Complex* w, Complex* v);
bool factor_eig(const Complex* a, std::int64_t n, Complex* w, Complex* v);

// Says which triangle of A is read, and what op(A) is: A, its transpose, its
// conjugate, or both.
struct Triangle {
  bool upper, transpose, conjugates, unit_diag;
};

// Solve op(A)·x = b for `count` row-major A of n rows, and b and x of n rows
// and `sides` columns, which may be the same array. They follow each other. The
// pivots are not zero.
void solve_triangles(const float* a, std::int64_t count, std::int64_t n,
                     const Triangle& triangle, const float* b,
                     std::int64_t sides, float* x);
void solve_triangles(const double* a, std::int64_t count, std::int64_t n,
                     const Triangle& triangle, const double* b,
                     std::int64_t sides, double* x);
void solve_triangles(const std::complex<float>* a, std::int64_t count,
                     std::int64_t n, const Triangle& triangle,
                     const std::complex<float>* b, std::int64_t sides,
                     std::complex<float>* x);
void solve_triangles(const Complex* a, std::int64_t count, std::int64_t n,
                     const Triangle& triangle, const Complex* b,
                     std::int64_t sides, Complex* x);

// Returns whether an element on the diagonal is zero.
template <typename T>
bool has_zero_pivot(const T* a, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i)
    if (a[i * (n + 1)] == T(0)) return true;
  return false;
}
template <typename T>
bool has_zero_pivots(const T* a, std::int64_t count, std::int64_t n) {
  for (std::int64_t i = 0; i < count; ++i)
    if (has_zero_pivot(a + i * n * n, n)) return true;
  return false;
}

}  // namespace assay::optimized
