// Tested by tests/harness/build_case_test.cc.
#include "harness/build_case.h"

#include <algorithm>

#include "harness/case_builder.h"
#include "harness/exact_operands.h"
#include "harness/hard_operands.h"
#include "harness/operand_pool.h"
#include "harness/robustness_case.h"
#include "harness/seed.h"

namespace assay {
namespace {

constexpr ClauseCase kPoolRow{};

// As many elements as leave room for one that is chosen.
constexpr std::size_t kFewElements = 12;

struct FamilyBuilder {
  std::string_view name;
  void (*build)(CaseBuilder&);
};
constexpr FamilyBuilder kFamilyBuilders[] = {
    {"elementwise", build_elementwise}, {"reduction", build_reduction},
    {"sorting", build_sorting},         {"movement", build_movement},
    {"conversion", build_cast},         {"memory", build_memory},
    {"random", build_random},           {"indexing", build_indexing},
    {"windows", build_windows},         {"contraction", build_contraction},
    {"fourier", build_fourier},         {"linalg", build_linalg},
};

const ClauseCase& row_of(const PlannedCase& plan) {
  const ClauseCase* row = clause_case(plan.clause);
  return row != nullptr ? *row : kPoolRow;
}

// The shape as the row wants it.
Shape fitted_shape(const PlannedCase& plan, const Structure& structure,
                   CaseShape wanted) {
  Shape shape = structure.shape;
  // Now and then in rows, which a kernel may walk one by one.
  if (wanted == CaseShape::kLadder && plan.number % 3 == 2)
    return {3, ladder_size(plan.number)};
  if (wanted == CaseShape::kLadder) return {ladder_size(plan.number)};
  if (wanted == CaseShape::kHighRank) return with_high_rank(shape, plan.number);
  if (wanted == CaseShape::kEmpty && !shape.empty())
    shape[static_cast<std::size_t>(
        structure.choose(7, static_cast<std::int64_t>(shape.size())))] = 0;
  return shape;
}

// Tuples of operands that one clause governs.
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
  const auto hard = hard_operands(plan.op, plan.dtype);
  if (hard && count > kFewElements && aspect_of(plan.clause) == "value")
    tuples.back() = *hard;
  return tuples;
}

// A few elements show little, and an axis of one hides its stride: where the
// row leaves the shape open, every other case of a clause has no less than
// this, more where boundary values are to be met or few results are left of
// many elements, and long axes have their full length. Shrinking may go below.
Structure enlarged(const PlannedCase& plan, Structure structure) {
  if (row_of(plan).shape != CaseShape::kAny) return structure;
  structure.choices[kSizeChoice] =
      std::max(structure.choices[kSizeChoice], kFullSize);
  if (plan.number % 2 == 1) return structure;
  // Longer products leave the range.
  const bool is_reduced = family_of(plan.op).name == "reduction" &&
                          plan.op != "reduce_prod"_op &&
                          plan.op != "associative_scan"_op;
  const std::int64_t enough = clause_case(plan.clause) == nullptr ? 128
                              : is_reduced                        ? 60
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

}  // namespace

void build_elementwise(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Shape shape =
      fitted_shape(plan, builder.structure(), builder.row().shape);
  const auto tuples =
      draw_tuples(builder, static_cast<std::size_t>(element_count(shape)));
  const Signature signature = spec_of(plan.op).signature;
  std::vector<std::string> operands = {"x"};
  if (signature == Signature::kWhere)
    operands = {"condition", "if_true", "if_false"};
  else if (signature != Signature::kUnary)
    operands = {"a", "b"};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const bool is_condition = signature == Signature::kWhere && i == 0;
    builder.add_tensor(operands[i], is_condition ? DType::kBool : plan.dtype,
                       shape, builder.layout_of(i),
                       [&](std::size_t k) { return tuples[k][i]; });
  }
  const DType result =
      signature == Signature::kComparison ? DType::kBool : plan.dtype;
  builder.add_writing_program(operands, {}, result, shape);
}

void build_cast(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Shape shape =
      fitted_shape(plan, builder.structure(), builder.row().shape);
  const auto tuples =
      draw_tuples(builder, static_cast<std::size_t>(element_count(shape)));
  builder.add_tensor("x", plan.dtype, shape, builder.layout_of(0),
                     [&](std::size_t k) { return tuples[k][0]; });
  builder.add_writing_program({"x"}, {}, plan.result, shape);
}

void build_sorting(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Structure& structure = builder.structure();
  const Shape shape = fitted_shape(plan, structure, builder.row().shape);
  builder.add_operand("x", plan.dtype, shape, builder.layout_of(0));
  Attributes attributes;
  attributes.axis(structure.choose(0, static_cast<std::int64_t>(shape.size())));
  attributes.descending(plan.variant == "descending");
  builder.add_writing_program(
      {"x"}, attributes, plan.op == "argsort"_op ? DType::kInt32 : plan.dtype,
      shape);
}

std::size_t min_rank_of(const PlannedCase& plan) {
  const Signature signature = spec_of(plan.op).signature;
  const CaseShape shape = row_of(plan).shape;
  if (shape == CaseShape::kEmptyResult && signature != Signature::kScan)
    return 2;
  const bool has_axis =
      signature == Signature::kArgReduction || signature == Signature::kScan ||
      signature == Signature::kSort || signature == Signature::kArgsort ||
      signature == Signature::kCat || signature == Signature::kGather ||
      signature == Signature::kScatter || signature == Signature::kUnfold ||
      signature == Signature::kFold;
  if (signature == Signature::kMatmul) return 2;
  const bool has_extent = shape == CaseShape::kEmpty ||
                          shape == CaseShape::kEmptyAxis ||
                          shape == CaseShape::kEmptyResult;
  // Rank 0 of views and copies has a clause of its own.
  const std::string_view family = family_of(plan.op).name;
  const bool names_rank_zero = family == "movement" || family == "memory";
  return has_axis || has_extent ||
                 (names_rank_zero && shape != CaseShape::kRankZero)
             ? 1
             : 0;
}

Case build_case(const PlannedCase& plan, std::uint64_t run_seed) {
  if (plan.stored) return *plan.stored;
  if (plan.breach != Breach::kNone)
    return build_robustness_case(plan, run_seed);
  const std::uint64_t seed = case_seed(run_seed, plan.id());
  return build_case(plan, run_seed,
                    enlarged(plan, draw_structure(seed, row_of(plan).shape,
                                                  min_rank_of(plan))));
}

Case build_case(const PlannedCase& plan, std::uint64_t run_seed,
                const Structure& structure) {
  CaseBuilder builder(plan, case_seed(run_seed, plan.id()), structure,
                      row_of(plan));
  for (const FamilyBuilder& family : kFamilyBuilders)
    if (family.name == family_of(plan.op).name) family.build(builder);
  return builder.finish();
}

}  // namespace assay
