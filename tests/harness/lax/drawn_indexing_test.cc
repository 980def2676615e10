// Tests that the calls of cases about dynamic slices, gather_general and
// scatter_general keep the preconditions, also those about elements, and that
// they have the structures that show mistakes.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/families/drawn_families.h"
#include "harness/lax/indexing_rows.h"
#include "reference/reference.h"
#include "spec/cells.h"
#include "spec/float_codec.h"
#include "spec/infer.h"
#include "tests/harness/drawn_calls.h"

namespace assay {
namespace {

using Key = AttributeKey;

constexpr Op kLaxIndexingCalls[] = {"dynamic_slice"_op,
                                    "dynamic_update_slice"_op,
                                    "gather_general"_op, "scatter_general"_op};
constexpr DType kLaxIndexingDTypes[] = {DType::kBool, DType::kInt8,
                                        DType::kFloat16};

template <typename Check>
void each_lax_call(const ClauseCase& row, Check check,
                   std::int64_t extent = 0) {
  test::each_drawn_call(kLaxIndexingCalls, kLaxIndexingDTypes, row, check,
                        extent);
}
template <typename Check>
void each_lax_call(std::string_view clause, Check check,
                   std::int64_t extent = 0) {
  each_lax_call(test::drawn_row_of(lax_indexing_rows(), clause), check, extent);
}

// Returns the call with elements; those that the kind of the row decides are 1.
Call made_of(const CallWish& wish, const DrawnCall& drawn) {
  Call call{wish.cell.op, {}, drawn.attributes, {}};
  const auto& operands = spec_of(wish.cell.op).signature.operands;
  for (std::size_t i = 0; i < drawn.operands.size(); ++i) {
    const DType dtype = dtype_by(operands[i].role, wish.cell);
    const Shape& shape = drawn.operands[i].shape;
    const std::int64_t count = element_count(shape);
    Bytes bytes(static_cast<std::size_t>(storage_bytes(dtype, count)));
    for (std::int64_t k = 0; k < count; ++k)
      store_element(bytes.data(), dtype, k,
                    drawn.operands[i].element
                        ? drawn.operands[i].element(static_cast<std::size_t>(k))
                        : ElementBits{1, 0});
    Tensor tensor = *Reference().from_host(dtype, count, bytes);
    tensor.view = View(shape);
    call.operands.push_back(tensor);
  }
  return call;
}

// Returns the answer of the reference, which checks also the hints.
Answer answered(const CallWish& wish, const DrawnCall& drawn,
                const Profile& profile = kNx) {
  const Call call = made_of(wish, drawn);
  EXPECT_EQ(cell_of(call).variant, wish.cell.variant) << wish.row.clause;
  auto answer = Reference(profile).answer(call);
  EXPECT_TRUE(answer.ok()) << wish.row.clause << " " << name_of(wish.cell.op)
                           << " " << answer.status().message;
  return answer.ok() ? *std::move(answer) : Answer{};
}

TEST(DrawnLaxIndexing, KeepThePreconditions) {
  for (const ClauseCase& row : lax_indexing_rows())
    each_lax_call(row, [](const CallWish& wish, const DrawnCall& call) {
      answered(wish, call);
    });
  for (std::string_view clause :
       {"indexing.strided_operands", "indexing.bits", "indexing.high_rank",
        "indexing.operands_kept", "indexing.repeatable"})
    each_lax_call(*clause_case(clause),
                  [](const CallWish& wish, const DrawnCall& call) {
                    answered(wish, call);
                  });
}

TEST(DrawnLaxIndexing, HaveTheExtentOfTheirRung) {
  for (std::string_view clause :
       {"dynamic_slice.value", "dynamic_update_slice.value",
        "gather_general.value", "scatter_general.value"})
    each_lax_call(
        clause,
        [](const CallWish& wish, const DrawnCall& call) {
          answered(wish, call);
          bool has_extent = false;
          for (const DrawnOperand& operand : call.operands)
            has_extent = has_extent || std::count(operand.shape.begin(),
                                                  operand.shape.end(), 300) > 0;
          EXPECT_TRUE(has_extent) << wish.row.clause << " " << wish.number;
        },
        300);
}

// Returns whether updates meet, or a window leaves x.
bool has_open_elements(const Answer& answer) {
  return !answer.alternatives.empty();
}

TEST(DrawnLaxIndexing, SetDistinctPlacesUnlessTheCaseIsAboutOthers) {
  for (std::string_view clause :
       {"scatter_general.value", "scatter_general.out_of_range",
        "scatter_general.extreme", "scatter_general.window",
        "scatter_general.batching", "scatter_general.unique_hint",
        "scatter_general.index_vector_dim"})
    for (std::int64_t extent : {0, 300})
      each_lax_call(
          clause,
          [](const CallWish& wish, const DrawnCall& call) {
            if (!wish.cell.variant.starts_with("set")) return;
            EXPECT_FALSE(has_open_elements(answered(wish, call)))
                << wish.row.clause << " " << wish.number;
          },
          extent);
  int met = 0;
  each_lax_call("scatter_general.set_duplicates",
                [&](const CallWish& wish, const DrawnCall& call) {
                  met += has_open_elements(answered(wish, call)) ? 1 : 0;
                });
  EXPECT_GT(met, 100);
}

// Counts the calls of a clause of which `holds` is true, and all.
template <typename Holds>
std::pair<int, int> count_calls(std::string_view clause, Holds holds) {
  std::pair<int, int> counts;
  each_lax_call(clause, [&](const CallWish& wish, const DrawnCall& call) {
    counts.first += holds(wish, call) ? 1 : 0;
    ++counts.second;
  });
  return counts;
}

const Attributes::Integers& list_of(const DrawnCall& call, Key of_gather,
                                    Key of_scatter) {
  const auto* list = call.attributes.find(of_gather);
  return list != nullptr ? *list : call.attributes.integers(of_scatter);
}
const Attributes::Integers& index_map_of(const DrawnCall& call) {
  return list_of(call, Key::kStartIndexMap, Key::kScatterDimsToOperandDims);
}

TEST(DrawnLaxIndexing, HaveEveryStructure) {
  for (std::string_view clause :
       {"gather_general.value", "scatter_general.value"}) {
    std::set<std::size_t> windows, maps, ranks, left_out, indices;
    each_lax_call(clause, [&](const CallWish&, const DrawnCall& call) {
      windows.insert(
          list_of(call, Key::kOffsetDims, Key::kUpdateWindowDims).size());
      left_out.insert(
          list_of(call, Key::kCollapsedSliceDims, Key::kInsertedWindowDims)
              .size());
      maps.insert(index_map_of(call).size());
      ranks.insert(call.operands[0].shape.size());
      indices.insert(call.operands[1].shape.size());
    });
    EXPECT_EQ(windows, (std::set<std::size_t>{0, 1, 2})) << clause;
    EXPECT_EQ(maps, (std::set<std::size_t>{1, 2, 3})) << clause;
    EXPECT_GE(left_out.size(), 3u) << clause;
    EXPECT_GE(ranks.size(), 4u) << clause;
    EXPECT_GE(indices.size(), 4u) << clause;
  }
}

TEST(DrawnLaxIndexing, PutIndexVectorsEverywhere) {
  for (std::string_view clause : {"gather_general.index_vector_dim",
                                  "scatter_general.index_vector_dim"}) {
    std::set<std::string> places;
    each_lax_call(clause, [&](const CallWish&, const DrawnCall& call) {
      const std::int64_t at = call.attributes.integers(Key::kIndexVectorDim)[0];
      const auto rank = std::ssize(call.operands[1].shape);
      places.insert(at == rank       ? "past"
                    : at + 1 == rank ? "last"
                    : at == 0        ? "first"
                                     : "middle");
    });
    EXPECT_EQ(places.size(), 4u) << clause;
  }
}

TEST(DrawnLaxIndexing, NameAxesInNoOrderAtLeastHalfOfTheTime) {
  const auto is_unsorted = [](const CallWish&, const DrawnCall& call) {
    const auto& map = index_map_of(call);
    return !std::is_sorted(map.begin(), map.end());
  };
  const auto all = count_calls("gather_general.index_map_order", is_unsorted);
  EXPECT_EQ(all.first, all.second);
  const auto has_two = count_calls("gather_general.value",
                                   [](const CallWish&, const DrawnCall& call) {
                                     return index_map_of(call).size() > 1;
                                   });
  const auto unsorted = count_calls("gather_general.value", is_unsorted);
  EXPECT_GT(unsorted.first * 2, has_two.first);
}

TEST(DrawnLaxIndexing, PairBatchingAxesInAnyOrder) {
  for (std::string_view clause :
       {"gather_general.batching", "scatter_general.batching"}) {
    std::set<std::size_t> counts;
    int descending = 0;
    each_lax_call(clause, [&](const CallWish&, const DrawnCall& call) {
      const auto& partners =
          call.attributes.integers(Key::kStartIndicesBatchingDims);
      counts.insert(partners.size());
      descending += std::is_sorted(partners.begin(), partners.end()) ? 0 : 1;
    });
    EXPECT_EQ(counts, (std::set<std::size_t>{1, 2})) << clause;
    EXPECT_GT(descending, 20) << clause;
  }
}

std::vector<std::int64_t> starts_in(const CallWish& wish,
                                    const DrawnCall& call) {
  const bool is_update = wish.cell.op == "dynamic_update_slice"_op;
  const DrawnOperand& operand = call.operands[is_update ? 2 : 1];
  const DType dtype = dtype_by(Role::kIndex, wish.cell);
  std::vector<std::int64_t> starts;
  const auto size = static_cast<std::size_t>(element_count(operand.shape));
  for (std::size_t k = 0; k < size; ++k) {
    const std::uint64_t bits = operand.element(k).re;
    starts.push_back(
        dtype == DType::kInt64
            ? static_cast<std::int64_t>(bits)
            : static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)));
  }
  return starts;
}

TEST(DrawnLaxIndexing, NameBothEndsOfTheDType) {
  for (std::string_view clause :
       {"dynamic_slice.extreme", "dynamic_update_slice.extreme",
        "gather_general.extreme", "scatter_general.extreme"}) {
    std::map<bool, std::set<std::int64_t>> seen;
    each_lax_call(clause, [&](const CallWish& wish, const DrawnCall& call) {
      auto& starts = seen[wish.cell.variant.ends_with("int64")];
      for (std::int64_t start : starts_in(wish, call)) starts.insert(start);
    });
    EXPECT_TRUE(seen[false].contains(INT32_MIN)) << clause;
    EXPECT_TRUE(seen[false].contains(INT32_MAX)) << clause;
    EXPECT_TRUE(seen[true].contains(INT64_MIN)) << clause;
    EXPECT_TRUE(seen[true].contains(INT64_MAX)) << clause;
    EXPECT_TRUE(seen[true].contains((std::int64_t{1} << 32) + 1)) << clause;
  }
}

// A policy about windows outside of x changes the answer to most cases about
// them.
TEST(DrawnLaxIndexing, LeaveXHalfAndWholly) {
  const Profile window =
      kNx.with("scatter_general.out_of_range=drop_window"_policy);
  const Profile clamp = kNx.with("scatter_general.out_of_range=clamp"_policy);
  std::map<std::string, int> differ;
  int all = 0;
  each_lax_call("scatter_general.out_of_range", [&](const CallWish& wish,
                                                    const DrawnCall& call) {
    if (wish.cell.dtype != DType::kInt8) return;
    ++all;
    const auto bytes = [&](const Profile& profile) {
      return *Reference().to_host(answered(wish, call, profile).tensors.at(0));
    };
    differ["window"] += bytes(kNx) != bytes(window) ? 1 : 0;
    differ["clamp"] += bytes(kNx) != bytes(clamp) ? 1 : 0;
  });
  EXPECT_GT(differ["window"] * 4, all);
  EXPECT_GT(differ["clamp"] * 2, all);
}

TEST(DrawnLaxIndexing, HintsAreGivenWhereTheyAreTrue) {
  const auto has = [](Key key) {
    return [key](const CallWish&, const DrawnCall& call) {
      return call.attributes.flag(key);
    };
  };
  for (std::string_view clause :
       {"gather_general.sorted_hint", "scatter_general.sorted_hint"}) {
    const auto [given, all] = count_calls(clause, has(Key::kIndicesAreSorted));
    EXPECT_EQ(given, all) << clause;
  }
  const auto [given, all] =
      count_calls("scatter_general.unique_hint", has(Key::kUniqueIndices));
  EXPECT_EQ(given, all);
}

TEST(DrawnLaxIndexing, HaveNothingToMoveWhereTheCaseIsEmpty) {
  for (std::string_view clause :
       {"dynamic_slice.empty", "gather_general.empty"})
    each_lax_call(clause, [](const CallWish& wish, const DrawnCall& call) {
      const Answer answer = answered(wish, call);
      EXPECT_EQ(answer.tensors.at(0).view.numel(), 0) << wish.row.clause;
    });
  each_lax_call("scatter_general.empty",
                [](const CallWish&, const DrawnCall& call) {
                  EXPECT_EQ(element_count(call.operands[2].shape), 0);
                });
  each_lax_call("gather_general.no_index",
                [](const CallWish&, const DrawnCall& call) {
                  EXPECT_TRUE(index_map_of(call).empty());
                });
}

}  // namespace
}  // namespace assay
