// Runs a test with settings that it names, such as a target, and skips those
// that this processor lacks.
#pragma once

#include <gtest/gtest.h>

#include "optimized/resources/settings.h"

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
    "target=scalar", "target=sse4", "target=avx2",
    "target=avx512", "target=amx",  "target=best,tiny=1,threads=2"};

}  // namespace assay::optimized::test
