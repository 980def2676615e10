// Tests the class residual in case files: writing and reading back, the exact
// text, and one clear sentence for each error.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "harness/case/case_json.h"
#include "harness/run/prepare.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Case prepared(Op op, std::string_view clause, int number = 0) {
  return test::prepared(
      {op, "", DType::kFloat32, DType::kFloat32, clause, {}, number});
}

TEST(CaseJsonResidual, HasTheTextOfTheFormat) {
  const Json json = case_to_json(prepared("svd"_op, "svd.value"));
  const Json& expect = json["expect"];
  ASSERT_EQ(expect.size(), 3u);
  EXPECT_EQ(expect[0]["tensor"], "u");
  EXPECT_FALSE(expect[0].contains("values"));
  EXPECT_EQ(expect[0]["judge"]["class"], "residual");
  EXPECT_EQ(expect[0]["judge"]["residual"].size(), 1u);
  EXPECT_EQ(expect[0]["judge"]["orthogonality"].size(), 1u);
  EXPECT_EQ(expect[0]["judge"]["spectrum"], Json::array());
  EXPECT_EQ(expect[1]["values"].size(), expect[1]["shape"][0]);
  EXPECT_EQ(expect[1]["judge"]["spectrum"].size(), 1u);
  EXPECT_EQ(expect[2]["judge"], (Json{{"class", "residual"}}));
}

TEST(CaseJsonResidual, BoundsRoundTrip) {
  for (const auto& [op, clause] : {std::pair{"cholesky"_op, "cholesky.value"},
                                   {"qr"_op, "qr.value"},
                                   {"svd"_op, "svd.value"},
                                   {"eig"_op, "linalg.nonfinite"},
                                   {"eigh"_op, "eigh.value"},
                                   {"triangular_solve"_op, "linalg.batched"}}) {
    const Case test_case = prepared(op, clause);
    const auto read = parse_case(case_to_json(test_case).dump());
    ASSERT_TRUE(read.ok()) << clause << ": " << read.status().message;
    ASSERT_EQ(read->expect.size(), test_case.expect.size());
    EXPECT_EQ(read->steps[0].kind, test_case.steps[0].kind);
    for (std::size_t i = 0; i < read->expect.size(); ++i) {
      const auto& before = test_case.expect[i].any_of[0].matrices;
      const auto& after = read->expect[i].any_of[0].matrices;
      ASSERT_EQ(before.has_value(), after.has_value());
      if (!before) continue;
      EXPECT_EQ(before->residual, after->residual);
      EXPECT_EQ(before->orthogonality, after->orthogonality);
      EXPECT_EQ(before->spectrum, after->spectrum);
    }
  }
}

// A kind without a status: the error that may come instead.
TEST(CaseJsonResidual, AKindMayStandAlone) {
  const Case test_case = prepared("cholesky"_op, "cholesky.borderline");
  const Json json = case_to_json(test_case);
  EXPECT_FALSE(json["steps"][0].contains("status"));
  EXPECT_EQ(json["steps"][0]["kind"], "not_positive_definite");
  const auto read = parse_case(json.dump());
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->steps[0].status, StatusCode::kOk);
  EXPECT_EQ(read->steps[0].kind, "not_positive_definite");
}

TEST(CaseJsonResidual, BadBoundsAreAnsweredByOneSentence) {
  const Json good = case_to_json(prepared("svd"_op, "svd.value"));
  ASSERT_TRUE(parse_case(good.dump()).ok());
  const auto complaint = [&](const char* place, const Json& value) {
    Json bad = good;
    bad[Json::json_pointer(place)] = value;
    const auto read = parse_case(bad.dump());
    return read.ok() ? "it is read" : read.status().message;
  };
  const auto expect_says = [&](const char* place, const Json& value,
                               std::string_view what) {
    const std::string message = complaint(place, value);
    EXPECT_NE(message.find(what), std::string::npos) << message;
  };
  expect_says("/expect/0/judge/residual", 3,
              "\"residual\" is 3, expected a list");
  expect_says("/expect/0/judge/residual", Json::array({3}),
              "\"residual\" has 3, expected a hex float");
  expect_says("/expect/0/judge/orthogonality", Json::array({"-0x1p+0"}),
              "\"orthogonality\" has \"-0x1p+0\", expected a hex float");
  expect_says("/expect/0/judge/spectrum", Json::array({"nan"}),
              "\"spectrum\" has \"nan\", expected a hex float");
  expect_says("/expect/0/judge/spectrum", Json::array({"0x1p+0"}),
              "needs values");
  expect_says("/expect/0/judge/residual", Json::array({"0x1p+0", "any"}),
              "u has 2 bounds for 1 matrices");
  expect_says("/expect/1/judge/spectrum", Json::array(),
              "s has no bound for its 1 matrices");
  expect_says("/expect/1/judge/class", "exact", "expected class residual");
  expect_says("/expect/1/values", Json::array(), "needs values");
  expect_says("/expect/1/values", Json::array({"0x1p+0", "inf", "nan"}),
              "3 values for");
}

}  // namespace
}  // namespace assay
