// `assay sweep` and `assay sweeps`: arguments, and what runs them.
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
  std::string out;     // the file of totals; empty: none is kept
  int jobs = 1;
  double timeout_seconds = 600;  // that one block may take
  bool resume = false;
  // Rounds of 4096 inputs of a sample, 0 for every input; and the seed.
  std::uint64_t rounds = 0;
  std::uint64_t seed = 0;
};
// Sweeps every input of an op, and prints what it found.
int sweep_command(const SweepArguments& arguments);

// Adds up files of sweeps; writes the sum of one sweep's parts to `out`.
int sweeps_command(const std::vector<std::string>& files, bool markdown,
                   const std::string& out);

// Why there was no sweep, as an exit code.
int exit_code_of(SweepError error);

}  // namespace assay
