// Draws the calls of the linalg ops of lax: the extents, attributes and
// matrices that a clause needs. Tested by
// tests/harness/lax/drawn_linalg_test.cc.
#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/families/clause_rows/row_parts.h"
#include "harness/families/drawn_families.h"
#include "harness/lax/matrix_draw.h"

namespace assay {
namespace {

constexpr std::int64_t kMostRows = 12;

bool takes_sides(Op op) { return takes_right_sides(spec_of(op)); }

Shape matrix_batch(const CallWish& wish) {
  const std::int64_t choice = wish.choose(3, 4);
  switch (matrix_trial(wish)) {
    case LinalgTrial::kBatched: {
      const Shape batches[] = {{3}, {2, 3}, {2, 1, 2}, {4}};
      return batches[choice];
    }
    case LinalgTrial::kEmptyBatch:
      return choice % 2 == 0 ? Shape{0} : Shape{2, 0};
    case LinalgTrial::kOrderOne:
      return wish.number % 2 == 0 ? Shape{3, 4} : Shape{};
    case LinalgTrial::kOneFails:
      return {3};
    case LinalgTrial::kGrowth:
      return {};
    default:
      break;
  }
  // A matrix of repeated rows is singular; a batch may repeat whole matrices.
  if (repeats_elements(wish.layout)) return {2};
  return choice == 3 ? Shape{2} : Shape{};
}

// Returns the order of a matrix of few elements.
std::int64_t matrix_order(const CallWish& wish) {
  const bool is_narrow = format_of(wish.cell.dtype).precision < 24;
  std::int64_t order = 1 + wish.choose(0, kMostRows);
  const std::int64_t count = element_count(wish.structure.shape);
  const std::int64_t few =
      wish.number == 0 ? shrinkable_size(wish.structure, 4) : 1;
  while (order * order < std::min<std::int64_t>(count, 16)) ++order;
  switch (matrix_trial(wish)) {
    case LinalgTrial::kBatched:
    case LinalgTrial::kEmptyBatch:
      return std::min<std::int64_t>(order, 4);
    case LinalgTrial::kOrderZero:
      return 0;
    case LinalgTrial::kOrderOne:
      return 1;
    case LinalgTrial::kSmallPivots:
    case LinalgTrial::kPermuted:
      return std::max<std::int64_t>(order, 2);
    case LinalgTrial::kExact:
    case LinalgTrial::kRank:
    case LinalgTrial::kSingular:
      return std::max(few, 1 + order % (is_narrow ? 6 : 9));
    case LinalgTrial::kGrowth:
      return wish.cell.dtype == DType::kFloat64 ||
                     wish.cell.dtype == DType::kComplex128
                 ? 60
                 : 30;
    default:
      return order;
  }
}

// Makes the matrices tall or wide, in turn.
void make_oblong(const CallWish& wish, Matrices& matrices) {
  const LinalgTrial trial = matrix_trial(wish);
  if (!takes_oblong(wish.cell.op) || matrices.rows == 0 ||
      trial == LinalgTrial::kOrderOne || trial == LinalgTrial::kPermuted)
    return;
  std::int64_t form = wish.choose(1, 3);
  if (trial == LinalgTrial::kWide) form = 1 + wish.number % 2;
  std::int64_t more = 1 + wish.choose(2, 4);
  if (trial == LinalgTrial::kExact || trial == LinalgTrial::kSingular) more = 1;
  if (form == 1) matrices.rows += more;
  if (form == 2) matrices.columns += more;
}

Attributes matrix_attributes(const CallWish& wish) {
  const LinalgTrial trial = matrix_trial(wish);
  Attributes attributes;
  if (wish.cell.op == "full_piv_lu_solve"_op)
    attributes.flag(AttributeKey::kTranspose,
                    trial == LinalgTrial::kTranspose ||
                        (trial == LinalgTrial::kGrowth ? wish.number % 2 == 1
                                                       : wish.choose(4, 2)));
  if (!is_triangular_solve(wish.cell.op)) return attributes;
  const bool is_value =
      wish.row.clause == "triangular_solve_general.value"_clause;
  attributes
      .flag(AttributeKey::kLeftSide,
            is_value ||
                (trial != LinalgTrial::kRightSide && wish.choose(4, 2) == 1))
      .flag(AttributeKey::kLower, trial == LinalgTrial::kLower
                                      ? wish.number % 2 == 0
                                      : wish.choose(5, 2) == 1)
      .flag(AttributeKey::kUnitDiag, trial == LinalgTrial::kUnitDiagonal ||
                                         trial == LinalgTrial::kDiagonalUnread)
      .transpose_a(wish.cell.variant == "adjoint"     ? TransposeA::kAdjoint
                   : wish.cell.variant == "transpose" ? TransposeA::kTranspose
                                                      : TransposeA::kNone);
  return attributes;
}

// Returns the extents of a call of few elements.
Matrices small_matrices(const CallWish& wish) {
  Matrices matrices;
  matrices.batch = matrix_batch(wish);
  matrices.rows = matrices.columns = matrix_order(wish);
  make_oblong(wish, matrices);
  const LinalgTrial trial = matrix_trial(wish);
  matrices.is_vector =
      !is_triangular_solve(wish.cell.op) &&
      (trial == LinalgTrial::kVector   ? wish.number % 2 == 0
       : trial == LinalgTrial::kGrowth ? false
                                       : wish.choose(6, 2) == 0);
  matrices.sides = matrices.is_vector              ? 1
                   : trial == LinalgTrial::kGrowth ? 4
                                                   : 2 + wish.choose(2, 2);
  return matrices;
}

// Returns the extents of a call of which one extent is long, in the order of
// MatrixWay: the order, the batch, the rows or the right-hand sides, and the
// columns.
Matrices long_matrices(const CallWish& wish) {
  const std::int64_t few = 2 + wish.choose(1, 4);
  // Samples of relations are called many times. They have a batch, so that
  // layouts repeat whole matrices and not rows, which would be singular.
  const bool is_sample = wish.row.clause.empty();
  const std::int64_t extent =
      is_sample ? std::min<std::int64_t>(wish.extent, 80) : wish.extent;
  const std::int64_t largest = is_sample ? 30 : 140;
  Matrices matrices;
  if (is_sample) matrices.batch = {3};
  matrices.rows = matrices.columns = few;
  matrices.sides = few;
  switch (wish.number % 4) {
    case 1: {
      const std::int64_t most = extent > 300 ? 2 : 4;
      matrices.batch = {extent};
      matrices.rows = matrices.columns = 1 + wish.choose(1, most);
      matrices.sides = std::min(few, most);
      return matrices;
    }
    case 2:
      if (takes_sides(wish.cell.op)) {
        matrices.sides = extent;
        return matrices;
      }
      if (!takes_oblong(wish.cell.op)) break;
      matrices.rows = std::min<std::int64_t>(extent, 1100);
      return matrices;
    case 3:
      if (!takes_oblong(wish.cell.op)) break;
      matrices.columns = extent;
      return matrices;
    default:
      break;
  }
  matrices.rows = matrices.columns = std::min(extent, largest);
  return matrices;
}

Matrix rounded_to(DType dtype, const Matrix& a) {
  Matrix near = a;
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      near(i, j) = entry_of(dtype, element_near(dtype, a(i, j)));
  return near;
}

// Returns op(A) as far as it is read.
Matrix read_part(const Attributes& attributes, Op op, const Matrix& a) {
  if (op == "full_piv_lu_solve"_op)
    return attributes.flag(AttributeKey::kTranspose) ? a.transposed() : a;
  if (!is_triangular_solve(op)) return a;
  Matrix system = a;
  if (attributes.flag(AttributeKey::kUnitDiag))
    for (std::int64_t i = 0; i < a.rows(); ++i) system(i, i) = 1;
  switch (attributes.transpose_a()) {
    case TransposeA::kTranspose:
      return system.transposed();
    case TransposeA::kAdjoint:
      return system.adjoint();
    default:
      return system;
  }
}

// Writes NaN or, in every second case, other numbers to the places that an op
// must not read.
void spoil_unread(const CallWish& wish, const Attributes& attributes,
                  Matrix& a) {
  const LinalgTrial trial = matrix_trial(wish);
  const bool is_nan = wish.number % 2 == 0;
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j) {
      if (trial == LinalgTrial::kOtherTriangle) {
        if (attributes.flag(AttributeKey::kLower) ? j > i : j < i)
          a(i, j) = is_nan ? std::nanl("") : 0.75L;
      } else if (trial == LinalgTrial::kDiagonalUnread && i == j) {
        a(i, j) = is_nan ? std::nanl("") : 0;
      } else if (trial == LinalgTrial::kUnitDiagonal && i == j) {
        // Some profiles assume ones, which every third case has.
        a(i, j) = wish.number % 3 == 2 ? Entry(1) : a(i, j) + Entry(3);
      }
    }
}

void spoil_finite(const CallWish& wish, Matrix& a) {
  if (a.rows() == 0 || a.columns() == 0) return;
  a(wish.choose(4, a.rows()), wish.choose(5, a.columns())) =
      wish.number % 2 == 0 ? std::nanl("") : static_cast<long double>(HUGE_VAL);
}

void append_elements(DType dtype, const Matrix& a,
                     std::vector<ElementBits>& elements) {
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      elements.push_back(element_near(dtype, a(i, j)));
}

// Returns the right-hand sides, op(A)·x or x·op(A) of a moderate x. The last
// half of those of a growth matrix are drawn themselves.
Matrix sides_of(const CallWish& wish, const Matrices& matrices,
                const Matrix& system, MatrixDraw& draw) {
  const bool is_row = is_triangular_solve(wish.cell.op) &&
                      !matrices.attributes.flag(AttributeKey::kLeftSide);
  Matrix x(is_row ? matrices.sides : matrices.rows,
           is_row ? matrices.rows : matrices.sides);
  for (std::int64_t i = 0; i < x.rows(); ++i)
    for (std::int64_t k = 0; k < x.columns(); ++k) x(i, k) = draw.entry();
  Matrix b = is_row ? x * system : system * x;
  if (matrix_trial(wish) == LinalgTrial::kGrowth)
    for (std::int64_t i = 0; i < b.rows(); ++i)
      for (std::int64_t k = b.columns() / 2; k < b.columns(); ++k)
        b(i, k) = draw.entry();
  return b;
}

DrawnOperand operand_of(Shape shape, std::vector<ElementBits> elements) {
  return {.shape = std::move(shape),
          .element = [elements = std::move(elements)](std::size_t k) {
            return elements[k];
          }};
}

}  // namespace

DrawnCall draw_pivoted(const CallWish& wish) {
  const DType dtype = wish.cell.dtype;
  Matrices matrices =
      wish.extent > 0 ? long_matrices(wish) : small_matrices(wish);
  matrices.attributes = matrix_attributes(wish);
  // The structure decides the elements, so that shrinking it shrinks them.
  std::uint64_t seed = static_cast<std::uint64_t>(wish.number) + 1;
  for (const std::uint32_t choice : wish.structure.choices)
    seed = seed * 64 + choice;
  ValueStream stream(seed, 1000);
  MatrixDraw draw(wish, matrices, stream);
  const bool solves = takes_sides(wish.cell.op);
  std::vector<ElementBits> a_elements;
  std::vector<ElementBits> b_elements;
  const std::int64_t count = element_count(matrices.batch);
  for (std::int64_t at = 0; at < count; ++at) {
    Matrix a = rounded_to(dtype, draw.at(static_cast<std::size_t>(at)));
    if (solves)
      append_elements(
          dtype,
          sides_of(wish, matrices,
                   read_part(matrices.attributes, wish.cell.op, a), draw),
          b_elements);
    spoil_unread(wish, matrices.attributes, a);
    if (matrix_trial(wish) == LinalgTrial::kNonfinite) spoil_finite(wish, a);
    append_elements(dtype, a, a_elements);
  }
  const auto with_axes = [&](std::initializer_list<std::int64_t> extents) {
    Shape shape = matrices.batch;
    shape.insert(shape.end(), extents.begin(), extents.end());
    return shape;
  };
  DrawnCall call{.attributes = matrices.attributes};
  call.operands.push_back(operand_of(
      with_axes({matrices.rows, matrices.columns}), std::move(a_elements)));
  if (!solves) return call;
  const bool is_row = is_triangular_solve(wish.cell.op) &&
                      !matrices.attributes.flag(AttributeKey::kLeftSide);
  call.operands.push_back(
      operand_of(matrices.is_vector ? with_axes({matrices.rows})
                 : is_row           ? with_axes({matrices.sides, matrices.rows})
                          : with_axes({matrices.rows, matrices.sides}),
                 std::move(b_elements)));
  return call;
}

std::span<const ClauseCase> pivoted_rows() {
  return rows_of<LinalgTrial>("linalg", kLaxLinalgClauseCases);
}

}  // namespace assay
