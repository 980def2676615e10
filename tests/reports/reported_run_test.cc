// Tests what a report says is missing from a run, and which files of records
// belong to one run.
#include "reports/reported_run.h"

#include <gtest/gtest.h>

#include "tests/reports/records.h"

namespace assay {
namespace {

std::vector<Record> two_records() {
  return {elementwise("add", "value", "int8", Verdict::kPass, 0),
          elementwise("add", "value", "int8", Verdict::kFail, 1)};
}

RunRecord shard(std::int64_t number, std::int64_t count) {
  RunRecord run = run_of_toy();
  run.shard = number;
  run.shard_count = count;
  run.planned = 2;
  return run;
}

TEST(ReportedRun, NamesCaseFilesFromTheirFolder) {
  const ReportedRun reported =
      reported_run(run_of_toy(), two_records(), "results/");
  EXPECT_EQ("", reported.records[0].case_file);
  EXPECT_EQ("results/cases/add.value.int8.json", reported.records[1].case_file);
}

TEST(Gaps, OfACompleteRunAreNone) {
  EXPECT_TRUE(gaps_of(reported_run(shard(1, 1), two_records())).empty());
}

TEST(Gaps, AreSaidOneByOne) {
  using Gaps = std::vector<std::string>;
  ReportedRun run = reported_run(shard(1, 1), two_records(), "", true);
  EXPECT_EQ(Gaps{"The run was interrupted: its records end early."},
            gaps_of(run));
  run = reported_run(shard(1, 1), two_records());
  run.records.pop_back();
  EXPECT_EQ(Gaps{"1 of 2 planned cases have no result."}, gaps_of(run));
  run = reported_run(shard(1, 1), two_records());
  run.records[1].verdict = Verdict::kMissing;
  EXPECT_EQ(Gaps{"1 of 2 planned cases have no result."}, gaps_of(run));
  run.planned = 0;  // an older file does not say
  EXPECT_EQ(Gaps{"1 cases have no result."}, gaps_of(run));
  run = reported_run(shard(2, 4), two_records());
  EXPECT_EQ(Gaps{"3 of 4 shards are missing: 1, 3, 4."}, gaps_of(run));
  run = reported_run(shard(1, 1), two_records());
  run.records.push_back(run.records[0]);
  run.records.push_back(run.records[0]);
  EXPECT_EQ(Gaps{"1 cases are recorded more than once."}, gaps_of(run));
}

TEST(Shards, OfOneRunAreJoined) {
  const auto joined = join_shards({
      reported_run(shard(2, 2), two_records(), "b/"),
      reported_run(run_of_toy(), two_records()),
      reported_run(shard(1, 2), {two_records()[0]}, "a/", true),
  });
  ASSERT_EQ(2u, joined.size());
  EXPECT_EQ((std::vector<std::int64_t>{2, 1}), joined[0].shards);
  EXPECT_EQ(4, joined[0].planned);
  EXPECT_EQ(3u, joined[0].records.size());
  EXPECT_TRUE(joined[0].partial);
  EXPECT_EQ("b/cases/add.value.int8.json", joined[0].records[1].case_file);
  EXPECT_EQ(2u, joined[1].records.size());
}

// Files whose heads differ in a property of the run belong to different runs.
TEST(Shards, OfOtherRunsStayApart) {
  const auto count_with = [](void (*change)(RunRecord&)) {
    RunRecord other = shard(2, 2);
    change(other);
    return join_shards({reported_run(shard(1, 2), two_records()),
                        reported_run(other, two_records())})
        .size();
  };
  EXPECT_EQ(1u, count_with([](RunRecord&) {}));
  EXPECT_EQ(2u, count_with([](RunRecord& run) { run.shard = 1; }));
  EXPECT_EQ(2u, count_with([](RunRecord& run) { run.seed = 8; }));
  EXPECT_EQ(2u, count_with([](RunRecord& run) { run.profile = "numpy"; }));
  EXPECT_EQ(2u, count_with([](RunRecord& run) { run.level = "standard"; }));
  EXPECT_EQ(2u, count_with([](RunRecord& run) { run.filter = "add"; }));
  EXPECT_EQ(2u, count_with([](RunRecord& run) { run.subject += "x"; }));
  EXPECT_EQ(2u, count_with([](RunRecord& run) { run.subject_version = "2"; }));
  EXPECT_EQ(2u, count_with([](RunRecord& run) { run.suite_version = "9"; }));
  EXPECT_EQ(2u, count_with([](RunRecord& run) { run.shard_count = 3; }));
}

}  // namespace
}  // namespace assay
