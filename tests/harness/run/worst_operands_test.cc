// Tests the operands of the element with the largest error, on cases written by
// hand and on a backend whose error is known.
#include "harness/run/worst_operands.h"

#include <gtest/gtest.h>

#include <cstring>

#include "harness/run/run_case.h"
#include "tests/harness/meddling.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

constexpr std::uint64_t kOneBits = 0x3f800000, kTwo = 0x40000000,
                        kThree = 0x40400000;

// Returns a case of out = a + b, where a is reversed and b is broadcast.
Case sum_case() {
  Case test_case;
  test_case.clause = "add.value";
  test_case.tensors = {
      {"a",
       DType::kFloat32,
       View({3}, {-1}, 2),
       std::vector<ElementBits>{{kOneBits, 0}, {kTwo, 0}, {kThree, 0}},
       {}},
      {"b",
       DType::kFloat32,
       View({3}, {0}, 0),
       std::vector<ElementBits>{{kTwo, 0}},
       {}},
      {"out", DType::kFloat32, View({3}), {}, {}}};
  test_case.steps = {{.op = "add"_op, .operands = {"a", "b"}, .outs = {"out"}}};
  test_case.expect = {
      {.tensor = "out", .dtype = DType::kFloat32, .shape = {3}}};
  return test_case;
}

TEST(WorstOperands, AreReadThroughTheirViews) {
  const Case test_case = sum_case();
  EXPECT_EQ("a=0x1.8p+1, b=0x1p+1",
            operands_of_element(test_case, test_case.expect[0], 0));
  EXPECT_EQ("a=0x1p+0, b=0x1p+1",
            operands_of_element(test_case, test_case.expect[0], 2));
}

TEST(WorstOperands, AreLeftOutWhereElementsDoNotCorrespond) {
  Case test_case = sum_case();
  test_case.expect[0].shape = {};
  EXPECT_EQ("", operands_of_element(test_case, test_case.expect[0], 0));
  test_case = sum_case();
  test_case.steps[0].operands[1] = "out";
  EXPECT_EQ("", operands_of_element(test_case, test_case.expect[0], 0));
  test_case = sum_case();
  test_case.steps[0].op = "matmul"_op;
  EXPECT_EQ("", operands_of_element(test_case, test_case.expect[0], 0));
  test_case = sum_case();
  test_case.expect[0].whole_storage = true;
  EXPECT_EQ("", operands_of_element(test_case, test_case.expect[0], 0));
}

TEST(WorstOperands, AreThoseOfTheLargestErrorOfAPassingCase) {
  const PlannedCase plan{"exp"_op,
                         "",
                         DType::kFloat32,
                         DType::kFloat32,
                         "exp.value",
                         Layout::kContiguous,
                         0};
  const Case test_case = test::prepared(plan);
  const auto& accept = test_case.expect.at(0).any_of.at(0).accept;
  const auto& values = test_case.expect[0].any_of[0].values;
  // The element whose value is one step below the end of what is accepted.
  std::int64_t chosen = -1;
  for (std::size_t i = 0; i < accept.size(); ++i)
    if (!accept[i].any && values[i].re > 0x30000000 &&
        values[i].re < 0x50000000 && accept[i].high > values[i].re + 1)
      chosen = static_cast<std::int64_t>(i);
  ASSERT_GT(chosen, 0);
  const auto at = static_cast<std::size_t>(chosen);
  auto subject = test::subject_of(
      [&](const Call& call, Result<Tensors> made) -> Result<Tensors> {
        const auto bits = static_cast<std::uint32_t>(accept[at].high);
        std::memcpy(test::bytes_of(call.outs[0]) + 4 * at, &bits, 4);
        return made;
      });
  const CaseOutcome outcome = run_case(test_case, subject);
  ASSERT_EQ(Verdict::kPass, outcome.verdict);
  EXPECT_GT(outcome.max_ulp, 1);
  EXPECT_EQ(operands_of_element(test_case, test_case.expect[0], chosen),
            outcome.worst_operands);
  EXPECT_TRUE(outcome.worst_operands.starts_with("x="))
      << outcome.worst_operands;
}

}  // namespace
}  // namespace assay
