// Tests the bounds of interpolation, its gradient and grid samples, as
// scaled_bounds_test.cc does those of activations: float32 kernels stay within
// them, and kernels with another weight or with coarse positions exceed them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "spec/op_table.h"
#include "tests/harness/judge/bound_shares.h"

namespace assay::test {
namespace {

struct FloatTaps {
  std::vector<std::int64_t> places;
  Floats weights;
};

// Says how a float32 kernel finds positions and weights.
struct FloatKernel {
  Interpolation way;
  bool aligns = false;
  float a = -0.75F;               // of Keys' kernel
  bool rounds_positions = false;  // to 8 bits

  float kernel(float t) const {
    t = std::fabs(t);
    constexpr float kPi = 3.14159265358979F;
    const auto sinc = [](float x) {
      return x == 0 ? 1 : std::sin(kPi * x) / (kPi * x);
    };
    if (way == Interpolation::kBilinear) return 1 - t;
    if (way == Interpolation::kLanczos3)
      return t < 3 ? sinc(t) * sinc(t / 3) : 0;
    if (t < 1) return ((a + 2) * t - (a + 3)) * t * t + 1;
    return t < 2 ? ((a * t - 5 * a) * t + 8 * a) * t - 4 * a : 0;
  }

  FloatTaps taps(std::int64_t o, std::int64_t in, std::int64_t out) const {
    const auto n = static_cast<float>(in);
    const auto m = static_cast<float>(out);
    float c = (static_cast<float>(o) + 0.5F) * (n / m) - 0.5F;
    if (aligns) c = out == 1 ? 0 : static_cast<float>(o) * ((n - 1) / (m - 1));
    if (way == Interpolation::kBilinear) c = std::max(c, 0.0F);
    if (rounds_positions)
      c = static_cast<float>(
          decode_real(kFormatBfloat16, encode_real(kFormatBfloat16, c)));
    const auto below = static_cast<std::int64_t>(std::floor(c));
    const int reach = way == Interpolation::kBilinear  ? 0
                      : way == Interpolation::kBicubic ? 1
                                                       : 2;
    FloatTaps found;
    float sum = 0;
    for (std::int64_t k = below - reach; k <= below + reach + 1; ++k) {
      const bool is_inside = k >= 0 && k < in;
      if (way == Interpolation::kLanczos3 && !is_inside) continue;
      found.places.push_back(std::clamp<std::int64_t>(k, 0, in - 1));
      found.weights.push_back(kernel(c - static_cast<float>(k)));
      sum += found.weights.back();
    }
    if (way == Interpolation::kLanczos3)
      for (float& weight : found.weights) weight /= sum;
    return found;
  }
};

struct ImageSizes {
  Shape in;
  Shape out;
};

Attributes attributes_for(const FloatKernel& kernel, const Shape& sizes) {
  return Attributes()
      .interpolation(kernel.way)
      .set(AttributeKey::kOutputSize, sizes)
      .flag(AttributeKey::kAlignCorners, kernel.aligns);
}

double share_of_image(const FloatKernel& kernel, const ImageSizes& sizes) {
  const auto count = static_cast<std::size_t>(element_count(sizes.in));
  const Floats x = drawn(count, 1, 3);
  const Shape shape = {1, 1, sizes.in[0], sizes.in[1]};
  Floats y;
  for (std::int64_t p = 0; p < sizes.out[0]; ++p)
    for (std::int64_t q = 0; q < sizes.out[1]; ++q) {
      const FloatTaps rows = kernel.taps(p, sizes.in[0], sizes.out[0]);
      const FloatTaps columns = kernel.taps(q, sizes.in[1], sizes.out[1]);
      float sum = 0;
      for (std::size_t i = 0; i < rows.places.size(); ++i) {
        float row = 0;
        for (std::size_t j = 0; j < columns.places.size(); ++j)
          row += columns.weights[j] *
                 x[static_cast<std::size_t>(rows.places[i] * sizes.in[1] +
                                            columns.places[j])];
        sum += rows.weights[i] * row;
      }
      y.push_back(sum);
    }
  return share_of(call_of("interpolate"_op, {tensor_of_floats(x, shape)},
                          attributes_for(kernel, sizes.out)),
                  y);
}

double share_of_gradient(const FloatKernel& kernel, const ImageSizes& sizes) {
  const auto count = static_cast<std::size_t>(element_count(sizes.out));
  const Floats grad = drawn(count, 1, 4);
  Floats gx(static_cast<std::size_t>(element_count(sizes.in)), 0);
  for (std::int64_t p = 0; p < sizes.out[0]; ++p)
    for (std::int64_t q = 0; q < sizes.out[1]; ++q) {
      const FloatTaps rows = kernel.taps(p, sizes.in[0], sizes.out[0]);
      const FloatTaps columns = kernel.taps(q, sizes.in[1], sizes.out[1]);
      for (std::size_t i = 0; i < rows.places.size(); ++i)
        for (std::size_t j = 0; j < columns.places.size(); ++j)
          gx[static_cast<std::size_t>(rows.places[i] * sizes.in[1] +
                                      columns.places[j])] +=
              rows.weights[i] * columns.weights[j] *
              grad[static_cast<std::size_t>(p * sizes.out[1] + q)];
    }
  const Shape shape = {1, 1, sizes.in[0], sizes.in[1]};
  return share_of(
      call_of("interpolate_backward"_op,
              {tensor_of_floats(gx, shape),
               tensor_of_floats(grad, {1, 1, sizes.out[0], sizes.out[1]})},
              attributes_for(kernel, sizes.out)),
      gx);
}

const ImageSizes kImages[] = {{{5, 7}, {11, 3}},
                              {{1, 37}, {1, 101}},
                              {{13, 9}, {7, 31}},
                              {{2, 301}, {3, 97}}};
constexpr FloatKernel kFloatKernels[] = {
    {Interpolation::kBilinear}, {Interpolation::kBilinear, true},
    {Interpolation::kBicubic},  {Interpolation::kBicubic, true},
    {Interpolation::kLanczos3}, {Interpolation::kLanczos3, true}};

std::string name_of_kernel(const FloatKernel& kernel) {
  return std::string(kInterpolationNames[static_cast<int>(kernel.way)]) +
         (kernel.aligns ? "_aligned" : "");
}

TEST(ScaledImages, KernelsStayWithinTheBound) {
  for (const FloatKernel& kernel : kFloatKernels) {
    double most = 0;
    double most_back = 0;
    for (const ImageSizes& sizes : kImages) {
      most = std::max(most, share_of_image(kernel, sizes));
      most_back = std::max(most_back, share_of_gradient(kernel, sizes));
    }
    EXPECT_LT(most, 1) << name_of_kernel(kernel);
    EXPECT_LT(most_back, 1) << name_of_kernel(kernel);
    RecordProperty(name_of_kernel(kernel), std::to_string(most));
    RecordProperty(name_of_kernel(kernel) + "_backward",
                   std::to_string(most_back));
  }
}

TEST(ScaledImages, MistakesExceedTheBound) {
  const FloatKernel keys{.way = Interpolation::kBicubic, .a = -0.5F};
  FloatKernel tent = kFloatKernels[0];
  tent.rounds_positions = true;
  for (const ImageSizes& sizes : kImages) {
    expect_beyond(share_of_image(keys, sizes), "another kernel");
    expect_beyond(share_of_image(tent, sizes), "positions of 8 bits");
    expect_beyond(share_of_gradient(keys, sizes), "another kernel, back");
  }
}

double share_of_samples(bool aligns, PaddingMode padding) {
  constexpr std::int64_t kHeight = 7;
  constexpr std::int64_t kWidth = 12;
  const Floats x = drawn(kHeight * kWidth, 1, 5);
  const Floats grid = drawn(400, 1, 6);
  const auto place = [&](float g, std::int64_t extent) {
    const auto n = static_cast<float>(extent);
    float p = aligns ? (g + 1) / 2 * (n - 1) : ((g + 1) * n - 1) / 2;
    const float low = aligns ? 0 : -0.5F;
    const float span = aligns ? n - 1 : n;
    if (padding == PaddingMode::kReflection) {
      const float distance = std::fabs(p - low);
      const float rest = std::fmod(distance, span);
      const bool is_even = std::fmod(std::floor(distance / span), 2) == 0;
      p = is_even ? rest + low : span - rest + low;
    }
    return padding == PaddingMode::kZeros ? p : std::clamp(p, 0.0F, n - 1);
  };
  const auto at = [&](float i, float j) {
    const bool is_inside = i >= 0 && j >= 0 && i < kHeight && j < kWidth;
    return is_inside ? x[static_cast<std::size_t>(i) * kWidth +
                         static_cast<std::size_t>(j)]
                     : 0;
  };
  Floats y;
  for (std::size_t k = 0; k < grid.size(); k += 2) {
    const float column = place(grid[k], kWidth);
    const float row = place(grid[k + 1], kHeight);
    const float i = std::floor(row);
    const float j = std::floor(column);
    const float v = row - i;
    const float w = column - j;
    y.push_back(at(i, j) * (1 - v) * (1 - w) + at(i, j + 1) * (1 - v) * w +
                at(i + 1, j) * v * (1 - w) + at(i + 1, j + 1) * v * w);
  }
  return share_of(call_of("grid_sample_2d"_op,
                          {tensor_of_floats(x, {1, 1, kHeight, kWidth}),
                           tensor_of_floats(grid, {1, 1, 200, 2})},
                          Attributes()
                              .interpolation(Interpolation::kBilinear)
                              .padding_mode(padding)
                              .flag(AttributeKey::kAlignCorners, aligns)),
                  y);
}

TEST(ScaledImages, SamplesStayWithinTheBound) {
  double most = 0;
  for (PaddingMode padding :
       {PaddingMode::kZeros, PaddingMode::kBorder, PaddingMode::kReflection})
    for (bool aligns : {false, true})
      most = std::max(most, share_of_samples(aligns, padding));
  EXPECT_LT(most, 1);
  RecordProperty("samples", std::to_string(most));
}

}  // namespace
}  // namespace assay::test
