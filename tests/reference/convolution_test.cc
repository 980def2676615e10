// Tests conv and conv_transpose on calls that can be followed by hand, and
// against loops that scatter each element of x, in another order than the
// reference has.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/convolution_calls.h"

namespace assay::test {
namespace {

Tensor result_of(Op op, std::vector<Tensor> operands,
                 const ConvolutionOptions& options, std::int64_t groups = 1) {
  const bool is_biased = operands.size() == 3;
  return execute(
      call_of(op, std::move(operands),
              convolution_attributes(op, options, groups, is_biased)));
}

Tensor f32(const Numbers& values, Shape shape) {
  return tensor_of(DType::kFloat32, values, std::move(shape));
}

TEST(ConvolutionTest, SlidesAFilterWithoutFlippingIt) {
  const Tensor x = f32({1, 2, 3, 4}, {1, 1, 4});
  const Tensor weight = f32({1, 10}, {1, 1, 2});
  expect_same({21, 32, 43},
              numbers_in(result_of("conv"_op, {x, weight}, {{}})));
  expect_same({10, 21, 32, 43, 4},
              numbers_in(result_of("conv"_op, {x, weight},
                                   {{.before = 1, .after = 1}})));
  expect_same({21, 43},
              numbers_in(result_of("conv"_op, {x, weight}, {{.stride = 2}})));
  expect_same({31, 42},
              numbers_in(result_of("conv"_op, {x, weight}, {{.dilation = 2}})));
  const Tensor bias = f32({0.5}, {1});
  expect_same({21.5, 32.5, 43.5},
              numbers_in(result_of("conv"_op, {x, weight, bias}, {{}})));
}

TEST(ConvolutionTest, GivesEachGroupItsOwnChannels) {
  // Channels 1 2 and 10 20; the filters of the second group see the latter.
  const Tensor x = f32({1, 2, 10, 20}, {1, 4, 1});
  const Tensor weight = f32({1, 1, 1, 2}, {2, 2, 1});
  expect_same({3, 50}, numbers_in(result_of("conv"_op, {x, weight}, {{}}, 2)));
  // Depthwise, with two output channels for each input channel.
  const Tensor pair = f32({1, 10}, {1, 2, 1});
  const Tensor twice = f32({1, 2, 3, 4}, {4, 1, 1});
  expect_same({1, 2, 30, 40},
              numbers_in(result_of("conv"_op, {pair, twice}, {{}}, 2)));
}

TEST(ConvolutionTest, LeavesPaddingOut) {
  const Tensor x = f32({1, 2}, {1, 1, 2});
  const Tensor weight = f32({kInf, 1}, {1, 1, 2});
  expect_same({1, kInf, kInf},
              numbers_in(result_of("conv"_op, {x, weight},
                                   {{.before = 1, .after = 1}})));
}

TEST(ConvolutionTest, ConvTransposeAddsFiltersUp) {
  const Tensor x = f32({1, 2}, {1, 1, 2});
  const Tensor weight = f32({1, 10, 100}, {1, 1, 3});
  expect_same({1, 12, 120, 200},
              numbers_in(result_of("conv_transpose"_op, {x, weight}, {{}})));
  expect_same(
      {1, 10, 102, 20, 200},
      numbers_in(result_of("conv_transpose"_op, {x, weight}, {{.stride = 2}})));
  // The element that output_padding adds is the last tap's, which padding has
  // cut off.
  expect_same({10, 102, 20, 200},
              numbers_in(result_of(
                  "conv_transpose"_op, {x, weight},
                  {{.stride = 2, .before = 1, .after = 1, .longer = 1}})));
  expect_same({3, 0, 6}, numbers_in(result_of(
                             "conv_transpose"_op,
                             {f32({1, 2}, {1, 1, 2}), f32({3}, {1, 1, 1})},
                             {{.stride = 2}})));
}

TEST(ConvolutionTest, ConvTransposeHasInputChannelsFirst) {
  const Tensor x = f32({1, 2}, {1, 2, 1});
  const Tensor weight = f32({1, 2, 3, 10, 20, 30}, {2, 3, 1});
  expect_same({21, 42, 63},
              numbers_in(result_of("conv_transpose"_op, {x, weight}, {{}})));
  expect_same({1, 2, 3, 20, 40, 60},
              numbers_in(result_of("conv_transpose"_op, {x, weight}, {{}}, 2)));
}

// Small integers that differ from their neighbours.
Numbers varied(std::int64_t count, std::int64_t salt) {
  Numbers numbers;
  for (std::int64_t i = 0; i < count; ++i)
    numbers.push_back(static_cast<double>((i * i * 5 + i * 3 + salt) % 15 - 7));
  return numbers;
}

// Adds up both ops over two axes by looping over the elements of x and the taps
// of filters.
Numbers scattered(Op op, const Tensor& x, const Tensor& weight,
                  const ConvolutionOptions& options, std::int64_t groups,
                  const Shape& shape) {
  const Numbers in = numbers_in(x);
  const Numbers taps = numbers_in(weight);
  const Shape& extents = x.view.shape();
  const Shape& filter = weight.view.shape();
  const bool is_transposed = op == "conv_transpose"_op;
  const std::int64_t inputs = extents[1] / groups;
  const std::int64_t outputs = shape[1] / groups;
  Numbers out(static_cast<std::size_t>(element_count(shape)), 0);
  const auto at = [](const Shape& of, const Index& index) {
    return static_cast<std::size_t>(View(of).linear_index(index));
  };
  for (const Index& i : indices(extents))
    for (std::int64_t o = 0; o < outputs; ++o)
      for (const Index& k : indices(Shape(filter.begin() + 2, filter.end()))) {
        const std::int64_t group = i[1] / inputs;
        Index place = {i[0], group * outputs + o};
        bool is_met = true;
        for (std::size_t axis = 0; axis < 2; ++axis) {
          const ConvolutionOption& option = options[axis];
          // In a transposed convolution x moves the window; in the other one
          // the window moves over x.
          std::int64_t moved =
              is_transposed
                  ? i[axis + 2] * option.stride + k[axis] * option.dilation -
                        option.before
                  : i[axis + 2] + option.before - k[axis] * option.dilation;
          if (!is_transposed) {
            is_met = is_met && moved >= 0 && moved % option.stride == 0;
            moved /= option.stride;
          }
          is_met = is_met && moved >= 0 && moved < shape[axis + 2];
          place.push_back(moved);
        }
        if (!is_met) continue;
        const std::int64_t c = i[1] % inputs;
        const Index tap = is_transposed
                              ? Index{i[1], o, k[0], k[1]}
                              : Index{group * outputs + o, c, k[0], k[1]};
        out[at(shape, place)] += in[at(extents, i)] * taps[at(filter, tap)];
      }
  return out;
}

TEST(ConvolutionTest, AgreesWithLoopsOverX) {
  const std::vector<ConvolutionOptions> several = {
      {{}, {}},
      {{.stride = 2, .before = 1, .after = 1}, {.dilation = 2}},
      {{.stride = 3, .dilation = 2, .before = 2, .after = 2},
       {.stride = 2, .before = 1, .after = 1, .longer = 1}}};
  for (const ConvolutionOptions& options : several)
    for (const std::int64_t groups : {1, 2})
      for (const DType dtype : {DType::kFloat64, DType::kInt16}) {
        const Tensor x =
            tensor_of(dtype, varied(2 * 4 * 6 * 5, 1), {2, 4, 6, 5});
        const Tensor forward = tensor_of(
            dtype, varied(6 * (4 / groups) * 2 * 3, 2), {6, 4 / groups, 2, 3});
        const Tensor y = result_of("conv"_op, {x, forward}, options, groups);
        expect_same(
            scattered("conv"_op, x, forward, options, groups, y.view.shape()),
            numbers_in(y));
        const Tensor backward =
            tensor_of(dtype, varied(4 * 3 * 2 * 3, 3), {4, 3, 2, 3});
        const Tensor z =
            result_of("conv_transpose"_op, {x, backward}, options, groups);
        expect_same(scattered("conv_transpose"_op, x, backward, options, groups,
                              z.view.shape()),
                    numbers_in(z));
      }
}

}  // namespace
}  // namespace assay::test
