// Declares the options of `assay merge` for the command line.
// Tested by tests/cli/merge_command_test.cc.
#include <CLI/CLI.hpp>

#include "cli/launch_command.h"
#include "cli/option_checks.h"
#include "conformance/shard.h"

namespace assay {

void add_merge_command(CLI::App& app, MergeArguments& arguments, int& code) {
  CLI::App* merge = app.add_subcommand(
      "merge", "Join the records, or the sweeps, of shards into one run");
  merge
      ->add_option("RECORDS", arguments.places,
                   "files of records, folders of runs, or files of sweeps")
      ->required();
  merge->add_option("--out", arguments.out,
                    "folder or .jsonl file for the merged run");
  merge->add_flag("--missing", arguments.missing,
                  "print only the shards that are missing or incomplete, as "
                  "3,7,9-12, and exit with 3 if there are any");
  merge
      ->add_option("--shards", arguments.shards,
                   "with --missing, the number of shards of a sweep")
      ->check(whole_number(1, kMaxShards))
      ->default_str("");
  merge->add_option("--cost", arguments.cost, kCostHelp);
  merge->add_option("--junit", arguments.junit,
                    "also write JUnit XML to this file");
  merge->add_flag("--strict", arguments.strict, kStrictHelp);
  add_require_option(*merge, arguments.require);
  merge->callback([&] { code = merge_command(arguments); });
}

}  // namespace assay
