// Tests that the calls of quantization cases keep the preconditions, and that
// their quotients are what the row of the clause says.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "harness/families/drawn_families.h"
#include "harness/frontend/draw_quantization.h"
#include "harness/frontend/quantization_rows.h"
#include "spec/float_codec.h"
#include "spec/infer.h"
#include "tests/harness/drawn_calls.h"

namespace assay {
namespace {

constexpr Op kScaledCalls[] = {"quantize"_op, "quantize_dynamic"_op};
constexpr DType kScaledDTypes[] = {DType::kBfloat16, DType::kFloat32};

// Calls check(row, wish, call) with every call that is drawn.
template <typename Check>
void each_quantization_call(Check check, std::int64_t extent = 0) {
  for (const ClauseCase& row : quantization_rows())
    test::each_drawn_call(kScaledCalls, kScaledDTypes, row, check, extent);
}

// Returns the quotients of a call of quantize.
std::vector<double> quotients_of(const CallWish& wish, const DrawnCall& call) {
  const Blocks blocks = chosen_blocks(wish);
  const FloatFormat& format = format_of(wish.cell.dtype);
  std::vector<double> quotients;
  const std::int64_t count = element_count(call.operands[0].shape);
  for (std::size_t k = 0; std::cmp_less(k, count); ++k) {
    const auto block = static_cast<std::size_t>(blocks.block_of(k));
    quotients.push_back(
        decode_real(format, call.operands[0].element(k).re) /
        decode_real(kFormatFloat32, call.operands[1].element(block).re));
  }
  return quotients;
}

// Calls check(wish, v) with each quotient of the calls of one clause.
template <typename Check>
void each_quotient(std::string_view clause, Check check) {
  constexpr Op kGivenScale[] = {"quantize"_op};
  std::size_t count = 0;
  test::each_drawn_call(kGivenScale, kScaledDTypes,
                        test::drawn_row_of(quantization_rows(), clause),
                        [&](const CallWish& wish, const DrawnCall& call) {
                          for (double v : quotients_of(wish, call)) {
                            check(wish, v);
                            ++count;
                          }
                        });
  EXPECT_GT(count, 100u);
}

double distance_from_half(double v) {
  return std::fabs(v - std::floor(v) - 0.5);
}

TEST(DrawnQuantization, KeepThePreconditionsAndVary) {
  std::set<std::int64_t> ranks, least;
  std::set<std::size_t> block_ranks;
  const auto check = [&](const CallWish& wish, const DrawnCall& call) {
    std::vector<TensorType> types{{wish.cell.dtype, call.operands[0].shape}};
    if (call.operands.size() > 1)
      types.push_back({DType::kFloat32, call.operands[1].shape});
    const auto inferred =
        infer(wish.cell.op, types, call.attributes, DType::kInt8);
    EXPECT_TRUE(inferred.ok()) << inferred.status().message;
    least.insert(call.attributes.integers(AttributeKey::kQMin)[0]);
    block_ranks.insert(
        call.attributes.integers(AttributeKey::kBlockSize).size());
    EXPECT_EQ(call.attributes.integers(AttributeKey::kBlockSize).empty(),
              wish.cell.variant == "tensor");
  };
  each_quantization_call(check);
  each_quantization_call(check, 1000);
  EXPECT_EQ(least, (std::set<std::int64_t>{-128, -127, -7}));
  EXPECT_GE(block_ranks.size(), 3u);
}

TEST(DrawnQuantization, QuotientsAreWhatTheRowSays) {
  each_quotient("quantize.value"_clause, [](const CallWish&, double v) {
    EXPECT_GT(distance_from_half(v), 0.1) << v;
    EXPECT_LT(std::fabs(v), 128.5);
  });
  each_quotient("quantize.half"_clause, [](const CallWish&, double v) {
    EXPECT_EQ(distance_from_half(v), 0) << v;
  });
  each_quotient("quantize.near_half"_clause,
                [](const CallWish& wish, double v) {
                  if (wish.cell.dtype == DType::kFloat32) {
                    EXPECT_LT(distance_from_half(v), 1e-5) << v;
                  }
                });
  each_quotient("quantize.clamped"_clause, [](const CallWish& wish, double v) {
    EXPECT_GE(std::fabs(v), wish.number % 3 == 1 ? 7.9 : 127.5) << v;
  });
}

TEST(DrawnQuantization, BlocksOfOneCaseDifferInScale) {
  const ClauseCase& row =
      test::drawn_row_of(quantization_rows(), "quantization.box"_clause);
  test::each_drawn_call(
      kScaledCalls, kScaledDTypes, row,
      [](const CallWish& wish, const DrawnCall& call) {
        if (call.operands.size() < 2) return;
        const std::int64_t count = element_count(call.operands[1].shape);
        EXPECT_GE(count, 2);
        for (std::size_t b = 0; std::cmp_less(b + 1, count); ++b)
          EXPECT_NE(call.operands[1].element(b),
                    call.operands[1].element(b + 1))
              << wish.number;
      });
}

}  // namespace
}  // namespace assay
