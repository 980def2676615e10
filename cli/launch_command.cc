// Implements `assay launch`: starts the shards in rounds, each with those that
// died in the one before, and merges the parts.
// Tested by tests/cli/launch_command_test.cc.
#include "cli/launch_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli/exit_code.h"
#include "cli/launch_engine.h"
#include "cli/launch_folder.h"
#include "cli/launch_script.h"
#include "cli/subject_named.h"
#include "cli/sweep_command.h"
#include "conformance/records_file.h"
#include "conformance/run_signals.h"
#include "harness/subject/command_words.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using Shards = std::vector<std::int64_t>;

// The launch reads the states of its shards at an interval of this many
// milliseconds for each shard, because the folder may be on another machine.
// The interval is within the two bounds.
constexpr int kLookAtShard = 10;
constexpr int kLeastLook = 200, kLongestLook = 10'000;
constexpr std::size_t kShownShards = 20;

// Options of check and sweep that the launch sets itself, or that would make
// all shards write one file.
constexpr const char* kRefusedOptions[] = {
    "--shard", "--out",  "--resume",     "--list",
    "--junit", "--html", "--metamorphic"};

Status check_words(const std::vector<std::string>& words) {
  if (words.size() < 2 || (words[0] != "check" && words[0] != "sweep") ||
      words[1].starts_with('-'))
    return Status::invalid(fmt::format(
        "{}; expected `-- check SUBJECT …` or `-- sweep SUBJECT …`",
        words.empty()
            ? "there is no command to launch"
            : fmt::format("\"{}\" cannot be launched", fmt::join(words, " "))));
  for (const char* option : kRefusedOptions)
    for (const std::string& word : words)
      if (word == option || word.starts_with(std::string(option) + '='))
        return Status::invalid(
            fmt::format("{} cannot be part of the command that is launched; "
                        "`assay launch` {}",
                        option,
                        std::string_view(option) == "--out"
                            ? "has an option --out of its own"
                            : "chooses the cases and files of each shard"));
  return {};
}

// Holds everything that a launch works with.
struct Work {
  Launch launch;
  LaunchFolder folder;
  std::unique_ptr<Engine> engine;
  int retries = 0;
  std::string command;
};

std::string ending_of(const Work& work, std::int64_t shard) {
  const auto code = work.folder.state(shard).code;
  const std::string sentence = work.folder.last_sentence(shard);
  return fmt::format(
      "shard {}/{} {}{}{}", shard, work.launch.shards,
      code ? fmt::format("ended with exit code {}", *code) : "was lost",
      sentence.empty() ? "" : ": ", sentence);
}

// Returns whether a shard ended in a way that repeating it would not change. A
// node that was cut off from its controller may still run the shard; then the
// repeated one finds the place in use, and a later one does not.
bool is_final(const Work& work, std::int64_t shard) {
  const auto code = work.folder.state(shard).code;
  if (!code || *code <= 1 || *code >= 128) return false;
  if (*code == kExitInternal || *code == kExitSubject) return false;
  return *code != kExitUsage || work.folder.last_sentence(shard).find(
                                    " is in use by ") == std::string::npos;
}

// Returns the exit code of a launch that a shard ends.
int code_of(const Work& work, std::int64_t shard) {
  const int code = work.folder.state(shard).code.value_or(kExitInternal);
  return code == kExitDoesNotConform || code == kExitUsage ||
                 code == kExitSubject || code == kExitNothingSelected
             ? code
             : kExitInternal;
}

// Rewrites a progress line on stderr, if that is a terminal.
void show_progress(const Work& work, std::size_t left) {
  if (isatty(STDERR_FILENO) == 0) return;
  const auto all = static_cast<std::size_t>(work.launch.shards);
  std::fputs(
      fmt::format("\r{} of {} shards are done, in {}{}", all - left, all,
                  work.folder.path().string(), left == 0 ? "\r\x1b[K" : "")
          .c_str(),
      stderr);
}

// Waits until the engine has nothing to do. Returns an exit code if the launch
// must end: it was interrupted, or a shard ended for good.
std::optional<int> wait_for(Work& work, Shards at_work, RunSignals& signals) {
  for (;;) {
    const bool is_at_work = work.engine->is_at_work();
    std::erase_if(at_work, [&](std::int64_t shard) {
      return work.folder.is_done(work.launch, shard);
    });
    show_progress(work, at_work.size());
    for (const std::int64_t shard : at_work)
      if (is_final(work, shard)) {
        work.engine->stop();
        return complain(code_of(work, shard), ending_of(work, shard));
      }
    if (signals.interrupted())
      return complain(kExitInterrupted, work.engine->interrupt());
    if (!is_at_work || at_work.empty()) return std::nullopt;
    signals.wait(static_cast<int>(std::clamp<std::size_t>(
        kLookAtShard * at_work.size(), kLeastLook, kLongestLook)));
  }
}

// Says how shards died, the first of them one by one.
void tell_deaths(const Work& work, const Shards& shards, bool is_last) {
  for (std::size_t i = 0; i < std::min(kShownShards, shards.size()); ++i)
    complain(0, ending_of(work, shards[i]));
  complain(0,
           fmt::format(
               "{} of {} shards died and {}", shards.size(), work.launch.shards,
               is_last ? "are not run again; the same command continues the "
                         "launch"
                       : "are run again"));
}

// Runs all shards that are not done, and those that die again. Returns an exit
// code if not all of them are done at the end.
std::optional<int> run_shards(Work& work) {
  Shards to_do;
  for (std::int64_t shard = 1; shard <= work.launch.shards; ++shard)
    if (!work.folder.is_done(work.launch, shard)) to_do.push_back(shard);
  RunSignals signals;
  bool is_at_work = !to_do.empty() && work.engine->take_over();
  for (int round = 0; !to_do.empty(); ++round) {
    if (!is_at_work) {
      for (const std::int64_t shard : to_do) work.folder.forget_state(shard);
      if (Status s = work.engine->start(to_do); !s.ok())
        return complain(kExitUsage, s.message);
    }
    is_at_work = false;
    if (const auto code = wait_for(work, to_do, signals)) return code;
    std::erase_if(to_do, [&](std::int64_t shard) {
      return work.folder.is_done(work.launch, shard);
    });
    if (to_do.empty()) break;
    tell_deaths(work, to_do, round == work.retries);
    if (round == work.retries) return code_of(work, to_do.front());
  }
  return std::nullopt;
}

int merge_parts(const Work& work) {
  std::vector<std::string> parts;
  for (std::int64_t shard = 1; shard <= work.launch.shards; ++shard)
    parts.push_back(work.folder.part(work.launch, shard).string());
  const std::string whole = work.folder.whole(work.launch).string();
  if (work.launch.is_sweep()) return sweeps_command(parts, false, whole);
  const auto& words = work.launch.words;
  MergeArguments merging;
  merging.command = work.command;
  merging.places = std::move(parts);
  merging.out = whole;
  merging.strict =
      std::find(words.begin(), words.end(), "--strict") != words.end();
  if (const auto cost = option_value(words, "--cost")) merging.cost = *cost;
  merging.require = option_value(words, "--require") == "yes";
  return merge_command(merging);
}

// Submits the shards that are not done, and says how to go on.
int submit(Work& work) {
  if (!work.engine->take_over()) {
    Shards to_do;
    for (std::int64_t shard = 1; shard <= work.launch.shards; ++shard)
      if (!work.folder.is_done(work.launch, shard)) to_do.push_back(shard);
    for (const std::int64_t shard : to_do) work.folder.forget_state(shard);
    if (!to_do.empty())
      if (Status s = work.engine->start(to_do); !s.ok())
        return complain(kExitUsage, s.message);
  }
  fmt::print("`{} launch --status {}` shows how far the shards are\n",
             work.command, work.folder.path().string());
  return kExitConforms;
}

Status check_arguments(const LaunchArguments& arguments) {
  if (arguments.engine.empty())
    return Status::invalid(
        "--engine is required; expected slurm, parallel or local");
  if (arguments.shards == 0) return Status::invalid("--shards is required");
  if (arguments.no_wait && arguments.engine != "slurm")
    return Status::invalid("--no-wait is for --engine slurm");
  if (arguments.engine == "local" && !arguments.engine_options.empty())
    return Status::invalid(
        "--engine-options are for sbatch and parallel; the engine local has "
        "none");
  return check_words(arguments.words);
}

}  // namespace

int launch_command(const LaunchArguments& arguments) {
  if (Status s = check_arguments(arguments); !s.ok())
    return complain(kExitUsage, s.message);
  const std::string out =
      arguments.out.empty()
          ? "assay-results/launch-" + folder_of(arguments.words[1])
          : arguments.out;
  std::error_code error;
  Work work{.launch = {.words = arguments.words,
                       .shards = arguments.shards,
                       .directory = fs::current_path(error)},
            .folder = LaunchFolder(out),
            .engine = nullptr,
            .retries = arguments.retries,
            .command = arguments.command};
  const std::string script = job_script(
      work.launch, work.folder, fs::read_symlink("/proc/self/exe", error));
  if (arguments.dry_run) {
    fmt::print("{}", script);
    return kExitConforms;
  }
  EngineOptions options{
      .name = arguments.engine, .at_once = arguments.at_once, .more = {}};
  if (!arguments.engine_options.empty()) {
    auto more = command_words(arguments.engine_options);
    if (!more) return complain(kExitUsage, more.status().message);
    options.more = *std::move(more);
  }
  auto engine = engine_named(options, work.folder);
  if (!engine) return complain(kExitUsage, engine.status().message);
  work.engine = *std::move(engine);
  Status made = work.folder.make(work.launch);
  if (made.ok()) made = write_whole(work.folder.script(), script);
  if (!made.ok()) return complain(kExitUsage, made.message);
  const auto lock =
      RunLock::take(work.folder.path() / "launch.lock", work.folder.path());
  if (!lock) return complain(kExitUsage, lock.status().message);
  if (arguments.no_wait) return submit(work);
  if (const auto code = run_shards(work)) return *code;
  return merge_parts(work);
}

}  // namespace assay
