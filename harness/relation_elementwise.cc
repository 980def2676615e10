// Relations of elementwise ops: where an element stands, what stands beside it
// and how it lies in storage changes nothing.
// Tested by tests/harness/relation_test.cc.
#include <fmt/format.h>

#include <algorithm>

#include "harness/boundary_values.h"
#include "harness/clause_cases.h"
#include "harness/governing_clause.h"
#include "harness/operand_pool.h"
#include "harness/relation_trial.h"

namespace assay {
namespace {

// Sizes with a tail behind vectors of any width, and rows of five.
constexpr std::int64_t kSizes[] = {130, 1035, 35};

std::size_t operand_count(Op op) {
  switch (spec_of(op).signature) {
    case Signature::kUnary:
      return 1;
    case Signature::kWhere:
      return 3;
    default:
      return 2;
  }
}

ElementBits any_boundary(DType dtype, ValueStream& stream) {
  const auto& values = boundary_values(dtype);
  ElementBits bits;
  bits.re = values[stream.below(values.size())].bits;
  return bits;
}

// The operands of one call, and which results the contract leaves open.
struct ElementwiseSample {
  std::vector<Array> operands;
  std::vector<bool> open;
};

// Elements drawn as the op's plain clause says, and under nx, of what is not
// complex, any boundary values.
ElementwiseSample sample_of(const RelationTrial& trial, std::int64_t count) {
  const PlannedCase& plan = trial.plan();
  const OperandPool& pool = OperandPool::of(plan.op, plan.dtype, plan.result);
  const std::string_view clause =
      plain_clause(plan.op, plan.dtype, plan.result);
  const bool takes_any =
      trial.profile().name == kNx.name && !is_complex(plan.dtype);
  const bool is_where = spec_of(plan.op).signature == Signature::kWhere;
  ValueStream stream = trial.stream(1);
  ElementwiseSample sample;
  for (std::size_t i = 0; i < operand_count(plan.op); ++i)
    sample.operands.push_back(
        {is_where && i == 0 ? DType::kBool : plan.dtype, {count}, {}});
  for (std::int64_t k = 0; k < count; ++k) {
    OperandTuple tuple = pool.plain(clause, stream);
    if (takes_any && stream.below(2) == 0)
      for (std::size_t i = is_where ? 1 : 0; i < tuple.size(); ++i)
        tuple[i] = any_boundary(plan.dtype, stream);
    const std::span<const ElementBits> elements(tuple.data(),
                                                operand_count(plan.op));
    const Clause* governing =
        clause_named(governing_clause(plan.op, plan.dtype, elements));
    sample.open.push_back(governing == nullptr ||
                          governing->status == ClauseStatus::kUnspecified);
    for (std::size_t i = 0; i < sample.operands.size(); ++i)
      sample.operands[i].elements.push_back(tuple[i]);
  }
  return sample;
}

std::vector<Array> parts_of(const std::vector<Array>& operands,
                            std::int64_t first, std::int64_t count) {
  std::vector<Array> parts;
  for (const Array& operand : operands)
    parts.push_back(part_of(operand, first, count));
  return parts;
}

std::vector<bool> open_part(const ElementwiseSample& sample, std::int64_t first,
                            std::int64_t count) {
  const auto begin = sample.open.begin() + first;
  return {begin, begin + count};
}

// The sign of a complex zero is left open.
Sameness sameness_of(const RelationTrial& trial) {
  return {.zero_sign = is_complex(trial.plan().dtype)};
}

void relate_layouts(RelationTrial& trial, ElementwiseSample& sample) {
  const auto rows = Shape{5, std::ssize(sample.open) / 5};
  for (Array& operand : sample.operands) operand.shape = rows;
  const auto plain = trial.call(sample.operands);
  for (Layout layout : {Layout::kOffset, Layout::kTranspose, Layout::kSlice,
                        Layout::kFlip, Layout::kMixed}) {
    // One operand and then all, where there are several.
    for (Array& operand : sample.operands) {
      operand.layout = layout;
      const auto again = trial.call(sample.operands);
      if (!plain || !again) return;
      trial.demand_same(
          *plain, 0, *again, sameness_of(trial),
          fmt::format("with operands in layout {}", name_of(layout)),
          sample.open);
    }
  }
}

void relate_positions(RelationTrial& trial, const ElementwiseSample& sample) {
  const auto whole = trial.call(sample.operands);
  const auto count = std::ssize(sample.open);
  // Every place in a vector of up to eight, and tails of every length below.
  for (std::int64_t first = 1; first <= 9; ++first)
    for (std::int64_t length : {count - first, 10 - first}) {
      const auto part = trial.call(parts_of(sample.operands, first, length));
      if (!whole || !part) return;
      trial.demand_same(
          *whole, static_cast<std::size_t>(first), *part, sameness_of(trial),
          fmt::format("elements {} to {} alone", first, first + length - 1),
          open_part(sample, first, length));
    }
}

void relate_parts(RelationTrial& trial, const ElementwiseSample& sample) {
  const auto whole = trial.call(sample.operands);
  const auto count = std::ssize(sample.open);
  for (std::int64_t cut : {count / 2, count - 1, std::int64_t{16}}) {
    std::optional<Array> joined;
    for (const auto& [first, length] :
         {std::pair{std::int64_t{0}, cut}, {cut, count - cut}}) {
      const auto part = trial.call(parts_of(sample.operands, first, length));
      if (!part) return;
      if (!joined)
        joined = part;
      else
        joined->elements.insert(joined->elements.end(), part->elements.begin(),
                                part->elements.end());
    }
    if (!whole) return;
    trial.demand_same(*whole, 0, *joined, sameness_of(trial),
                      fmt::format("in two parts, cut at {}", cut), sample.open);
  }
}

void relate_swapped(RelationTrial& trial, ElementwiseSample& sample) {
  const auto first = trial.call(sample.operands);
  std::swap(sample.operands[0], sample.operands[1]);
  const auto second = trial.call(sample.operands);
  if (first && second)
    trial.demand_same(*first, 0, *second, sameness_of(trial),
                      "with operands swapped", sample.open);
}

void relate_twice(RelationTrial& trial, ElementwiseSample& sample) {
  if (sample.operands.size() == 1) {
    const auto once = trial.call(sample.operands);
    if (!once) return;
    const auto twice = trial.call({*once});
    if (twice)
      trial.demand_same(*once, 0, *twice, {}, "applied to its own result");
    return;
  }
  const Array& x = sample.operands[0];
  const auto result = trial.call({x, x});
  if (result)
    trial.demand_same(x, 0, *result, {.zero_sign = true},
                      "of an operand and itself");
}

void relate_repeated(RelationTrial& trial, const ElementwiseSample& sample) {
  const auto first = trial.call(sample.operands);
  for (int again = 2; again <= 3; ++again) {
    // Another call in between, as long as the workspace of the first.
    auto others = sample.operands;
    for (Array& operand : others)
      std::reverse(operand.elements.begin(), operand.elements.end());
    static_cast<void>(trial.call(others));
    const auto repeated = trial.call(sample.operands);
    if (!first || !repeated) return;
    trial.demand_same(*first, 0, *repeated, {},
                      fmt::format("called for time {}", again));
  }
}

}  // namespace

void relate_elementwise(RelationTrial& trial) {
  const auto number = static_cast<std::size_t>(trial.plan().number);
  ElementwiseSample sample =
      sample_of(trial, kSizes[number % std::size(kSizes)]);
  switch (trial.plan().relation) {
    case Relation::kLayout:
      return relate_layouts(trial, sample);
    case Relation::kPosition:
      return relate_positions(trial, sample);
    case Relation::kConcat:
      return relate_parts(trial, sample);
    case Relation::kSwap:
      return relate_swapped(trial, sample);
    case Relation::kIdempotence:
      return relate_twice(trial, sample);
    case Relation::kRepeat:
      return relate_repeated(trial, sample);
    default:
      return;
  }
}

}  // namespace assay
