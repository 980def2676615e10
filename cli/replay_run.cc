// Runs stored cases, in as few runs as their profiles and ids allow.
// Tested by tests/cli/replay_command_test.cc.
#include "cli/replay_run.h"

#include <fmt/format.h>

#include <map>
#include <thread>

#include "cli/exit_code.h"
#include "cli/scratch_folder.h"
#include "cli/subject_named.h"
#include "conformance/case_runner.h"
#include "conformance/check.h"
#include "conformance/stored_cases.h"
#include "harness/run/guarded_memory.h"

namespace assay {
namespace {

// Returns the positions of cases in groups. One run can have a group: its cases
// have the same profile and different ids.
std::vector<std::vector<std::size_t>> runs_of(const std::vector<Case>& cases) {
  std::map<std::pair<std::string, int>, std::vector<std::size_t>> runs;
  std::map<std::string, int> seen;
  for (std::size_t i = 0; i < cases.size(); ++i)
    runs[{cases[i].profile, seen[cases[i].id]++}].push_back(i);
  std::vector<std::vector<std::size_t>> positions;
  for (auto& [key, run] : runs) positions.push_back(std::move(run));
  return positions;
}

// Runs cases one after the other in this process, without forking, so that a
// debugger stops where the subject faults. Guard pages remain. There are no
// limits of time and memory, and what the subject prints is not captured.
int replay_in_process(const ReplayArguments& arguments,
                      const std::vector<Case>& cases,
                      std::vector<Record>& records) {
  // Static, because tensors of a plugin may outlive the cases.
  static GuardedMemory memory;
  GuardedMemory::use(&memory);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto options =
        options_for(arguments.subject, *profile_named(cases[i].profile),
                    arguments.timeout_seconds, arguments.memory_megabytes);
    if (!options) return complain(kExitUsage, options.status().message);
    const auto subject = options->make_subject();
    if (!subject) return complain(kExitSubject, subject.status().message);
    CaseRunner runner(*options, **subject);
    records[i] = runner.run(plan_stored(cases[i]));
    if (const auto& breakdown = (*subject)->breakdown())
      records[i].output = breakdown->printed;
  }
  return 0;
}

}  // namespace

int replay_cases(const ReplayArguments& arguments,
                 const std::vector<Case>& cases, std::vector<Record>& records) {
  records.assign(cases.size(), {});
  if (arguments.in_process) return replay_in_process(arguments, cases, records);
  for (const std::vector<std::size_t>& run : runs_of(cases)) {
    auto options = options_for(
        arguments.subject, *profile_named(cases[run.front()].profile),
        arguments.timeout_seconds, arguments.memory_megabytes);
    if (!options) return complain(kExitUsage, options.status().message);
    options->robustness = arguments.robustness;
    if (run.size() > 1)
      options->jobs = static_cast<int>(std::thread::hardware_concurrency());
    ScratchFolder folder;
    if (Status s = folder.make(); !s.ok())
      return complain(kExitUsage, s.message);
    options->out = folder.path();
    std::vector<PlannedCase> plan;
    for (const std::size_t at : run) plan.push_back(plan_stored(cases[at]));
    CheckReport report;
    if (const auto failure = run_plan(*options, plan, report))
      return complain(exit_code_of(failure->error), failure->message);
    if (report.interrupted) return complain(kExitInterrupted, "interrupted");
    if (!report.end_fault.empty()) complain(0, report.end_fault);
    const ControlCount& controls = report.run.controls;
    if (controls.caught != controls.made)
      return complain(kExitInternal,
                      fmt::format("the run is void: {} of {} live controls "
                                  "were not judged a failure; one is {}",
                                  controls.made - controls.caught,
                                  controls.made, controls.missed));
    for (std::size_t i = 0; i < run.size(); ++i)
      records[run[i]] = std::move(report.records[i]);
  }
  return 0;
}

}  // namespace assay
