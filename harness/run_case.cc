// Tested by tests/harness/run_case_test.cc.
#include "harness/run_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/case_line.h"
#include "harness/case_types.h"
#include "harness/explain.h"
#include "harness/judge.h"
#include "harness/judge_residual.h"
#include "harness/program.h"
#include "harness/robustness_case.h"
#include "harness/second_run.h"
#include "harness/step_claim.h"
#include "harness/tolerance_residual.h"
#include "harness/worst_operands.h"
#include "spec/element_text.h"
#include "spec/profile.h"

namespace assay {
namespace {

CaseOutcome fault(Verdict verdict, std::string message) {
  CaseOutcome outcome;
  outcome.verdict = verdict;
  outcome.rejected_ulp = HUGE_VAL;  // no distance
  outcome.failure = Failure{.message = std::move(message)};
  return outcome;
}

CaseOutcome broken_down(const Breakdown& breakdown) {
  switch (breakdown.kind) {
    case Breakdown::Kind::kCrashed:
      return fault(Verdict::kCrashed, breakdown.message);
    case Breakdown::Kind::kTimedOut:
      return fault(Verdict::kTimedOut, breakdown.message);
    case Breakdown::Kind::kProtocolError:
      break;
  }
  return fault(Verdict::kProtocolError, breakdown.message);
}

std::string status_text(const Status& status) {
  std::string text(name_of(status.code));
  if (!status.kind.empty()) text += " (" + status.kind + ")";
  if (!status.message.empty()) text += ": " + status.message;
  return text;
}

// The verdict on a step whose status is not the expected one.
CaseOutcome wrong_status(const Step& step, const Status& status,
                         bool outside_claim) {
  if (status.code == StatusCode::kUnsupported && outside_claim) {
    CaseOutcome outcome;
    outcome.verdict = Verdict::kUnsupported;
    outcome.unsupported_kind = status.kind;
    return outcome;
  }
  const Verdict verdict = status.code == StatusCode::kOutOfMemory
                              ? Verdict::kOutOfMemory
                              : Verdict::kFail;
  if (status.code == StatusCode::kUnsupported) {
    CaseOutcome lie =
        fault(verdict, fmt::format("{} is claimed, and answered {}",
                                   name_of(step.op), status_text(status)));
    lie.unsupported_kind = status.kind.empty() ? "op" : status.kind;
    return lie;
  }
  const bool may_err = step.status == StatusCode::kOk && !step.kind.empty();
  const std::string expected =
      may_err ? "ok or " + status_text({StatusCode::kNumeric, step.kind, ""})
              : status_text({step.status, step.kind, ""});
  return fault(verdict,
               fmt::format("{} answered {}; expected {}", name_of(step.op),
                           status_text(status), expected));
}

// The verdict on a call that breaks a precondition and was not refused.
CaseOutcome not_refused(const Case& test_case, const Step& step,
                        const Status& status) {
  if (status.ok())
    return fault(Verdict::kFail,
                 fmt::format("{} accepted a call that breaks {}",
                             name_of(step.op), test_case.clause));
  return fault(
      status.code == StatusCode::kOutOfMemory ? Verdict::kOutOfMemory
                                              : Verdict::kFail,
      fmt::format("{} answered {} to a call that breaks {}; expected "
                  "invalid or unsupported",
                  name_of(step.op), status_text(status), test_case.clause));
}

// A step that must answer ok and names a kind may answer that numeric error.
bool is_as_expected(const Step& step, const Status& status) {
  if (step.kind == kRefusal && is_refusal(status)) return true;
  if (step.kind == kRefusal) return !must_be_refused(step) && status.ok();
  const bool same_kind = step.kind.empty() || step.kind == kAnyNumericError ||
                         step.kind == status.kind;
  if (step.status != StatusCode::kOk)
    return status.code == step.status && same_kind;
  return status.ok() || (status.code == StatusCode::kNumeric &&
                         !step.kind.empty() && same_kind);
}

// Runs every step up to a typed error that was expected, and says in `erred`
// whether there was one; an outcome if a step ends the case.
std::optional<CaseOutcome> run_steps(const Case& test_case, Program& program,
                                     Subject& subject, bool outside_claim,
                                     bool& erred) {
  for (const Step& step : test_case.steps) {
    const Status status = program.run(step);
    if (subject.breakdown()) return broken_down(*subject.breakdown());
    if (!is_as_expected(step, status))
      return step.kind == kRefusal
                 ? not_refused(test_case, step, status)
                 : wrong_status(
                       step, status,
                       outside_claim || !is_claimed(subject.backend(),
                                                    program.call_of(step)));
    erred = !status.ok();
    if (erred) break;
  }
  return std::nullopt;
}

std::optional<std::string> wrong_metadata(const Expectation& expectation,
                                          const Tensor& tensor) {
  if (tensor.dtype != expectation.dtype)
    return fmt::format("{} has dtype {}, expected {}", expectation.tensor,
                       name_of(tensor.dtype), name_of(expectation.dtype));
  if (tensor.view.shape() != expectation.shape)
    return fmt::format("{} has shape {}, expected {}", expectation.tensor,
                       shape_text(tensor.view.shape()),
                       shape_text(expectation.shape));
  if (expectation.contiguous && !tensor.view.is_c_contiguous())
    return fmt::format(
        "{} has strides {} and offset {}, expected a "
        "C-contiguous tensor",
        expectation.tensor, shape_text(tensor.view.strides()),
        tensor.view.offset());
  return std::nullopt;
}

// The operands of a step and what it made; nothing where a result is not of
// the type that it should be, of which its own expectation complains.
std::optional<FactoredStep> factored_step(const Case& test_case,
                                          const Program& program,
                                          const Step& step) {
  FactoredStep factored{step.op, step.attributes, {}, {}};
  factored.plain_transpose =
      profile_named(test_case.profile)
          ->is("triangular_solve.transpose=plain"_policy);
  const auto gather = [&](const std::string& name,
                          std::vector<FactoredTensor>& into) {
    const Tensor* tensor = program.find(name);
    if (tensor == nullptr) return false;
    auto elements = program.read(name, false);
    if (!elements) return false;
    into.push_back(
        {{tensor->dtype, tensor->view.shape()}, *std::move(elements)});
    return true;
  };
  for (const std::string& name : step.operands)
    if (!gather(name, factored.operands)) return std::nullopt;
  const auto types = type_case(test_case);
  for (const std::string& name : step.outs) {
    if (!gather(name, factored.results)) return std::nullopt;
    if (!types || factored.results.back().type != types->at(name))
      return std::nullopt;
  }
  return factored;
}

// Judges the factorization or solve that made a tensor.
CaseOutcome check_residual(const Case& test_case, const Program& program,
                           const Expectation& expectation,
                           const Permitted& permitted) {
  CaseOutcome outcome;
  if (!permitted.matrices) return outcome;
  for (const Step& step : test_case.steps) {
    const auto out =
        std::find(step.outs.begin(), step.outs.end(), expectation.tensor);
    if (out == step.outs.end() || !is_judged_by_residual(step.op)) continue;
    const auto factored = factored_step(test_case, program, step);
    if (!factored) return outcome;
    const ResidualJudgement judgement = judge_residual(
        *factored, static_cast<std::size_t>(out - step.outs.begin()),
        permitted);
    outcome.compared = judgement.compared;
    outcome.tightness = static_cast<double>(judgement.worst);
    if (!judgement.complaint) return outcome;
    outcome = fault(Verdict::kFail, fmt::format("{}: {}", expectation.tensor,
                                                *judgement.complaint));
    outcome.failure->tensor = expectation.tensor;
    return outcome;
  }
  return fault(Verdict::kHarnessError,
               expectation.tensor + " is no result of a factorization");
}

// Compares one tensor with what is expected of it.
CaseOutcome check(const Case& test_case, const Program& program,
                  const Expectation& expectation) {
  CaseOutcome outcome;
  const Tensor* tensor = program.find(expectation.tensor);
  if (tensor == nullptr)
    return fault(Verdict::kHarnessError,
                 expectation.tensor + " was never made");
  if (auto wrong = wrong_metadata(expectation, *tensor))
    return fault(Verdict::kWrongMetadata, *std::move(wrong));
  const auto got = program.read(expectation.tensor, expectation.whole_storage);
  if (!got) return fault(Verdict::kWrongMetadata, got.status().message);
  if (expectation.metadata_only) {
    outcome.compared = 1;
    return outcome;
  }
  std::vector<Permitted> permitted = expectation.any_of;
  if (permitted.size() == 1 && permitted[0].accuracy == Accuracy::kResidual)
    return check_residual(test_case, program, expectation, permitted[0]);
  if (!expectation.same_bits_as.empty()) {
    auto other = program.read(expectation.same_bits_as, false);
    if (!other) return fault(Verdict::kWrongMetadata, other.status().message);
    permitted = {{.values = *std::move(other), .accuracy = Accuracy::kBits}};
  }
  const Judgement judgement =
      judge_any(expectation.dtype, permitted, *got, expectation.shape);
  outcome.compared = judgement.compared;
  outcome.max_ulp = judgement.max_ulp;
  outcome.tightness = judgement.tightness;
  if (judgement.worst >= 0)
    outcome.worst_operands =
        operands_of_element(test_case, expectation, judgement.worst);
  outcome.rejected_ulp = judgement.rejected_ulp;
  if (judgement.pass) return outcome;
  if (!judgement.first)
    return fault(Verdict::kHarnessError, "a result without its expectation");
  outcome.verdict = Verdict::kFail;
  outcome.failure =
      explain(test_case, program, expectation, judgement, got->size());
  if (!expectation.same_bits_as.empty()) {
    outcome.verdict = Verdict::kNondeterministic;
    outcome.failure->message +=
        " (expected the bits of " + expectation.same_bits_as + ")";
  }
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
  }
}

// Looks at what no step should have touched.
CaseOutcome check_surroundings(const Case& test_case, const Program& program) {
  const auto operand = program.changed_operand(test_case);
  if (!operand) return fault(Verdict::kFail, operand.status().message);
  if (*operand) return fault(Verdict::kModifiedOperand, (**operand).text);
  for (const auto& stray :
       {program.changed_canary(), program.changed_gap(test_case)}) {
    if (!stray) return fault(Verdict::kFail, stray.status().message);
    if (*stray) return fault(Verdict::kWroteOutside, (**stray).text);
  }
  return {};
}

// Whether the element that was not accepted is what its out was poisoned with.
bool shows_poison(const Case& test_case, const Failure& failure) {
  const CaseTensor* out = test_case.find(failure.tensor);
  if (out == nullptr || !failure.got || !is_poisoned(*out)) return false;
  const std::vector<ElementBits> poison = storage_of(*out);
  return !poison.empty() &&
         failure.got->bits == bits_text(out->dtype, poison[0]);
}

// Says of a case that passed, or whose values are wrong, what comes of a second
// run: it may tell why values are wrong.
void check_second_run(const Case& test_case, Subject& subject,
                      const Program& program, CaseOutcome& outcome) {
  const bool failed = outcome.verdict == Verdict::kFail;
  if (!failed && outcome.verdict != Verdict::kPass) return;
  if (!is_run_twice(test_case) &&
      !(failed && shows_poison(test_case, *outcome.failure)))
    return;
  const auto deviation = run_again(test_case, subject, program);
  if (!deviation) return;
  if (failed && deviation->verdict == Verdict::kFail) {
    outcome.failure->message += "; " + deviation->message;
    return;
  }
  CaseOutcome other = fault(deviation->verdict, deviation->message);
  other.failure->tensor = deviation->tensor;
  other.failure->index = deviation->index;
  merge(outcome, std::move(other));
}

CaseOutcome run_program(const Case& test_case, Subject& subject,
                        bool outside_claim, Program& program) {
  CaseOutcome outcome;
  if (const Status made = program.make_tensors(test_case); !made.ok())
    return subject.breakdown() ? broken_down(*subject.breakdown())
                               : fault(Verdict::kFail, "from_host answered " +
                                                           status_text(made));
  bool erred = false;
  if (auto ended =
          run_steps(test_case, program, subject, outside_claim, erred)) {
    // Where a broken call was accepted, it may have written anywhere.
    if (!subject.breakdown() && ended->verdict == Verdict::kFail &&
        must_be_refused(test_case.steps.back()))
      merge(*ended, check_surroundings(test_case, program));
    return *std::move(ended);
  }
  if (erred)
    outcome.compared = 1;  // the error is what there was to compare
  else
    for (const Expectation& expectation : test_case.expect)
      merge(outcome, check(test_case, program, expectation));
  if (!subject.breakdown())
    merge(outcome, check_surroundings(test_case, program));
  if (!subject.breakdown() && !erred)
    check_second_run(test_case, subject, program, outcome);
  if (subject.breakdown()) return broken_down(*subject.breakdown());
  if (outcome.verdict == Verdict::kPass && outcome.compared == 0 &&
      !may_compare_nothing(test_case))
    return fault(Verdict::kHarnessError,
                 "the case passed without comparing an element");
  return outcome;
}

}  // namespace

bool may_compare_nothing(const Case& test_case) {
  const Clause* clause = clause_named(test_case.clause);
  if (clause != nullptr && clause->status == ClauseStatus::kUnspecified)
    return true;
  // Another profile may leave open what nx decides; the oracle has said so.
  if (test_case.profile != kNx.name) return true;
  return std::all_of(test_case.expect.begin(), test_case.expect.end(),
                     [](const Expectation& expectation) {
                       return element_count(expectation.shape) == 0;
                     });
}

CaseOutcome run_case(const Case& test_case, Subject& subject,
                     bool outside_claim) {
  subject.begin_case();
  Program program(subject.backend());
  CaseOutcome outcome = run_program(test_case, subject, outside_claim, program);
  outcome.memory = program.memory();
  if (outcome.failure) outcome.failure->program = case_line(test_case);
  if (outcome.verdict == Verdict::kFail && outcome.rejected_ulp < HUGE_VAL)
    outcome.failure->distance = outcome.rejected_ulp;
  return outcome;
}

}  // namespace assay
