// The score tells the dead from the living: a mutant that breaks nothing, or
// another clause than it says, survives and is named.
#include "tests/mutants/mutation_score.h"

#include <gtest/gtest.h>

#include "tests/mutants/memory_mutants.h"
#include "tests/mutants/rounding_mutants.h"

namespace assay::mutants {
namespace {

MutantScore score_of(const MutantRow& row, const ScoreOptions& options = {}) {
  const auto scores = score_mutants({&row, 1}, options);
  EXPECT_TRUE(scores.ok()) << scores.status().message;
  return scores->at(0);
}

TEST(MutationScore, KillsByTheFirstCaseOfTheOwnClause) {
  const auto score = score_of({"", make<LosesNan>, "sqrt", "sqrt.nan"});
  ASSERT_TRUE(score.kill.has_value());
  EXPECT_EQ(score.kill->cases, 1);
  EXPECT_EQ(score.kill->verdict, Verdict::kFail);
  EXPECT_TRUE(score.kill->case_id.starts_with("elementwise/sqrt:nan:"))
      << score.kill->case_id;
  EXPECT_EQ(score.fired.size(), 1u);
}

TEST(MutationScore, WhatBreaksNothingSurvives) {
  const auto score = score_of({"", make<Reference>, "neg", "neg.value"});
  EXPECT_FALSE(score.kill.has_value());
  EXPECT_TRUE(score.elsewhere.empty()) << score.elsewhere;
}

TEST(MutationScore, WhatBreaksAnotherClauseSurvivesAndSaysWhere) {
  const auto score = score_of({"", make<LosesNan>, "sqrt", "sqrt.infinity"});
  EXPECT_FALSE(score.kill.has_value());
  EXPECT_TRUE(score.elsewhere.starts_with("elementwise/sqrt:"))
      << score.elsewhere;
}

TEST(MutationScore, ObeysTheFilterOfTheRow) {
  const auto score =
      score_of({"", make<LosesNan>, "sqrt:*:dtype=float64", "sqrt.nan"});
  ASSERT_TRUE(score.kill.has_value());
  EXPECT_NE(score.kill->case_id.find("dtype=float64"), std::string::npos);
  const auto none =
      score_of({"", make<LosesNan>, "sqrt:value:dtype=float64", "sqrt.nan"});
  EXPECT_FALSE(none.kill.has_value());
}

TEST(MutationScore, RunsEverythingWhereAllIsAskedFor) {
  const ScoreOptions full{Level::kQuick, true};
  const auto score = score_of({"", make<LosesNan>, "abs", "abs.nan"}, full);
  ASSERT_TRUE(score.kill.has_value());
  EXPECT_GT(score.fired.at("abs.nan").failed, 1);
  EXPECT_EQ(score.fired.at("abs.value").failed, 0);
  EXPECT_GT(score.fired.at("abs.value").run, 0);
  ASSERT_TRUE(score.first_failure.has_value());
  EXPECT_GT(*score.first_failure, 0);
}

// The vectors have few cases, of which the same clause kills what it can.
TEST(MutationScore, OfTheGoldenVectorsAlone) {
  const ScoreOptions vectors{.full = true, .vectors = true};
  const auto score = score_of({"", make<LosesNan>, "abs", "abs.nan"}, vectors);
  ASSERT_TRUE(score.kill.has_value());
  EXPECT_GT(score.fired.at("abs.nan").failed, 0);
  EXPECT_LT(score.fired.at("abs.nan").run, 10);
  const auto none = score_of({"", make<Reference>, "abs", "abs.nan"}, vectors);
  EXPECT_FALSE(none.kill.has_value());
  EXPECT_TRUE(none.elsewhere.empty()) << none.elsewhere;
}

TEST(MutationScore, RowsOutOfOrderAreAnError) {
  const MutantRow rows[] = {
      {"", make<LosesNan>, "sqrt", "sqrt.nan"},
      {"", make<LosesNan>, "neg", "neg.nan"},
  };
  EXPECT_FALSE(score_mutants(rows, {Level::kQuick}).ok());
}

TEST(MutationScore, CountsByOp) {
  const MutantRow rows[] = {
      {"", make<LosesNan>, "neg", "neg.nan"},
      {"", make<Reference>, "neg", "neg.value"},
      {"", make<LosesNan>, "sqrt", "sqrt.nan"},
  };
  const auto scores = score_mutants(rows, {Level::kQuick});
  ASSERT_TRUE(scores.ok()) << scores.status().message;
  EXPECT_EQ(tally_of(*scores).total, 3);
  EXPECT_EQ(tally_of(*scores).killed, 2);
  EXPECT_EQ(tally_of(*scores, op_named("neg")).total, 2);
  EXPECT_EQ(tally_of(*scores, op_named("neg")).killed, 1);
  EXPECT_EQ(tally_of(*scores, op_named("exp")).total, 0);
}

}  // namespace
}  // namespace assay::mutants
