// Tests a benchmark run: which subjects are measured, which numbers are
// withheld, and the roofline and machine facts that they are compared with.
#include "bench/run_bench.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/machine.h"
#include "bench/roofline.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

// Takes as long as it says, without taking it.
class Made : public Contender {
 public:
  Made(std::string name, double seconds, bool has_op = true)
      : name_(std::move(name)), seconds_(seconds), has_op_(has_op) {}
  std::string name() const override { return name_; }
  std::string version() const override { return "1"; }
  Result<std::unique_ptr<Timed>> prepare(const Workload&,
                                         const Arena&) override {
    if (!has_op_) return Status::unsupported("op", "none");
    struct Clocked : Timed {
      double each;
      explicit Clocked(double seconds) : each(seconds) {}
      Result<double> seconds(std::int64_t repetitions) override {
        return each * static_cast<double>(repetitions);
      }
      Result<std::vector<Bytes>> results() override {
        return std::vector<Bytes>();
      }
    };
    return std::unique_ptr<Timed>(std::make_unique<Clocked>(seconds_));
  }

 private:
  std::string name_;
  double seconds_;
  bool has_op_;
};

Workload sum_of(std::int64_t count) {
  return workload_of("add"_op, "contiguous", Level::kL1,
                     std::vector(2, dense(DType::kFloat32, {count})));
}

TEST(RunBench, GivesARowPerPeerThatHasTheOp) {
  BenchOptions options;
  options.subjects.push_back(std::make_unique<Made>("subject", 1e-6));
  options.peers.push_back(std::make_unique<Made>("half", 2e-6));
  options.peers.push_back(std::make_unique<Made>("none", 1e-6, false));
  options.workloads = {sum_of(3)};
  std::vector<BenchRow> rows;
  ASSERT_TRUE(run_bench(options, rows).ok());
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].peer, "half");
  EXPECT_NEAR(rows[0].ratio.median, 2, 1e-9);
  EXPECT_EQ(rows[0].verdict, BenchVerdict::kFaster);
}

// A smallest call of a microsecond takes half of a workload of two.
TEST(RunBench, NamesTheBound) {
  Roofline roofline(1);
  BenchOptions options;
  options.roofline = &roofline;
  options.subjects.push_back(std::make_unique<Made>("subject", 1e-6));
  options.workloads = {sum_of(3)};
  std::vector<BenchRow> rows;
  ASSERT_TRUE(run_bench(options, rows).ok());
  EXPECT_EQ(rows[0].bound, "latency");
  EXPECT_NEAR(rows[0].bound_figure, 1e-6, 1e-12);
}

TEST(RunBench, MeasuresWithoutAPeerToo) {
  BenchOptions options;
  options.subjects.push_back(std::make_unique<Made>("subject", 1e-6));
  options.workloads = {sum_of(3)};
  std::vector<BenchRow> rows;
  ASSERT_TRUE(run_bench(options, rows).ok());
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].verdict, BenchVerdict::kMeasured);
  EXPECT_NEAR(rows[0].seconds, 1e-6, 1e-12);
}

TEST(RunBench, PublishesNoNumberThatIsWithheld) {
  BenchOptions options;
  options.subjects.push_back(std::make_unique<Made>("subject", 1e-6));
  options.peers.push_back(std::make_unique<Made>("half", 2e-6));
  options.workloads = {sum_of(3), sum_of(4)};
  options.why_withheld = [](const Contender&, const Workload& workload) {
    return workload.elements == 3 ? "it fails" : "";
  };
  std::vector<BenchRow> rows;
  ASSERT_TRUE(run_bench(options, rows).ok());
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].verdict, BenchVerdict::kWithheld);
  EXPECT_EQ(rows[0].reason, "it fails");
  EXPECT_EQ(rows[0].seconds, 0);
  EXPECT_EQ(rows[1].verdict, BenchVerdict::kFaster);
}

TEST(Roofline, BoundsAWorkloadByWhatItMovesOrComputes) {
  Roofline roofline(1);
  const RooflineTime moved = roofline.least_time(sum_of(3072));
  EXPECT_FALSE(moved.is_computing);
  EXPECT_GT(moved.seconds, 0);
  EXPECT_LT(moved.seconds, 1e-3);
  Workload product = workload_of(
      "matmul"_op, "contiguous", Level::kL1,
      std::vector(2, dense(DType::kFloat32, {64, 64})), {}, 2.0 * 64 * 64 * 64);
  EXPECT_TRUE(roofline.least_time(product).is_computing);
  product.level = Level::kCall;
  EXPECT_EQ(roofline.least_time(product).seconds, 0);
  EXPECT_EQ(roofline.entries().size(), 2u);  // add in one class, fma
}

// No x86 processor has more than ten multiply-adds of a kind in flight: two
// units of five cycles. A loop that counts more than it runs appears to have
// twelve.
TEST(Roofline, CountsTheMultiplyAddsThatItRuns) {
#if !defined(__x86_64__)
  GTEST_SKIP() << "more may be in flight";
#endif
  for (const bool is_double : {false, true}) {
    Roofline roofline(1);
    const double one = roofline.arithmetic(is_double, 1);
    const double all = roofline.arithmetic(is_double);
    EXPECT_GT(all, 1.5 * one);
    EXPECT_LT(all, 11 * one);
  }
}

// Clocks of processors are between 0.5 and 10 GHz.
TEST(Roofline, MeasuresTheClock) {
  Roofline roofline(1);
  const double cycles = roofline.cycles_per_second();
  EXPECT_GT(cycles, 5e8);
  EXPECT_LT(cycles, 1e10);
  EXPECT_EQ(roofline.cycles_per_second(), cycles);
  ASSERT_EQ(roofline.entries().size(), 1u);
  EXPECT_EQ(roofline.entries()[0].kind, "clock");
}

TEST(Machine, IsDescribed) {
  const auto machine = machine_now();
  EXPECT_NE(machine["cpu"], "unknown");
  EXPECT_GT(machine["cores"], 0);
  EXPECT_EQ(build_of_this_program()["build_id"].get<std::string>().size(), 40u);
  EXPECT_FALSE(flushes_subnormals());
  EXPECT_GE(cache_bytes(1), 0);
  EXPECT_TRUE(cache_bytes(2) == 0 || cache_bytes(2) > cache_bytes(1));
}

}  // namespace
}  // namespace assay::bench
