// The bound of a workload is the part that takes most of its time, and has the
// figure of that part.
#include "bench/bounds.h"

#include <gtest/gtest.h>

#include "bench/catalogue.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

Workload addition_of(std::int64_t count, Level level = Level::kL1) {
  return workload_of("add"_op, "contiguous", level,
                     std::vector(2, dense(kF32, {count})));
}

TEST(Bounds, PlaceFollowsFromTheBytesPerThread) {
  EXPECT_EQ(place_of(addition_of(100), 1), "L1");
  EXPECT_EQ(place_of(addition_of(1 << 14, Level::kL2), 1), "L2");
  EXPECT_EQ(place_of(addition_of(1 << 14, Level::kL2), 64), "L1");
  // Some processors have L3 caches of half a GiB and more.
  EXPECT_EQ(place_of(addition_of(std::int64_t{1} << 36, Level::kMemory), 1),
            "memory");
}

TEST(Bounds, MovesIfThatTakesMostOfTheTime) {
  Roofline roofline(1);
  const Workload sum = addition_of(1 << 14, Level::kL2);
  const double least = roofline.least_time(sum).seconds;
  const Bound near = bound_of(sum, 1.5 * least, 1e-9, roofline);
  EXPECT_EQ(near.name, "L2");
  EXPECT_DOUBLE_EQ(near.figure, 12.0 * (1 << 14) / (1.5 * least));
  const Bound far = bound_of(sum, 3 * least, 1e-9, roofline);
  EXPECT_EQ(far.name, "instructions");
  EXPECT_DOUBLE_EQ(far.figure,
                   3 * least * roofline.cycles_per_second() / (1 << 14));
}

// One thread at its full speed reaches a quarter of the rate of all.
TEST(Bounds, AreThoseOfOneThreadIfTheOthersRest) {
  const Workload sum = addition_of(1 << 14, Level::kL2);
  Roofline all(4);
  all.assume(Stream::kAdd, sum.bytes, 4e11);
  all.of_one_thread().assume(Stream::kAdd, sum.bytes, 1e11);
  const double least = static_cast<double>(sum.bytes) / 1e11;
  EXPECT_EQ(bound_of(sum, 0.4 * least, 0, all).name, "L1");  // 32 KiB for each
  EXPECT_EQ(bound_of(sum, 1.5 * least, 0, all).name, "L2");
  EXPECT_EQ(bound_of(sum, 3 * least, 0, all).name, "instructions");
}

TEST(Bounds, ComputesIfThatTakesMostOfTheTime) {
  Roofline roofline(1);
  const double flops = 2.0 * 64 * 64 * 64;
  const Workload product =
      workload_of("matmul"_op, "contiguous", Level::kL1,
                  std::vector(2, dense(kF32, {64, 64})), {}, flops);
  const double least = roofline.least_time(product).seconds;
  const Bound ports = bound_of(product, 1.1 * least, 0, roofline);
  EXPECT_EQ(ports.name, "ports");
  EXPECT_DOUBLE_EQ(ports.figure, flops / (1.1 * least));
}

// A unit for 16-bit elements has a peak of its own.
TEST(Bounds, AreNotFmasIfThoseAreSlower) {
  Roofline roofline(1);
  const double flops = 2.0 * 64 * 64 * 64;
  for (const DType dtype : {DType::kBfloat16, kF32}) {
    const Workload product =
        workload_of("matmul"_op, "contiguous", Level::kL1,
                    std::vector(2, dense(dtype, {64, 64})), {}, flops);
    const double least = roofline.least_time(product).seconds;
    EXPECT_EQ(bound_of(product, 1.1 * least, 0, roofline).name, "ports");
    EXPECT_EQ(bound_of(product, 0.5 * least, 0, roofline).name,
              dtype == kF32 ? "ports" : "instructions");
  }
}

TEST(Bounds, WaitsForTheCallIfThatTakesMostOfTheTime) {
  Roofline roofline(1);
  const Workload sum = addition_of(64);
  const double least = roofline.least_time(sum).seconds;
  const Bound call = bound_of(sum, 20 * least, 11 * least, roofline);
  EXPECT_EQ(call.name, "latency");
  EXPECT_DOUBLE_EQ(call.figure, 11 * least);
  EXPECT_EQ(bound_of(sum, 20 * least, 9 * least, roofline).name,
            "instructions");
  // The bytes take longer than the call.
  EXPECT_EQ(bound_of(sum, 1.1 * least, 0.9 * least, roofline).name, "L1");
  // A workload of few elements is a call.
  EXPECT_EQ(bound_of(addition_of(1, Level::kCall), 1, 1e-7, roofline).name,
            "latency");
}

}  // namespace
}  // namespace assay::bench
