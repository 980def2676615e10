// Expectations on refusals, of anything that has a status.
#pragma once

#include <gtest/gtest.h>

#include "spec/result.h"

namespace assay::test {

inline void expect_invalid(const auto& result) {
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().code, StatusCode::kInvalid);
}

}  // namespace assay::test
