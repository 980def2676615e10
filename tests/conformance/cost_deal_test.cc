// Tests dealing cases by their costs: shards take equally long, and the deal
// depends on nothing but the file and the number of shards.
#include "conformance/cost_deal.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "conformance/run_folder.h"
#include "conformance/shard.h"
#include "harness/case/sha256.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

class CostDealTest : public testing::Test {
 protected:
  CostDealTest()
      : folder_(fs::path(testing::TempDir()) /
                fmt::format("assay-costs-{}", getpid())) {
    fs::create_directories(folder_);
  }
  ~CostDealTest() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  static std::string line(const std::string& id, std::int64_t microseconds) {
    return cost_to_json(id, microseconds).dump() + '\n';
  }

  const fs::path folder_;
};

TEST_F(CostDealTest, GivesTheNextLongestCaseToTheShardWithTheLeast) {
  const std::string text =
      line("b", 5000) + line("a", 9000) + line("d", 3000) + line("c", 5000);
  const auto deal = CostDeal::read(write("costs", text), 2);
  ASSERT_TRUE(deal.ok()) << deal.status().message;
  EXPECT_EQ(1, (*deal)->shard_of("a"));
  EXPECT_EQ(2, (*deal)->shard_of("b"));
  EXPECT_EQ(2, (*deal)->shard_of("c"));
  EXPECT_EQ(1, (*deal)->shard_of("d"));
  EXPECT_EQ(std::nullopt, (*deal)->shard_of("e"));
  EXPECT_EQ(sha256_text(text), (*deal)->digest());
  // Cases without a cost go where the hash says.
  const Shard shard{1, 2, *deal};
  EXPECT_EQ(2, shard_of_case("b", shard));
  EXPECT_EQ(shard_of_case("x", 2), shard_of_case("x", shard));
  EXPECT_EQ("cost:" + sha256_text(text), rule_of(shard));
  EXPECT_EQ("", rule_of({1, 2}));
}

TEST_F(CostDealTest, MakesShardsThatTakeEquallyLong) {
  std::string text;
  std::int64_t all = 0;
  std::map<std::string, std::int64_t> costs;
  for (int i = 0; i < 500; ++i) {
    const std::int64_t cost = 1000 + (i * i * 7919) % 100000;
    const std::string id = fmt::format("case-{}", i);
    text += line(id, cost);
    costs[id] = cost;
    all += cost;
  }
  const auto deal = CostDeal::read(write("costs", text), 8);
  ASSERT_TRUE(deal.ok());
  std::map<std::int64_t, std::int64_t> loads;
  for (const auto& [id, cost] : costs) loads[*(*deal)->shard_of(id)] += cost;
  ASSERT_EQ(8u, loads.size());
  for (const auto& [shard, load] : loads) {
    EXPECT_LE(load, all / 8 + 1000) << shard;
    EXPECT_GE(load, all / 8 - 1000) << shard;
  }
}

TEST_F(CostDealTest, ReadsWhatARunLeft) {
  // A killed run has cut its last line short, and a resumed one has two lines
  // of a case.
  const std::string text =
      line("a", 1000) + line("b", 2000) + "{\"cost_o\n" + line("a", 3000);
  write(fmt::format("run/{}", kCostsFile), text + "{\"cost_of\":\"c");
  const auto deal = CostDeal::read(folder_ / "run", 2);
  ASSERT_TRUE(deal.ok()) << deal.status().message;
  EXPECT_EQ(1, (*deal)->shard_of("a"));
  EXPECT_EQ(2, (*deal)->shard_of("b"));
  ASSERT_TRUE(join_costs({folder_ / "none", folder_ / "run"}, folder_).ok());
  std::ifstream joined(folder_ / kCostsFile);
  EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>(joined), {}));
  EXPECT_FALSE(CostDeal::read(folder_ / "none", 2).ok());
  const auto other = CostDeal::read(write("other", "{\"id\":\"a\"}\n"), 2);
  ASSERT_FALSE(other.ok());
  EXPECT_NE(std::string::npos,
            other.status().message.find(" contains no cost of a case"));
  EXPECT_TRUE(CostDeal::read(write("empty", ""), 2).ok());
}

}  // namespace
}  // namespace assay
