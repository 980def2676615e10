// Tests plans of the reference against loops over their elements.
#include "spec/plan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "reference/reference.h"
#include "spec/op_table.h"

namespace assay {
namespace {

Tensor floats(Reference& backend, const std::vector<float>& values,
              const Shape& shape) {
  auto made = backend.from_host(DType::kFloat32, std::ssize(values),
                                std::as_bytes(std::span(values)));
  return {DType::kFloat32, View(shape), made->buffer};
}

std::vector<float> values_of(Reference& backend, const Tensor& tensor) {
  const Bytes bytes = *backend.to_host(tensor);
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST(ReferencePlan, ComputesWhatItsStepsSay) {
  Reference backend;
  const std::vector<float> x = {1, 2, 3, 4, 5, 6};
  const std::vector<float> y = {10, 20, 30};
  Plan plan;
  plan.shape = {2, 3};
  plan.inputs = {floats(backend, x, {2, 3}), floats(backend, y, {3})};
  plan.views = {std::nullopt, std::vector<std::int64_t>{1}};
  plan.steps = {{"mul"_op, {0, 1}}, {"sub"_op, {2, 0}}, {"sqrt"_op, {3}}};
  plan.outputs = {4, 2, 1, 4};
  const auto made = backend.execute_plan(plan);
  ASSERT_TRUE(made.ok()) << made.status().message;
  ASSERT_EQ(4u, made->size());
  for (std::size_t i = 0; i < 6; ++i) {
    const float product = x[i] * y[i % 3];
    EXPECT_EQ(std::sqrt(product - x[i]), values_of(backend, (*made)[0])[i]);
    EXPECT_EQ(product, values_of(backend, (*made)[1])[i]);
    EXPECT_EQ(y[i % 3], values_of(backend, (*made)[2])[i]);
  }
  // Outputs are fresh, also where one is listed twice or is an input.
  for (const Tensor& tensor : *made) {
    EXPECT_TRUE(tensor.view.is_c_contiguous());
    EXPECT_EQ(plan.shape, tensor.view.shape());
    EXPECT_NE(plan.inputs[1].buffer, tensor.buffer);
  }
  EXPECT_NE((*made)[0].buffer, (*made)[3].buffer);
}

TEST(ReferencePlan, HasOutputsWithoutElements) {
  Reference backend;
  Plan plan;
  plan.shape = {0, 4};
  plan.inputs = {floats(backend, {}, {0, 4})};
  plan.steps = {{"exp"_op, {0}}};
  plan.outputs = {1, 0};
  const auto made = backend.execute_plan(plan);
  ASSERT_TRUE(made.ok()) << made.status().message;
  EXPECT_EQ(Shape({0, 4}), (*made)[1].view.shape());
}

TEST(ReferencePlan, RefusesWhatBreaksAPrecondition) {
  Reference backend;
  Plan plan;
  plan.shape = {1};
  plan.inputs = {floats(backend, {1}, {1})};
  plan.steps = {{"neg"_op, {1}}};
  plan.outputs = {1};
  const auto made = backend.execute_plan(plan);
  EXPECT_EQ(StatusCode::kInvalid, made.status().code);
  EXPECT_EQ("fusion.ids", made.status().kind);
}

}  // namespace
}  // namespace assay
