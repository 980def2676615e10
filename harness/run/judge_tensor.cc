// Compares one result with its expectation: first its type and layout, then its
// elements, in the way of its class of accuracy. A wrong result gets a verdict
// and an explanation.
// Tested by tests/harness/run/run_case_test.cc.
#include "harness/run/judge_tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/case/case_storage.h"
#include "harness/case/case_types.h"
#include "harness/judge/judge.h"
#include "harness/judge/judge_residual.h"
#include "harness/run/explain.h"
#include "harness/run/worst_operands.h"
#include "spec/element_text.h"
#include "spec/profile.h"

namespace assay {
namespace {

// Returns the outcome for a tensor that is not in the expected place.
std::optional<CaseOutcome> wrong_place(const Expectation& expectation,
                                       const Program& program,
                                       const Tensor& tensor) {
  if (expectation.place.empty()) return std::nullopt;
  const auto wanted = program.place_named(expectation.place);
  const auto place = program.backend().place_of(tensor);
  if (!wanted) return fault(Verdict::kFail, wanted.status().message);
  if (!place) return fault(Verdict::kFail, place.status().message);
  if (*wanted == *place) return std::nullopt;
  const auto places = program.backend().places();
  const auto name = [&](std::uint32_t number) {
    return places.ok() && number < places->names.size()
               ? "\"" + places->names[number] + "\""
               : std::to_string(number);
  };
  CaseOutcome outcome =
      fault(Verdict::kWrongMetadata,
            fmt::format("{} is in place {}, expected {}", expectation.tensor,
                        name(*place), name(*wanted)));
  outcome.wrong_part = "place";
  return outcome;
}

std::optional<CaseOutcome> wrong_metadata(const Expectation& expectation,
                                          const Tensor& tensor) {
  const auto wrong = [](std::string_view part, std::string message) {
    CaseOutcome outcome = fault(Verdict::kWrongMetadata, std::move(message));
    outcome.wrong_part = part;
    return outcome;
  };
  if (tensor.dtype != expectation.dtype)
    return wrong("dtype", fmt::format("{} has dtype {}, expected {}",
                                      expectation.tensor, name_of(tensor.dtype),
                                      name_of(expectation.dtype)));
  if (tensor.view.shape() != expectation.shape)
    return wrong("shape",
                 fmt::format("{} has shape {}, expected {}", expectation.tensor,
                             shape_text(tensor.view.shape()),
                             shape_text(expectation.shape)));
  if (expectation.contiguous && !tensor.view.is_c_contiguous())
    return wrong(
        "layout",
        fmt::format("{} has strides {} and offset {}, expected a "
                    "C-contiguous tensor",
                    expectation.tensor, shape_text(tensor.view.strides()),
                    tensor.view.offset()));
  return std::nullopt;
}

// Returns whether two tensors are results of the same call, made twice.
bool are_of_one_call(const Case& test_case, const std::string& a,
                     const std::string& b) {
  const auto made = [&](const std::string& name) {
    return std::find_if(
        test_case.steps.begin(), test_case.steps.end(), [&](const Step& step) {
          return std::find(step.outs.begin(), step.outs.end(), name) !=
                 step.outs.end();
        });
  };
  const auto x = made(a);
  const auto y = made(b);
  return x != test_case.steps.end() && y != test_case.steps.end() &&
         x->op == y->op && x->operands == y->operands &&
         x->attributes == y->attributes && x->plan == y->plan;
}

// Judges the factorization or solve that made the tensor.
CaseOutcome check_residual(const Case& test_case, const Program& program,
                           const Reader& read, const Expectation& expectation,
                           const Permitted& permitted) {
  CaseOutcome outcome;
  if (!permitted.matrices) return outcome;
  const auto made = step_that_made(test_case, expectation.tensor);
  if (!made)
    return fault(Verdict::kHarnessError,
                 expectation.tensor + " is no result of a factorization");
  const auto factored = factored_step(test_case, program, read, *made->step);
  if (!factored) return outcome;
  const ResidualJudgement judgement =
      judge_residual(*factored, made->result, permitted);
  outcome.compared = judgement.compared;
  outcome.tightness = static_cast<double>(judgement.worst);
  if (!judgement.complaint) return outcome;
  outcome = fault(Verdict::kFail, fmt::format("{}: {}", expectation.tensor,
                                              *judgement.complaint));
  outcome.failure->tensor = expectation.tensor;
  return outcome;
}

}  // namespace

CaseOutcome fault(Verdict verdict, std::string message) {
  CaseOutcome outcome;
  outcome.verdict = verdict;
  outcome.rejected_ulp = HUGE_VAL;  // not a matter of distance
  outcome.failure = Failure{.message = std::move(message)};
  return outcome;
}

void merge(CaseOutcome& into, CaseOutcome other) {
  into.compared += other.compared;
  if (other.max_ulp > into.max_ulp) {
    into.max_ulp = other.max_ulp;
    into.worst_operands = std::move(other.worst_operands);
  }
  into.rejected_ulp = std::max(into.rejected_ulp, other.rejected_ulp);
  into.tightness = std::max(into.tightness, other.tightness);
  if (other.verdict > into.verdict) {
    into.verdict = other.verdict;
    into.failure = std::move(other.failure);
    into.wrong_part = other.wrong_part;
  }
}

std::optional<MadeBy> step_that_made(const Case& test_case,
                                     const std::string& tensor) {
  for (const Step& step : test_case.steps) {
    const auto out = std::find(step.outs.begin(), step.outs.end(), tensor);
    if (out != step.outs.end() && is_judged_by_residual(step.op))
      return MadeBy{&step, static_cast<std::size_t>(out - step.outs.begin())};
  }
  return std::nullopt;
}

std::optional<FactoredStep> factored_step(const Case& test_case,
                                          const Program& program,
                                          const Reader& read,
                                          const Step& step) {
  FactoredStep factored =
      factored_by(step.op, step.attributes, *profile_named(test_case.profile));
  const auto gather = [&](const std::string& name,
                          std::vector<FactoredTensor>& into) {
    const Tensor* tensor = program.find(name);
    if (tensor == nullptr) return false;
    auto elements = read(name, false);
    if (!elements) return false;
    into.push_back(
        {{tensor->dtype, tensor->view.shape()}, *std::move(elements)});
    return true;
  };
  for (const std::string& name : step.operands) {
    // A donated operand may hold anything after the call.
    const CaseTensor* stored = test_case.find(name);
    const bool is_donated = std::find(step.donated.begin(), step.donated.end(),
                                      name) != step.donated.end();
    if (is_donated && stored != nullptr && stored->storage)
      factored.operands.push_back(
          {{stored->dtype, stored->view.shape()}, shown_elements(*stored)});
    else if (!gather(name, factored.operands))
      return std::nullopt;
  }
  const auto types = type_case(test_case);
  for (const std::string& name : step.outs) {
    if (!gather(name, factored.results)) return std::nullopt;
    if (!types || factored.results.back().type != types->at(name))
      return std::nullopt;
  }
  return factored;
}

CaseOutcome judge_tensor(const Case& test_case, const Program& program,
                         const Expectation& expectation, const Reader& read,
                         Detail detail) {
  CaseOutcome outcome;
  const Tensor* tensor = program.find(expectation.tensor);
  if (tensor == nullptr)
    return fault(Verdict::kHarnessError,
                 expectation.tensor + " was never made");
  if (auto wrong = wrong_metadata(expectation, *tensor))
    return *std::move(wrong);
  if (auto wrong = wrong_place(expectation, program, *tensor))
    return *std::move(wrong);
  const auto got = read(expectation.tensor, expectation.whole_storage);
  if (!got) return fault(Verdict::kWrongMetadata, got.status().message);
  if (expectation.metadata_only) {
    outcome.compared = 1;
    return outcome;
  }
  const std::vector<Permitted>& any_of = expectation.any_of;
  if (any_of.size() == 1 && any_of[0].accuracy == Accuracy::kResidual)
    return check_residual(test_case, program, read, expectation, any_of[0]);
  std::vector<Permitted> same_bits;
  if (!expectation.same_bits_as.empty()) {
    auto other = read(expectation.same_bits_as, false);
    if (!other) return fault(Verdict::kWrongMetadata, other.status().message);
    same_bits.push_back(
        {.values = *std::move(other), .accuracy = Accuracy::kBits});
  }
  const Judgement judgement =
      judge_any(expectation.dtype, same_bits.empty() ? any_of : same_bits, *got,
                expectation.shape);
  outcome.compared = judgement.compared;
  outcome.max_ulp = judgement.max_ulp;
  outcome.tightness = judgement.tightness;
  if (judgement.worst >= 0 && detail == Detail::kAll)
    outcome.worst_operands =
        operands_of_element(test_case, expectation, judgement.worst);
  outcome.rejected_ulp = judgement.rejected_ulp;
  if (judgement.pass) return outcome;
  if (!judgement.first)
    return fault(Verdict::kHarnessError, "a result without its expectation");
  // If the two calls are the same, different bits mean that the result varies.
  // If the calls differ, for example in the layout of operands, the bits are
  // wrong.
  outcome.verdict =
      are_of_one_call(test_case, expectation.tensor, expectation.same_bits_as)
          ? Verdict::kNondeterministic
          : Verdict::kFail;
  if (detail == Detail::kVerdict) return outcome;
  outcome.failure =
      explain(test_case, program, expectation, judgement, got->size());
  if (!expectation.same_bits_as.empty())
    outcome.failure->message +=
        " (expected the bits of " + expectation.same_bits_as + ")";
  return outcome;
}

}  // namespace assay
