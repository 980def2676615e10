// Tests the boundary values of each dtype: valid bits, reasons, and the values
// that well-known mistakes need.
#include "harness/operands/boundary_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "spec/float_codec.h"

namespace assay {
namespace {

bool holds(DType dtype, std::uint64_t bits) {
  const auto& values = boundary_values(dtype);
  return std::any_of(values.begin(), values.end(),
                     [&](const BoundaryValue& v) { return v.bits == bits; });
}

TEST(BoundaryValues, FitTheDTypeAndSayWhy) {
  for (const DTypeSpec& row : kDTypes) {
    const int bits = is_complex(row.dtype) ? row.bits / 2 : row.bits;
    ASSERT_FALSE(boundary_values(row.dtype).empty()) << row.name;
    for (const BoundaryValue& value : boundary_values(row.dtype)) {
      EXPECT_TRUE(bits == 64 || value.bits >> bits == 0)
          << row.name << " " << value.reason;
      EXPECT_FALSE(value.reason.empty());
    }
  }
  for (const BoundaryValue& value : boundary_values(DType::kBool))
    EXPECT_LE(value.bits, 1u);
}

TEST(BoundaryValues, OfFloatsHaveBothSignsOfTheEdges) {
  for (const DTypeSpec& row : kDTypes) {
    if (!is_real(row.dtype) && !is_complex(row.dtype)) continue;
    const FloatFormat& format = row.format;
    for (std::uint64_t sign : {std::uint64_t{0}, sign_bit(format)})
      for (std::uint64_t bits :
           {std::uint64_t{0}, std::uint64_t{1}, smallest_normal_bits(format),
            smallest_normal_bits(format) - 1, largest_finite_bits(format),
            overflow_bits(format), quiet_nan_bits(format),
            encode_real(format, 0.5), encode_real(format, 0.5) - 1,
            encode_real(format, 1)})
        EXPECT_TRUE(holds(row.dtype, sign | bits)) << row.name << " " << bits;
  }
}

TEST(BoundaryValues, OfIntegersHaveTheEnds) {
  for (const DTypeSpec& row : kDTypes) {
    if (!is_integer(row.dtype)) continue;
    const std::uint64_t all = UINT64_MAX >> (64 - row.bits);
    const std::uint64_t top = std::uint64_t{1} << (row.bits - 1);
    for (std::uint64_t bits : {std::uint64_t{0}, std::uint64_t{1}, all, all - 1,
                               top, top - 1, top + 1})
      EXPECT_TRUE(holds(row.dtype, bits)) << row.name << " " << bits;
  }
}

// Values that a format in between rounds to a tie of the narrow one.
TEST(BoundaryValues, HaveWhatRoundsTwiceWrongly) {
  const auto count = [](DType from, const FloatFormat& to, auto through) {
    int wrong = 0;
    for (const BoundaryValue& value : boundary_values(from)) {
      const std::int64_t exact = signed_value(from, {value.bits, 0});
      const auto bits = static_cast<std::uint64_t>(exact);
      const std::uint64_t magnitude = exact < 0 ? 0 - bits : bits;
      const std::uint64_t once = encode_scaled(to, exact < 0, magnitude, 0);
      wrong += once != encode_real(to, through(exact)) ? 1 : 0;
    }
    return wrong;
  };
  const auto by_double = [](std::int64_t x) { return static_cast<double>(x); };
  const auto by_float = [](std::int64_t x) -> double {
    return static_cast<float>(x);
  };
  EXPECT_GE(count(DType::kInt64, kFormatFloat32, by_double), 1);
  EXPECT_GE(count(DType::kInt64, kFormatBfloat16, by_float), 1);
  EXPECT_GE(count(DType::kInt32, kFormatBfloat16, by_float), 1);
}

TEST(BoundaryValues, SignalingNanWhereTheFormatHasOne) {
  for (DType dtype : {DType::kFloat16, DType::kFloat32, DType::kBfloat16,
                      DType::kFloat64, DType::kComplex64})
    EXPECT_TRUE(holds(dtype, overflow_bits(format_of(dtype)) | 1))
        << name_of(dtype);
}

TEST(BoundaryValues, StartSimply) {
  for (const DTypeSpec& row : kDTypes)
    EXPECT_EQ(boundary_values(row.dtype)[0].bits, 0u) << row.name;
}

}  // namespace
}  // namespace assay
