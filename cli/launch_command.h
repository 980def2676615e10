// Declares `assay launch`, which runs the shards of a check or a sweep on many
// machines, and the options of `assay merge`, which joins what they wrote.
// Tested by tests/cli/launch_command_test.cc.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/commands.h"

namespace assay {

struct LaunchArguments {
  std::string command = "assay";  // as it was called, for messages
  std::string engine;             // "slurm", "parallel" or "local"
  std::int64_t shards = 0;
  int retries = 2;             // of each shard
  int at_once = 0;             // shards that run at a time; 0: the default
  std::string engine_options;  // more words for sbatch or parallel
  std::string out;             // the folder of the launch
  std::string status;          // print the state of the launch in this folder
  bool dry_run = false;        // print the job script and do nothing
  bool no_wait = false;        // submit to Slurm and return
  // The command of a shard: "check" or "sweep", the subject, and options.
  std::vector<std::string> words;
};
// Runs all shards, repeats those that died, and merges their files. Returns the
// exit code of the merged run.
int launch_command(const LaunchArguments& arguments);
// Prints how far each shard of a launch is. Reads only files, so it also works
// on another machine. Returns kExitConforms if all shards are done, and
// kExitInternal if not.
int launch_status(const std::string& folder);

void add_launch_command(CLI::App& app, LaunchArguments& arguments, int& code);
void add_merge_command(CLI::App& app, MergeArguments& arguments, int& code);

}  // namespace assay
