// Evaluates the linalg family. Each matrix of a batch is decoded into complex
// long double and factored by a textbook algorithm (factor_*.h), and each
// result is rounded once. Tested by tests/reference/linalg_test.cc.
#include "reference/nx/factor_cholesky.h"
#include "reference/nx/factor_eig.h"
#include "reference/nx/factor_eigh.h"
#include "reference/nx/factor_qr.h"
#include "reference/nx/factor_svd.h"
#include "reference/tensor_ops.h"
#include "spec/infer.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Returns the extents of the axes before the last `count`.
Shape leading_axes(const Shape& shape, std::ptrdiff_t count) {
  return Shape(shape.begin(), shape.end() - count);
}

Index at_matrix(Index batch, std::int64_t i, std::int64_t j) {
  batch.push_back(i);
  batch.push_back(j);
  return batch;
}
Index at_vector(Index batch, std::int64_t i) {
  batch.push_back(i);
  return batch;
}

WideComplex wide(Complex z) { return {z.re, z.im}; }
WideComplex element_of(const Elements& x, const Index& at) {
  if (is_real(x.dtype())) return x.value<double>(at);
  return wide(x.value<Complex>(at));
}

WideMatrix matrix_of(const Elements& x, const Index& batch) {
  const Shape& shape = x.view().shape();
  WideMatrix matrix(shape[shape.size() - 2], shape.back());
  for (std::int64_t i = 0; i < matrix.rows(); ++i)
    for (std::int64_t j = 0; j < matrix.columns(); ++j)
      matrix(i, j) = element_of(x, at_matrix(batch, i, j));
  return matrix;
}

void put(const Tensor& out, const Index& at, WideComplex z) {
  const FloatFormat& format = format_of(out.dtype);
  const std::uint64_t im =
      is_complex(out.dtype) ? round_wide(format, z.imag()) : 0;
  Elements(out).store(at, {round_wide(format, z.real()), im});
}
void put_matrix(const Tensor& out, const Index& batch, const WideMatrix& x) {
  for (std::int64_t i = 0; i < x.rows(); ++i)
    for (std::int64_t j = 0; j < x.columns(); ++j)
      put(out, at_matrix(batch, i, j), x(i, j));
}
template <typename T>
void put_vector(const Tensor& out, const Index& batch,
                const std::vector<T>& x) {
  for (std::size_t i = 0; i < x.size(); ++i)
    put(out, at_vector(batch, static_cast<std::int64_t>(i)), x[i]);
}

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

// Makes the results of a call with the types that infer() derives. Their
// elements are zeros.
Result<Tensors> make_results(const Evaluation& evaluation) {
  const Call& call = evaluation.call;
  std::vector<TensorType> operands;
  for (const Tensor& operand : call.operands)
    operands.push_back({operand.dtype, operand.view.shape()});
  const auto types = infer(call.op, operands, call.attributes,
                           operands[0].dtype, evaluation.profile);
  if (!types) return types.status();
  Tensors results;
  for (const TensorType& type : *types) {
    auto made = make_tensor(type.dtype, type.shape);
    if (!made) return made.status();
    results.push_back(*std::move(made));
  }
  return results;
}

Status numeric(std::string kind, std::string message) {
  return {StatusCode::kNumeric, std::move(kind), std::move(message)};
}
Status not_positive_definite() {  // cholesky.borderline
  return numeric("not_positive_definite", "a pivot is not positive");
}
Status no_convergence() {
  return numeric("no_convergence", "the iteration does not converge");
}

// Fills the results of one matrix with NaN, because the matrix has a NaN or an
// infinity.
Status put_nan(const Tensors& results, const Index& batch) {
  for (const Tensor& out : results) {
    const Shape& shape = out.view.shape();
    const Shape inner(shape.begin() + std::ssize(batch), shape.end());
    for (const Index& rest : indices(inner)) {
      Index at = batch;
      at.insert(at.end(), rest.begin(), rest.end());
      put(out, at, {kNaN, kNaN});
    }
  }
  return {};
}

// Calls factor(matrix, index of the batch, results) for each finite matrix. The
// first failure is the failure of the call.
template <typename Factor>
Result<Tensors> factored(const Evaluation& call, Factor factor) {
  auto results = make_results(call);
  if (!results) return results;
  const Elements a = call.operand(0);
  for (const Index& batch :
       indices(leading_axes(a.view().shape(), 2))) {  // linalg.batched
    const WideMatrix matrix = matrix_of(a, batch);
    if (Status status = factor(matrix, batch, *results); !status.ok())
      return status;
  }
  return results;
}

// Returns whether the diagonal is still positive after rounding.
bool has_positive_diagonal(const FloatFormat& format, const WideMatrix& l) {
  for (std::int64_t i = 0; i < l.rows(); ++i)
    if (round_wide(format, l(i, i).real()) == 0) return false;
  return true;
}

// Holds a triangular system op(A). Only one triangle of op(A) is read.
struct TriangularSystem {
  WideMatrix a;
  bool upper;      // of op(A)
  bool unit_diag;  // the diagonal is not read

  // Returns which unknown is solved for in this step.
  std::int64_t unknown(std::int64_t step) const {
    return upper ? a.rows() - 1 - step : step;  // triangular_solve.upper
  }
};

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

bool has_zero_pivot(const TriangularSystem& system) {
  if (system.unit_diag) return false;
  for (std::int64_t i = 0; i < system.a.rows(); ++i)
    if (system.a(i, i) == WideComplex(0)) return true;
  return false;
}

// x_i = (b_i - Σ_j a_ij·x_j) / a_ii over the unknowns j that were found before
// i.
WideVector solved(const TriangularSystem& system, const WideVector& b) {
  WideVector x = b;
  for (std::int64_t step = 0; step < system.a.rows(); ++step) {
    const std::int64_t i = system.unknown(step);
    WideComplex& at_i = x[static_cast<std::size_t>(i)];
    for (std::int64_t before = 0; before < step; ++before) {
      const std::int64_t j =
          system.unknown(before);  // triangular_solve.other_triangle
      at_i -= system.a(i, j) * x[static_cast<std::size_t>(j)];
    }
    if (!system.unit_diag)     // triangular_solve.unit_diag
      at_i /= system.a(i, i);  // triangular_solve.diagonal_unread
  }
  return x;  // triangular_solve.value
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
          return numeric("singular",
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
            put(results[0], place(i), x[static_cast<std::size_t>(i)]);
        }
        return {};
      });
}

}  // namespace assay
