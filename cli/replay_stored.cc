// Implements `assay replay` for a folder or a file of golden vectors: runs
// every case on one subject, and prints the failures and the counts.
// Tested by tests/cli/stored_cases_test.cc.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/replay_run.h"
#include "conformance/stored_cases.h"
#include "harness/case/planned_case.h"
#include "harness/run/prepare.h"
#include "harness/view/view_subject.h"
#include "reference/reference.h"

namespace assay {
namespace {

struct Counts {
  std::int64_t passed = 0, failed = 0, unsupported = 0, compared = 0;

  // Counts a verdict, and prints it if it is a failure.
  void add(Verdict verdict, const std::string& file, const std::string& id,
           const std::string& message) {
    if (verdict == Verdict::kPass) {
      ++passed;
    } else if (verdict == Verdict::kUnsupported) {
      ++unsupported;
    } else {
      ++failed;
      fmt::print("{}: {}\n  {}\n  in {}\n", name_of(verdict), id, message,
                 file);
    }
  }
};

// Returns whether a case contains what it expects, so that no oracle is needed.
bool says_what_to_expect(const Case& test_case) {
  for (const Step& step : test_case.steps)
    if (step.status != StatusCode::kOk) return true;
  if (test_case.expect.empty()) return false;
  for (const Expectation& expectation : test_case.expect)
    if (expectation.any_of.empty() && expectation.same_bits_as.empty() &&
        !expectation.metadata_only)
      return false;
  return true;
}

}  // namespace

Status complete_case(Case& test_case) {
  if (says_what_to_expect(test_case)) return {};
  const Profile& profile = *profile_named(test_case.profile);
  Reference oracle(profile);
  return prepare_case(test_case, oracle, profile);
}

int replay_stored(const ReplayArguments& arguments) {
  const auto files = case_files_at(arguments.file);
  if (!files) return complain(kExitUsage, files.status().message);
  std::vector<Case> cases;
  std::vector<std::string> places;  // the file of each case
  std::vector<std::pair<std::string, ViewCase>> view_cases;
  std::int64_t broken_calls = 0;
  for (const std::filesystem::path& file : *files) {
    auto stored = read_stored_cases(file);
    if (!stored) return complain(kExitUsage, stored.status().message);
    for (Case& test_case : stored->cases) {
      if (!arguments.robustness && is_robustness_id(test_case.id)) {
        ++broken_calls;
        continue;
      }
      if (Status s = complete_case(test_case); !s.ok())
        return complain(kExitUsage,
                        fmt::format("{}: {}", file.string(), s.message));
      cases.push_back(std::move(test_case));
      places.push_back(file.string());
    }
    for (ViewCase& view_case : stored->view_cases)
      view_cases.emplace_back(file.string(), std::move(view_case));
  }
  std::vector<Record> records;
  if (const int code = replay_cases(arguments, cases, records); code != 0)
    return code;

  Counts counts;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Record& record = records[i];
    const std::string message = record.failure ? record.failure->message : "";
    if (record.verdict == Verdict::kHarnessError)
      return complain(kExitInternal, record.id + ": " + message);
    counts.add(record.verdict, places[i], record.id, message);
    counts.compared += record.compared;
  }
  const bool judges_views = arguments.subject == "reference";
  for (const auto& [file, view_case] : view_cases) {
    if (!judges_views) break;
    SymbolicViewSubject view;
    const ViewJudgement judgement = judge_view_case(view_case, view);
    counts.add(judgement.verdict, file, view_case.id, judgement.message);
  }
  fmt::print(
      "{} cases: {} passed, {} failed, {} unsupported; {} elements compared\n",
      counts.passed + counts.failed + counts.unsupported, counts.passed,
      counts.failed, counts.unsupported, counts.compared);
  if (!judges_views && !view_cases.empty())
    fmt::print(
        "{} cases about views were left out, because only the subject "
        "reference can run them\n",
        view_cases.size());
  if (broken_calls > 0)
    fmt::print(
        "{} calls that break preconditions were left out; --robustness makes "
        "them\n",
        broken_calls);
  if (counts.failed > 0) return kExitDoesNotConform;
  return counts.passed > 0 ? kExitConforms : kExitNothingSelected;
}

}  // namespace assay
