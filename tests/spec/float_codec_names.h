// Lists the names that the tests of the float codecs use.
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "spec/dtype.h"

namespace assay::test {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline std::string dtype_test_name(const testing::TestParamInfo<DType>& info) {
  return std::string(name_of(info.param));
}

}  // namespace assay::test
