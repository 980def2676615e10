// Checks permutations, triangles, pivots and parities exactly, and products by
// their bounds. Tested by tests/harness/judge/inspect_pivoted_test.cc.
#include "harness/judge/inspect_pivoted.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>

#include "harness/judge/elimination.h"

namespace assay {
namespace {

// Says for each row of P·A which row of A it is.
using Permutation = std::vector<std::int64_t>;

long double eta_of(DType dtype) {
  const FloatFormat& format = format_of(dtype);
  return std::ldexp(1.0L, format.min_exponent - format.precision + 1);
}

// Returns the column of the one in each row, or nothing if the matrix has other
// elements than zeros and ones, or not one in each row and column.
std::optional<Permutation> places_of(const Matrix& p) {
  Permutation places;
  std::vector<bool> taken(static_cast<std::size_t>(p.columns()));
  for (std::int64_t i = 0; i < p.rows(); ++i) {
    std::int64_t place = -1;
    for (std::int64_t j = 0; j < p.columns(); ++j) {
      if (p(i, j) == Entry(0)) continue;
      if (p(i, j) != Entry(1) || place >= 0) return std::nullopt;
      place = j;
    }
    if (place < 0 || taken[static_cast<std::size_t>(place)])
      return std::nullopt;
    taken[static_cast<std::size_t>(place)] = true;
    places.push_back(place);
  }
  return places;
}

// Returns 1 if an even number of swaps makes the permutation, else -1.
int sign_of(Permutation places) {
  int sign = 1;
  for (std::size_t i = 0; i < places.size(); ++i)
    while (places[i] != static_cast<std::int64_t>(i)) {
      std::swap(places[i], places[static_cast<std::size_t>(places[i])]);
      sign = -sign;
    }
  return sign;
}

Permutation in_order(std::int64_t count) {
  Permutation places;
  for (std::int64_t i = 0; i < count; ++i) places.push_back(i);
  return places;
}

Matrix rearranged(const Matrix& a, const Permutation& rows,
                  const Permutation& columns) {
  Matrix moved(a.rows(), a.columns());
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      moved(i, j) = a(rows[static_cast<std::size_t>(i)],
                      columns[static_cast<std::size_t>(j)]);
  return moved;
}

Matrix magnitudes_of(const Matrix& a) {
  Matrix magnitudes(a.rows(), a.columns());
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      magnitudes(i, j) = std::abs(a(i, j));
  return magnitudes;
}

// Judges factors of one matrix.
class FactorInspection {
 public:
  FactorInspection(const Inspected& of, Inspection& inspection)
      : a_(of.a), inspection_(inspection), bound_(of.bounds.residual) {
    const DType dtype = of.step.operands[0].type.dtype;
    eta_ = eta_of(dtype);
    is_real_ = is_real(dtype);
    const long double u = unit_roundoff(format_of(dtype));
    largest_ = is_real_ ? 1 + 4 * u : std::sqrt(2.0L) * (1 + 8 * u);
  }

  bool is_exact() const { return bound_ == 0; }

  // Returns the places of a permutation matrix, or complains.
  Permutation permutation(const Matrix& p, std::string_view name) {
    const auto places = places_of(p);
    inspection_.demand(places.has_value(),
                       fmt::format("{} is not a permutation matrix", name));
    return places.value_or(in_order(p.rows()));
  }

  void triangles(const Matrix& l, const Matrix& u) {
    inspection_.finite(l, "L");
    inspection_.finite(u, "U");
    for (std::int64_t i = 0; i < l.rows(); ++i)
      for (std::int64_t j = i; j < l.columns(); ++j)
        inspection_.demand(l(i, j) == Entry(i == j ? 1 : 0),
                           i == j ? "the diagonal of L is not 1"
                                  : "L is not zero above its diagonal");
    for (std::int64_t i = 0; i < u.rows(); ++i)
      for (std::int64_t j = 0; j < std::min(i, u.columns()); ++j)
        inspection_.demand(u(i, j) == Entry(0),
                           "U is not zero below its diagonal");
  }

  void pivots(const Matrix& l) {
    for (std::int64_t i = 0; i < l.rows(); ++i)
      for (std::int64_t j = 0; j < std::min(i, l.columns()); ++j)
        inspection_.demand(
            std::abs(l(i, j)) <= largest_,
            fmt::format("L[{}, {}] has magnitude {:.9g}, so a larger pivot was "
                        "there",
                        i, j, static_cast<double>(std::abs(l(i, j)))));
  }
  void complete_pivots(const Matrix& u) {
    for (std::int64_t k = 0; k < u.rows(); ++k)
      for (std::int64_t j = k + 1; j < u.columns(); ++j)
        inspection_.demand(
            std::abs(u(k, j)) <= largest_ * std::abs(u(k, k)),
            fmt::format("U[{}, {}] is larger than the pivot of its row", k, j));
  }
  void first_pivot(const Matrix& u) {
    if (!is_real_ || u.rows() == 0) return;
    long double largest = 0;
    for (std::int64_t i = 0; i < a_.rows(); ++i)
      for (std::int64_t j = 0; j < a_.columns(); ++j)
        largest = std::max(largest, std::fabs(a_(i, j).real()));
    inspection_.demand(std::fabs(u(0, 0).real()) == largest,
                       "the first pivot is not the largest element");
  }

  // Elimination leaves a column of zeros as it is.
  void zero_columns(const Matrix& u) {
    for (std::int64_t j = 0; j < std::min(u.rows(), u.columns()); ++j) {
      bool is_zero = true;
      for (std::int64_t i = 0; i < a_.rows(); ++i)
        is_zero = is_zero && a_(i, j) == Entry(0);
      if (is_zero)
        inspection_.demand(
            u(j, j) == Entry(0),
            fmt::format("column {} is zero, but not the pivot", j));
    }
  }

  void rank(const Matrix& u) {
    if (!is_exact()) return;
    const std::int64_t rank = eliminate(a_, Pivoting::kComplete).rank;
    for (std::int64_t i = rank; i < u.rows(); ++i)
      for (std::int64_t j = 0; j < u.columns(); ++j)
        inspection_.demand(
            u(i, j) == Entry(0),
            fmt::format("the rank is {}, but row {} of U is not zero", rank,
                        i));
  }

  void product(const Permutation& rows, const Permutation& columns,
               const Matrix& l, const Matrix& u, std::string_view what) {
    if (inspection_.failed()) return;
    const long double d =
        static_cast<long double>(std::max(a_.rows(), a_.columns()));
    const long double bound =
        is_exact() ? 0
                   : bound_ * (magnitudes_of(l) * magnitudes_of(u)).norm() +
                         d * d * eta_;
    inspection_.at_most(what, (rearranged(a_, rows, columns) - l * u).norm(),
                        bound);
  }

  void parity(const Matrix& got, int expected) {
    inspection_.demand(got(0, 0) == Entry(expected),
                       fmt::format("parity is not {}", expected));
  }

 private:
  const Matrix& a_;
  Inspection& inspection_;
  long double bound_;
  long double eta_ = 0;
  long double largest_ = 1;  // that an element of L may have
  bool is_real_ = true;
};

// Returns the rows after the swaps of lu_factor, or nothing if a pivot is out
// of range.
std::optional<Permutation> swapped_rows(const Matrix& pivots,
                                        std::int64_t rows) {
  Permutation places = in_order(rows);
  for (std::int64_t i = 0; i < pivots.rows(); ++i) {
    const auto pivot = static_cast<std::int64_t>(pivots(i, 0).real());
    if (pivot < i || pivot >= rows) return std::nullopt;
    std::swap(places[static_cast<std::size_t>(i)],
              places[static_cast<std::size_t>(pivot)]);
  }
  return places;
}

}  // namespace

void inspect_lu(const Inspected& of, Inspection& inspection) {
  FactorInspection factors(of, inspection);
  const Matrix& l = of.other(1);
  const Matrix& u = of.other(2);
  const Permutation rows = factors.permutation(of.own(), "P");
  factors.triangles(l, u);
  factors.pivots(l);
  factors.zero_columns(u);
  factors.parity(of.other(3), sign_of(rows));
  factors.product(rows, in_order(of.a.columns()), l, u, "‖P·A - L·U‖");
}

void inspect_lu_factor(const Inspected& of, Inspection& inspection) {
  FactorInspection factors(of, inspection);
  const Matrix& packed = of.own();
  const std::int64_t inner = std::min(packed.rows(), packed.columns());
  Matrix l(packed.rows(), inner);
  Matrix u(inner, packed.columns());
  for (std::int64_t i = 0; i < packed.rows(); ++i)
    for (std::int64_t j = 0; j < packed.columns(); ++j)
      (j < i ? l(i, j) : u(i, j)) = packed(i, j);
  for (std::int64_t i = 0; i < inner; ++i) l(i, i) = 1;
  inspection.finite(packed, "packed");
  const auto rows = swapped_rows(of.other(1), packed.rows());
  inspection.demand(rows.has_value(), "a pivot is out of range");
  if (inspection.failed()) return;
  factors.pivots(l);
  factors.zero_columns(u);
  factors.product(*rows, in_order(of.a.columns()), l, u, "‖P·A - L·U‖");
}

void inspect_full_piv_lu(const Inspected& of, Inspection& inspection) {
  FactorInspection factors(of, inspection);
  const Matrix& l = of.other(1);
  const Matrix& u = of.other(2);
  const Permutation rows = factors.permutation(of.own(), "P");
  const Permutation columns = factors.permutation(of.other(3), "Q");
  factors.triangles(l, u);
  factors.pivots(l);
  factors.complete_pivots(u);
  factors.first_pivot(u);
  factors.rank(u);
  factors.parity(of.other(4), sign_of(rows) * sign_of(columns));
  factors.product(rows, columns, l, u, "‖P·A·Qᵀ - L·U‖");
}

void inspect_pivoted_solve(const Inspected& of, Inspection& inspection) {
  const Matrix& x = of.own();
  const Matrix& b = of.sides[of.batch];
  inspection.finite(x, "x");
  if (inspection.failed()) return;
  const long double eta = eta_of(of.step.operands[1].type.dtype);
  const auto n = static_cast<long double>(of.a.rows());
  const long double norm = of.a.norm();
  const Matrix rest = b - of.a * x;
  const auto length = [](const Matrix& from, std::int64_t k) {
    Matrix column(from.rows(), 1);
    for (std::int64_t i = 0; i < from.rows(); ++i) column(i, 0) = from(i, k);
    return column.norm();
  };
  for (std::int64_t k = 0; k < b.columns(); ++k)
    inspection.at_most(
        fmt::format("‖b - op(A)·x‖ of column {}", k), length(rest, k),
        of.bounds.residual * (norm * length(x, k) + length(b, k)) +
            n * eta * (1 + norm));
}

}  // namespace assay
