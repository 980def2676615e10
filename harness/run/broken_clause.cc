// Compares the verdict of a failing case with what its clause is about, and
// tries wrong values again in a plain call.
// Tested by tests/harness/run/broken_clause_test.cc.
#include "harness/run/broken_clause.h"

#include <algorithm>
#include <optional>

#include "harness/operands/governing_clause.h"
#include "harness/operands/operand_pool.h"
#include "harness/run/prepare.h"
#include "spec/infer.h"

namespace assay {
namespace {

// Lists the aspects of clauses that a plain call does not have: they are about
// layouts, memory or repeated calls, and not about values.
constexpr std::string_view kNotAboutValues[] = {
    "strided_operands", "layout_invariance", "operands_kept",
    "stray_writes",     "repeatable",        "fresh",
    "exact_alias",      "every_element",     "high_rank"};

std::string_view aspect_of(std::string_view clause) {
  return clause.substr(clause.find('.') + 1);
}

bool is_about_values(std::string_view clause) {
  return std::find(std::begin(kNotAboutValues), std::end(kNotAboutValues),
                   aspect_of(clause)) == std::end(kNotAboutValues);
}

// Returns the op's clause about plain values, or the op's name if it has none.
std::string value_clause(Op op) {
  for (const std::string_view aspect : {"value", "every_term", "accuracy"})
    if (const auto clause = clause_of(op, aspect); !clause.empty())
      return std::string(clause);
  return std::string(name_of(op));
}

// Returns the clause of an aspect, or the op's name if it has none.
std::string clause_or_name(Op op, std::string_view aspect) {
  const std::string_view clause = clause_of(op, aspect);
  return std::string(clause.empty() ? name_of(op) : clause);
}

// Returns the step that made the tensor of the failure, if it is the plan's op
// on tensors of the case.
const Step* failing_step(const PlannedCase& plan, const Case& test_case,
                         const std::string& tensor) {
  for (const Step& step : test_case.steps) {
    if (step.op != plan.op || std::find(step.outs.begin(), step.outs.end(),
                                        tensor) == step.outs.end())
      continue;
    const bool is_given = std::all_of(
        step.operands.begin(), step.operands.end(), [&](const auto& name) {
          const CaseTensor* operand = test_case.find(name);
          return operand != nullptr && operand->storage;
        });
    return is_given ? &step : nullptr;
  }
  return nullptr;
}

// Returns the elements that an operand shows, or, if `only` is an index, the
// one element there.
std::vector<ElementBits> shown_elements(const CaseTensor& tensor,
                                        const std::optional<Index>& only) {
  std::vector<ElementBits> elements;
  const auto add = [&](const Index& at) {
    elements.push_back((*tensor.storage)[static_cast<std::size_t>(
        tensor.view.linear_index(at))]);
  };
  if (only)
    add(*only);
  else
    for (const Index& at : indices(tensor.view.shape())) add(at);
  return elements;
}

// Returns a case with the step alone, on contiguous operands, into outs of its
// own. With `only`, each operand is the one element at that index.
std::optional<Case> plain_call(const Case& from, const Step& step,
                               const std::string& tensor,
                               const std::optional<Index>& only,
                               const Profile& profile) {
  Case plain;
  plain.id = from.id;
  plain.clause = from.clause;
  plain.seed = from.seed;
  plain.profile = from.profile;
  std::vector<TensorType> types;
  Step call{step.op, {}, step.attributes, {}};
  for (const std::string& name : step.operands) {
    const CaseTensor& operand = *from.find(name);
    const Shape shape = only ? Shape{1} : operand.view.shape();
    call.operands.push_back("operand_" + std::to_string(types.size()));
    plain.tensors.push_back({call.operands.back(),
                             operand.dtype,
                             View(shape),
                             shown_elements(operand, only),
                             {}});
    types.push_back({operand.dtype, shape});
  }
  const auto expected = std::find_if(
      from.expect.begin(), from.expect.end(),
      [&](const Expectation& one) { return one.tensor == tensor; });
  if (expected == from.expect.end()) return std::nullopt;
  const auto results =
      infer(step.op, types, step.attributes, expected->dtype, profile);
  if (!results || results->size() != step.outs.size()) return std::nullopt;
  for (std::size_t k = 0; k < results->size(); ++k) {
    call.outs.push_back("result_" + std::to_string(k));
    const TensorType& type = (*results)[k];
    if (!spec_of(step.op).signature.returns_tensor())
      plain.tensors.push_back(
          {call.outs.back(), type.dtype, View(type.shape), {}, {}});
    if (step.outs[k] != tensor) continue;
    Expectation expectation;
    expectation.tensor = call.outs.back();
    plain.expect.push_back(std::move(expectation));
  }
  plain.steps.push_back(std::move(call));
  return plain;
}

// Returns the clause about the values that are wrong, or an empty string if
// they are right in a plain call.
std::string broken_by_values(const PlannedCase& plan, const ShrunkCase& failed,
                             const ShrinkContext& context) {
  const Failure& failure = *failed.outcome.failure;
  const Step* step = failing_step(plan, failed.test_case, failure.tensor);
  if (step == nullptr || !failure.got) return {};
  std::optional<Index> only;
  if (has_pool(plan.op)) only = failure.index;
  auto plain = plain_call(failed.test_case, *step, failure.tensor, only,
                          context.profile);
  if (!plain || !prepare_case(*plain, context.oracle, context.profile).ok())
    return {};
  const CaseOutcome outcome = run_case(*plain, context.subject);
  if (context.subject.breakdown()) {
    static_cast<void>(context.subject.restart());
    return {};
  }
  if (outcome.verdict != Verdict::kFail) return {};
  if (!only) return value_clause(plan.op);
  std::vector<ElementBits> elements;
  for (const CaseTensor& tensor : plain->tensors)
    if (tensor.storage) elements.push_back(tensor.storage->front());
  return std::string(
      spec_of(plan.op).signature.is_paired()
          ? governing_cast_clause(plan.dtype, plan.result, elements.front())
          : governing_clause(plan.op, plan.dtype, elements));
}

// Returns the clause about the dtype, the shape or the layout of results, or
// the op's name if it has none. A clause of the op that asks about a layout
// stays, because each op says in its own words which layout it returns.
std::string metadata_clause(const PlannedCase& plan, std::string_view part) {
  struct PartAspect {
    std::string_view part;
    std::string_view aspect;
  };
  // The contract names some aspects after the dtype that results have.
  constexpr PartAspect kAspects[] = {
      {"dtype", "dtype"},    {"dtype", "float64"},  {"dtype", "complex128"},
      {"shape", "shape"},    {"layout", "layout"},  {"dtype", "metadata"},
      {"shape", "metadata"}, {"layout", "metadata"}};
  const bool is_own =
      plan.clause.starts_with(name_of(plan.op)) && is_about_values(plan.clause);
  if (part == "layout" && is_own) return std::string(plan.clause);
  for (const PartAspect& row : kAspects)
    if (row.part == part)
      if (const auto clause = clause_of(plan.op, row.aspect); !clause.empty())
        return std::string(clause);
  return std::string(name_of(plan.op));
}

std::string broken_whatever_is_asked(const PlannedCase& plan,
                                     const ShrunkCase& failed,
                                     const ShrinkContext& context) {
  const std::string asked(plan.clause);
  const Failure& failure = *failed.outcome.failure;
  switch (failed.outcome.verdict) {
    case Verdict::kModifiedOperand:
      return clause_or_name(plan.op, "operands_kept");
    case Verdict::kWroteOutside:
      return clause_or_name(plan.op, "stray_writes");
    case Verdict::kNondeterministic:
      return clause_or_name(plan.op, "repeatable");
    case Verdict::kWrongMetadata:
      return metadata_clause(plan, failed.outcome.wrong_part);
    case Verdict::kFail:
      break;
    default:
      return asked;
  }
  if (is_about_values(asked) || context.subject.breakdown()) return asked;
  // The call was refused, or answered with another status.
  if (failure.tensor.empty()) return std::string(name_of(plan.op));
  if (is_between_calls(failed.test_case, failure))
    return aspect_of(asked) == "layout_invariance"
               ? asked
               : clause_or_name(plan.op, "repeatable");
  if (aspect_of(asked) == "every_element" &&
      shows_poison(failed.test_case, failure))
    return asked;
  const std::string values = broken_by_values(plan, failed, context);
  return values.empty() ? asked : values;
}

}  // namespace

std::string broken_clause(const PlannedCase& plan, const ShrunkCase& failed,
                          const ShrinkContext& context) {
  if (!failed.outcome.failure || plan.breach != Breach::kNone) return {};
  std::string broken = broken_whatever_is_asked(plan, failed, context);
  return broken == plan.clause ? std::string() : broken;
}

}  // namespace assay
