// Convolves bfloat16 with and without tile registers. Sums of small integers
// are exact, so every target must round the same sums.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "optimized/convolution/convolution.h"
#include "optimized/layout/conversion.h"
#include "optimized/resources/settings.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

std::uint16_t bits_of(float x) {
  std::uint16_t bits = 0;
  narrow(DType::kBfloat16, &x, reinterpret_cast<std::byte*>(&bits), 1);
  return bits;
}

// Returns integers from -8 to 7 as floats.
Tensor whole_numbers(const Shape& shape, unsigned seed) {
  Tensor x = room(DType::kFloat32, shape);
  for (std::int64_t i = 0; i < x.view.numel(); ++i) {
    seed = seed * 1664525u + 1013904223u;
    elements_of<float>(x)[i] = static_cast<float>(seed >> 28) - 8;
  }
  return x;
}

Tensor rounded(const Tensor& x) {
  Tensor to = room(DType::kBfloat16, x.view.shape());
  for (std::int64_t i = 0; i < x.view.numel(); ++i)
    elements_of<std::uint16_t>(to)[i] = bits_of(elements_of<float>(x)[i]);
  return to;
}

class TileConvolution : public test::SettingsCases {};

TEST_P(TileConvolution, RoundsSumsOnce) {
  struct Case {
    std::int64_t images, inputs, height, width, outputs, kernel, stride, before,
        after, dilation, groups;
  };
  for (const Case& l : {Case{1, 64, 20, 19, 64, 3, 1, 1, 1, 1, 1},
                        {2, 33, 9, 40, 17, 3, 1, 1, 1, 1, 1},
                        {1, 40, 13, 16, 49, 1, 1, 0, 0, 1, 1},
                        {3, 18, 11, 7, 40, 5, 2, 3, 1, 1, 2},
                        {1, 9, 30, 30, 12, 4, 3, 0, 2, 2, 1},
                        {1, 65, 100, 90, 33, 3, 1, 0, 1, 1, 1}}) {
    const auto extent = [&](std::int64_t in) {
      return (in + l.before + l.after - l.dilation * (l.kernel - 1) - 1) /
                 l.stride +
             1;
    };
    const Tensor x = whole_numbers({l.images, l.inputs, l.height, l.width}, 1);
    const Tensor weight =
        whole_numbers({l.outputs, l.inputs / l.groups, l.kernel, l.kernel}, 2);
    const Tensor bias = whole_numbers({l.outputs}, 3);
    const Shape shape = {l.images, l.outputs, extent(l.height),
                         extent(l.width)};
    const std::vector<std::pair<std::int64_t, std::int64_t>> padding(
        2, {l.before, l.after});
    const std::vector<std::int64_t> stride(2, l.stride),
        dilation(2, l.dilation);
    const FilterShape filter{padding, stride, dilation, l.groups};
    for (const bool is_biased : {false, true}) {
      const Tensor sums = room(DType::kFloat32, shape);
      conv(sums, x, weight, is_biased ? &bias : nullptr, filter);
      const Tensor out = room(DType::kBfloat16, shape);
      const Tensor terms = rounded(bias);
      conv(out, rounded(x), rounded(weight), is_biased ? &terms : nullptr,
           filter);
      for (std::int64_t i = 0; i < out.view.numel(); ++i)
        ASSERT_EQ(bits_of(elements_of<float>(sums)[i]),
                  elements_of<std::uint16_t>(out)[i])
            << l.inputs << " inputs at " << i;
    }
  }
}

// One element of each operand differs from 1. The result has 32 terms under
// each of 9 taps.
class TileConvolutionElement : public TileConvolution {
 protected:
  static constexpr std::int64_t kSide = 8;

  Tensor convolved(std::uint16_t weight_bits, std::uint16_t others,
                   std::uint16_t bias_bits, std::uint16_t x_bits) {
    const Tensor x = room(DType::kBfloat16, {1, 32, kSide, kSide});
    const Tensor weight = room(DType::kBfloat16, {32, 32, 3, 3});
    const Tensor bias = room(DType::kBfloat16, {32});
    std::fill_n(elements_of<std::uint16_t>(x), x.view.numel(), x_bits);
    std::fill_n(elements_of<std::uint16_t>(weight), weight.view.numel(),
                others);
    std::fill_n(elements_of<std::uint16_t>(bias), 32, bias_bits);
    elements_of<std::uint16_t>(weight)[0] = weight_bits;
    const std::vector<std::pair<std::int64_t, std::int64_t>> padding(2, {1, 1});
    const std::vector<std::int64_t> ones(2, 1);
    const Tensor out = room(DType::kBfloat16, {1, 32, kSide, kSide});
    conv(out, x, weight, &bias, {padding, ones, ones, 1});
    return out;
  }
};

TEST_P(TileConvolutionElement, IsNotMultipliedByPadding) {
  constexpr std::uint16_t kInfinity = 0x7f80, kOne = 0x3f80;
  const Tensor out = convolved(kInfinity, kOne, 0, kOne);
  for (std::int64_t i = 0; i < out.view.numel(); ++i) {
    const bool meets = i >= kSide && i < kSide * kSide && i % kSide != 0;
    const std::uint16_t bits = elements_of<std::uint16_t>(out)[i];
    ASSERT_EQ(meets, (bits & kInfinity) == kInfinity) << i;
    ASSERT_LE(bits, kInfinity) << i;
  }
}

TEST_P(TileConvolutionElement, KeepsSubnormalNumbers) {
  constexpr std::uint16_t kSubnormal = 0x0040, kSmallest = 0x0080,
                          kOne = 0x3f80, kMinusSmall = 0x80a0;
  const std::int64_t inside = kSide + 1;
  // A weight, a bias, and the sum of normal numbers are subnormal.
  EXPECT_EQ(kSubnormal, elements_of<std::uint16_t>(
                            convolved(kSubnormal, 0, 0, kOne))[inside]);
  EXPECT_EQ(kSubnormal, elements_of<std::uint16_t>(
                            convolved(0, 0, kSubnormal, kOne))[inside]);
  EXPECT_EQ(0x8020, elements_of<std::uint16_t>(
                        convolved(kSmallest, 0, kMinusSmall, kOne))[inside]);
}

INSTANTIATE_TEST_SUITE_P(Cases, TileConvolution,
                         testing::ValuesIn(test::kSettingsCases));
INSTANTIATE_TEST_SUITE_P(Cases, TileConvolutionElement,
                         testing::ValuesIn(test::kSettingsCases));

}  // namespace
}  // namespace assay::optimized
