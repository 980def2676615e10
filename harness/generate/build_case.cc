// Chooses the shape and the operands of a case, and lets its family build the
// steps. It builds elementwise ops, casts and sorts itself.
// Tested by tests/harness/generate/build_case_test.cc.
#include "harness/generate/build_case.h"

#include <algorithm>

#include "harness/case/seed.h"
#include "harness/families/case_builder.h"
#include "harness/generate/deciding_nan.h"
#include "harness/generate/robustness_case.h"
#include "harness/ladder/ladder.h"
#include "harness/operands/exact_operands.h"
#include "harness/operands/operand_pool.h"
#include "spec/call_attributes.h"
#include "spec/cells.h"

namespace assay {
namespace {

constexpr ClauseCase kPoolRow{};

// A case with more elements than this has room for hard operands.
constexpr std::size_t kFewElements = 12;

struct FamilyBuilder {
  std::string_view name;
  void (*build)(CaseBuilder&);
};
constexpr FamilyBuilder kFamilyBuilders[] = {
    {"elementwise", build_elementwise}, {"reduction", build_reduction},
    {"sorting", build_sorting},         {"movement", build_movement},
    {"conversion", build_elementwise},  {"memory", build_memory},
    {"random", build_random},           {"indexing", build_indexing},
    {"windows", build_windows},         {"contraction", build_contraction},
    {"fourier", build_fourier},         {"linalg", build_linalg},
};
static_assert(
    [] {
      for (const FamilySpec& family : kFamilies) {
        bool found = family.op_count == 0;
        for (const FamilyBuilder& builder : kFamilyBuilders)
          found = found || builder.name == family.name;
        if (!found) return false;
      }
      return true;
    }(),
    "a family of the op table has no builder of its cases");

const ClauseCase& row_of(const PlannedCase& plan) {
  const ClauseCase* row = clause_case(plan.clause);
  return row != nullptr ? *row : kPoolRow;
}

// Returns the shape that the row wants.
Shape fitted_shape(const PlannedCase& plan, const Structure& structure,
                   CaseShape wanted) {
  Shape shape = structure.shape;
  // Every third case has rows, which a kernel may process one by one.
  if (wanted == CaseShape::kLadder && plan.number % 3 == 2)
    return {3, ladder_size(plan.number)};
  if (wanted == CaseShape::kLadder) return {ladder_size(plan.number)};
  if (wanted == CaseShape::kHighRank) return with_high_rank(shape, plan.number);
  if (wanted == CaseShape::kEmpty && !shape.empty())
    shape[static_cast<std::size_t>(
        structure.choose(7, static_cast<std::int64_t>(shape.size())))] = 0;
  return shape;
}

// Returns the hard operands that a case of a clause gets. The first and third
// case, which have room for many, share them: the first has the even places and
// the third the odd. A cast has one such case, with all of them.
std::vector<OperandTuple> hard_share(const PlannedCase& plan) {
  const OperandPool& pool = OperandPool::of(plan.op, plan.dtype, plan.result);
  const auto hard = pool.hard(plan.clause);
  if (plan.op == "cast"_op) return {hard.begin(), hard.end()};
  std::vector<OperandTuple> share;
  const auto first = static_cast<std::size_t>(plan.number / 2 % 2);
  for (std::size_t i = first; i < hard.size(); i += 2) share.push_back(hard[i]);
  return share;
}

// Draws tuples of operands that one clause governs: boundary values at even
// places; at odd places hard operands as long as there are any, then random
// ones.
std::vector<OperandTuple> draw_tuples(const CaseBuilder& builder,
                                      std::size_t count) {
  const PlannedCase& plan = builder.plan();
  const OperandPool& pool = OperandPool::of(plan.op, plan.dtype, plan.result);
  const bool is_own = pool.has(plan.clause);
  const std::string_view clause =
      is_own ? plan.clause : plain_clause(plan.op, plan.dtype, plan.result);
  ValueStream stream(builder.seed(), 1000);
  std::vector<OperandTuple> tuples;
  const std::uint64_t start = stream.next();
  for (std::size_t i = 0; i < count; ++i)
    tuples.push_back(!is_own      ? pool.plain(clause, stream)
                     : i % 2 == 0 ? pool.boundary(clause, start + i / 2)
                                  : pool.draw(clause, stream));
  const auto hard = is_own && count > kFewElements
                        ? hard_share(plan)
                        : std::vector<OperandTuple>{};
  // Starts at the end, so that the last element, which is in a tail, is a hard
  // one.
  for (std::size_t k = 0; k < std::min(hard.size(), count / 2); ++k)
    tuples[count - 1 - 2 * k] = hard[(start + k) % hard.size()];
  return tuples;
}

// Enlarges every second case whose row leaves the shape open. Few elements show
// little, and an axis of extent 1 hides its stride. The case gets more elements
// if boundary values should occur or if a reduction leaves few results, and its
// long axes get their full length. Shrinking may go below these sizes.
Structure enlarged(const PlannedCase& plan, Structure structure) {
  if (row_of(plan).shape != CaseShape::kAny) return structure;
  structure.choices[kSizeChoice] =
      std::max(structure.choices[kSizeChoice], kFullSize);
  if (plan.number % 2 == 1) return structure;
  // Longer products leave the range.
  const bool is_reduced = family_of(plan.op).name == "reduction" &&
                          plan.op != "reduce_prod"_op &&
                          plan.op != "associative_scan"_op;
  // A third of the elements of a case with a pool may be hard operands.
  const std::int64_t enough =
      clause_case(plan.clause) == nullptr
          ? std::max<std::int64_t>(128, 3 * std::ssize(hard_share(plan)))
      : is_reduced ? 60
                   : 12;
  Shape& shape = structure.shape;
  // expand gives up one axis.
  const std::size_t rank = plan.op == "expand"_op ? 2 : 1;
  while (shape.size() < rank) shape.push_back(2);
  for (std::int64_t& extent : shape) extent = std::max<std::int64_t>(extent, 2);
  for (std::size_t axis = 0; element_count(shape) < enough; ++axis)
    ++shape[axis % shape.size()];
  return structure;
}

// Returns whether a clause of its own tests the op on tensors of rank 0.
bool has_rank_zero(const PlannedCase& plan) {
  const std::string_view family = family_of(plan.op).name;
  return family == "movement" || family == "memory";
}

// Returns the structure of a further case about fresh results, at sizes at
// which ops are tempted to return an operand: one element with axes of extent 1
// or none, or more than a hundred elements.
Structure degenerate(const PlannedCase& plan, Structure structure) {
  if (row_of(plan).program != CaseProgram::kFresh || !is_further_case(plan))
    return structure;
  std::fill(structure.shape.begin(), structure.shape.end(), 1);
  if (plan.number == 4)
    structure.shape.assign(min_rank_of(plan) > 0 && !has_rank_zero(plan), 1);
  if (plan.number == 5) structure.shape = {129};
  structure.choices[0] = 0;
  return structure;
}

// Returns the structure with at least one axis and at least two elements along
// each axis.
Structure without_ones(Structure structure) {
  if (structure.shape.empty()) structure.shape.push_back(1);
  for (std::int64_t& extent : structure.shape)
    extent = std::max<std::int64_t>(extent, 2);
  return structure;
}

}  // namespace

void build_elementwise(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Shape shape =
      fitted_shape(plan, builder.structure(), builder.row().shape);
  const auto tuples =
      draw_tuples(builder, static_cast<std::size_t>(element_count(shape)));
  const Signature& signature = spec_of(plan.op).signature;
  std::vector<std::string> operands;
  for (std::size_t i = 0; i < signature.operands.size(); ++i) {
    operands.emplace_back(signature.operands[i].name);
    builder.add_tensor(
        operands[i], dtype_by(signature.operands[i].role, plan.cell()), shape,
        builder.layout_of(i), [&](std::size_t k) { return tuples[k][i]; });
  }
  builder.add_writing_program(
      operands, {}, dtype_by(signature.results[0].role, plan.cell()), shape);
}

void build_sorting(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Structure& structure = builder.structure();
  const Shape shape = fitted_shape(plan, structure, builder.row().shape);
  builder.add_operand("x", plan.dtype, shape, builder.layout_of(0));
  Attributes attributes;
  attributes.axis(structure.choose(0, static_cast<std::int64_t>(shape.size())));
  select_variant(plan.op, plan.variant, attributes);
  builder.add_writing_program(
      {"x"}, attributes,
      dtype_by(spec_of(plan.op).signature.results[0].role, plan.cell()), shape);
}

bool is_further_case(const PlannedCase& plan) {
  const ClauseCase& row = row_of(plan);
  return plan.rung == 0 && plan.number >= 3 &&
         (row.program == CaseProgram::kFresh ||
          row.shape == CaseShape::kEmptyAxis || row.clause == "matmul.value" ||
          row.clause == "cholesky.not_positive_definite");
}

std::size_t min_rank_of(const PlannedCase& plan) {
  const OpSpec& spec = spec_of(plan.op);
  const CaseShape shape = row_of(plan).shape;
  // Their builders draw the batch, and add the axes of the matrices.
  std::size_t least = is_judged_by_residual(plan.op)
                          ? 0
                          : static_cast<std::size_t>(spec.signature.least_rank);
  const bool drops_axes = spec.has(AttributeKey::kKeepdims);
  if (shape == CaseShape::kEmptyResult)
    least = std::max<std::size_t>(least, drops_axes ? 2 : 1);
  const bool has_extent =
      shape == CaseShape::kEmpty || shape == CaseShape::kEmptyAxis;
  const bool leaves_rank_zero =
      has_rank_zero(plan) && shape != CaseShape::kRankZero;
  return has_extent || leaves_rank_zero ? std::max<std::size_t>(least, 1)
                                        : least;
}

Case build_case(const PlannedCase& plan, std::uint64_t run_seed) {
  if (plan.stored) return *plan.stored;
  if (plan.breach != Breach::kNone)
    return build_robustness_case(plan, run_seed);
  const std::uint64_t seed = case_seed(run_seed, plan.id());
  if (plan.rung > 0) return build_case(plan, run_seed, draw_rung(plan, seed));
  const Structure structure =
      degenerate(plan, enlarged(plan, draw_structure(seed, row_of(plan).shape,
                                                     min_rank_of(plan))));
  Case test_case = build_case(plan, run_seed, structure);
  // A lane of one element has no room for a NaN that decides.
  return is_about_nan(plan) && !has_deciding_nan(test_case)
             ? build_case(plan, run_seed, without_ones(structure))
             : test_case;
}

Case build_case(const PlannedCase& plan, std::uint64_t run_seed,
                const Structure& structure) {
  CaseBuilder builder(plan, case_seed(run_seed, plan.id()), structure,
                      row_of(plan));
  if (plan.rung > 0) {
    build_rung(builder);
    return builder.finish();
  }
  for (const FamilyBuilder& family : kFamilyBuilders)
    if (family.name == family_of(plan.op).name) family.build(builder);
  Case test_case = builder.finish();
  if (is_about_nan(plan) && !has_deciding_nan(test_case))
    put_deciding_nan(plan, test_case);
  return test_case;
}

}  // namespace assay
