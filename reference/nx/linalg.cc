// Evaluates the linalg family. Each matrix of a batch is decoded into complex
// long double and factored by a textbook algorithm (factor_*.h), and each
// result is rounded once. Tested by tests/reference/linalg_test.cc.
#include "reference/matrix_batch.h"
#include "reference/nx/factor_cholesky.h"
#include "reference/nx/factor_eig.h"
#include "reference/nx/factor_eigh.h"
#include "reference/nx/factor_qr.h"
#include "reference/nx/factor_svd.h"
#include "reference/tensor_ops.h"
#include "reference/triangular_system.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Returns whether some elements show that a matrix is not Hermitian.
bool is_not_hermitian(const WideMatrix& a) {
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j <= i; ++j)
      // False where an element is NaN, or both are infinities of one sign.
      if (std::abs(a(i, j) - std::conj(a(j, i))) > 0) return true;
  return false;
}

// Returns `invalid` with the broken clause as its kind, as infer() does.
Status not_hermitian() {
  Status status = Status::invalid("cholesky: a matrix is not Hermitian");
  status.kind = "linalg.hermitian"_clause;
  return status;  // linalg.hermitian
}

Status not_positive_definite() {  // cholesky.borderline
  return numeric_error("not_positive_definite", "a pivot is not positive");
}
Status no_convergence() {
  return numeric_error("no_convergence", "the iteration does not converge");
}

// Returns whether the diagonal is still positive after rounding.
bool has_positive_diagonal(const FloatFormat& format, const WideMatrix& l) {
  for (std::int64_t i = 0; i < l.rows(); ++i)
    if (round_wide(format, l(i, i).real()) == 0) return false;
  return true;
}

// Returns the system of op(A), which is A or its conjugate transpose.
// Transposing exchanges the triangles.
TriangularSystem system_of(const WideMatrix& a, const Attributes& attributes,
                           const Profile& profile) {
  const bool upper = attributes.flag(AttributeKey::kUpper);
  const bool unit_diag = attributes.flag(AttributeKey::kUnitDiag);
  if (!attributes.flag(AttributeKey::kTranspose)) return {a, upper, unit_diag};
  if (profile.is("triangular_solve.transpose=plain"_policy))
    return {a.transposed(), !upper, unit_diag};
  return {a.adjoint(), !upper,  // triangular_solve.conjugate
          unit_diag};           // triangular_solve.transpose
}

}  // namespace

Result<Tensors> evaluate(OpTag<"cholesky">, const Evaluation& call) {
  const bool upper = call.call.attributes.flag(AttributeKey::kUpper);
  const FloatFormat& format = format_of(call.call.operands[0].dtype);
  return factored(
      call,
      [&](const WideMatrix& a, const Index& batch,
          const Tensors& results) -> Status {
        if (is_not_hermitian(a)) return not_hermitian();
        const auto l = factor_cholesky(a);  // cholesky.positive_definite
        if (!l || !has_positive_diagonal(format, *l)) {  // cholesky.diagonal
          if (call.profile.is("cholesky.failure=any"_policy))
            return put_nan(results, batch);
          return not_positive_definite();  // cholesky.not_positive_definite
        }
        const WideMatrix u = l->adjoint();              // cholesky.hermitian
        put_matrix(results[0], batch, upper ? u : *l);  // cholesky.value
        return {};
      });
}

Result<Tensors> evaluate(OpTag<"qr">, const Evaluation& call) {
  return factored(
      call,
      [&](const WideMatrix& a, const Index& batch,
          const Tensors& results) -> Status {
        if (!a.is_finite()) return put_nan(results, batch);
        const QrFactors factors = factor_qr(a);
        const std::int64_t inner = results[1].view.shape()[batch.size()];
        put_matrix(
            results[0], batch,
            factors.q.leading(a.rows(), inner));  // qr.orthogonal, qr.reduced
        put_matrix(results[1], batch,
                   factors.r.leading(inner, a.columns()));  // qr.triangle
        return {};                                          // qr.value
      });
}

Result<Tensors> evaluate(OpTag<"svd">, const Evaluation& call) {
  return factored(
      call,
      [&](const WideMatrix& a, const Index& batch,
          const Tensors& results) -> Status {
        if (!a.is_finite()) return put_nan(results, batch);
        const auto factors = factor_svd(a);
        if (!factors) return no_convergence();
        const std::int64_t u_columns = results[0].view.shape().back();
        const std::int64_t v_rows = results[2].view.shape()[batch.size()];
        put_matrix(results[0], batch,
                   factors->u.leading(a.rows(), u_columns));  // svd.orthogonal
        put_vector(results[1], batch, factors->s);  // svd.float64, svd.shape
        put_matrix(results[2], batch,
                   factors->v.adjoint().leading(  // svd.conjugate
                       v_rows, a.columns()));     // svd.thin
        return {};                                // svd.value
      });
}

Result<Tensors> evaluate(OpTag<"eig">, const Evaluation& call) {
  return factored(call,
                  [&](const WideMatrix& a, const Index& batch,
                      const Tensors& results) -> Status {
                    if (!a.is_finite()) return put_nan(results, batch);
                    const auto factors = factor_eig(a);
                    if (!factors) return no_convergence();
                    put_vector(results[0], batch,
                               factors->w);   // eig.value, eig.complex128
                    if (results.size() == 2)  // eig.optional_vectors
                      put_matrix(results[1], batch, factors->v);
                    return {};
                  });
}

Result<Tensors> evaluate(OpTag<"eigh">, const Evaluation& call) {
  return factored(call,
                  [&](const WideMatrix& a, const Index& batch,
                      const Tensors& results) -> Status {
                    if (!from_lower_triangle(a).is_finite())
                      return put_nan(results, batch);
                    const auto factors = factor_eigh(a);
                    if (!factors) return no_convergence();
                    put_vector(results[0], batch, factors->w);  // eigh.float64
                    if (results.size() == 2)  // eigh.optional_vectors
                      put_matrix(results[1], batch,
                                 factors->v);  // eigh.orthonormal
                    return {};                 // eigh.value
                  });
}

Result<Tensors> evaluate(OpTag<"triangular_solve">, const Evaluation& call) {
  const Elements b = call.operand(1);
  const Shape& shape = b.view().shape();
  const std::size_t matrix_rank = call.operand(0).view().rank();
  const bool is_vector = shape.size() < matrix_rank;  // triangular_solve.vector
  const std::int64_t count = is_vector ? 1 : shape.back();
  return factored(
      call,
      [&](const WideMatrix& a, const Index& batch,
          const Tensors& results) -> Status {
        const TriangularSystem system =
            system_of(a, call.call.attributes, call.profile);
        // With the other policy the division by the pivot gives NaN or
        // infinity.
        if (has_zero_pivot(system) &&
            call.profile.is("solve.singular=error"_policy))
          return numeric_error("singular",
                               "a pivot is zero");  // triangular_solve.singular
        for (std::int64_t k = 0; k < count; ++k) {
          const auto place = [&](std::int64_t i) {
            return is_vector ? at_vector(batch, i) : at_matrix(batch, i, k);
          };
          WideVector side;
          for (std::int64_t i = 0; i < a.rows(); ++i)
            side.push_back(element_of(b, place(i)));
          const WideVector x = solved(system, side);
          for (std::int64_t i = 0; i < a.rows(); ++i)
            put_entry(results[0], place(i), x[static_cast<std::size_t>(i)]);
        }
        return {};
      });
}

}  // namespace assay
