// Compares the verdict of a failing case with what its clause is about, and
// tries wrong values again in a plain call.
// Tested by tests/harness/run/broken_clause_test.cc.
#include "harness/run/broken_clause.h"

#include <algorithm>
#include <optional>

#include "harness/case/case_storage.h"
#include "harness/operands/governing_clause.h"
#include "harness/operands/operand_pool.h"
#include "harness/run/prepare.h"
#include "harness/subject/claim_reach.h"
#include "spec/infer.h"

namespace assay {
namespace {

// Lists the aspects of clauses that a plain call does not have: they are about
// layouts, memory or repeated calls, and not about values.
constexpr std::string_view kNotAboutValues[] = {
    "strided_operands", "layout_invariance", "operands_kept",
    "stray_writes",     "repeatable",        "fresh",
    "exact_alias",      "every_element",     "high_rank"};

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

// Says how the operands of a plain call are laid out.
enum class Operands { kOneElement, kContiguous, kAsInCase };

// Returns a contiguous out, with the elements that it has before the step if
// the op keeps them.
CaseTensor plain_out(const Case& from, const Step& step, std::size_t k,
                     const std::string& name, const TensorType& type) {
  CaseTensor out{name, type.dtype, View(type.shape), {}, {}};
  const CaseTensor* before = from.find(step.outs[k]);
  if (spec_of(step.op).signature.delivery == Delivery::kKept &&
      before != nullptr && before->storage &&
      before->view.shape() == type.shape)
    out.storage = shown_elements(*before);
  return out;
}

// Returns a case with the step alone, into outs of its own.
std::optional<Case> plain_call(const Case& from, const Step& step,
                               const Failure& failure, Operands operands,
                               const Profile& profile) {
  Case plain;
  plain.id = from.id;
  plain.clause = from.clause;
  plain.seed = from.seed;
  plain.profile = from.profile;
  std::vector<TensorType> types;
  Step call;
  call.op = step.op;
  call.attributes = step.attributes;
  for (const std::string& name : step.operands) {
    CaseTensor operand = *from.find(name);
    if (operands == Operands::kOneElement) {
      const std::int64_t place = operand.view.linear_index(failure.index);
      operand.storage = {(*operand.storage)[static_cast<std::size_t>(place)]};
      operand.view = View({1});
    } else if (operands == Operands::kContiguous) {
      operand.storage = shown_elements(operand);
      operand.view = View(operand.view.shape());
    }
    operand.name = "operand_" + std::to_string(types.size());
    call.operands.push_back(operand.name);
    types.push_back({operand.dtype, operand.view.shape()});
    plain.tensors.push_back(std::move(operand));
  }
  const auto expected = std::find_if(
      from.expect.begin(), from.expect.end(),
      [&](const Expectation& one) { return one.tensor == failure.tensor; });
  if (expected == from.expect.end()) return std::nullopt;
  const auto results =
      infer(step.op, types, step.attributes, expected->dtype, profile);
  if (!results || results->size() != step.outs.size()) return std::nullopt;
  for (std::size_t k = 0; k < results->size(); ++k) {
    call.outs.push_back("result_" + std::to_string(k));
    const TensorType& type = (*results)[k];
    if (!spec_of(step.op).signature.returns_tensor())
      plain.tensors.push_back(plain_out(from, step, k, call.outs.back(), type));
    Expectation expectation;
    expectation.tensor = call.outs.back();
    expectation.exact = expected->exact && expected->tensor == step.outs[k];
    plain.expect.push_back(std::move(expectation));
  }
  plain.steps.push_back(std::move(call));
  return plain;
}

// Returns the clause that governs the operands of a call with one element.
std::string governing_clause_of(const PlannedCase& plan, const Case& one) {
  std::vector<ElementBits> elements;
  for (const CaseTensor& tensor : one.tensors)
    if (tensor.storage) elements.push_back(tensor.storage->front());
  return std::string(
      spec_of(plan.op).signature.is_paired()
          ? governing_cast_clause(plan.dtype, plan.result, elements.front())
          : governing_clause(plan.op, plan.dtype, elements));
}

// Runs a case and returns its verdict. A subject that breaks down is restarted,
// and then nothing is returned.
std::optional<Verdict> verdict_of(const Case& test_case, Subject& subject) {
  const Verdict verdict = run_case(test_case, subject).verdict;
  if (!subject.breakdown()) return verdict;
  static_cast<void>(subject.restart());  // the next case sees if it failed
  return std::nullopt;
}

// Returns the clause that a verdict breaks by itself; empty if it is about
// values.
std::string clause_of_verdict(Op op, Verdict verdict) {
  switch (verdict) {
    case Verdict::kModifiedOperand:
      return clause_or_name(op, "operands_kept");
    case Verdict::kWroteOutside:
      return clause_or_name(op, "stray_writes");
    case Verdict::kNondeterministic:
      return clause_or_name(op, "repeatable");
    default:
      return {};
  }
}

// Tries the failing call again, each time with more of what the case is about,
// and returns the clause that the first failing attempt breaks. Returns an
// empty string if all of them pass.
std::string broken_by_values(const PlannedCase& plan, const ShrunkCase& failed,
                             const ShrinkContext& context) {
  const Failure& failure = *failed.outcome.failure;
  const std::optional<Verdict> again =
      verdict_of(failed.test_case, context.subject);
  if (!again) return {};
  if (*again == Verdict::kPass) return clause_or_name(plan.op, "repeatable");
  const Step* step = failing_step(plan, failed.test_case, failure.tensor);
  if (step == nullptr) return {};
  const bool is_of_elements = has_pool(plan.op) && failure.got.has_value();
  const bool is_about_rank = aspect_of(plan.clause) == "high_rank";
  struct Attempt {
    Operands operands;
    bool is_made;
    std::string broken;
  };
  const Attempt attempts[] = {
      {Operands::kOneElement, is_of_elements, {}},
      {Operands::kContiguous, !is_about_rank,
       has_pool(plan.op) ? clause_or_name(plan.op, "every_element")
                         : value_clause(plan.op)},
      {Operands::kAsInCase, !is_about_rank,
       clause_or_name(plan.op, "strided_operands")}};
  const auto claim = context.subject.backend().claim(plan.cell());
  for (const Attempt& attempt : attempts) {
    if (!attempt.is_made) continue;
    auto plain = plain_call(failed.test_case, *step, failure, attempt.operands,
                            context.profile);
    if (!plain || beyond_claims(context.subject.backend(), claim, *plain))
      return {};
    if (!prepare_case(*plain, context.oracle, context.profile).ok()) return {};
    const auto verdict = verdict_of(*plain, context.subject);
    if (!verdict) return {};
    if (!is_failure(*verdict)) continue;
    if (const auto own = clause_of_verdict(plan.op, *verdict); !own.empty())
      return own;
    return attempt.broken.empty() ? governing_clause_of(plan, *plain)
                                  : attempt.broken;
  }
  return {};
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
      plan.clause.substr(0, plan.clause.find('.')) == name_of(plan.op);
  if (part == "layout" && is_own && is_about_values(plan.clause))
    return std::string(plan.clause);
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
  const Verdict verdict = failed.outcome.verdict;
  if (verdict == Verdict::kWrongMetadata)
    return metadata_clause(plan, failed.outcome.wrong_part);
  // A call without elements may break its clause by what it writes.
  if (aspect_of(asked).starts_with("empty")) return asked;
  if (const auto own = clause_of_verdict(plan.op, verdict); !own.empty())
    return own;
  if (verdict != Verdict::kFail || is_about_values(asked) ||
      context.subject.breakdown())
    return asked;
  // The call was refused, or answered with another status.
  if (failure.tensor.empty()) return std::string(name_of(plan.op));
  const std::string values = broken_by_values(plan, failed, context);
  if (!values.empty()) return values;
  return is_between_calls(failed.test_case, failure) &&
                 aspect_of(asked) != "layout_invariance"
             ? clause_or_name(plan.op, "repeatable")
             : asked;
}

}  // namespace

std::string broken_clause(const PlannedCase& plan, const ShrunkCase& failed,
                          const ShrinkContext& context) {
  if (!failed.outcome.failure || plan.breach != Breach::kNone) return {};
  std::string broken = broken_whatever_is_asked(plan, failed, context);
  return broken == plan.clause ? std::string() : broken;
}

}  // namespace assay
