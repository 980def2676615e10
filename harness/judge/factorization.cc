// Splits operands and results into matrices and selects the triangle that each
// op reads, so that the judge never uses elements that the op ignores.
// Tested by tests/harness/judge/judge_residual_test.cc.
#include "harness/judge/factorization.h"

#include "spec/op_table.h"

namespace assay {
namespace {

Matrix from_lower_triangle(const Matrix& a, const FactoredStep&) {
  Matrix whole(a.rows(), a.rows());
  for (std::int64_t i = 0; i < a.rows(); ++i) {
    whole(i, i) = a(i, i).real();
    for (std::int64_t j = 0; j < i; ++j) {
      whole(i, j) = a(i, j);
      whole(j, i) = std::conj(a(i, j));
    }
  }
  return whole;
}

// Returns op(A) of a triangular system. The transpose is conjugated unless the
// profile defines it as plain.
Matrix triangular_operand(const Matrix& a, const FactoredStep& step) {
  const Attributes& attributes = step.attributes;
  const bool upper = attributes.flag(AttributeKey::kUpper);
  Matrix triangle(a.rows(), a.rows());
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.rows(); ++j) {
      if (upper ? j > i : j < i) triangle(i, j) = a(i, j);
      if (i == j)
        triangle(i, i) =
            attributes.flag(AttributeKey::kUnitDiag) ? Entry(1) : a(i, i);
    }
  if (!attributes.flag(AttributeKey::kTranspose)) return triangle;
  return step.plain_transpose ? triangle.transposed() : triangle.adjoint();
}

bool has_x_on_left(const FactoredStep& step) {
  const auto* left_side = step.attributes.find(AttributeKey::kLeftSide);
  return left_side != nullptr && left_side->front() == 0;
}

// Returns op(A) of triangular_solve_general, transposed if x stands on its
// left.
Matrix sided_triangle(const Matrix& a, const FactoredStep& step) {
  const Attributes& attributes = step.attributes;
  const bool lower = attributes.flag(AttributeKey::kLower);
  const TransposeA op = attributes.transpose_a();
  Matrix triangle(a.rows(), a.rows());
  for (std::int64_t i = 0; i < a.rows(); ++i) {
    for (std::int64_t j = 0; j < a.rows(); ++j)
      if (lower ? j < i : j > i) triangle(i, j) = a(i, j);
    triangle(i, i) =
        attributes.flag(AttributeKey::kUnitDiag) ? Entry(1) : a(i, i);
  }
  if (op == TransposeA::kTranspose) triangle = triangle.transposed();
  if (op == TransposeA::kAdjoint) triangle = triangle.adjoint();
  return has_x_on_left(step) ? triangle.transposed() : triangle;
}

Matrix plainly_transposed(const Matrix& a, const FactoredStep& step) {
  return step.attributes.flag(AttributeKey::kTranspose) ? a.transposed() : a;
}

// Says how an op reads its first operand. A null function means all of it.
struct ReadRow {
  Op op;
  Matrix (*read)(const Matrix& a, const FactoredStep& step);
};
constexpr ReadRow kReadRows[] = {
    {"cholesky"_op, nullptr},
    {"qr"_op, nullptr},
    {"svd"_op, nullptr},
    {"eig"_op, nullptr},
    {"eigh"_op, from_lower_triangle},
    {"triangular_solve"_op, triangular_operand},
    {"lu"_op, nullptr},
    {"lu_factor"_op, nullptr},
    {"full_piv_lu"_op, nullptr},
    {"full_piv_lu_solve"_op, plainly_transposed},
    {"solve"_op, nullptr},
    {"triangular_solve_general"_op, sided_triangle},
};
static_assert(has_every_factorization(kReadRows, kOps),
              "a factorization has no row that says how it reads its operand");

// Returns a vector of int32 for each matrix of the batch.
std::vector<Matrix> integers_in(const FactoredStep& step,
                                const FactoredTensor& result) {
  std::vector<Matrix> vectors(
      static_cast<std::size_t>(element_count(batch_of(step))),
      Matrix(result.type.shape.back(), 1));
  std::size_t next = 0;
  for (Matrix& vector : vectors)
    for (std::int64_t i = 0; i < vector.rows(); ++i)
      vector(i, 0) = static_cast<long double>(static_cast<std::int32_t>(
          static_cast<std::uint32_t>(result.elements[next++].re)));
  return vectors;
}

}  // namespace

FactoredStep factored_by(Op op, const Attributes& attributes,
                         const Profile& profile) {
  FactoredStep step;
  step.op = op;
  step.attributes = attributes;
  step.plain_transpose = profile.is("triangular_solve.transpose=plain"_policy);
  step.may_solve_singular = profile.is("solve.singular=any"_policy);
  step.may_factor_any = profile.is("cholesky.failure=any"_policy);
  step.is_triangle_open =
      op == "cholesky"_op && profile.is("cholesky.triangle=any"_policy);
  step.is_diagonal_assumed =
      profile.is("triangular_solve.unit_diag=assumed"_policy);
  step.is_length_open = profile.is("eig.norm=any"_policy);
  step.must_refuse_singular = profile.is("full_piv_lu.singular=error"_policy);
  step.may_refuse_singular = profile.is("full_piv_lu.singular=any"_policy);
  return step;
}

std::size_t judged_place(const FactoredStep& step, const FactoredTensor& result,
                         std::size_t place) {
  if (!step.is_triangle_open) return place;
  const auto n = static_cast<std::size_t>(result.type.shape.back());
  const std::size_t i = place / n, j = place % n;
  const bool is_open =
      step.attributes.flag(AttributeKey::kUpper) ? j < i : i < j;
  return is_open ? j * n + i : place;
}

Shape batch_of(const FactoredStep& step) {
  const Shape& shape = step.operands[0].type.shape;
  return Shape(shape.begin(), shape.end() - 2);
}

std::vector<Matrix> matrices_in(const FactoredStep& step,
                                const FactoredTensor& result, bool vectors) {
  const Shape& shape = result.type.shape;
  return matrices_of(result.type.dtype, element_count(batch_of(step)),
                     vectors ? shape.back() : shape[shape.size() - 2],
                     vectors ? 1 : shape.back(), result.elements);
}

std::vector<Matrix> right_sides(const FactoredStep& step,
                                const FactoredTensor& b) {
  const bool vectors = b.type.shape.size() < step.operands[0].type.shape.size();
  std::vector<Matrix> sides = matrices_in(step, b, vectors);
  if (has_x_on_left(step))
    for (Matrix& side : sides) side = side.transposed();
  return sides;
}

std::vector<std::vector<Matrix>> batches_of(const FactoredStep& step) {
  const std::size_t rank = step.operands[0].type.shape.size();
  std::vector<std::vector<Matrix>> batches;
  for (const FactoredTensor& result : step.results) {
    const std::size_t own = result.type.shape.size();
    if (step.operands.size() == 2)
      batches.push_back(right_sides(step, result));
    else if (is_integer(result.type.dtype))
      batches.push_back(integers_in(step, result));
    else if (own + 2 == rank)
      batches.push_back(matrices_of(result.type.dtype,
                                    element_count(batch_of(step)), 1, 1,
                                    result.elements));
    else
      batches.push_back(matrices_in(step, result, own < rank));
  }
  return batches;
}

std::vector<Matrix> matrices_read(const FactoredStep& step) {
  std::vector<Matrix> matrices = matrices_in(step, step.operands[0], false);
  for (const ReadRow& row : kReadRows)
    if (row.op == step.op && row.read != nullptr)
      for (Matrix& a : matrices) a = row.read(a, step);
  return matrices;
}

}  // namespace assay
