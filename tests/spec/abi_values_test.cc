// Tests the conversions between the numbers of the C header and the types of
// the contract.
#include "spec/sdk/abi_values.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// Every kind of attribute, there and back.
TEST(AbiAttributes, ComeBackAsTheyWere) {
  Attributes given;
  given.axis(-3).axes({2, 0}).keepdims(true).op(Scan::kMax).shape({});
  given.ranges({{1, 2}, {3, 4}}).flips({true, false}).value({7, 9});
  given.dtype(DType::kComplex64).mode(ScatterMode::kAdd);
  AbiAttributes attributes;
  attributes.assign(given, DType::kComplex64);
  AssayCall call{};
  call.attribute_count = attributes.count();
  call.attributes = attributes.items();
  auto back = attributes_of_abi(call);
  ASSERT_TRUE(back.ok()) << back.status().message;
  EXPECT_TRUE(given == *back);
  // The element of an operand's dtype, packed.
  given = Attributes().value({0xd, 0});
  attributes.assign(given, DType::kInt4);
  AssayTensor operand{};
  operand.dtype = abi_dtype(DType::kInt4);
  call.attribute_count = attributes.count();
  call.attributes = attributes.items();
  call.operands = &operand;
  EXPECT_FALSE(attributes_of_abi(call).ok());  // of which dtype?
  call.operand_count = 1;
  back = attributes_of_abi(call);
  ASSERT_TRUE(back.ok()) << back.status().message;
  EXPECT_TRUE(given == *back);
}

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
