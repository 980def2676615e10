// Convolves extents that the suite does not reach, on every target: several
// blocks and panels, odd tails and small planes of many images. Checks the
// result against plain loops over small integers, whose sums are exact.
#include "optimized/convolution/convolution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "optimized/resources/settings.h"
#include "tests/optimized/rooms.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

const char* const kLayerSettings[] = {
    "",
    "target=scalar",
    "target=sse4,tiny=1",
    "target=avx2",
    "tiny=1",
    "matmul_depth=100,matmul_rows=30",
    "target=avx2,tiny=1",
    "threads=2,thread_flops=1,thread_bytes=1",
};

// A convolution over a square plane.
struct Layer {
  std::int64_t images, channels, side, outputs, kernel, stride, before, after,
      dilation, groups;

  std::int64_t windows() const {
    return (side + before + after - dilation * (kernel - 1) - 1) / stride + 1;
  }
};

const Layer kLayers[] = {
    {2, 70, 9, 130, 3, 1, 1, 1, 1, 1},   // two panels, the last of two columns
    {1, 5, 61, 40, 3, 1, 1, 1, 1, 1},    // several blocks
    {9, 17, 7, 33, 3, 2, 1, 1, 1, 1},    // several images per block
    {2, 6, 17, 18, 5, 2, 3, 1, 2, 2},    // groups, dilation, asymmetric
    {3, 37, 30, 70, 1, 1, 0, 0, 1, 1},   // one tap, several slabs
    {5, 37, 7, 70, 1, 1, 0, 0, 1, 1},    // one tap, planes of few lanes
    {1, 150, 7, 260, 1, 1, 0, 0, 1, 1},  // one tap, 49 columns, many rows
    {3, 37, 14, 21, 1, 1, 0, 0, 1, 1},   // one tap, a slab of four columns
    {2, 36, 1, 270, 1, 1, 0, 0, 1, 2},   // one tap, one column
    {1, 1030, 1, 1030, 1, 1, 0, 0, 1, 1},  // weights too large to be copied
    // Only the middle tap is over elements.
    {1, 20, 1, 30, 3, 1, 1, 1, 1, 1},
    {1, 21, 2, 30, 3, 1, 2, 2, 2, 3},
    {4, 21, 7, 260, 3, 1, 7, 7, 7, 1},
    {2, 20, 15, 24, 1, 2, 0, 0, 1, 2},   // one tap of stride 2
    {2, 19, 37, 19, 3, 1, 1, 1, 1, 19},  // depthwise
    {2, 19, 37, 38, 3, 2, 1, 0, 1, 19},  // depthwise, two channels for each
    {1, 8, 23, 8, 5, 1, 4, 4, 2, 4},     // few channels
    {1, 3, 5, 20, 9, 3, 8, 8, 2, 1},     // mostly padding
    {1, 12, 20, 40, 4, 1, 0, 0, 1, 1},   // no padding
};

// Integers from -8 to 7, which are stored as floats.
Tensor layer_integers(const Shape& shape, unsigned seed) {
  Tensor x = room(DType::kFloat32, shape);
  for (std::int64_t i = 0; i < x.view.numel(); ++i) {
    seed = seed * 1664525u + 1013904223u;
    elements_of<float>(x)[i] = static_cast<float>(seed >> 28) - 8;
  }
  return x;
}

std::vector<float> elements_copied(const Tensor& x) {
  const float* from = elements_of<float>(x);
  return {from, from + x.view.numel()};
}

class ConvolutionTest : public testing::Test {
 protected:
  void TearDown() override { use_settings({}); }

  // Calls visit(weight, window, place) with the positions of elements that meet
  // in a layer.
  template <typename F>
  static void for_terms(const Layer& l, F visit) {
    const std::int64_t inputs = l.channels / l.groups;
    const std::int64_t outputs = l.outputs / l.groups;
    const std::int64_t w = l.windows();
    for (std::int64_t n = 0; n < l.images; ++n)
      for (std::int64_t o = 0; o < l.outputs; ++o)
        for (std::int64_t c = 0; c < inputs; ++c)
          for (std::int64_t k = 0; k < l.kernel * l.kernel; ++k)
            for (std::int64_t p = 0; p < w * w; ++p) {
              const std::int64_t y =
                  p / w * l.stride + k / l.kernel * l.dilation - l.before;
              const std::int64_t x =
                  p % w * l.stride + k % l.kernel * l.dilation - l.before;
              if (y < 0 || y >= l.side || x < 0 || x >= l.side) continue;
              const std::int64_t channel = o / outputs * inputs + c;
              visit((o * inputs + c) * l.kernel * l.kernel + k,
                    (n * l.outputs + o) * w * w + p,
                    ((n * l.channels + channel) * l.side + y) * l.side + x);
            }
  }
};

struct Tensors3 {
  Tensor x, weight, windows;
};

Tensors3 operands_of(const Layer& l) {
  return {
      layer_integers({l.images, l.channels, l.side, l.side}, 1),
      layer_integers({l.outputs, l.channels / l.groups, l.kernel, l.kernel}, 2),
      layer_integers({l.images, l.outputs, l.windows(), l.windows()}, 3)};
}

TEST_F(ConvolutionTest, EqualsPlainLoops) {
  for (const Layer& l : kLayers) {
    const Tensors3 t = operands_of(l);
    const Tensor bias = layer_integers({l.outputs}, 4);
    const auto x = elements_copied(t.x), weight = elements_copied(t.weight),
               windows = elements_copied(t.windows);
    const std::int64_t plane = l.windows() * l.windows();
    std::vector<float> out(windows.size()), gx(x.size()), gw(weight.size());
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = elements_of<float>(
          bias)[static_cast<std::int64_t>(i) / plane % l.outputs];
    for_terms(l, [&](std::int64_t w, std::int64_t p, std::int64_t i) {
      const auto at = [](std::int64_t j) {
        return static_cast<std::size_t>(j);
      };
      out[at(p)] += weight[at(w)] * x[at(i)];
      gx[at(i)] += weight[at(w)] * windows[at(p)];
      gw[at(w)] += windows[at(p)] * x[at(i)];
    });
    const std::vector<std::pair<std::int64_t, std::int64_t>> padding(
        2, {l.before, l.after});
    const std::vector<std::int64_t> stride(2, l.stride),
        dilation(2, l.dilation);
    const FilterShape shape{padding, stride, dilation, l.groups};
    for (const char* text : kLayerSettings) {
      SCOPED_TRACE(testing::Message()
                   << text << ", " << l.channels << " channels, kernel "
                   << l.kernel << ", side " << l.side);
      use_settings(*parse_settings(text));
      const Tensor to = room(DType::kFloat32, t.windows.view.shape());
      const Tensor to_x = room(DType::kFloat32, t.x.view.shape());
      const Tensor to_weight = room(DType::kFloat32, t.weight.view.shape());
      conv(to, t.x, t.weight, &bias, shape);
      EXPECT_TRUE(elements_copied(to) == out);
      conv_transpose(to_x, t.windows, t.weight, nullptr, shape);
      EXPECT_TRUE(elements_copied(to_x) == gx);
      filter_gradient(to_weight, t.windows, t.x, shape);
      EXPECT_TRUE(elements_copied(to_weight) == gw);
    }
  }
}

// Fractions, whose sums are rounded, so that the order of a sum shows.
TEST_F(ConvolutionTest, GivesTheSameBitsOnAnyNumberOfThreads) {
  for (const Layer& l : kLayers) {
    const Tensors3 t = operands_of(l);
    for (const Tensor& x : {t.x, t.weight, t.windows})
      for (std::int64_t i = 0; i < x.view.numel(); ++i)
        elements_of<float>(x)[i] = std::sin(static_cast<float>(i));
    const std::vector<std::pair<std::int64_t, std::int64_t>> padding(
        2, {l.before, l.after});
    const std::vector<std::int64_t> stride(2, l.stride),
        dilation(2, l.dilation);
    const FilterShape shape{padding, stride, dilation, l.groups};
    std::vector<std::vector<float>> once;
    for (const char* text : {"threads=1", kLayerSettings[7]}) {
      use_settings(*parse_settings(text));
      const Tensor to = room(DType::kFloat32, t.windows.view.shape());
      const Tensor to_x = room(DType::kFloat32, t.x.view.shape());
      const Tensor to_weight = room(DType::kFloat32, t.weight.view.shape());
      conv(to, t.x, t.weight, nullptr, shape);
      conv_transpose(to_x, t.windows, t.weight, nullptr, shape);
      filter_gradient(to_weight, t.windows, t.x, shape);
      const std::vector<std::vector<float>> results = {
          elements_copied(to), elements_copied(to_x),
          elements_copied(to_weight)};
      if (once.empty())
        once = results;
      else
        EXPECT_TRUE(results == once) << l.channels << " channels";
    }
  }
}

TEST_F(ConvolutionTest, DoesNotMultiplyPadding) {
  const std::vector<std::pair<std::int64_t, std::int64_t>> padding(2, {1, 1});
  const std::vector<std::int64_t> ones(2, 1);
  for (const std::int64_t groups : {1, 20}) {
    const FilterShape shape{padding, ones, ones, groups};
    const Tensor x = layer_integers({1, 20, 40, 40}, 1);
    for (std::int64_t i = 0; i < x.view.numel(); ++i)
      elements_of<float>(x)[i] += 9;  // no zeros
    const Tensor weight = layer_integers({20, 20 / groups, 3, 3}, 2);
    // The first tap of channel 0 is over padding in the first row and column.
    elements_of<float>(weight)[0] = std::numeric_limits<float>::infinity();
    for (const char* text : kLayerSettings) {
      SCOPED_TRACE(text);
      use_settings(*parse_settings(text));
      const Tensor out = room(DType::kFloat32, {1, 20, 40, 40});
      conv(out, x, weight, nullptr, shape);
      const float* sums = elements_of<float>(out);
      for (std::int64_t i = 0; i < 40 * 40; ++i)
        ASSERT_EQ(std::isfinite(sums[i]), i < 40 || i % 40 == 0) << i;
      for (std::int64_t i = 0; i < 40 * 40; ++i)
        ASSERT_FALSE(std::isnan(sums[i])) << i;
      for (std::int64_t i = 40 * 40; i < 20 * 40 * 40; ++i)
        ASSERT_TRUE(std::isfinite(sums[i])) << i;
    }
  }
}

TEST_F(ConvolutionTest, DoesNotMultiplyPaddingByWindows) {
  const std::vector<std::pair<std::int64_t, std::int64_t>> padding(2, {1, 1});
  const std::vector<std::int64_t> ones(2, 1);
  for (const std::int64_t groups : {1, 20}) {
    const FilterShape shape{padding, ones, ones, groups};
    const Tensor x = layer_integers({1, 20, 40, 40}, 1);
    for (std::int64_t i = 0; i < x.view.numel(); ++i)
      elements_of<float>(x)[i] += 9;  // no zeros
    const Tensor windows = layer_integers({1, 20, 40, 40}, 2);
    // The first window has the first row and column of taps over padding.
    elements_of<float>(windows)[0] = std::numeric_limits<float>::infinity();
    for (const char* text : kLayerSettings) {
      SCOPED_TRACE(text);
      use_settings(*parse_settings(text));
      const Tensor gw = room(DType::kFloat32, {20, 20 / groups, 3, 3});
      filter_gradient(gw, windows, x, shape);
      const float* sums = elements_of<float>(gw);
      const std::int64_t filter = 20 / groups * 9;
      for (std::int64_t i = 0; i < gw.view.numel(); ++i) {
        const bool is_over_padding = i % 9 < 3 || i % 3 == 0;
        ASSERT_EQ(std::isfinite(sums[i]), i >= filter || is_over_padding) << i;
        ASSERT_FALSE(std::isnan(sums[i])) << i;
      }
    }
  }
}

}  // namespace
}  // namespace assay::optimized
