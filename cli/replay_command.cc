// `assay replay`: one case file, one subject, the verdict in full.
// Tested by tests/cli/command_test.cc.
#include <fmt/format.h>

#include <filesystem>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/subject_named.h"
#include "conformance/case_file.h"
#include "conformance/stored_cases.h"
#include "harness/run_case.h"
#include "reports/text_report.h"
#include "spec/op_table.h"

namespace assay {
int replay_command(const std::string& file, const std::string& subject_name,
                   double timeout_seconds, bool robustness) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error))
    return replay_stored(file, subject_name, timeout_seconds, robustness);
  const auto text = read_case_text(file);
  if (!text) return complain(kExitUsage, text.status().message);
  if (is_view_case(*text)) return replay_view_case(file, *text, subject_name);
  if (is_vector_file(*text))
    return replay_stored(file, subject_name, timeout_seconds, robustness);
  auto test_case = read_case_file(file);
  if (!test_case) return complain(kExitUsage, test_case.status().message);
  const Profile* profile = profile_named(test_case->profile);
  if (profile == nullptr)
    return complain(kExitUsage, fmt::format("{}: there is no profile \"{}\"",
                                            file, test_case->profile));
  const auto maker = subject_named(subject_name, *profile, timeout_seconds);
  if (!maker) return complain(kExitUsage, maker.status().message);
  if (Status status = complete_case(*test_case); !status.ok())
    return complain(kExitUsage, fmt::format("{}: {}", file, status.message));
  auto subject = (*maker)();
  if (!subject) return complain(kExitSubject, subject.status().message);

  const CaseOutcome outcome = run_case(*test_case, **subject);
  Record record;
  record.id = test_case->id;
  record.verdict = outcome.verdict;
  record.failure = outcome.failure;
  const Clause* clause = clause_named(test_case->clause);
  fmt::print("{}\n  [{}] {}\n", test_case->clause, letter_of(clause->status),
             clause->text);
  fmt::print("{}", failure_text(record, ""));
  if (outcome.verdict == Verdict::kHarnessError)
    return complain(kExitInternal, outcome.failure->message);
  fmt::print("{}: {} elements compared, largest accepted error {:.4g} ULP\n",
             name_of(outcome.verdict), outcome.compared, outcome.max_ulp);
  return outcome.verdict == Verdict::kPass ? kExitConforms
                                           : kExitDoesNotConform;
}

}  // namespace assay
