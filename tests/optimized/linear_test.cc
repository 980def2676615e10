// Applies linear layers to rows that are no matrix in memory, and to sizes that
// the suite does not reach, against plain loops over small integers.
#include "optimized/product/linear.h"

#include <gtest/gtest.h>

#include "optimized/resources/settings.h"
#include "tests/optimized/rooms.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

Tensor numbered(const Shape& shape, std::int64_t period) {
  Tensor x = room(DType::kFloat32, shape);
  for (std::int64_t i = 0; i < x.view.numel(); ++i)
    elements_of<float>(x)[i] = static_cast<float>(i % period - period / 2);
  return x;
}

TEST(LinearTest, EqualsPlainLoops) {
  const auto backend = make_optimized();
  constexpr std::int64_t kBatch = 3, kRows = 7, kInputs = 130, kOutputs = 70;
  // The leading axes of x change places in memory.
  const Tensor stored = numbered({kRows, kBatch, kInputs}, 13);
  const Tensor x{stored.dtype, *stored.view.permute({1, 0, 2}), stored.buffer};
  const Tensor weight = numbered({kInputs, kOutputs}, 11);
  const Tensor bias = numbered({kOutputs}, 5);
  const Tensor grad = numbered({kBatch, kRows, kOutputs}, 7);
  const auto at = [&](std::int64_t n, std::int64_t r, std::int64_t i) {
    return elements_of<float>(x)[x.view.linear_index({n, r, i})];
  };
  for (const char* text : {"", "target=scalar", "target=avx2,tiny=1", "tiny=1",
                           "threads=2,thread_flops=1,thread_bytes=1"}) {
    SCOPED_TRACE(text);
    use_settings(*parse_settings(text));
    const Tensor out = room(DType::kFloat32, {kBatch, kRows, kOutputs});
    const Tensor gx = room(DType::kFloat32, {kBatch, kRows, kInputs});
    const Tensor gw = room(DType::kFloat32, {kInputs, kOutputs});
    linear(out, x, weight, &bias);
    linear_x_backward(gx, weight, grad);
    ASSERT_TRUE(linear_weight_backward(*backend, gw, x, grad).ok());
    const float* w = elements_of<float>(weight);
    const float* g = elements_of<float>(grad);
    std::vector<float> sums(static_cast<std::size_t>(kInputs * kOutputs));
    for (std::int64_t row = 0; row < kBatch * kRows; ++row) {
      const std::int64_t n = row / kRows, r = row % kRows;
      for (std::int64_t j = 0; j < kOutputs; ++j) {
        float sum = elements_of<float>(bias)[j];
        for (std::int64_t i = 0; i < kInputs; ++i) {
          sum += at(n, r, i) * w[i * kOutputs + j];
          sums[static_cast<std::size_t>(i * kOutputs + j)] +=
              at(n, r, i) * g[row * kOutputs + j];
        }
        ASSERT_EQ(elements_of<float>(out)[row * kOutputs + j], sum);
      }
      for (std::int64_t i = 0; i < kInputs; ++i) {
        float sum = 0;
        for (std::int64_t j = 0; j < kOutputs; ++j)
          sum += g[row * kOutputs + j] * w[i * kOutputs + j];
        ASSERT_EQ(elements_of<float>(gx)[row * kInputs + i], sum);
      }
    }
    for (std::size_t i = 0; i < sums.size(); ++i)
      ASSERT_EQ(elements_of<float>(gw)[i], sums[i]);
  }
  use_settings({});
}

}  // namespace
}  // namespace assay::optimized
