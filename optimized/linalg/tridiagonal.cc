// Reduces Hermitian matrices to tridiagonal form. Reflections of a block are
// applied together as products of matrices; until then each vector is corrected
// for them (Dongarra, Sorensen and Hammarling, "Block reduction of matrices to
// condensed forms for eigenvalue computations", 1989).
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <algorithm>
#include <cmath>
#include <utility>

#include "optimized/linalg/condensed.h"
#include "optimized/linalg/condensed_steps.h"
#include "optimized/resources/team.h"

namespace assay::optimized {
namespace {

// Rows of a lower triangle, cut into parts that take about the same time.
template <typename T>
class TriangleParts {
 public:
  static constexpr std::int64_t kMost = 4;

  // Returns the parts for a product with a vector. Each has a sum of its own,
  // so they follow from the extent alone. They are few, because threads have to
  // pass on what they wrote. A row takes as long as some elements besides its
  // own.
  static TriangleParts of_product(std::int64_t n) {
    return {n, n < 128 ? 1 : n < 1024 ? 2 : kMost, 400.0 / sizeof(T)};
  }
  static TriangleParts of_update(std::int64_t n) {
    return {n, n < 128 ? 1 : kMost, 0};
  }

  std::int64_t count() const { return count_; }
  std::int64_t first(std::int64_t part) const {
    if (part == count_) return n_;
    const double n = static_cast<double>(n_);
    const double share = double(part) / double(count_);
    return unit_floor<T>(static_cast<std::int64_t>(
        std::sqrt(beside_ * beside_ + n * (n + 2 * beside_) * share) -
        beside_));
  }
  std::int64_t last(std::int64_t part) const { return first(part + 1); }

 private:
  TriangleParts(std::int64_t n, std::int64_t count, double beside)
      : n_(n), count_(count), beside_(beside) {}

  std::int64_t n_, count_;
  double beside_;
};

// The conjugate of A is reduced, since a product conjugates its left operand:
// a block of reflections makes it conj(A) - conj(V)·Wᵀ - conj(W)·Vᵀ.
template <typename T, std::size_t planes>
class Tridiagonalization {
 public:
  using Vector = Planes<T*, planes>;

  Tridiagonalization(Planes<const T*, planes> a, std::int64_t n,
                     double* diagonal, double* beside)
      : n_(n),
        size_(padded_stride<T>(n)),
        width_(block_width(n)),
        diagonal_(diagonal),
        beside_(beside),
        left_(size_, n),
        q_(std::max<std::int64_t>(n - 1, 1), n, 1),
        factors_(3 * width_, n),
        sums_(TriangleParts<T>::kMost, n),
        rooms_(planes == 2 ? TriangleParts<T>::kMost : 0, n),
        products_(width_ * width_),
        dots_(width_),
        other_dots_(width_),
        x_(size_),
        tau_(static_cast<std::size_t>(width_)) {
    for (std::size_t p = 0; p < planes; ++p) {
      const T sign = p == 0 ? T(1) : T(-1);
      for (std::int64_t i = 0; i < n; ++i) {
        T* row = left_.row(i)[p];
        for (std::int64_t j = 0; j <= i; ++j) row[j] = sign * a[p][i * n + j];
        // Blocks on the diagonal are stored in full.
        for (std::int64_t j = unit_floor<T>(i); j < i; ++j)
          left_.row(j)[p][i] = a[p][i * n + j];
      }
    }
  }

  void reduce(Team& team) {
    for (std::int64_t first = 0; first < n_ - 1; first += width_) {
      const std::int64_t count = std::min(width_, n_ - 1 - first);
      for (std::int64_t j = 0; j < count; ++j)
        reflect(team, first + j, j, count);
      q_.end_block(count, tau_.data(), constant<T, planes>(products_.begin()));
      update(team, first + count, count);
    }
    diagonal_[n_ - 1] = left_.row(n_ - 1)[0][n_ - 1];
  }

  ReflectorRows<T, planes>& reflectors() { return q_; }

  // Returns whether a step on this number of rows is worth a second thread. It
  // reads half of the elements.
  static bool is_worth(std::int64_t rows) {
    return Team::is_worth(
        static_cast<std::int64_t>(planes * planes * sizeof(T)) * rows * rows /
        2);
  }

 private:
  static Planes<const T*, planes> at(const Vector& from, std::int64_t offset) {
    return constant<T, planes>(advanced(from, offset));
  }
  // Some of the rows of V, of W, and of V again, from a column on.
  PlaneRows<T, planes> rows_of(std::int64_t first, std::int64_t count,
                               std::int64_t from) const {
    return {at(factors_.row(first), from), size_, count, size_ - from};
  }

  // Makes the reflection of column k, which is number j of `count` in its
  // block, and its rows of V and W.
  void reflect(Team& team, std::int64_t k, std::int64_t j, std::int64_t count) {
    const std::int64_t from = unit_floor<T>(k);
    const auto column = x_.begin();
    for (std::int64_t i = k; i < n_; ++i) {
      column[0][i] = left_.row(i)[0][k];
      if constexpr (planes == 2) column[1][i] = -left_.row(i)[1][k];
    }
    add_rows(rows_of(0, j, from), at(factors_.row(width_), k), size_, true,
             T(-1), advanced(column, from));
    add_rows(rows_of(width_, j, from), at(factors_.row(0), k), size_, true,
             T(-1), advanced(column, from));
    diagonal_[k] = column[0][k];
    const auto vector = q_.vector(k);
    copy_planes(advanced(column, k + 1), n_ - k - 1, advanced(vector, k + 1));
    beside_[k] = make_reflector<T, planes>(advanced(vector, k + 1), n_ - k - 1,
                                           tau_.data()[j]);
    copy_planes(vector, size_, factors_.row(j));
    copy_planes(vector, size_, factors_.row(2 * width_ + j));
    const std::int64_t start = unit_floor<T>(k + 1);
    const auto product = factors_.row(width_ + j);
    clear_planes(product, start);
    const auto to = advanced(product, start);
    multiply(team, start, j, at(vector, start), to);
    add_rows(rows_of(0, j, start), constant<T, planes>(other_dots_.begin()), 1,
             false, T(-1), to);
    add_rows(rows_of(width_, j, start), constant<T, planes>(dots_.begin()), 1,
             false, T(-1), to);
    keep_products<T, planes>(dots_.begin(), j, count, products_.begin());
    // vᴴ·A·v is real.
    dot_rows(PlaneRows<T, planes>{at(product, start), size_, 1, size_ - start},
             true, at(vector, start), dots_.begin(), room_);
    const T half = std::norm(tau_.data()[j]) * dots_.begin()[0][0] / 2;
    for (T* plane : product) std::fill(plane + start, plane + k + 1, T(0));
    combine<T, planes>(tau_.data()[j], half, constant<T, planes>(vector), k + 1,
                       size_, product);
  }

  // Multiplies a vector, whose elements are those from `start` on, by the rest
  // of the matrix, and by the j rows of V and of W.
  void multiply(Team& team, std::int64_t start, std::int64_t j,
                Planes<const T*, planes> vector, Vector to) {
    const std::int64_t rest = size_ - start;
    const PlaneRows<T, planes> matrix{at(left_.row(start), start), size_, rest,
                                      rest};
    const auto parts = TriangleParts<T>::of_product(rest);
    // The last part has all columns. The caller takes it, and the products
    // with rows that it wrote.
    const std::int64_t end = parts.count() - 1;
    team.run(parts.count(), is_worth(rest), [&](std::int64_t piece) {
      const std::int64_t part = end - piece;
      multiply_conjugate(matrix, parts.first(part), parts.last(part), vector,
                         part == end ? to : sums_.row(part),
                         rooms_.row(part)[0]);
      if (part != end) return;
      dot_rows(rows_of(width_, j, start), true, vector, other_dots_.begin(),
               room_);
      dot_rows(rows_of(0, j, start), true, vector, dots_.begin(), room_);
    });
    for (std::int64_t part = 0; part < end; ++part)
      for (std::size_t p = 0; p < planes; ++p)
        for (std::int64_t i = 0; i < parts.last(part); ++i)
          to[p][i] += sums_.row(part)[p][i];
  }

  // Applies a block of reflections to the rest of the matrix.
  void update(Team& team, std::int64_t next, std::int64_t count) {
    const std::int64_t start = unit_floor<T>(next);
    const std::int64_t rest = size_ - start;
    const auto parts = TriangleParts<T>::of_update(rest);
    team.run(parts.count(), is_worth(rest), [&](std::int64_t part) {
      for (std::int64_t i = parts.first(part); i < parts.last(part);) {
        const std::int64_t rows =
            std::min(4 * vector_unit<T>, parts.last(part) - i);
        update_rows(start, start + i, rows, count);
        i += rows;
      }
    });
  }

  void update_rows(std::int64_t start, std::int64_t i, std::int64_t rows,
                   std::int64_t count) {
    PlaneProduct<T, planes> update{.m = rows,
                                   .n = i + rows - start,
                                   .k = count,
                                   .a = at(factors_.row(0), i),
                                   .a_row = 1,
                                   .a_column = size_,
                                   .conjugates = true,
                                   .b = at(factors_.row(width_), start),
                                   .b_row = size_,
                                   .c = advanced(left_.row(i), start),
                                   .c_row = size_,
                                   .into = Into::kSubtract};
    if (count == width_) {
      update.k = 2 * width_;
      multiply_planes(update);
    } else {
      multiply_planes(update);
      update.a = at(factors_.row(width_), i);
      update.b = at(factors_.row(0), start);
      multiply_planes(update);
    }
  }

  std::int64_t n_, size_, width_;
  double* diagonal_;
  double* beside_;
  PaddedMatrix<T, planes> left_;
  ReflectorRows<T, planes> q_;
  PaddedMatrix<T, planes> factors_;  // rows of V, of W, and of V again
  PaddedMatrix<T, planes> sums_;     // of a part of the rows each
  PaddedMatrix<T> rooms_;
  PlaneVector<T, planes> products_, dots_, other_dots_, x_;
  std::vector<PlaneValue<T, planes>> tau_;
  std::vector<T> room_;
};

}  // namespace

template <typename T, std::size_t planes>
ReflectorRows<T, planes> reduce_hermitian(Planes<const T*, planes> a,
                                          std::int64_t n, double* diagonal,
                                          double* beside) {
  Tridiagonalization<T, planes> reduction(a, n, diagonal, beside);
  Team::gather(Tridiagonalization<T, planes>::is_worth(n),
               [&](Team& team) { reduction.reduce(team); });
  return std::move(reduction.reflectors());
}

template ReflectorRows<float, 1> reduce_hermitian<float, 1>(
    Planes<const float*, 1>, std::int64_t, double*, double*);
template ReflectorRows<double, 1> reduce_hermitian<double, 1>(
    Planes<const double*, 1>, std::int64_t, double*, double*);
template ReflectorRows<float, 2> reduce_hermitian<float, 2>(
    Planes<const float*, 2>, std::int64_t, double*, double*);
template ReflectorRows<double, 2> reduce_hermitian<double, 2>(
    Planes<const double*, 2>, std::int64_t, double*, double*);

}  // namespace assay::optimized
