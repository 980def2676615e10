// Implements divide and conquer for bidiagonal matrices (Gu and Eisenstat, "A
// divide-and-conquer algorithm for the bidiagonal SVD", 1995). A matrix without
// its middle row is two matrices with a column more than rows. Most of the work
// is four products of matrices for each merge of two such matrices.
// Tested by tests/optimized/linalg_divide_test.cc.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "optimized/division/divisions.h"
#include "optimized/division/secular.h"
#include "optimized/linalg/condensed.h"
#include "optimized/linalg/merged_rows.h"

namespace assay::optimized {
namespace {

template <typename T>
class BidiagonalDivision {
 public:
  BidiagonalDivision(std::int64_t n, double* diagonal, double* beside,
                     const PaddedMatrix<T>& left, const PaddedMatrix<T>& right)
      : diagonal_(diagonal),
        beside_(beside),
        left_(left),
        right_(right),
        n_(n),
        room_left_(n, n),
        room_right_(n, n),
        distances_(n * n) {}

  // Replaces the diagonal by the singular values, and stores the singular
  // vectors in rows. A part of the rows has one more column unless it is the
  // last one; its last right vector has no value.
  bool solve() {
    return Divisions(n_, 3, 1).solve([&](const DividedPart& part) {
      const std::int64_t extra = part.first + part.count < n_ ? 1 : 0;
      if (part.is_whole) return iterate(part.first, part.count, extra);
      merge(part.first, part.middle(), part.count, extra);
      return true;
    });
  }

 private:
  bool iterate(std::int64_t first, std::int64_t count, std::int64_t extra) {
    const std::int64_t columns = count + extra;
    const PaddedMatrix<T> left(count, count), right(columns, columns);
    for (std::int64_t i = 0; i < columns; ++i) {
      right.row(i)[0][i] = 1;
      if (i < count) left.row(i)[0][i] = 1;
    }
    double* diagonal = diagonal_ + first;
    double* beside = beside_ + first;
    if (extra == 1) move_into_square(count, diagonal, beside, right);
    Rotations<T> of_left(left.row(0)[0], left.stride());
    Rotations<T> of_right(right.row(0)[0], right.stride());
    if (!iterate_bidiagonal(count, diagonal, beside,
                            2 * std::numeric_limits<T>::epsilon(), of_left,
                            of_right))
      return false;
    for (std::int64_t i = 0; i < columns; ++i) {
      T* row = right.row(i)[0];
      if (i < count) {
        std::copy_n(left.row(i)[0], count, left_.row(first + i)[0] + first);
        if (diagonal[i] < 0)
          for (std::int64_t j = 0; j < columns; ++j) row[j] = -row[j];
        diagonal[i] = std::abs(diagonal[i]);
      }
      std::copy_n(row, columns, right_.row(first + i)[0] + first);
    }
    return true;
  }

  // Rotates the last column, which has one element, into the columns before it
  // until it is zero.
  static void move_into_square(std::int64_t count, double* diagonal,
                               double* beside, const PaddedMatrix<T>& right) {
    double last = beside[count - 1];
    for (std::int64_t k = count - 1; k >= 0 && last != 0; --k) {
      const double length = std::hypot(diagonal[k], last);
      const double c = diagonal[k] / length, s = last / length;
      diagonal[k] = length;
      rotate(right, k, count, 0, count + 1, c, s);
      if (k == 0) break;
      last = -s * beside[k - 1];
      beside[k - 1] *= c;
    }
  }

  // Row i becomes c·row_i + s·row_j, and row j becomes c·row_j - s·row_i.
  static void rotate(const PaddedMatrix<T>& rows, std::int64_t i,
                     std::int64_t j, std::int64_t first, std::int64_t count,
                     double c, double s) {
    T* p = rows.row(i)[0] + first;
    T* q = rows.row(j)[0] + first;
    const T by_c = static_cast<T>(c), by_s = static_cast<T>(s);
    for (std::int64_t k = 0; k < count; ++k) {
      const T x = p[k], y = q[k];
      p[k] = by_c * x + by_s * y;
      q[k] = by_c * y - by_s * x;
    }
  }

  // Merges the solved parts before and after the middle row. In terms of their
  // vectors the matrix has a full row, that of the middle one, and a diagonal.
  // The right vector of the middle row is that of the first part which has no
  // value.
  void merge(std::int64_t first, std::int64_t middle, std::int64_t count,
             std::int64_t extra) {
    const double before = diagonal_[middle], after = beside_[middle];
    const std::int64_t columns = count + extra;
    const auto weight_of = [&](std::int64_t row) {
      const T* vector = right_.row(row)[0];
      return row <= middle ? before * double(vector[middle])
                           : after * double(vector[middle + 1]);
    };
    double largest = std::max(std::abs(before), std::abs(after));
    for (std::int64_t row = first; row < first + count; ++row)
      if (row != middle) largest = std::max(largest, diagonal_[row]);
    // Not zero, because parts of zeros have to be merged, too.
    const double negligible =
        std::max(8 * double{std::numeric_limits<T>::epsilon()} * largest,
                 double{std::numeric_limits<float>::min()});
    const std::int64_t first_half = middle + 1 - first;
    MergedRows<T> of_left(room_left_, left_, first, first_half, count);
    MergedRows<T> of_right(room_right_, right_, first, first_half, columns);
    left_.row(middle)[0][middle] = 1;
    double weight = weight_of(middle);
    if (extra == 1) {
      const std::int64_t last = first + count;
      const double other = weight_of(last);
      const double length = std::hypot(weight, other);
      if (length > negligible) {
        rotate(right_, middle, last, first, columns, weight / length,
               other / length);
        weight = length;
      }
    }
    if (std::abs(weight) <= negligible) weight = negligible;
    SecularEquation equation;
    equation.is_squared = true;
    equation.poles = {0};
    RoomVector<double> weights = {weight}, untouched;
    of_left.keep(middle);
    of_right.keep(middle, extra == 1);
    const auto leave = [&](std::int64_t row, double value) {
      of_left.leave(row);
      of_right.leave(row);
      untouched.push_back(value);
    };
    for (const std::int64_t row : ascending(first, middle, count)) {
      const double value = diagonal_[row];
      weight = weight_of(row);
      if (std::abs(weight) <= negligible) {
        leave(row, value);
        continue;
      }
      if (weights.size() > 1 && value - equation.poles.back() <= negligible) {
        const double length = std::hypot(weights.back(), weight);
        const double c = weight / length, s = -weights.back() / length;
        of_left.rotate(row, c, s);
        leave(of_right.rotate(row, c, s), equation.poles.back());
        equation.poles.back() = std::max(equation.poles.back(), value);
        weights.back() = length;
        continue;
      }
      of_left.keep(row);
      of_right.keep(row);
      // The first pole is 0, and no other may be.
      equation.poles.push_back(
          weights.size() == 1 ? std::max(value, negligible / 2) : value);
      weights.push_back(weight);
    }
    solve_merged(first, equation, weights, of_left, of_right);
    std::copy(untouched.begin(), untouched.end(),
              diagonal_ + first + std::ssize(weights));
  }

  // Returns the rows of both parts in the order of their values.
  RoomVector<std::int64_t> ascending(std::int64_t first, std::int64_t middle,
                                     std::int64_t count) const {
    RoomVector<std::int64_t> order;
    for (std::int64_t row = first; row < first + count; ++row)
      if (row != middle) order.push_back(row);
    std::sort(order.begin(), order.end(), [&](std::int64_t i, std::int64_t j) {
      return diagonal_[i] != diagonal_[j] ? diagonal_[i] < diagonal_[j] : i < j;
    });
    return order;
  }

  // Replaces the kept rows by the singular vectors of the merged matrix.
  void solve_merged(std::int64_t first, SecularEquation& equation,
                    RoomVector<double>& weights, MergedRows<T>& of_left,
                    MergedRows<T>& of_right) {
    double* distances = distances_.begin()[0] + first * n_;
    const std::int64_t kept = std::ssize(weights);
    for (const double weight : weights)
      equation.weights.push_back(weight * weight);
    solve_secular(equation, diagonal_ + first, distances, kept);
    const auto roots = secular_roots_of_weights(equation, distances, kept);
    for (std::int64_t j = 0; j < kept; ++j)
      weights.data()[j] = std::copysign(roots.data()[j], weights.data()[j]);
    of_right.multiply(weights, distances);
    for (std::int64_t j = 0; j < kept; ++j)
      weights.data()[j] *= equation.poles.data()[j];
    of_left.multiply(weights, distances, true);
  }

  double* diagonal_;
  double* beside_;
  const PaddedMatrix<T>& left_;
  const PaddedMatrix<T>& right_;
  std::int64_t n_;
  MergeRoom<T> room_left_, room_right_;
  PlaneRoom<double, 1> distances_;
};

}  // namespace

template <typename T>
bool divide_bidiagonal(std::int64_t n, double* diagonal, double* beside,
                       const PaddedMatrix<T>& left,
                       const PaddedMatrix<T>& right) {
  double largest = 0;
  for (std::int64_t i = 0; i < n; ++i)
    largest = std::max(largest, std::abs(diagonal[i]));
  for (std::int64_t i = 0; i + 1 < n; ++i)
    largest = std::max(largest, std::abs(beside[i]));
  if (largest == 0) {
    for (std::int64_t i = 0; i < n; ++i)
      left.row(i)[0][i] = right.row(i)[0][i] = 1;
    return true;
  }
  const int exponent = std::ilogb(largest);
  for (std::int64_t i = 0; i < n; ++i) {
    diagonal[i] = std::ldexp(diagonal[i], -exponent);
    if (i + 1 < n) beside[i] = std::ldexp(beside[i], -exponent);
  }
  if (!BidiagonalDivision<T>(n, diagonal, beside, left, right).solve())
    return false;
  for (std::int64_t i = 0; i < n; ++i)
    diagonal[i] = std::ldexp(diagonal[i], exponent);
  return true;
}

template bool divide_bidiagonal(std::int64_t, double*, double*,
                                const PaddedMatrix<float>&,
                                const PaddedMatrix<float>&);
template bool divide_bidiagonal(std::int64_t, double*, double*,
                                const PaddedMatrix<double>&,
                                const PaddedMatrix<double>&);

}  // namespace assay::optimized
