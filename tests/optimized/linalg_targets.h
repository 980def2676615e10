// Runs tests of the kernels of factorizations on every target, and with every
// switch to another method at its smallest size.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "optimized/resources/settings.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized::test {

class LinalgTargets : public SettingsCases {
 protected:
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
