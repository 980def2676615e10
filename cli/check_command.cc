// Implements `assay check`: runs the plan, the relations and the sweeps, prints
// the report and writes the files.
// Tested by tests/cli/command_test.cc.
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <thread>
#include <utility>

#include "cli/commands.h"
#include "cli/conclusion.h"
#include "cli/exit_code.h"
#include "cli/level_sweeps.h"
#include "cli/metamorphic_run.h"
#include "cli/output_file.h"
#include "cli/profile_command.h"
#include "cli/subject_named.h"
#include "conformance/check.h"
#include "conformance/cost_deal.h"
#include "conformance/describe_subject.h"
#include "conformance/expectations.h"
#include "conformance/metamorphic_plan.h"
#include "conformance/profile_file.h"
#include "conformance/records_file.h"
#include "conformance/run_folder.h"
#include "conformance/shard.h"
#include "reference/reference.h"

namespace assay {
namespace {

// Returns a function that rewrites a progress line on stderr while cases, or
// sweeps, are done. Returns an empty function if stderr is not a terminal.
std::function<void(std::size_t, std::size_t)> progress_line(const char* what) {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [what, last = std::size_t{101}](std::size_t done,
                                         std::size_t total) mutable {
    const std::size_t percent = 100 * done / total;
    if (percent == last) return;
    last = percent;
    // The terminal may be gone, which must not end the run.
    std::fputs(fmt::format("\r{:3}% of {} {}{}", percent, total, what,
                           done == total ? "\r\x1b[K" : "")
                   .c_str(),
               stderr);
  };
}

// Returns the shard of the arguments, or else that of the environment.
Result<Shard> shard_named(const std::string& text) {
  if (!text.empty()) return parse_shard(text);
  const auto found = shard_from_environment(
      [](const char* variable) { return std::getenv(variable); });
  if (!found) return found.status();
  // A test runner checks whether this file was touched.
  errno = 0;
  if (!found->status_file.empty() && !std::ofstream(found->status_file))
    return Status::invalid(fmt::format(
        "TEST_SHARD_STATUS_FILE is \"{}\", which cannot be written: {}",
        found->status_file, std::strerror(errno)));
  return found->shard;
}

// Fills in the shard and the expectations. The expectations are compared with
// the plan of the whole level, so that a filter or a shard cannot make a line
// match nothing.
Status choose_part(const CheckArguments& arguments, CheckOptions& options) {
  const auto shard = shard_named(arguments.shard);
  if (!shard) return shard.status();
  options.shard = *shard;
  if (!arguments.cost.empty()) {
    const auto costs = CostDeal::read(arguments.cost, options.shard.count);
    if (!costs) return costs.status();
    options.shard.costs = *costs;
  }
  if (arguments.expect.empty()) return {};
  auto read =
      Expectations::read(arguments.expect, utc_today(),
                         plan_run(options.level, Filter(), *options.profile,
                                  true, PlannedSets(), options.shapes));
  if (!read) return read.status();
  options.adjust = [expectations =
                        std::make_shared<Expectations>(*std::move(read))](
                       Record& record) { apply(*expectations, record); };
  return {};
}

std::string out_of(const CheckArguments& arguments) {
  return arguments.out.empty() ? "assay-results/" + folder_of(arguments.subject)
                               : arguments.out;
}

// Returns the profile, and sets `file` to its file, if it has one. A run that
// is resumed does not need the file, because the head of its records has the
// values. The name of the profile, or the path of the missing file, is enough.
Result<const Profile*> profile_of(const CheckArguments& arguments,
                                  std::string& file) {
  const bool names_file = is_profile_file(arguments.profile);
  if (names_file) file = arguments.profile;
  auto chosen =
      chosen_profile(arguments.profile, {std::string(kInferredProfile)});
  std::error_code error;
  if (chosen || !arguments.resume ||
      (names_file && std::filesystem::exists(arguments.profile, error)))
    return chosen;
  const auto runs = read_records(out_of(arguments));
  if (!runs) return chosen;
  const RunRecord& run = runs->front().run;
  if (run.profile != arguments.profile && run.profile_file != arguments.profile)
    return chosen;
  file = run.profile_file;
  return profile_of(run);
}

// Returns the profile of the arguments. If it is to be inferred, asks the
// subject, unless the run is resumed and its head has the values.
Result<const Profile*> profile_for(const CheckArguments& arguments, int jobs,
                                   std::string& file) {
  if (arguments.profile != kInferredProfile) return profile_of(arguments, file);
  if (arguments.resume)
    if (auto known = profile_of(arguments, file)) return known;
  auto options = options_for(arguments.subject, kNx, arguments.timeout_seconds,
                             arguments.memory_megabytes);
  if (!options) return options.status();
  options->jobs = jobs;
  options->shapes = arguments.shapes;
  return inferred_profile(*options);
}

// Makes the options from the arguments. The first bad argument is the error.
Result<CheckOptions> options_of(const CheckArguments& arguments) {
  const int jobs = arguments.jobs > 0
                       ? arguments.jobs
                       : static_cast<int>(std::thread::hardware_concurrency());
  std::string profile_file;
  const auto profile = profile_for(arguments, jobs, profile_file);
  if (!profile) return profile.status();
  auto made =
      options_for(arguments.subject, **profile, arguments.timeout_seconds,
                  arguments.memory_megabytes);
  if (!made) return made.status();
  CheckOptions options = *std::move(made);
  options.profile_file = std::move(profile_file);
  const auto level = level_named(arguments.level);
  if (!level)
    return Status::invalid(fmt::format(
        "there is no level \"{}\"; expected quick, standard or deep",
        arguments.level));
  options.level = *level;
  if (!arguments.set.empty()) {
    auto sets = PlannedSets::parse(arguments.set);
    if (!sets) return sets.status();
    options.sets = *std::move(sets);
  }
  auto filter = Filter::parse(arguments.filter);
  if (!filter) return filter.status();
  options.filter = *std::move(filter);
  options.filter_text = arguments.filter;
  options.make_nx_oracle = [] { return std::make_unique<Reference>(kNx); };
  options.seed = arguments.seed;
  options.jobs = jobs;
  options.resume = arguments.resume;
  options.keep_costs = true;
  options.out = out_of(arguments);
  options.robustness = arguments.robustness;
  options.shapes = arguments.shapes;
  options.repeats = arguments.repeats;
  options.progress = progress_line("cases");
  if (Status status = choose_part(arguments, options); !status.ok())
    return status;
  return options;
}

// Runs the sweeps of the level. Frees the records first and reads them again
// from the disk after that, because sweeps fork, and a fork takes longer the
// more memory there is. Returns the exit code of what went wrong, or
// kExitConforms.
int sweep_level(const CheckOptions& options, const std::string& command,
                CheckReport& report, SweptCells& swept) {
  const std::size_t count = report.records.size();
  report.records = std::vector<Record>();  // "= {}" would keep its memory
  malloc_trim(0);
  LevelSweeps sweeps =
      run_level_sweeps(options, command, progress_line("sweeps"));
  if (sweeps.code == kExitInterrupted)
    return complain(
        kExitInterrupted,
        fmt::format("interrupted during the sweeps, after all {} cases; their "
                    "records are in {}, and --resume continues the run",
                    count, (options.out / kRecordsFile).string()));
  if (sweeps.code != kExitConforms)
    return complain(sweeps.code, sweeps.message);
  auto read = read_records(options.out / kRecordsFile);
  if (!read) return complain(kExitInternal, read.status().message);
  report.records = std::move(read->front().records);
  swept = std::move(sweeps.swept);
  return kExitConforms;
}

// Runs the cases, the relations and the sweeps, and reports on them. Returns
// the exit code.
int run_and_conclude(const CheckArguments& arguments, CheckOptions& options,
                     const std::vector<PlannedCase>& relations) {
  CheckReport report;
  MetamorphicReport beside;
  const bool sweeps = has_level_sweeps(options);
  options.keep_partial = sweeps || !relations.empty();
  const auto failure = run_check(options, report);
  const bool kept_partial = std::exchange(options.keep_partial, false);
  // A filter may select only relations.
  const bool only_relations = failure &&
                              failure->error == CheckError::kNothingSelected &&
                              !relations.empty();
  if (failure && !only_relations)
    return complain(exit_code_of(failure->error), failure->message);
  if (!report.interrupted && !relations.empty())
    if (const auto trouble =
            run_metamorphic(options, relations, arguments.command, beside))
      return complain(exit_code_of(trouble->error), trouble->message);
  if (report.interrupted || beside.interrupted)
    return complain(kExitInterrupted,
                    fmt::format("interrupted after {} cases; their records are "
                                "in {}, and --resume continues the run",
                                report.records.size(),
                                (options.out / kPartialRecordsFile).string()));
  if (only_relations) {
    fmt::print("{}", beside.text);
    return beside.conforms ? kExitConforms : kExitDoesNotConform;
  }
  SweptCells swept;
  if (sweeps)
    if (const int code = sweep_level(options, arguments.command, report, swept);
        code != kExitConforms)
      return code;
  std::error_code error;
  if (kept_partial)
    std::filesystem::remove(options.out / kPartialRecordsFile, error);
  return conclude(report.run, std::move(report.records),
                  {.gate = {arguments.strict, arguments.require},
                   .all = arguments.all,
                   .command = arguments.command,
                   .folder = options.out,
                   .junit = arguments.junit,
                   .html = arguments.html,
                   .end_fault = report.end_fault,
                   .swept = std::move(swept),
                   .beside = beside.text,
                   .breaks_beside = !beside.conforms});
}

}  // namespace

Result<RunLock> take_lock(const std::filesystem::path& folder) {
  auto lock = RunLock::take_folder(folder);
  if (lock && !lock->is_held())
    complain(0, fmt::format("the file system of {} has no locks, so assay "
                            "cannot detect a second run in that folder",
                            folder.string()));
  return lock;
}

int complain(int code, const std::string& message) {
  std::string line = message;
  for (char& c : line)
    if (c == '\n') c = ' ';
  // If stderr is gone, nothing can be done; fmt::print would throw.
  std::fputs(fmt::format("assay: {}\n", line).c_str(), stderr);
  return code;
}

int exit_code_of(CheckError error) {
  switch (error) {
    case CheckError::kSubject:
      return kExitSubject;
    case CheckError::kNothingSelected:
      return kExitNothingSelected;
    case CheckError::kUnwritable:
      return kExitUsage;
    case CheckError::kInternal:
      break;
  }
  return kExitInternal;
}

int check_command(const CheckArguments& arguments) {
  auto options = options_of(arguments);
  if (!options) return complain(kExitUsage, options.status().message);
  // The plan, the relations and the sweeps are all of these sets.
  auto sets = planned_sets(*options);
  if (!sets) return complain(kExitSubject, sets.status().message);
  options->sets = *sets;
  std::vector<PlannedCase> relations;
  if (arguments.metamorphic)
    relations = shard_of(plan_metamorphic(options->level, options->filter,
                                          *options->profile, *sets),
                         options->shard);
  if (arguments.list) {
    const auto plan =
        plan_run(options->level, options->filter, *options->profile,
                 options->robustness, *sets, options->shapes);
    for (const PlannedCase& planned : shard_of(plan, options->shard))
      fmt::print("{}\n", planned.id());
    for (const PlannedCase& planned : relations)
      fmt::print("{}\n", planned.id());
    if (!plan.empty() || !relations.empty()) return kExitConforms;
    return complain(
        kExitNothingSelected,
        fmt::format("the filter \"{}\" selects no case", arguments.filter));
  }
  for (const std::string& file : {arguments.junit, arguments.html})
    if (!file.empty())
      if (Status status = try_output(file); !status.ok())
        return complain(kExitUsage, status.message);
  const auto lock = take_lock(options->out);
  if (!lock) return complain(kExitUsage, lock.status().message);
  return run_and_conclude(arguments, *options, relations);
}

}  // namespace assay
