// Each kind of values has in it what its name says, and nothing else.
#include "harness/value_kind.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "harness/boundary_values.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

constexpr int kDraws = 400;

std::vector<ElementBits> drawn(ValueKind kind, DType dtype) {
  ValueStream stream(99, 0);
  std::vector<ElementBits> elements;
  for (int i = 0; i < kDraws; ++i)
    elements.push_back(draw_element(kind, dtype, stream));
  return elements;
}
std::vector<double> reals(ValueKind kind, DType dtype) {
  std::vector<double> values;
  for (ElementBits bits : drawn(kind, dtype))
    values.push_back(decode_real(format_of(dtype), bits.re));
  return values;
}
template <typename F>
int count_of(const std::vector<double>& values, F holds) {
  int count = 0;
  for (double value : values) count += holds(value) ? 1 : 0;
  return count;
}
const auto is_nan = [](double x) { return std::isnan(x); };
const auto is_inf = [](double x) { return std::isinf(x); };
const auto is_zero = [](double x) { return x == 0; };
const auto is_minus_zero = [](double x) { return x == 0 && std::signbit(x); };

TEST(ValueKind, EveryKindFitsEveryDType) {
  for (int kind = 0; kind <= static_cast<int>(ValueKind::kPowers); ++kind)
    for (const DTypeSpec& row : kDTypes)
      for (ElementBits bits : drawn(static_cast<ValueKind>(kind), row.dtype)) {
        const int part = is_complex(row.dtype) ? row.bits / 2 : row.bits;
        ASSERT_TRUE(part == 64 || (bits.re | bits.im) >> part == 0)
            << row.name << " kind " << kind;
        ASSERT_TRUE(is_complex(row.dtype) || bits.im == 0) << row.name;
        ASSERT_TRUE(row.dtype != DType::kBool || bits.re <= 1);
      }
}

TEST(ValueKind, IsDeterministicInTheStream) {
  EXPECT_EQ(drawn(ValueKind::kPlain, DType::kFloat32),
            drawn(ValueKind::kPlain, DType::kFloat32));
}

TEST(ValueKind, PlainIsFiniteWithFractionsOfBothSigns) {
  const auto values = reals(ValueKind::kPlain, DType::kFloat32);
  EXPECT_EQ(count_of(values, [](double x) { return std::isfinite(x); }),
            kDraws);
  EXPECT_EQ(count_of(values, [](double x) { return std::fabs(x) <= 8; }),
            kDraws);
  EXPECT_GT(count_of(values, [](double x) { return x != std::trunc(x); }), 300);
  EXPECT_GT(count_of(values, [](double x) { return x < 0; }), 100);
}

TEST(ValueKind, NanIsAboutAQuarterNan) {
  const auto values = reals(ValueKind::kNan, DType::kFloat32);
  EXPECT_GT(count_of(values, is_nan), kDraws / 8);
  EXPECT_LT(count_of(values, is_nan), kDraws / 2);
  EXPECT_EQ(count_of(values, is_inf), 0);
}

TEST(ValueKind, InfiniteHasBothInfinitiesZerosAndFewNan) {
  const auto values = reals(ValueKind::kInfinite, DType::kFloat32);
  EXPECT_GT(count_of(values, [](double x) { return is_inf(x) && x > 0; }), 20);
  EXPECT_GT(count_of(values, [](double x) { return is_inf(x) && x < 0; }), 20);
  EXPECT_GT(count_of(values, is_zero), 20);
  EXPECT_GT(count_of(values, is_nan), 2);
  EXPECT_LT(count_of(values, is_nan), 40);
}

TEST(ValueKind, ZerosAreOfBothSigns) {
  const auto zeros = reals(ValueKind::kZeros, DType::kFloat16);
  EXPECT_EQ(count_of(zeros, is_zero), kDraws);
  EXPECT_GT(count_of(zeros, is_minus_zero), 100);
  EXPECT_LT(count_of(zeros, is_minus_zero), 300);
  const auto ones = reals(ValueKind::kZerosAndOnes, DType::kFloat16);
  EXPECT_EQ(count_of(ones, [](double x) { return x == 0 || x == -1; }), kDraws);
  EXPECT_GT(count_of(ones, is_minus_zero), 50);
  EXPECT_GT(count_of(ones, [](double x) { return x == -1; }), 50);
}

TEST(ValueKind, TiesAreThreeValues) {
  for (DType dtype : {DType::kFloat32, DType::kInt8, DType::kUint64}) {
    std::set<std::uint64_t> seen;
    for (ElementBits bits : drawn(ValueKind::kTies, dtype))
      seen.insert(bits.re);
    EXPECT_EQ(seen.size(), 3u) << name_of(dtype);
  }
}

TEST(ValueKind, PayloadsAreHalfNanQuietAndSignaling) {
  for (DType dtype : {DType::kFloat16, DType::kFloat32, DType::kBfloat16,
                      DType::kComplex128}) {
    const FloatFormat& format = format_of(dtype);
    int nans = 0;
    int signaling = 0;
    for (ElementBits bits : drawn(ValueKind::kPayloads, dtype)) {
      if (!is_nan_bits(format, bits.re)) continue;
      ++nans;
      const std::uint64_t quiet =
          quiet_nan_bits(format) ^ overflow_bits(format);
      signaling += (bits.re & quiet) == 0 ? 1 : 0;
    }
    EXPECT_TRUE(nans > 150 && nans < 250) << name_of(dtype) << " " << nans;
    EXPECT_TRUE(signaling > 50) << name_of(dtype) << " " << signaling;
  }
}

TEST(ValueKind, LargeUnsignedHaveTheTopBit) {
  for (ElementBits bits : drawn(ValueKind::kLarge, DType::kUint16))
    EXPECT_GE(bits.re, 0x8000u);
}

TEST(ValueKind, ExtremeLiesAtBothEnds) {
  const auto values = reals(ValueKind::kExtreme, DType::kFloat32);
  const auto huge = [](double x) { return std::fabs(x) > 0x1.fffff0p+127; };
  const auto tiny = [](double x) {
    return std::fabs(x) >= 0x1p-126 && std::fabs(x) < 0x1.00001p-126;
  };
  EXPECT_GT(count_of(values, huge), 100);
  EXPECT_GT(count_of(values, tiny), 100);
  EXPECT_EQ(count_of(values, huge) + count_of(values, tiny), kDraws);
}

TEST(ValueKind, SmallAndPowersAreExact) {
  for (double x : reals(ValueKind::kExactSmall, DType::kBfloat16))
    EXPECT_TRUE(std::fabs(x) <= 2 && x == std::trunc(x)) << x;
  for (double x : reals(ValueKind::kPowers, DType::kFloat8E5m2))
    EXPECT_TRUE(std::fabs(x) == 1 || std::fabs(x) == 2) << x;
}

TEST(ValueKind, BoundaryIsOfTheTable) {
  std::set<std::uint64_t> table;
  for (const BoundaryValue& value : boundary_values(DType::kFloat32))
    table.insert(value.bits);
  std::set<std::uint64_t> seen;
  for (ElementBits bits : drawn(ValueKind::kBoundary, DType::kFloat32)) {
    EXPECT_TRUE(table.contains(bits.re));
    seen.insert(bits.re);
  }
  EXPECT_GT(seen.size(), table.size() / 2);
}

}  // namespace
}  // namespace assay
