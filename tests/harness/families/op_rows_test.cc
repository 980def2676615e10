// Tables by op and by family are complete, or are found out.
#include "harness/families/op_rows.h"

#include <gtest/gtest.h>

#include "harness/families/matrix_rows.h"

namespace assay {
namespace {

struct Row {
  Op op;
  int value = 0;
};
constexpr Row kWhole[] = {{"unfold"_op, 1}, {"fold"_op, 2}};
constexpr Row kShort[] = {{"unfold"_op}};
constexpr Row kTwice[] = {{"unfold"_op}, {"unfold"_op}};
constexpr Row kStrange[] = {{"unfold"_op}, {"gather"_op}};
constexpr Row kLong[] = {{"unfold"_op}, {"fold"_op}, {"gather"_op}};

TEST(OpRows, AreCompleteWithOneRowForEachOpOfTheFamily) {
  static_assert(is_complete("windows", kWhole));
  static_assert(!is_complete("windows", kShort));
  static_assert(!is_complete("windows", kTwice));
  static_assert(!is_complete("windows", kStrange));
  static_assert(!is_complete("windows", kLong));
  static_assert(!is_complete("indexing", kWhole));
  static_assert(!is_complete("no such family", kWhole));
}

constexpr Row kInvertible[] = {{"fft"_op, 1}, {"rfft"_op, 2}, {"fold"_op, 3}};

TEST(OpRows, AreCompleteWithOneRowForEachOpWithTheLaw) {
  static_assert(is_complete(Law::kHasInverse, kInvertible));
  static_assert(!is_complete(Law::kHasInverse, kWhole));
  static_assert(!is_complete(Law::kInverts, kInvertible));
}

TEST(OpRows, AreCompleteWithOneRowForEachOpThatBelongs) {
  const auto has_sizes = [](Op op) {
    return op_table::family_of(op).name == "windows" &&
           op_table::spec_of(op).has(AttributeKey::kOutputSize);
  };
  constexpr Row kSized[] = {{"fold"_op}};
  static_assert(has_each_op(has_sizes, kSized));
  static_assert(!has_each_op(has_sizes, kWhole));
  static_assert(!has_each_op(has_sizes, kStrange));
}

TEST(OpRows, AreFoundByTheirOp) {
  EXPECT_EQ(row_for("fold"_op, kWhole).value, 2);
  EXPECT_DEATH(row_for("gather"_op, kWhole), "");
}

// Returns whether a family belongs to a set other than nx.
constexpr bool is_of_another_set(std::string_view name) {
  for (const FamilySpec& family : kFamilies)
    if (family.name == name) return family.set != "nx";
  return false;
}

struct FamilyRow {
  std::string_view family;
  int value = 0;
};
constexpr FamilyRow kEveryFamily[] = {
    {"elementwise"}, {"reduction"}, {"sorting"},     {"movement"},
    {"conversion"},  {"memory"},    {"random"},      {"indexing", 7},
    {"windows"},     {"fourier"},   {"contraction"}, {"linalg"}};
constexpr FamilyRow kTwoFamilies[] = {{"indexing", 7}, {"windows", 8}};
constexpr FamilyRow kNoIndexing[] = {{"windows"}};
constexpr FamilyRow kDouble[] = {{"indexing"}, {"indexing"}};

TEST(OpRows, AreCompleteWithOneRowForEachFamilyThatHasOps) {
  constexpr auto kNone = [](std::string_view) { return false; };
  static_assert(has_every_family(kEveryFamily, is_of_another_set));
  static_assert(!has_every_family(kEveryFamily, kNone));
  static_assert(!has_every_family(kTwoFamilies, is_of_another_set));
}

TEST(OpRows, NeedNoRowOfAFamilyThatIsServedOtherwise) {
  constexpr auto kOthers = [](std::string_view family) {
    return family != "indexing";
  };
  static_assert(has_every_family(kTwoFamilies, kOthers));
  static_assert(!has_every_family(kNoIndexing, kOthers));
  static_assert(!has_every_family(kDouble, kOthers));
}

TEST(OpRows, AreFoundByTheFamilyOfAnOp) {
  EXPECT_EQ(find_family_row("scatter"_op, kTwoFamilies)->value, 7);
  EXPECT_EQ(find_family_row("add"_op, kTwoFamilies), nullptr);
}

TEST(MatrixRows, TellWhichOpsTakeMatricesThatAreNotSquare) {
  EXPECT_TRUE(takes_oblong("qr"_op));
  EXPECT_FALSE(takes_oblong("eig"_op));
  EXPECT_FALSE(takes_oblong("matmul"_op));
}

}  // namespace
}  // namespace assay
