// Words the outcomes of cases of op set protocol.
// Tested by tests/harness/run/program_protocol_test.cc.
#include "harness/run/protocol_outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "harness/case/refusal.h"
#include "harness/run/judge_tensor.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Returns whether the case names a place that the subject does not have: most
// of these cases need two.
bool lacks_place(const Case& test_case, const Program& program) {
  const auto is_missing = [&](const std::string& name) {
    return !name.empty() && !program.place_named(name).ok();
  };
  return std::any_of(test_case.tensors.begin(), test_case.tensors.end(),
                     [&](const CaseTensor& tensor) {
                       return is_missing(tensor.place);
                     }) ||
         std::any_of(test_case.steps.begin(), test_case.steps.end(),
                     [&](const Step& step) { return is_missing(step.place); });
}

CaseOutcome unsupported(std::string kind, std::string needs) {
  CaseOutcome outcome;
  outcome.verdict = Verdict::kUnsupported;
  outcome.unsupported_kind = std::move(kind);
  outcome.needs = std::move(needs);
  return outcome;
}

}  // namespace

std::string status_text(const Status& status) {
  std::string text(name_of(status.code));
  if (!status.kind.empty()) text += " (" + status.kind + ")";
  if (!status.message.empty()) text += ": " + status.message;
  return text;
}

std::optional<CaseOutcome> missing_word(const Step& step, const Status& status,
                                        const Program& program) {
  std::string word = step.message_contains;
  if (word == kWayOut) word = program.way_out(step);
  std::string message = status.message;
  for (char& c : message)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (message.find(word) != std::string::npos) return std::nullopt;
  return fault(Verdict::kFail,
               fmt::format("{} answered {}; expected a message that contains "
                           "\"{}\"",
                           name_of(step.op), status_text(status), word));
}

std::optional<CaseOutcome> not_judged(const Case& test_case, const Step& step,
                                      const Status& status,
                                      const Program& program) {
  if (status.code != StatusCode::kUnsupported || must_be_refused(step))
    return std::nullopt;
  if (step.does == StepKind::kTransfer && lacks_place(test_case, program))
    return unsupported("placement", status.message);
  if (step.does != StepKind::kPlan || status.kind != "plan")
    return std::nullopt;
  if (test_case.clause != "fusion.decline"_clause)
    return unsupported(status.kind, "the plan");
  CaseOutcome outcome;  // this clause is about plans that are declined
  outcome.compared = 1;
  return outcome;
}

std::optional<CaseOutcome> without_place(const Case& test_case,
                                         const Status& status,
                                         const Program& program) {
  if (!lacks_place(test_case, program)) return std::nullopt;
  return unsupported("placement", status.message);
}

}  // namespace assay
