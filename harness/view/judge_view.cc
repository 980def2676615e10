// Judges a case about views: compares every status and every answer with the
// expected one.
// Tested by tests/harness/view/view_case_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/case/attribute_json.h"
#include "harness/view/view_json.h"
#include "harness/view/view_subject.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

ViewJudgement failed(std::string message) {
  return {Verdict::kFail, std::move(message)};
}

std::string status_text(const Status& status) {
  if (status.ok()) return "ok";
  return fmt::format("{} ({})", name_of(status.code), status.message);
}

// Returns what is wrong with a status, or "" if it is one of those wanted.
std::string status_fault(const Status& found,
                         const std::vector<StatusCode>& wanted) {
  if (std::find(wanted.begin(), wanted.end(), found.code) == wanted.end())
    return fmt::format("{}, expected {}", status_text(found),
                       name_of(wanted.front()));
  if (found.code == StatusCode::kUnsupported && found.kind != "view")
    return fmt::format("unsupported for reason \"{}\", expected \"view\"",
                       found.kind);
  return {};
}

// Returns the name of a question with its argument.
std::string question_text(const ViewQuestion& question) {
  std::string text = question.name;
  if (is_view_call(question.name))
    text += "(" + shape_text(question.argument) + ")";
  return question.is_of_first ? text + " of the first view" : text;
}

// Checks that the message of a refusal names what the caller can do, if the
// case demands that.
ViewJudgement judge_message(const ViewCase& view_case, const Status& status) {
  for (const std::string& part : view_case.message)
    if (status.message.find(part) == std::string::npos)
      return failed(fmt::format(
          "{}: the message \"{}\" does not name \"{}\"",
          view_case.steps.empty() ? "create" : view_case.steps.back().name,
          status.message, part));
  return {};
}

std::string answer_fault(const ViewQuestion& question,
                         const Result<Json>& found,
                         const std::vector<Variable>& variables) {
  const std::string fault = status_fault(found.status(), {question.status});
  if (!fault.empty() || !found.ok()) return fault;
  const auto normal = normal_answer(question.name, *found, variables);
  if (!normal) return normal.status().message;
  const auto wanted = normal_answer(question.name, question.answer, variables);
  if (!wanted) return wanted.status().message;
  if (*normal == *wanted) return {};
  return fmt::format("{}, expected {}", found_text(*found),
                     found_text(question.answer));
}

}  // namespace

ViewJudgement judge_view_case(const ViewCase& view_case, ViewSubject& subject) {
  const std::vector<StatusCode> kMustSucceed = {StatusCode::kOk};
  const std::size_t last = view_case.steps.size();
  Status status = subject.create(view_case.shape, view_case.layout);
  for (std::size_t step = 0; step <= last; ++step) {
    const std::string fault =
        status_fault(status, step == last ? view_case.statuses : kMustSucceed);
    if (!fault.empty())
      return failed(fmt::format(
          "{}: {}", step == 0 ? "create" : view_case.steps[step - 1].name,
          fault));
    if (step < last) status = subject.apply(view_case.steps[step]);
  }
  // Questions are asked only if all steps were carried out.
  if (!status.ok()) return judge_message(view_case, status);
  for (const ViewQuestion& question : view_case.questions) {
    const std::string fault =
        answer_fault(question, subject.ask(question), view_case.variables);
    if (!fault.empty())
      return failed(fmt::format("{}: {}", question_text(question), fault));
  }
  return {};
}

}  // namespace assay
