// Reduces matrices to bidiagonal form, in blocks as tridiagonal.cc does.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <algorithm>
#include <complex>
#include <utility>

#include "optimized/linalg/condensed.h"
#include "optimized/linalg/condensed_steps.h"
#include "optimized/resources/team.h"

namespace assay::optimized {
namespace {

// Rows of a matrix, cut into parts. A sum over rows has a sum for each part, so
// they follow from the extents alone. They are few, because threads have to
// pass on what they wrote.
class RowParts {
 public:
  static constexpr std::int64_t kMost = 4;

  RowParts(std::int64_t first, std::int64_t last)
      : first_(first),
        rows_(last - first),
        count_(rows_ < 128    ? 1
               : rows_ < 1024 ? 2
                              : kMost) {}

  std::int64_t count() const { return count_; }
  std::int64_t first(std::int64_t part) const {
    constexpr std::int64_t kRows = 8;  // that kernels take at a time
    if (part == count_) return first_ + rows_;
    return first_ + rows_ / kRows * part / count_ * kRows;
  }
  std::int64_t last(std::int64_t part) const { return first(part + 1); }

 private:
  std::int64_t first_, rows_, count_;
};

// Y and U are stored conjugated, so that a block of reflections makes the
// matrix A - V·Yᵀ - X·Uᵀ.
template <typename T, std::size_t planes>
class Bidiagonalization {
 public:
  using Vector = Planes<T*, planes>;
  using ConstantVector = Planes<const T*, planes>;

  Bidiagonalization(ConstantVector a, std::int64_t m, std::int64_t n,
                    double* diagonal, double* beside)
      : m_(m),
        n_(n),
        width_(block_width(n)),
        diagonal_(diagonal),
        beside_(beside),
        left_(m, n),
        size_(left_.stride()),
        factors_{{n, m, 0}, {n, n, 1}},
        tall_(2 * width_, m),
        wide_(2 * width_, n),
        height_(tall_.stride()),
        sums_(RowParts::kMost, n),
        products_q_(width_ * width_),
        products_p_(width_ * width_),
        dots_(width_),
        other_dots_(width_),
        column_(height_),
        tau_q_(static_cast<std::size_t>(width_)),
        tau_p_(static_cast<std::size_t>(width_)) {
    for (std::int64_t i = 0; i < m; ++i)
      copy_planes(advanced(a, i * n), n, left_.row(i));
  }

  void reduce(Team& team) {
    for (std::int64_t first = 0; first < n_; first += width_) {
      const std::int64_t count = std::min(width_, n_ - first);
      v_rows_ = tall_.row(0);
      x_rows_ = tall_.row(count);
      y_rows_ = wide_.row(0);
      u_rows_ = wide_.row(count);
      for (std::int64_t j = 0; j < count; ++j) {
        reflect_column(first + j, j);
        if (first + j + 1 == n_) {
          dot_rows(tall_rows(v_rows_, j, unit_floor<T>(first + j)), true,
                   at(factors_.q.vector(first + j), unit_floor<T>(first + j)),
                   dots_.begin(), room_);
          keep_products<T, planes>(dots_.begin(), j, count,
                                   products_q_.begin());
          continue;
        }
        multiply_by_column(team, first + j, j, count);
        reflect_row(first + j, j);
        multiply_by_row(team, first + j, j, count);
      }
      end_block(count, std::min(count, n_ - 1 - first));
      update(team, first + count, count);
    }
  }

  Bidiagonal<T, planes>& factors() { return factors_; }

  // Returns whether a step on these rows and columns is worth a second thread.
  static bool is_worth(std::int64_t rows, std::int64_t columns) {
    return Team::is_worth(
        static_cast<std::int64_t>(planes * planes * sizeof(T)) * rows *
        columns);
  }

 private:
  static ConstantVector at(const Vector& from, std::int64_t offset) {
    return constant<T, planes>(advanced(from, offset));
  }
  // Some rows of V or X, and of Y or U, from a column on.
  PlaneRows<T, planes> tall_rows(const Vector& rows, std::int64_t count,
                                 std::int64_t from) const {
    return {at(rows, from), height_, count, height_ - from};
  }
  PlaneRows<T, planes> wide_rows(const Vector& rows, std::int64_t count,
                                 std::int64_t from) const {
    return {at(rows, from), size_, count, size_ - from};
  }
  PlaneRows<T, planes> matrix_rows(std::int64_t first, std::int64_t last,
                                   std::int64_t from) const {
    return {at(left_.row(first), from), size_, last - first, size_ - from};
  }
  ConstantVector of_dots() { return constant<T, planes>(dots_.begin()); }
  ConstantVector of_other_dots() {
    return constant<T, planes>(other_dots_.begin());
  }
  // Makes the reflection of column k, which is number j in its block.
  void reflect_column(std::int64_t k, std::int64_t j) {
    const std::int64_t from = unit_floor<T>(k);
    const auto column = column_.begin();
    for (std::size_t p = 0; p < planes; ++p)
      for (std::int64_t i = k; i < m_; ++i) column[p][i] = left_.row(i)[p][k];
    add_rows(tall_rows(v_rows_, j, from), at(y_rows_, k), size_, false, T(-1),
             advanced(column, from));
    add_rows(tall_rows(x_rows_, j, from), at(u_rows_, k), size_, false, T(-1),
             advanced(column, from));
    const auto vector = factors_.q.vector(k);
    copy_planes(advanced(column, k), m_ - k, advanced(vector, k));
    diagonal_[k] = make_reflector<T, planes>(advanced(vector, k), m_ - k,
                                             tau_q_.data()[j]);
    copy_planes(vector, height_, advanced(v_rows_, j * height_));
    clear_planes(advanced(y_rows_, j * size_), size_);
    clear_planes(advanced(u_rows_, j * size_), size_);
    clear_planes(advanced(x_rows_, j * height_), height_);
  }

  // Computes row j of Y, the product of column k's vector and the matrix.
  void multiply_by_column(Team& team, std::int64_t k, std::int64_t j,
                          std::int64_t count) {
    const std::int64_t from = unit_floor<T>(k), start = unit_floor<T>(k + 1);
    const auto vector = factors_.q.vector(k);
    const auto y = advanced(y_rows_, j * size_ + start);
    const RowParts parts(k, m_);
    // The caller takes the first part, and the products with rows that it
    // wrote.
    team.run(parts.count(), is_worth(m_ - k, n_ - k), [&](std::int64_t part) {
      const std::int64_t first = parts.first(part);
      const auto sum = part == 0 ? y : sums_.row(part);
      if (part > 0) clear_planes(sum, size_ - start);
      add_rows(matrix_rows(first, parts.last(part), start), at(vector, first),
               1, true, T(1), sum);
      if (part > 0) return;
      dot_rows(tall_rows(v_rows_, j, from), true, at(vector, from),
               dots_.begin(), room_);
      dot_rows(tall_rows(x_rows_, j, from), true, at(vector, from),
               other_dots_.begin(), room_);
    });
    for (std::int64_t part = 1; part < parts.count(); ++part)
      for (std::size_t p = 0; p < planes; ++p)
        for (std::int64_t i = 0; i < size_ - start; ++i)
          y[p][i] += sums_.row(part)[p][i];
    keep_products<T, planes>(dots_.begin(), j, count, products_q_.begin());
    add_rows(wide_rows(y_rows_, j, start), of_dots(), 1, true, T(-1), y);
    add_rows(wide_rows(u_rows_, j, start), of_other_dots(), 1, true, T(-1), y);
    for (T* plane : y) std::fill(plane, plane + k + 1 - start, T(0));
    PlaneValue<T, planes> conjugate = tau_q_.data()[j];
    if constexpr (planes == 2) conjugate = std::conj(conjugate);
    combine<T, planes>(conjugate, T(0), constant<T, planes>(y), k + 1 - start,
                       size_ - start, y);
  }

  // Makes the reflection of row k that the reflection of the columns left, from
  // its conjugate.
  void reflect_row(std::int64_t k, std::int64_t j) {
    const std::int64_t start = unit_floor<T>(k + 1);
    const auto across = factors_.p.vector(k);
    copy_planes(advanced(left_.row(k), start), size_ - start,
                advanced(across, start));
    add_rows(wide_rows(y_rows_, j + 1, start), at(v_rows_, k), height_, false,
             T(-1), advanced(across, start));
    add_rows(wide_rows(u_rows_, j, start), at(x_rows_, k), height_, false,
             T(-1), advanced(across, start));
    for (T* plane : across) std::fill(plane + start, plane + k + 1, T(0));
    if constexpr (planes == 2)
      for (std::int64_t i = k + 1; i < n_; ++i) across[1][i] = -across[1][i];
    beside_[k] = make_reflector<T, planes>(advanced(across, k + 1), n_ - k - 1,
                                           tau_p_.data()[j]);
  }

  // Computes row j of X, the product of the matrix and row k's vector.
  void multiply_by_row(Team& team, std::int64_t k, std::int64_t j,
                       std::int64_t count) {
    const std::int64_t from = unit_floor<T>(k), start = unit_floor<T>(k + 1);
    const auto across = factors_.p.vector(k);
    const auto vector = at(across, start);
    const auto x = advanced(x_rows_, j * height_);
    const RowParts parts(k, m_);
    team.run(parts.count(), is_worth(m_ - k, n_ - k), [&](std::int64_t part) {
      const std::int64_t first = std::max(parts.first(part), k + 1);
      dot_rows(matrix_rows(first, parts.last(part), start), false, vector,
               advanced(x, first), part_rooms_[part]);
      if (part > 0) return;
      dot_rows(wide_rows(u_rows_, j, start), false, vector, dots_.begin(),
               room_);
      dot_rows(wide_rows(y_rows_, j + 1, start), false, vector,
               other_dots_.begin(), room_);
    });
    keep_products<T, planes>(dots_.begin(), j, count, products_p_.begin());
    add_rows(tall_rows(x_rows_, j, from), of_dots(), 1, false, T(-1),
             advanced(x, from));
    add_rows(tall_rows(v_rows_, j + 1, from), of_other_dots(), 1, false, T(-1),
             advanced(x, from));
    for (T* plane : x) std::fill(plane + from, plane + k + 1, T(0));
    combine<T, planes>(tau_p_.data()[j], T(0), constant<T, planes>(x), k + 1,
                       m_, x);
    const auto u = advanced(u_rows_, j * size_);
    copy_planes(across, size_, u);
    if constexpr (planes == 2)
      for (std::int64_t i = k + 1; i < n_; ++i) u[1][i] = -u[1][i];
  }

  // Ends a block of `count` columns and `reflected` rows. The last column of
  // the matrix has no row beside it.
  void end_block(std::int64_t count, std::int64_t reflected) {
    factors_.q.end_block(count, tau_q_.data(),
                         constant<T, planes>(products_q_.begin()));
    if (reflected == 0) return;
    for (T* plane : products_p_.begin())
      for (std::int64_t s = 0; s < reflected; ++s)
        for (std::int64_t r = 0; r < reflected; ++r)
          plane[s * reflected + r] = plane[s * count + r];
    factors_.p.end_block(reflected, tau_p_.data(),
                         constant<T, planes>(products_p_.begin()));
  }

  // Applies a block of reflections to the rest of the matrix.
  void update(Team& team, std::int64_t next, std::int64_t count) {
    if (next == n_) return;
    const std::int64_t start = unit_floor<T>(next);
    const RowParts parts(next, m_);
    team.run(
        parts.count(), is_worth(m_ - next, n_ - next), [&](std::int64_t part) {
          const std::int64_t first = parts.first(part);
          multiply_planes(
              PlaneProduct<T, planes>{.m = parts.last(part) - first,
                                      .n = size_ - start,
                                      .k = 2 * count,
                                      .a = at(v_rows_, first),
                                      .a_row = 1,
                                      .a_column = height_,
                                      .b = at(y_rows_, start),
                                      .b_row = size_,
                                      .c = advanced(left_.row(first), start),
                                      .c_row = size_,
                                      .into = Into::kSubtract});
        });
  }

  std::int64_t m_, n_, width_;
  double* diagonal_;
  double* beside_;
  PaddedMatrix<T, planes> left_;
  std::int64_t size_;
  Bidiagonal<T, planes> factors_;
  PaddedMatrix<T, planes> tall_, wide_;
  std::int64_t height_;
  Vector v_rows_ = {}, x_rows_ = {}, y_rows_ = {}, u_rows_ = {};
  PaddedMatrix<T, planes> sums_;  // of a part of the rows each
  PlaneVector<T, planes> products_q_, products_p_, dots_, other_dots_, column_;
  std::vector<PlaneValue<T, planes>> tau_q_, tau_p_;
  std::vector<T> room_, part_rooms_[RowParts::kMost];
};

}  // namespace

template <typename T, std::size_t planes>
Bidiagonal<T, planes> reduce_general(Planes<const T*, planes> a, std::int64_t m,
                                     std::int64_t n, double* diagonal,
                                     double* beside) {
  Bidiagonalization<T, planes> reduction(a, m, n, diagonal, beside);
  Team::gather(Bidiagonalization<T, planes>::is_worth(m, n),
               [&](Team& team) { reduction.reduce(team); });
  return std::move(reduction.factors());
}

template Bidiagonal<float, 1> reduce_general<float, 1>(Planes<const float*, 1>,
                                                       std::int64_t,
                                                       std::int64_t, double*,
                                                       double*);
template Bidiagonal<double, 1> reduce_general<double, 1>(
    Planes<const double*, 1>, std::int64_t, std::int64_t, double*, double*);
template Bidiagonal<float, 2> reduce_general<float, 2>(Planes<const float*, 2>,
                                                       std::int64_t,
                                                       std::int64_t, double*,
                                                       double*);
template Bidiagonal<double, 2> reduce_general<double, 2>(
    Planes<const double*, 2>, std::int64_t, std::int64_t, double*, double*);

}  // namespace assay::optimized
