// Tests elements as text: every 8- and 16-bit pattern and samples of the others
// written and read back, the spellings of case files, and texts that are
// refused.
#include "spec/element_text.h"

#include <gtest/gtest.h>

#include <ostream>
#include <random>

#include "spec/float_codec.h"

namespace assay {
namespace {

void check_round_trip(DType dtype, std::uint64_t bits) {
  const std::string text = component_text(dtype, bits);
  const Result<std::uint64_t> parsed = parse_component(dtype, text);
  ASSERT_TRUE(parsed.ok()) << name_of(dtype) << ": " << text << ": "
                           << parsed.status().message;
  ASSERT_EQ(*parsed, bits) << name_of(dtype) << ": " << text;
}

std::uint64_t parsed(DType dtype, std::string_view text) {
  const Result<std::uint64_t> bits = parse_component(dtype, text);
  EXPECT_TRUE(bits.ok()) << name_of(dtype) << ": " << bits.status().message;
  return bits.ok() ? *bits : 0xdead;
}

TEST(ElementText, ReadsBackEveryPatternOfUpTo16Bits) {
  for (const DTypeSpec& row : kDTypes) {
    if (row.bits > 16) continue;
    const std::uint64_t count =
        row.category == Category::kBool ? 2 : std::uint64_t{1} << row.bits;
    for (std::uint64_t bits = 0; bits < count; ++bits)
      ASSERT_NO_FATAL_FAILURE(check_round_trip(row.dtype, bits));
  }
}

TEST(ElementText, ReadsBackSamplesOfWiderElements) {
  std::mt19937_64 random(1);
  for (const DTypeSpec& row : kDTypes) {
    if (row.bits <= 16) continue;
    const int bits = is_complex(row.dtype) ? row.bits / 2 : row.bits;
    const std::uint64_t mask = UINT64_MAX >> (64 - bits);
    for (int i = 0; i < 5000; ++i)
      ASSERT_NO_FATAL_FAILURE(check_round_trip(row.dtype, random() & mask));
    for (int i = 0; i < bits; ++i)
      for (std::uint64_t centre : {std::uint64_t{1} << i, mask >> i})
        for (std::uint64_t near : {centre - 1, centre, centre + 1})
          ASSERT_NO_FATAL_FAILURE(check_round_trip(row.dtype, near & mask));
  }
}

TEST(ElementText, SpellsElementsAsCaseFilesDo) {
  EXPECT_EQ(component_text(DType::kBool, 1), "1");
  EXPECT_EQ(component_text(DType::kInt4, 0xf), "-1");
  EXPECT_EQ(component_text(DType::kUint4, 0xf), "15");
  EXPECT_EQ(component_text(DType::kUint64, UINT64_MAX), "18446744073709551615");
  EXPECT_EQ(component_text(DType::kInt64, std::uint64_t{1} << 63),
            "-9223372036854775808");
  EXPECT_EQ(component_text(DType::kFloat32, 0x4040'0000), "0x1.8p+1");
  EXPECT_EQ(component_text(DType::kFloat32, 0x8000'0000), "-0x0p+0");
  EXPECT_EQ(component_text(DType::kFloat32, 0x7f80'0000), "inf");
  EXPECT_EQ(component_text(DType::kFloat32, 0xff80'0000), "-inf");
  EXPECT_EQ(component_text(DType::kFloat32, 0x7fc0'0000), "nan:7fc00000");
  EXPECT_EQ(component_text(DType::kFloat8E4m3fn, 0xff), "nan:ff");
  EXPECT_EQ(component_text(DType::kFloat16, 0x7c01), "nan:7c01");
  EXPECT_EQ(element_text(DType::kInt8, {0x80, 0}), "-128");
  EXPECT_EQ(element_text(DType::kComplex64, {0x3f80'0000, 0x8000'0000}),
            "0x1p+0,-0x0p+0");
}

TEST(ElementText, ShowsDecimalsAndBits) {
  EXPECT_EQ(decimal_text(DType::kFloat32, {0x3dcc'cccd, 0}), "0.1");
  EXPECT_EQ(decimal_text(DType::kFloat64, {0x3fb9'9999'9999'999a, 0}), "0.1");
  EXPECT_EQ(decimal_text(DType::kFloat32, {0x7fc0'0001, 0}), "nan");
  EXPECT_EQ(decimal_text(DType::kFloat32, {0x8000'0000, 0}), "-0");
  EXPECT_EQ(decimal_text(DType::kFloat16, {0xfc00, 0}), "-inf");
  EXPECT_EQ(decimal_text(DType::kInt16, {0xffff, 0}), "-1");
  EXPECT_EQ(decimal_text(DType::kComplex64, {0x3f80'0000, 0xbf00'0000}),
            "(1, -0.5)");
  EXPECT_EQ(bits_text(DType::kFloat32, {0x3f80'0000, 0}), "0x3f800000");
  EXPECT_EQ(bits_text(DType::kInt4, {0xf, 0}), "0xf");
  EXPECT_EQ(bits_text(DType::kBool, {1, 0}), "0x01");
  EXPECT_EQ(bits_text(DType::kComplex64, {1, 2}), "0x00000001,0x00000002");
}

TEST(ElementText, ParsesOtherSpellingsOfExactValues) {
  EXPECT_EQ(parsed(DType::kFloat32, "nan"), 0x7fc0'0000u);
  EXPECT_EQ(parsed(DType::kFloat8E4m3fn, "nan"), 0x7fu);
  EXPECT_EQ(parsed(DType::kFloat32, "0x18p-3"), 0x4040'0000u);
  EXPECT_EQ(parsed(DType::kFloat32, "0x.8p+1"), 0x3f80'0000u);
  EXPECT_EQ(parsed(DType::kFloat32, "0x1.p+0"), 0x3f80'0000u);
  EXPECT_EQ(parsed(DType::kFloat32, "0x1.000000000000000000p0"), 0x3f80'0000u);
  EXPECT_EQ(parsed(DType::kFloat32, "0x000000000000000000001p0"), 0x3f80'0000u);
  EXPECT_EQ(parsed(DType::kFloat32, "0x100000000000000000000p-80"),
            0x3f80'0000u);
  EXPECT_EQ(parsed(DType::kFloat32, "-0x0p-99999"), 0x8000'0000u);
  EXPECT_EQ(parsed(DType::kFloat32, "0x1p-149"), 1u);
  EXPECT_EQ(parsed(DType::kFloat64, "0x1.fffffffffffffp+1023"),
            0x7fef'ffff'ffff'ffffu);
  EXPECT_EQ(parsed(DType::kFloat64, "0x1p-1074"), 1u);
}

struct Bad {
  DType dtype;
  std::string_view text;
};
void PrintTo(const Bad& bad, std::ostream* stream) {
  *stream << name_of(bad.dtype) << " \"" << bad.text << '"';
}
class BadText : public testing::TestWithParam<Bad> {};
INSTANTIATE_TEST_SUITE_P(
    All, BadText,
    testing::Values(
        Bad{DType::kBool, "2"}, Bad{DType::kBool, "true"},
        Bad{DType::kBool, ""}, Bad{DType::kBool, "01"}, Bad{DType::kInt4, "8"},
        Bad{DType::kInt4, "-9"}, Bad{DType::kUint4, "16"},
        Bad{DType::kUint4, "-1"}, Bad{DType::kInt8, "128"},
        Bad{DType::kInt8, "0x1"}, Bad{DType::kInt8, "+1"},
        Bad{DType::kInt8, " 1"}, Bad{DType::kInt8, "1 "}, Bad{DType::kInt8, ""},
        Bad{DType::kInt8, "1.0"}, Bad{DType::kInt8, "--1"},
        Bad{DType::kInt64, "9223372036854775808"},
        Bad{DType::kUint64, "18446744073709551616"}, Bad{DType::kUint64, "-1"},
        // Decimal fractions, and hex floats that do not end as such.
        Bad{DType::kFloat32, "1.5"}, Bad{DType::kFloat32, "1"},
        Bad{DType::kFloat32, "0x1"}, Bad{DType::kFloat32, "0x1p"},
        Bad{DType::kFloat32, "0x1p+"}, Bad{DType::kFloat32, "0xp+1"},
        Bad{DType::kFloat32, "0x.p+1"}, Bad{DType::kFloat32, "0x1.1.1p+0"},
        Bad{DType::kFloat32, "0x1p1p1"}, Bad{DType::kFloat32, "0x1p1.0"},
        Bad{DType::kFloat32, "0x1p0 "}, Bad{DType::kFloat32, "+0x1p0"},
        Bad{DType::kFloat32, "--0x1p0"}, Bad{DType::kFloat32, "0x-1p0"},
        Bad{DType::kFloat32, "0x1pa"}, Bad{DType::kFloat32, ""},
        Bad{DType::kFloat32, "-"}, Bad{DType::kFloat32, "infinity"},
        Bad{DType::kFloat32, "+inf"}, Bad{DType::kFloat32, "Inf"},
        Bad{DType::kFloat32, "-nan"},
        // NaN with the bits of something else.
        Bad{DType::kFloat32, "nan:"}, Bad{DType::kFloat32, "nan:7f800000"},
        Bad{DType::kFloat32, "nan:0x7fc00000"},
        Bad{DType::kFloat32, "nan:17fc00000"}, Bad{DType::kFloat32, "nan:-1"},
        Bad{DType::kFloat8E4m3fn, "nan:7e"},
        // No infinity, and no value near the given one will do.
        Bad{DType::kFloat8E4m3fn, "inf"}, Bad{DType::kFloat8E4m3fn, "-inf"},
        Bad{DType::kFloat8E4m3fn, "0x1.ep+8"},
        Bad{DType::kFloat8E4m3fn, "0x1p+9"}, Bad{DType::kFloat16, "0x1.002p+0"},
        Bad{DType::kFloat16, "0x1p+16"}, Bad{DType::kFloat16, "0x1p-25"},
        Bad{DType::kFloat32, "0x1p+128"}, Bad{DType::kFloat32, "0x1.000001p+0"},
        Bad{DType::kFloat32, "0x1p+99999"}, Bad{DType::kFloat32, "-0x1p-99999"},
        Bad{DType::kFloat32, "0x1p+99999999999999999999"},
        Bad{DType::kFloat32, "0x1p-99999999999999999999"},
        Bad{DType::kFloat64, "0x1p+1024"}, Bad{DType::kFloat64, "0x1p-1075"},
        Bad{DType::kFloat64, "0x1.8p-1074"},
        Bad{DType::kFloat64, "0x1.00000000000008p+0"},
        Bad{DType::kFloat64, "0x1.000000000000000000001p+0"},
        Bad{DType::kComplex128, "0x1.00000000000008p+0"}));

TEST_P(BadText, IsRejectedWithASentence) {
  const auto [dtype, text] = GetParam();
  const Result<std::uint64_t> bits = parse_component(dtype, text);
  ASSERT_FALSE(bits.ok()) << name_of(dtype) << " takes " << text << " for "
                          << component_text(dtype, *bits);
  EXPECT_EQ(bits.status().code, StatusCode::kInvalid);
  EXPECT_NE(bits.status().message.find(name_of(dtype)), std::string::npos);
}

}  // namespace
}  // namespace assay
