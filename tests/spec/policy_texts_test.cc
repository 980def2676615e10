// Tests the texts of clauses under policy values, and what unspecified clauses
// still demand.
#include "spec/policy_texts.h"

#include <gtest/gtest.h>

#include <set>

#include "spec/built_in_profiles.h"
#include "spec/clause_source.h"
#include "spec/file_profile.h"
#include "spec/op_table.h"

namespace assay {
namespace {

const Clause& clause(std::string_view id) { return *clause_named(id); }

// Calls a function with each value of each axis that is not canonical.
template <typename Take>
void each_other_value(Take take) {
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
    for (const Policy policy : policies_of_axis(axis))
      if (policy.value != 0) take(policy);
}

std::vector<Policy> rows_with(Policy policy) {
  std::vector<Policy> found;
  for (const PolicyText& row : policy_texts())
    if (row.policy.axis == policy.axis && row.policy.value == policy.value)
      found.push_back(row.policy);
  return found;
}

TEST(PolicyTexts, EveryValueOfEveryAxisHasARow) {
  each_other_value([](Policy policy) {
    EXPECT_FALSE(rows_with(policy).empty()) << policy_text(policy);
  });
  for (const PolicyText& row : policy_texts())
    EXPECT_NE(0, row.policy.value) << row.text << ": the op table has it";
}

TEST(PolicyTexts, EveryNamedClauseExistsAndSaysSomethingElse) {
  for (const PolicyText& row : policy_texts()) {
    for (std::string_view name : names_in(row.clauses)) {
      if (name == "*.value") continue;
      ASSERT_NE(nullptr, clause_named(name)) << name;
      const Profile profile = kNx.with(row.policy);
      const std::string text = clause_text(clause(name), profile);
      EXPECT_NE(clause(name).text, text) << name << policy_text(row.policy);
      EXPECT_NE(std::string::npos, text.find(row.text)) << name;
      EXPECT_EQ(clause(name).text, clause_text(clause(name))) << name;
    }
    EXPECT_EQ('.', row.text.back()) << row.text;
  }
}

// Values of one axis say different things, too.
TEST(PolicyTexts, TellTheValuesOfAnAxisApart) {
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
    std::set<std::string> all;
    for (const Policy policy : policies_of_axis(axis)) {
      std::string texts;
      for (const PolicyText& row : policy_texts())
        if (row.policy.axis == axis)
          for (std::string_view name : names_in(row.clauses))
            if (clause_named(name) != nullptr)
              texts += clause_text(clause(name), kNx.with(policy));
      EXPECT_TRUE(all.insert(texts).second) << policy_text(policy);
    }
  }
}

// A value that leaves an answer open says so.
TEST(PolicyTexts, SayWhatAnyLeavesOpen) {
  each_other_value([](Policy policy) {
    if (kPolicyAxes[policy.axis].values[policy.value] != "any") return;
    for (const PolicyText& row : policy_texts()) {
      if (row.policy.axis != policy.axis || row.policy.value != policy.value)
        continue;
      const bool says_so =
          row.text.find("any") != std::string_view::npos ||
          row.text.find("may") != std::string_view::npos ||
          row.text.find("m - 1") != std::string_view::npos ||  // sum.order
          row.text.find("instead") != std::string_view::npos;
      EXPECT_TRUE(says_so) << row.text;
    }
  });
}

TEST(ClauseText, JoinsTheTextsOfSeveralAxes) {
  EXPECT_EQ(
      "A negative index counts from the end of the axis of data, so the range "
      "begins at minus its extent and ends before its extent. An index out of "
      "range, a negative one too unless it counts from the end, makes the call "
      "the typed error `invalid`.",
      clause_text(clause("gather.range"), kNumpy));
  EXPECT_EQ("gather.negative = wrap, gather.out_of_range = error",
            policies_text("gather.range", kNumpy));
  EXPECT_EQ(
      "The product of the last two axes. Operands below the smallest normal "
      "count as zeros of their sign.",
      clause_text(clause("matmul.value"),
                  kNx.with("float.subnormal=flush_input"_policy)));
}

// float.subnormal says nothing about ops that only move elements, nor of those
// without floats.
TEST(ClauseText, SubnormalsConcernTheOpsThatMayFlush) {
  const Profile flushes = kNx.with("float.subnormal=flush_both"_policy);
  for (const char* id : {"abs.value", "sort.value", "gather.value", "xor.value",
                         "threefry.value", "cholesky.value", "expand.value"})
    EXPECT_EQ(clause(id).text, clause_text(clause(id), flushes)) << id;
  for (const char* id : {"add.value", "cast.value", "reduce_sum.value",
                         "fold.value", "scatter.value", "fft.value"})
    EXPECT_NE(clause(id).text, clause_text(clause(id), flushes)) << id;
}

TEST(GoverningPolicies, NameAxisAndValue) {
  EXPECT_EQ("mod.sign = dividend", policies_text("mod.sign", kNx));
  EXPECT_EQ("mod.sign = divisor", policies_text("mod.sign", kBurn));
  EXPECT_EQ("", policies_text("add.wrap", kTorch));
  // Under nx an axis is named only for clauses of its own.
  EXPECT_EQ("", policies_text("add.value", kNx));
  EXPECT_EQ("float.subnormal = any",
            policies_text("add.value", kNx.with("float.subnormal=any"_policy)));
}

TEST(ProfilesWith, AreThoseThatShareAValue) {
  using Names = std::vector<std::string_view>;
  EXPECT_EQ((Names{"array_api", "burn"}),
            profiles_with("mod.sign=divisor"_policy));
  EXPECT_EQ(
      (Names{"nx", "numpy", "torch", "jax", "stablehlo", "onnx", "tenferro"}),
      profiles_with("mod.sign=dividend"_policy));
  EXPECT_EQ(Names{}, profiles_with("argmax.nan=ignore"_policy));
}

TEST(OpenDemand, EveryUnspecifiedClauseHasOneAndNoOther) {
  for (const Clause* each : every_clause()) {
    const bool is_open = each->status == ClauseStatus::kUnspecified;
    EXPECT_EQ(is_open, !open_demand(*each).empty()) << each->id;
  }
}

TEST(OpenDemand, IsThatOfTheClauseBeforeThatOfItsAspect) {
  EXPECT_NE(open_demand(clause("max.signed_zero")),
            open_demand(clause("sort.signed_zero")));
  EXPECT_EQ(open_demand(clause("max.signed_zero")),
            open_demand(clause("fold.signed_zero")));
}

TEST(BrokenText, OfAnUnspecifiedClauseSaysWhatItStillDemands) {
  EXPECT_EQ(
      "Either zero passes and nothing else does; the call must return, and "
      "write nothing but its result. Left open: Which zero is returned for +0 "
      "and -0.",
      broken_text(clause("max.signed_zero")));
  EXPECT_EQ(
      "A remainder has the sign of the divisor, also where the signs "
      "differ. (mod.sign = divisor)",
      broken_text(clause("mod.sign"), kBurn));
  // The total order leaves nothing open, so its text is the demand.
  EXPECT_EQ(
      "-0 comes before +0 ascending, and after it descending. (sort.nan "
      "= total_order)",
      broken_text(clause("sort.signed_zero"), kBurn));
}

}  // namespace
}  // namespace assay
