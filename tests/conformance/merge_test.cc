// Tests merging: merged shards equal the run without shards, and every gap or
// contradiction is named.
#include "conformance/merge.h"

#include "conformance/run_folder.h"
#include "conformance/shard.h"
#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSome = "neg,abs:*:dtype=float32,sort:value";

class Merge : public ScratchRun {
 protected:
  // Runs the shards of a confused subject, each into a folder of its own.
  std::vector<fs::path> run_shards(std::int64_t count) {
    std::vector<fs::path> folders;
    for (std::int64_t index = 1; index <= count; ++index) {
      CheckOptions options = this->options(kSome, confuse);
      options.shard = {index, count};
      options.out = folder_ / fmt::format("part-{}", index);
      report_of(options);
      folders.push_back(options.out);
    }
    return folders;
  }

  static std::vector<RecordedRun> read(const std::vector<fs::path>& places) {
    std::vector<RecordedRun> runs;
    for (const fs::path& place : places) {
      auto read = read_records(place);
      EXPECT_TRUE(read.ok()) << read.status().message;
      for (RecordedRun& run : *read) runs.push_back(std::move(run));
    }
    return runs;
  }

  static Merged merged(const std::vector<RecordedRun>& runs) {
    auto result = merge_runs(runs);
    EXPECT_TRUE(result.ok()) << result.status().message;
    return result.ok() ? *std::move(result) : Merged();
  }

  static std::string refusal(const std::vector<RecordedRun>& runs) {
    const auto none = merge_runs(runs);
    EXPECT_FALSE(none.ok());
    return none.ok() ? "" : none.status().message;
  }
};

TEST_F(Merge, GivesTheRunThatWasNotSharded) {
  report_of(options(kSome, confuse));
  auto folders = run_shards(3);
  std::reverse(folders.begin(), folders.end());
  const Merged result = merged(read(folders));
  EXPECT_TRUE(result.complaints.empty());
  ASSERT_TRUE(write_merged(result, folder_ / "merged").ok());
  const auto whole = files_of(folder_ / "out");
  EXPECT_EQ(whole, files_of(folder_ / "merged"));
  EXPECT_LT(5u, whole.size());  // with case files
  const RecordedRun serial = read({folder_ / "out"})[0];
  EXPECT_EQ(digest_of(serial.run, serial.records),
            digest_of(result.run, result.records));
  EXPECT_NE(digest_of(serial.run, serial.records),
            digest_of(result.run, {result.records[0]}));
  // The earliest of the times.
  for (const fs::path& folder : folders)
    EXPECT_LE(result.run.started_at, (*read_records(folder))[0].run.started_at);

  // The result is the same for a concatenated file, and for a single shard.
  std::string all;
  for (const fs::path& folder : folders) all += text_of(folder / kRecordsFile);
  std::ofstream(folder_ / "all.jsonl") << all;
  const Merged again = merged(read({folder_ / "all.jsonl"}));
  ASSERT_TRUE(write_merged(again, folder_ / "flat.jsonl").ok());
  EXPECT_EQ(text_of(folder_ / "merged/records.jsonl"),
            text_of(folder_ / "flat.jsonl"));
  const Merged one = merged(read({folder_ / "out"}));
  EXPECT_TRUE(one.complaints.empty());
  EXPECT_EQ(result.records.size(), one.records.size());
}

TEST_F(Merge, NamesAShardThatIsMissing) {
  const auto runs = read(run_shards(3));
  const Merged result = merged({runs[0], runs[2]});
  ASSERT_EQ(1u, result.complaints.size());
  EXPECT_EQ(
      fmt::format("shard 2/3 is missing: {} cases", runs[1].records.size()),
      result.complaints[0]);
  std::size_t missing = 0;
  for (const Record& record : result.records) {
    const bool lost = shard_of_case(record.id, 3) == 2;
    EXPECT_EQ(lost, record.verdict == Verdict::kMissing) << record.id;
    missing += lost ? 1 : 0;
  }
  EXPECT_EQ(runs[1].records.size(), missing);
  EXPECT_LT(0u, missing);
  EXPECT_EQ(std::vector<std::int64_t>{2}, result.lacking);
  const auto planned = planned_by_shard(runs[0]);
  ASSERT_TRUE(planned.ok());
  ASSERT_EQ(3u, planned->size());
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(runs[i].run.planned, (*planned)[i]);
}

TEST_F(Merge, NamesTheCasesThatARunLost) {
  auto runs = read(run_shards(2));
  const std::string lost = runs[1].records[3].id;
  const auto whole = runs[1].records.size();
  runs[1].records.erase(runs[1].records.begin() + 3);
  const Merged result = merged(runs);
  ASSERT_EQ(1u, result.complaints.size());
  EXPECT_NE(std::string::npos, result.complaints[0].find(fmt::format(
                                   "shard 2/2 lacks 1 of its {} cases", whole)))
      << result.complaints[0];
  for (const Record& record : result.records) {
    EXPECT_EQ(record.id == lost, record.verdict == Verdict::kMissing);
    EXPECT_FALSE(record.dtype.empty());
  }
}

TEST_F(Merge, AddsUpTheControlsOfItsShards) {
  const ControlCount whole = report_of(options(kSome, confuse)).run.controls;
  auto runs = read(run_shards(3));
  const ControlCount all =
      merged({runs[0], runs[1], runs[2], runs[1]}).run.controls;
  EXPECT_LT(0, all.made);
  EXPECT_EQ(whole.made, all.made);
  EXPECT_EQ(whole.caught, all.caught);
  EXPECT_EQ(whole.classes, all.classes);

  RecordedRun other = runs[1];
  other.run.controls.add("exact", false, "a case: a NaN was put");
  const Merged twice = merged({runs[0], runs[1], runs[2], other});
  ASSERT_EQ(1u, twice.complaints.size());
  EXPECT_NE(
      std::string::npos,
      twice.complaints[0].find("the same shard, but their controls differ"));
  runs[1] = other;
  const Merged missed = merged(runs);
  EXPECT_EQ(whole.made + 1, missed.run.controls.made);
  EXPECT_EQ(whole.caught, missed.run.controls.caught);
  EXPECT_EQ("a case: a NaN was put", missed.run.controls.missed);
}

TEST_F(Merge, TakesWhatRanTwiceAndAgrees) {
  const auto runs = read(run_shards(2));
  const Merged result = merged({runs[0], runs[1], runs[0]});
  EXPECT_TRUE(result.complaints.empty());
  EXPECT_EQ(runs[0].records.size() + runs[1].records.size(),
            result.records.size());
}

TEST_F(Merge, NamesWhatContradictsItself) {
  const auto runs = read(run_shards(2));
  struct Row {
    void (*change)(Record&);
    Verdict expected;
  };
  const Row rows[] = {
      {[](Record& record) { record.verdict = Verdict::kFail; },
       Verdict::kNondeterministic},
      {[](Record& record) { record.verdict = Verdict::kCrashed; },
       Verdict::kCrashed},
      {[](Record& record) { ++record.compared; }, Verdict::kNondeterministic},
      {[](Record& record) { record.max_ulp += 0.5; },
       Verdict::kNondeterministic},
  };
  const auto passing = [](const Record& record) {
    return record.verdict == Verdict::kPass;
  };
  for (const Row& row : rows) {
    RecordedRun again = runs[1];
    auto& records = again.records;
    const auto changed = std::find_if(records.begin(), records.end(), passing);
    ASSERT_TRUE(changed != records.end());
    row.change(*changed);
    for (const bool first : {false, true}) {
      const Merged result = first ? merged({again, runs[0], runs[1]})
                                  : merged({runs[0], runs[1], again});
      ASSERT_EQ(1u, result.complaints.size());
      EXPECT_EQ(0u, result.complaints[0].find(changed->id +
                                              " has contradicting records: "))
          << result.complaints[0];
      for (const Record& record : result.records)
        if (record.id == changed->id) {
          EXPECT_EQ(row.expected, record.verdict);
          EXPECT_TRUE(record.failure.has_value());
        }
    }
  }
}

TEST_F(Merge, RefusesWhatIsNoShardOfOneRun) {
  const auto runs = read(run_shards(2));
  struct Row {
    void (*change)(RunRecord&);
    const char* part;
  };
  const Row rows[] = {
      {[](RunRecord& run) { run.subject += "x"; }, "\"subject\" is "},
      {[](RunRecord& run) { run.subject_version = "2"; }, "\"subject_version"},
      {[](RunRecord& run) { run.profile = "numpy"; }, "\"profile\" is "},
      {[](RunRecord& run) { run.level = "standard"; }, "\"level\" is \"quick"},
      {[](RunRecord& run) { run.filter = "neg"; }, "\"filter\" is "},
      {[](RunRecord& run) { run.seed = 1; }, "\"seed\" is 0 and 1"},
      {[](RunRecord& run) { run.robustness = true; }, "\"robustness\" is "},
      {[](RunRecord& run) { run.shapes = Shapes::kFew; },
       "\"shapes\" is \"many\" and \"few\""},
      {[](RunRecord& run) { run.abi_version = "1"; }, "\"abi_version\" is "},
      {[](RunRecord& run) { run.suite_version = "0"; }, "\"suite_version\""},
      {[](RunRecord& run) { run.shard_count = 3; }, "\"shard_count\" is 2"},
      {[](RunRecord& run) { run.shard = 3; }, "3/2 is not a shard"},
      {[](RunRecord& run) { run.shard = 1; },
       " belongs to shard 2, not to shard 1"},
  };
  for (const Row& row : rows) {
    auto changed = runs;
    row.change(changed[1].run);
    const std::string message = refusal(changed);
    EXPECT_NE(std::string::npos, message.find(row.part)) << message;
    EXPECT_NE(std::string::npos, message.find("part-2/records.jsonl:1"))
        << message;
  }
  EXPECT_FALSE(merge_runs({}).ok());
}

TEST_F(Merge, RefusesAPlanThatCannotBeMadeAgain) {
  const auto runs = read({run_shards(1)});
  const auto with = [&](auto change) {
    auto changed = runs;
    change(changed[0]);
    return refusal(changed);
  };
  using Run = RecordedRun;
  EXPECT_NE(std::string::npos,
            with([](Run& run) {
              run.run.suite_version = "0.0.1";
            }).find("the records are of suite 0.0.1; expected"));
  EXPECT_NE(std::string::npos, with([](Run& run) {
                                 run.run.level = "slow";
                               }).find("there is no level \"slow\""));
  EXPECT_NE(std::string::npos, with([](Run& run) {
                                 run.run.profile = "mine";
                               }).find("there is no profile \"mine\""));
  EXPECT_NE(std::string::npos, with([](Run& run) {
                                 run.run.filter = "@gone";
                               }).find("gone cannot be read"));
  EXPECT_NE(std::string::npos, with([](Run& run) {
                                 run.records[0].id = "elementwise/neg:x:case=0";
                               }).find("is not a case of this run's plan"));
}

TEST_F(Merge, DoesNotWriteOverWhatItMerges) {
  const auto folders = run_shards(2);
  const Merged result = merged(read(folders));
  const std::string before = text_of(folders[1] / kRecordsFile);
  for (const fs::path& out : {folders[1], folders[1] / kRecordsFile}) {
    EXPECT_NE(std::string::npos,
              write_merged(result, out)
                  .message.find("is one of the runs that are merged"));
    EXPECT_EQ(before, text_of(folders[1] / kRecordsFile));
  }
  // An earlier result is written over.
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(write_merged(result, folder_ / "merged").ok());
}

}  // namespace
}  // namespace assay
