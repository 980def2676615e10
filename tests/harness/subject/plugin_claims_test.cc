// Tests the limits of claims that a plugin lists in the extension of its table.
#include <gtest/gtest.h>

#include "harness/subject/plugin_subject.h"
#include "reference/reference.h"
#include "spec/cells.h"
#include "spec/sdk/export_backend.h"

namespace assay {
namespace {

// Starts a plugin that lists one limit, after an extension of another vendor.
Result<std::unique_ptr<PluginSubject>> limited_by(const AssayClaimLimits& one) {
  static AssayClaimLimits limits;
  limits = one;
  static AssayClaimLimitsV1 extension{
      {sizeof extension, ASSAY_CLAIM_LIMITS, nullptr},
      [](AssayContext*, const AssayClaimLimits** listed, std::size_t* count,
         AssayStatus*) {
        *listed = &limits;
        *count = 1;
        return int{ASSAY_OK};
      }};
  static AssayExtension other{sizeof other, "vendor.queue",
                              &extension.extension};
  // The subject goes on reading its table.
  static AssayBackendV1 table;
  table =
      *exported_table(Exported<Reference>::make, Exported<Reference>::create);
  table.next = &other;
  auto library = PluginLibrary::of_table(&table, "lib.so");
  return PluginSubject::start(*library);
}

TEST(PluginClaims, HaveTheLimitsOfTheExtension) {
  const Cell first = every_cell().front().first;
  const auto subject = limited_by({0, ASSAY_CLAIM_IMMUTABLE, 1, 2, 3, 0, 4, 5});
  ASSERT_TRUE(subject.ok()) << subject.status().message;
  auto claim = (*subject)->backend().claim(first);
  ASSERT_TRUE(claim);
  EXPECT_EQ(1, claim->min_axes);
  EXPECT_EQ(2, claim->max_axes);
  EXPECT_EQ(3, claim->max_operands);
  EXPECT_EQ(4, claim->min_extent);
  EXPECT_EQ(5, claim->max_extent);
  EXPECT_TRUE(claim->immutable && !claim->composed);
  const auto composed = limited_by({0, ASSAY_CLAIM_COMPOSED, 0, 0, 0, 0, 0, 0});
  ASSERT_TRUE(composed.ok()) << composed.status().message;
  claim = (*composed)->backend().claim(first);
  Claim expected;
  expected.composed = true;
  EXPECT_EQ(expected, claim);
  for (const auto& [wrong, message] :
       {std::pair{AssayClaimLimits{1 << 20, 0, 0, 0, 0, 0, 0, 0},
                  "it limits cell 1048576 where claims lists"},
        {AssayClaimLimits{0, 8, 0, 0, 0, 0, 0, 0}, "it has the flags 0x8"},
        {AssayClaimLimits{0, 0, 2, 1, 0, 0, 0, 0}, "it has min_axes 2"},
        {AssayClaimLimits{0, 0, 0, 0, 0, 0, 3, 2}, "it has extents from 3"}}) {
    const auto refused = limited_by(wrong);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(std::string::npos, refused.status().message.find(message))
        << refused.status().message;
  }
}

}  // namespace
}  // namespace assay
