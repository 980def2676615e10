// Declares `assay adversary`, which puts realistic bugs into a working backend
// and prints the share of them that each level of the suite finds.
// Tested by tests/cli/adversary_command_test.cc.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace assay {

struct AdversaryArguments {
  std::string plugin;  // the adversary's library; "": the one beside assay
  std::string target;  // the library it forwards to; "": the optimized one
  std::string level = "relations";  // the last stage that is run
  std::string bug;                  // run this row alone
  std::string ops;                  // run the cases of these ops alone
  std::uint64_t seed = 0;
  int jobs = 0;  // 0: one per core
  bool cliffs = false;
  bool deep = false;
  bool vectors = false;  // use the golden vectors instead of a level
  bool markdown = false;
  bool list = false;
};

// Adds the subcommand, which sets the exit code.
void add_adversary_command(CLI::App& app, AdversaryArguments& arguments,
                           int& code);

// Prints the share that is found by class and stage, or the table of cliffs.
// Returns kExitConforms even if bugs survive, because the table is a
// measurement and not a test.
int adversary_command(const AdversaryArguments& arguments);

}  // namespace assay
