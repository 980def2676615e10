// Tests what plans may hold, and how their inputs are shown.
#include "spec/plan.h"

#include <gtest/gtest.h>

#include "spec/op_table.h"

namespace assay {
namespace {

Plan sum_of_two() {
  Plan plan;
  plan.dtype = DType::kFloat32;
  plan.shape = {2, 3};
  plan.inputs = {{DType::kFloat32, View({2, 3}), nullptr},
                 {DType::kFloat32, View({2, 3}), nullptr}};
  plan.steps = {{"add"_op, {0, 1}}, {"neg"_op, {2}}};
  plan.outputs = {3, 2, 0};
  return plan;
}

TEST(Plan, IsCheckedClauseByClause) {
  EXPECT_TRUE(check_plan(sum_of_two()).ok());
  const auto broken = [](auto change) {
    Plan plan = sum_of_two();
    change(plan);
    const Status status = check_plan(plan);
    EXPECT_FALSE(status.message.empty());
    return status.kind;
  };
  EXPECT_EQ("fusion.ids", broken([](Plan& p) { p.steps[0].inputs = {0, 2}; }));
  EXPECT_EQ("fusion.ids", broken([](Plan& p) { p.steps[1].inputs = {3}; }));
  EXPECT_EQ("fusion.ids", broken([](Plan& p) { p.outputs = {4}; }));
  EXPECT_EQ("fusion.dtype",
            broken([](Plan& p) { p.inputs[1].dtype = DType::kInt32; }));
  EXPECT_EQ("fusion.shape", broken([](Plan& p) {
              p.inputs[1].view = View({3, 2});
            }));
  EXPECT_EQ("fusion.shape", broken([](Plan& p) { p.views = {std::nullopt}; }));
  EXPECT_EQ("fusion.op", broken([](Plan& p) { p.steps[0].op = "matmul"_op; }));
  EXPECT_EQ("fusion.op", broken([](Plan& p) { p.steps[1].inputs = {2, 2}; }));
  EXPECT_EQ("fusion.op",
            broken([](Plan& p) { p.steps[0].op = static_cast<Op>(60000); }));
}

TEST(Plan, HoldsElementwiseOpsOfTheDtype) {
  EXPECT_TRUE(is_fusible("add"_op, DType::kInt8));
  EXPECT_TRUE(is_fusible("exp"_op, DType::kComplex64));
  EXPECT_FALSE(is_fusible("exp"_op, DType::kInt8));
  EXPECT_TRUE(is_fusible("abs"_op, DType::kFloat64));
  EXPECT_FALSE(is_fusible("abs"_op, DType::kComplex64));
  EXPECT_FALSE(is_fusible("mod"_op, DType::kInt8));
  EXPECT_GT(fusible_ops().size(), 12u);
}

TEST(Plan, ShowsInputsAlongTheirAxes) {
  PlanSteps plan;
  plan.shape = {3, 4, 5};
  plan.views = {std::vector<std::int64_t>{2, 0}, std::vector<std::int64_t>{},
                std::vector<std::int64_t>{0, 1, 2},
                std::vector<std::int64_t>{1}};
  const auto shown = [&](std::size_t input, const View& view) {
    auto made = shown_input(plan, input, view);
    return made ? shape_text(made->strides()) : made.status().kind;
  };
  EXPECT_EQ("[1, 0, 3]", shown(0, View({5, 3})));
  EXPECT_EQ("[0, 0, 0]", shown(1, View(Shape())));
  EXPECT_EQ("[5, 0, 1]", shown(2, View({3, 1, 5})));
  EXPECT_EQ("[0, 1, 0]", shown(3, View({4})));
  // An input of rank 0 fills the shape, whatever its view says.
  EXPECT_EQ("[0, 0, 0]", shown(2, View(Shape())));
  EXPECT_EQ("fusion.shape", shown(0, View({3, 5})));
  EXPECT_EQ("fusion.shape", shown(3, View({3})));
  EXPECT_EQ("fusion.shape", shown(3, View({4, 1})));
  plan.views = {std::vector<std::int64_t>{1, 1}, std::vector<std::int64_t>{3},
                std::vector<std::int64_t>{-1}, std::nullopt};
  EXPECT_EQ("fusion.shape", shown(0, View({4, 4})));
  EXPECT_EQ("fusion.shape", shown(1, View({5})));
  EXPECT_EQ("fusion.shape", shown(2, View({5})));
  EXPECT_EQ("fusion.shape", shown(3, View({5})));
  EXPECT_EQ("[20, 5, 1]", shown(3, View({3, 4, 5})));
}

}  // namespace
}  // namespace assay
