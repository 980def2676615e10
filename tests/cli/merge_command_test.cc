// Tests `assay merge` beyond records: what is missing, digests, files of
// sweeps, and the sweeps of a level.
#include "tests/cli/command_run.h"

namespace assay {
namespace {

class MergeCommand : public CommandRun {
 protected:
  static std::string libm() {
    return std::filesystem::path(ASSAY_COMMAND).parent_path() /
           "libassay_libm.so";
  }
  // Runs a shard of a small check into the folder "part-INDEX".
  void check(const std::string& index, const std::string& count) const {
    assay({"check", confused(), "--filter", "neg,abs", "--shard",
           index + "/" + count, "--out", "part-" + index});
  }
  void sweep(const std::string& index, const std::string& count) const {
    EXPECT_EQ(0, assay({"sweep", libm(), "--op", "exp", "--blocks", "1016-1020",
                        "--shard", index + "/" + count, "--out",
                        "exp-" + index + ".jsonl"})
                     .code);
  }
  static std::string digest_line(const Ran& ran) {
    const std::size_t at = ran.out.rfind("digest: ");
    return at == std::string::npos ? "" : ran.out.substr(at);
  }
};

TEST_F(MergeCommand, NamesTheShardsThatAreMissing) {
  for (const char* index : {"1", "2", "4", "6"}) check(index, "6");
  const Ran some = assay({"merge", "--missing", "part-1", "part-2", "part-3",
                          "part-4", "part-5", "part-6"});
  EXPECT_EQ(3, some.code);
  EXPECT_EQ("3,5\n", some.out);
  EXPECT_EQ("", some.err);
  // A shard that has started and has no record yet is missing, too.
  std::filesystem::create_directory(folder_ / "part-5");
  EXPECT_EQ("3,5\n", shell("\"$ASSAY\" merge --missing part-*").out);
  for (const char* index : {"3", "5"}) check(index, "6");
  const Ran all = shell("\"$ASSAY\" merge --missing part-*");
  EXPECT_EQ(0, all.code) << all.err;
  EXPECT_EQ("", all.out);
  // A run of which one record was lost.
  shell("sed -i '$d' part-2/records.jsonl");
  EXPECT_EQ("2\n", shell("\"$ASSAY\" merge --missing part-*").out);
  expect_complaint(assay({"merge", "--missing", "none", "gone"}), 2,
                   "none of the 2 places contains a run");
}

// The digest is that of the file of the whole run without its time.
TEST_F(MergeCommand, PrintsTheSameDigestForAnyShards) {
  check("1", "1");
  const Ran one = assay({"merge", "part-1", "--out", "one"});
  const std::string digest = digest_line(one);
  EXPECT_EQ(std::string("digest: \n").size() + 64, digest.size()) << one.out;
  EXPECT_EQ(digest.substr(8, 64),
            shell("sed 's/\"started_at\":\"[^\"]*\"/\"started_at\":\"\"/; "
                  "s/\"explained_by\":\\[[^]]*\\],//' "
                  "part-1/records.jsonl | sha256sum")
                .out.substr(0, 64));
  for (const char* index : {"1", "2", "3"}) check(index, "3");
  EXPECT_EQ(digest,
            digest_line(assay({"merge", "part-3", "part-1", "part-2"})));
  // One digit of one record changes it.
  shell("sed -i '2s/\"compared\":/\"compared\":1/' part-3/records.jsonl");
  const Ran other = assay({"merge", "part-3", "part-1", "part-2"});
  EXPECT_NE("", digest_line(other));
  EXPECT_NE(digest, digest_line(other));
}

TEST_F(MergeCommand, JoinsFilesOfSweeps) {
  EXPECT_EQ(0, assay({"sweep", libm(), "--op", "exp", "--blocks", "1016-1020",
                      "--out", "serial"})
                   .code);
  for (const char* index : {"1", "3"}) sweep(index, "3");
  const std::vector<std::string> parts = {"exp-1.jsonl", "exp-3.jsonl"};
  const auto merge = [&](std::vector<std::string> more) {
    more.insert(more.begin(), "merge");
    more.insert(more.end(), parts.begin(), parts.end());
    return assay(more);
  };
  const Ran missing = merge({"--missing", "--shards", "3"});
  EXPECT_EQ(3, missing.code);
  EXPECT_EQ("2\n", missing.out);
  EXPECT_EQ(1, merge({}).code);
  sweep("2", "3");
  const Ran all = shell("\"$ASSAY\" merge exp-*.jsonl --out whole.jsonl");
  EXPECT_EQ(0, all.code) << all.err;
  EXPECT_EQ(text_of(folder_ / "serial"), text_of(folder_ / "whole.jsonl"));
  EXPECT_EQ(0, shell("\"$ASSAY\" merge --missing --shards 3 exp-*.jsonl").code);
  expect_complaint(merge({"--missing"}), 2, "--missing needs --shards");
  expect_complaint(merge({"--strict"}), 2, "--strict is for records");
  check("1", "1");
  expect_complaint(merge({"part-1"}), 2,
                   "exp-1.jsonl is the file of a sweep, and part-1 is not");
  expect_complaint(assay({"merge", "--missing", "--shards", "2", "part-1"}), 2,
                   "--shards is for files of sweeps");
}

// The first run says how long its cases take, and the shards are dealt by that.
TEST_F(MergeCommand, TakesShardsThatWereDealtByCosts) {
  const std::vector<std::string> words = {"check", "reference", "--filter",
                                          "linalg/svd", "--out"};
  const auto run = [&](const std::string& out, std::vector<std::string> more) {
    more.insert(more.begin(), out);
    more.insert(more.begin(), words.begin(), words.end());
    return assay(more);
  };
  EXPECT_EQ(0, run("first", {}).code);
  EXPECT_TRUE(text_of(folder_ / "first/costs.jsonl")
                  .starts_with("{\"cost_of\":\"linalg/svd:"));
  for (const std::string index : {"1", "2"})
    EXPECT_EQ(0, run(index, {"--shard", index + "/2", "--cost", "first"}).code);
  EXPECT_TRUE(
      contains(text_of(folder_ / "1/records.jsonl"), "\"shard_rule\":\"cost:"));
  const Ran merged =
      assay({"merge", "1", "2", "--cost", "first", "--out", "whole"});
  EXPECT_EQ(0, merged.code) << merged.err;
  EXPECT_EQ(digest_line(assay({"merge", "first"})), digest_line(merged));
  const std::string costs = text_of(folder_ / "whole/costs.jsonl");
  EXPECT_EQ(
      text_of(folder_ / "1/costs.jsonl") + text_of(folder_ / "2/costs.jsonl"),
      costs);
  expect_complaint(assay({"merge", "1", "2"}), 2,
                   "were dealt by costs; expected --cost with that file");
  expect_complaint(assay({"merge", "1", "2", "--cost", "whole/costs.jsonl"}), 2,
                   "but whole/costs.jsonl is cost:");
}

// NumPy's round takes halves to even, which the sweep of float16 alone finds
// with this filter. The merged run must say so, too.
TEST_F(MergeCommand, KeepsTheVerdictOfLevelSweeps) {
  const std::string numpy = fmt::format(
      "exec:/usr/bin/python3 '{}/adapters/numpy/backend.py'", ASSAY_SOURCE_DIR);
  int broken = 0;
  for (const char* shard : {"1/2", "2/2"})
    broken += assay({"check", numpy, "--level", "standard", "--filter",
                     "round:sweep,floor:sweep,floor:value:dtype=float16",
                     "--shard", shard, "--out", std::string(1, shard[0])})
                  .code;
  EXPECT_EQ(1, broken);
  const Ran merged = assay({"merge", "1", "2", "--out", "whole"});
  EXPECT_EQ(1, merged.code) << merged.err;
  EXPECT_TRUE(contains(merged.out, "sweep of round on float16: "))
      << merged.out;
  EXPECT_TRUE(contains(merged.out, " does not conform to profile nx\n"));
  EXPECT_TRUE(
      contains(merged.out, " replay whole/cases/elementwise.round.sweep"))
      << merged.out;
  EXPECT_TRUE(
      std::filesystem::exists(folder_ / "whole/sweeps/round-float16.jsonl"));
  // A shard that was killed during its sweeps has all its records.
  shell("cp 2/records.jsonl 2/records.jsonl.partial");
  EXPECT_EQ("2\n", assay({"merge", "--missing", "1", "2"}).out);
}

}  // namespace
}  // namespace assay
