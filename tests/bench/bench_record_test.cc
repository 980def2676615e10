// Records are read back as they were written, and what is none is refused.
#include "harness/bench_record.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

BenchRun example() {
  BenchRun run;
  run.subjects = {"optimized"};
  run.peers = {"numpy"};
  run.versions = {{"numpy", "1.24.2"}};
  run.clock = "thread";
  run.machine = {{"cpu", "a processor"}};
  run.build = {{"compiler", "a compiler"}};
  run.roofline = {{"copy", "", 4096, 1e11}, {"fma", "float32", 0, 2e11}};
  BenchRow row;
  row.id = "elementwise/add:contiguous:dtype=float32,level=l1,shape=3";
  row.subject = "optimized";
  row.peer = "numpy";
  row.seconds = 1e-6;
  row.peer_seconds = 2e-6;
  row.ratio = {2, 1.9, 2.1};
  row.control = {1, 0.99, 1.01};
  row.verdict = BenchVerdict::kFaster;
  run.rows.push_back(row);
  row.verdict = BenchVerdict::kWithheld;
  row.reason = "1 of 2 cases do not pass";
  run.rows.push_back(row);
  return run;
}

TEST(BenchRecord, IsReadBack) {
  const std::string text = bench_text(example());
  const auto runs = parse_bench(text + text);
  ASSERT_TRUE(runs.ok()) << runs.status().message;
  ASSERT_EQ(runs->size(), 2u);
  EXPECT_EQ(bench_text((*runs)[1]), text);
  EXPECT_TRUE(is_bench_head(text));
}

TEST(BenchRecord, HoldsNoNumberThatIsWithheld) {
  const auto json = to_json(example().rows[1]);
  EXPECT_FALSE(json.contains("seconds"));
  EXPECT_FALSE(json.contains("ratio"));
  EXPECT_EQ(json["reason"], "1 of 2 cases do not pass");
}

TEST(BenchRecord, NamesTheLineThatIsWrong) {
  const std::string text = bench_text(example());
  EXPECT_EQ(parse_bench("").status().message, "there are no bench records");
  EXPECT_NE(parse_bench(text + "{}\n").status().message.find("line 4 "),
            std::string::npos);
  EXPECT_NE(parse_bench("{\"bench\":2}\n").status().message.find("format 2"),
            std::string::npos);
  const std::string rows = text.substr(text.find('\n') + 1);
  EXPECT_NE(parse_bench(rows).status().message.find("no head"),
            std::string::npos);
}

}  // namespace
}  // namespace assay
