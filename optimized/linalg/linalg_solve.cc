// Solves triangular systems by substitution, for all right-hand sides of a
// matrix at a time: x_i = (b_i - Σ_j a_ij·x_j) / a_ii over the x_j found
// before. Complex systems are solved on planes.
// Tested by the linalg family of the suite.
#include <algorithm>
#include <complex>
#include <utility>
#include <vector>

#include "optimized/layout/dense.h"
#include "optimized/linalg/linalg.h"
#include "optimized/linalg/linalg_batch.h"
#include "optimized/linalg/linalg_factors.h"
#include "optimized/linalg/plane_product.h"
#include "optimized/linalg/real_triangles.h"
#include "optimized/linalg/triangle_rows.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Holds op(A) of a complex matrix in double, for systems whose diagonal has no
// reciprocals. Only one of its triangles is read.
class ComplexSystem {
 public:
  using S = Complex;

  ComplexSystem(std::int64_t n, const Triangle& triangle)
      : n_(n),
        is_upper_(triangle.upper != triangle.transpose),
        transpose_(triangle.transpose),
        conjugates_(triangle.conjugates),
        unit_diag_(triangle.unit_diag),
        elements_(static_cast<std::size_t>(n * n)) {}

  template <typename T>
  void read(const T* a) {
    for (std::int64_t i = 0; i < n_; ++i)
      for (std::int64_t j = is_upper_ ? i : 0; j < (is_upper_ ? n_ : i + 1);
           ++j) {
        const auto element =
            static_cast<S>(transpose_ ? a[j * n_ + i] : a[i * n_ + j]);
        at(i, j) = conjugates_ ? std::conj(element) : element;
      }
  }

  // Replaces `count` right-hand sides, the rows of x, by the solutions.
  void solve(S* x, std::int64_t count) const {
    for (std::int64_t step = 0; step < n_; ++step) {
      const std::int64_t i = is_upper_ ? n_ - 1 - step : step;
      const std::int64_t first = is_upper_ ? i + 1 : 0;  // of the x_j found
      S* row = x + i * count;
      subtract(row, &at(i, 0) + first, x + first * count, step, count);
      if (unit_diag_) continue;
      for (std::int64_t k = 0; k < count; ++k) row[k] /= at(i, i);
    }
  }

 private:
  // Subtracts Σ_j a[j] · x_j from row, over the rows of x from its first on.
  // Computes the four real products directly. operator* would also check for
  // infinities.
  static void subtract(std::complex<double>* row, const std::complex<double>* a,
                       const std::complex<double>* x, std::int64_t terms,
                       std::int64_t count) {
    auto* out = reinterpret_cast<double*>(row);
    const auto* in = reinterpret_cast<const double*>(x);
    for (std::int64_t j = 0; j < terms; ++j, in += 2 * count)
      for (std::int64_t k = 0; k < count; ++k) {
        out[2 * k] -= a[j].real() * in[2 * k] - a[j].imag() * in[2 * k + 1];
        out[2 * k + 1] -= a[j].real() * in[2 * k + 1] + a[j].imag() * in[2 * k];
      }
  }

  S& at(std::int64_t i, std::int64_t j) {
    return elements_[static_cast<std::size_t>(i * n_ + j)];
  }
  const S& at(std::int64_t i, std::int64_t j) const {
    return elements_[static_cast<std::size_t>(i * n_ + j)];
  }

  std::int64_t n_;
  bool is_upper_;
  bool transpose_;
  bool conjugates_;
  bool unit_diag_;
  std::vector<S> elements_;
};

// Solves op(A)·x = b for row-major matrices, and replaces b by x. Blocks of
// rows are solved in order; what the rows before contribute to a block is
// subtracted as a product of matrices. An upper triangle is solved from its
// last row on, which is a lower one with negative strides. The parts of complex
// elements of A alternate, and x has planes.
template <typename T>
void solve_planes(Planes<const T*, 2> a, std::int64_t n,
                  const Triangle& triangle, Planes<T*, 2> x,
                  std::int64_t sides) {
  const auto [upper, transpose, conjugates, unit_diag] = triangle;
  constexpr std::int64_t kParts = 2;
  std::int64_t row = kParts * (transpose ? 1 : n);
  std::int64_t column = kParts * (transpose ? n : 1);
  std::int64_t side_row = sides;
  if (upper != transpose) {
    a = advanced(a, (n - 1) * (row + column));
    x = advanced(x, (n - 1) * sides);
    row = -row;
    column = -column;
    side_row = -sides;
  }
  // Subtracts the products of the rows [from, first) from `count` rows.
  const auto subtract = [&](std::int64_t from, std::int64_t first,
                            std::int64_t count) {
    if (from == first) return;
    multiply_planes(
        PlaneProduct<T, 2>{.m = count,
                           .n = sides,
                           .k = first - from,
                           .a = advanced(a, first * row + from * column),
                           .a_row = row,
                           .a_column = column,
                           .conjugates = triangle.conjugates,
                           .b = constant<T, 2>(advanced(x, from * side_row)),
                           .b_row = side_row,
                           .c = advanced(x, first * side_row),
                           .c_row = side_row,
                           .into = Into::kSubtract});
  };
  const std::int64_t block = settings().factor_block;
  for (std::int64_t start = 0; start < n; start += block) {
    const std::int64_t end = std::min(n, start + block);
    subtract(0, start, end - start);
    for (std::int64_t first = start; first < end; first += kTriangleRows) {
      TriangleRows<T, 2> system{};
      system.count = std::min(kTriangleRows, end - first);
      subtract(start, first, system.count);
      for (std::int64_t r = 0; r < system.count; ++r)
        for (std::int64_t s = 0; s <= r; ++s) {
          std::complex<T> factor = 1;
          const std::int64_t at = (first + r) * row + (first + s) * column;
          if (r != s || !unit_diag)
            factor = {a[0][at], conjugates ? -a[1][at] : a[1][at]};
          if (r == s) factor = std::complex<T>(1) / factor;
          system.factors[0][r][s] = factor.real();
          system.factors[1][r][s] = factor.imag();
        }
      system.rows = advanced(x, first * side_row);
      system.row_stride = side_row;
      system.columns = sides;
      solve_triangle_rows(system);
    }
  }
}

// Returns whether the reciprocals of the diagonal are far from the ends of the
// range of T.
template <typename T>
bool has_reciprocals(const std::complex<T>* a, std::int64_t n) {
  constexpr T kLargest = sizeof(T) == 4 ? T(0x1p100) : T(0x1p1000);
  for (std::int64_t i = 0; i < n; ++i) {
    const std::complex<T> pivot = a[i * (n + 1)];
    const T size = std::max(std::abs(pivot.real()), std::abs(pivot.imag()));
    if (!(size < kLargest && size > 1 / kLargest)) return false;
  }
  return true;
}

template <typename T>
void solve_reals(const T* a, std::int64_t count, std::int64_t n,
                 const Triangle& triangle, const T* b, std::int64_t sides,
                 T* x) {
  if (n > kTriangleRows) {
    for (std::int64_t i = 0; i < count; ++i)
      solve_in_strips(a + i * n * n, n, triangle, b + i * n * sides, sides,
                      x + i * n * sides);
    return;
  }
  SmallTriangles<T> systems{count, n,    triangle.unit_diag, a, n, 1, b, x,
                            sides, sides};
  if (triangle.transpose) std::swap(systems.row, systems.column);
  if (triangle.upper != triangle.transpose) {
    systems.a += n * n - 1;
    systems.row = -systems.row;
    systems.column = -systems.column;
    systems.b += (n - 1) * sides;
    systems.x += (n - 1) * sides;
    systems.side_row = -sides;
  }
  solve_small_triangles(systems);
}

// Complex systems are solved on planes.
template <typename T>
void solve_complex(const std::complex<T>* a, std::int64_t n,
                   const Triangle& triangle, const std::complex<T>* b,
                   std::int64_t sides, std::complex<T>* x) {
  if (!triangle.unit_diag && !has_reciprocals(a, n)) {
    ComplexSystem system(n, triangle);
    system.read(a);
    std::vector<Complex> wide(b, b + n * sides);
    system.solve(wide.data(), sides);
    for (std::int64_t j = 0; j < n * sides; ++j)
      x[j] = static_cast<std::complex<T>>(wide[static_cast<std::size_t>(j)]);
    return;
  }
  const T* parts = reinterpret_cast<const T*>(a);
  const PlaneRoom<T, 2> of_x(n * sides);
  split_planes(b, n * sides, of_x.begin());
  solve_planes<T>({parts, parts + 1}, n, triangle, of_x.begin(), sides);
  join_planes(of_x.begin(), n * sides, x);
}
template <typename T>
void solve_complexes(const std::complex<T>* a, std::int64_t count,
                     std::int64_t n, const Triangle& triangle,
                     const std::complex<T>* b, std::int64_t sides,
                     std::complex<T>* x) {
  for (std::int64_t i = 0; i < count; ++i)
    solve_complex(a + i * n * n, n, triangle, b + i * n * sides, sides,
                  x + i * n * sides);
}

}  // namespace

void solve_triangles(const float* a, std::int64_t count, std::int64_t n,
                     const Triangle& triangle, const float* b,
                     std::int64_t sides, float* x) {
  solve_reals(a, count, n, triangle, b, sides, x);
}
void solve_triangles(const double* a, std::int64_t count, std::int64_t n,
                     const Triangle& triangle, const double* b,
                     std::int64_t sides, double* x) {
  solve_reals(a, count, n, triangle, b, sides, x);
}
void solve_triangles(const std::complex<float>* a, std::int64_t count,
                     std::int64_t n, const Triangle& triangle,
                     const std::complex<float>* b, std::int64_t sides,
                     std::complex<float>* x) {
  solve_complexes(a, count, n, triangle, b, sides, x);
}
void solve_triangles(const std::complex<double>* a, std::int64_t count,
                     std::int64_t n, const Triangle& triangle,
                     const std::complex<double>* b, std::int64_t sides,
                     std::complex<double>* x) {
  solve_complexes(a, count, n, triangle, b, sides, x);
}

Status triangular_solve(const Tensor& out, const Tensor& a, const Tensor& b,
                        bool upper, bool transpose, bool unit_diag) {
  const Shape& shape = a.view.shape();
  const std::int64_t n = shape.back();
  const bool is_vector = b.view.rank() < a.view.rank();
  const std::int64_t sides = is_vector ? 1 : b.view.shape().back();
  if (n == 0) return {};
  return with_compute_type(
      a.dtype, [&]<typename T>(std::type_identity<T>) -> Status {
        if constexpr (std::is_integral_v<T>) {
          return Status::internal("no systems of integers");
        } else {
          return for_batch_parts(a, [&](const auto& part_of) -> Status {
            const Tensor systems = part_of(a);
            const Tensor to = part_of(out);
            const Dense<T> matrices(systems);
            const Dense<T> given(part_of(b));
            DenseOut<T> found(to);
            const std::int64_t count = Batch(systems).count;
            if (!unit_diag && has_zero_pivots(matrices.data(), count, n))
              return {StatusCode::kNumeric, "singular", "a pivot is zero"};
            solve_triangles(
                matrices.data(), count, n,
                {upper, transpose, transpose && kIsComplex<T>, unit_diag},
                given.data(), sides, found.data());
            found.store();
            return {};
          });
        }
      });
}

}  // namespace assay::optimized
