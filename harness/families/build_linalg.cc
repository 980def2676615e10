// Builds the cases of the linalg family: the extents, attributes and matrices
// that a clause needs. Tested by tests/harness/families/build_linalg_test.cc.
#include <algorithm>
#include <cmath>

#include "harness/families/case_builder.h"
#include "harness/families/clause_rows/linalg.h"
#include "harness/families/matrix_rows.h"
#include "harness/judge/tolerance_residual.h"
#include "harness/operands/matrices.h"
#include "spec/infer.h"

namespace assay {
namespace {

constexpr std::int64_t kLargestOrder = 12;

LinalgTrial trial_of(const CaseBuilder& builder) {
  return special_of<LinalgTrial>(builder.row());
}

// Describes a case before it has elements.
struct Outline {
  Shape batch;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  Attributes attributes;
};

// Returns an order that the structure chooses. The matrix has at least as many
// elements as the structure's shape, up to 16.
std::int64_t order_of(const CaseBuilder& builder) {
  const Structure& structure = builder.structure();
  std::int64_t order = 1 + structure.choose(0, kLargestOrder);
  const std::int64_t count = element_count(structure.shape);
  while (order * order < std::min<std::int64_t>(count, 16)) ++order;
  return order;
}

Shape batch_of(const CaseBuilder& builder) {
  const std::int64_t choice = builder.structure().choose(3, 4);
  switch (trial_of(builder)) {
    case LinalgTrial::kBatched:
      return choice == 0   ? Shape{3}
             : choice == 1 ? Shape{2, 3}
             : choice == 2 ? Shape{2, 1, 2}
                           : Shape{4};
    case LinalgTrial::kEmptyBatch:
      return choice % 2 == 0 ? Shape{0} : Shape{2, 0};
    case LinalgTrial::kOrderOne:
      return builder.plan().number % 2 == 0 ? Shape{3, 4} : Shape{};
    case LinalgTrial::kOneFails:
      return {3};
    default:
      break;
  }
  // A matrix of repeated rows is singular; a batch may repeat whole matrices.
  if (builder.plan().layout == Layout::kBroadcast) return {2};
  return choice == 3 ? Shape{2} : Shape{};
}

Outline outline_of(const CaseBuilder& builder) {
  const Structure& structure = builder.structure();
  const LinalgTrial trial = trial_of(builder);
  Outline outline;
  outline.batch = batch_of(builder);
  std::int64_t order = order_of(builder);
  if (trial == LinalgTrial::kBatched || trial == LinalgTrial::kEmptyBatch)
    order = std::min<std::int64_t>(order, 4);
  if (trial == LinalgTrial::kOrderZero) order = 0;
  if (trial == LinalgTrial::kOrderOne) order = 1;
  // The first three cases stay small.
  if (trial == LinalgTrial::kNotPositive && builder.plan().number >= 3)
    order = 24 + 8 * (builder.plan().number - 3);
  outline.rows = outline.columns = order;
  if (takes_oblong(builder.plan().op) && order > 0 &&
      trial != LinalgTrial::kOrderOne) {
    // Square, tall, or wide.
    std::int64_t form = structure.choose(1, 3);
    if (trial == LinalgTrial::kWide) form = 1 + builder.plan().number / 2 % 2;
    const std::int64_t more = 1 + structure.choose(2, 4);
    if (form == 1) outline.rows += more;
    if (form == 2) outline.columns += more;
  }
  return outline;
}

Attributes attributes_of(const CaseBuilder& builder) {
  const Structure& structure = builder.structure();
  const LinalgTrial trial = trial_of(builder);
  const bool chosen = structure.choose(4, 2) == 1;
  const bool is_first_of_two = builder.plan().number % 2 == 0;
  const bool is_plain =
      builder.plan().clause == "triangular_solve.value"_clause ||
      trial == LinalgTrial::kUnitDiagonal ||
      trial == LinalgTrial::kDiagonalUnread;
  // With a unit diagonal of order 1 the right-hand side is the solution, so an
  // implementation may wrongly return that same tensor.
  const bool is_solved_as_it_is =
      builder.row().program == CaseProgram::kFresh &&
      builder.plan().number == 3;
  Attributes attributes;
  for (AttributeKey key : spec_of(builder.plan().op).attributes) {
    bool value = chosen;
    if (key == AttributeKey::kReduced && trial == LinalgTrial::kWide)
      value = is_first_of_two;
    if (key == AttributeKey::kFullMatrices && trial == LinalgTrial::kWide)
      value = !is_first_of_two;
    if (key == AttributeKey::kVectors) value = trial != LinalgTrial::kNoVectors;
    if (takes_right_sides(spec_of(builder.plan().op))) {
      if (key == AttributeKey::kUpper)
        value = trial == LinalgTrial::kUpper || (chosen && !is_plain);
      if (key == AttributeKey::kTranspose)
        value = trial == LinalgTrial::kTranspose ||
                (structure.choose(5, 2) == 1 && !is_plain &&
                 trial != LinalgTrial::kUpper);
      if (key == AttributeKey::kUnitDiag)
        value = trial == LinalgTrial::kUnitDiagonal ||
                trial == LinalgTrial::kDiagonalUnread || is_solved_as_it_is;
    }
    attributes.flag(key, value);
  }
  return attributes;
}

// Returns the kind of matrix number `number`.
MatrixKind kind_of(Op op, bool is_about_conditions, std::size_t number) {
  const MatrixRow& row = matrix_row(op);
  const MatrixKinds& kinds = is_about_conditions ? row.hard_kinds : row.kinds;
  return kinds[number % kinds.size()];
}

// Returns a matrix with eigenvalues 1, except one near zero with the wanted
// sign. It is just large enough that rounding leaves no doubt of the sign.
Matrix barely_definite(DType dtype, MatrixMaker& maker, std::int64_t n,
                       bool positive) {
  const auto order = static_cast<long double>(n);
  const long double u = std::ldexp(1.0L, -format_of(dtype).precision);
  const long double in_doubt =
      30 * order * residual_units(dtype, n).u_c * std::sqrt(order);
  const long double smallest = std::min(2 * in_doubt + 2 * order * u, 0.5L);
  std::vector<long double> values(static_cast<std::size_t>(n), 1);
  values.back() = positive ? smallest : -smallest;
  return maker.with_eigenvalues(values);
}

// Returns the exponent of the largest entries for a matrix near one end of the
// range.
int extreme_exponent(DType dtype, std::int64_t d, bool large) {
  const FloatFormat& format = format_of(dtype);
  if (!large) return format.min_exponent + 4;
  return format.max_exponent - 4 -
         std::ilogb(static_cast<double>(std::max<std::int64_t>(2 * d, 1)));
}

// Returns the matrix at place `at` of the batch, before elements that the op
// must not read are overwritten.
Matrix matrix_at(const CaseBuilder& builder, const Outline& outline,
                 MatrixMaker& maker, std::size_t at) {
  const PlannedCase& plan = builder.plan();
  const LinalgTrial trial = trial_of(builder);
  const auto number = static_cast<std::size_t>(plan.number);
  const std::int64_t n = outline.rows;
  const bool is_about_conditions = trial == LinalgTrial::kConditions;
  const MatrixKind kind = kind_of(plan.op, is_about_conditions, number + at);
  Matrix a;
  switch (matrix_row(plan.op).form) {
    case MatrixForm::kPositive: {
      // In a batch, one matrix decides the status.
      const bool decides = at == number % 2;
      if (trial == LinalgTrial::kBarelyPositive)
        a = barely_definite(plan.dtype, maker, n, true);
      else if (trial == LinalgTrial::kNotPositive &&
               (outline.batch.empty() || decides))
        a = barely_definite(plan.dtype, maker, n, false);
      else if (trial == LinalgTrial::kBorderline)
        a = maker.hermitian(MatrixKind::kDeficient, n, true);
      else
        a = maker.hermitian(kind, n, true);
      break;
    }
    case MatrixForm::kHermitian:
      a = maker.hermitian(kind, n, false);
      break;
    case MatrixForm::kTriangular: {
      a = maker.lower_triangular(
          is_about_conditions ? kind : MatrixKind::kRandom, n);
      const bool fails = trial == LinalgTrial::kSingular ||
                         (trial == LinalgTrial::kOneFails && at == number % 3);
      if (fails && n > 0) {
        const std::int64_t pivot = builder.structure().choose(1, n);
        a(pivot, pivot) = 0;
      }
      if (outline.attributes.flag(AttributeKey::kUpper)) a = a.adjoint();
      break;
    }
    case MatrixForm::kSquare:
    case MatrixForm::kOblong:
      a = maker.general(kind, outline.rows, outline.columns);
      break;
  }
  if (trial != LinalgTrial::kRange) return a;
  return scaled_to(
      a, extreme_exponent(plan.dtype, std::max(outline.rows, outline.columns),
                          plan.number % 2 == 0));
}

// Writes NaN or, in every second case, other numbers to the places that an op
// must not read.
void spoil_unread(const CaseBuilder& builder, const Outline& outline,
                  Matrix& a) {
  const LinalgTrial trial = trial_of(builder);
  const bool is_nan = builder.plan().number % 2 == 0;
  const long double other = std::nanl("");
  bool upper = trial == LinalgTrial::kLowerOnly;
  if (trial == LinalgTrial::kOtherTriangle)
    upper = !outline.attributes.flag(AttributeKey::kUpper);
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j) {
      if (trial == LinalgTrial::kLowerOnly ||
          trial == LinalgTrial::kOtherTriangle) {
        if (upper ? j > i : j < i) a(i, j) = is_nan ? other : 0.75L;
      } else if (trial == LinalgTrial::kDiagonalUnread && i == j) {
        a(i, j) = is_nan ? other : 0;
      } else if (trial == LinalgTrial::kUnitDiagonal && i == j) {
        a(i, j) += 3;
      }
    }
}

// Puts a NaN or an infinity into the matrix, and also at the mirrored place if
// the matrix must be Hermitian.
void spoil_finite(const CaseBuilder& builder, Matrix& a) {
  if (a.rows() == 0 || a.columns() == 0) return;
  const std::int64_t i = builder.structure().choose(5, a.rows());
  const std::int64_t j = builder.structure().choose(6, a.columns());
  const long double value = builder.plan().number % 2 == 0
                                ? std::nanl("")
                                : static_cast<long double>(HUGE_VAL);
  a(i, j) = value;
  const MatrixForm form = matrix_row(builder.plan().op).form;
  if (form == MatrixForm::kPositive || form == MatrixForm::kHermitian)
    a(j, i) = value;
}

// Returns op(A) as far as it is read. The entries of A are rounded to the
// dtype.
Matrix system_of(const Outline& outline, const Matrix& a) {
  Matrix system = a;
  if (outline.attributes.flag(AttributeKey::kUnitDiag))
    for (std::int64_t i = 0; i < a.rows(); ++i) system(i, i) = 1;
  return outline.attributes.flag(AttributeKey::kTranspose) ? system.adjoint()
                                                           : system;
}

Matrix rounded(DType dtype, const Matrix& a) {
  Matrix near = a;
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      near(i, j) = entry_of(dtype, element_near(dtype, a(i, j)));
  return near;
}

void append(DType dtype, const Matrix& a, std::vector<ElementBits>& elements) {
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      elements.push_back(element_near(dtype, a(i, j)));
}

Shape with_axes(Shape batch, std::initializer_list<std::int64_t> extents) {
  batch.insert(batch.end(), extents.begin(), extents.end());
  return batch;
}

void add_program(CaseBuilder& builder, const std::vector<TensorType>& operands,
                 const Attributes& attributes) {
  const PlannedCase& plan = builder.plan();
  std::vector<std::string> names = {"a"};
  if (operands.size() == 2) names.push_back("b");
  const auto types = infer(plan.op, operands, attributes, plan.dtype);
  const auto& all = matrix_row(plan.op).results;
  const std::vector<std::string> outs(
      all.begin(), all.begin() + static_cast<std::ptrdiff_t>(types->size()));
  builder.add_step(plan.op, names, attributes, outs);
  for (const std::string& out : outs) builder.expect(out);
  const CaseProgram program = builder.row().program;
  if (program != CaseProgram::kTwice && program != CaseProgram::kFresh) return;
  std::vector<std::string> again = outs;
  for (std::string& name : again) name += "_again";
  builder.add_step(plan.op, names, attributes, again);
  // Writes to the next results must show neither in the first results nor in
  // operands.
  if (program == CaseProgram::kFresh) {
    for (std::size_t i = 0; i < outs.size(); ++i)
      // The profile decides the dtype of S and of eigh's w.
      if (!matrix_row(plan.op).has_open_dtypes ||
          (*types)[i].dtype == plan.dtype)
        builder.add_write(again[i], (*types)[i].dtype, (*types)[i].shape);
    return;
  }
  for (std::size_t i = 0; i < outs.size(); ++i)
    builder.expect(again[i]).same_bits_as = outs[i];
}

}  // namespace

void build_linalg(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Structure& structure = builder.structure();
  Outline outline = outline_of(builder);
  outline.attributes = attributes_of(builder);
  ValueStream stream(builder.seed(), 1000);
  MatrixMaker maker(plan.dtype, stream);

  const bool solves = takes_right_sides(spec_of(plan.op));
  const bool is_about_vectors = trial_of(builder) == LinalgTrial::kVector;
  const bool is_vector =
      is_about_vectors ? plan.number % 2 == 0 : structure.choose(7, 2) == 0;
  const std::int64_t sides = is_vector ? 1 : 2 + structure.choose(2, 2);

  std::vector<ElementBits> a_elements;
  std::vector<ElementBits> b_elements;
  const std::int64_t count = element_count(outline.batch);
  for (std::int64_t at = 0; at < count; ++at) {
    Matrix a = rounded(plan.dtype, matrix_at(builder, outline, maker,
                                             static_cast<std::size_t>(at)));
    if (solves) {
      // Computes b = op(A)·x from a moderate x, so that the solution is
      // moderate too.
      Matrix x(outline.rows, sides);
      for (std::int64_t i = 0; i < x.rows(); ++i)
        for (std::int64_t k = 0; k < sides; ++k) x(i, k) = maker.entry();
      append(plan.dtype, system_of(outline, a) * x, b_elements);
    }
    spoil_unread(builder, outline, a);
    if (trial_of(builder) == LinalgTrial::kNonfinite) spoil_finite(builder, a);
    append(plan.dtype, a, a_elements);
  }

  const Shape a_shape =
      with_axes(outline.batch, {outline.rows, outline.columns});
  builder.add_tensor("a", plan.dtype, a_shape, builder.layout_of(0),
                     [&](std::size_t k) { return a_elements[k]; });
  std::vector<TensorType> operands = {{plan.dtype, a_shape}};
  if (solves) {
    const Shape b_shape = is_vector
                              ? with_axes(outline.batch, {outline.rows})
                              : with_axes(outline.batch, {outline.rows, sides});
    builder.add_tensor("b", plan.dtype, b_shape, builder.layout_of(1),
                       [&](std::size_t k) { return b_elements[k]; });
    operands.push_back({plan.dtype, b_shape});
  }
  add_program(builder, operands, outline.attributes);
}

}  // namespace assay
