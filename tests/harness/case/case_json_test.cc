// Cases of every op as JSON, there and back; and the exact text of one.
#include "harness/case/case_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "harness/case/layout.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// Expects everything that a backend or the judge looks at to be the same. The
// residue is for reports, and is not in the file.
void expect_same(const Permitted& a, const Permitted& b) {
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.accuracy, b.accuracy);
  ASSERT_EQ(a.accept.size(), b.accept.size());
  for (std::size_t i = 0; i < a.accept.size(); ++i)
    EXPECT_TRUE(a.accept[i].any ? b.accept[i].any : a.accept[i] == b.accept[i]);
  EXPECT_EQ(a.bound, b.bound);
  ASSERT_EQ(a.slices.has_value(), b.slices.has_value());
  if (a.slices) {
    EXPECT_EQ(a.slices->axes, b.slices->axes);
    EXPECT_EQ(a.slices->l2, b.slices->l2);
    EXPECT_EQ(a.slices->max, b.slices->max);
  }
  EXPECT_EQ(a.interchangeable, b.interchangeable);
  EXPECT_EQ(a.alternatives, b.alternatives);
}
void expect_same(const Case& a, const Case& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.clause, b.clause);
  EXPECT_EQ(a.seed, b.seed);
  EXPECT_EQ(a.profile, b.profile);
  ASSERT_EQ(a.tensors.size(), b.tensors.size());
  for (std::size_t i = 0; i < a.tensors.size(); ++i) {
    EXPECT_EQ(a.tensors[i].name, b.tensors[i].name);
    EXPECT_EQ(a.tensors[i].dtype, b.tensors[i].dtype);
    EXPECT_EQ(a.tensors[i].storage, b.tensors[i].storage);
    EXPECT_EQ(a.tensors[i].view.shape(), b.tensors[i].view.shape());
    for (const Index& at : indices(a.tensors[i].view.shape()))
      EXPECT_EQ(a.tensors[i].view.linear_index(at),
                b.tensors[i].view.linear_index(at));
  }
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    EXPECT_EQ(a.steps[i].op, b.steps[i].op);
    EXPECT_EQ(a.steps[i].operands, b.steps[i].operands);
    EXPECT_EQ(a.steps[i].attributes, b.steps[i].attributes);
    EXPECT_EQ(a.steps[i].outs, b.steps[i].outs);
    EXPECT_EQ(a.steps[i].status, b.steps[i].status);
    EXPECT_EQ(a.steps[i].kind, b.steps[i].kind);
  }
  ASSERT_EQ(a.expect.size(), b.expect.size());
  for (std::size_t i = 0; i < a.expect.size(); ++i) {
    EXPECT_EQ(a.expect[i].tensor, b.expect[i].tensor);
    EXPECT_EQ(a.expect[i].dtype, b.expect[i].dtype);
    EXPECT_EQ(a.expect[i].shape, b.expect[i].shape);
    EXPECT_EQ(a.expect[i].contiguous, b.expect[i].contiguous);
    EXPECT_EQ(a.expect[i].metadata_only, b.expect[i].metadata_only);
    EXPECT_EQ(a.expect[i].whole_storage, b.expect[i].whole_storage);
    EXPECT_EQ(a.expect[i].same_bits_as, b.expect[i].same_bits_as);
    ASSERT_EQ(a.expect[i].any_of.size(), b.expect[i].any_of.size());
    for (std::size_t k = 0; k < a.expect[i].any_of.size(); ++k)
      expect_same(a.expect[i].any_of[k], b.expect[i].any_of[k]);
  }
}

void expect_round_trip(const Case& test_case) {
  SCOPED_TRACE(test_case.id);
  const Json json = case_to_json(test_case);
  const auto read = parse_case(json.dump());
  ASSERT_TRUE(read.ok()) << read.status().message;
  expect_same(test_case, *read);
  EXPECT_EQ(case_to_json(*read).dump(), json.dump());
}

class EveryOp : public testing::TestWithParam<std::size_t> {};

TEST_P(EveryOp, PreparedCasesRoundTrip) {
  const auto op = static_cast<Op>(GetParam());
  int count = 0;
  test::for_each_plan_of(op, [&](const PlannedCase& plan) {
    if (::testing::Test::HasFailure()) return;
    expect_round_trip(test::prepared(plan));
    ++count;
  });
  // reclaim has four clauses and argwhere seven, on one dtype each.
  EXPECT_GE(count, op == "reclaim"_op ? 4 : op == "donation"_op ? 6 : 7);
}

std::string name_of_param(const testing::TestParamInfo<std::size_t>& row) {
  return std::string(kOps[row.param]->name);
}
INSTANTIATE_TEST_SUITE_P(Ops, EveryOp,
                         testing::Range(std::size_t{0}, kOps.size()),
                         name_of_param);

// The example of the format, as a reader in another language would see it.
TEST(CaseJson, IsTheTextOfTheFormat) {
  Case test_case;
  test_case.id = "sorting/sort:nan_last:dtype=float32,layout=flip,case=3";
  test_case.clause = "sort.nan_last";
  test_case.seed = 0x9f3c;
  test_case.tensors.push_back({"x",
                               DType::kFloat32,
                               View({3}, {-1}, 2),
                               {{{0x40400000}, {0x7fc00001}, {0x80000000}}},
                               {}});
  test_case.tensors.push_back({"out", DType::kFloat32, View({3}), {}, {}});
  test_case.steps.push_back(
      {.op = "sort"_op,
       .operands = {"x"},
       .attributes = Attributes().axis(0).descending(false),
       .outs = {"out"}});
  Expectation expectation;
  expectation.tensor = "out";
  expectation.shape = {3};
  expectation.any_of.push_back(
      {.values = {{0x80000000}, {0x40400000}, {0x7fc00000}}});
  test_case.expect.push_back(expectation);
  EXPECT_EQ(
      case_to_json(test_case).dump(),
      R"({"format":1,)"
      R"("id":"sorting/sort:nan_last:dtype=float32,layout=flip,case=3",)"
      R"("clause":"sort.nan_last","seed":"0000000000009f3c","profile":"nx",)"
      R"("tensors":{"x":{"dtype":"float32","shape":[3],"strides":[-1],)"
      R"("offset":2,"storage":["0x1.8p+1","nan:7fc00001","-0x0p+0"]},)"
      R"("out":{"dtype":"float32","shape":[3]}},)"
      R"("steps":[{"op":"sort","operands":["x"],)"
      R"("attributes":{"axis":0,"descending":false},"outs":["out"]}],)"
      R"("expect":[{"tensor":"out","dtype":"float32","shape":[3],)"
      R"("values":["-0x0p+0","0x1.8p+1","nan:7fc00000"],)"
      R"("judge":{"class":"exact"}}]})");
  expect_round_trip(test_case);
}

TEST(CaseJson, KeepsIntervalsBoundsGroupsAndSeveralAnswers) {
  Case test_case = test::prepared({"mul"_op,
                                   "",
                                   DType::kComplex64,
                                   DType::kComplex64,
                                   "mul.value"_clause,
                                   {}});
  Permitted& first = test_case.expect[0].any_of[0];
  const std::size_t count = first.values.size();
  ASSERT_GT(count, 1u);
  first.bound.assign(count, 0x1.5p-20);
  first.bound[0] = -1;
  Permitted second = first;
  second.bound.clear();
  second.accept.assign(2 * count, {false, 0x80000000, 0x7f800000});
  second.accept[1] = {true, 0, 0};
  second.interchangeable = {{1, 0}};
  test_case.expect[0].any_of.push_back(second);
  expect_round_trip(test_case);
  const Json json = case_to_json(test_case);
  const Json& judge = json["expect"][0]["any_of"][1]["judge"];
  EXPECT_EQ(judge["accept"][0].dump(), R"([["-0x0p+0","inf"],"any"])");
  EXPECT_EQ(json["expect"][0]["any_of"][0]["judge"]["bound"][0], "any");
}

TEST(CaseJson, KeepsAlternatives) {
  Case test_case = test::prepared({"copy"_op,
                                   "",
                                   DType::kComplex64,
                                   DType::kComplex64,
                                   "copy.value"_clause,
                                   {}});
  Permitted& permitted = test_case.expect[0].any_of[0];
  ASSERT_GT(permitted.values.size(), 1u);
  const ElementBits two = {0x40000000, 0};
  const ElementBits nan = {0x7fc00001, 0x80000000};
  permitted.alternatives = {{0, {two}}, {1, {nan, two}}};
  expect_round_trip(test_case);
  EXPECT_EQ(
      case_to_json(test_case)["expect"][0]["judge"]["alternatives"].dump(),
      R"([{"position":0,"values":[["0x1p+1","0x0p+0"]]},)"
      R"({"position":1,"values":[["nan:7fc00001","-0x0p+0"],)"
      R"(["0x1p+1","0x0p+0"]]}])");
}

TEST(CaseJson, KeepsTypedErrors) {
  const Case test_case = test::prepared({"reduce_max"_op,
                                         "",
                                         DType::kFloat32,
                                         DType::kFloat32,
                                         "reduce_max.empty"_clause,
                                         {}});
  ASSERT_EQ(test_case.steps[0].status, StatusCode::kInvalid);
  EXPECT_TRUE(test_case.expect.empty());
  EXPECT_EQ(case_to_json(test_case)["steps"][0]["status"], "invalid");
  expect_round_trip(test_case);
}

TEST(CaseJson, KeepsARecipe) {
  Case test_case = test::prepared(
      {"neg"_op, "", DType::kInt8, DType::kInt8, "neg.value"_clause, {}});
  CaseTensor& x = test_case.tensors[0];
  x.recipe = Recipe{"random_bits", 0xabcdef, x.view.numel()};
  x.storage.reset();
  const auto read = parse_case(case_to_json(test_case).dump());
  ASSERT_TRUE(read.ok()) << read.status().message;
  ASSERT_TRUE(read->tensors[0].recipe.has_value());
  EXPECT_EQ(read->tensors[0].recipe->name, "random_bits");
  EXPECT_EQ(read->tensors[0].recipe->seed, 0xabcdefu);
  EXPECT_EQ(read->tensors[0].recipe->count, x.view.numel());
}

// Packed elements: an odd storage has a nibble that belongs to no element.
TEST(CaseJson, OddStorageOfPackedElementsRoundTrips) {
  PlannedCase plan{
      "assign"_op, "", DType::kInt4, DType::kInt4, "assign.neighbours"_clause,
      {},          0};
  for (plan.number = 0; plan.number < 8; ++plan.number) {
    const Case test_case = test::prepared(plan);
    EXPECT_EQ(test_case.expect[0].any_of[0].values.size(),
              test_case.find("out")->storage->size());
    expect_round_trip(test_case);
  }
}

// The dtype of the value is that of a tensor that a step made.
TEST(CaseJson, TheFillOfAResultRoundTrips) {
  Case test_case = test::prepared(
      {"pad"_op, "", DType::kFloat64, DType::kFloat64, "pad.value"_clause, {}});
  test_case.tensors[0].name = "before";
  Step step;
  step.op = "contiguous"_op;
  step.operands = {"before"};
  step.outs = test_case.steps[0].operands;
  test_case.steps.insert(test_case.steps.begin(), step);
  for (const std::uint64_t bits : {0x3ff8000000000001u, 0xfff0000000000001u}) {
    test_case.steps[1].attributes.value({bits, 0});
    expect_round_trip(test_case);
  }
}

TEST(CaseJson, NamesThatNeedEscapesRoundTrip) {
  Case test_case = test::prepared(
      {"neg"_op, "", DType::kInt8, DType::kInt8, "neg.value"_clause, {}});
  test_case.tensors[0].name = "\"[[[[\\é\n";
  test_case.steps[0].operands[0] = test_case.tensors[0].name;
  expect_round_trip(test_case);
}

}  // namespace
}  // namespace assay
