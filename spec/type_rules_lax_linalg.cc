// Derives the types of the results of the linalg ops of lax, and rejects calls
// that break a precondition.
// Tested by tests/spec/infer_lax_linalg_test.cc.
#include <algorithm>

#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Splits the shape of a batch of matrices.
struct MatrixExtents {
  Shape batch;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
};

// Returns the extents of the first operand's matrices, or the status of the
// precondition that they break.
Result<MatrixExtents> extents_of(const CallTypes& call, bool is_square) {
  const Shape& shape = call.operands[0].shape;
  if (shape.size() < 2)
    return broken(call.op, "linalg.rank"_clause,
                  fmt::format("{} has no two matrix axes", shape_text(shape)));
  MatrixExtents extents{Shape(shape.begin(), shape.end() - 2),
                        shape[shape.size() - 2], shape.back()};
  if (is_square && extents.rows != extents.columns)
    return broken(
        call.op, "linalg.square"_clause,
        fmt::format("the matrices of {} are not square", shape_text(shape)));
  return extents;
}

Shape with_extents(Shape batch, std::initializer_list<std::int64_t> extents) {
  batch.insert(batch.end(), extents.begin(), extents.end());
  return batch;
}

// Returns the dtype of the parity, which counts swaps.
DType parity_dtype_of(DType dtype, bool is_real) {
  if (!is_real) return dtype;
  if (dtype == DType::kComplex64) return DType::kFloat32;
  return dtype == DType::kComplex128 ? DType::kFloat64 : dtype;
}

Status not_right_sides(const CallTypes& call, std::string_view clause) {
  return broken(call.op, clause,
                fmt::format("{} are no right-hand sides of {}",
                            shape_text(call.operands[1].shape),
                            shape_text(call.operands[0].shape)));
}

}  // namespace

TypesResult types_lu(const CallTypes& call) {
  const auto a = extents_of(call, false);
  if (!a) return a.status();
  const DType dtype = call.operands[0].dtype;
  const std::int64_t inner = std::min(a->rows, a->columns);
  return std::vector<TensorType>{
      {dtype, with_extents(a->batch, {a->rows, a->rows})},
      {dtype, with_extents(a->batch, {a->rows, inner})},
      {dtype, with_extents(a->batch, {inner, a->columns})},
      {parity_dtype_of(dtype, call.profile.is("lu.parity=real"_policy)),
       a->batch}};
}

TypesResult types_lu_factor(const CallTypes& call) {
  const auto a = extents_of(call, false);
  if (!a) return a.status();
  return std::vector<TensorType>{
      call.operands[0],
      {DType::kInt32, with_extents(a->batch, {std::min(a->rows, a->columns)})}};
}

TypesResult types_full_piv_lu(const CallTypes& call) {
  const auto a = extents_of(call, true);
  if (!a) return a.status();
  std::vector<TensorType> types(4, call.operands[0]);
  types.push_back({parity_dtype_of(call.operands[0].dtype, true), a->batch});
  return types;
}

TypesResult types_solved_by_lu(const CallTypes& call) {
  const std::string_view same =
      clause_of(call.op, "same_dtype");  // full_piv_lu_solve.same_dtype
  const std::string_view fitting =
      clause_of(call.op, "right_sides");  // full_piv_lu_solve.right_sides
  if (Status s = check_same_dtype(call.op, same, call.operands); !s.ok())
    return s;  // solve.same_dtype
  const auto a = extents_of(call, true);
  if (!a) return a.status();
  const Shape& b = call.operands[1].shape;
  const Shape left = with_extents(a->batch, {a->rows});
  const bool fits = b.size() >= left.size() && b.size() <= left.size() + 1 &&
                    std::equal(left.begin(), left.end(), b.begin());
  if (!fits) return not_right_sides(call, fitting);  // solve.right_sides
  return std::vector<TensorType>{call.operands[1]};
}

TypesResult types_solved_by_triangle(const CallTypes& call) {
  if (Status s = check_same_dtype(
          call.op, "triangular_solve_general.same_dtype"_clause, call.operands);
      !s.ok())
    return s;
  const auto a = extents_of(call, true);
  if (!a) return a.status();
  const Shape& b = call.operands[1].shape;
  const bool has_left = call.attributes.flag(AttributeKey::kLeftSide);
  const bool fits = b.size() == a->batch.size() + 2 &&
                    std::equal(a->batch.begin(), a->batch.end(), b.begin()) &&
                    (has_left ? b[b.size() - 2] : b.back()) == a->rows;
  if (!fits)
    return not_right_sides(call, "triangular_solve_general.right_sides"_clause);
  return std::vector<TensorType>{call.operands[1]};
}

}  // namespace assay
