// Runs the relations of `assay check --metamorphic` into their own folder and
// renders their part of the report.
// Tested by tests/cli/metamorphic_command_test.cc.
#include "cli/metamorphic_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "conformance/run_folder.h"
#include "reports/metamorphic_text.h"
#include "reports/replay_line.h"

namespace assay {

std::optional<CheckFailure> run_metamorphic(
    const CheckOptions& options, const std::vector<PlannedCase>& plan,
    const std::string& command, MetamorphicReport& report) {
  CheckOptions beside = options;
  const auto out = (options.out / "").parent_path();
  beside.out = out.string() + "-metamorphic";
  beside.adjust = nullptr;  // expectations are about judged cases only
  const auto lock = take_lock(beside.out);
  if (!lock)
    return CheckFailure{CheckError::kUnwritable, lock.status().message};
  CheckReport found;
  if (auto failure = run_plan(beside, plan, found)) return failure;
  report.interrupted = found.interrupted;
  if (report.interrupted) return std::nullopt;
  std::string again = fmt::format("{} check {} --metamorphic", command,
                                  shell_quoted(options.subject));
  if (found.run.profile != kNx.name)
    again += fmt::format(" --profile {}", profile_argument(found.run));
  if (options.level != Level::kQuick)
    again += fmt::format(" --level {}", found.run.level);
  if (!found.run.sets.empty())
    again += fmt::format(" --set {}", planned_sets_text(found.run));
  if (options.repeats != kDefaultRepeats)
    again += fmt::format(" --repeat {}", options.repeats);
  if (options.seed != 0) again += fmt::format(" --seed {}", options.seed);
  report.text = metamorphic_text(found.records, again + " --filter");
  if (!found.end_fault.empty()) report.text += found.end_fault + "\n";
  report.text += fmt::format("records of relations: {}\n",
                             (beside.out / kRecordsFile).string());
  report.conforms =
      found.end_fault.empty() &&
      std::none_of(found.records.begin(), found.records.end(), breaks_contract);
  return std::nullopt;
}

}  // namespace assay
