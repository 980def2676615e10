// Evaluates the linalg ops of lax: eliminations with pivots and the solves that
// use them, and triangular solves on either side.
// Tested by tests/reference/lax_linalg_test.cc.
#include "reference/lax/factor_lu.h"
#include "reference/matrix_batch.h"
#include "reference/tensor_ops.h"
#include "reference/triangular_system.h"
#include "spec/op_table.h"

namespace assay {
namespace {

Status singular_matrix() {
  return numeric_error("singular", "a pivot is zero");
}

// Finds the elements of right-hand side `k` of one matrix: a vector, a column,
// or a row.
struct RightSide {
  const Index& batch;
  std::int64_t k;
  bool is_vector;
  bool is_row = false;

  Index operator()(std::int64_t i) const {
    if (is_vector) return at_vector(batch, i);
    return is_row ? at_matrix(batch, k, i) : at_matrix(batch, i, k);
  }
};

// Stores what `solve` returns for each right-hand side of one matrix of order
// n.
template <typename Solve>
void put_solutions(const Evaluation& call, const Tensor& out,
                   const Index& batch, std::int64_t n, bool is_row,
                   Solve solve) {
  const Elements b = call.operand(1);
  const Shape& shape = b.view().shape();
  const bool is_vector = shape.size() < call.operand(0).view().rank();
  const std::int64_t count =
      is_vector ? 1 : shape[shape.size() - (is_row ? 2 : 1)];
  for (std::int64_t k = 0; k < count; ++k) {
    const RightSide place{batch, k, is_vector, is_row};
    WideVector side;
    for (std::int64_t i = 0; i < n; ++i)
      side.push_back(element_of(b, place(i)));
    const WideVector x = solve(side);
    for (std::int64_t i = 0; i < n; ++i)
      put_entry(out, place(i), x[static_cast<std::size_t>(i)]);
  }
}

void put_parity(const Tensor& out, const Index& batch, const LuFactors& lu) {
  put_entry(out, batch, static_cast<WideReal>(lu.parity));
}

// Stores the solutions of a system, whose factors `lu` has. If there is none,
// returns the error, or stores NaN if the profile permits any answer.
Status solve_by_factors(const Evaluation& call, const Tensors& results,
                        const Index& batch, const LuFactors& lu) {
  if (lu.is_singular()) {
    if (call.profile.is("solve.singular=error"_policy))
      return singular_matrix();
    return put_nan(results, batch);
  }
  put_solutions(call, results[0], batch, lu.packed.rows(), false,
                [&](const WideVector& b) { return solved_by(lu, b); });
  return {};
}

// Returns the system to which each right-hand side belongs: op(A), or its
// transpose if x stands on the left.
TriangularSystem side_system_of(const WideMatrix& a,
                                const Attributes& attributes) {
  const TransposeA op = attributes.transpose_a();
  TriangularSystem system{
      a,
      !attributes.flag(AttributeKey::kLower),  // triangular_solve_general.lower
      attributes.flag(AttributeKey::kUnitDiag)};
  if (op != TransposeA::kNone) {
    system.a = op == TransposeA::kAdjoint
                   ? a.adjoint()      // triangular_solve_general.adjoint
                   : a.transposed();  // triangular_solve_general.transpose
    system.upper = !system.upper;
  }
  if (attributes.flag(AttributeKey::kLeftSide)) return system;
  return {system.a.transposed(),  // triangular_solve_general.right_side
          !system.upper, system.unit_diag};
}

}  // namespace

Result<Tensors> evaluate(OpTag<"lu">, const Evaluation& call) {
  return factored(
      call,
      [&](const WideMatrix& a, const Index& batch,
          const Tensors& results) -> Status {
        if (!a.is_finite()) return put_nan(results, batch);
        const LuFactors lu =
            factor_lu(a);  // lu.pivoting, lu.singular, lu.exact, lu.rectangular
        put_matrix(results[0], batch,
                   permutation_matrix(lu.rows));  // lu.permutation
        put_matrix(results[1], batch, lu.l());    // lu.unit_lower
        put_matrix(results[2], batch, lu.u());    // lu.upper
        put_parity(results[3], batch, lu);        // lu.parity, lu.order_zero
        return {};                                // lu.value
      });
}

Result<Tensors> evaluate(OpTag<"lu_factor">, const Evaluation& call) {
  return factored(call,
                  [&](const WideMatrix& a, const Index& batch,
                      const Tensors& results) -> Status {
                    if (!a.is_finite()) return put_nan(results, batch);
                    const LuFactors lu =
                        factor_lu(a);  // lu_factor.pivoting, lu_factor.singular
                    put_matrix(results[0], batch,
                               lu.packed);  // lu_factor.value, lu_factor.exact
                    const Elements pivots(results[1]);
                    for (std::size_t i = 0; i < lu.pivots.size(); ++i)
                      pivots.store(
                          at_vector(batch, static_cast<std::int64_t>(i)),
                          encode(DType::kInt32,
                                 lu.pivots[i]));  // lu_factor.pivots
                    return {};
                  });
}

Result<Tensors> evaluate(OpTag<"full_piv_lu">, const Evaluation& call) {
  return factored(
      call,
      [&](const WideMatrix& a, const Index& batch,
          const Tensors& results) -> Status {
        if (!a.is_finite()) return put_nan(results, batch);
        const LuFactors lu = factor_full_piv_lu(
            a);  // full_piv_lu.pivoting, full_piv_lu.first_pivot
        if (lu.is_singular() &&
            call.profile.is("full_piv_lu.singular=error"_policy))
          return singular_matrix();  // full_piv_lu.singular
        put_matrix(results[0], batch,
                   permutation_matrix(lu.rows));  // full_piv_lu.permutation
        put_matrix(results[1], batch, lu.l());    // full_piv_lu.unit_lower
        put_matrix(results[2], batch,
                   lu.u());  // full_piv_lu.upper, full_piv_lu.rank
        put_matrix(results[3], batch, permutation_matrix(lu.columns));
        put_parity(results[4], batch, lu);  // full_piv_lu.parity
        return {};  // full_piv_lu.value, full_piv_lu.exact
      });
}

Result<Tensors> evaluate(OpTag<"full_piv_lu_solve">, const Evaluation& call) {
  const bool transpose = call.call.attributes.flag(AttributeKey::kTranspose);
  return factored(
      call,
      [&](const WideMatrix& a, const Index& batch,
          const Tensors& results) -> Status {
        if (!a.is_finite()) return put_nan(results, batch);
        const LuFactors lu = factor_full_piv_lu(  // full_piv_lu_solve.growth
            transpose ? a.transposed() : a);      // full_piv_lu_solve.plain
        return solve_by_factors(call, results,
                                batch,  // full_piv_lu_solve.value
                                lu);    // full_piv_lu_solve.singular
      });  // full_piv_lu_solve.transpose, full_piv_lu_solve.vector
}

Result<Tensors> evaluate(OpTag<"solve">, const Evaluation& call) {
  return factored(call,
                  [&](const WideMatrix& a, const Index& batch,
                      const Tensors& results) -> Status {
                    if (!a.is_finite()) return put_nan(results, batch);
                    const LuFactors lu =
                        factor_lu(a);  // solve.scale, solve.regular
                    return solve_by_factors(call, results, batch,
                                            lu);  // solve.singular, solve.value
                  });  // solve.borderline, solve.vector
}

Result<Tensors> evaluate(OpTag<"triangular_solve_general">,
                         const Evaluation& call) {
  const Attributes& attributes = call.call.attributes;
  const bool is_row = !attributes.flag(AttributeKey::kLeftSide);
  return factored(
      call,
      [&](const WideMatrix& a, const Index& batch,
          const Tensors& results) -> Status {
        const TriangularSystem system = side_system_of(a, attributes);
        if (has_zero_pivot(system) &&
            call.profile.is("solve.singular=error"_policy))
          return singular_matrix();  // triangular_solve_general.singular
        put_solutions(call, results[0], batch, a.rows(), is_row,
                      [&](const WideVector& b) {
                        return solved(system,
                                      b);  // triangular_solve_general.value
                      });
        return {};
      });
}

}  // namespace assay
