// Tests the command `assay bench`: what it refuses, what it writes, and the
// gates.
#include <nlohmann/json.hpp>

#include "tests/cli/command_run.h"

namespace assay {
namespace {

class BenchCommand : public CommandRun {
 protected:
  // The reference against itself, on one small workload.
  Ran bench(std::vector<std::string> more) const {
    std::vector<std::string> words = {
        "bench",
        "reference",
        "--pairs",
        "6",
        "--quick",
        "--filter",
        "elementwise/add:contiguous:dtype=float32,level=call,shape=64",
        "--out",
        "out"};
    words.insert(words.end(), more.begin(), more.end());
    return assay(words);
  }
};

TEST_F(BenchCommand, RefusesInOneSentence) {
  expect_complaint(assay({"bench", "exec:true"}), 2, "cannot be timed");
  expect_complaint(bench({"--against", "optimized:threads=2"}), 2,
                   "optimized:threads=2 uses more than one thread");
  expect_complaint(assay({"bench", "nobody"}), 2, "no subject \"nobody\"");
  expect_complaint(bench({"--against", "nunpy"}), 2,
                   "no peer \"nunpy\"; expected numpy, torch, jax");
  expect_complaint(bench({"--against", "numpy", "--python", "scipy=/a"}), 2,
                   "no peer \"scipy\" in Python");
  expect_complaint(bench({"--against", "mkl", "--library", "/a.so"}), 2,
                   "expected openblas=FILE or mkl=FILE");
  expect_complaint(bench({"--against", "mkl", "--library", "mkl=/no/a.so"}), 4,
                   "/no/a.so cannot be loaded");
  expect_complaint(bench({"--against", "numpy", "--python", "/no/python",
                          "--python", "numpy=/no/other"}),
                   4, "/no/other does not run NumPy");
  expect_complaint(assay({"bench", "reference", "--filter", "movement/flip"}),
                   5, "selects no workload");
  expect_complaint(bench({"--against", "numpy", "--python", "/no/python"}), 4,
                   "/no/python");
  expect_complaint(bench({"--baseline", "none.jsonl"}), 2,
                   "none.jsonl does not exist");
  expect_complaint(bench({"--records", "none.jsonl"}), 2,
                   "none.jsonl does not exist");
  expect_complaint(bench({"--html", "/dev/null/x"}), 2, "cannot be written");
}

TEST_F(BenchCommand, WritesRecordsThatTheReportReads) {
  const auto made = bench({"--against", "reference", "--html", "page.html",
                           "--benchmark-json", "times.json"});
  ASSERT_EQ(0, made.code) << made.err;
  EXPECT_TRUE(contains(made.out, "reference against reference")) << made.out;
  const auto times =
      nlohmann::json::parse(text_of(folder_ / "times.json"), nullptr, false);
  EXPECT_EQ(times["benchmarks"].size(), 2u);
  EXPECT_TRUE(contains(text_of(folder_ / "page.html"), "\"benches\":[{"));
  const auto report =
      assay({"report", "out/bench.jsonl", "--html", "all.html"});
  EXPECT_EQ(0, report.code) << report.err;
  EXPECT_TRUE(contains(report.out, "reference against reference"));
}

TEST_F(BenchCommand, ExitsSixWhereARatioHasFallen) {
  ASSERT_EQ(0, bench({"--against", "reference"}).code);
  // Pretend that it had been ten times as fast as the peer.
  std::string text = text_of(folder_ / "out/bench.jsonl");
  const std::size_t at = text.find("\"ratio\":[");
  text.replace(at, text.find(']', at) + 1 - at, "\"ratio\":[10.0,9.0,11.0]");
  std::ofstream(folder_ / "fast.jsonl", std::ios::binary) << text;
  const auto fallen =
      bench({"--against", "reference", "--baseline", "fast.jsonl"});
  EXPECT_EQ(6, fallen.code);
  EXPECT_TRUE(
      contains(fallen.out,
               "1 fallen\n  "
               "elementwise/add:contiguous:dtype=float32,level=call,shape=64 "
               "of reference against reference: was 10.00 [9.00, 11.00], is "))
      << fallen.out;
}

}  // namespace
}  // namespace assay
