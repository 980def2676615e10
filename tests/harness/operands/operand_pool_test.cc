// Tests that the operands that a pool draws for a clause are governed by it,
// and that there are some for each clause that is_applicable() promises.
#include "harness/operands/operand_pool.h"

#include <gtest/gtest.h>

#include <set>

#include "harness/families/clause_cases.h"
#include "harness/operands/governing_clause.h"
#include "spec/float_codec.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

TEST(OperandPool, DrawsWhatTheClauseGoverns) {
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    const auto op = static_cast<Op>(i);
    if (family_of(op).name != "elementwise" || !has_pool(op)) continue;
    for (DType dtype : test::kDTypesOfInterest) {
      if (!spec_of(op).variants.items[0].dtypes().contains(dtype)) continue;
      const OperandPool& pool = OperandPool::of(op, dtype, dtype);
      for (const Clause& clause : spec_of(op).clauses) {
        if (!pool.has(clause.id)) continue;
        ValueStream stream(i, 3);
        for (int k = 0; k < 20; ++k)
          ASSERT_EQ(governing_clause(op, dtype, pool.draw(clause.id, stream)),
                    clause.id)
              << name_of(op) << " " << name_of(dtype);
      }
    }
  }
}

TEST(OperandPool, DrawsWhatTheClauseOfACastGoverns) {
  for (const DTypeSpec& from : kDTypes)
    for (const DTypeSpec& to : kDTypes) {
      const OperandPool& pool =
          OperandPool::of("cast"_op, from.dtype, to.dtype);
      int clauses = 0;
      for (const Clause& clause : spec_of("cast"_op).clauses) {
        if (!pool.has(clause.id)) continue;
        ++clauses;
        ValueStream stream(1, 3);
        for (int k = 0; k < 10; ++k)
          ASSERT_EQ(governing_cast_clause(from.dtype, to.dtype,
                                          pool.draw(clause.id, stream)[0]),
                    clause.id)
              << from.name << " to " << to.name;
      }
      EXPECT_GT(clauses, 0) << from.name << " to " << to.name;
    }
}

TEST(OperandPool, HasTheClausesThatTheDTypeCanMeet) {
  const OperandPool& floats =
      OperandPool::of("div"_op, DType::kFloat32, DType::kFloat32);
  EXPECT_TRUE(floats.has("div.nan"));
  EXPECT_TRUE(floats.has("div.subnormal"));
  EXPECT_FALSE(floats.has("div.integer_zero"));
  const OperandPool& integers =
      OperandPool::of("div"_op, DType::kInt8, DType::kInt8);
  EXPECT_TRUE(integers.has("div.int_min"));
  EXPECT_FALSE(integers.has("div.nan"));
  EXPECT_FALSE(OperandPool::of("div"_op, DType::kUint8, DType::kUint8)
                   .has("div.int_min"));
}

TEST(OperandPool, IsDeterministicInTheStream) {
  const OperandPool& pool =
      OperandPool::of("add"_op, DType::kFloat64, DType::kFloat64);
  ValueStream first(7, 0);
  ValueStream second(7, 0);
  for (int k = 0; k < 50; ++k)
    EXPECT_EQ(pool.draw("add.value", first), pool.draw("add.value", second));
}

TEST(OperandPool, DrawsBoundaryAndRandomTuples) {
  const OperandPool& pool =
      OperandPool::of("add"_op, DType::kFloat32, DType::kFloat32);
  ValueStream stream(7, 0);
  std::set<std::uint64_t> firsts;
  for (int k = 0; k < 400; ++k)
    firsts.insert(pool.draw("add.value", stream)[0].re);
  EXPECT_GT(firsts.size(), 150u);  // there are about a hundred boundary values
}

TEST(OperandPool, PositionsGiveEveryBoundaryTupleOnce) {
  const OperandPool& pool =
      OperandPool::of("neg"_op, DType::kFloat32, DType::kFloat32);
  std::set<std::uint64_t> seen;
  for (std::uint64_t k = 0; k < 4; ++k)
    seen.insert(pool.boundary("neg.nan", 77 + k)[0].re);
  EXPECT_EQ(seen.size(), 4u);
  seen.clear();
  for (std::uint64_t k = 0; k < 200; ++k)
    seen.insert(pool.boundary("neg.signed_zero", k)[0].re);
  EXPECT_EQ(seen, (std::set<std::uint64_t>{0, 0x80000000}));
}

// No clause decides whether x^0 is 1 for a signaling NaN.
TEST(OperandPool, PowHasNoSignalingNan) {
  for (DType dtype : {DType::kFloat16, DType::kFloat32, DType::kFloat8E5m2}) {
    const FloatFormat& format = format_of(dtype);
    const OperandPool& pool = OperandPool::of("pow"_op, dtype, dtype);
    ValueStream stream(7, 0);
    for (std::uint64_t k = 0; k < 2000; ++k)
      for (const OperandTuple& tuple :
           {pool.boundary("pow.zero_exponent", k),
            pool.draw("pow.zero_exponent", stream), pool.boundary("pow.one", k),
            pool.draw("pow.one", stream)})
        for (ElementBits bits : {tuple[0], tuple[1]})
          ASSERT_TRUE(!is_nan_bits(format, bits.re) ||
                      (bits.re & quiet_nan_bits(format)) ==
                          quiet_nan_bits(format))
              << name_of(dtype) << std::hex << bits.re;
  }
}

TEST(OperandPool, ConditionOfWhereIsBool) {
  const OperandPool& pool =
      OperandPool::of("where"_op, DType::kInt64, DType::kInt64);
  ValueStream stream(7, 0);
  std::set<std::uint64_t> conditions;
  for (int k = 0; k < 100; ++k)
    conditions.insert(pool.draw("where.value", stream)[0].re);
  EXPECT_EQ(conditions, (std::set<std::uint64_t>{0, 1}));
}

}  // namespace
}  // namespace assay
