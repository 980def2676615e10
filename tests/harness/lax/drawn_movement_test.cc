// Tests that the calls of cases about the movement ops of lax keep the
// preconditions and show what the cases are about.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "harness/families/drawn_families.h"
#include "harness/lax/movement_rows.h"
#include "spec/infer.h"
#include "tests/harness/drawn_calls.h"

namespace assay {
namespace {

using List = Attributes::Integers;
using CheckMoved =
    std::function<void(const CallWish& wish, const DrawnCall& call)>;

constexpr Op kMovedCalls[] = {"broadcast_in_dim"_op,
                              "slice_general"_op,
                              "pad_general"_op,
                              "extract_diagonal"_op,
                              "embed_diagonal"_op,
                              "tril"_op,
                              "triu"_op};
constexpr DType kMovedDTypes[] = {DType::kBool, DType::kInt8, DType::kFloat32};

Shape moved_result_of(const CallWish& wish, const DrawnCall& call) {
  const TensorType x{wish.cell.dtype, call.operands[0].shape};
  const auto result =
      infer(wish.cell.op, {&x, 1}, call.attributes, wish.cell.dtype);
  EXPECT_TRUE(result.ok()) << wish.row.clause << " " << result.status().message;
  EXPECT_EQ(variant_of(wish.cell.op, call.attributes).name, wish.cell.variant);
  return result ? result->front().shape : Shape{};
}

void each_moved_call(std::string_view clause, const CheckMoved& check,
                     std::int64_t extent = 0) {
  test::each_drawn_call(kMovedCalls, kMovedDTypes,
                        test::drawn_row_of(lax_movement_rows(), clause), check,
                        extent);
}

const List& list_in(const DrawnCall& call, AttributeKey key) {
  return call.attributes.integers(key);
}

TEST(DrawnLaxMovement, KeepThePreconditions) {
  for (const ClauseCase& row : lax_movement_rows())
    each_moved_call(row.clause, moved_result_of);
  // Clauses of the family are drawn by the same functions.
  for (std::string_view clause :
       {"movement.strided_operands", "movement.empty", "movement.rank_zero",
        "movement.high_rank", "movement.bits"})
    test::each_drawn_call(kMovedCalls, kMovedDTypes, *clause_case(clause),
                          moved_result_of);
}

TEST(DrawnLaxMovement, HaveTheExtentOfTheirRung) {
  for (std::string_view clause :
       {"broadcast_in_dim.value", "slice_general.value", "pad_general.value",
        "extract_diagonal.value", "embed_diagonal.value", "tril.value"})
    each_moved_call(
        clause,
        [](const CallWish& wish, const DrawnCall& call) {
          const Shape result = moved_result_of(wish, call);
          const auto has = [](const Shape& shape) {
            return std::find(shape.begin(), shape.end(), 300) != shape.end();
          };
          EXPECT_TRUE(has(call.operands[0].shape) || has(result))
              << wish.row.clause;
        },
        300);
}

TEST(DrawnLaxMovement, LongDiagonalsStayBelowTheSquareOfTheirRung) {
  for (std::string_view clause :
       {"extract_diagonal.value", "embed_diagonal.value", "tril.value"})
    each_moved_call(
        clause,
        [](const CallWish& wish, const DrawnCall& call) {
          EXPECT_LE(element_count(moved_result_of(wish, call)), 1'000'000);
          EXPECT_LE(element_count(call.operands[0].shape), 1'000'000);
        },
        70'000);
}

TEST(DrawnLaxMovement, EmptyCasesHaveNoElements) {
  test::each_drawn_call(
      kMovedCalls, kMovedDTypes, *clause_case("movement.empty"),
      [](const CallWish& wish, const DrawnCall& call) {
        EXPECT_TRUE(element_count(call.operands[0].shape) == 0 ||
                    element_count(moved_result_of(wish, call)) == 0)
            << name_of(wish.cell.op);
      });
}

TEST(DrawnLaxMovement, BroadcastsRepeatAndReorder) {
  const auto dims_of = [](const DrawnCall& call) {
    return list_in(call, AttributeKey::kBroadcastDims);
  };
  each_moved_call("broadcast_in_dim.any_axes",
                  [&](const CallWish&, const DrawnCall& call) {
                    const List dims = dims_of(call);
                    EXPECT_FALSE(std::is_sorted(dims.begin(), dims.end()));
                  });
  // A subject whose dims must ascend is asked every other case.
  for (const ClauseCase& row : lax_movement_rows()) {
    if (!row.clause.starts_with("broadcast_in_dim") ||
        row.clause == "broadcast_in_dim.any_axes")
      continue;
    each_moved_call(row.clause, [&](const CallWish&, const DrawnCall& call) {
      const List dims = dims_of(call);
      EXPECT_TRUE(std::is_sorted(dims.begin(), dims.end()));
    });
  }
  each_moved_call("broadcast_in_dim.one",
                  [&](const CallWish& wish, const DrawnCall& call) {
                    const Shape result = moved_result_of(wish, call);
                    const List dims = dims_of(call);
                    int repeated = 0;
                    for (std::size_t d = 0; d < dims.size(); ++d)
                      repeated += call.operands[0].shape[d] <
                                  result[static_cast<std::size_t>(dims[d])];
                    EXPECT_GT(repeated, 0);
                  });
  each_moved_call("broadcast_in_dim.zero_extent",
                  [](const CallWish& wish, const DrawnCall& call) {
                    EXPECT_GT(element_count(call.operands[0].shape), 0);
                    EXPECT_EQ(element_count(moved_result_of(wish, call)), 0);
                  });
  each_moved_call("broadcast_in_dim.rank_zero",
                  [](const CallWish&, const DrawnCall& call) {
                    EXPECT_TRUE(call.operands[0].shape.empty());
                  });
}

TEST(DrawnLaxMovement, SlicesEndWithinAStep) {
  int partial = 0;
  int longest = 0;
  each_moved_call("slice_general.stride", [&](const CallWish&,
                                              const DrawnCall& call) {
    const List& starts = list_in(call, AttributeKey::kStarts);
    const List& limits = list_in(call, AttributeKey::kLimits);
    const List& strides = list_in(call, AttributeKey::kStrides);
    for (std::size_t axis = 0; axis < starts.size(); ++axis) {
      const std::int64_t length = limits[axis] - starts[axis];
      EXPECT_GT(strides[axis], 1);
      partial += length > strides[axis] && length % strides[axis] != 0;
      longest += strides[axis] > std::numeric_limits<std::int64_t>::max() - 16;
    }
  });
  EXPECT_GT(partial, 100);
  EXPECT_GT(longest, 10);
  int filled = 0;
  each_moved_call("slice_general.empty",
                  [&](const CallWish& wish, const DrawnCall& call) {
                    filled += element_count(call.operands[0].shape) > 0;
                    EXPECT_EQ(element_count(moved_result_of(wish, call)), 0);
                  });
  EXPECT_GT(filled, 40);
}

TEST(DrawnLaxMovement, PadsRemoveSomeOrAll) {
  // The first and the last place of an axis that holds an element of x.
  const auto ends_of = [](const DrawnCall& call, std::size_t axis) {
    const std::int64_t low = list_in(call, AttributeKey::kEdgeLow)[axis];
    const std::int64_t step = list_in(call, AttributeKey::kInterior)[axis] + 1;
    const std::int64_t extent = call.operands[0].shape[axis];
    return std::pair(low, low + (extent - 1) * step);
  };
  int within_gaps = 0;
  each_moved_call("pad_general.negative",
                  [&](const CallWish& wish, const DrawnCall& call) {
                    const Shape result = moved_result_of(wish, call);
                    for (std::size_t axis = 0; axis < result.size(); ++axis) {
                      const auto [first, last] = ends_of(call, axis);
                      EXPECT_TRUE(first < 0 || last >= result[axis]);
                      EXPECT_GT(result[axis], 0);
                      const std::int64_t step =
                          list_in(call, AttributeKey::kInterior)[axis] + 1;
                      within_gaps += first < 0 && -first % step != 0;
                    }
                  });
  EXPECT_GT(within_gaps, 100);
  each_moved_call("pad_general.gone",
                  [&](const CallWish& wish, const DrawnCall& call) {
                    const Shape result = moved_result_of(wish, call);
                    EXPECT_GT(element_count(result), 0);
                    bool is_gone = false;
                    for (std::size_t axis = 0; axis < result.size(); ++axis) {
                      const auto [first, last] = ends_of(call, axis);
                      is_gone = is_gone || last < 0 || first >= result[axis];
                    }
                    EXPECT_TRUE(is_gone);
                  });
  each_moved_call("pad_general.empty_operand",
                  [](const CallWish&, const DrawnCall& call) {
                    EXPECT_EQ(element_count(call.operands[0].shape), 0);
                  });
  for (std::string_view clause :
       {"pad_general.fill", "pad_general.negative_zero"})
    each_moved_call(clause, [](const CallWish& wish, const DrawnCall& call) {
      EXPECT_GT(element_count(moved_result_of(wish, call)),
                element_count(call.operands[0].shape));
    });
}

TEST(DrawnLaxMovement, DiagonalsHaveAxesInBothOrders) {
  std::set<bool> orders;
  each_moved_call("extract_diagonal.value",
                  [&](const CallWish&, const DrawnCall& call) {
                    orders.insert(list_in(call, AttributeKey::kAxisA)[0] <
                                  list_in(call, AttributeKey::kAxisB)[0]);
                  });
  EXPECT_EQ(orders.size(), 2u);
  each_moved_call("extract_diagonal.axes_order",
                  [](const CallWish&, const DrawnCall& call) {
                    EXPECT_LT(list_in(call, AttributeKey::kAxisB)[0],
                              list_in(call, AttributeKey::kAxisA)[0]);
                  });
  each_moved_call(
      "embed_diagonal.any_place", [](const CallWish&, const DrawnCall& call) {
        const std::int64_t b = list_in(call, AttributeKey::kAxisB)[0];
        EXPECT_TRUE(b == 0 || b == std::ssize(call.operands[0].shape));
      });
}

TEST(DrawnLaxMovement, TrianglesHaveExtremeOffsetsAndOblongMatrices) {
  for (std::string_view clause : {"tril.extreme", "triu.extreme"}) {
    std::set<std::int64_t> offsets;
    each_moved_call(clause, [&](const CallWish&, const DrawnCall& call) {
      offsets.insert(list_in(call, AttributeKey::kK)[0]);
    });
    EXPECT_TRUE(offsets.contains(std::numeric_limits<std::int64_t>::min()));
    EXPECT_TRUE(offsets.contains(std::numeric_limits<std::int64_t>::max()));
  }
  for (std::string_view clause : {"tril.rectangular", "triu.rectangular"})
    each_moved_call(clause, [](const CallWish&, const DrawnCall& call) {
      const Shape& shape = call.operands[0].shape;
      EXPECT_NE(shape[shape.size() - 2], shape.back());
    });
}

}  // namespace
}  // namespace assay
