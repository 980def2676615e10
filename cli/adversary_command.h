// `assay adversary`: the share of realistic bugs, put into a working backend,
// that each level of the suite finds.
// Tested by tests/cli/adversary_command_test.cc.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace assay {

struct AdversaryArguments {
  std::string plugin;  // the adversary's library; "" for the one beside assay
  std::string target;  // the library that it forwards to; "" for the optimized
  std::string level = "relations";  // the last stage that is run
  std::string bug;                  // of this row alone
  std::string ops;                  // cases of these ops alone
  std::uint64_t seed = 0;
  int jobs = 0;  // 0: one per core
  bool cliffs = false;
  bool deep = false;
  bool vectors = false;  // by the golden vectors in place of a level
  bool markdown = false;
  bool list = false;
};

// Adds the subcommand, which sets the exit code.
void add_adversary_command(CLI::App& app, AdversaryArguments& arguments,
                           int& code);

// Prints the share found by class and stage, or the table of cliffs. Returns
// kExitConforms, whatever survives: the table is a measurement, not a test.
int adversary_command(const AdversaryArguments& arguments);

}  // namespace assay
