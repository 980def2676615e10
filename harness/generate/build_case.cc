// Chooses the shape and the operands of a case, and lets its family build the
// steps. It builds elementwise ops, casts and sorts itself.
// Tested by tests/harness/generate/build_case_test.cc.
#include "harness/generate/build_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "harness/case/seed.h"
#include "harness/families/accumulation.h"
#include "harness/families/case_builder.h"
#include "harness/families/clause_rows/movement.h"
#include "harness/families/drawn_families.h"
#include "harness/families/hard_share.h"
#include "harness/families/op_rows.h"
#include "harness/generate/deciding_nan.h"
#include "harness/generate/robustness_case.h"
#include "harness/generate/unclaimed_case.h"
#include "harness/ladder/ladder.h"
#include "harness/protocol/build_protocol.h"

namespace assay {
namespace {

constexpr ClauseCase kPoolRow{};

// The ranks above the least one of the structures that cases share. Each must
// be one that draw_structure() draws.
constexpr std::size_t kFewRanks[] = {0, 2};

// Returns how many elements an enlarged case that shares its shape has. Pools
// of many sizes have the same one.
std::int64_t shared_count(const PlannedCase& plan, std::int64_t enough) {
  if (!has_pool(plan.op) && enough < 60) return enough;
  return static_cast<std::int64_t>(std::bit_ceil(
      static_cast<std::uint64_t>(std::max<std::int64_t>(enough, 128))));
}

struct FamilyBuilder {
  std::string_view family;
  void (*build)(CaseBuilder&);
};
constexpr FamilyBuilder kFamilyBuilders[] = {
    {"elementwise", build_elementwise}, {"reduction", build_reduction},
    {"sorting", build_sorting},         {"movement", build_movement},
    {"conversion", build_elementwise},  {"memory", build_memory},
    {"random", build_random},           {"indexing", build_indexing},
    {"contraction", build_contraction}, {"fourier", build_fourier},
    {"linalg", build_linalg},
};
static_assert(has_every_family(kFamilyBuilders, is_drawn),
              "a family of the op table has no builder of its cases");
static_assert(
    [] {
      for (const FamilySpec& family : kFamilies)
        for (std::size_t i = 0; i < family.op_count; ++i)
          if (const OpSpec& op = *family.ops[i];
              !surrounds_calls(family.name) &&
              (op.signature.is_by_element || !op.set.empty()) &&
              !has_pool(op) && drawn_family(family, op) == nullptr)
            return false;
      return true;
    }(),
    "an op has no row in kDrawnFamilies, and its family has no builder for it: "
    "an elementwise op with attributes or with three operands of the cell, or "
    "an op of another set than its family's");

const ClauseCase& row_of(const PlannedCase& plan) {
  const ClauseCase* row = clause_case(plan.clause);
  return row != nullptr ? *row : kPoolRow;
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
  const bool is_reduced = spec_of(plan.op).has(AttributeKey::kKeepdims) &&
                          !multiplies_factors(plan.op, plan.variant);
  // A third of the elements of a case with a pool may be hard operands.
  std::int64_t enough =
      clause_case(plan.clause) == nullptr
          ? std::max<std::int64_t>(128, 3 * std::ssize(hard_share(plan)))
      : is_reduced ? 60
                   : 12;
  if (plan.shapes == Shapes::kFew) enough = shared_count(plan, enough);
  Shape& shape = structure.shape;
  // expand gives up one axis.
  const std::size_t rank = repeats_axes(spec_of(plan.op)) ? 2 : 1;
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

std::uint64_t structure_seed(const PlannedCase& plan, std::uint64_t run_seed) {
  if (plan.shapes == Shapes::kMany) return case_seed(run_seed, plan.id());
  if (plan.rung > 0)
    return case_seed(run_seed, fmt::format("rung {}", plan.rung));
  // Clauses take turns, so that an op is tried on few axes and on many.
  const std::uint64_t turn =
      case_seed(0, plan.clause) + static_cast<std::uint64_t>(plan.number);
  const CaseShape shape = row_of(plan).shape;
  const std::size_t least = min_rank_of(plan);
  const std::size_t rank =
      std::max<std::size_t>(least, 1) + kFewRanks[turn % std::size(kFewRanks)];
  for (int i = 0;; ++i) {
    const std::uint64_t seed =
        case_seed(run_seed, fmt::format("structure {} of rank {}", i, rank));
    if (shape == CaseShape::kRankZero ||
        draw_structure(seed, shape, least).shape.size() == rank)
      return seed;
  }
}

bool is_further_case(const PlannedCase& plan) {
  const ClauseCase& row = row_of(plan);
  return plan.rung == 0 && plan.number >= 3 &&
         (row.program == CaseProgram::kFresh ||
          row.shape == CaseShape::kEmptyAxis || row.further_cases);
}

std::size_t min_rank_of(const PlannedCase& plan) {
  const OpSpec& spec = spec_of(plan.op);
  const CaseShape shape = row_of(plan).shape;
  // The builder of such an op draws only the batch here, and adds the axes of
  // the matrices.
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
  if (plan.clause == "protocol.unsupported"_clause)
    return build_unclaimed_case(plan, run_seed);
  const std::uint64_t seed = structure_seed(plan, run_seed);
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
  if (surrounds_calls(plan.op))
    build_protocol(builder);
  else if (const auto* family = builder_row(plan.op, kFamilyBuilders))
    family->build(builder);
  else
    build_drawn(builder);
  Case test_case = builder.finish();
  if (is_about_nan(plan) && !has_deciding_nan(test_case))
    put_deciding_nan(plan, test_case);
  return test_case;
}

}  // namespace assay
