// Tests op sets: each row has one owner, and a set shares rows of other sets. A
// toy table with a second set stands for further sets.
#include "spec/op_sets.h"

#include <gtest/gtest.h>

#include "spec/op_table.h"

namespace assay {
namespace {

// The toy set owns the sorting family, and shares what it names.
std::string_view toy_owner(Op op) {
  return family_of(op).name == "sorting" ? "toy" : "nx";
}
constexpr std::string_view kShared[] = {"add", "neg"};
constexpr OpSet kToySets[] = {{"nx", "", {}}, {"toy", "", kShared}};
constexpr OpSetTable kToyTable{kToySets, toy_owner};

TEST(OpSets, OwnEveryRowOfTheTable) {
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    const Op op = static_cast<Op>(i);
    ASSERT_LT(op_set_position(set_of(op)), std::size(kOpSets)) << name_of(op);
    EXPECT_TRUE(is_owned_by(op, kOpSets[op_set_position(set_of(op))]));
  }
}

TEST(OpSets, HaveWhatTheyOwnAndWhatTheyShare) {
  const auto& [nx, toy] = kToySets;
  // A row of its own.
  EXPECT_TRUE(is_owned_by("sort"_op, toy, kToyTable));
  EXPECT_TRUE(is_in_set("sort"_op, toy, kToyTable));
  EXPECT_FALSE(is_in_set("sort"_op, nx, kToyTable));
  // A shared row is in both sets, and owned by one.
  EXPECT_TRUE(is_in_set("add"_op, toy, kToyTable));
  EXPECT_FALSE(is_owned_by("add"_op, toy, kToyTable));
  EXPECT_TRUE(is_owned_by("add"_op, nx, kToyTable));
  EXPECT_TRUE(is_in_set("add"_op, nx, kToyTable));
  // A row of the other set alone.
  EXPECT_FALSE(is_in_set("sub"_op, toy, kToyTable));
}

TEST(OpSets, AreFoundByTheirNames) {
  EXPECT_EQ(0u, op_set_position("nx"));
  EXPECT_EQ(1u, op_set_position("toy", kToyTable));
  EXPECT_EQ(2u, op_set_position("to", kToyTable));
}

// The checks that spec/op_sets.cc asserts for the real table refuse bad tables.
TEST(OpSets, RefuseTablesThatContradictThemselves) {
  EXPECT_TRUE(has_unique_names(kToyTable));
  EXPECT_TRUE(has_every_owner(kToyTable, kOps));
  EXPECT_TRUE(shares_rows_of_others(kToyTable, kOps));

  const OpSet twice[] = {{"nx", "", {}}, {"nx", "", {}}};
  EXPECT_FALSE(has_unique_names({twice, toy_owner}));
  const OpSet all[] = {{"nx", "", {}}, {"all", "", {}}};
  EXPECT_FALSE(has_unique_names({all, toy_owner}));

  const OpSet nx_alone[] = {{"nx", "", {}}};
  EXPECT_TRUE(has_every_owner({kOpSets}, kOps));
  EXPECT_FALSE(has_every_owner({nx_alone}, kOps));
  EXPECT_FALSE(has_every_owner({nx_alone, toy_owner}, kOps));

  const auto shares = [](std::span<const std::string_view> names) {
    const OpSet sets[] = {{"nx", "", {}}, {"toy", "", names}};
    return shares_rows_of_others({sets, toy_owner}, kOps);
  };
  const std::string_view misspelt[] = {"ad"}, own[] = {"add", "sort"},
                         repeated[] = {"add", "add"};
  EXPECT_FALSE(shares(misspelt));
  EXPECT_FALSE(shares(own));
  EXPECT_FALSE(shares(repeated));
}

}  // namespace
}  // namespace assay
