// Declares the options of `assay adversary` for the command line.
// Tested by tests/cli/adversary_command_test.cc.
#include "cli/adversary_command.h"

namespace assay {

void add_adversary_command(CLI::App& app, AdversaryArguments& arguments,
                           int& code) {
  CLI::App* adversary = app.add_subcommand(
      "adversary", "Try the suite on bugs put into a working backend");
  adversary->add_option("--plugin", arguments.plugin,
                        "the adversary's library (beside assay)");
  adversary->add_option("--target", arguments.target,
                        "the library that it forwards to (the optimized one)");
  adversary
      ->add_option("--level", arguments.level,
                   "the last stage to run: quick, standard or relations")
      ->check(CLI::IsMember({"quick", "standard", "relations"}));
  adversary->add_option("--bug", arguments.bug, "of this bug alone");
  adversary->add_option("--ops", arguments.ops,
                        "cases of these ops alone, with commas between them");
  adversary->add_option("--seed", arguments.seed, "the run seed");
  adversary->add_option("--jobs", arguments.jobs, "processes; 0: one per core")
      ->check(CLI::Range(0, 256));
  adversary->add_flag("--cliffs", arguments.cliffs,
                      "backends that are wrong above a size");
  adversary->add_flag("--deep", arguments.deep,
                      "also check survivors at level deep");
  adversary
      ->add_flag("--vectors", arguments.vectors,
                 "by the golden vectors in place of a level")
      ->excludes("--level")
      ->excludes("--deep");
  adversary->add_flag("--markdown", arguments.markdown, "print Markdown");
  adversary->add_flag("--list", arguments.list, "print the bugs only");
  adversary->callback([&] { code = adversary_command(arguments); });
}

}  // namespace assay
