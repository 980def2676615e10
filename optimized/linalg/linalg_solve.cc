// Solves triangular systems by substitution, for all right-hand sides of a
// matrix at a time: x_i = (b_i - Σ_j a_ij·x_j) / a_ii over the x_j found
// before. Real systems are solved in their own type, complex ones in double.
// Tested by the linalg family of the suite.
#include <algorithm>
#include <complex>
#include <vector>

#include "optimized/layout/dense.h"
#include "optimized/linalg/block_product.h"
#include "optimized/linalg/linalg.h"
#include "optimized/linalg/linalg_batch.h"
#include "optimized/linalg/triangle_rows.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Holds op(A) of a complex matrix. Only one of its triangles is read.
class ComplexSystem {
 public:
  using S = Complex;

  ComplexSystem(std::int64_t n, bool upper, bool transpose, bool unit_diag)
      : n_(n),
        is_upper_(upper != transpose),
        transpose_(transpose),
        unit_diag_(unit_diag),
        elements_(static_cast<std::size_t>(n * n)) {}

  template <typename T>
  void read(const T* a) {
    for (std::int64_t i = 0; i < n_; ++i)
      for (std::int64_t j = is_upper_ ? i : 0; j < (is_upper_ ? n_ : i + 1);
           ++j)
        at(i, j) = transpose_ ? std::conj(static_cast<S>(a[j * n_ + i]))
                              : static_cast<S>(a[i * n_ + j]);
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
  bool unit_diag_;
  std::vector<S> elements_;
};

// Solves op(A)·x = b for row-major matrices of real numbers, and replaces b by
// x. Blocks of rows are solved in order; what the rows before contribute to a
// block is subtracted as a product of matrices. An upper triangle is solved
// from its last row on, which is a lower one with negative strides.
template <typename T>
void solve_rows(const T* a, std::int64_t n, bool upper, bool transpose,
                bool unit_diag, T* x, std::int64_t sides) {
  std::int64_t row = transpose ? 1 : n, column = transpose ? n : 1;
  std::int64_t side_row = sides;
  if (upper != transpose) {
    a += (n - 1) * (row + column);
    x += (n - 1) * sides;
    row = -row;
    column = -column;
    side_row = -sides;
  }
  // Subtracts the products of the rows [from, first) from `count` rows.
  const auto subtract = [&](std::int64_t from, std::int64_t first,
                            std::int64_t count) {
    if (from == first) return;
    multiply_block(BlockProduct<T>{.m = count,
                                   .n = sides,
                                   .k = first - from,
                                   .a = a + first * row + from * column,
                                   .a_row = row,
                                   .a_column = column,
                                   .b = x + from * side_row,
                                   .b_row = side_row,
                                   .c = x + first * side_row,
                                   .c_row = side_row,
                                   .into = Into::kSubtract});
  };
  const std::int64_t block = settings().factor_block;
  for (std::int64_t start = 0; start < n; start += block) {
    const std::int64_t end = std::min(n, start + block);
    subtract(0, start, end - start);
    for (std::int64_t first = start; first < end; first += kTriangleRows) {
      TriangleRows<T> system{};
      system.count = std::min(kTriangleRows, end - first);
      subtract(start, first, system.count);
      for (std::int64_t r = 0; r < system.count; ++r)
        for (std::int64_t s = 0; s <= r; ++s)
          system.factors[0][r][s] =
              r == s && unit_diag ? T(1)
                                  : a[(first + r) * row + (first + s) * column];
      system.rows = {x + first * side_row};
      system.row_stride = side_row;
      system.columns = sides;
      solve_triangle_rows(system);
    }
  }
}

template <typename T>
bool has_zero_pivot(const T* a, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i)
    if (a[i * (n + 1)] == T(0)) return true;
  return false;
}

}  // namespace

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
            for (std::int64_t i = 0; i < Batch(systems).count; ++i) {
              const T* system = matrices.data() + i * n * n;
              if (!unit_diag && has_zero_pivot(system, n))
                return {StatusCode::kNumeric, "singular", "a pivot is zero"};
              const T* b_of = given.data() + i * n * sides;
              T* x = found.data() + i * n * sides;
              if constexpr (kIsComplex<T>) {
                ComplexSystem whole(n, upper, transpose, unit_diag);
                whole.read(system);
                std::vector<Complex> wide(b_of, b_of + n * sides);
                whole.solve(wide.data(), sides);
                for (std::int64_t j = 0; j < n * sides; ++j)
                  x[j] = static_cast<T>(wide[static_cast<std::size_t>(j)]);
              } else {
                std::copy_n(b_of, n * sides, x);
                solve_rows(system, n, upper, transpose, unit_diag, x, sides);
              }
            }
            found.store();
            return {};
          });
        }
      });
}

}  // namespace assay::optimized
