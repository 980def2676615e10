// Tests that the calls of cases about dot_general, its update and einsum keep
// the preconditions and show what the cases are about.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/families/drawn_families.h"
#include "harness/lax/contraction_rows.h"
#include "spec/dot_axes.h"
#include "spec/infer.h"
#include "spec/subscripts.h"
#include "tests/harness/drawn_calls.h"

namespace assay {
namespace {

constexpr Op kContractions[] = {"dot_general"_op, "dot_general_update"_op,
                                "einsum"_op};
constexpr DType kContractedDTypes[] = {DType::kInt8, DType::kFloat8E5m2,
                                       DType::kFloat32, DType::kComplex64};

template <typename Check>
void each_contraction(const ClauseCase& row, Check check,
                      std::int64_t extent = 0) {
  test::each_drawn_call(kContractions, kContractedDTypes, row, check, extent);
}

const ClauseCase& contraction_row_of(std::string_view clause) {
  return test::drawn_row_of(lax_contraction_rows(), clause);
}

Shape contraction_result_of(const CallWish& wish, const DrawnCall& call) {
  std::vector<TensorType> types;
  for (const DrawnOperand& operand : call.operands)
    types.push_back({wish.cell.dtype, operand.shape});
  const auto result =
      infer(wish.cell.op, types, call.attributes, wish.cell.dtype);
  EXPECT_TRUE(result.ok()) << wish.row.clause << " " << result.status().message;
  return result ? result->front().shape : Shape{};
}

Subscripts labels_of(const CallWish& wish, const DrawnCall& call) {
  if (wish.cell.op == "einsum"_op)
    return *read_subscripts(
        call.attributes.integers(AttributeKey::kSubscripts));
  return dot_subscripts(call.attributes, call.operands[0].shape.size(),
                        call.operands[1].shape.size(), false);
}

TEST(DrawnContractions, KeepThePreconditions) {
  for (const ClauseCase& row : lax_contraction_rows())
    each_contraction(row, [](const CallWish& wish, const DrawnCall& call) {
      contraction_result_of(wish, call);
      const Subscripts subscripts = labels_of(wish, call);
      EXPECT_EQ(wish.cell.variant == "embed", subscripts.embeds());
    });
  for (const std::string_view clause :
       {"contraction.empty", "contraction.high_rank",
        "contraction.strided_operands"})
    each_contraction(*clause_case(clause), [&](const CallWish& wish,
                                               const DrawnCall& call) {
      const Shape shape = contraction_result_of(wish, call);
      if (clause == "contraction.empty") {
        EXPECT_EQ(element_count(shape), 0);
      }
      if (clause == "contraction.high_rank") {
        EXPECT_GE(std::max(shape.size(), call.operands[0].shape.size()), 4u);
      }
    });
}

TEST(DrawnContractions, HaveTheExtentOfTheirRung) {
  for (const std::string_view clause :
       {"dot_general.value", "dot_general_update.value", "einsum.value"})
    each_contraction(
        contraction_row_of(clause),
        [](const CallWish& wish, const DrawnCall& call) {
          contraction_result_of(wish, call);
          bool is_long = false;
          for (const DrawnOperand& operand : call.operands)
            is_long |=
                std::count(operand.shape.begin(), operand.shape.end(), 300) > 0;
          EXPECT_TRUE(is_long);
          EXPECT_FALSE(call.permits_error);
        },
        300);
}

TEST(DrawnContractions, DrawEveryNumberOfAxesOfEachRole) {
  std::set<std::size_t> batches, contracted, lefts, rights;
  std::set<std::int64_t> extents;
  int unsorted = 0;
  int with_lists = 0;
  each_contraction(
      contraction_row_of("dot_general.value"),
      [&](const CallWish&, const DrawnCall& call) {
        const DotAxes left =
            dot_axes(call.attributes, true, call.operands[0].shape.size());
        const DotAxes right =
            dot_axes(call.attributes, false, call.operands[1].shape.size());
        batches.insert(left.batch.size());
        contracted.insert(left.contracting.size());
        lefts.insert(left.free.size());
        rights.insert(right.free.size());
        for (const DrawnOperand& operand : call.operands)
          extents.insert(operand.shape.begin(), operand.shape.end());
        bool can_be = false;
        bool is_unsorted = false;
        for (const Axes& list :
             {left.batch, left.contracting, right.batch, right.contracting}) {
          can_be |= list.size() > 1;
          is_unsorted |= !std::is_sorted(list.begin(), list.end());
        }
        with_lists += can_be;
        unsorted += is_unsorted;
      });
  using Counts = std::set<std::size_t>;
  EXPECT_EQ(batches, (Counts{0, 1, 2}));
  EXPECT_EQ(contracted, (Counts{0, 1, 2}));
  EXPECT_EQ(lefts, (Counts{0, 1, 2}));
  EXPECT_EQ(rights, (Counts{0, 1, 2}));
  for (const std::int64_t extent : {1, 2, 3, 7, 8, 17, 33, 65})
    EXPECT_TRUE(extents.contains(extent)) << extent;
  EXPECT_GE(2 * unsorted, with_lists);
}

TEST(DrawnContractions, ShowWhatTheirClauseSays) {
  std::map<std::string_view, std::set<std::size_t>> ranks;
  const auto each = [&](std::string_view clause, auto check) {
    each_contraction(contraction_row_of(clause),
                     [&](const CallWish& wish, const DrawnCall& call) {
                       check(labels_of(wish, call), call);
                       ranks[clause].insert(call.operands[0].shape.size());
                     });
  };
  each("dot_general.outer", [](const Subscripts& s, const DrawnCall&) {
    EXPECT_TRUE(s.summed().empty());
  });
  each("dot_general.pairing", [](const Subscripts&, const DrawnCall& call) {
    const auto& list = call.attributes.integers(AttributeKey::kLhsContracting);
    EXPECT_EQ(list.size(), 2u);
    EXPECT_FALSE(std::is_sorted(list.begin(), list.end()));
  });
  each("dot_general.many_axes", [](const Subscripts& s, const DrawnCall&) {
    EXPECT_GE(s.summed().size(), 2u);
  });
  EXPECT_GE(*ranks["dot_general.many_axes"].rbegin(), 16u);
  each("einsum.trace", [](const Subscripts& s, const DrawnCall&) {
    bool has_twice = false;
    for (const Labels& labels : s.inputs)
      for (const std::int64_t label : labels)
        has_twice |= Subscripts::count_in(labels, label) > 1;
    EXPECT_TRUE(has_twice);
  });
  each("einsum.sum_out", [](const Subscripts& s, const DrawnCall&) {
    EXPECT_GE(s.lone_count(), 1);
  });
  each("einsum.hyper_edge", [](const Subscripts& s, const DrawnCall&) {
    bool is_shared = false;
    for (const std::int64_t label : s.inputs[0])
      is_shared |= s.operands_with(label) > 2;
    EXPECT_TRUE(is_shared);
  });
  each("einsum.order", [](const Subscripts& s, const DrawnCall&) {
    EXPECT_TRUE(s.output.size() < 2 ||
                !std::is_sorted(s.output.begin(), s.output.end()) ||
                s.embeds());
  });
  each("einsum.outer", [](const Subscripts& s, const DrawnCall&) {
    EXPECT_TRUE(s.summed().empty());
  });
  each("einsum.nonfinite", [](const Subscripts& s, const DrawnCall&) {
    EXPECT_EQ(s.inputs.size(), 2u);
    EXPECT_EQ(s.lone_count(), 0);
  });
  for (const std::string_view clause :
       {"dot_general.empty_sum", "dot_general_update.empty_sum",
        "einsum.empty_sum"})
    each(clause, [&](const Subscripts& s, const DrawnCall& call) {
      bool is_empty = false;
      for (std::size_t i = 0; i < s.inputs.size(); ++i)
        for (std::size_t axis = 0; axis < s.inputs[i].size(); ++axis)
          is_empty |= call.operands[i].shape[axis] == 0 &&
                      Subscripts::count_in(s.output, s.inputs[i][axis]) == 0;
      EXPECT_TRUE(is_empty) << clause;
    });
}

TEST(DrawnContractions, HaveOneToEightOperands) {
  std::set<std::size_t> counts;
  each_contraction(contraction_row_of("einsum.value"),
                   [&](const CallWish&, const DrawnCall& call) {
                     counts.insert(call.operands.size());
                   });
  EXPECT_EQ(counts, (std::set<std::size_t>{1, 2, 3, 4, 5, 8}));
}

TEST(DrawnContractions, AreExactWhereTheyMustBe) {
  for (const ClauseCase& row : lax_contraction_rows())
    if (row.values == ValueKind::kExactSmall)
      each_contraction(row, [](const CallWish& wish, const DrawnCall& call) {
        EXPECT_FALSE(call.permits_error) << wish.row.clause;
        for (const DrawnOperand& operand : call.operands)
          EXPECT_TRUE(operand.element) << wish.row.clause;
      });
}

}  // namespace
}  // namespace assay
