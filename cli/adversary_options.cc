// Declares the options of `assay adversary` for the command line.
// Tested by tests/cli/adversary_command_test.cc.
#include "cli/adversary_command.h"
#include "cli/option_checks.h"

namespace assay {

void add_adversary_command(CLI::App& app, AdversaryArguments& arguments,
                           int& code) {
  CLI::App* adversary = app.add_subcommand(
      "adversary", "Try the suite on bugs put into a working backend");
  adversary->add_option(
      "--plugin", arguments.plugin,
      "the adversary's library (default: the one in the folder of assay)");
  adversary->add_option(
      "--target", arguments.target,
      "the library that it forwards to (default: the optimized backend)");
  adversary
      ->add_option("--level", arguments.level,
                   "the last stage to run: quick, standard or relations")
      ->check(one_of({"quick", "standard", "relations"}));
  adversary->add_option("--bug", arguments.bug, "try only this bug");
  adversary->add_option("--ops", arguments.ops,
                        "run only cases of these ops, separated by commas");
  adversary->add_option("--seed", arguments.seed, "the run seed");
  adversary
      ->add_option("--jobs", arguments.jobs,
                   "number of processes; 0 starts one per core")
      ->check(whole_number(0, 256));
  adversary->add_flag("--cliffs", arguments.cliffs,
                      "try backends that are wrong above a size");
  adversary->add_flag("--deep", arguments.deep,
                      "also check survivors at level deep");
  adversary
      ->add_flag("--vectors", arguments.vectors,
                 "run the golden vectors instead of a level")
      ->excludes("--level")
      ->excludes("--deep");
  adversary->add_flag("--markdown", arguments.markdown,
                      "print Markdown tables");
  adversary->add_flag("--list", arguments.list, "only print the bugs");
  adversary->callback([&] { code = adversary_command(arguments); });
}

}  // namespace assay
