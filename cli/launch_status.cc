// Implements `assay launch --status`: counts the records of each shard against
// the plan.
// Tested by tests/cli/launch_command_test.cc.
#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/exit_code.h"
#include "cli/launch_command.h"
#include "cli/launch_folder.h"
#include "cli/launch_script.h"
#include "conformance/merge.h"
#include "conformance/run_folder.h"
#include "sweep/sweep_file.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// Holds what the file of a shard says. A sweep has blocks instead of records.
struct Progress {
  std::int64_t records = 0;
  std::string head;                     // the first line
  std::optional<double> seconds_since;  // the last record
};

// Reads the complete file or, without that, the one of a run in progress.
Progress progress_of(const Launch& launch, const fs::path& part) {
  Progress progress;
  const fs::path whole = launch.is_sweep() ? part : part / kRecordsFile;
  std::error_code error;
  const bool is_complete = fs::is_regular_file(whole, error);
  fs::path path = whole;
  if (!is_complete) path += ".partial";
  std::ifstream file(path, std::ios::binary);
  const std::string_view start = launch.is_sweep() ? "{\"block\":" : "{\"id\":";
  for (std::string line; std::getline(file, line);)
    if (progress.head.empty())
      progress.head = line;
    else if (line.starts_with(start))
      ++progress.records;
  const auto written = fs::last_write_time(path, error);
  if (!error)
    progress.seconds_since = std::chrono::duration<double>(
                                 fs::file_time_type::clock::now() - written)
                                 .count();
  return progress;
}

// Returns how many cases, or blocks, each shard has. Only the head of a run
// says which cases there are, so this is empty until one shard has started.
std::vector<std::int64_t> planned_of(const Launch& launch,
                                     const std::string& head) {
  const auto json = nlohmann::ordered_json::parse(head, nullptr, false);
  if (!launch.is_sweep()) {
    RecordedRun run;
    auto read = run_from_json(json);
    if (!read) return {};
    run.run = *std::move(read);
    const auto cost = option_value(launch.words, "--cost");
    auto planned = planned_by_shard(
        run, kOpSetTable, cost ? launch.directory / *cost : fs::path());
    if (!planned) return {};
    return *std::move(planned);
  }
  if (!json.is_object() || !json.contains("blocks")) return {};
  std::vector<std::int64_t> planned(static_cast<std::size_t>(launch.shards), 0);
  const auto first = json["blocks"][0].get<std::uint64_t>();
  const auto end = json["blocks"][1].get<std::uint64_t>();
  for (std::uint64_t block = first; block < end; ++block)
    ++planned[block % planned.size()];
  return planned;
}

std::string text_of(const LaunchFolder& folder, const Launch& launch,
                    std::int64_t shard, const Progress& progress) {
  if (folder.is_done(launch, shard)) return "done";
  const ShardState state = folder.state(shard);
  const std::string last =
      progress.seconds_since
          ? fmt::format(", last record {:.0f} s ago", *progress.seconds_since)
          : "";
  if (state.code)
    return fmt::format("ended with exit code {}: {}", *state.code,
                       folder.last_sentence(shard));
  if (!state.host.empty())
    return fmt::format("running on {}{}", state.host, last);
  return progress.head.empty() ? "not started" : "waiting to be continued";
}

}  // namespace

int launch_status(const std::string& path) {
  const LaunchFolder folder(path);
  const auto launch = folder.read();
  if (!launch) return complain(kExitUsage, launch.status().message);
  std::vector<Progress> shards;
  std::vector<std::int64_t> planned;
  for (std::int64_t shard = 1; shard <= launch->shards; ++shard) {
    shards.push_back(progress_of(*launch, folder.part(*launch, shard)));
    if (planned.empty() && !shards.back().head.empty())
      planned = planned_of(*launch, shards.back().head);
  }
  const bool is_known = planned.size() == shards.size();
  std::int64_t done = 0, records = 0, all = 0;
  fmt::print("{:>8}  {:>8}  {:>8}  {}\n", "shard",
             launch->is_sweep() ? "blocks" : "records", "planned", "state");
  for (std::int64_t shard = 1; shard <= launch->shards; ++shard) {
    const auto at = static_cast<std::size_t>(shard - 1);
    const Progress& progress = shards[at];
    records += progress.records;
    if (is_known) all += planned[at];
    done += folder.is_done(*launch, shard) ? 1 : 0;
    fmt::print("{:>8}  {:>8}  {:>8}  {}\n", shard, progress.records,
               is_known ? fmt::format("{}", planned[at]) : "?",
               text_of(folder, *launch, shard, progress));
  }
  fmt::print("{:>8}  {:>8}  {:>8}  {} of {} shards are done\n", "all", records,
             is_known ? fmt::format("{}", all) : "?", done, launch->shards);
  return done == launch->shards ? kExitConforms : kExitInternal;
}

}  // namespace assay
