// Tests attributes: typed setters and readers, order, and the rows of the keys.
#include "spec/attributes.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

TEST(Attributes, AreReadAsTheyWereSet) {
  Attributes attributes;
  attributes.axis(2)
      .axes({1, 0})
      .keepdims(true)
      .descending(true)
      .op(Scan::kMax)
      .shape({3, 4})
      .permutation({1, 0})
      .ranges({{0, 2}, {1, 3}})
      .flips({true, false})
      .padding({{1, 2}, {0, 4}})
      .value({0xffff'ffff'ffff'ffffu, 7})
      .dtype(DType::kUint4)
      .mode(ScatterMode::kAdd)
      .flag(AttributeKey::kUpper, true)
      .flag(AttributeKey::kUnitDiag, false)
      .set(AttributeKey::kKernelSize, {2, 3});
  EXPECT_EQ(attributes.mode(), ScatterMode::kAdd);
  EXPECT_TRUE(attributes.flag(AttributeKey::kUpper));
  EXPECT_FALSE(attributes.flag(AttributeKey::kUnitDiag));
  EXPECT_EQ(attributes.integers(AttributeKey::kKernelSize),
            (Attributes::Integers{2, 3}));
  EXPECT_EQ(attributes.axis(), 2);
  EXPECT_EQ(attributes.axes(), (Attributes::Integers{1, 0}));
  EXPECT_TRUE(attributes.keepdims());
  EXPECT_TRUE(attributes.descending());
  EXPECT_EQ(attributes.op(), Scan::kMax);
  EXPECT_EQ(attributes.shape(), (Shape{3, 4}));
  EXPECT_EQ(attributes.permutation(), (Attributes::Integers{1, 0}));
  EXPECT_EQ(attributes.ranges(), (Pairs{{0, 2}, {1, 3}}));
  EXPECT_EQ(attributes.flips(), (std::vector<bool>{true, false}));
  EXPECT_EQ(attributes.padding(), (Pairs{{1, 2}, {0, 4}}));
  EXPECT_EQ(attributes.value(), (ElementBits{0xffff'ffff'ffff'ffffu, 7}));
  EXPECT_EQ(attributes.dtype(), DType::kUint4);
  EXPECT_EQ(attributes.entries().size(), 16u);
}

TEST(Attributes, FalseAndEmptyAreValues) {
  Attributes attributes;
  attributes.keepdims(false).axes({}).ranges({}).flips({});
  EXPECT_FALSE(attributes.keepdims());
  EXPECT_TRUE(attributes.axes().empty());
  EXPECT_TRUE(attributes.ranges().empty());
  EXPECT_TRUE(attributes.flips().empty());
  EXPECT_NE(attributes.find(AttributeKey::kAxes), nullptr);
  EXPECT_EQ(attributes.find(AttributeKey::kAxis), nullptr);
}

TEST(Attributes, ALaterValueReplacesAnEarlierOne) {
  Attributes attributes;
  attributes.axis(1).axis(2);
  EXPECT_EQ(attributes.axis(), 2);
  EXPECT_EQ(attributes.entries().size(), 1u);
}

TEST(Attributes, AreEqualWhateverTheOrderOfSetting) {
  Attributes one;
  one.axis(1).keepdims(true).shape({2});
  Attributes other;
  other.shape({2}).keepdims(true).axis(1);
  EXPECT_EQ(one, other);
  for (std::size_t i = 1; i < one.entries().size(); ++i)
    EXPECT_LT(one.entries()[i - 1].key, one.entries()[i].key);
  EXPECT_NE(one, Attributes(other).axis(0));
  EXPECT_NE(one, Attributes(other).descending(true));
}

TEST(Attributes, RowsAreInTheOrderOfTheKeys) {
  for (int i = 0; i < kAttributeKeyCount; ++i) {
    const auto key = static_cast<AttributeKey>(i);
    EXPECT_EQ(spec_of(key).key, key);
    EXPECT_FALSE(spec_of(key).name.empty());
    EXPECT_FALSE(spec_of(key).text.empty());
  }
  EXPECT_EQ(std::size(kScanNames), 4u);
  EXPECT_EQ(kScanNames[static_cast<int>(Scan::kMin)], "min");
}

}  // namespace
}  // namespace assay
