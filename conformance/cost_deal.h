// Deals cases to shards by the time that each took in an earlier run, so that
// shards take equally long. The deal follows from the file of costs and the
// number of shards alone, so every machine makes the same one.
// Tested by tests/conformance/cost_deal_test.cc.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "spec/result.h"

namespace assay {

// In microseconds. Shorter cases are not written down, because there are many
// and a hash deals them evenly.
inline constexpr std::int64_t kLeastCost = 1000;

// Return the line of a file of costs, and the case and the microseconds of such
// a line.
nlohmann::ordered_json cost_to_json(const std::string& id,
                                    std::int64_t microseconds);
std::optional<std::pair<std::string, std::int64_t>> cost_from_json(
    const nlohmann::ordered_json& json);

class CostDeal {
 public:
  // Reads a file of costs, or costs.jsonl in the folder of a run, and deals its
  // cases to `count` shards. Takes the longest case first, and gives each to
  // the shard that has the least so far. Fails if the file cannot be read or
  // has no line that is a cost.
  static Result<std::shared_ptr<const CostDeal>> read(
      const std::filesystem::path& place, std::int64_t count);

  // Returns the SHA-256 of the file, in hex.
  const std::string& digest() const { return digest_; }
  // Returns the shard of a case, from 1, or nothing if its cost is unknown.
  std::optional<std::int64_t> shard_of(std::string_view id) const;

 private:
  std::string digest_;
  std::unordered_map<std::string, std::int64_t> shards_;
};

// Joins the files of costs of several folders into one in `out`. Folders
// without such a file are left out; if none has one, writes nothing.
Status join_costs(const std::set<std::filesystem::path>& folders,
                  const std::filesystem::path& out);

}  // namespace assay
