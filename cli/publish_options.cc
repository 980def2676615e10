// Declares the options of `assay publish` for the command line.
// Tested by tests/cli/publish_command_test.cc.
#include <CLI/CLI.hpp>

#include "cli/option_checks.h"
#include "cli/publish_command.h"

namespace assay {

void add_publish_command(CLI::App& app, PublishArguments& arguments,
                         int& code) {
  CLI::App* publish = app.add_subcommand(
      "publish", "Write a site about the runs of several subjects");
  publish
      ->add_option("RUNS", arguments.runs,
                   "folders of runs, files of records, sweeps or benchmarks, "
                   "and earlier sites; NAME=RUN gives a subject a name")
      ->required();
  publish
      ->add_option("--out", arguments.out,
                   "the folder of the site; an earlier site there is replaced")
      ->required();
  publish
      ->add_option("--level", arguments.level,
                   "the level of the runs (default: that of the first)")
      ->check(one_of({"quick", "standard", "deep"}))
      ->default_str("");
  publish->add_option(
      "--allow-fewer", arguments.may_fall,
      "a subject whose newer version may have fewer cases or claims");
  publish->callback([&] { code = publish_command(arguments); });
}

}  // namespace assay
