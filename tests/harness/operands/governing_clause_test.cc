// Tests which clause governs which operands, by hand for every aspect, and that
// every boundary value has a governing clause.
#include "harness/operands/governing_clause.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "harness/operands/boundary_values.h"
#include "harness/operands/operand_pool.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr double kRealInf = HUGE_VAL;
const double kRealNan = std::nan("");

struct RealRow {
  std::string_view op;
  double x;
  double y;
  std::string_view clause;
};

const RealRow kRealRows[] = {
    {"add", 1, 2, "add.value"},
    {"add", kRealInf, -kRealInf, "add.nan"},
    {"add", kRealInf, kRealInf, "add.infinity"},
    {"add", 1, -1, "add.signed_zero"},
    {"add", 0x1.fffffep127, 0x1.fffffep127, "add.overflow"},
    {"sub", kRealInf, kRealInf, "sub.nan"},
    {"sub", 1, 1, "sub.signed_zero"},
    {"sub", kRealInf, -kRealInf, "sub.infinity"},
    {"mul", 0, kRealInf, "mul.nan"},
    {"mul", 0, -3, "mul.signed_zero"},
    {"mul", 0x1p100, 0x1p100, "mul.overflow"},
    {"mul", 0x1p-100, 0x1p-40, "mul.subnormal"},
    {"div", 0, 0, "div.nan"},
    {"div", 1, 0, "div.zero"},
    {"div", 1, kRealInf, "div.infinity"},
    {"div", 1, 3, "div.value"},
    {"mod", 1, 0, "mod.nan"},
    {"mod", 5, kRealInf, "mod.infinity"},
    {"mod", -6, 3, "mod.signed_zero"},
    {"mod", -5, 3, "mod.sign"},
    {"mod", 5, 3, "mod.value"},
    {"pow", kRealNan, 0, "pow.zero_exponent"},
    {"pow", 1, kRealNan, "pow.one"},
    {"pow", -2, 0.5, "pow.nan"},
    {"pow", 0, -1, "pow.infinity"},
    {"pow", 2, 0.5, "pow.value"},
    {"pow", 2, 200, "pow.overflow"},
    {"atan2", -0.0, -1, "atan2.minus_pi"},
    {"atan2", 0.0, -1, "atan2.signed_zero"},
    {"atan2", 1, kRealInf, "atan2.infinity"},
    {"atan2", kRealNan, 1, "atan2.nan"},
    {"cmplt", kRealNan, 1, "cmplt.nan"},
    {"cmpeq", 0.0, -0.0, "cmpeq.signed_zero"},
    {"cmpeq", 0.0, 0.0, "cmpeq.value"},
    {"max", 1, kRealNan, "max.nan"},
    {"min", -0.0, 0.0, "min.signed_zero"},
    {"round", 2.5, 0, "round.half"},
    {"round", 0x1.fffffep-2, 0, "round.below_half"},
    {"round", 8388609, 0, "round.below_half"},
    {"round", -0.2, 0, "round.signed_zero"},
    {"round", 1.7, 0, "round.value"},
    {"round", kRealInf, 0, "round.nonfinite"},
    {"trunc", -0.5, 0, "trunc.signed_zero"},
    {"ceil", -0.5, 0, "ceil.signed_zero"},
    {"ceil", 0.5, 0, "ceil.value"},
    {"floor", 0.5, 0, "floor.signed_zero"},
    {"neg", 0, 0, "neg.signed_zero"},
    {"abs", -0.0, 0, "abs.signed_zero"},
    {"abs", 0.0, 0, "abs.value"},
    {"abs", -kRealInf, 0, "abs.infinity"},
    {"sign", kRealNan, 0, "sign.nan"},
    {"sign", -0.0, 0, "sign.zero"},
    {"recip", -0.0, 0, "recip.zero"},
    {"recip", kRealInf, 0, "recip.infinity"},
    {"sqrt", -1, 0, "sqrt.domain"},
    {"sqrt", -0.0, 0, "sqrt.signed_zero"},
    {"sqrt", kRealInf, 0, "sqrt.infinity"},
    {"log", 0, 0, "log.zero"},
    {"log", 1, 0, "log.one"},
    {"log", -1, 0, "log.domain"},
    {"exp", -0.0, 0, "exp.zero"},
    {"exp", 200, 0, "exp.overflow"},
    {"exp", -100, 0, "exp.overflow"},
    {"sin", 1e22, 0, "sin.large"},
    {"sin", kRealInf, 0, "sin.infinity"},
    {"cos", 0, 0, "cos.zero"},
    {"asin", 1.5, 0, "asin.domain"},
    {"acos", 1, 0, "acos.one"},
    {"acos", 0, 0, "acos.value"},
    {"cosh", 100, 0, "cosh.overflow"},
    {"tanh", 20, 0, "tanh.saturated"},
    {"erf", -8, 0, "erf.saturated"},
    {"tanh", 0.5, 0, "tanh.value"},
};

TEST(GoverningClause, OfFloat32) {
  for (const RealRow& row : kRealRows) {
    const ElementBits operands[] = {{encode_real(kFormatFloat32, row.x), 0},
                                    {encode_real(kFormatFloat32, row.y), 0}};
    EXPECT_EQ(governing_clause(*op_named(row.op), DType::kFloat32, operands),
              row.clause)
        << row.op << "(" << row.x << ", " << row.y << ")";
  }
}

TEST(GoverningClause, OverflowDependsOnTheFormat) {
  const auto governs = [](DType dtype, double x) {
    const ElementBits operands[] = {{encode_real(format_of(dtype), x), 0},
                                    {encode_real(format_of(dtype), x), 0}};
    return governing_clause("add"_op, dtype, operands);
  };
  EXPECT_EQ(governs(DType::kFloat8E4m3fn, 224), "add.value");
  EXPECT_EQ(governs(DType::kFloat8E4m3fn, 240), "add.overflow");
  EXPECT_EQ(governs(DType::kFloat16, 32000), "add.value");
  EXPECT_EQ(governs(DType::kFloat16, 32768), "add.overflow");
}

struct IntegerRow {
  std::string_view op;
  DType dtype;
  std::int64_t x;
  std::int64_t y;
  std::string_view clause;
};

const IntegerRow kIntegerRows[] = {
    {"add", DType::kInt8, 127, 1, "add.wrap"},
    {"add", DType::kInt8, 126, 1, "add.value"},
    {"add", DType::kUint8, 255, 1, "add.wrap"},
    {"sub", DType::kUint8, 0, 1, "sub.wrap"},
    {"sub", DType::kInt64, INT64_MIN, 1, "sub.wrap"},
    {"mul", DType::kInt64, INT64_MIN, -1, "mul.wrap"},
    {"mul", DType::kUint64, -1, 1, "mul.value"},
    {"mul", DType::kUint64, -1, 2, "mul.wrap"},
    {"div", DType::kInt16, 5, 0, "div.integer_zero"},
    {"div", DType::kInt16, -32768, -1, "div.int_min"},
    {"div", DType::kInt16, -7, 2, "div.truncate"},
    {"div", DType::kInt16, -8, 2, "div.value"},
    {"mod", DType::kInt32, -7, 2, "mod.sign"},
    {"mod", DType::kInt32, INT32_MIN, -1, "mod.int_min"},
    {"pow", DType::kInt8, 2, -1, "pow.negative_exponent"},
    {"pow", DType::kInt8, 0, 0, "pow.zero_exponent"},
    {"pow", DType::kInt8, 2, 7, "pow.wrap"},
    {"pow", DType::kInt8, -2, 7, "pow.value"},
    {"neg", DType::kInt8, -128, 0, "neg.wrap"},
    {"neg", DType::kUint8, 1, 0, "neg.wrap"},
    {"recip", DType::kInt8, 0, 0, "recip.integer_zero"},
    {"abs", DType::kInt8, -128, 0, "abs.int_min"},
    {"sign", DType::kInt8, 0, 0, "sign.zero"},
    {"xor", DType::kBool, 1, 0, "xor.bool"},
    {"xor", DType::kInt8, 1, 0, "xor.value"},
    {"cmplt", DType::kUint8, 200, 3, "cmplt.unsigned"},
    {"cmplt", DType::kInt8, -56, 3, "cmplt.value"},
    {"round", DType::kInt8, 3, 0, "round.integer"},
};

TEST(GoverningClause, OfIntegers) {
  for (const IntegerRow& row : kIntegerRows) {
    const std::uint64_t mask = UINT64_MAX >> (64 - spec_of(row.dtype).bits);
    const ElementBits operands[] = {{static_cast<std::uint64_t>(row.x) & mask},
                                    {static_cast<std::uint64_t>(row.y) & mask}};
    EXPECT_EQ(governing_clause(*op_named(row.op), row.dtype, operands),
              row.clause)
        << row.op << " " << name_of(row.dtype) << " " << row.x << " " << row.y;
  }
}

TEST(GoverningClause, OfComplex) {
  const auto governs = [](std::string_view op, double re, double im,
                          double re_b = 0, double im_b = 0) {
    const auto bits = [](double part) {
      return encode_real(kFormatFloat32, part);
    };
    const ElementBits operands[] = {{bits(re), bits(im)},
                                    {bits(re_b), bits(im_b)}};
    return governing_clause(*op_named(op), DType::kComplex64, operands);
  };
  EXPECT_EQ(governs("mul", 1, 2, 3, 4), "mul.value");
  EXPECT_EQ(governs("mul", kRealInf, 2, 3, 4), "mul.complex_nonfinite");
  EXPECT_EQ(governs("mul", 0x1p100, 0, 0x1p100, 0), "mul.complex_nonfinite");
  EXPECT_EQ(governs("div", 1, 2, 0, 0), "div.complex_nonfinite");
  // The imaginary part is about 2^-135, and double cannot tell that from 0.
  EXPECT_EQ(governs("pow", -0x1.000002p-126, -10, -2, -0.0),
            "pow.complex_nonfinite");
  EXPECT_EQ(governs("pow", 1, 1, 4, 0), "pow.value");
  EXPECT_EQ(governs("pow", -2, 0.0, 2, 0), "pow.value");
  EXPECT_EQ(governs("add", 1, kRealInf, 1, -kRealInf), "add.nan");
  EXPECT_EQ(governs("cmpeq", 0.0, 1, -0.0, 1), "cmpeq.signed_zero");
  EXPECT_EQ(governs("cmpeq", kRealNan, 1, 1, 1), "cmpeq.nan");
  EXPECT_EQ(governs("sqrt", -4, -0.0), "sqrt.complex");
  EXPECT_EQ(governs("sqrt", kRealNan, 0), "sqrt.complex_nonfinite");
  EXPECT_EQ(governs("sign", 0, 0), "sign.zero");
  EXPECT_EQ(governs("pow", 2, 1, 0, 0), "pow.zero_exponent");
  EXPECT_EQ(governs("exp", 1000, 1), "exp.complex_nonfinite");
}

TEST(GoverningClause, OfWhereIsAboutBitsWhereAnOperandIsNan) {
  const std::uint64_t nan = quiet_nan_bits(kFormatFloat32);
  const ElementBits with_nan[] = {{1}, {0}, {nan}};
  const ElementBits without[] = {{1}, {0}, {5}};
  EXPECT_EQ(governing_clause("where"_op, DType::kFloat32, with_nan),
            "where.bits");
  EXPECT_EQ(governing_clause("where"_op, DType::kFloat32, without),
            "where.value");
}

TEST(GoverningClause, LeavesPowersOfSignalingNanOpen) {
  const std::uint64_t quiet = quiet_nan_bits(kFormatFloat32);
  const std::uint64_t signaling = 0x7fa00000;
  const auto is_open = [](Op op, std::uint64_t x, std::uint64_t y,
                          std::uint64_t beyond) {
    const ElementBits operands[] = {{x}, {y}, {beyond}};
    return is_left_open(op, DType::kFloat32, operands);
  };
  EXPECT_TRUE(is_open("pow"_op, signaling, 0, 0));
  EXPECT_TRUE(is_open("pow"_op, 0, signaling, 0));
  EXPECT_FALSE(is_open("pow"_op, quiet, 0, 0));
  // Values after the operands of the op do not count.
  EXPECT_FALSE(is_open("pow"_op, 0, 0, signaling));
  EXPECT_FALSE(is_open("add"_op, signaling, 0, 0));
}

TEST(GoverningClauseDeathTest, AbortsForAnOpWithoutAspects) {
  const ElementBits operands[] = {{0}, {0}};
  EXPECT_DEATH(governing_clause("cast"_op, DType::kFloat32, operands),
               "aspect_rows.h gives cast on float32");
  EXPECT_DEATH(governing_clause("sqrt"_op, DType::kInt32, operands),
               "aspect_rows.h gives sqrt on int32");
}

struct CastRow {
  DType from;
  double x;
  DType to;
  std::string_view clause;
};

const CastRow kCastRows[] = {
    {DType::kFloat32, 3, DType::kInt8, "cast.value"},
    {DType::kFloat32, 3.5, DType::kInt8, "cast.truncate"},
    {DType::kFloat32, 127.5, DType::kInt8, "cast.truncate"},
    {DType::kFloat32, 128, DType::kInt8, "cast.out_of_range"},
    {DType::kFloat32, -0.5, DType::kUint8, "cast.truncate"},
    {DType::kFloat32, -1, DType::kUint8, "cast.out_of_range"},
    {DType::kFloat32, kRealInf, DType::kInt8, "cast.out_of_range"},
    {DType::kFloat64, 0x1p63, DType::kInt64, "cast.out_of_range"},
    {DType::kFloat64, -0x1p63, DType::kInt64, "cast.value"},
    {DType::kFloat32, kRealNan, DType::kInt8, "cast.nan"},
    {DType::kFloat32, kRealNan, DType::kFloat16, "cast.nan"},
    {DType::kFloat32, kRealNan, DType::kBool, "cast.bool"},
    {DType::kFloat32, 0.1, DType::kFloat16, "cast.rounding"},
    {DType::kFloat32, 65520, DType::kFloat16, "cast.overflow"},
    {DType::kFloat32, 65519, DType::kFloat16, "cast.rounding"},
    {DType::kFloat32, kRealInf, DType::kFloat16, "cast.value"},
    {DType::kFloat32, kRealInf, DType::kFloat8E4m3fn, "cast.overflow"},
    {DType::kFloat32, 464, DType::kFloat8E4m3fn, "cast.rounding"},
    {DType::kFloat32, 465, DType::kFloat8E4m3fn, "cast.overflow"},
    {DType::kFloat32, 0x1p-20, DType::kFloat16, "cast.subnormal"},
    {DType::kFloat32, 1.5, DType::kComplex64, "cast.complex"},
    {DType::kComplex64, 1.5, DType::kFloat32, "cast.complex"},
    {DType::kComplex64, 1.5, DType::kComplex128, "cast.value"},
    {DType::kComplex64, 1.5, DType::kInt8, "cast.truncate"},
};

TEST(GoverningClause, OfCastsOfFloats) {
  for (const CastRow& row : kCastRows) {
    const ElementBits bits{encode_real(format_of(row.from), row.x), 0};
    EXPECT_EQ(governing_cast_clause(row.from, row.to, bits), row.clause)
        << name_of(row.from) << " " << row.x << " to " << name_of(row.to);
  }
}

TEST(GoverningClause, OfCastsOfIntegers) {
  const auto governs = [](DType from, std::uint64_t bits, DType to) {
    return governing_cast_clause(from, to, {bits, 0});
  };
  EXPECT_EQ(governs(DType::kInt16, 300, DType::kInt8), "cast.wrap");
  EXPECT_EQ(governs(DType::kInt8, 0xff, DType::kUint8), "cast.wrap");
  EXPECT_EQ(governs(DType::kInt8, 5, DType::kUint4), "cast.value");
  EXPECT_EQ(governs(DType::kInt32, (1 << 24) + 1, DType::kFloat32),
            "cast.rounding");
  EXPECT_EQ(governs(DType::kInt32, 1 << 24, DType::kFloat32), "cast.value");
  EXPECT_EQ(governs(DType::kInt32, 65520, DType::kFloat16), "cast.overflow");
  EXPECT_EQ(governs(DType::kBool, 1, DType::kFloat16), "cast.from_bool");
  EXPECT_EQ(governs(DType::kInt8, 2, DType::kComplex64), "cast.complex");
}

// governing_clause() aborts where an aspect has no clause in the table.
TEST(GoverningClause, EveryPairOfBoundaryValuesHasOne) {
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    const auto op = static_cast<Op>(i);
    if (family_of(op).name != "elementwise" || !has_pool(op)) continue;
    for (const DTypeSpec& row : kDTypes) {
      if (!spec_of(op).variants.items[0].dtypes().contains(row.dtype)) continue;
      for (const BoundaryValue& a : boundary_values(row.dtype))
        for (const BoundaryValue& b : boundary_values(row.dtype)) {
          const bool is_where = op == "where"_op;
          const std::array<ElementBits, 3> operands = {
              ElementBits{is_where ? 1 : a.bits, is_where ? 0 : b.bits},
              ElementBits{b.bits, a.bits}, ElementBits{a.bits, b.bits}};
          const auto clause = governing_clause(op, row.dtype, operands);
          ASSERT_NE(clause_named(clause), nullptr) << clause;
        }
    }
  }
}

}  // namespace
}  // namespace assay
