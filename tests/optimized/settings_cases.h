// Runs tests of kernels on every target, with usual and with tiny sizes.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "optimized/resources/settings.h"
#include "spec/tensor.h"
#include "tests/optimized/rooms.h"

namespace assay::optimized::test {

class SettingsCases : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    use_settings(Settings());
    const auto read = parse_settings(GetParam());
    if (!read) GTEST_SKIP() << read.status().message;
    use_settings(*read);
  }
  void TearDown() override { use_settings(Settings()); }
};

inline constexpr const char* kSettingsCases[] = {
    "target=scalar", "target=sse4", "target=avx2", "target=avx512",
    "target=best,tiny=1,threads=2"};

// Returns elements between -scale and scale that repeat late.
template <typename T>
Tensor waves(DType dtype, const Shape& shape, double scale = 1) {
  Tensor x = room(dtype, shape);
  for (std::int64_t i = 0; i < x.view.numel(); ++i) {
    const auto at = static_cast<double>(i);
    elements_of<T>(x)[i] = static_cast<T>(scale * std::sin(1.7 * at * at + at));
  }
  return x;
}

// Returns the same elements with the axes reversed in memory.
template <typename T>
Tensor reversed_in_memory(const Tensor& x) {
  Shape shape(x.view.shape().rbegin(), x.view.shape().rend());
  const Strides strides = row_major_strides(shape);
  Tensor turned = room(x.dtype, shape);
  turned.view =
      View(x.view.shape(), Strides(strides.rbegin(), strides.rend()), 0);
  for (const Index& at : indices(x.view.shape()))
    elements_of<T>(turned)[turned.view.linear_index(at)] =
        elements_of<T>(x)[x.view.linear_index(at)];
  return turned;
}

}  // namespace assay::optimized::test
