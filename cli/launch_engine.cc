// Runs shards as processes of this machine, through GNU parallel, or as a job
// array of Slurm.
// Tested by tests/cli/launch_command_test.cc; scripts/test_slurm.sh runs the
// engines for real.
#include "cli/launch_engine.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <fstream>
#include <set>
#include <thread>

#include "cli/child_program.h"
#include "conformance/process_end.h"
#include "conformance/records_file.h"
#include "conformance/shard.h"

namespace assay {
namespace {

using Words = std::vector<std::string>;

// Runs commands as child processes, some at a time.
class Processes : public Engine {
 public:
  ~Processes() override { stop(); }

  bool is_at_work() override {
    std::erase_if(running_, [](pid_t pid) {
      siginfo_t ended{};
      if (waitid(P_PID, static_cast<id_t>(pid), &ended,
                 WEXITED | WNOHANG | WNOWAIT) != 0 ||
          ended.si_pid != pid)
        return false;
      end_group(pid);
      return true;
    });
    while (!waiting_.empty() && running_.size() < at_once_) {
      // If none can be started, its shard has no state and counts as lost.
      const pid_t pid = start_program(waiting_.front());
      if (pid > 0) running_.insert(pid);
      waiting_.pop_front();
    }
    return !running_.empty();
  }

  void stop() override {
    waiting_.clear();
    // Checks stop their workers and keep their records. GNU parallel waits for
    // its jobs at the first signal and ends them at the second.
    constexpr int kTries = 100;
    for (int i = 0; i < kTries && is_at_work(); ++i) {
      if (i == 0 || i == 5)
        for (const pid_t pid : running_) kill(-pid, SIGTERM);
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    for (const pid_t pid : running_) end_group(pid);
    running_.clear();
  }

 protected:
  void run(std::deque<Words> commands, std::size_t at_once) {
    waiting_ = std::move(commands);
    at_once_ = at_once;
    is_at_work();
  }

 private:
  std::deque<Words> waiting_;
  std::set<pid_t> running_;  // leaders of their groups
  std::size_t at_once_ = 1;
};

class LocalEngine : public Processes {
 public:
  LocalEngine(const EngineOptions& options, const LaunchFolder& folder)
      : at_once_(options.at_once > 0
                     ? static_cast<std::size_t>(options.at_once)
                     : std::max(1u, std::thread::hardware_concurrency())),
        folder_(folder) {}

  Status start(const std::vector<std::int64_t>& shards) override {
    std::deque<Words> commands;
    for (const std::int64_t shard : shards)
      commands.push_back(
          {"sh", folder_.script().string(), fmt::format("{}", shard)});
    run(std::move(commands), at_once_);
    return {};
  }

 private:
  const std::size_t at_once_;
  const LaunchFolder folder_;
};

class ParallelEngine : public Processes {
 public:
  ParallelEngine(const EngineOptions& options, const LaunchFolder& folder)
      : options_(options), folder_(folder) {}

  Status start(const std::vector<std::int64_t>& shards) override {
    // A million shards are too many for a command line.
    std::string list;
    for (const std::int64_t shard : shards) list += fmt::format("{}\n", shard);
    const auto file = folder_.path() / "parallel.shards";
    if (Status s = write_whole(file, list); !s.ok()) return s;
    Words words = {"parallel",   "--will-cite",
                   "--arg-file", file.string(),
                   "--joblog",   (folder_.path() / "parallel.log").string()};
    if (options_.at_once > 0) {
      words.emplace_back("--jobs");
      words.push_back(fmt::format("{}", options_.at_once));
    }
    words.insert(words.end(), options_.more.begin(), options_.more.end());
    words.insert(words.end(), {"sh", folder_.script().string(), "{}"});
    run({std::move(words)}, 1);
    return {};
  }

 private:
  const EngineOptions options_;
  const LaunchFolder folder_;
};

class SlurmEngine : public Engine {
 public:
  SlurmEngine(const EngineOptions& options, const LaunchFolder& folder)
      : options_(options),
        folder_(folder),
        job_file_(folder.path() / "slurm.job") {}

  Status start(const std::vector<std::int64_t>& shards) override {
    std::string array = array_text(shards);
    if (options_.at_once > 0) array += fmt::format("%{}", options_.at_once);
    Words words = {"sbatch", "--parsable", "--array=" + array};
    words.insert(words.end(), options_.more.begin(), options_.more.end());
    words.push_back(folder_.script().string());
    const ProgramEnd end = run_program(words);
    // "--parsable" prints "JOB" or "JOB;CLUSTER"; warnings may precede it.
    const std::size_t line =
        end.output.find_last_of('\n', end.output.find_last_not_of('\n'));
    const std::string last =
        end.output.substr(line == std::string::npos ? 0 : line + 1);
    job_ = last.substr(0, last.find_first_not_of("0123456789"));
    if (end.code != 0 || job_.empty())
      return Status::invalid("sbatch refused the job: " + end.output);
    ask_again_ = {};
    return write_whole(job_file_, job_ + "\n");
  }

  // Asks Slurm at most once in two seconds, because all users share its
  // controller.
  bool is_at_work() override {
    const auto now = std::chrono::steady_clock::now();
    if (now < ask_again_) return true;
    ask_again_ = now + std::chrono::seconds(2);
    const ProgramEnd end =
        run_program({"squeue", "--noheader", "--jobs=" + job_, "--format=%r"});
    if (end.code != 0)
      // A job that ended some time ago is forgotten. If the controller does not
      // answer, the job may be at work.
      return end.output.find("Invalid job id") == std::string::npos;
    // Slurm holds a task whose node could not start it, and nobody would
    // release it.
    std::istringstream reasons(end.output);
    for (std::string reason; std::getline(reasons, reason);)
      if (reason.find("held") == std::string::npos &&
          reason.find("Held") == std::string::npos)
        return true;
    if (!end.output.empty()) stop();
    return false;
  }

  void stop() override { run_program({"scancel", job_}); }

  bool take_over() override {
    std::ifstream file(job_file_);
    return file >> job_ && is_at_work();
  }

  std::string interrupt() override {
    return fmt::format(
        "interrupted, but job {} goes on; the same command waits for it, and "
        "`scancel {}` ends it",
        job_, job_);
  }

 private:
  const EngineOptions options_;
  const LaunchFolder folder_;
  const std::filesystem::path job_file_;
  std::string job_;
  std::chrono::steady_clock::time_point ask_again_;
};

}  // namespace

Result<std::unique_ptr<Engine>> engine_named(const EngineOptions& options,
                                             const LaunchFolder& folder) {
  const Words programs = options.name == "slurm"
                             ? Words{"sbatch", "squeue", "scancel"}
                         : options.name == "parallel" ? Words{"parallel"}
                                                      : Words{"sh"};
  for (const std::string& program : programs)
    if (!has_program(program))
      return Status::invalid(
          fmt::format("--engine {} needs the program {}, which is not "
                      "installed",
                      options.name, program));
  std::unique_ptr<Engine> engine;
  if (options.name == "slurm")
    engine = std::make_unique<SlurmEngine>(options, folder);
  else if (options.name == "parallel")
    engine = std::make_unique<ParallelEngine>(options, folder);
  else
    engine = std::make_unique<LocalEngine>(options, folder);
  return engine;
}

}  // namespace assay
