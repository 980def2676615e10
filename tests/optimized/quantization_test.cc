// Compares quantization with plain loops for blocks of every kind, at sizes
// with several vectors and odd ends, on every target.
#include "optimized/quantization/quantization.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "optimized/resources/settings.h"
#include "spec/sdk/host_memory.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

struct Blocks {
  Shape shape;
  std::vector<std::int64_t> size;

  Shape count() const {
    Shape counts;
    for (std::size_t i = 0; i < size.size(); ++i)
      counts.push_back(shape[i] / size[i]);
    return counts;
  }
  // Returns the position of the scale of an element.
  std::int64_t scale_of(const Index& at) const {
    Index block;
    for (std::size_t i = 0; i < size.size(); ++i)
      block.push_back(at[i] / size[i]);
    return View(count()).linear_index(block);
  }
};

const Blocks kBlocks[] = {
    {{10007}, {}},
    {{6, 77}, {}},
    {{12, 96}, {1, 32}},
    {{12, 96}, {4, 48}},
    {{9, 21}, {3, 3}},
    {{5, 37}, {1, 37}},
    {{4, 6, 130}, {2, 3, 65}},
    {{130, 4}, {1, 1}},
    {{1, 64}, {1, 16}},
};

float number(std::int64_t i) {
  const auto mixed = static_cast<std::uint32_t>(i) * 2654435761u;
  return static_cast<float>(mixed >> 8) * 0x1p-23F - 1;
}

class Quantization : public test::SettingsCases {};

int rounded(double v, int low, int high) {
  return static_cast<int>(
      std::clamp(std::nearbyint(v), double(low), double(high)));
}

// Scales are powers of two, so that quotients are exact.
template <typename T>
void expect_round_trip(DType dtype, const Blocks& blocks, int exponent) {
  const Tensor x = room(dtype, blocks.shape);
  const Tensor scale = room(DType::kFloat32, blocks.count());
  const Tensor q = room(DType::kInt8, blocks.shape);
  const Tensor back = room(dtype, blocks.shape);
  for (std::int64_t i = 0; i < scale.view.numel(); ++i)
    elements_of<float>(scale)[i] =
        std::ldexp(1.0F, exponent + static_cast<int>(i % 3));
  for (std::int64_t i = 0; i < x.view.numel(); ++i)
    elements_of<T>(x)[i] = static_cast<T>(
        std::ldexp(std::nearbyint(number(i) * 600) / 2, exponent));
  elements_of<T>(x)[1] = std::numeric_limits<T>::infinity();
  elements_of<T>(x)[2] = -std::numeric_limits<T>::infinity();
  ASSERT_TRUE(quantize(q, x, scale, {-100, 127}, blocks.size).ok());
  ASSERT_TRUE(dequantize(back, q, scale, blocks.size).ok());
  for (const Index& at : indices(blocks.shape)) {
    const std::int64_t i = x.view.linear_index(at);
    const double s = elements_of<float>(scale)[blocks.scale_of(at)];
    const double v = static_cast<double>(elements_of<T>(x)[i]) / s;
    ASSERT_EQ(elements_of<std::int8_t>(q)[i], rounded(v, -100, 127)) << v;
    ASSERT_EQ(elements_of<T>(back)[i],
              static_cast<T>(elements_of<std::int8_t>(q)[i] * s));
  }
}

TEST_P(Quantization, RoundsToEvenAndClamps) {
  for (const Blocks& blocks : kBlocks)
    for (const int exponent : {-4, 110, -124}) {
      expect_round_trip<float>(DType::kFloat32, blocks, exponent);
      expect_round_trip<double>(DType::kFloat64, blocks, exponent);
    }
}

TEST_P(Quantization, TakesTheScaleFromTheLargestMagnitude) {
  for (const Blocks& blocks : kBlocks) {
    const Tensor x = room(DType::kFloat32, blocks.shape);
    const Tensor scale = room(DType::kFloat32, blocks.count());
    const Tensor q = room(DType::kInt8, blocks.shape);
    std::vector<float> largest(static_cast<std::size_t>(scale.view.numel()));
    for (const Index& at : indices(blocks.shape)) {
      const std::int64_t i = x.view.linear_index(at);
      const auto block = static_cast<std::size_t>(blocks.scale_of(at));
      // The first block has zeros only.
      const float v = block == 0 && !blocks.size.empty() ? 0 : number(i);
      elements_of<float>(x)[i] = v;
      largest[block] = std::max(largest[block], std::fabs(v));
    }
    quantize_dynamic(q, scale, x, {-127, 127}, blocks.size);
    for (const Index& at : indices(blocks.shape)) {
      const std::int64_t i = x.view.linear_index(at);
      const std::int64_t block = blocks.scale_of(at);
      const float most = largest[static_cast<std::size_t>(block)];
      const float s = elements_of<float>(scale)[block];
      if (most == 0) {
        ASSERT_GT(s, 0);
        ASSERT_EQ(elements_of<std::int8_t>(q)[i], 0);
        continue;
      }
      ASSERT_NEAR(s, most / 127, 1e-7 * most);
      ASSERT_NEAR(elements_of<std::int8_t>(q)[i], elements_of<float>(x)[i] / s,
                  0.50001);
    }
  }
}

TEST_P(Quantization, RefusesScalesThatAreNone) {
  const Tensor x = room(DType::kFloat32, {40});
  const Tensor q = room(DType::kInt8, {40});
  const Tensor scale = room(DType::kFloat32, {});
  std::fill_n(elements_of<float>(x), 40, 1.0F);
  for (const float wrong : {0.0F, -1.0F, INFINITY, NAN, 1e-40F}) {
    *elements_of<float>(scale) = wrong;
    EXPECT_FALSE(quantize(q, x, scale, {-128, 127}, {}).ok()) << wrong;
  }
  *elements_of<float>(scale) = 0x1p-126F;
  EXPECT_TRUE(quantize(q, x, scale, {-128, 127}, {}).ok());
}

INSTANTIATE_TEST_SUITE_P(EveryTarget, Quantization,
                         ::testing::Values("target=scalar", "target=sse4",
                                           "target=avx2", "target=avx512",
                                           "threads=2,thread_bytes=1"));

}  // namespace
}  // namespace assay::optimized
