// Compares softmax, layer_norm and batch_norm with plain loops in long double,
// for rows of many blocks, on every target. Checks that strides and threads do
// not change a bit.
#include "optimized/normalization/normalization.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "optimized/normalization/softmax.h"
#include "optimized/resources/alternation.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;
using test::waves;

class Normalization : public test::SettingsCases {};

constexpr float kInfinite = std::numeric_limits<float>::infinity();

template <typename T>
void expect_same_bits(const Tensor& a, const Tensor& b) {
  EXPECT_EQ(std::memcmp(HostMemory::storage_of(a), HostMemory::storage_of(b),
                        static_cast<std::size_t>(a.view.numel()) * sizeof(T)),
            0);
}

TEST_P(Normalization, SoftmaxOfLongRows) {
  constexpr std::int64_t kCount = 10007;
  Tensor x = waves<float>(DType::kFloat32, {2, kCount}, 30);
  float* row = elements_of<float>(x);
  // Whole blocks are hidden, negative, or below a later one.
  std::fill_n(row, 5000, -kInfinite);
  for (std::int64_t i = kCount; i < 2 * kCount; ++i)
    row[i] += static_cast<float>(i) / 100 - 300;
  const Tensor out = room(x.dtype, x.view.shape());
  const Tensor log = room(x.dtype, x.view.shape());
  softmax(SoftmaxKind::kSoftmax, out, x, 1);
  softmax(SoftmaxKind::kLogSoftmax, log, x, 1);
  for (std::int64_t first : {std::int64_t{0}, kCount}) {
    long double largest = -kInfinite;
    for (std::int64_t i = 0; i < kCount; ++i)
      largest = std::max<long double>(largest, row[first + i]);
    long double sum = 0;
    for (std::int64_t i = 0; i < kCount; ++i)
      sum += std::exp(row[first + i] - largest);
    for (std::int64_t i = first; i < first + kCount; ++i) {
      const long double r = std::exp(row[i] - largest) / sum;
      const double y = elements_of<float>(out)[i];
      ASSERT_NEAR(y, static_cast<double>(r),
                  static_cast<double>(r) * 1e-5 + 1e-38);
      const long double logarithm = row[i] - largest - std::log(sum);
      if (std::isinf(row[i]))
        ASSERT_EQ(elements_of<float>(log)[i], -kInfinite);
      else
        ASSERT_NEAR(elements_of<float>(log)[i], static_cast<double>(logarithm),
                    1e-4);
    }
  }
}

// Columns whose vectors are whole, and a last one of few lanes.
void expect_softmax_of_columns(std::int64_t rows) {
  constexpr std::int64_t kColumns = 83;
  const Tensor x = waves<double>(DType::kFloat64, {rows, kColumns}, 12);
  const Tensor small = waves<float>(DType::kFloat32, {rows, kColumns}, 12);
  const Tensor out = room(x.dtype, x.view.shape());
  const Tensor log = room(x.dtype, x.view.shape());
  const Tensor small_log = room(small.dtype, x.view.shape());
  softmax(SoftmaxKind::kSoftmax, out, x, 0);
  softmax(SoftmaxKind::kLogSoftmax, log, x, 0);
  softmax(SoftmaxKind::kLogSoftmax, small_log, small, 0);
  for (std::int64_t c = 0; c < kColumns; ++c) {
    long double sum = 0;
    for (std::int64_t r = 0; r < rows; ++r)
      sum += std::exp(
          static_cast<long double>(elements_of<double>(x)[r * kColumns + c]));
    for (std::int64_t i = c; i < rows * kColumns; i += kColumns) {
      const auto expected =
          static_cast<double>(elements_of<double>(x)[i] - std::log(sum));
      ASSERT_NEAR(elements_of<double>(log)[i], expected, 1e-13) << i;
      ASSERT_NEAR(elements_of<float>(small_log)[i], expected, 1e-5) << i;
      ASSERT_NEAR(elements_of<double>(out)[i], std::exp(expected), 1e-14) << i;
    }
  }
}

TEST_P(Normalization, SoftmaxOfColumns) {
  expect_softmax_of_columns(90);
  expect_softmax_of_columns(900);  // too many for several vectors at a time
}

TEST_P(Normalization, SoftmaxOfNaNAndInfinity) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float spoiler : {nan, kInfinite}) {
    for (const std::int64_t place : {0, 40, 4999}) {
      Tensor x = waves<float>(DType::kFloat32, {5000});
      elements_of<float>(x)[place] = spoiler;
      const Tensor out = room(x.dtype, x.view.shape());
      softmax(SoftmaxKind::kSoftmax, out, x, 0);
      for (std::int64_t i = 0; i < 5000; ++i)
        ASSERT_TRUE(std::isnan(elements_of<float>(out)[i])) << place;
    }
  }
}

TEST_P(Normalization, SoftmaxDoesNotDependOnStrides) {
  for (const std::int64_t axis : {0, 1, 2}) {
    const Tensor x = waves<float>(DType::kFloat32, {5, 37, 70}, 9);
    const Tensor turned = test::reversed_in_memory<float>(x);
    const Tensor out = room(x.dtype, x.view.shape());
    const Tensor other = room(x.dtype, x.view.shape());
    softmax(SoftmaxKind::kSoftmin, out, x, axis);
    softmax(SoftmaxKind::kSoftmin, other, turned, axis);
    expect_same_bits<float>(out, other);
    const Tensor rows{x.dtype, View({5, 37, 61}, {2590, 70, 1}, 4), x.buffer};
    const Tensor dense = room(x.dtype, {5, 37, 61});
    for (std::int64_t i = 0; i < 5 * 37; ++i)
      std::copy_n(elements_of<float>(x) + i * 70 + 4, 61,
                  elements_of<float>(dense) + i * 61);
    const Tensor from_rows = room(x.dtype, {5, 37, 61});
    const Tensor from_dense = room(x.dtype, {5, 37, 61});
    softmax(SoftmaxKind::kSoftmax, from_rows, rows, axis);
    softmax(SoftmaxKind::kSoftmax, from_dense, dense, axis);
    expect_same_bits<float>(from_rows, from_dense);
  }
}

TEST_P(Normalization, LayerNormOfLongAndLargeRows) {
  for (const double scale : {1.0, 1e30, 2e38}) {
    constexpr std::int64_t kCount = 3001;
    const Tensor x = waves<float>(DType::kFloat32, {3, kCount}, scale);
    const Tensor gamma = waves<float>(DType::kFloat32, {kCount});
    const Tensor beta = waves<float>(DType::kFloat32, {kCount});
    const Tensor out = room(x.dtype, x.view.shape());
    layer_norm(out, x, gamma, beta, true, {0x3727c5ac, 0});  // 1e-5
    const float* e = elements_of<float>(x);
    for (std::int64_t first = 0; first < 3 * kCount; first += kCount) {
      long double mean = 0, variance = 0;
      for (std::int64_t i = 0; i < kCount; ++i) mean += e[first + i];
      mean /= kCount;
      for (std::int64_t i = 0; i < kCount; ++i)
        variance += (e[first + i] - mean) * (e[first + i] - mean) / kCount;
      for (std::int64_t i = 0; i < kCount; ++i) {
        const long double z =
            (e[first + i] - mean) / std::sqrt(variance + 1e-5f);
        ASSERT_NEAR(elements_of<float>(out)[first + i],
                    static_cast<double>(z * elements_of<float>(gamma)[i] +
                                        elements_of<float>(beta)[i]),
                    1e-5)
            << scale;
      }
    }
  }
}

// L2 does not hold the rows, so one of two calls begins with the last row.
TEST_P(Normalization, LayerNormInBothDirections) {
  constexpr std::int64_t kCount = 1000;
  const std::int64_t rows = l2_bytes() / (4 * kCount) + 3;
  const Tensor x = waves<float>(DType::kFloat32, {rows, kCount}, 3);
  const Tensor gamma = waves<float>(DType::kFloat32, {kCount});
  for (int direction = 0; direction < 2; ++direction) {
    const Tensor out = room(x.dtype, x.view.shape());
    std::fill_n(elements_of<float>(out), out.view.numel(), 0.0F);
    layer_norm(out, x, gamma, gamma, true, {0x3727c5ac, 0});
    for (std::int64_t i = 0; i < rows; ++i) {
      const View row({1, kCount}, {kCount, 1}, i * kCount);
      const Tensor alone = room(x.dtype, {1, kCount});
      layer_norm(alone, {x.dtype, row, x.buffer}, gamma, gamma, true,
                 {0x3727c5ac, 0});
      ASSERT_EQ(std::memcmp(elements_of<float>(alone),
                            elements_of<float>(out) + i * kCount,
                            kCount * sizeof(float)),
                0)
          << i;
    }
  }
}

TEST_P(Normalization, BatchNormOfShortAndLongChannels) {
  for (const std::int64_t inner : {1, 3, 50, 2100}) {
    const Tensor whole = waves<float>(DType::kFloat32, {3, 5, inner + 2});
    const Tensor x{whole.dtype, View({3, 5, inner}, whole.view.strides(), 1),
                   whole.buffer};
    const Tensor gamma = waves<float>(DType::kFloat32, {5}, 3);
    const Tensor beta = waves<float>(DType::kFloat32, {5}, 2);
    Tensor variance = room(DType::kFloat32, {5});
    std::fill_n(elements_of<float>(variance), 5, 0.25f);
    const Tensor out = room(x.dtype, x.view.shape());
    batch_norm(out, x, {gamma, beta, beta, variance}, {0, 0});
    for (const Index& at : indices(x.view.shape())) {
      const double e = elements_of<float>(x)[x.view.linear_index(at)];
      const double g = elements_of<float>(gamma)[at[1]];
      const double b = elements_of<float>(beta)[at[1]];
      ASSERT_NEAR(elements_of<float>(out)[out.view.linear_index(at)],
                  (e - b) * 2 * g + b, 1e-5);
    }
  }
}

TEST_P(Normalization, DoesNotDependOnThreads) {
  const Tensor x = waves<float>(DType::kFloat32, {4, 300, 33}, 4);
  const Tensor weights = waves<float>(DType::kFloat32, {33});
  std::vector<Tensor> outs;
  for (const std::int64_t threads : {1, 2, 3}) {
    Settings use = settings();
    use.threads = threads;
    use.thread_bytes = use.thread_flops = 1;
    use_settings(use);
    outs = {room(x.dtype, x.view.shape()), room(x.dtype, x.view.shape()),
            room(x.dtype, x.view.shape())};
    softmax(SoftmaxKind::kSoftmax, outs[0], x, 1);
    softmax(SoftmaxKind::kLogSoftmax, outs[1], x, 2);
    layer_norm(outs[2], x, weights, weights, false, {0x3727c5ac, 0});
    static std::vector<Tensor> once;
    if (threads == 1) once = outs;
    for (std::size_t i = 0; i < outs.size(); ++i)
      expect_same_bits<float>(outs[i], once[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(Settings, Normalization,
                         testing::ValuesIn(test::kSettingsCases));

}  // namespace
}  // namespace assay::optimized
