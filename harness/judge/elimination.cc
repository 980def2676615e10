// Eliminates column by column in complex long double.
// Tested by tests/harness/judge/elimination_test.cc.
#include "harness/judge/elimination.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

namespace assay {
namespace {

long double sum_of_parts(Entry z) {
  return std::fabs(z.real()) + std::fabs(z.imag());
}
long double square_of(Entry z) {
  return z.real() * z.real() + z.imag() * z.imag();
}

std::vector<std::int64_t> counted(std::int64_t count) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

// Returns the place of the largest element from (k, k) on, in column k alone
// or in all columns, and notes how near the others come to it.
std::pair<std::int64_t, std::int64_t> pivot_of(PivotedFactors& factors,
                                               std::int64_t k) {
  const Matrix& a = factors.packed;
  const std::int64_t end =
      factors.pivoting == Pivoting::kComplete ? a.columns() : k + 1;
  std::pair place{k, k};
  for (std::int64_t j = k; j < end; ++j)
    for (std::int64_t i = k; i < a.rows(); ++i)
      if (square_of(a(i, j)) > square_of(a(place.first, place.second)))
        place = {i, j};
  const long double pivot = sum_of_parts(a(place.first, place.second));
  if (pivot == 0) return place;
  for (std::int64_t j = k; j < end; ++j)
    for (std::int64_t i = k; i < a.rows(); ++i)
      if (std::pair{i, j} != place)
        factors.contest =
            std::max(factors.contest, sum_of_parts(a(i, j)) / pivot);
  return place;
}

void exchange(PivotedFactors& factors, std::int64_t k, std::int64_t row,
              std::int64_t column) {
  Matrix& a = factors.packed;
  const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  if (row != k) {
    for (std::int64_t j = 0; j < a.columns(); ++j)
      std::swap(a(k, j), a(row, j));
    std::swap(factors.rows[at(k)], factors.rows[at(row)]);
  }
  if (column != k) {
    for (std::int64_t i = 0; i < a.rows(); ++i)
      std::swap(a(i, k), a(i, column));
    std::swap(factors.columns[at(k)], factors.columns[at(column)]);
  }
}

void subtract_row(Matrix& a, std::int64_t k) {
  for (std::int64_t i = k + 1; i < a.rows(); ++i) {
    if (a(i, k) == Entry(0)) continue;
    a(i, k) /= a(k, k);
    for (std::int64_t j = k + 1; j < a.columns(); ++j)
      a(i, j) -= times(a(i, k), a(k, j));
  }
}

// Measures |L|·|U|.
void measure_growth(PivotedFactors& factors, long double norm) {
  const Matrix& lu = factors.packed;
  Matrix magnitudes(lu.rows(), lu.columns());
  for (std::int64_t i = 0; i < lu.rows(); ++i)
    for (std::int64_t j = 0; j < lu.columns(); ++j)
      magnitudes(i, j) = std::sqrt(square_of(lu(i, j)));
  long double squares = 0;
  for (std::int64_t i = 0; i < lu.rows(); ++i)
    for (std::int64_t j = 0; j < lu.columns(); ++j) {
      long double sum = i <= j ? magnitudes(i, j).real() : 0;
      for (std::int64_t k = 0; k < std::min(i, j + 1); ++k)
        sum += magnitudes(i, k).real() * magnitudes(k, j).real();
      squares += sum * sum;
      factors.largest = std::max(factors.largest, sum);
    }
  if (norm > 0) factors.growth = std::max(1.0L, std::sqrt(squares) / norm);
}

// Returns the exponent of the lowest bit that is set in a number or, of a
// complex one, in either part; large for zero.
int lowest_bit(long double x) {
  if (x == 0) return std::numeric_limits<int>::max() / 4;
  int exponent = 0;
  const long double fraction = std::frexp(std::fabs(x), &exponent);
  const auto bits = static_cast<std::uint64_t>(std::ldexp(fraction, 64));
  return exponent - 64 + std::countr_zero(bits);
}
int lowest_bit(Entry z) {
  return std::min(lowest_bit(z.real()), lowest_bit(z.imag()));
}

// Returns whether z is a power of two, or one times i, -1 or -i.
bool is_power_of_two(Entry z) {
  if (z.real() != 0 && z.imag() != 0) return false;
  int exponent = 0;
  return std::frexp(sum_of_parts(z), &exponent) == 0.5L;
}

// Returns whether every sum of terms of element (i, j) of L·U fits in one
// significand of the format.
bool fits_significand(const Matrix& lu, std::int64_t i, std::int64_t j,
                      const FloatFormat& format) {
  long double sum = 0;
  int lowest = std::numeric_limits<int>::max() / 4;
  const auto add = [&](Entry l, Entry u) {
    if (l == Entry(0) || u == Entry(0)) return;
    sum += sum_of_parts(l) * sum_of_parts(u);
    lowest = std::min(lowest, lowest_bit(l) + lowest_bit(u));
  };
  for (std::int64_t k = 0; k < std::min(i, j + 1); ++k) add(lu(i, k), lu(k, j));
  if (i <= j) add(1, lu(i, j));
  if (sum == 0) return true;
  return lowest >= format.min_exponent &&
         sum <= std::ldexp(1.0L, lowest + format.precision - 1);
}

}  // namespace

bool PivotedFactors::is_singular() const {
  return rank < std::min(packed.rows(), packed.columns());
}

PivotedFactors eliminate(const Matrix& a, Pivoting pivoting) {
  PivotedFactors factors{
      .packed = a, .rows = counted(a.rows()), .columns = counted(a.columns())};
  factors.pivoting = pivoting;
  for (std::int64_t k = 0; k < std::min(a.rows(), a.columns()); ++k) {
    const auto [row, column] = pivot_of(factors, k);
    exchange(factors, k, row, column);
    if (factors.packed(k, k) == Entry(0)) continue;
    ++factors.rank;
    subtract_row(factors.packed, k);
  }
  measure_growth(factors, a.norm());
  return factors;
}

bool is_eliminated_exactly(const PivotedFactors& factors, DType dtype) {
  const FloatFormat& format = format_of(dtype);
  const Matrix& lu = factors.packed;
  const bool is_complete = factors.pivoting == Pivoting::kComplete;
  if (factors.contest > (is_complete ? 0.75L : 0.5L)) return false;
  for (std::int64_t k = 0; k < std::min(lu.rows(), lu.columns()); ++k) {
    if (lu(k, k) == Entry(0)) continue;
    // The reciprocal of a pivot must be a normal number.
    const int exponent = std::ilogb(sum_of_parts(lu(k, k)));
    if (!is_power_of_two(lu(k, k)) || -exponent < format.min_exponent ||
        -exponent >= format.max_exponent)
      return false;
  }
  for (std::int64_t i = 0; i < lu.rows(); ++i)
    for (std::int64_t j = 0; j < lu.columns(); ++j)
      if (!fits_significand(lu, i, j, format)) return false;
  return true;
}

bool has_zero_line(const Matrix& a) {
  const auto is_zero = [&](std::int64_t count, auto&& entry) {
    for (std::int64_t i = 0; i < count; ++i)
      if (entry(i) != Entry(0)) return false;
    return count > 0;
  };
  for (std::int64_t i = 0; i < a.rows(); ++i)
    if (is_zero(a.columns(), [&](std::int64_t j) { return a(i, j); }))
      return true;
  for (std::int64_t j = 0; j < a.columns(); ++j)
    if (is_zero(a.rows(), [&](std::int64_t i) { return a(i, j); })) return true;
  return false;
}

Matrix solution_by(const PivotedFactors& factors, const Matrix& b) {
  const Matrix& lu = factors.packed;
  const std::int64_t n = lu.rows();
  const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  Matrix x(n, b.columns());
  for (std::int64_t c = 0; c < b.columns(); ++c) {
    Matrix y(n, 1);
    for (std::int64_t i = 0; i < n; ++i) {
      y(i, 0) = b(factors.rows[at(i)], c);
      for (std::int64_t k = 0; k < i; ++k) y(i, 0) -= times(lu(i, k), y(k, 0));
    }
    for (std::int64_t i = n - 1; i >= 0; --i) {
      for (std::int64_t k = i + 1; k < n; ++k)
        y(i, 0) -= times(lu(i, k), y(k, 0));
      y(i, 0) /= lu(i, i);
      x(factors.columns[at(i)], c) = y(i, 0);
    }
  }
  return x;
}

long double least_singular_value(const PivotedFactors& factors) {
  const Matrix inverse =
      solution_by(factors, Matrix::identity(factors.packed.rows()));
  return 1 / inverse.norm();
}

}  // namespace assay
