// Tests inference of the gradients of conv and conv_transpose: the extents of
// results, and preconditions broken once. tests/spec/precondition_test.cc
// breaks the others.
#include <gtest/gtest.h>

#include <algorithm>

#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;

// The options along one spatial axis, and groups.
struct GradientOptions {
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  std::int64_t padding = 0;
  std::int64_t longer = 0;
  std::int64_t groups = 1;
};

Attributes gradient_attributes(Op op, const GradientOptions& options) {
  Attributes all;
  all.padding({{options.padding, options.padding}})
      .set(AttributeKey::kStride, {options.stride})
      .set(AttributeKey::kDilation, {options.dilation})
      .set(AttributeKey::kGroups, {options.groups});
  if (spec_of(op).has(AttributeKey::kOutputPadding))
    all.set(AttributeKey::kOutputPadding, {options.longer});
  return all;
}

constexpr Op kConvX = "conv_x_backward"_op;
constexpr Op kConvWeight = "conv_weight_backward"_op;
constexpr Op kTransposeX = "conv_transpose_x_backward"_op;
constexpr Op kTransposeWeight = "conv_transpose_weight_backward"_op;

TEST(InferConvolutionGradients, HaveTheShapeOfTheirOperand) {
  const GradientOptions options = {
      .stride = 3, .dilation = 2, .padding = 1, .groups = 2};
  const std::vector<TensorType> operands = {f32({2, 4, 7}), f32({6, 2, 3}),
                                            f32({2, 6, 2})};
  expect_type(kConvX, operands, gradient_attributes(kConvX, options),
              f32({2, 4, 7}));
  expect_type(kConvWeight, operands, gradient_attributes(kConvWeight, options),
              f32({6, 2, 3}));
  // (3 - 1) * 2 + 2 * (3 - 1) + 1 + 1 - 2 = 8
  const GradientOptions transposed = {
      .stride = 2, .dilation = 2, .padding = 1, .longer = 1, .groups = 2};
  expect_type(
      kTransposeWeight, {f32({2, 4, 3}), f32({4, 3, 3}), f32({2, 6, 8})},
      gradient_attributes(kTransposeWeight, transposed), f32({4, 3, 3}));
  expect_type(kTransposeX, {f32({4, 3, 3}), f32({2, 6, 8})},
              gradient_attributes(kTransposeX, transposed), f32({2, 4, 3}));
}

// Without x its extents follow from those of grad, with output_padding of a
// stride or more too.
TEST(InferConvolutionGradients, FindTheExtentsOfX) {
  for (std::int64_t extent = 1; extent < 6; ++extent)
    for (std::int64_t stride = 1; stride < 4; ++stride)
      for (std::int64_t dilation = 1; dilation < 4; ++dilation)
        for (std::int64_t longer = 0; longer < std::max(stride, dilation);
             ++longer) {
          const std::int64_t grad =
              (extent - 1) * stride + dilation * 2 + 1 + longer;
          expect_type(kTransposeX, {f32({1, 1, 3}), f32({0, 1, grad})},
                      gradient_attributes(kTransposeX, {.stride = stride,
                                                        .dilation = dilation,
                                                        .longer = longer}),
                      f32({0, 1, extent}));
        }
}

TEST(InferConvolutionGradients, RefuseBrokenCalls) {
  const auto broken = [](Op op, const std::vector<TensorType>& operands,
                         const GradientOptions& options,
                         std::string_view clause) {
    expect_broken(op, operands, gradient_attributes(op, options), clause);
  };
  for (const Op op : {kConvX, kConvWeight}) {
    const auto x = f32({1, 2, 4});
    const auto weight = f32({3, 2, 2});
    broken(op, {x, weight, f32({1, 3, 4})}, {}, "convolution.gradient");
    broken(op, {x, weight, f32({2, 3, 3})}, {}, "convolution.gradient");
    broken(op, {x, f32({3, 2, 5}), f32({1, 3, 1})}, {}, clause_of(op, "fits"));
    broken(op, {x, f32({3, 1, 2}), f32({1, 3, 3})}, {}, "convolution.channels");
    broken(op, {x, weight, f32({1, 3, 3})}, {.groups = 2},
           "convolution.whole_groups");
  }
  broken(kTransposeWeight, {f32({1, 2, 4}), f32({2, 3, 2}), f32({1, 3, 4})}, {},
         "convolution.gradient");
  broken(kTransposeX, {f32({2, 3, 2}), f32({1, 2, 4})}, {},
         "convolution.gradient");
  broken(kTransposeX, {f32({2, 3, 2}), f32({1, 3, 4})}, {.stride = 3},
         "conv_transpose_x_backward.whole_extents");
  broken(kTransposeX, {f32({2, 3, 5}), f32({1, 3, 4})}, {},
         "conv_transpose_x_backward.whole_extents");
  broken(kTransposeX, {f32({2, 3, 2}), f32({1, 3, 4, 1})}, {},
         "convolution.rank");
  // An extent of 0 is what no x gives, whatever the padding.
  broken(kTransposeX, {f32({2, 3, 2}), f32({1, 3, 0})}, {.padding = 2},
         "convolution.positive");
  broken(kTransposeX, {f32({2, 3, 2}), f32({1, 3, 4})}, {.longer = 1},
         "conv_transpose_x_backward.short_output_padding");
}

}  // namespace
}  // namespace assay
