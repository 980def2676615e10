// Implements `assay fuzz`, which runs random programs on a subject and stores
// what fails as case files.
// Tested by tests/cli/fuzz_command_test.cc.
#include <fmt/format.h>

#include <thread>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/subject_named.h"
#include "conformance/profile_file.h"
#include "fuzz/fuzz_run.h"
#include "reports/text_report.h"

namespace assay {
namespace {

Result<FuzzOptions> options_of(const FuzzArguments& arguments) {
  const auto profile = chosen_profile(arguments.profile);
  if (!profile) return profile.status();
  auto check =
      options_for(arguments.subject, **profile, arguments.timeout_seconds,
                  arguments.memory_megabytes);
  if (!check) return check.status();
  FuzzOptions options;
  options.check = *std::move(check);
  if (is_profile_file(arguments.profile))
    options.check.profile_file = arguments.profile;
  options.check.seed = arguments.seed;
  options.check.jobs =
      arguments.jobs > 0
          ? arguments.jobs
          : static_cast<int>(std::thread::hardware_concurrency());
  options.check.out = arguments.out.empty()
                          ? "assay-results/fuzz-" + folder_of(arguments.subject)
                          : arguments.out;
  options.seconds = arguments.seconds;
  options.count = arguments.count;
  return options;
}

// Prints how many programs were run and which failed.
void print_report(const FuzzReport& report, const FuzzOptions& options,
                  const std::string& command) {
  TextReportOptions text;
  text.command = command;
  text.folder = (options.check.out / "").string();
  for (const Record& record : report.kept)
    fmt::print("{}\n",
               failure_text(record, file_replay(report.run, record, text)));
  fmt::print(
      "{} programs of {} steps in {:.0f} s (seed {}): {} failed, {} "
      "unsupported; {} elements compared\n",
      report.programs, report.steps, report.seconds, options.check.seed,
      report.failing, report.unsupported, report.compared);
  if (!report.kept.empty())
    fmt::print("{} different failures, shrunk, are stored in {}\n",
               report.kept.size(), (options.check.out / "cases" / "").string());
}

}  // namespace

int fuzz_command(const FuzzArguments& arguments) {
  const auto options = options_of(arguments);
  if (!options) return complain(kExitUsage, options.status().message);
  const auto lock = take_lock(options->check.out);
  if (!lock) return complain(kExitUsage, lock.status().message);
  FuzzReport report;
  if (const auto failure = run_fuzz(*options, report))
    return complain(exit_code_of(failure->error), failure->message);
  print_report(report, *options, arguments.command);
  if (report.interrupted)
    return complain(
        kExitInterrupted,
        fmt::format("interrupted after {} programs", report.programs));
  for (const Record& record : report.kept)
    if (record.verdict == Verdict::kHarnessError)
      return complain(kExitInternal,
                      fmt::format("{}: {}", record.id,
                                  record.failure ? record.failure->message
                                                 : "harness error"));
  if (report.failing > 0) return kExitDoesNotConform;
  // If no program stayed within what the subject claims, nothing was judged.
  return report.unsupported < report.programs ? kExitConforms
                                              : kExitNothingSelected;
}

}  // namespace assay
