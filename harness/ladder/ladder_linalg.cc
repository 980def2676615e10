// Builds factorizations and solves of larger orders, in larger batches, of tall
// and wide matrices, and with many right-hand sides.
// Tested by tests/harness/ladder/ladder_test.cc.
#include <algorithm>

#include "harness/families/clause_rows/linalg.h"
#include "harness/families/matrix_rows.h"
#include "harness/ladder/ladder_parts.h"
#include "harness/operands/matrices.h"
#include "spec/infer.h"

namespace assay {
namespace {

struct MatrixShape {
  Shape batch;
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  std::int64_t sides = 1;
};

// The largest side of a complete square factor of a tall matrix.
constexpr std::int64_t kMostComplete = 130;

MatrixShape long_matrix(const CaseBuilder& builder) {
  const Structure& structure = builder.structure();
  const std::int64_t extent = structure.shape[0];
  const std::int64_t few = 2 + structure.choose(1, 4);
  switch (static_cast<MatrixWay>(builder.plan().number % kMatrixWayCount)) {
    case MatrixWay::kBatch: {
      // Sometimes a few larger matrices replace many small ones.
      if (builder.plan().rung == 1 && structure.choose(5, 2) == 0)
        return {{2 + structure.choose(1, 2)}, extent, extent, few};
      const std::int64_t most = extent > 300 ? 2 : 4;
      const std::int64_t order = 1 + structure.choose(1, most);
      return {{extent}, order, order, std::min(few, most)};
    }
    case MatrixWay::kTall:
      if (takes_right_sides(spec_of(builder.plan().op)))
        return {{}, few, few, extent};
      return {{}, extent, few, 1};
    case MatrixWay::kWide:
      return {{}, few, extent, 1};
    case MatrixWay::kOrder:
      break;
  }
  return {{}, extent, extent, few};
}

Attributes matrix_attributes(const CaseBuilder& builder,
                             const MatrixShape& shape) {
  const Structure& structure = builder.structure();
  const bool is_long = std::max(shape.rows, shape.columns) > kMostComplete;
  Attributes attributes;
  std::size_t choice = 3;
  for (const AttributeKey key : spec_of(builder.plan().op).attributes) {
    bool value = structure.choose(choice++ % kChoiceCount, 2) == 1;
    if (key == AttributeKey::kVectors) value = true;
    if (key == AttributeKey::kReduced) value = value || is_long;
    if (key == AttributeKey::kFullMatrices) value = value && !is_long;
    if (key == AttributeKey::kUnitDiag) value = false;
    attributes.flag(key, value);
  }
  return attributes;
}

// Returns a lower triangle whose diagonal outweighs the rest, so that solutions
// of any order stay moderate.
Matrix dominant_triangle(MatrixMaker& maker, std::int64_t order) {
  Matrix a(order, order);
  for (std::int64_t i = 0; i < order; ++i) {
    for (std::int64_t j = 0; j < i; ++j)
      a(i, j) = maker.entry() / static_cast<long double>(order);
    a(i, i) = 1.5L + maker.real() / 2;
  }
  return a;
}

Matrix matrix_of(const CaseBuilder& builder, const MatrixShape& shape,
                 MatrixMaker& maker, std::size_t at) {
  // A matrix with given singular values is a product of square matrices, which
  // would be too large here.
  const bool is_long = std::max(shape.rows, shape.columns) > kMostComplete;
  const MatrixKind kind =
      is_long ? MatrixKind::kRandom
              : kUsualKinds[(at + static_cast<std::size_t>(
                                      builder.structure().choose(6, 3))) %
                            kUsualKinds.size()];
  switch (matrix_row(builder.plan().op).form) {
    case MatrixForm::kPositive:
      return maker.hermitian(kind, shape.rows, true);
    case MatrixForm::kHermitian:
      return maker.hermitian(kind, shape.rows, false);
    case MatrixForm::kTriangular:
      return dominant_triangle(maker, shape.rows);
    case MatrixForm::kSquare:
    case MatrixForm::kOblong:
      break;
  }
  return maker.general(kind, shape.rows, shape.columns);
}

void append_matrix(DType dtype, const Matrix& a,
                   std::vector<ElementBits>& elements) {
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      elements.push_back(element_near(dtype, a(i, j)));
}

}  // namespace

void build_linalg_rung(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const MatrixShape shape = long_matrix(builder);
  const Attributes attributes = matrix_attributes(builder, shape);
  const bool solves = takes_right_sides(spec_of(plan.op));
  ValueStream stream(builder.seed(), 1000);
  MatrixMaker maker(plan.dtype, stream);
  std::vector<ElementBits> a_elements;
  std::vector<ElementBits> b_elements;
  for (std::int64_t at = 0; at < element_count(shape.batch); ++at) {
    Matrix a = matrix_of(builder, shape, maker, static_cast<std::size_t>(at));
    if (solves) {
      Matrix x(shape.rows, shape.sides);
      for (std::int64_t i = 0; i < x.rows(); ++i)
        for (std::int64_t k = 0; k < x.columns(); ++k) x(i, k) = maker.entry();
      if (attributes.flag(AttributeKey::kUpper)) a = a.adjoint();
      append_matrix(
          plan.dtype,
          (attributes.flag(AttributeKey::kTranspose) ? a.adjoint() : a) * x,
          b_elements);
    }
    append_matrix(plan.dtype, a, a_elements);
  }
  const Shape a_shape = matrix_axes(shape.batch, shape.rows, shape.columns);
  builder.add_tensor("a", plan.dtype, a_shape, builder.layout_of(0),
                     [&](std::size_t k) { return a_elements[k]; });
  std::vector<std::string> names = {"a"};
  std::vector<TensorType> operands = {{plan.dtype, a_shape}};
  if (solves) {
    const Shape b_shape = matrix_axes(shape.batch, shape.rows, shape.sides);
    builder.add_tensor("b", plan.dtype, b_shape, builder.layout_of(1),
                       [&](std::size_t k) { return b_elements[k]; });
    names.push_back("b");
    operands.push_back({plan.dtype, b_shape});
  }
  const auto types = infer(plan.op, operands, attributes, plan.dtype);
  std::vector<std::string> outs;
  for (std::size_t i = 0; i < types->size(); ++i)
    outs.push_back("factor" + std::to_string(i));
  builder.add_step(plan.op, names, attributes, outs);
  for (const std::string& out : outs) builder.expect(out);
}

}  // namespace assay
