// Implements `assay merge`, which joins the records of shards, or the files of
// sweeps, and names what is missing.
// Tested by tests/cli/merge_command_test.cc and tests/cli/runs_command_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "cli/commands.h"
#include "cli/conclusion.h"
#include "cli/exit_code.h"
#include "cli/merged_sweeps.h"
#include "cli/output_file.h"
#include "cli/sweep_command.h"
#include "conformance/merge.h"
#include "conformance/records_file.h"
#include "conformance/run_folder.h"
#include "conformance/shard.h"
#include "sweep/sweep_file.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// Reads the runs of several places, one after the other. If `skip_absent`,
// leaves out places that do not exist and folders without records, because
// their shards have not started.
Result<std::vector<RecordedRun>> read_all(
    const std::vector<std::string>& places, bool skip_absent) {
  std::vector<RecordedRun> runs;
  std::error_code error;
  for (const fs::path place : places) {
    const bool has_none = !fs::exists(place, error) ||
                          (fs::is_directory(place, error) &&
                           !fs::exists(place / kRecordsFile, error) &&
                           !fs::exists(place / kPartialRecordsFile, error));
    if (skip_absent && has_none) continue;
    auto read = read_records(place);
    if (!read) return read.status();
    for (RecordedRun& run : *read) runs.push_back(std::move(run));
  }
  if (runs.empty())
    return Status::invalid(
        fmt::format("none of the {} places contains a run, so there is no plan "
                    "to compare with",
                    places.size()));
  return runs;
}

// Prints indices of shards as an array of Slurm, and returns the exit code.
int print_missing(const std::vector<std::int64_t>& shards) {
  if (shards.empty()) return kExitConforms;
  fmt::print("{}\n", array_text(shards));
  return kExitInternal;
}

int print_missing_runs(const MergeArguments& arguments) {
  if (arguments.shards != 0)
    return complain(kExitUsage,
                    "--shards is for files of sweeps; records name their "
                    "shards themselves");
  const auto runs = read_all(arguments.places, true);
  if (!runs) return complain(kExitUsage, runs.status().message);
  const auto merged = merge_runs(*runs, kOpSetTable, arguments.cost);
  if (!merged) return complain(kExitUsage, merged.status().message);
  std::set<std::int64_t> lacking(merged->lacking.begin(),
                                 merged->lacking.end());
  for (const RecordedRun& run : *runs)
    if (has_open_sweeps(fs::absolute(run.file).parent_path()))
      lacking.insert(run.run.shard);
  return print_missing({lacking.begin(), lacking.end()});
}

int print_missing_blocks(const MergeArguments& arguments) {
  if (arguments.shards == 0)
    return complain(kExitUsage,
                    "--missing needs --shards for the files of a sweep, "
                    "because they do not name their shards");
  std::optional<Sweep> whole;
  for (const std::string& file : arguments.places) {
    const auto read = read_sweep(file, file.ends_with(".partial"));
    if (!read) return complain(kExitUsage, read.status().message);
    if (!whole)
      whole = *read;
    else if (Status s = join(*whole, *read); !s.ok())
      return complain(kExitUsage, file + ": " + s.message);
  }
  return print_missing(missing_shards(*whole, arguments.shards));
}

// Joins files of sweeps. The options that are for records alone are errors.
int merge_sweeps(const MergeArguments& arguments) {
  if (arguments.missing) return print_missing_blocks(arguments);
  for (const auto& [is_given, name] : {std::pair(arguments.strict, "--strict"),
                                       {arguments.require, "--require"},
                                       {!arguments.junit.empty(), "--junit"}})
    if (is_given)
      return complain(
          kExitUsage,
          fmt::format("{} is for records, and {} is the file of a sweep", name,
                      arguments.places.front()));
  return sweeps_command(arguments.places, false, arguments.out);
}

}  // namespace

int merge_command(const MergeArguments& arguments) {
  const auto& places = arguments.places;
  const auto is_sweep = [](const std::string& place) {
    return is_sweep_file(place);
  };
  const auto sweep = std::find_if(places.begin(), places.end(), is_sweep);
  if (sweep != places.end()) {
    const auto other = std::find_if_not(places.begin(), places.end(), is_sweep);
    if (other == places.end()) return merge_sweeps(arguments);
    return complain(kExitUsage,
                    fmt::format("{} is the file of a sweep, and {} is not; "
                                "expected only records or only sweeps",
                                *sweep, *other));
  }
  if (arguments.missing) return print_missing_runs(arguments);
  const auto runs = read_all(places, false);
  if (!runs) return complain(kExitUsage, runs.status().message);
  auto merged = merge_runs(*runs, kOpSetTable, arguments.cost);
  if (!merged) return complain(kExitUsage, merged.status().message);
  if (!arguments.junit.empty())
    if (Status status = try_output(arguments.junit); !status.ok())
      return complain(kExitUsage, status.message);
  const bool is_file = fs::path(arguments.out).extension() == ".jsonl";
  std::optional<RunLock> lock;
  if (!arguments.out.empty() && !is_file) {
    auto taken = take_lock(arguments.out);
    if (!taken) return complain(kExitUsage, taken.status().message);
    lock.emplace(*std::move(taken));
  }
  if (!arguments.out.empty())
    if (Status status = write_merged(*merged, arguments.out); !status.ok())
      return complain(kExitUsage, status.message);
  auto swept = merge_level_sweeps(*merged, is_file ? "" : arguments.out,
                                  arguments.command);
  if (!swept) return complain(kExitUsage, swept.status().message);
  constexpr std::size_t kShown = 20;
  const auto& complaints = merged->complaints;
  for (std::size_t i = 0; i < std::min(kShown, complaints.size()); ++i)
    complain(0, complaints[i]);
  if (complaints.size() > kShown)
    complain(0, fmt::format("{} more messages of this kind are not shown",
                            complaints.size() - kShown));
  const std::string digest = digest_of(merged->run, merged->records);
  const int code = conclude(merged->run, std::move(merged->records),
                            {.gate = {arguments.strict, arguments.require},
                             .command = arguments.command,
                             .folder = is_file ? "" : arguments.out,
                             .junit = arguments.junit,
                             .swept = *std::move(swept)});
  fmt::print("digest: {}\n", digest);
  return code;
}

}  // namespace assay
