// Tests dtypes: the rows against an independent list, names, and sets.
#include "spec/dtype.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace assay {
namespace {

struct Expected {
  DType dtype;
  std::string_view name;
  int bits;
  Category category;
};

// Written from the contract, not from the table.
constexpr Expected kExpected[] = {
    {DType::kFloat16, "float16", 16, Category::kReal},
    {DType::kFloat32, "float32", 32, Category::kReal},
    {DType::kFloat64, "float64", 64, Category::kReal},
    {DType::kBfloat16, "bfloat16", 16, Category::kReal},
    {DType::kFloat8E4m3fn, "float8_e4m3fn", 8, Category::kReal},
    {DType::kFloat8E5m2, "float8_e5m2", 8, Category::kReal},
    {DType::kInt4, "int4", 4, Category::kSigned},
    {DType::kUint4, "uint4", 4, Category::kUnsigned},
    {DType::kInt8, "int8", 8, Category::kSigned},
    {DType::kUint8, "uint8", 8, Category::kUnsigned},
    {DType::kInt16, "int16", 16, Category::kSigned},
    {DType::kUint16, "uint16", 16, Category::kUnsigned},
    {DType::kInt32, "int32", 32, Category::kSigned},
    {DType::kUint32, "uint32", 32, Category::kUnsigned},
    {DType::kInt64, "int64", 64, Category::kSigned},
    {DType::kUint64, "uint64", 64, Category::kUnsigned},
    {DType::kComplex64, "complex64", 64, Category::kComplex},
    {DType::kComplex128, "complex128", 128, Category::kComplex},
    {DType::kBool, "bool", 8, Category::kBool},
};

TEST(DType, RowsAreThoseOfTheContract) {
  ASSERT_EQ(std::size(kExpected), kDTypes.size());
  for (const Expected& expected : kExpected) {
    EXPECT_EQ(name_of(expected.dtype), expected.name);
    EXPECT_EQ(spec_of(expected.dtype).bits, expected.bits) << expected.name;
    EXPECT_EQ(category_of(expected.dtype), expected.category) << expected.name;
  }
}

TEST(DType, NamesAreFoundAndDistinct) {
  std::set<std::string_view> names;
  for (const DTypeSpec& row : kDTypes) {
    EXPECT_EQ(dtype_named(row.name), row.dtype);
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
  }
  EXPECT_EQ(dtype_named("float8_e4m3"), DType::kFloat8E4m3fn);
  for (std::string_view wrong : {"", "float", "Float32", "float32 ", "int128"})
    EXPECT_FALSE(dtype_named(wrong)) << wrong;
}

TEST(DType, FloatFormatsFillTheirBits) {
  for (const DTypeSpec& row : kDTypes) {
    const bool has_format =
        row.category == Category::kReal || row.category == Category::kComplex;
    EXPECT_EQ(row.format.bits != 0, has_format) << row.name;
    if (!has_format) continue;
    const int components = row.category == Category::kComplex ? 2 : 1;
    EXPECT_EQ(row.format.bits * components, row.bits) << row.name;
    // Sign, exponent field and stored significand fill the bits; the exponent
    // field has min_exponent at 1, and its largest value means infinity or
    // NaN, except in e4m3fn.
    const int field = row.format.bits - row.format.precision;
    const int largest = (1 << field) - (row.format.has_infinity ? 2 : 1);
    EXPECT_EQ(row.format.max_exponent - row.format.min_exponent + 1, largest)
        << row.name;
    EXPECT_EQ(row.format.min_exponent, 2 - (1 << (field - 1))) << row.name;
  }
}

TEST(DType, PredicatesFollowTheCategory) {
  EXPECT_TRUE(is_integer(DType::kUint4));
  EXPECT_TRUE(is_integer(DType::kInt64));
  EXPECT_FALSE(is_integer(DType::kBool));
  EXPECT_TRUE(is_real(DType::kFloat64));
  EXPECT_FALSE(is_real(DType::kComplex64));
  EXPECT_TRUE(is_complex(DType::kComplex64));
  for (const DTypeSpec& row : kDTypes)
    EXPECT_EQ(is_narrow_real(row.dtype), kNarrowFloats.contains(row.dtype))
        << row.name;
}

TEST(DTypeSet, GroupsPartitionTheDTypes) {
  EXPECT_EQ(kWideIntegers.count(), 8);
  EXPECT_EQ(kIntegers.count(), 10);
  EXPECT_EQ(kNarrowFloats.count(), 4);
  EXPECT_EQ(kFloats.count(), 6);
  EXPECT_EQ(kEveryDType.count(), kDTypeCount);
  EXPECT_TRUE((kIntegers & kFloats).empty());
  EXPECT_TRUE((kFloats & kComplexes).empty());
  EXPECT_TRUE(DTypeSet{}.empty());
  EXPECT_FALSE(kBools.empty());
  const DTypeSet pair = {DType::kInt4, DType::kBool};
  EXPECT_EQ(pair & kBools, kBools);
  EXPECT_EQ(pair | kBools, pair);
  EXPECT_TRUE(pair.contains(DType::kInt4));
  EXPECT_FALSE(pair.contains(DType::kUint4));
}

}  // namespace
}  // namespace assay
