// Hard operands are governed by the value clause of their op, and rounding
// their result twice shows.
#include "harness/hard_operands.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "harness/build_case.h"
#include "harness/governing_clause.h"

namespace assay {
namespace {

constexpr Op kHardOps[] = {"add"_op, "sub"_op,   "mul"_op,
                           "div"_op, "recip"_op, "sqrt"_op};

template <typename T>
T value_of(Op op, T x, T y) {
  static constexpr Op kAdd = "add"_op, kSub = "sub"_op, kMul = "mul"_op;
  static constexpr Op kDiv = "div"_op, kRecip = "recip"_op;
  if (op == kAdd) return x + y;
  if (op == kSub) return x - y;
  if (op == kMul) return x * y;
  if (op == kDiv) return x / y;
  return op == kRecip ? 1 / x : std::sqrt(x);
}

TEST(HardOperands, ShowRoundingTwice) {
  if (std::numeric_limits<long double>::digits != 64)
    GTEST_SKIP() << "long double has not 64 significand bits";
  for (Op op : kHardOps) {
    const auto operands = hard_operands(op, DType::kFloat64);
    ASSERT_TRUE(operands.has_value()) << name_of(op);
    const auto x = std::bit_cast<double>((*operands)[0].re);
    const auto y = std::bit_cast<double>((*operands)[1].re);
    const double once = value_of<double>(op, x, y);
    const auto twice = static_cast<double>(value_of<long double>(op, x, y));
    EXPECT_NE(once, twice) << name_of(op);
    EXPECT_EQ(governing_clause(op, DType::kFloat64, *operands),
              std::string(name_of(op)) + ".value");
  }
}

TEST(HardOperands, AreAmongTheOperandsOfValueCases) {
  for (Op op : kHardOps) {
    const auto operands = hard_operands(op, DType::kFloat64);
    const std::string clause = std::string(name_of(op)) + ".value";
    const Case made =
        build_case({op, "", DType::kFloat64, DType::kFloat64,
                    clause_named(clause)->id, Layout::kContiguous, 0},
                   0);
    ASSERT_TRUE(made.tensors[0].storage.has_value());
    EXPECT_EQ(made.tensors[0].storage->back(), (*operands)[0]) << name_of(op);
  }
}

TEST(HardOperands, OtherOpsAndDTypesHaveNone) {
  EXPECT_FALSE(hard_operands("exp"_op, DType::kFloat64).has_value());
  EXPECT_FALSE(hard_operands("add"_op, DType::kFloat32).has_value());
}

}  // namespace
}  // namespace assay
