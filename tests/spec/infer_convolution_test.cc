// Tests inference of conv and conv_transpose: the extents of results, and
// preconditions broken once. tests/spec/precondition_test.cc breaks the others.
#include <gtest/gtest.h>

#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;
using Integers = Attributes::Integers;

struct Options {
  Integers stride = {1};
  std::int64_t padding = 0;
  Integers dilation = {1};
  std::int64_t groups = 1;
  Integers longer = {0};
  bool is_biased = false;
};

Attributes attributes(Op op, const Options& options) {
  Attributes all;
  all.padding(std::vector<std::pair<std::int64_t, std::int64_t>>(
                  options.stride.size(), {options.padding, options.padding}))
      .set(AttributeKey::kStride, options.stride)
      .set(AttributeKey::kDilation, options.dilation)
      .set(AttributeKey::kGroups, {options.groups})
      .flag(AttributeKey::kBiased, options.is_biased);
  if (op == "conv_transpose"_op)
    all.set(AttributeKey::kOutputPadding, options.longer);
  return all;
}

constexpr Op kConv = "conv"_op;
constexpr Op kTransposed = "conv_transpose"_op;

TEST(InferConvolution, ConvCountsWindows) {
  expect_type(kConv, {f32({2, 4, 7}), f32({6, 4, 3})}, attributes(kConv, {}),
              f32({2, 6, 5}));
  // (7 + 2 - 5) / 3 + 1
  expect_type(
      kConv, {f32({2, 4, 7}), f32({6, 2, 3})},
      attributes(kConv,
                 {.stride = {3}, .padding = 1, .dilation = {2}, .groups = 2}),
      f32({2, 6, 2}));
  expect_type(kConv, {f32({0, 1, 2, 3, 4}), f32({1, 1, 2, 2, 2})},
              attributes(kConv, {.stride = {1, 1, 1}, .dilation = {1, 1, 1}}),
              f32({0, 1, 1, 2, 3}));
}

TEST(InferConvolution, ConvTransposeIsAsLongAsWhatItComesFrom) {
  // (3 - 1) * 2 + 2 * (3 - 1) + 1 + 1 - 2
  expect_type(
      kTransposed, {f32({2, 4, 3}), f32({4, 6, 3})},
      attributes(kTransposed,
                 {.stride = {2}, .padding = 1, .dilation = {2}, .longer = {1}}),
      f32({2, 6, 8}));
  expect_type(kTransposed, {f32({1, 4, 3}), f32({4, 3, 1})},
              attributes(kTransposed, {.groups = 2}), f32({1, 6, 3}));
}

TEST(InferConvolution, RefusesBrokenCalls) {
  const auto broken = [](Op op, Shape x, Shape weight, const Options& options,
                         std::string_view clause) {
    expect_broken(op, {f32(std::move(x)), f32(std::move(weight))},
                  attributes(op, options), clause);
  };
  broken(kConv, {1, 1, 4}, {1, 1, 5}, {}, "conv.fits");
  broken(kConv, {1, 3, 4}, {2, 1, 1}, {.groups = 2},
         "convolution.whole_groups");
  broken(kConv, {1, 2, 4}, {3, 1, 1}, {.groups = 2},
         "convolution.whole_groups");
  broken(kConv, {1, 2, 4}, {2, 2, 1}, {.groups = 2}, "convolution.channels");
  broken(kConv, {1, 2, 4}, {2, 2, 1}, {.stride = {1, 1}},
         "convolution.lengths");
  broken(kConv, {1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1},
         {.stride = {1, 1, 1, 1}, .dilation = {1, 1, 1, 1}},
         "convolution.lengths");
  broken(kConv, {1, 2, 4}, {2, 2}, {}, "convolution.rank");
  // No product of these numbers may overflow.
  constexpr std::int64_t kHuge = std::int64_t{1} << 39;
  broken(kConv, {1, 1, kHuge}, {1, 1, kHuge}, {.dilation = {kHuge}},
         "convolution.positive");
  broken(kConv, {1, 1, kHuge}, {1, 1, 1}, {.stride = {kHuge}},
         "convolution.positive");
  broken(kTransposed, {1, 3, 4}, {3, 1, 1}, {.groups = 2},
         "convolution.whole_groups");
  broken(kTransposed, {1, 3, 4}, {2, 1, 1}, {}, "convolution.channels");
  broken(kTransposed, {1, 1, 4}, {1, 1, 1}, {.longer = {1}},
         "conv_transpose.short_output_padding");
  broken(kTransposed, {1, 1, 1}, {1, 1, 1}, {.padding = 1},
         "convolution.positive");
  broken(kTransposed, {1, 1, 1}, {1, 1, 1}, {.longer = {0, 0}},
         "convolution.lengths");
}

TEST(InferConvolution, PaddingMayDifferOverTwoAxes) {
  Attributes two = attributes(kConv, {.stride = {1, 1}, .dilation = {1, 1}});
  two.padding({{1, 0}, {0, 2}});
  expect_type(kConv, {f32({1, 1, 2, 2}), f32({1, 1, 2, 2})}, two,
              f32({1, 1, 2, 3}));
  EXPECT_EQ("asymmetric", variant_of(kConv, two).name);
  Attributes one = attributes(kConv, {});
  one.padding({{1, 0}});
  expect_broken(kConv, {f32({1, 1, 2}), f32({1, 1, 1})}, one,
                "convolution.symmetric");
}

}  // namespace
}  // namespace assay
