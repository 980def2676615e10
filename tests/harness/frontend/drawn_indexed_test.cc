// Tests that the calls of cases about indexed reads and updates keep the
// preconditions, also those about elements, and show what the cases are about.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/families/drawn_families.h"
#include "harness/frontend/indexed_rows.h"
#include "spec/infer.h"
#include "tests/harness/drawn_calls.h"

namespace assay {
namespace {

constexpr Op kIndexedCalls[] = {"select"_op,
                                "select_update"_op,
                                "gather_nd"_op,
                                "scatter_nd"_op,
                                "scatter_reduce"_op,
                                "embedding"_op,
                                "embedding_backward"_op};

constexpr DType kIndexedDTypes[] = {DType::kBool, DType::kInt8,
                                    DType::kFloat16};

template <typename Check>
void each_indexed_call(const ClauseCase& row, Check check,
                       std::int64_t extent = 0) {
  test::each_drawn_call(kIndexedCalls, kIndexedDTypes, row, check, extent);
}

const ClauseCase& indexed_row_of(std::string_view clause) {
  return test::drawn_row_of(selection_rows(), clause);
}

std::vector<std::int64_t> numbers_of(const DrawnOperand& operand) {
  std::vector<std::int64_t> numbers;
  const auto size = static_cast<std::size_t>(element_count(operand.shape));
  for (std::size_t k = 0; k < size; ++k)
    numbers.push_back(static_cast<std::int32_t>(
        static_cast<std::uint32_t>(operand.element(k).re)));
  return numbers;
}

const DrawnOperand& indices_in(const CallWish& wish, const DrawnCall& call) {
  return call.operands[wish.cell.op == "embedding_backward"_op ? 2 : 1];
}

// Returns the extent of the axis that index k counts along.
std::int64_t extent_at(const CallWish& wish, const DrawnCall& call,
                       std::size_t k) {
  const Shape& x = call.operands[0].shape;
  const Shape& listed = indices_in(wish, call).shape;
  if (spec_of(wish.cell.op).has(AttributeKey::kAxis))
    return x[static_cast<std::size_t>(call.attributes.axis())];
  if (wish.cell.op == "gather_nd"_op || wish.cell.op == "scatter_nd"_op)
    return x[k % static_cast<std::size_t>(listed.back())];
  return x[0];
}

void expect_valid(const CallWish& wish, const DrawnCall& call) {
  std::vector<TensorType> types;
  const auto& operands = spec_of(wish.cell.op).signature.operands;
  ASSERT_EQ(call.operands.size(), operands.size());
  for (std::size_t i = 0; i < call.operands.size(); ++i)
    types.push_back(
        {operands[i].role == Role::kInt32 ? DType::kInt32 : wish.cell.dtype,
         call.operands[i].shape});
  const auto result =
      infer(wish.cell.op, types, call.attributes, wish.cell.dtype);
  EXPECT_TRUE(result.ok()) << wish.row.clause << " " << result.status().message;
  const auto numbers = numbers_of(indices_in(wish, call));
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    EXPECT_GE(numbers[k], 0);
    EXPECT_LT(numbers[k], extent_at(wish, call, k)) << wish.row.clause;
  }
}

TEST(DrawnIndexed, KeepThePreconditions) {
  for (const ClauseCase& row : selection_rows())
    each_indexed_call(row, expect_valid);
}

TEST(DrawnIndexed, HaveTheExtentOfTheirRung) {
  for (std::string_view clause :
       {"select.value", "gather_nd.value", "embedding.value",
        "select_update.value", "scatter_nd.value", "scatter_reduce.value",
        "embedding_backward.value"})
    each_indexed_call(
        indexed_row_of(clause),
        [](const CallWish& wish, const DrawnCall& call) {
          expect_valid(wish, call);
          const Shape& shape = call.operands[0].shape;
          EXPECT_NE(std::find(shape.begin(), shape.end(), 300), shape.end());
        },
        300);
}

// Where the order of the values is open, no two of them meet, unless the case
// is about that.
TEST(DrawnIndexed, AssignToDistinctPlaces) {
  const auto rows_in = [](const CallWish& wish, const DrawnCall& call) {
    const auto numbers = numbers_of(indices_in(wish, call));
    const auto k =
        static_cast<std::size_t>(indices_in(wish, call).shape.back());
    std::vector<std::vector<std::int64_t>> rows;
    for (std::size_t i = 0; i < numbers.size(); i += k)
      rows.emplace_back(numbers.begin() + static_cast<std::ptrdiff_t>(i),
                        numbers.begin() + static_cast<std::ptrdiff_t>(i + k));
    return rows;
  };
  for (std::int64_t extent : {0, 300})
    each_indexed_call(
        indexed_row_of("scatter_nd.value"),
        [&](const CallWish& wish, const DrawnCall& call) {
          const auto rows = rows_in(wish, call);
          EXPECT_EQ(std::set(rows.begin(), rows.end()).size(), rows.size());
        },
        extent);
  each_indexed_call(indexed_row_of("scatter_nd.duplicates"),
                    [&](const CallWish& wish, const DrawnCall& call) {
                      const auto rows = rows_in(wish, call);
                      EXPECT_LE(std::set(rows.begin(), rows.end()).size(), 2u);
                      EXPECT_GT(rows.size(), 4u);
                    });
}

TEST(DrawnIndexed, CountBeyondAByteAndBeyondAHalf) {
  std::set<std::int64_t> counts;
  for (std::string_view clause :
       {"select_update.or_saturates", "scatter_reduce.or_saturates"})
    each_indexed_call(indexed_row_of(clause), [&](const CallWish& wish,
                                                  const DrawnCall& call) {
      const auto numbers = numbers_of(indices_in(wish, call));
      counts.insert(std::count(numbers.begin(), numbers.end(), 1));
    });
  EXPECT_EQ(counts, (std::set<std::int64_t>{256, 257}));
  each_indexed_call(
      indexed_row_of("embedding_backward.long"),
      [](const CallWish& wish, const DrawnCall& call) {
        const auto numbers = numbers_of(indices_in(wish, call));
        EXPECT_EQ(std::count(numbers.begin(), numbers.end(), numbers[0]), 2304);
      });
}

TEST(DrawnIndexed, NameElementsSlicesAndNothing) {
  std::set<bool> whole;
  each_indexed_call(indexed_row_of("gather_nd.value"),
                    [&](const CallWish& wish, const DrawnCall& call) {
                      whole.insert(indices_in(wish, call).shape.back() ==
                                   std::ssize(call.operands[0].shape));
                    });
  EXPECT_EQ(whole.size(), 2u);
  each_indexed_call(indexed_row_of("gather_nd.whole"),
                    [](const CallWish& wish, const DrawnCall& call) {
                      EXPECT_EQ(indices_in(wish, call).shape.back(),
                                std::ssize(call.operands[0].shape));
                      EXPECT_GT(call.operands[0].shape.size(), 1u);
                    });
  each_indexed_call(indexed_row_of("select.no_indices"),
                    [](const CallWish& wish, const DrawnCall& call) {
                      EXPECT_EQ(indices_in(wish, call).shape, Shape{0});
                    });
  std::set<std::size_t> ranks;
  each_indexed_call(indexed_row_of("embedding.leading"),
                    [&](const CallWish& wish, const DrawnCall& call) {
                      ranks.insert(indices_in(wish, call).shape.size());
                    });
  EXPECT_EQ(ranks, (std::set<std::size_t>{0, 2, 3}));
}

}  // namespace
}  // namespace assay
