// Turns rows and chains into cases and numbers them.
// Tested by tests/harness/view/view_case_test.cc.
#include "harness/view/view_case_plan.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace assay {
namespace {

Result<ViewCase> case_of(const ViewCaseRow& row) {
  auto view_case = parse_view_case(fmt::format(
      R"({{"format": 1, "id": "", "clause": "{}",
           "variables": {{"m": [0, 8], "n": [0, 8]}},
           "view": {{{}}}, "steps": [{}], "expect": {{{}}}}})",
      row.clause, row.view, row.steps, row.expect));
  if (view_case.ok()) return view_case;
  return Status::internal(
      fmt::format("a row of {}: {}", row.clause, view_case.status().message));
}

// Returns whether the case expects a refusal of a step or of a question.
bool is_refused(const ViewCase& view_case) {
  for (const ViewQuestion& question : view_case.questions)
    if (question.status != StatusCode::kOk) return true;
  return view_case.statuses.front() != StatusCode::kOk;
}

std::string id_of(const ViewCase& view_case, bool is_control, int number) {
  const std::string step =
      view_case.steps.empty() ? "create" : view_case.steps.back().name;
  const std::string aspect =
      view_case.clause.substr(view_case.clause.find('.') + 1);
  return fmt::format("view/{}:{}:{}case={}", step, aspect,
                     is_control ? "control=yes," : "", number);
}

}  // namespace

Result<std::vector<ViewCase>> planned_view_cases() {
  std::vector<ViewCaseRow> rows = view_property_rows();
  // New rows are appended, so that the numbers of earlier cases stay the same.
  for (const ViewCaseRow& row : view_transformation_rows()) rows.push_back(row);
  for (const ViewCaseRow& row : view_chain_rows()) rows.push_back(row);
  std::vector<ViewCase> cases;
  std::set<std::string> refusing;
  for (const ViewCaseRow& row : rows) {
    auto view_case = case_of(row);
    if (!view_case) return view_case.status();
    if (is_refused(*view_case)) refusing.insert(view_case->clause);
    cases.push_back(*std::move(view_case));
  }
  for (ViewCase& view_case : view_chain_cases()) {
    if (is_refused(view_case)) refusing.insert(view_case.clause);
    cases.push_back(std::move(view_case));
  }
  std::map<std::string, int> numbers;
  for (ViewCase& view_case : cases) {
    const bool is_control =
        refusing.contains(view_case.clause) && !is_refused(view_case);
    view_case.id = id_of(view_case, is_control, numbers[view_case.clause]++);
  }
  return cases;
}

}  // namespace assay
