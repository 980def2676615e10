// Tests that the calls of linear cases keep the preconditions and show what
// each case is about.
#include "harness/nn/linear_geometry.h"

#include <gtest/gtest.h>

#include <set>

#include "harness/families/drawn_families.h"
#include "harness/nn/linear_rows.h"
#include "spec/infer.h"

namespace assay {
namespace {

constexpr Op kLinearOps[] = {"linear"_op, "linear_x_backward"_op,
                             "linear_weight_backward"_op, "bias_backward"_op};

// Calls `check` with wishes for a row in many structures.
template <typename Check>
void each_linear_wish(const ClauseCase& row, Check check,
                      std::int64_t extent = 0, DType dtype = DType::kFloat32) {
  for (const Op op : kLinearOps)
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
      const bool is_shared = clause_of(op, aspect_of(row.clause)) == row.clause;
      if (!is_shared) continue;
      Structure structure = draw_structure(
          seed, row.shape,
          static_cast<std::size_t>(spec_of(op).signature.least_rank));
      structure.choices[kSizeChoice] = kFullSize;
      check(CallWish{.cell = {op, "", dtype, dtype},
                     .row = row,
                     .structure = structure,
                     .number = static_cast<int>(seed % 8),
                     .extent = extent});
    }
}

const ClauseCase& linear_row_of(std::string_view clause) {
  for (const ClauseCase& row : linear_rows())
    if (row.clause == clause) return row;
  ADD_FAILURE() << clause;
  return linear_rows().front();
}

Shape result_of(const CallWish& wish, const DrawnCall& call) {
  std::vector<TensorType> types;
  for (const DrawnOperand& operand : call.operands)
    types.push_back({wish.cell.dtype, operand.shape});
  const auto result =
      infer(wish.cell.op, types, call.attributes, wish.cell.dtype);
  EXPECT_TRUE(result.ok()) << wish.row.clause << ": "
                           << result.status().message;
  return result ? (*result)[0].shape : Shape{};
}

TEST(LinearGeometry, KeepsThePreconditions) {
  for (const ClauseCase& row : linear_rows())
    for (const std::int64_t extent : {0, 33})
      each_linear_wish(
          row,
          [&](const CallWish& wish) { result_of(wish, draw_linear(wish)); },
          extent);
}

TEST(LinearGeometry, GivesManyResultsWhereTermsCount) {
  for (const std::string_view clause :
       {"linear.value", "linear.every_term", "linear_x_backward.every_term",
        "linear_weight_backward.every_term", "bias_backward.value",
        "bias_backward.every_term"})
    each_linear_wish(linear_row_of(clause), [&](const CallWish& wish) {
      EXPECT_GE(element_count(result_of(wish, draw_linear(wish))), 16)
          << clause;
    });
}

TEST(LinearGeometry, ShowsEveryRankAndBothBiases) {
  std::set<std::size_t> ranks;
  std::set<std::size_t> operands;
  each_linear_wish(linear_row_of("linear.leading"), [&](const CallWish& wish) {
    const DrawnCall call = draw_linear(wish);
    ranks.insert(call.operands[0].shape.size());
    operands.insert(call.operands.size());
  });
  EXPECT_EQ(ranks, (std::set<std::size_t>{1, 2, 3, 4}));
  EXPECT_EQ(operands, (std::set<std::size_t>{2, 3}));
  each_linear_wish(linear_row_of("linear.bias"), [&](const CallWish& wish) {
    EXPECT_EQ(draw_linear(wish).operands.size(), 3u);
  });
}

TEST(LinearGeometry, ShownOperandsMeetOneElementEach) {
  for (const std::string_view clause :
       {"linear.value", "linear_x_backward.value",
        "linear_weight_backward.value"})
    each_linear_wish(linear_row_of(clause), [&](const CallWish& wish) {
      const DrawnCall call = draw_linear(wish);
      const std::size_t hot = wish.number % 2 == 0 ? 1 : 0;
      const DrawnOperand& factor = call.operands[hot];
      std::int64_t count = 0;
      for (std::int64_t k = 0; k < element_count(factor.shape); ++k)
        count += factor.element(static_cast<std::size_t>(k)).re != 0 ? 1 : 0;
      const std::int64_t terms =
          term_count(wish.cell.op, linear_geometry(wish));
      EXPECT_EQ(count * terms, element_count(factor.shape)) << clause;
    });
}

TEST(LinearGeometry, LongSumsOf16BitFloatsHaveUnits) {
  const ClauseCase& row = linear_row_of("linear.every_term");
  const auto units_of = [&](DType dtype) {
    int units = 0;
    each_linear_wish(
        row,
        [&](const CallWish& wish) {
          units += draw_linear(wish).operands[0].element ? 1 : 0;
        },
        0, dtype);
    return units;
  };
  EXPECT_EQ(units_of(DType::kFloat32), 0);
  EXPECT_EQ(units_of(DType::kBfloat16), 18);  // six of eight numbers of terms
}

}  // namespace
}  // namespace assay
