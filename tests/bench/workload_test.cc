// Tests the catalogue: every id occurs once, and the bytes and operands fit the
// op.
#include "bench/workload.h"

#include <gtest/gtest.h>

#include <set>

#include "bench/arena.h"
#include "bench/catalogue.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

TEST(Catalogue, NamesEachWorkloadOnce) {
  std::set<std::string> all, families;
  for (const Workload& workload : catalogue(false)) {
    EXPECT_TRUE(all.insert(workload.id).second) << workload.id;
    families.insert(std::string(workload.family()));
    // Every view is within its storage.
    for (const Operand& operand : workload.operands) {
      const auto [low, high] = operand.view.bounds();
      EXPECT_GE(low, 0) << workload.id;
      EXPECT_LT(high, operand.count) << workload.id;
    }
  }
  for (const FamilySpec& family : kFamilies)
    if (family.set != "protocol" && family.op_count > 0) {
      EXPECT_TRUE(families.contains(std::string(family.name))) << family.name;
    }
  std::size_t quick = 0;
  for (const Workload& workload : catalogue(true)) {
    EXPECT_TRUE(all.contains(workload.id)) << workload.id;
    ++quick;
  }
  EXPECT_GT(quick, 50u);
  EXPECT_LT(quick, all.size() / 2);
}

// Which dtypes, sizes and layouts are timed is a choice, but no op is
// forgotten. Views move no element, nor may the results of lax that can be
// views, and the ops that execute() does not carry out have no call to time.
TEST(Catalogue, TimesEveryOpThatMovesElements) {
  std::set<Op> timed;
  for (const Workload& workload : catalogue(false)) timed.insert(workload.op);
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    const auto op = static_cast<Op>(i);
    const Signature& signature = spec_of(op).signature;
    const bool may_be_view =
        signature.delivery == Delivery::kView ||
        (signature.delivery == Delivery::kShared && set_of(op) == "lax");
    const bool moves_elements = signature.is_executed() && !may_be_view;
    EXPECT_EQ(moves_elements, timed.contains(op))
        << name_of(op) << " needs a workload in bench/catalogue_*.cc";
  }
}

TEST(Workload, CountsEachByteOnce) {
  const Workload add =
      workload_of("add"_op, "contiguous", Level::kL1,
                  std::vector(2, dense(DType::kFloat32, {3, 5})));
  EXPECT_EQ(add.id,
            "elementwise/add:contiguous:dtype=float32,level=l1,shape=3x5");
  EXPECT_EQ(add.bytes, 3 * 15 * 4);
  Operand row = dense(DType::kFloat32, {5});
  row.view = View({3, 5}, {0, 1}, 0);
  EXPECT_EQ(workload_of("add"_op, "broadcast_row", Level::kL1,
                        {dense(DType::kFloat32, {3, 5}), row})
                .bytes,
            (15 + 5 + 15) * 4);
  const Workload cast =
      workload_of("cast"_op, "contiguous", Level::kL1,
                  {dense(DType::kFloat32, {8})}, {}, 0, DType::kFloat16);
  EXPECT_EQ(cast.dtype_text(), "float32>float16");
  EXPECT_EQ(cast.bytes, 8 * 6);
  EXPECT_EQ(cast.read, 8 * 4);
}

// A table of 1000 rows, of which two are read, and one of a single row.
TEST(Workload, CountsWhatIsPicked) {
  const auto embedding = [](std::int64_t rows) {
    return workload_of(
        "embedding"_op, "rows", Level::kL1,
        {dense(DType::kFloat32, {rows, 3}), indices_below(rows, {2})});
  };
  EXPECT_EQ(embedding(1000).bytes, 2 * 6 * 4 + 2 * 4);
  EXPECT_EQ(embedding(1000).read, 6 * 4 + 2 * 4);
  EXPECT_EQ(embedding(1).bytes, 3 * 4 + 6 * 4 + 2 * 4);
}

TEST(Arena, FillsWithinTheRangeAndTheSameEachTime) {
  Operand indices = dense(DType::kInt32, {1000}, 0, 10);
  const Workload gather = workload_of("gather"_op, "axis_0", Level::kL1,
                                      {dense(DType::kFloat32, {10}), indices},
                                      Attributes().axis(0));
  const auto one = Arena::of(gather), other = Arena::of(gather);
  ASSERT_TRUE(one.ok() && other.ok());
  std::set<std::int64_t> seen;
  for (std::int64_t i = 0; i < 1000; ++i)
    seen.insert(signed_value(
        DType::kInt32, load_element(one->operand(1).data(), DType::kInt32, i)));
  EXPECT_EQ(*seen.begin(), 0);
  EXPECT_EQ(*seen.rbegin(), 9);
  EXPECT_TRUE(std::equal(one->operand(0).begin(), one->operand(0).end(),
                         other->operand(0).begin()));
}

TEST(Arena, MakesPositiveMatrices) {
  Operand matrix = dense(DType::kFloat64, {3, 3});
  matrix.fill = Fill::kPositive;
  const auto arena =
      Arena::of(workload_of("cholesky"_op, "contiguous", Level::kL1, {matrix},
                            Attributes().flag(AttributeKey::kUpper, false)));
  ASSERT_TRUE(arena.ok());
  const auto* x = reinterpret_cast<const double*>(arena->operand(0).data());
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      EXPECT_EQ(x[3 * i + j], x[3 * j + i]);
      EXPECT_EQ(x[3 * i + j] == 3, i == j);
    }
}

}  // namespace
}  // namespace assay::bench
