// Tests shards: how a plan is dealt, and how shards are read from the
// environment.
#include "conformance/shard.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "conformance/plan.h"

namespace assay {
namespace {

TEST(Shard, IsParsed) {
  const auto shard = parse_shard("3/7");
  ASSERT_TRUE(shard.ok());
  EXPECT_EQ((Shard{3, 7}), *shard);
  EXPECT_TRUE(parse_shard("1/1").ok());
  EXPECT_TRUE(parse_shard("1000000/1000000").ok());
  for (const char* text : {"", "/", "3", "0/7", "8/7", "3/0", "-1/7", "3/-7",
                           "+3/7", " 3/7", "3/7 ", "3/7/2", "a/b", "3/", "/7",
                           "1/1000001", "3.0/7", "99999999999999999999/7"}) {
    const auto none = parse_shard(text);
    ASSERT_FALSE(none.ok()) << text;
    EXPECT_EQ(0u, none.status().message.find("--shard: \"")) << text;
  }
}

// Every case is in one shard, in the order of the plan, and none is empty.
TEST(Shard, DealsEveryCaseOnce) {
  const auto plan = plan_cases(Level::kQuick, *Filter::parse("elementwise/*"));
  ASSERT_LT(1000u, plan.size());
  for (const std::int64_t count : {1, 2, 7}) {
    std::map<std::string, int> seen;
    for (std::int64_t index = 1; index <= count; ++index) {
      const auto part = shard_of(plan, {index, count});
      EXPECT_LT(plan.size() / static_cast<std::size_t>(2 * count), part.size());
      auto at = plan.begin();
      for (const PlannedCase& planned : part) {
        ++seen[planned.id()];
        while (at != plan.end() && at->id() != planned.id()) ++at;
        EXPECT_TRUE(at != plan.end()) << planned.id();
        EXPECT_EQ(index, shard_of_case(planned.id(), count));
      }
    }
    EXPECT_EQ(plan.size(), seen.size());
    for (const auto& [id, times] : seen) EXPECT_EQ(1, times) << id;
  }
}

// The hash is a public surface: other programs deal cases by it, too. Of
// SHA-256("0\0x") the first 8 bytes are 132e75f083a582e0.
TEST(Shard, FollowsTheHashOfRunSeedZero) {
  EXPECT_EQ(71, shard_of_case("x", 97));
  EXPECT_EQ(76, shard_of_case("elementwise/add:wrap:dtype=int8,case=0", 97));
  EXPECT_EQ(0x13 % 16 + 1, shard_of_case("x", 16));
}

TEST(Shard, IsWrittenAsAnArray) {
  EXPECT_EQ("", array_text({}));
  EXPECT_EQ("4", array_text({4}));
  EXPECT_EQ("1-2", array_text({1, 2}));
  EXPECT_EQ("3,7,9-12,14", array_text({3, 7, 9, 10, 11, 12, 14}));
}

using Variables = std::map<std::string, std::string>;

Lookup lookup_in(const Variables& variables) {
  return [&variables](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
}

Result<FoundShard> found_in(const Variables& variables) {
  return shard_from_environment(lookup_in(variables));
}

TEST(ShardEnvironment, SaysNothingByItself) {
  for (const Variables& variables : {
           Variables{},
           Variables{{"GTEST_TOTAL_SHARDS", "1"}, {"GTEST_SHARD_INDEX", "0"}},
           Variables{{"CI_NODE_TOTAL", "1"}},
           Variables{{"CIRCLE_NODE_TOTAL", "1"}, {"CIRCLE_NODE_INDEX", "0"}},
           Variables{{"JOB_COMPLETION_INDEX", "3"}},
           Variables{{"SLURM_JOB_ID", "3"}},
       }) {
    const auto found = found_in(variables);
    ASSERT_TRUE(found.ok()) << found.status().message;
    EXPECT_EQ("", found->system);
    EXPECT_EQ((Shard{1, 1}), found->shard);
  }
}

TEST(ShardEnvironment, IsReadOfEverySystem) {
  struct Row {
    Variables variables;
    Shard expected;
  };
  const Row rows[] = {
      {{{"GTEST_TOTAL_SHARDS", "4"}, {"GTEST_SHARD_INDEX", "0"}}, {1, 4}},
      {{{"GTEST_TOTAL_SHARDS", "4"}, {"GTEST_SHARD_INDEX", "3"}}, {4, 4}},
      {{{"TEST_TOTAL_SHARDS", "4"}, {"TEST_SHARD_INDEX", "1"}}, {2, 4}},
      {{{"CI_NODE_TOTAL", "4"}, {"CI_NODE_INDEX", "1"}}, {1, 4}},
      {{{"CI_NODE_TOTAL", "4"}, {"CI_NODE_INDEX", "4"}}, {4, 4}},
      {{{"CIRCLE_NODE_TOTAL", "4"}, {"CIRCLE_NODE_INDEX", "0"}}, {1, 4}},
      {{{"BUILDKITE_PARALLEL_JOB_COUNT", "4"}, {"BUILDKITE_PARALLEL_JOB", "2"}},
       {3, 4}},
      {{{"ASSAY_SHARD_COUNT", "4"}, {"JOB_COMPLETION_INDEX", "3"}}, {4, 4}},
      {{{"SLURM_ARRAY_TASK_COUNT", "4"},
        {"SLURM_ARRAY_TASK_ID", "7"},
        {"SLURM_ARRAY_TASK_MIN", "5"}},
       {3, 4}},
      {{{"SLURM_ARRAY_TASK_COUNT", "4"},
        {"SLURM_ARRAY_TASK_ID", "7"},
        {"SLURM_ARRAY_TASK_MIN", "1"},
        {"SLURM_ARRAY_TASK_STEP", "2"},
        {"SLURM_ARRAY_TASK_MAX", "7"}},
       {4, 4}},
      // Bazel sets two pairs.
      {{{"GTEST_TOTAL_SHARDS", "4"},
        {"GTEST_SHARD_INDEX", "2"},
        {"TEST_TOTAL_SHARDS", "4"},
        {"TEST_SHARD_INDEX", "2"}},
       {3, 4}},
      // A system with one shard does not contradict another one.
      {{{"CIRCLE_NODE_TOTAL", "1"},
        {"CIRCLE_NODE_INDEX", "0"},
        {"GTEST_TOTAL_SHARDS", "4"},
        {"GTEST_SHARD_INDEX", "2"}},
       {3, 4}},
  };
  for (const Row& row : rows) {
    const auto found = found_in(row.variables);
    SCOPED_TRACE(row.variables.begin()->first);
    ASSERT_TRUE(found.ok()) << found.status().message;
    EXPECT_EQ(row.expected, found->shard);
    EXPECT_NE("", found->system);
  }
}

TEST(ShardEnvironment, NamesTheVariableThatIsWrong) {
  struct Row {
    Variables variables;
    const char* part;
  };
  const Row rows[] = {
      {{{"GTEST_SHARD_INDEX", "3"}}, "GTEST_TOTAL_SHARDS is not"},
      {{{"GTEST_TOTAL_SHARDS", "4"}}, "GTEST_SHARD_INDEX is not set"},
      {{{"GTEST_TOTAL_SHARDS", "4"}, {"GTEST_SHARD_INDEX", "4"}},
       "GTEST_SHARD_INDEX is \"4\"; expected a number from 0 to 3"},
      {{{"CI_NODE_TOTAL", "4"}, {"CI_NODE_INDEX", "0"}},
       "CI_NODE_INDEX is \"0\"; expected a number from 1 to 4"},
      {{{"TEST_TOTAL_SHARDS", "four"}, {"TEST_SHARD_INDEX", "0"}},
       "TEST_TOTAL_SHARDS is \"four\""},
      {{{"TEST_TOTAL_SHARDS", "0"}, {"TEST_SHARD_INDEX", "0"}},
       "TEST_TOTAL_SHARDS is \"0\""},
      {{{"TEST_TOTAL_SHARDS", ""}, {"TEST_SHARD_INDEX", "0"}},
       "TEST_TOTAL_SHARDS is \"\""},
      {{{"TEST_TOTAL_SHARDS", "2"}, {"TEST_SHARD_INDEX", "-1"}},
       "TEST_SHARD_INDEX is \"-1\""},
      {{{"ASSAY_SHARD_COUNT", "4"}}, "JOB_COMPLETION_INDEX is not set"},
      {{{"SLURM_ARRAY_TASK_COUNT", "4"}, {"SLURM_ARRAY_TASK_ID", "2"}},
       "SLURM_ARRAY_TASK_MIN is not set"},
      // --array=1,2,5: the third task is not the third in a row.
      {{{"SLURM_ARRAY_TASK_COUNT", "3"},
        {"SLURM_ARRAY_TASK_ID", "5"},
        {"SLURM_ARRAY_TASK_MIN", "1"}},
       "not numbered evenly"},
      {{{"SLURM_ARRAY_TASK_COUNT", "3"},
        {"SLURM_ARRAY_TASK_ID", "2"},
        {"SLURM_ARRAY_TASK_MIN", "1"},
        {"SLURM_ARRAY_TASK_MAX", "5"}},
       "not numbered evenly"},
      {{{"GTEST_TOTAL_SHARDS", "4"},
        {"GTEST_SHARD_INDEX", "0"},
        {"CI_NODE_TOTAL", "4"},
        {"CI_NODE_INDEX", "2"}},
       "the variables of GoogleTest name shard 1/4, but those of GitLab name "
       "2/4"},
  };
  for (const Row& row : rows) {
    const auto found = found_in(row.variables);
    ASSERT_FALSE(found.ok()) << row.part;
    EXPECT_NE(std::string::npos, found.status().message.find(row.part))
        << found.status().message;
  }
}

TEST(ShardEnvironment, NamesTheFileToTouch) {
  Variables variables = {{"TEST_SHARD_STATUS_FILE", "/tmp/x"}};
  EXPECT_EQ("", found_in(variables)->status_file);
  variables["TEST_TOTAL_SHARDS"] = "2";
  variables["TEST_SHARD_INDEX"] = "0";
  EXPECT_EQ("/tmp/x", found_in(variables)->status_file);
}

}  // namespace
}  // namespace assay
