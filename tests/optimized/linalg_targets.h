// Runs tests of the kernels of factorizations on every target, and with every
// switch to another method at its smallest size.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "optimized/resources/settings.h"

namespace assay::optimized::test {

class LinalgTargets : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    use_settings(Settings());
    const auto read = parse_settings(GetParam());
    if (!read) GTEST_SKIP() << read.status().message;
    use_settings(*read);
  }
  void TearDown() override { use_settings(Settings()); }

  // Returns numbers between -1 and 1 that repeat late.
  template <typename T>
  std::vector<T> noise(std::int64_t count) {
    std::vector<T> x(static_cast<std::size_t>(count));
    for (T& element : x) {
      drawn_ += 1;
      element = static_cast<T>(std::sin(1.7 * drawn_ * drawn_));
    }
    return x;
  }

 private:
  double drawn_ = 0;
};

template <typename F>
void for_both_types(F f) {
  f(float(), 1e-4);
  f(double(), 1e-12);
}

}  // namespace assay::optimized::test
