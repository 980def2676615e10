// Tests of the one-line text of a case.
#include "harness/case/case_line.h"

#include <gtest/gtest.h>

#include "spec/op_table.h"

namespace assay {
namespace {

CaseTensor tensor(std::string name, View view,
                  std::vector<ElementBits> storage) {
  return {
      std::move(name), DType::kInt8, std::move(view), std::move(storage), {}};
}

Step step(Op op, std::vector<std::string> operands, std::string out,
          Attributes attributes = {}) {
  Step made;
  made.op = op;
  made.operands = std::move(operands);
  made.attributes = std::move(attributes);
  made.outs = {std::move(out)};
  return made;
}

TEST(CaseLine, ShowsOperandsOfOneStep) {
  Case test_case;
  test_case.tensors = {tensor("a", View({2}), {{1, 0}, {0xff, 0}}),
                       tensor("b", View({2}), {{3, 0}, {4, 0}})};
  test_case.steps = {step("add"_op, {"a", "b"}, "out")};
  EXPECT_EQ(case_line(test_case),
            "add(a=int8[2]{1, -1}, b=int8[2]{3, 4}) -> "
            "out");
}

TEST(CaseLine, ShowsAttributesLayoutsAndSteps) {
  Case test_case;
  test_case.tensors = {tensor("x", View({2}, {-1}, 1), {{5, 0}, {6, 0}}),
                       tensor("all", View({9}, {0}, 0), {{7, 0}})};
  test_case.steps = {step("flip"_op, {"x"}, "y", Attributes().flips({true})),
                     step("assign"_op, {"x"}, "y"),
                     step("reduce_sum"_op, {"all"}, "out",
                          Attributes().axes({0}).keepdims(false))};
  EXPECT_EQ(case_line(test_case),
            "flip(x=int8[2]{6, 5} strides [-1] offset 1, axes=[true]) -> y; "
            "assign(x) -> y; reduce_sum(all=int8[9]{7 repeated}, axes=[0], "
            "keepdims=false) -> out");
}

TEST(CaseLine, IsEmptyWhereItWouldBeLong) {
  Case test_case;
  test_case.tensors = {tensor("x", View({100}), std::vector<ElementBits>(100))};
  test_case.steps = {step("neg"_op, {"x"}, "out")};
  EXPECT_EQ(case_line(test_case), "");
  EXPECT_NE(case_line(test_case, 1000), "");
}

}  // namespace
}  // namespace assay
