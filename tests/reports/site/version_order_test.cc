// Tests the order of versions.
#include "reports/site/version_order.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(VersionOrder, FollowsTheNumbers) {
  const std::string_view ascending[] = {"0.9",
                                        "1.2",
                                        "1.02.1",
                                        "1.3.dev3",
                                        "1.3",
                                        "1.10-rc2",
                                        "1.10-rc10",
                                        "1.10",
                                        "1.10.1",
                                        "2.4.6",
                                        "2.4.6 with ml_dtypes 0.5.9",
                                        "2.4.6 with ml_dtypes 0.6.0",
                                        "10.0a1",
                                        "10.0b1",
                                        "10.0",
                                        "100000000000000000000.1"};
  for (std::size_t i = 0; i < std::size(ascending); ++i)
    for (std::size_t j = 0; j < std::size(ascending); ++j)
      EXPECT_EQ(i < j, is_earlier_version(ascending[i], ascending[j]))
          << ascending[i] << " and " << ascending[j];
}

TEST(VersionOrder, IsStrict) {
  for (std::string_view version :
       {"", "1.0", "1.0-rc1", "abc", "v1", "unknown"})
    EXPECT_FALSE(is_earlier_version(version, version)) << version;
  EXPECT_TRUE(is_earlier_version("", "1"));
  EXPECT_FALSE(is_earlier_version("1", ""));
}

}  // namespace
}  // namespace assay
