// Implements divide and conquer for symmetric tridiagonal matrices (Cuppen, "A
// divide and conquer method for the symmetric tridiagonal eigenproblem", 1981;
// Gu and Eisenstat, "A divide-and-conquer algorithm for the symmetric
// tridiagonal eigenproblem", 1995). Most of the work is two products of
// matrices for each merge of two halves. Tested by
// tests/optimized/linalg_divide_test.cc.
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
class Division {
 public:
  Division(std::int64_t n, double* diagonal, double* beside,
           const PaddedMatrix<T>& rows)
      : diagonal_(diagonal),
        beside_(beside),
        rows_(rows),
        n_(n),
        room_(n, n),
        distances_(n * n) {}

  // Replaces the diagonal by the eigenvalues, and stores the eigenvectors in
  // rows.
  bool solve() {
    const Divisions divisions(n_, 2, 0);
    // A matrix is that of two halves plus |between|·v·vᵀ, with 1 and the sign
    // of `between` in the middle of v.
    divisions.for_divided([&](const DividedPart& part) {
      const std::int64_t middle = part.middle();
      const double between = std::abs(beside_[middle - 1]);
      diagonal_[middle - 1] -= between;
      diagonal_[middle] -= between;
    });
    return divisions.solve([&](const DividedPart& part) {
      if (part.is_whole) return iterate(part.first, part.count);
      const double between = beside_[part.middle() - 1];
      if (between != 0) merge(part.first, part.count / 2, part.count, between);
      return true;
    });
  }

 private:
  bool iterate(std::int64_t first, std::int64_t count) {
    const PaddedMatrix<T> vectors(count, count);
    for (std::int64_t i = 0; i < count; ++i) vectors.row(i)[0][i] = 1;
    Rotations<T> rotations(vectors.row(0)[0], vectors.stride());
    if (!iterate_tridiagonal(count, diagonal_ + first, beside_ + first,
                             2 * std::numeric_limits<T>::epsilon(), rotations))
      return false;
    for (std::int64_t i = 0; i < count; ++i)
      std::copy_n(vectors.row(i)[0], count, rows_.row(first + i)[0] + first);
    return true;
  }

  // Merges two solved parts. An eigenvector that has nothing to do with the
  // change, or two whose eigenvalues are almost equal, need no equation
  // (deflation).
  void merge(std::int64_t first, std::int64_t left, std::int64_t count,
             double between) {
    const std::int64_t middle = first + left;
    const double rho = 2 * std::abs(between);
    RoomVector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), first);
    std::sort(order.begin(), order.end(), [&](std::int64_t i, std::int64_t j) {
      return diagonal_[i] != diagonal_[j] ? diagonal_[i] < diagonal_[j] : i < j;
    });
    // Returns an element of v in terms of the eigenvectors, divided by √2.
    const auto weight_of = [&](std::int64_t row) {
      const double x = row < middle ? rows_.row(row)[0][middle - 1]
                                    : rows_.row(row)[0][middle];
      return (row >= middle && between < 0 ? -x : x) * std::sqrt(0.5);
    };
    double largest = 0;
    for (std::int64_t row = first; row < first + count; ++row)
      largest = std::max(
          {largest, std::abs(diagonal_[row]), std::abs(weight_of(row))});
    const double negligible =
        4 * double{std::numeric_limits<T>::epsilon()} * largest;
    MergedRows<T> merged(room_, rows_, first, left, count);
    double* distances = distances_.begin()[0] + first * n_;
    SecularEquation equation;
    RoomVector<double> weights, untouched;
    const auto leave = [&](std::int64_t row, double value) {
      merged.leave(row);
      untouched.push_back(value);
    };
    for (const std::int64_t row : order) {
      double value = diagonal_[row], weight = weight_of(row);
      if (rho * std::abs(weight) <= negligible) {
        leave(row, value);
        continue;
      }
      if (!weights.empty()) {
        const double before = equation.poles.back();
        const double length = std::hypot(weights.back(), weight);
        const double c = weight / length, s = -weights.back() / length;
        if (std::abs((value - before) * c * s) <= negligible) {
          leave(merged.rotate(row, c, s), before * c * c + value * s * s);
          equation.poles.back() = before * s * s + value * c * c;
          weights.back() = length;
          continue;
        }
      }
      merged.keep(row);
      equation.poles.push_back(value);
      weights.push_back(weight);
    }
    if (weights.empty()) return;
    for (const double weight : weights)
      equation.weights.push_back(weight * weight);
    equation.rho = rho;
    const std::int64_t kept = std::ssize(weights);
    solve_secular(equation, diagonal_ + first, distances, kept);
    const auto roots = secular_roots_of_weights(equation, distances, kept);
    for (std::int64_t j = 0; j < kept; ++j)
      weights.data()[j] = std::copysign(roots.data()[j], weights.data()[j]);
    merged.multiply(weights, distances);
    std::copy(untouched.begin(), untouched.end(), diagonal_ + first + kept);
  }

  double* diagonal_;
  double* beside_;
  const PaddedMatrix<T>& rows_;
  std::int64_t n_;
  MergeRoom<T> room_;
  PlaneRoom<double, 1> distances_;
};

}  // namespace

template <typename T>
bool divide_tridiagonal(std::int64_t n, double* diagonal, double* beside,
                        const PaddedMatrix<T>& rows) {
  double largest = 0;
  for (std::int64_t i = 0; i < n; ++i)
    largest = std::max(largest, std::abs(diagonal[i]));
  for (std::int64_t i = 0; i + 1 < n; ++i)
    largest = std::max(largest, std::abs(beside[i]));
  const int exponent = largest == 0 ? 0 : std::ilogb(largest);
  // An element is negligible only if it is small beside elements of vectors,
  // too.
  for (std::int64_t i = 0; i < n; ++i) {
    diagonal[i] = std::ldexp(diagonal[i], -exponent);
    if (i + 1 < n) beside[i] = std::ldexp(beside[i], -exponent);
  }
  if (!Division<T>(n, diagonal, beside, rows).solve()) return false;
  for (std::int64_t i = 0; i < n; ++i)
    diagonal[i] = std::ldexp(diagonal[i], exponent);
  return true;
}

template bool divide_tridiagonal(std::int64_t, double*, double*,
                                 const PaddedMatrix<float>&);
template bool divide_tridiagonal(std::int64_t, double*, double*,
                                 const PaddedMatrix<double>&);

}  // namespace assay::optimized
