// Tests how calls of activations and of normalization are drawn: where elements
// stand in their slices, and that the exact cases are exact.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>

#include "harness/families/drawn_families.h"
#include "harness/nn/draw_slices.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

Cell cell_of_float32(Op op) {
  return {op, "", DType::kFloat32, DType::kFloat32};
}

// Returns the call that a family draws for a clause.
DrawnCall drawn(Op op, std::string_view clause, Shape shape, int number,
                std::int64_t extent = 0) {
  const ClauseCase row{.clause = clause};
  const Structure structure{std::move(shape), {1, 2, 3, 4, 5, 6, 7, 8}};
  const CallWish wish{cell_of_float32(op), row, structure, number, extent};
  return drawn_family(op)->draw(wish);
}

double element_of(const DrawnOperand& operand, std::int64_t k) {
  return decode_real(kFormatFloat32,
                     operand.element(static_cast<std::size_t>(k)).re);
}

TEST(DrawnSlices, KnowThePlacesOfElements) {
  const SlicePlace last = slice_place({2, 3, 4}, 2, 13);  // at 1, 0, 1
  EXPECT_EQ(3, last.slice);
  EXPECT_EQ(1, last.along);
  EXPECT_EQ(4, last.extent);
  const SlicePlace middle = slice_place({2, 3, 4}, 1, 21);  // at 1, 2, 1
  EXPECT_EQ(5, middle.slice);
  EXPECT_EQ(2, middle.along);
  EXPECT_EQ(3, middle.extent);
}

TEST(DrawnSlices, PreferAxesWithElements) {
  EXPECT_EQ(1, telling_axis({1, 3, 1}, 2));
  EXPECT_EQ(2, telling_axis({1, 3, 2}, 2));
  EXPECT_EQ(0, telling_axis({1, 1}, 0));
}

// Where x is 0 and alpha NaN, any result is right, and nothing is compared.
TEST(DrawnActivations, PutNoZeroBesideANanOfPrelu) {
  for (const Shape& shape : {Shape{}, Shape{3, 5}})
    for (int number = 0; number < 12; ++number) {
      const DrawnCall call =
          drawn("prelu"_op, "activation.nan"_clause, shape, number);
      for (std::int64_t k = 0; k < element_count(shape); ++k)
        EXPECT_NE(0, element_of(call.operands[0], k)) << number;
    }
}

TEST(DrawnSoftmax, SumsPowersOfTwoExactly) {
  for (int number = 0; number < 12; ++number)
    for (std::int64_t extent : {0, 19}) {
      const DrawnCall call = drawn("softmax"_op, "softmax.every_term"_clause,
                                   {3, 5}, number, extent);
      EXPECT_TRUE(call.demands_exact);
      const Shape& shape = call.operands[0].shape;
      std::map<std::int64_t, std::map<double, std::int64_t>> counts;
      for (std::int64_t k = 0; k < element_count(shape); ++k) {
        const auto place = slice_place(shape, call.attributes.axis(),
                                       static_cast<std::size_t>(k));
        ++counts[place.slice][element_of(call.operands[0], k)];
      }
      for (const auto& [slice, values] : counts) {
        const auto top = *values.rbegin();
        EXPECT_TRUE(std::has_single_bit(static_cast<std::uint64_t>(top.second)))
            << number;
        if (values.size() > 1) {
          EXPECT_EQ(1024, top.first - values.begin()->first);
        }
      }
    }
}

TEST(DrawnSoftmax, LogarithmsAreExactForOneElement) {
  EXPECT_TRUE(
      drawn("log_softmax"_op, "log_softmax.every_term"_clause, {3, 5}, 1)
          .demands_exact);
  EXPECT_FALSE(
      drawn("log_softmax"_op, "log_softmax.every_term"_clause, {3, 5}, 0)
          .demands_exact);
}

TEST(DrawnLayerNorm, HasRowsOfMeanZero) {
  for (int number = 0; number < 4; ++number) {
    const DrawnCall call =
        drawn("layer_norm"_op, "layer_norm.every_term"_clause, {3, 5}, number);
    const Shape& shape = call.operands[0].shape;
    EXPECT_EQ((Shape{3, 6}), shape);
    for (std::int64_t row = 0; row < 3; ++row) {
      double sum = 0;
      for (std::int64_t i = 0; i < 6; ++i) {
        const double x = element_of(call.operands[0], 6 * row + i);
        EXPECT_EQ(1, std::fabs(x));
        sum += x;
      }
      EXPECT_EQ(0, sum);
    }
  }
}

TEST(DrawnBatchNorm, HasOneParameterForEachChannel) {
  const DrawnCall call =
      drawn("batch_norm"_op, "batch_norm.channels"_clause, {2}, 0);
  EXPECT_EQ((Shape{2, 5}), call.operands[0].shape);
  for (std::size_t i = 1; i < 5; ++i)
    EXPECT_EQ((Shape{5}), call.operands[i].shape);
}

}  // namespace
}  // namespace assay
