// Declares the options of `assay launch` for the command line.
// Tested by tests/cli/launch_command_test.cc.
#include <CLI/CLI.hpp>

#include "cli/launch_command.h"
#include "cli/option_checks.h"
#include "conformance/shard.h"

namespace assay {

void add_launch_command(CLI::App& app, LaunchArguments& arguments, int& code) {
  CLI::App* launch = app.add_subcommand(
      "launch", "Run the shards of a check or a sweep on many machines");
  launch
      ->add_option("COMMAND", arguments.words,
                   "after --: check SUBJECT … or sweep SUBJECT …")
      ->default_str("");
  launch
      ->add_option("--engine", arguments.engine,
                   "runs the shards: slurm (a job array), parallel (GNU "
                   "parallel) or local (processes of this machine)")
      ->check(one_of({"slurm", "parallel", "local"}));
  launch->add_option("--shards", arguments.shards, "number of shards")
      ->check(whole_number(1, kMaxShards))
      ->default_str("");
  launch
      ->add_option("--retries", arguments.retries,
                   "how often a shard that died is run again")
      ->check(whole_number(0, 100));
  launch
      ->add_option("--at-once", arguments.at_once,
                   "shards that run at a time; 0 leaves it to the engine")
      ->check(whole_number(0, 100000));
  launch->add_option("--engine-options", arguments.engine_options,
                     "options for sbatch or parallel, as one argument");
  launch->add_option("--out", arguments.out,
                     "folder of the launch; a repeated launch continues there "
                     "(default: assay-results/launch-SUBJECT)");
  launch->add_option("--status", arguments.status,
                     "print how far the launch in this folder is");
  launch->add_flag("--dry-run", arguments.dry_run, "only print the job script");
  launch->add_flag("--no-wait", arguments.no_wait,
                   "with slurm: submit and return; the same command without "
                   "this option waits, retries and merges");
  launch->callback([&] {
    code = arguments.status.empty() ? launch_command(arguments)
                                    : launch_status(arguments.status);
  });
}

}  // namespace assay
