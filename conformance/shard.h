// Divides a plan into shards, the parts that several runs take. A hash of the
// case id or the costs of an earlier run decide, so that a case is in the same
// shard on every machine.
// Tested by tests/conformance/shard_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/case/planned_case.h"
#include "spec/result.h"

namespace assay {

class CostDeal;

// Names part `index` of `count`, counted from 1.
struct Shard {
  std::int64_t index = 1;
  std::int64_t count = 1;
  // Deals the cases that it knows, to the same count. Without it, and for other
  // cases, the hash decides.
  std::shared_ptr<const CostDeal> costs = {};
  friend bool operator==(const Shard&, const Shard&) = default;
};

inline constexpr std::int64_t kMaxShards = 1'000'000;

// Parses "I/N" with 1 <= I <= N.
Result<Shard> parse_shard(std::string_view text);

// Looks up a variable of the environment; nullptr if it is not set.
using Lookup = std::function<const char*(const char*)>;

// Holds the shard that the environment asks for, and which system asks for it.
struct FoundShard {
  Shard shard;
  std::string system;  // whose variables were used; empty if none were
  // A file to touch, which tells a test runner that shards are supported.
  std::string status_file;
};

// Returns the shard that a test runner, a batch system or a CI service sets in
// its variables. A system that counts one shard is ignored. Fails if a value is
// malformed, if a variable is set without its counterpart, and if two systems
// disagree.
Result<FoundShard> shard_from_environment(const Lookup& lookup);

// Returns the shard, counted from 1, of a case among `count` shards, by the
// hash of its id.
std::int64_t shard_of_case(std::string_view id, std::int64_t count);
// Returns the shard of a case by the costs of `shard`, if it has any. The index
// of `shard` does not matter.
std::int64_t shard_of_case(std::string_view id, const Shard& shard);
// Returns RunRecord::shard_rule of a shard.
std::string rule_of(const Shard& shard);

// Returns indices, which must ascend, as Slurm writes those of an array:
// "3,7,9-12".
std::string array_text(const std::vector<std::int64_t>& indices);

// Returns the cases of a plan that belong to a shard, in the plan's order.
std::vector<PlannedCase> shard_of(std::vector<PlannedCase> plan,
                                  const Shard& shard);

}  // namespace assay
