// Tests that the calls of cases of the pointwise family keep the preconditions
// and show what the cases are about.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "harness/families/drawn_families.h"
#include "harness/frontend/draw_pointwise.h"
#include "harness/operands/integer_range.h"
#include "spec/float_codec.h"
#include "spec/infer.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Calls `check` with the drawn calls of a clause on an op and a dtype, in many
// structures.
void each_pointwise_call(
    Op op, DType dtype, std::string_view clause,
    const std::function<void(const CallWish&, const DrawnCall&)>& check,
    std::int64_t extent = 0) {
  for (const ClauseCase& row : pointwise_rows()) {
    if (row.clause != clause) continue;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      Structure structure = draw_structure(seed, row.shape, 0);
      structure.choices[kSizeChoice] = kFullSize;
      const CallWish wish{.cell = {op, "", dtype, dtype},
                          .row = row,
                          .structure = structure,
                          .number = static_cast<int>(seed % 8),
                          .extent = extent};
      check(wish, draw_pointwise(wish));
    }
  }
}

// Returns the share of the elements of an operand for which the test is true.
double share_of(std::string_view clause, std::size_t operand,
                const std::function<bool(double)>& test) {
  double all = 0;
  double found = 0;
  const Op op = *op_named(clause.substr(0, clause.find('.')));
  each_pointwise_call(
      op, DType::kFloat32, clause, [&](const CallWish&, const DrawnCall& call) {
        const DrawnOperand& drawn = call.operands[operand];
        const auto count = static_cast<std::size_t>(element_count(drawn.shape));
        for (std::size_t k = 0; k < count; ++k) {
          const double x = decode_real(kFormatFloat32, drawn.element(k).re);
          found += test(x) ? 1 : 0;
          ++all;
        }
      });
  EXPECT_GT(all, 30);
  return found / all;
}

TEST(DrawnPointwise, KeepsThePreconditions) {
  for (const ClauseCase& row : pointwise_rows())
    for (const OpSpec* spec : every_op()) {
      const Op op = *op_named(spec->name);
      if (family_of(op).name != "pointwise") continue;
      for (DType dtype : {DType::kFloat16, DType::kFloat64, DType::kInt8,
                          DType::kUint64, DType::kBool})
        if (spec->variants[0].required.contains(dtype) &&
            is_applicable(op, "", dtype, dtype, row.clause))
          each_pointwise_call(
              op, dtype, row.clause,
              [&](const CallWish&, const DrawnCall& call) {
                std::vector<TensorType> types;
                for (const DrawnOperand& operand : call.operands)
                  types.push_back({dtype, operand.shape});
                const auto result = infer(op, types, call.attributes, dtype);
                EXPECT_TRUE(result.ok())
                    << row.clause << " " << result.status().message;
              });
    }
}

TEST(DrawnPointwise, GoesWhereFormulasFail) {
  const auto is_below = [](double limit) {
    return [limit](double x) { return std::fabs(x) < limit; };
  };
  EXPECT_EQ(1, share_of("log1p.small", 0, is_below(0.5)));
  EXPECT_LT(0.5, share_of("asinh.small", 0, is_below(0x1p-24)));
  EXPECT_EQ(1, share_of("atanh.small", 0, is_below(0.5)));
  EXPECT_EQ(0, share_of("asinh.no_overflow", 0, is_below(0x1p64)));
  EXPECT_EQ(0, share_of("hypot.no_overflow", 1, is_below(0x1p64)));
  EXPECT_EQ(1, share_of("hypot.no_underflow", 0, is_below(0x1p-74)));
  EXPECT_EQ(1, share_of("acosh.near_one", 0,
                        [](double x) { return x > 1 && x <= 1.25; }));
  EXPECT_EQ(1, share_of("acosh.domain", 0, [](double x) { return x < 1; }));
  EXPECT_EQ(1, share_of("log1p.domain", 0, [](double x) { return x < -1; }));
  EXPECT_EQ(1, share_of("atanh.domain", 0,
                        [](double x) { return std::fabs(x) > 1; }));
  // Values are drawn where the functions are defined.
  EXPECT_EQ(1, share_of("log1p.value", 0, [](double x) { return x >= -1; }));
  EXPECT_EQ(1, share_of("acosh.value", 0, [](double x) { return x >= 1; }));
  EXPECT_EQ(1, share_of("atanh.value", 0, is_below(1.0001)));
}

TEST(DrawnPointwise, DrawsInfinitiesBesideOthers) {
  const auto is_infinite = [](double x) { return std::isinf(x); };
  const auto is_nan = [](double x) { return std::isnan(x); };
  EXPECT_LT(0.4, share_of("hypot.infinity", 0, is_infinite));
  EXPECT_EQ(0, share_of("hypot.infinity", 1, is_nan));
  EXPECT_LT(0.3, share_of("hypot.infinity_and_nan", 0, is_infinite));
  EXPECT_LT(0.3, share_of("hypot.infinity_and_nan", 1, is_nan));
  EXPECT_LT(0.1, share_of("is_nan.value", 0, is_nan));
  EXPECT_LT(0.1, share_of("is_nan.value", 0, is_infinite));
}

TEST(DrawnPointwise, CountsAreBeyondTheWidthOnlyWhereThatIsOpen) {
  for (Op op : {"shift_left"_op, "shift_right"_op})
    for (std::string_view aspect : {"value", "count"}) {
      int beyond = 0;
      int at_ends = 0;
      each_pointwise_call(
          op, DType::kInt8, clause_of(op, aspect),
          [&](const CallWish&, const DrawnCall& call) {
            const auto size = element_count(call.operands[1].shape);
            for (std::int64_t k = 0; k < size; ++k) {
              const auto count = integer_value(
                  DType::kInt8,
                  call.operands[1].element(static_cast<std::size_t>(k)));
              beyond += count < 0 || count >= 8 ? 1 : 0;
              at_ends += count == 0 || count == 7 ? 1 : 0;
            }
          });
      EXPECT_EQ(aspect == "count", beyond > 0) << aspect;
      EXPECT_EQ(aspect == "value", at_ends > 0) << aspect;
    }
}

TEST(DrawnPointwise, ClampsAtNearAndBeyondTheBounds) {
  for (DType dtype : {DType::kInt8, DType::kUint64, DType::kInt64}) {
    int below = 0;
    int above = 0;
    int inside = 0;
    each_pointwise_call(
        "clamp"_op, dtype, "clamp.value",
        [&](const CallWish&, const DrawnCall& call) {
          const auto bound = [&](AttributeKey key) {
            return integer_value(dtype, call.attributes.element(key));
          };
          const auto size = element_count(call.operands[0].shape);
          for (std::int64_t k = 0; k < size; ++k) {
            const auto x = integer_value(
                dtype, call.operands[0].element(static_cast<std::size_t>(k)));
            (x < bound(AttributeKey::kLow)    ? below
             : x > bound(AttributeKey::kHigh) ? above
                                              : inside)++;
          }
        });
    EXPECT_GT(std::min({below, above, inside}), 20) << name_of(dtype);
  }
}

TEST(DrawnPointwise, LeavesOutABoundInTurn) {
  each_pointwise_call("clamp"_op, DType::kFloat32, "clamp.one_bound",
                      [](const CallWish& wish, const DrawnCall& call) {
                        const bool has_low =
                            call.attributes.find(AttributeKey::kLow) != nullptr;
                        const bool has_high =
                            call.attributes.find(AttributeKey::kHigh) !=
                            nullptr;
                        EXPECT_NE(has_low, has_high);
                        EXPECT_EQ(wish.number % 2 == 1, has_low);
                      });
}

TEST(DrawnPointwise, RepeatsLongOperands) {
  each_pointwise_call(
      "log1p"_op, DType::kFloat32, "log1p.value",
      [](const CallWish&, const DrawnCall& call) {
        EXPECT_GE(element_count(call.operands[0].shape), 1000);
        EXPECT_EQ(call.operands[0].element(3),
                  call.operands[0].element(3 + kPointwisePeriod));
      },
      1000);
}

}  // namespace
}  // namespace assay
