// Implements `assay replay` for one case file: runs the case on a subject and
// prints the full verdict.
// Tested by tests/cli/replay_command_test.cc.
#include <fmt/format.h>

#include <filesystem>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/replay_run.h"
#include "conformance/case_file.h"
#include "conformance/stored_cases.h"
#include "reports/text_report.h"
#include "spec/op_lookup.h"
#include "spec/policy_texts.h"
#include "spec/profile.h"

namespace assay {

int replay_command(const ReplayArguments& arguments) {
  const std::string& file = arguments.file;
  std::error_code error;
  if (std::filesystem::is_directory(file, error))
    return replay_stored(arguments);
  const auto text = read_case_text(file);
  if (!text) return complain(kExitUsage, text.status().message);
  if (is_view_case(*text))
    return replay_view_case(file, *text, arguments.subject);
  if (is_vector_file(*text)) return replay_stored(arguments);
  auto test_case = read_case_file(file);
  if (!test_case) return complain(kExitUsage, test_case.status().message);
  if (profile_named(test_case->profile) == nullptr)
    return complain(kExitUsage, fmt::format("{}: there is no profile \"{}\"",
                                            file, test_case->profile));
  if (Status status = complete_case(*test_case); !status.ok())
    return complain(kExitUsage, fmt::format("{}: {}", file, status.message));
  std::vector<Record> records;
  if (const int code = replay_cases(arguments, {*test_case}, records);
      code != 0)
    return code;

  const Record& record = records.front();
  const Clause* clause = clause_named(test_case->clause);
  fmt::print("{}\n  [{}] {}\n", test_case->clause, letter_of(clause->status),
             broken_text(*clause, *profile_named(test_case->profile)));
  fmt::print("{}{}", failure_text(record, ""), printed_text(record));
  if (record.verdict == Verdict::kHarnessError)
    return complain(kExitInternal, record.failure->message);
  fmt::print("{}: {} elements compared, largest accepted error {:.4g} ULP\n",
             name_of(record.verdict), record.compared, record.max_ulp);
  if (record.verdict == Verdict::kUnsupported) return kExitNothingSelected;
  return record.verdict == Verdict::kPass ? kExitConforms : kExitDoesNotConform;
}

}  // namespace assay
