// Solves triangular systems by substitution, for all right-hand sides of a
// matrix at a time: x_i = (b_i - Σ_j a_ij·x_j) / a_ii over the x_j found
// before.
// Tested by the linalg family of the suite.
#include <complex>
#include <vector>

#include "optimized/layout/dense.h"
#include "optimized/linalg/linalg.h"
#include "optimized/linalg/linalg_batch.h"
#include "optimized/linalg/substitution.h"

namespace assay::optimized {
namespace {

double conjugate(double x) { return x; }
std::complex<double> conjugate(std::complex<double> z) { return std::conj(z); }

// Holds op(A). Only one of its triangles is read.
template <typename S>
class TriangularSystem {
 public:
  TriangularSystem(std::int64_t n, bool upper, bool transpose, bool unit_diag)
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
        at(i, j) = transpose_ ? conjugate(static_cast<S>(a[j * n_ + i]))
                              : static_cast<S>(a[i * n_ + j]);
  }

  bool has_zero_pivot() const {
    if (unit_diag_) return false;
    for (std::int64_t i = 0; i < n_; ++i)
      if (at(i, i) == S(0)) return true;
    return false;
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
  static void subtract(double* row, const double* a, const double* x,
                       std::int64_t terms, std::int64_t count) {
    subtract_products({.rows = row,
                       .factors = a,
                       .x = x,
                       .x_stride = count,
                       .terms = terms,
                       .columns = count});
  }
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
          using S = typename Wide<T>::type;
          return for_batch_parts(a, [&](const auto& part_of) -> Status {
            const Tensor systems = part_of(a);
            const Tensor to = part_of(out);
            const Dense<T> matrices(systems);
            const Dense<T> given(part_of(b));
            DenseOut<T> found(to);
            TriangularSystem<S> system(n, upper, transpose, unit_diag);
            std::vector<S> x(static_cast<std::size_t>(n * sides));
            for (std::int64_t i = 0; i < Batch(systems).count; ++i) {
              system.read(matrices.data() + i * n * n);
              if (system.has_zero_pivot())
                return {StatusCode::kNumeric, "singular", "a pivot is zero"};
              const std::int64_t start = i * n * sides;
              for (std::size_t j = 0; j < x.size(); ++j)
                x[j] = static_cast<S>(given[start + std::int64_t(j)]);
              system.solve(x.data(), sides);
              for (std::size_t j = 0; j < x.size(); ++j)
                found[start + std::int64_t(j)] = static_cast<T>(x[j]);
            }
            found.store();
            return {};
          });
        }
      });
}

}  // namespace assay::optimized
