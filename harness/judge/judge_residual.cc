// Computes each residual with matrices in long double and compares it with the
// bound that is stored with the case.
// Tested by tests/harness/judge/judge_residual_test.cc.
#include "harness/judge/judge_residual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "harness/judge/inspect_pivoted.h"
#include "harness/judge/inspection.h"
#include "harness/judge/spectra.h"
#include "spec/op_table.h"

namespace assay {
namespace {

long double distance_from_identity(const Matrix& x) {
  return (x.adjoint() * x - Matrix::identity(x.columns())).norm();
}

std::vector<Entry> column_of(const Matrix& x, std::int64_t j) {
  std::vector<Entry> column;
  for (std::int64_t i = 0; i < x.rows(); ++i) column.push_back(x(i, j));
  return column;
}

double bound_at(const std::vector<double>& list, std::size_t i) {
  return i < list.size() ? list[i] : -1;
}

// Returns the matrix with zeros above its diagonal.
Matrix lower_part(Matrix a) {
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = i + 1; j < a.columns(); ++j) a(i, j) = 0;
  return a;
}

// If the other triangle is open, it is neither compared nor multiplied.
void inspect_cholesky(const Matrix& a, bool upper, bool is_other_open,
                      const Matrix& out, const Bounds& bounds,
                      Inspection& inspection) {
  Matrix l = upper ? out.adjoint() : out;
  if (is_other_open) l = lower_part(std::move(l));
  inspection.finite(l, "the factor");
  for (std::int64_t i = 0; i < l.rows(); ++i) {
    inspection.demand(
        l(i, i).real() > 0 && l(i, i).imag() == 0,  // cholesky.diagonal
        "the diagonal is not real and positive");
    for (std::int64_t j = i + 1; j < l.rows(); ++j)
      inspection.demand(l(i, j) == Entry(0),  // cholesky.triangle
                        "the other triangle is not zero");
  }
  inspection.at_most(upper ? "‖A - Uᴴ·U‖" : "‖A - L·Lᴴ‖",
                     (a - l * l.adjoint()).norm(), bounds.residual);
}

void inspect_qr(const Matrix& a, const Matrix& q, const Matrix& r,
                const Bounds& bounds, Inspection& inspection) {
  inspection.finite(q, "Q");
  inspection.finite(r, "R");
  for (std::int64_t i = 0; i < r.rows(); ++i)
    for (std::int64_t j = 0; j < std::min(i, r.columns()); ++j)
      inspection.demand(r(i, j) == Entry(0),
                        "R is not zero below its diagonal");
  inspection.at_most("‖Qᴴ·Q - I‖", distance_from_identity(q),
                     bounds.orthogonality);
  inspection.at_most("‖A - Q·R‖", (a - q * r).norm(), bounds.residual);
}

void inspect_svd(const Matrix& a, const Matrix& u, const Matrix& s,
                 const Matrix& vh, const Bounds& bounds,
                 Inspection& inspection) {
  inspection.finite(u, "U");
  inspection.finite(s, "S");
  inspection.finite(vh, "Vᴴ");
  inspection.at_most("‖Uᴴ·U - I‖", distance_from_identity(u),
                     bounds.orthogonality);
  inspection.at_most("‖Vᴴ·V - I‖", distance_from_identity(vh.adjoint()),
                     bounds.orthogonality);
  const Matrix product = u.leading(u.rows(), s.rows()) *
                         diagonal_matrix(column_of(s, 0)) *
                         vh.leading(s.rows(), vh.columns());
  inspection.at_most("‖A - U·diag(S)·Vᴴ‖", (a - product).norm(),
                     bounds.residual);
}

// Checks that values are real, in order, and each near the expected one.
void inspect_values(const Matrix& got, const std::vector<Entry>& values,
                    bool ascending, const Bounds& bounds,
                    Inspection& inspection) {
  inspection.finite(got, ascending ? "w" : "S");
  for (std::int64_t i = 0; i < got.rows(); ++i) {
    const long double x = got(i, 0).real();
    if (!ascending) inspection.demand(x >= 0, "S has a negative value");
    if (i > 0) {
      const long double before = got(i - 1, 0).real();
      inspection.demand(ascending ? before <= x : before >= x,
                        ascending ? "w does not ascend" : "S does not descend");
    }
    const Entry value = values[static_cast<std::size_t>(i)];
    inspection.at_most(fmt::format("the distance of value {} from {:.9g}", i,
                                   static_cast<double>(value.real())),
                       std::abs(x - value.real()), bounds.spectrum);
  }
}

void inspect_eigh_vectors(const Matrix& a, const Matrix& w, const Matrix& v,
                          const Bounds& bounds, Inspection& inspection) {
  inspection.finite(w, "w");
  inspection.finite(v, "V");
  inspection.at_most("‖Vᴴ·V - I‖", distance_from_identity(v),
                     bounds.orthogonality);
  inspection.at_most("‖A·V - V·diag(w)‖",
                     (a * v - v * diagonal_matrix(column_of(w, 0))).norm(),
                     bounds.residual);
}

// Returns whether each row can be paired with a different column, if
// may_pair[row][column] says which pairs are allowed (augmenting paths, after
// Kuhn).
bool can_be_paired(const std::vector<std::vector<bool>>& may_pair) {
  const std::size_t n = may_pair.size();
  std::vector<std::size_t> row_of(n, n);  // for each column; n if it has none
  std::vector<bool> tried;
  const std::function<bool(std::size_t)> place = [&](std::size_t row) {
    for (std::size_t column = 0; column < n; ++column) {
      if (!may_pair[row][column] || tried[column]) continue;
      tried[column] = true;
      if (row_of[column] != n && !place(row_of[column])) continue;
      row_of[column] = row;
      return true;
    }
    return false;
  };
  for (std::size_t row = 0; row < n; ++row) {
    tried.assign(n, false);
    if (!place(row)) return false;
  }
  return true;
}

void inspect_traces(const Matrix& a, const std::vector<Entry>& w,
                    const Bounds& bounds, Inspection& inspection) {
  Entry sum = 0;
  Entry sum_of_squares = 0;
  for (Entry value : w) {
    sum += value;
    sum_of_squares += times(value, value);
  }
  for (std::int64_t i = 0; i < a.rows(); ++i) {
    sum -= a(i, i);
    for (std::int64_t j = 0; j < a.rows(); ++j)
      sum_of_squares -= times(a(i, j), a(j, i));
  }
  const auto n = static_cast<long double>(a.rows());
  inspection.at_most("|Σλ - tr A|", std::abs(sum), n * bounds.residual);
  inspection.at_most("|Σλ² - tr A²|", std::abs(sum_of_squares),
                     2 * n * bounds.residual * a.norm());
}

void inspect_eig(const Matrix& a, const std::vector<Entry>& w, const Matrix* v,
                 const std::vector<Entry>& values, bool is_length_open,
                 const Bounds& bounds, Inspection& inspection) {
  if (v != nullptr) inspection.finite(*v, "the vectors");
  inspection.finite(diagonal_matrix(w), "the eigenvalues");
  if (inspection.failed()) return;
  inspect_traces(a, w, bounds, inspection);
  for (std::int64_t k = 0; k < a.rows(); ++k) {
    const Entry value = w[static_cast<std::size_t>(k)];
    Matrix shifted = a;
    for (std::int64_t i = 0; i < a.rows(); ++i) shifted(i, i) -= value;
    if (v == nullptr) {
      inspection.at_most(fmt::format("σ_min(A - λI) of eigenvalue {}", k),
                         singular_values(shifted).back(), bounds.residual);
      continue;
    }
    Matrix vector(a.rows(), 1);
    for (std::int64_t i = 0; i < a.rows(); ++i) vector(i, 0) = (*v)(i, k);
    const long double length = vector.norm();
    if (is_length_open)
      inspection.demand(length > 0, fmt::format("vector {} is zero", k));
    else
      inspection.at_most(
          fmt::format("|‖v‖ - 1| of vector {}", k),  // eig.unit_columns
          std::abs(length - 1), bounds.orthogonality);
    inspection.at_most(fmt::format("‖A·v - λ·v‖ of vector {}", k),
                       (shifted * vector).norm(),
                       bounds.residual * (is_length_open ? length : 1));
  }
  if (bounds.spectrum < 0) return;
  std::vector<std::vector<bool>> near;  // eig.order
  for (Entry value : w) {
    near.emplace_back();
    for (Entry expected : values)
      near.back().push_back(std::abs(value - expected) <= bounds.spectrum);
  }
  inspection.demand(can_be_paired(near),
                    fmt::format("the eigenvalues cannot be paired with those "
                                "of A within {:.3g}",
                                bounds.spectrum));
}

void inspect_solve(const Matrix& a, const Matrix& b, const Matrix& x,
                   long double eta, const Bounds& bounds,
                   Inspection& inspection) {
  inspection.finite(x, "x");
  const auto n = static_cast<long double>(a.rows());
  const Matrix rest = b - a * x;
  for (std::int64_t i = 0; i < b.rows(); ++i)
    for (std::int64_t k = 0; k < b.columns(); ++k) {
      long double scale = 0;
      long double row = 0;
      for (std::int64_t j = 0; j < a.columns(); ++j) {
        scale += std::abs(a(i, j)) * std::abs(x(j, k));
        row += std::abs(a(i, j));
      }
      inspection.at_most(fmt::format("|b - op(A)·x| at [{}, {}]", i, k),
                         std::abs(rest(i, k)),
                         bounds.residual * scale + eta * (n + row));
    }
}

// Returns the expected values of one matrix. Missing values are NaN, which no
// result is near to.
std::vector<Entry> values_of(const FactoredStep& step, std::size_t result,
                             const Permitted& permitted, std::size_t batch,
                             std::size_t count) {
  std::vector<Entry> values(count, std::nanl(""));
  for (std::size_t i = 0; i < count; ++i)
    if (const std::size_t at = batch * count + i; at < permitted.values.size())
      values[i] =
          entry_of(step.results[result].type.dtype, permitted.values[at]);
  return values;
}

std::vector<Entry> values_in(const Inspected& of) {
  return values_of(of.step, of.result, of.permitted, of.batch,
                   static_cast<std::size_t>(of.own().rows()));
}

void inspect_cholesky_step(const Inspected& of, Inspection& inspection) {
  inspect_cholesky(of.a, of.step.attributes.flag(AttributeKey::kUpper),
                   of.step.is_triangle_open, of.own(), of.bounds, inspection);
}

void inspect_qr_step(const Inspected& of, Inspection& inspection) {
  inspect_qr(of.a, of.own(), of.other(1), of.bounds, inspection);
}

// The singular values, the second result, have bounds of their own.
void inspect_svd_step(const Inspected& of, Inspection& inspection) {
  if (of.result == 0)
    inspect_svd(of.a, of.own(), of.other(1), of.other(2), of.bounds,
                inspection);
  else
    inspect_values(of.own(), values_in(of), false, of.bounds, inspection);
}

void inspect_eig_step(const Inspected& of, Inspection& inspection) {
  inspect_eig(of.a, column_of(of.own(), 0),
              of.has_vectors() ? &of.other(1) : nullptr,
              of.bounds.spectrum < 0 ? std::vector<Entry>{} : values_in(of),
              of.step.is_length_open, of.bounds, inspection);
}

void inspect_eigh_step(const Inspected& of, Inspection& inspection) {
  inspect_values(of.own(), values_in(of), true, of.bounds, inspection);
  if (of.has_vectors())
    inspect_eigh_vectors(of.a, of.own(), of.other(1), of.bounds, inspection);
}

void inspect_solve_step(const Inspected& of, Inspection& inspection) {
  const FloatFormat& format = format_of(of.step.operands[1].type.dtype);
  const long double eta =
      std::ldexp(1.0L, format.min_exponent - format.precision + 1);
  inspect_solve(of.a, of.sides[of.batch], of.own(), eta, of.bounds, inspection);
}

// Says how the results of an op are inspected. The first `bounded_results` of
// them have bounds of their own.
struct InspectionRow {
  Op op;
  std::size_t bounded_results;
  InspectMatrix inspect;
};
constexpr InspectionRow kInspectionRows[] = {
    {"cholesky"_op, 1, inspect_cholesky_step},
    {"qr"_op, 1, inspect_qr_step},
    {"svd"_op, 2, inspect_svd_step},
    {"eig"_op, 1, inspect_eig_step},
    {"eigh"_op, 1, inspect_eigh_step},
    {"triangular_solve"_op, 1, inspect_solve_step},
    {"lu"_op, 1, inspect_lu},
    {"lu_factor"_op, 1, inspect_lu_factor},
    {"full_piv_lu"_op, 1, inspect_full_piv_lu},
    {"full_piv_lu_solve"_op, 1, inspect_pivoted_solve},
    {"solve"_op, 1, inspect_pivoted_solve},
    {"triangular_solve_general"_op, 1, inspect_solve_step},
};
static_assert(has_every_factorization(kInspectionRows, kOps),
              "a factorization has no inspection of its results");

const InspectionRow& inspection_of(Op op) {
  return *std::find_if(std::begin(kInspectionRows), std::end(kInspectionRows),
                       [op](const InspectionRow& row) { return row.op == op; });
}

}  // namespace

ResidualJudgement judge_residual(const FactoredStep& step, std::size_t result,
                                 const Permitted& permitted) {
  ResidualJudgement judgement;
  const InspectionRow& row = inspection_of(step.op);
  if (result >= row.bounded_results) {
    judgement.complaint = "this result has no bounds of its own";
    return judgement;
  }
  const MatrixBounds& lists = *permitted.matrices;
  const std::vector<Matrix> matrices = matrices_read(step);
  const std::vector<Matrix> sides = step.operands.size() == 2
                                        ? right_sides(step, step.operands[1])
                                        : std::vector<Matrix>{};
  const Batches results = batches_of(step);
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    const Bounds bounds{bound_at(lists.residual, i),
                        bound_at(lists.orthogonality, i),
                        bound_at(lists.spectrum, i)};
    if (bounds.residual < 0 && bounds.spectrum < 0) continue;
    Inspection inspection(i, judgement);
    row.inspect(
        {step, result, permitted, i, matrices[i], sides, results, bounds},
        inspection);
    judgement.compared +=
        results[result][i].rows() * results[result][i].columns();
    // A parity is compared even if the matrix has no elements.
    for (const FactoredTensor& other : step.results)
      if (other.type.shape.size() + 2 == step.operands[0].type.shape.size())
        ++judgement.compared;
  }
  return judgement;
}

}  // namespace assay
