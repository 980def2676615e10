// Runs a case: calls its steps, compares their statuses, judges the results,
// checks the memory around them, and makes second runs and live controls. A
// step with a wrong status ends the case, because its results mean nothing.
// Tested by tests/harness/run/run_case_test.cc.
#include "harness/run/run_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/case/case_line.h"
#include "harness/case/case_types.h"
#include "harness/case/planned_case.h"
#include "harness/case/refusal.h"
#include "harness/judge/tolerance_residual.h"
#include "harness/run/control.h"
#include "harness/run/judge_follows.h"
#include "harness/run/judge_tensor.h"
#include "harness/run/program.h"
#include "harness/run/protocol_outcome.h"
#include "harness/run/refused_outs.h"
#include "harness/run/second_run.h"
#include "harness/run/view_check.h"
#include "harness/subject/step_claim.h"
#include "spec/element_text.h"
#include "spec/op_table.h"
#include "spec/profile.h"

namespace assay {
namespace {

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

// Returns the verdict on a step whose status is not the expected one.
CaseOutcome wrong_status(const Step& step, const Status& status, bool claimed) {
  if (status.code == StatusCode::kUnsupported && !claimed) {
    CaseOutcome outcome;
    outcome.verdict = Verdict::kUnsupported;
    outcome.unsupported_kind = status.kind;
    outcome.needs = name_of(step.op);
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

// Returns the verdict on a call that breaks a precondition and was not refused,
// or that may be refused but answered with another error.
CaseOutcome not_refused(const Case& test_case, const Step& step,
                        const Status& status) {
  const Verdict verdict = status.code == StatusCode::kOutOfMemory
                              ? Verdict::kOutOfMemory
                              : Verdict::kFail;
  if (may_be_refused(step))
    return fault(verdict, fmt::format("{} answered {}; expected ok, invalid or "
                                      "unsupported",
                                      name_of(step.op), status_text(status)));
  if (status.ok())
    return fault(Verdict::kFail,
                 fmt::format("{} accepted a call that breaks {}",
                             name_of(step.op), test_case.clause));
  return fault(
      verdict,
      fmt::format("{} answered {} to a call that breaks {}; expected "
                  "invalid or unsupported",
                  name_of(step.op), status_text(status), test_case.clause));
}

// Returns whether `unsupported` means that the cell of the call is not claimed,
// rather than that the subject refuses what an unspecified clause lets it
// refuse.
bool is_beyond_claim(const Case& test_case, const Step& step,
                     const Status& status, bool claimed) {
  return !claimed && status.code == StatusCode::kUnsupported &&
         may_be_refused(step) && !is_robustness_id(test_case.id);
}

// A step with status ok and a kind may instead answer that numeric error.
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

// Runs the steps up to an expected typed error, which it stores in `error`. A
// case of op set protocol goes on after such an error. Returns an outcome if a
// step ends the case.
std::optional<CaseOutcome> run_steps(const Case& test_case, Program& program,
                                     Subject& subject,
                                     std::optional<Status>& error) {
  const bool goes_on = uses_protocol(test_case);
  for (const Step& step : test_case.steps) {
    const Status status = program.run(step);
    if (subject.breakdown()) return broken_down(*subject.breakdown());
    if (auto outcome = not_judged(test_case, step, status, program))
      return outcome;
    const bool claimed = status.code != StatusCode::kUnsupported ||
                         is_claimed(subject.backend(), program.call_of(step));
    if (is_beyond_claim(test_case, step, status, claimed))
      return wrong_status(step, status, claimed);
    if (!is_as_expected(step, status))
      return step.kind == kRefusal ? not_refused(test_case, step, status)
                                   : wrong_status(step, status, claimed);
    if (status.ok()) continue;
    if (!step.message_contains.empty())
      if (auto wrong = missing_word(step, status, program)) return wrong;
    if (goes_on && step.kind != kRefusal) continue;
    error = status;
    break;
  }
  return std::nullopt;
}

// Checks the memory that no step should have touched.
CaseOutcome check_surroundings(const Case& test_case, const Program& program) {
  if (const auto stray = program.changed_reclaimed())  // reclaim.wrapped
    return fault(Verdict::kWroteOutside, stray->text);
  if (test_case.clause == "reclaim.other_dtype"_clause)
    if (const auto misaligned = program.misaligned(test_case))
      return fault(Verdict::kFail, *misaligned);  // reclaim.other_dtype
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

// Runs the program again if the case passed, or if its values are wrong and a
// second run may show why.
void check_second_run(const Case& test_case, Subject& subject,
                      const Program& program, CaseOutcome& outcome) {
  const bool failed = outcome.verdict == Verdict::kFail ||
                      outcome.verdict == Verdict::kNondeterministic;
  if (!failed && outcome.verdict != Verdict::kPass) return;
  if (!is_run_twice(test_case) &&
      !(failed && (shows_poison(test_case, *outcome.failure) ||
                   is_between_calls(test_case, *outcome.failure))))
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

// Makes the controls of a case whose answer was an error: neither another
// answer nor another expectation may count as expected.
void control_status(const Case& test_case, const Status& error,
                    ControlCount& controls) {
  for (const Step& step : test_case.steps) {
    if (!is_as_expected(step, error)) continue;
    if (step.status == StatusCode::kOk && step.kind.empty()) continue;
    controls.add("status",
                 !is_as_expected(step, Status::internal("a live control")),
                 test_case.id + ": its error became internal, and passed");
    Step other = step;
    other.status = StatusCode::kOk;
    other.kind.clear();
    controls.add("status", !is_as_expected(other, error),
                 test_case.id + ": no error was expected, and one passed");
    return;
  }
}

// Makes the control of a case whose plan was declined: another answer may not
// count as a plan that was.
void control_declined(const Case& test_case, const Program& program,
                      ControlCount& controls) {
  for (const Step& step : test_case.steps) {
    if (step.does != StepKind::kPlan) continue;
    const Status other = Status::internal("a live control");
    controls.add("status",
                 !not_judged(test_case, step, other, program) &&
                     !is_as_expected(step, other),
                 test_case.id + ": its plan ended with internal, and passed");
    return;
  }
}

CaseOutcome run_program(const Case& given, Subject& subject, Program& program,
                        ControlCount* controls, Oracle* oracle) {
  CaseOutcome outcome;
  std::optional<Case> completed;
  if (has_follows(given)) completed = given;
  const Case& test_case = completed ? *completed : given;
  if (const Status made = program.make_tensors(test_case); !made.ok()) {
    if (auto missing = without_place(test_case, made, program))
      return *std::move(missing);
    return subject.breakdown() ? broken_down(*subject.breakdown())
                               : fault(Verdict::kFail, "from_host answered " +
                                                           status_text(made));
  }
  std::optional<Status> error;
  if (auto ended = run_steps(test_case, program, subject, error)) {
    // A broken call that was accepted may have written anywhere.
    // A plan that is declined has written nothing.
    const bool is_declined =
        !is_failure(ended->verdict) && test_case.clause.starts_with("fusion.");
    if (!subject.breakdown() &&
        (is_declined || (ended->verdict == Verdict::kFail &&
                         must_be_refused(test_case.steps.back()))))
      merge(*ended, check_surroundings(test_case, program));
    if (controls != nullptr && is_declined && ended->verdict == Verdict::kPass)
      control_declined(test_case, program, *controls);
    return *std::move(ended);
  }
  if (completed && oracle != nullptr && !error) {
    const Status permitted = permit_follows(
        program, *oracle, *profile_named(given.profile), *completed);
    if (subject.breakdown()) return broken_down(*subject.breakdown());
    if (!permitted.ok())
      return fault(Verdict::kHarnessError, permitted.message);
  } else if (completed) {
    // Without an oracle nothing is known about them.
    std::erase_if(completed->expect, [](const Expectation& expectation) {
      return expectation.follows.has_value();
    });
    outcome.measured = "what follows from other results was not judged";
  }
  if (error) {
    outcome = check_refused_outs(test_case, program);
    outcome.compared = 1;  // the error is compared in place of elements
  } else {
    for (const Expectation& expectation : test_case.expect)
      merge(outcome, judge_tensor(test_case, program, expectation));
  }
  if (!subject.breakdown() && !error)
    if (auto wrong = wrong_view(test_case, program))
      merge(outcome, *std::move(wrong));
  if (!subject.breakdown())
    merge(outcome, check_surroundings(test_case, program));
  if (!subject.breakdown() && !error)
    check_second_run(test_case, subject, program, outcome);
  if (subject.breakdown()) return broken_down(*subject.breakdown());
  if (outcome.verdict == Verdict::kPass && outcome.compared == 0 &&
      !may_compare_nothing(test_case))
    return fault(Verdict::kHarnessError,
                 "the case passed without comparing an element");
  if (controls == nullptr || outcome.verdict != Verdict::kPass ||
      outcome.compared == 0)
    return outcome;
  if (error)
    control_status(test_case, *error, *controls);
  else
    control_results(test_case, program, *controls);
  if (subject.breakdown()) return broken_down(*subject.breakdown());
  return outcome;
}

// Runs the program while another context of the subject is in a session.
CaseOutcome run_beside_session(const Case& test_case, Subject& subject,
                               Program& program, ControlCount* controls,
                               Oracle* oracle) {
  const std::unique_ptr<Backend> other = subject.another_context();
  if (other == nullptr) {
    CaseOutcome outcome =
        run_program(test_case, subject, program, controls, oracle);
    outcome.measured = "not applicable: the subject has one context";
    return outcome;
  }
  const Status begun = other->session_begin();
  if (!begun.ok())
    return fault(Verdict::kFail, "session_begin of a second context answered " +
                                     status_text(begun));
  CaseOutcome outcome =
      run_program(test_case, subject, program, controls, oracle);
  const Status ended = other->session_end();
  if (!ended.ok() && !subject.breakdown())
    merge(outcome,
          fault(Verdict::kFail, "session_end of a second context answered " +
                                    status_text(ended)));
  return outcome;
}

// Returns whether every bound on the matrices of a result is "any".
bool is_open(const Permitted& permitted) {
  if (permitted.accuracy != Accuracy::kResidual) return false;
  if (!permitted.matrices) return true;  // another result has the bounds
  const auto& [residual, orthogonality, spectrum] = *permitted.matrices;
  for (const auto* bounds : {&residual, &orthogonality, &spectrum})
    for (const double bound : *bounds)
      if (bound >= 0) return false;
  return true;
}

}  // namespace

bool shows_poison(const Case& test_case, const Failure& failure) {
  const CaseTensor* out = test_case.find(failure.tensor);
  if (out == nullptr || !failure.got || !is_poisoned(*out)) return false;
  const std::vector<ElementBits> poison = storage_of(*out);
  return !poison.empty() &&
         failure.got->bits == bits_text(out->dtype, poison[0]);
}

bool is_between_calls(const Case& test_case, const Failure& failure) {
  return std::any_of(test_case.expect.begin(), test_case.expect.end(),
                     [&](const Expectation& expectation) {
                       return expectation.tensor == failure.tensor &&
                              !expectation.same_bits_as.empty();
                     });
}

bool may_compare_nothing(const Case& test_case) {
  const Clause* clause = clause_named(test_case.clause);
  if (clause != nullptr && clause->status == ClauseStatus::kUnspecified)
    return true;
  // Another profile may leave open what nx decides, as the oracle has found.
  if (test_case.profile != kNx.name) return true;
  return std::all_of(test_case.expect.begin(), test_case.expect.end(),
                     [](const Expectation& expectation) {
                       return element_count(expectation.shape) == 0 ||
                              (expectation.any_of.size() == 1 &&
                               is_open(expectation.any_of[0]));
                     });
}

CaseOutcome run_case(const Case& test_case, Subject& subject,
                     ControlCount* controls, Oracle* oracle) {
  subject.begin_case();
  Program program(subject.backend());
  CaseOutcome outcome =
      test_case.clause == "session.isolated"
          ? run_beside_session(test_case, subject, program, controls, oracle)
          : run_program(test_case, subject, program, controls, oracle);
  outcome.memory = program.memory();
  if (outcome.failure) outcome.failure->program = case_line(test_case);
  if (outcome.verdict == Verdict::kFail && outcome.rejected_ulp < HUGE_VAL)
    outcome.failure->distance = outcome.rejected_ulp;
  return outcome;
}

}  // namespace assay
