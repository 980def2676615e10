// Each kind of values has in it what its name says, and nothing else; and every
// case about NaN, small ones and those of other run seeds too, has a NaN that
// decides it.
#include "harness/operands/value_kind.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <vector>

#include "harness/generate/build_case.h"
#include "harness/generate/deciding_nan.h"
#include "harness/operands/boundary_values.h"
#include "spec/float_codec.h"
#include "tests/harness/plans.h"

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

// A narrower type takes most of them for another of them.
TEST(ValueKind, NeighboursAreConfusedByANarrowerType) {
  for (DType dtype : {DType::kInt64, DType::kUint64, DType::kInt32,
                      DType::kUint32, DType::kFloat64}) {
    std::set<std::uint64_t> exact;
    std::set<double> narrowed;
    ValueStream stream(7, 0);
    for (int k = 0; k < 500; ++k) {
      const ElementBits bits =
          draw_element(ValueKind::kNeighbours, dtype, stream);
      double value = category_of(dtype) == Category::kSigned
                         ? static_cast<double>(signed_value(dtype, bits))
                         : static_cast<double>(bits.re);
      if (dtype == DType::kFloat64)
        value = decode_real(kFormatFloat64, bits.re);
      if (dtype == DType::kFloat64 && std::fabs(std::fabs(value) - 2) > 1e-9)
        continue;
      exact.insert(bits.re);
      narrowed.insert(spec_of(dtype).bits == 64 && dtype != DType::kFloat64
                          ? value
                          : static_cast<float>(value));
    }
    EXPECT_GE(exact.size(), 12u) << name_of(dtype);
    EXPECT_LE(3 * narrowed.size(), 2 * exact.size()) << name_of(dtype);
  }
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

TEST(DecidingNan, IsInEveryCaseAboutNan) {
  std::set<std::string_view> clauses;
  for (PlannedCase plan : test::every_plan()) {
    if (!is_about_nan(plan)) continue;
    clauses.insert(plan.clause);
    // Odd numbers have few elements.
    for (plan.number = 0; plan.number < 8; ++plan.number)
      for (std::uint64_t seed = 0; seed < 3; ++seed)
        EXPECT_TRUE(has_deciding_nan(build_case(plan, seed)))
            << plan.id() << " with seed " << seed;
  }
  EXPECT_GT(clauses.size(), 35u);
  for (const char* clause : {"pow.nan", "argmax.nan", "reduce_min.nan",
                             "associative_scan.nan", "argsort.nan_last"})
    EXPECT_TRUE(clauses.contains(clause)) << clause;
}

TEST(DecidingNan, IsForClausesAboutNanAlone) {
  EXPECT_FALSE(is_about_nan(test::plan_of("abs"_op, "abs.value")));
  EXPECT_TRUE(is_about_nan(test::plan_of("abs"_op, "abs.nan")));
  // These build their operands by other rules.
  EXPECT_FALSE(is_about_nan(test::plan_of("matmul"_op, "matmul.isolated_nan")));
}

std::uint64_t word_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// A case of one step on a row-major operand of float64.
Case case_on(Op op, const Attributes& attributes, const Shape& shape,
             const std::vector<double>& values) {
  Case test_case;
  CaseTensor tensor{"x", DType::kFloat64, View(shape), {}, {}};
  tensor.storage.emplace();
  for (double value : values) tensor.storage->push_back({word_of(value), 0});
  test_case.tensors.push_back(std::move(tensor));
  Step step;
  step.op = op;
  step.operands = {"x"};
  step.attributes = attributes;
  step.outs = {"out"};
  test_case.steps.push_back(std::move(step));
  return test_case;
}

constexpr double kQuietNan = std::numeric_limits<double>::quiet_NaN();

TEST(DecidingNan, StandsAfterANumberOfItsLane) {
  const auto decides = [](const Shape& shape, std::int64_t axis,
                          const std::vector<double>& values) {
    return has_deciding_nan(case_on(
        "argmax"_op, Attributes().axis(axis).keepdims(false), shape, values));
  };
  EXPECT_TRUE(decides({3}, 0, {1, 2, kQuietNan}));
  EXPECT_FALSE(decides({3}, 0, {kQuietNan, 2, 1}));  // right by accident
  EXPECT_FALSE(decides({3}, 0, {kQuietNan, kQuietNan, kQuietNan}));
  EXPECT_FALSE(decides({3}, 0, {1, 2, 3}));
  EXPECT_TRUE(decides({2, 2}, 0, {1, 2, 3, kQuietNan}));
  EXPECT_FALSE(decides({2, 2}, 0, {kQuietNan, 2, kQuietNan, 1}));
  EXPECT_FALSE(decides({1, 3}, 0, {1, kQuietNan, 2}));  // lanes of one element
  EXPECT_TRUE(decides({1, 3}, 1, {1, kQuietNan, 2}));
}

TEST(DecidingNan, StandsAfterANumberOverAllReducedAxes) {
  const auto decides = [](std::vector<std::int64_t> axes) {
    return has_deciding_nan(case_on(
        "reduce_max"_op, Attributes().axes(std::move(axes)).keepdims(false),
        {2, 2}, {kQuietNan, 1, kQuietNan, 2}));
  };
  EXPECT_FALSE(decides({0}));
  EXPECT_FALSE(decides({1}));
  EXPECT_TRUE(decides({0, 1}));
}

TEST(DecidingNan, StandsBeforeANumberThatIsSorted) {
  const auto decides = [](const std::vector<double>& values) {
    return has_deciding_nan(case_on(
        "sort"_op, Attributes().axis(0).descending(false), {3}, values));
  };
  EXPECT_TRUE(decides({1, kQuietNan, 2}));
  EXPECT_FALSE(decides({1, 2, kQuietNan}));  // in its place
}

}  // namespace
}  // namespace assay
