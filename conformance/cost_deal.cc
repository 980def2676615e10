// Reads costs and deals by them: the longest case first, to the shard with the
// least work.
// Tested by tests/conformance/cost_deal_test.cc.
#include "conformance/cost_deal.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <queue>
#include <sstream>
#include <vector>

#include "conformance/records_file.h"
#include "conformance/run_folder.h"
#include "harness/case/sha256.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Result<std::string> content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return Status::invalid(fmt::format("{} cannot be read", path.string()));
  return std::string((std::istreambuf_iterator<char>(file)), {});
}

}  // namespace

Json cost_to_json(const std::string& id, std::int64_t microseconds) {
  return {{"cost_of", id}, {"us", microseconds}};
}

std::optional<std::pair<std::string, std::int64_t>> cost_from_json(
    const Json& json) {
  if (!json.is_object() || !json.contains("cost_of") || !json.contains("us") ||
      !json["cost_of"].is_string() || !json["us"].is_number_unsigned())
    return std::nullopt;
  return std::pair(json["cost_of"].get<std::string>(),
                   json["us"].get<std::int64_t>());
}

Result<std::shared_ptr<const CostDeal>> CostDeal::read(const fs::path& place,
                                                       std::int64_t count) {
  std::error_code error;
  const fs::path path =
      fs::is_directory(place, error) ? place / kCostsFile : place;
  const auto text = content_of(path);
  if (!text) return text.status();
  std::map<std::string, std::int64_t> costs;
  std::istringstream lines(*text);
  std::string line;
  while (std::getline(lines, line)) {
    const auto cost = cost_from_json(Json::parse(line, nullptr, false));
    if (!cost) continue;  // a killed run leaves a line that is cut short
    // A case that ran again after an interruption has two lines.
    std::int64_t& longest = costs[cost->first];
    longest = std::max(longest, cost->second);
  }
  if (costs.empty() && !text->empty())
    return Status::invalid(
        fmt::format("{} contains no cost of a case; expected the {} of a run",
                    path.string(), kCostsFile));
  std::vector<std::pair<std::string, std::int64_t>> sorted(costs.begin(),
                                                           costs.end());
  std::stable_sort(
      sorted.begin(), sorted.end(),
      [](const auto& a, const auto& b) { return a.second > b.second; });
  using Load = std::pair<std::int64_t, std::int64_t>;  // work, shard
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (std::int64_t shard = 1; shard <= count; ++shard) loads.push({0, shard});
  auto deal = std::make_shared<CostDeal>();
  deal->digest_ = sha256_text(*text);
  for (auto& [id, microseconds] : sorted) {
    auto [load, shard] = loads.top();
    loads.pop();
    loads.push({load + microseconds, shard});
    deal->shards_.emplace(std::move(id), shard);
  }
  return std::shared_ptr<const CostDeal>(std::move(deal));
}

std::optional<std::int64_t> CostDeal::shard_of(std::string_view id) const {
  const auto found = shards_.find(std::string(id));
  if (found == shards_.end()) return std::nullopt;
  return found->second;
}

Status join_costs(const std::set<fs::path>& folders, const fs::path& out) {
  std::string joined;
  std::error_code error;
  for (const fs::path& folder : folders) {
    if (!fs::exists(folder / kCostsFile, error)) continue;
    const auto text = content_of(folder / kCostsFile);
    if (!text) return text.status();
    joined += text->substr(0, text->rfind('\n') + 1);
  }
  if (joined.empty()) return {};
  return write_whole(out / kCostsFile, joined);
}

}  // namespace assay
