// Stores a sweep in a file: a head, and then a line of totals per block. Files
// of shards and of interrupted sweeps have some of the blocks. Joined in any
// order they give the same sweep.
// Tested by tests/sweep/sweep_file_test.cc.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "spec/file_profile.h"
#include "sweep/inputs.h"
#include "sweep/totals.h"

namespace assay {

// Says what was swept, and on which subject. Files with the same head are parts
// of one sweep.
struct SweepHead {
  std::string op;
  std::string dtype;
  std::string profile;
  // If the profile came from a file, these are its values that differ from nx.
  std::optional<PolicyValues> profile_values;
  std::string accuracy;  // what the contract requires: "ulp 3", "exact"
  std::string subject_name;
  std::string subject_version;
  std::string spec_version;
  std::string suite_version;
  std::uint64_t first_block = 0;  // swept: first_block … end_block - 1
  std::uint64_t end_block = 0;
  // For a sample; 0 if every input is swept.
  std::uint64_t rounds = 0;
  std::uint64_t seed = 0;
  friend bool operator==(const SweepHead&, const SweepHead&) = default;
};

struct Sweep {
  SweepHead head;
  std::map<std::uint64_t, Totals> blocks;  // by number

  // Returns the totals of all blocks that are there.
  Totals total() const;
  // Returns how many blocks of the head's range are missing.
  std::uint64_t missing() const {
    return head.end_block - head.first_block - blocks.size();
  }
};

// Returns the inputs that a head names. Fails if this build has no such op.
Result<Inputs> inputs_of(const SweepHead& head);

// Returns the head of a sweep of these inputs, without the subject.
SweepHead head_of(const Inputs& inputs, const Profile& profile,
                  std::uint64_t first_block, std::uint64_t end_block);

// Return the lines of a file, without the line end.
std::string line_of(const SweepHead& head);
std::string line_of(std::uint64_t block, const Totals& totals);

// Reads a file. If `torn_is_fine`, an incomplete last line is left out. Any
// other line that does not belong to a sweep is an error with its place in the
// message.
Result<Sweep> read_sweep(const std::filesystem::path& file, bool torn_is_fine);

// Adds a part of the same sweep. Fails if the heads differ, and if both have a
// block with different totals, because then the subject's results vary.
Status join(Sweep& sweep, const Sweep& part);

// Returns whether a file begins like one of a sweep.
bool is_sweep_file(const std::filesystem::path& file);

// Returns the shards, of `count`, that have blocks which the sweep lacks, in
// ascending order.
std::vector<std::int64_t> missing_shards(const Sweep& sweep,
                                         std::int64_t count);

// Writes the file, whole or not at all.
Status write_sweep(const std::filesystem::path& file, const Sweep& sweep);

}  // namespace assay
