// Records are read back as they were written, and what is none is refused.
#include "harness/record/bench_record.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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

TEST(BenchRecord, ReadsEveryNumberBack) {
  using Limits = std::numeric_limits<double>;
  for (const double number :
       {0.0, -0.0, 3.48e-310, Limits::denorm_min(), Limits::max(), 1.0 / 3,
        Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()}) {
    SCOPED_TRACE(number);
    BenchRun run = example();
    run.roofline[1].per_second = number;
    BenchRow& row = run.rows[0];
    row.seconds = row.peer_seconds = row.flops = row.roofline =
        row.bound_figure = number;
    row.ratio = row.control = {number, number, number};
    const std::string text = bench_text(run);
    const auto runs = parse_bench(text);
    ASSERT_TRUE(runs.ok()) << runs.status().message;
    EXPECT_EQ(text, bench_text(runs->at(0)));
    const double read = runs->at(0).rows.at(0).ratio.median;
    EXPECT_TRUE(number == read || std::isnan(number));
    EXPECT_EQ(std::isnan(number), std::isnan(read));
    EXPECT_EQ(std::signbit(number), std::signbit(read));
  }
  std::string text = bench_text(example());
  text.replace(text.find("1e-06"), 5, "\"soon\"");
  EXPECT_EQ("line 2 is not a bench record: \"soon\" is not a number",
            parse_bench(text).status().message);
}

TEST(BenchRecord, OfAnEarlierVersionHasNoFigureOfTheBound) {
  std::string text = bench_text(example());
  const std::string figure = ",\"bound_figure\":0.0";
  const std::size_t at = text.find(figure);
  ASSERT_NE(at, std::string::npos);
  text.erase(at, figure.size());
  const auto runs = parse_bench(text);
  ASSERT_TRUE(runs.ok()) << runs.status().message;
  EXPECT_EQ(runs->at(0).rows.at(0).bound_figure, 0);
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
  EXPECT_NE(parse_bench(rows).status().message.find("not the head"),
            std::string::npos);
}

}  // namespace
}  // namespace assay
