// Tests the conversions between the numbers of the C header and the types of
// the contract.
#include "spec/sdk/abi_values.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// A call may have several elements, and a dtype under any key.
TEST(AbiAttributes, KeepElementsAndDTypesOfEveryKey) {
  const auto element = [](std::uint64_t re) { return ElementBits{re, 0}; };
  const Attributes given = Attributes()
                               .element(AttributeKey::kAlpha, element(0x3c00))
                               .element(AttributeKey::kBeta, element(0xfbff))
                               .flag(AttributeKey::kBiased, true)
                               .set(AttributeKey::kIndexDType,
                                    {static_cast<std::int64_t>(DType::kInt64)});
  AbiAttributes converted;
  converted.assign(given, DType::kFloat16);
  AssayTensor x{};
  x.dtype = abi_dtype(DType::kFloat16);
  AssayCall call{};
  call.operand_count = 1;
  call.operands = &x;
  call.attribute_count = converted.count();
  call.attributes = converted.items();
  const auto read = attributes_of_abi(call);
  ASSERT_TRUE(read.ok()) << read.status().message;
  EXPECT_EQ(given, *read);
}

}  // namespace
}  // namespace assay
