// Checks that tables of kernels find the first row that serves an op and a
// dtype, and null if none does.
#include "optimized/elementwise/kernel_table.h"

#include <gtest/gtest.h>

#include "optimized/elementwise/elementwise.h"

namespace assay::optimized {
namespace {

using enum DType;

void first(std::byte*, const std::byte* const*, std::int64_t) {}
void second(std::byte*, const std::byte* const*, std::int64_t) {}
void third(std::byte*, const std::byte* const*, std::int64_t) {}

constexpr KernelTable kTable(
    join_kernels(KernelRows<1>{{{"sub"_op, {kFloat64}, &third}}},
                 KernelRows<2>{{{"add"_op, {kFloat64, kFloat32}, &first},
                                {"add"_op, {kFloat32, kInt8}, &second}}}));

TEST(KernelTable, FindsTheFirstRowOfAnOpThatServesTheDtype) {
  EXPECT_EQ(&first, kTable.find("add"_op, kFloat64));
  EXPECT_EQ(&first, kTable.find("add"_op, kFloat32));
  EXPECT_EQ(&second, kTable.find("add"_op, kInt8));
  EXPECT_EQ(&third, kTable.find("sub"_op, kFloat64));
}

TEST(KernelTable, FindsNothingWithoutARow) {
  EXPECT_EQ(nullptr, kTable.find("add"_op, kInt16));
  EXPECT_EQ(nullptr, kTable.find("sub"_op, kFloat32));
  EXPECT_EQ(nullptr, kTable.find("mul"_op, kFloat64));
}

TEST(KernelTable, SkipsRowsThatAreNotExactEnough) {
  constexpr KernelTable kBoth(
      KernelRows<2>{{{"add"_op, {kFloat32}, &first, Accuracy::kCore},
                     {"add"_op, {kFloat32}, &second}}});
  EXPECT_EQ(&first, kBoth.find("add"_op, kFloat32, Accuracy::kCore));
  EXPECT_EQ(&second, kBoth.find("add"_op, kFloat32, Accuracy::kCorrect));
}

TEST(KernelTable, GroupsDtypesByTheTypeTheyAreComputedAs) {
  EXPECT_EQ((DTypeSet{kInt8, kInt4}), computed_as<std::int8_t>());
  EXPECT_EQ(kNarrowFloats | DTypeSet{kFloat32}, computed_as<float>());
  EXPECT_EQ(DTypeSet{kComplex64}, computed_as<std::complex<float>>());
}

// Every op of nx has a kernel for each dtype of its row. The suite would count
// a missing one as unsupported, not as failed.
TEST(KernelTable, HasEveryElementwiseOpOnEveryDtypeOfTheContract) {
  for (const OpSpec* spec : kElementwiseRows) {
    if (!spec->signature.is_lifted() || !spec->set.empty()) continue;
    const Op op = *op_named(spec->name);
    for (const Variant& variant : spec->variants)
      for (const DTypeSpec& dtype : kDTypes) {
        if (!variant.dtypes().contains(dtype.dtype)) continue;
        EXPECT_NE(nullptr, elementwise_kernel(op, dtype.dtype))
            << spec->name << " " << dtype.name;
      }
  }
}

// A kernel is looked up once for the settings in use.
TEST(KernelTable, IsAskedAgainForOtherSettings) {
  use_settings(Settings());
  const Kernel best = elementwise_kernel("exp"_op, kFloat32);
  EXPECT_EQ(best, elementwise_kernel("exp"_op, kFloat32));
  if (dispatched_target() == "scalar") GTEST_SKIP() << "there is no other";
  use_settings(*parse_settings("target=scalar"));
  EXPECT_NE(best, elementwise_kernel("exp"_op, kFloat32));
  use_settings(Settings());
  EXPECT_EQ(best, elementwise_kernel("exp"_op, kFloat32));
}

}  // namespace
}  // namespace assay::optimized
