// Tests the gate on ratios, and the output for other tools.
#include "reports/bench_baseline.h"

#include <gtest/gtest.h>

#include "reports/bench_json.h"
#include "reports/bench_text.h"

namespace assay {
namespace {

BenchRun run_with(Interval ratio, Interval control = {1, 0.99, 1.01}) {
  BenchRun run;
  run.subjects = {"optimized"};
  BenchRow row;
  row.id = "elementwise/add:contiguous:dtype=float32,level=l1,shape=3";
  row.subject = "optimized";
  row.peer = "numpy";
  row.ratio = ratio;
  row.control = control;
  row.seconds = 1e-6;
  row.peer_seconds = 2e-6;
  row.bytes = 1000;
  row.verdict = BenchVerdict::kFaster;
  run.rows = {row};
  return run;
}

std::size_t fallen(const BenchRun& before, const BenchRun& after,
                   double tolerance = 0.03) {
  return compare_benches(before, after, tolerance).regressions.size();
}

TEST(Baseline, SeesAFallBeyondNoise) {
  const BenchRun before = run_with({2, 1.9, 2.1});
  EXPECT_EQ(fallen(before, run_with({2, 1.9, 2.1})), 0u);
  EXPECT_EQ(fallen(before, run_with({1.5, 1.4, 1.6})), 1u);
  // 1.85 times 1.03 reaches 1.9, 1.84 does not.
  EXPECT_EQ(fallen(before, run_with({1.8, 1.7, 1.85})), 0u);
  EXPECT_EQ(fallen(before, run_with({1.8, 1.7, 1.84})), 1u);
  EXPECT_EQ(fallen(before, run_with({1.8, 1.7, 1.84}), 0.04), 0u);
  // It was a noisy day, then or today.
  EXPECT_EQ(fallen(before, run_with({1.8, 1.7, 1.84}, {1, 0.95, 1})), 0u);
  EXPECT_EQ(
      fallen(run_with({2, 1.9, 2.1}, {1, 1, 1.05}), run_with({1.8, 1.7, 1.84})),
      0u);
  EXPECT_EQ(fallen(before, run_with({3, 2.9, 3.1})), 0u);
}

TEST(Baseline, ShowsEachRatioThatFell) {
  BenchRun before = run_with({2, 1.9, 2.1});
  BenchRun after = run_with({1.5, 1.4, 1.6});
  // A second workload that stays, and a third that falls more.
  for (BenchRun* run : {&before, &after}) {
    run->rows.push_back(before.rows[0]);
    run->rows[1].id = "elementwise/mul:stays";
    run->rows.push_back(run->rows[0]);
    run->rows[2].id = "elementwise/sub:falls";
  }
  after.rows[2].ratio = {1.2, 1.1, 1.3};
  EXPECT_EQ(
      "baseline: 3 ratios compared, 2 fallen\n"
      "  elementwise/sub:falls of optimized against numpy: was 2.00 [1.90, "
      "2.10], is 1.20 [1.10, 1.30]\n"
      "  elementwise/add:contiguous:dtype=float32,level=l1,shape=3 of "
      "optimized "
      "against numpy: was 2.00 [1.90, 2.10], is 1.50 [1.40, 1.60]\n",
      comparison_text(compare_benches(before, after, 0.03)));
}

TEST(Baseline, SaysWhatIsNotThere) {
  const BenchRun before = run_with({2, 1.9, 2.1});
  BenchRun after = before;
  after.rows[0].verdict = BenchVerdict::kWithheld;
  const BenchComparison comparison = compare_benches(before, after, 0.03);
  EXPECT_EQ(comparison.compared, 0);
  ASSERT_EQ(comparison.missing.size(), 1u);
  EXPECT_NE(
      comparison_text(comparison).find("missing here, such as elementwise"),
      std::string::npos);
}

TEST(BenchText, NamesTheBoundWithItsFigure) {
  BenchRow row;
  const auto text = [&](const char* bound, double figure) {
    row.bound = bound;
    row.bound_figure = figure;
    return bound_text(row);
  };
  EXPECT_EQ(text("L2", 1.0649e11), "L2, 106 GB/s");
  EXPECT_EQ(text("ports", 9.92e10), "ports, 99.2 GFLOP/s");
  EXPECT_EQ(text("latency", 9.4e-8), "latency, 94.0 ns");
  EXPECT_EQ(text("instructions", 2.333),
            "instructions, 2.33 cycles per element");
  EXPECT_EQ(text("copy", 0), "copy");  // an earlier record
}

TEST(Baseline, ComparesASubjectOfAnotherName) {
  BenchRun after = run_with({1, 0.9, 1.1});
  after.subjects = {"optimized:target=avx2"};
  after.rows[0].subject = after.subjects[0];
  EXPECT_EQ(fallen(run_with({2, 1.9, 2.1}), after), 1u);
}

TEST(BenchmarkJson, HasATimePerContender) {
  const auto json =
      nlohmann::json::parse(benchmark_json(run_with({2, 1.9, 2.1})));
  ASSERT_EQ(json["benchmarks"].size(), 2u);
  EXPECT_EQ(json["benchmarks"][0]["real_time"], 1000.0);
  EXPECT_EQ(json["benchmarks"][1]["real_time"], 2000.0);
  EXPECT_EQ(json["benchmarks"][1]["ratio"], 2.0);
}

TEST(BenchText, ShowsRatiosAndWhatIsWithheld) {
  BenchRun run = run_with({2, 1.9, 2.1});
  run.rows.push_back(run.rows[0]);
  run.rows[1].verdict = BenchVerdict::kWithheld;
  run.rows[1].reason = "1 of 2 cases do not pass";
  const std::string text = bench_report(run);
  EXPECT_NE(text.find("2.00 [1.90, 2.10]"), std::string::npos) << text;
  EXPECT_NE(text.find("geometric mean 2.00, 1 faster\n"), std::string::npos);
  EXPECT_NE(text.find(": 1 of 2 cases do not pass"), std::string::npos);
}

TEST(BenchText, RoundsDurationsToThreeDigits) {
  EXPECT_EQ(duration_text(1.234e-9), "1.23 ns");
  EXPECT_EQ(duration_text(99.96e-9), "100 ns");
  EXPECT_EQ(duration_text(999.7e-9), "1.00 us");
  EXPECT_EQ(duration_text(0.0123), "12.3 ms");
  EXPECT_EQ(duration_text(2.5), "2.50 s");
}

}  // namespace
}  // namespace assay
