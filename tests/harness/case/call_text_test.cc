// Calls in one line, with and without the names of a step.
#include "harness/case/call_text.h"

#include <gtest/gtest.h>

#include "harness/run/program.h"
#include "tests/harness/meddling.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

Tensor tensor_of(DType dtype, View view) {
  return {dtype, std::move(view), nullptr};
}

TEST(CallText, NamesShapesLayoutsAndAttributes) {
  const Tensor a = tensor_of(DType::kFloat32, View({2, 3}));
  const Tensor b = tensor_of(DType::kFloat32, View({2, 3}, {1, 2}, 4));
  const Call cat{"cat"_op, {a, b}, Attributes().axis(1), {}};
  EXPECT_EQ("cat(float32[2, 3], float32[2, 3] strides [1, 2] offset 4, axis=1)",
            call_text(cat));
  const Call add{"add"_op, {a, a}, {}, {a}};
  EXPECT_EQ("add(float32[2, 3], float32[2, 3]) -> float32[2, 3]",
            call_text(add));
}

TEST(CallText, HasTheNamesOfTheStepAtHand) {
  const Tensor x = tensor_of(DType::kInt8, View({4}));
  const Call neg{"neg"_op, {x}, {}, {x}};
  Step step;
  step.op = "neg"_op;
  step.operands = {"x"};
  step.outs = {"out"};
  {
    const NamedStep named(step);
    EXPECT_EQ("neg(x=int8[4]) -> out=int8[4]", call_text(neg));
    // A call that is not that of the step does not get its names.
    EXPECT_EQ("abs(int8[4]) -> int8[4]", call_text({"abs"_op, {x}, {}, {x}}));
  }
  EXPECT_EQ("neg(int8[4]) -> int8[4]", call_text(neg));
}

// A program gives the calls of its steps their names.
TEST(CallText, IsGivenNamesByAProgram) {
  const Case test_case = test::prepared({.op = "add"_op,
                                         .dtype = DType::kInt8,
                                         .result = DType::kInt8,
                                         .clause = "add.value"});
  std::string text;
  auto subject = test::subject_of(
      [&](const Call& call, Result<Tensors> made) -> Result<Tensors> {
        if (call.op == "add"_op && text.empty()) text = call_text(call);
        return made;
      });
  EXPECT_EQ(Verdict::kPass, run_case(test_case, subject).verdict);
  EXPECT_TRUE(text.starts_with("add(a=int8[")) << text;
  EXPECT_NE(std::string::npos, text.find("b=int8[")) << text;
  EXPECT_NE(std::string::npos, text.find(") -> out=int8[")) << text;
}

}  // namespace
}  // namespace assay
