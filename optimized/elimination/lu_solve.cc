// Implements the solves that factor a matrix first, and triangular solves on
// either side.
// Tested by tests/optimized/elimination_test.cc and the linalg family of lax.
#include <algorithm>
#include <complex>
#include <limits>
#include <utility>
#include <vector>

#include "optimized/elimination/elimination.h"
#include "optimized/elimination/lu.h"
#include "optimized/elimination/swaps.h"
#include "optimized/linalg/linalg_batch.h"
#include "optimized/linalg/linalg_factors.h"

namespace assay::optimized {
namespace {

Status singular_system() {
  return {StatusCode::kNumeric, "singular", "a pivot is zero"};
}

// Says how the matrix of a system is read and factored.
struct SystemMethod {
  bool transpose = false;
  bool is_full = false;  // pivots are taken from the whole matrix
};

template <typename T>
class FactoredSystem {
 public:
  FactoredSystem(std::int64_t n, const SystemMethod& method)
      : n_(n),
        method_(method),
        matrix_(n, n),
        rows_(array_of<std::int32_t>(n)),
        columns_(array_of<std::int32_t>(n)) {}

  enum class Kind { kRegular, kSingular, kNotFinite };
  Kind factor(const T* a) {
    matrix_.read(a);
    T* elements = matrix_.elements();
    if (method_.transpose)
      for (std::int64_t i = 0; i < n_; ++i)
        for (std::int64_t j = 0; j < i; ++j)
          std::swap(elements[i * n_ + j], elements[j * n_ + i]);
    if (!matrix_.scale()) return Kind::kNotFinite;
    if (method_.is_full)
      eliminate_fully(elements, n_, rows_.data(), columns_.data());
    else
      eliminate_rows(elements, n_, n_, rows_.data());
    return has_zero_pivot(elements, n_) ? Kind::kSingular : Kind::kRegular;
  }

  void solve(const T* b, std::int64_t sides, T* x) {
    std::copy_n(b, n_ * sides, x);
    for (std::int64_t i = 0; i < n_; ++i) swap_rows(x, sides, i, rows_[at(i)]);
    const T* factors = matrix_.elements();
    solve_triangles(factors, 1, n_, {false, false, false, true}, x, sides, x);
    solve_triangles(factors, 1, n_, {true, false, false, false}, x, sides, x);
    if (method_.is_full)
      for (std::int64_t i = n_ - 1; i >= 0; --i)
        swap_rows(x, sides, i, columns_[at(i)]);
    if (const int exponent = matrix_.exponent(); exponent != 0)
      for (std::int64_t i = 0; i < n_ * sides; ++i)
        x[i] = scaled(x[i], -exponent);
  }

 private:
  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }
  static void swap_rows(T* x, std::int64_t sides, std::int64_t i,
                        std::int64_t k) {
    if (i != k)
      std::swap_ranges(x + i * sides, x + (i + 1) * sides, x + k * sides);
  }

  std::int64_t n_;
  SystemMethod method_;
  Matrix<T> matrix_;
  std::vector<std::int32_t> rows_, columns_;
};

// Calls f(std::type_identity<T>(), part_of) for the parts of the batch of `a`
// that threads take.
template <typename F>
Status in_system_parts(const Tensor& a, const BatchCost& cost, F f) {
  return with_compute_type(
      a.dtype, [&]<typename T>(std::type_identity<T> type) -> Status {
        if constexpr (std::is_integral_v<T>)
          return Status::internal("no systems of integers");
        else
          return for_batch_parts(
              a,
              [&](const auto& part_of) -> Status { return f(type, part_of); },
              cost);
      });
}

Status solve_systems(const Tensor& x, const Tensor& a, const Tensor& b,
                     const SystemMethod& method) {
  const std::int64_t n = a.view.shape().back();
  const bool is_vector = b.view.rank() < a.view.rank();
  const std::int64_t sides = is_vector ? 1 : b.view.shape().back();
  if (n == 0) return {};
  return in_system_parts(
      a, method.is_full ? kFullPivotCost : kRowPivotCost,
      [&]<typename T>(std::type_identity<T>, const auto& part_of) -> Status {
        const Tensor systems = part_of(a), to = part_of(x);
        const Dense<T> matrices(systems), given(part_of(b));
        DenseOut<T> found(to);
        FactoredSystem<T> system(n, method);
        using Kind = typename FactoredSystem<T>::Kind;
        for (std::int64_t i = 0; i < Batch(systems).count; ++i) {
          const Kind kind = system.factor(matrices.data() + i * n * n);
          if (kind == Kind::kSingular) return singular_system();
          T* solution = found.data() + i * n * sides;
          if (kind == Kind::kNotFinite)
            std::fill_n(solution, n * sides,
                        T(std::numeric_limits<float>::quiet_NaN()));
          else
            system.solve(given.data() + i * n * sides, sides, solution);
        }
        found.store();
        return {};
      });
}

// Stores the transpose of a matrix.
template <typename T>
void transpose_sides(const T* from, std::int64_t rows, std::int64_t columns,
                     T* to) {
  if constexpr (kIsComplex<T>) {
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j)
        to[j * rows + i] = from[i * columns + j];
  } else {
    transpose_matrix(to, from, rows, columns);
  }
}

}  // namespace

Status solve(const Tensor& x, const Tensor& a, const Tensor& b) {
  return solve_systems(x, a, b, {});
}

Status full_piv_lu_solve(const Tensor& x, const Tensor& a, const Tensor& b,
                         bool transpose) {
  return solve_systems(x, a, b, {transpose, true});
}

Status triangular_solve_general(const Tensor& x, const Tensor& a,
                                const Tensor& b, bool left_side, bool lower,
                                TransposeA transpose_a, bool unit_diag) {
  const std::int64_t n = a.view.shape().back();
  const Shape& shape = b.view.shape();
  const std::int64_t sides = shape[shape.size() - (left_side ? 1 : 2)];
  if (n == 0) return {};
  // x·op(A) = b is op(A)ᵀ·xᵀ = bᵀ.
  const bool transposes = (transpose_a != TransposeA::kNone) == left_side;
  const bool conjugates = transpose_a == TransposeA::kAdjoint;
  return in_system_parts(
      a, BatchCost(),
      [&]<typename T>(std::type_identity<T>, const auto& part_of) -> Status {
        const Tensor systems = part_of(a), to = part_of(x);
        const Dense<T> matrices(systems), given(part_of(b));
        DenseOut<T> found(to);
        const Triangle triangle{!lower, transposes, conjugates && kIsComplex<T>,
                                unit_diag};
        const std::int64_t count = Batch(systems).count;
        if (!unit_diag && has_zero_pivots(matrices.data(), count, n))
          return singular_system();
        if (left_side) {
          solve_triangles(matrices.data(), count, n, triangle, given.data(),
                          sides, found.data());
        } else {
          auto turned = array_of<T>(n * sides);
          for (std::int64_t i = 0; i < count; ++i) {
            transpose_sides(given.data() + i * n * sides, sides, n,
                            turned.data());
            solve_triangles(matrices.data() + i * n * n, 1, n, triangle,
                            turned.data(), sides, turned.data());
            transpose_sides(turned.data(), n, sides,
                            found.data() + i * n * sides);
          }
        }
        found.store();
        return {};
      });
}

}  // namespace assay::optimized
