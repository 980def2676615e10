// Declares `assay sweep` and `assay sweeps` with their arguments.
// Tested by tests/cli/sweep_command_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay {

enum class SweepError;

struct SweepArguments {
  std::string subject;
  std::string profile = "nx";
  std::string op;
  std::string dtype = "float32";
  std::string shard;   // "I/N"; empty: all
  std::string blocks;  // "FIRST-LAST"; empty: all
  std::string out;     // the file of totals; empty: keep none
  int jobs = 1;
  double timeout_seconds = 600;  // that one block may take
  bool resume = false;
  // The number of rounds of a sample, of 4096 inputs each, or 0 for every
  // input; and the seed of the sample.
  std::uint64_t rounds = 0;
  std::uint64_t seed = 0;
};
// Sweeps every input of an op, or a sample, and prints what it found.
int sweep_command(const SweepArguments& arguments);

// Adds up files of sweeps and prints the sums. If `out` is given, writes the
// sum of the parts of one sweep to it.
int sweeps_command(const std::vector<std::string>& files, bool markdown,
                   const std::string& out);

// Returns the exit code for a sweep that did not take place or did not finish.
int exit_code_of(SweepError error);

}  // namespace assay
