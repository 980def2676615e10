// Tests what each tolerance class accepts. The ends of intervals are computed
// by hand from section 9 of the contract.
#include "harness/judge/tolerance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/judge/acceptance.h"
#include "harness/judge/judge.h"
#include "spec/op_table.h"
#include "tests/harness/float_bits.h"

namespace assay {
namespace {

using test::f32;

std::uint64_t bits_of(DType dtype, double value) {
  return encode_real(format_of(dtype), value);
}

// Holds a call op(operands) with its rounded value, to ask what is permitted.
struct Asked {
  Op op;
  DType dtype;
  std::vector<ElementBits> values;
  std::vector<std::vector<ElementBits>> operands;
  Answer answer = {};
  Attributes attributes = {};
  Profile profile = kNx;

  Permitted permitted() const {
    Call call{op, {}, attributes, {}};
    for (std::size_t i = 0; i < operands.size(); ++i)
      call.operands.push_back({dtype, View({1}), nullptr});
    return permitted_answer(call, dtype, values, answer, operands, profile);
  }
};

// The interval accepted of a real op whose exact result is `value`.
Acceptance accepted(Op op, DType dtype, double value,
                    std::vector<double> operands, double residue = 0) {
  Asked asked{op, dtype, {{bits_of(dtype, value)}}, {}};
  for (double x : operands) asked.operands.push_back({{bits_of(dtype, x)}});
  if (residue != 0) asked.answer.residue = {residue};
  const Permitted permitted = asked.permitted();
  EXPECT_EQ(permitted.accept.size(), 1u);
  return permitted.accept.empty() ? Acceptance{} : permitted.accept[0];
}

struct UlpRow {
  std::string_view op;
  int float32_bound;
  int float64_bound = float32_bound;
};
// Operands at which no function has an exact point.
const UlpRow kUlpRows[] = {
    {"exp", 3},  {"log", 4},     {"sin", 4},     {"cos", 4},  {"tan", 5},
    {"asin", 4}, {"acos", 4},    {"atan", 5},    {"sinh", 4}, {"cosh", 4},
    {"tanh", 5}, {"erf", 16, 4}, {"pow", 16, 4}, {"atan2", 6}};

TEST(Tolerance, UlpBoundsOfEveryFunction) {
  for (const UlpRow& row : kUlpRows) {
    const Op op = *op_named(row.op);
    const double value = op == "cosh"_op ? 1.5 : 0.75;  // inside each range
    for (DType dtype : {DType::kFloat16, DType::kFloat32, DType::kFloat64,
                        DType::kBfloat16}) {
      const bool narrow = is_narrow_real(dtype);
      const int wide =
          dtype == DType::kFloat64 ? row.float64_bound : row.float32_bound;
      const auto bound = static_cast<std::uint64_t>(narrow ? 1 : wide);
      const std::uint64_t bits = bits_of(dtype, value);
      EXPECT_EQ(accepted(op, dtype, value, {0.3, 0.7}),
                (Acceptance{false, bits - bound, bits + bound}))
          << row.op << " " << name_of(dtype);
    }
  }
}

// exp(1) = 2.71828182845904523536…
TEST(Tolerance, UlpIsMeasuredFromTheExactValue) {
  EXPECT_EQ(accepted("exp"_op, DType::kFloat32, 2.718281828459045, {1}, 0.3462),
            (Acceptance{false, 0x402df852, 0x402df857}));
  EXPECT_EQ(accepted("exp"_op, DType::kFloat64, 2.718281828459045, {1}, 0.3255),
            (Acceptance{false, 0x4005bf0a8b145767, 0x4005bf0a8b14576c}));
  EXPECT_EQ(accepted("exp"_op, DType::kFloat16, 2.718281828459045, {1}, -0.24),
            (Acceptance{false, 0x416f, 0x4170}));
}

TEST(Tolerance, ResultsStayInTheRangeOfTheFunction) {
  const DType f = DType::kFloat32;
  const std::uint64_t one = f32(1);
  for (Op op : {"sin"_op, "cos"_op}) {
    EXPECT_EQ(accepted(op, f, 1, {0.3}), (Acceptance{false, one - 8, one}));
    EXPECT_EQ(accepted(op, f, -1, {0.3}),
              (Acceptance{false, f32(-1), f32(-1) - 8}));
  }
  EXPECT_EQ(accepted("tanh"_op, f, 1, {30}).high, one);
  EXPECT_EQ(accepted("erf"_op, f, -1, {-30}).low, f32(-1));
  EXPECT_EQ(accepted("cosh"_op, f, 1, {0.0001}).low, one);
  EXPECT_EQ(accepted("exp"_op, f, 0x1p-149, {-103}).low, 0x80000000u);
  const double pi = 0x1.921fb54442d18p+1;
  EXPECT_EQ(accepted("asin"_op, f, pi / 2, {0.9}).high, f32(0x1.921fb6p+0f));
  EXPECT_EQ(accepted("atan"_op, f, -pi / 2, {-99}).low, f32(-0x1.921fb6p+0f));
  EXPECT_EQ(accepted("acos"_op, f, pi, {-0.9}).high, f32(0x1.921fb6p+1f));
  EXPECT_EQ(accepted("acos"_op, f, 0x1p-149, {0.9}).low, 0x80000000u);
  EXPECT_EQ(accepted("atan2"_op, f, -pi, {-0.1, -9}).low, f32(-0x1.921fb6p+1f));
  EXPECT_EQ(accepted("tan"_op, f, 1, {0.7}).high, one + 5);  // has no range
}

TEST(Tolerance, ExactPointsHaveOneAnswer) {
  const DType f = DType::kFloat32;
  const Acceptance one = accept_only(f32(1));
  for (Op op : {"exp"_op, "cos"_op, "cosh"_op}) {
    EXPECT_EQ(accepted(op, f, 1, {0.0}), one) << name_of(op);
    EXPECT_EQ(accepted(op, f, 1, {-0.0}), one) << name_of(op);
    EXPECT_NE(accepted(op, f, 1, {1e-30}), one) << name_of(op);
  }
  EXPECT_EQ(accepted("log"_op, f, 0, {1}), accept_only(0));
  EXPECT_EQ(accepted("acos"_op, f, 0, {1}), accept_only(0));
  EXPECT_EQ(accepted("pow"_op, f, 1, {std::nan(""), 0}), one);
  EXPECT_EQ(accepted("pow"_op, f, 1, {1, std::nan("")}), one);
  EXPECT_EQ(accepted("pow"_op, f, 7, {7, 1}), accept_only(f32(7)));
  EXPECT_EQ(accepted("sin"_op, f, -0.0, {-0.0}), accept_only(0x80000000));
  // Zero as the rounded value of something else has neighbours.
  EXPECT_EQ(accepted("exp"_op, f, 0, {-104}, 0.25), (Acceptance{false, 0, 3}));
}

TEST(Tolerance, ExactAndCorrectlyRoundedAreTheValuesAlone) {
  for (Op op : {"add"_op, "sub"_op, "mul"_op, "div"_op, "max"_op, "mod"_op}) {
    const Asked asked{
        op, DType::kFloat32, {{f32(3)}}, {{{f32(1)}}, {{f32(2)}}}};
    EXPECT_TRUE(asked.permitted().accept.empty()) << name_of(op);
    EXPECT_TRUE(asked.permitted().bound.empty()) << name_of(op);
  }
}

TEST(Tolerance, FreedomOpensTheSignOfZeroOrEverything) {
  Asked asked{"max"_op,
              DType::kFloat32,
              {{0}, {f32(2)}, {f32(3)}},
              {{{0}, {0}, {0}}, {{0}, {0}, {0}}}};
  asked.answer.freedom = {Freedom::kZeroSign, Freedom::kZeroSign,
                          Freedom::kAny};
  const Permitted permitted = asked.permitted();
  ASSERT_EQ(permitted.accept.size(), 3u);
  EXPECT_EQ(permitted.accept[0], (Acceptance{false, 0x80000000, 0}));
  EXPECT_EQ(permitted.accept[1], accept_only(f32(2)));
  EXPECT_TRUE(permitted.accept[2].any);
}

// Complex add: per component, zero signs open.
TEST(Tolerance, ComplexSumsOfTwoLeaveZeroSignsOpen) {
  const Asked asked{"add"_op,
                    DType::kComplex64,
                    {{0, f32(1)}},
                    {{{f32(1), 0}}, {{f32(-1), f32(1)}}}};
  const Permitted permitted = asked.permitted();
  ASSERT_EQ(permitted.accept.size(), 2u);
  EXPECT_EQ(permitted.accept[0], (Acceptance{false, 0x80000000, 0}));
  EXPECT_EQ(permitted.accept[1], accept_only(f32(1)));
}

double disc(Op op, ElementBits value, std::vector<ElementBits> operands,
            std::vector<double> residue = {}) {
  Asked asked{op, DType::kComplex64, {value}, {}};
  for (ElementBits bits : operands) asked.operands.push_back({bits});
  asked.answer.residue = std::move(residue);
  const Permitted permitted = asked.permitted();
  EXPECT_EQ(permitted.bound.size(), 1u) << name_of(op);
  return permitted.bound.empty() ? -2 : permitted.bound[0];
}

TEST(Tolerance, NormwiseBoundsAreOnTheModulus) {
  const ElementBits value{f32(3), f32(4)};
  const ElementBits x{f32(0.5), f32(2)};
  const double u = 0x1p-24;
  const double eta = 0x1p-149;
  EXPECT_DOUBLE_EQ(disc("mul"_op, value, {x, x}), 3 * u * 5 + eta);
  EXPECT_DOUBLE_EQ(disc("abs"_op, value, {x}), 4 * u * 5 + eta);
  for (Op op : {"recip"_op, "sign"_op, "sqrt"_op})
    EXPECT_DOUBLE_EQ(disc(op, value, {x}), 8 * u * 5 + eta) << name_of(op);
  EXPECT_DOUBLE_EQ(disc("div"_op, value, {x, x}), 8 * u * 5 + eta);
  for (Op op : {"exp"_op, "log"_op, "sin"_op, "tanh"_op, "acos"_op})
    EXPECT_DOUBLE_EQ(disc(op, value, {x}), 16 * u * 5 + eta) << name_of(op);
  // w·log z = 3·ln 2
  EXPECT_NEAR(disc("pow"_op, value, {{f32(2), 0}, {f32(3), 0}}) / u,
              16 * (1 + 3 * std::log(2)) * 5, 1e-6);
  EXPECT_EQ(disc("pow"_op, {f32(1), 0}, {x, {0, 0}}), 0);  // z^0 = 1
  // Around the rounded value: what it is off comes on top.
  EXPECT_NEAR(disc("mul"_op, value, {x, x}, {0.5, 0}),
              3 * u * 5 + 0.5 * 0x1p-22, 1e-12);
}

TEST(Tolerance, ComplexProductsAreDiscs) {
  Asked asked{"reduce_prod"_op, DType::kComplex64, {{f32(3), f32(4)}}, {{{0}}}};
  asked.attributes.axes({0}).keepdims(false);
  asked.answer.terms = {4};
  const long double u = 0x1p-24L;
  const long double factor = std::pow(1 + 3 * u, 3.0L) - 1 + 2 * u;
  EXPECT_NEAR(asked.permitted().bound[0],
              static_cast<double>(factor * 5 + 0x1p-149L), 1e-18);
}

TEST(Tolerance, ADiscAroundWhatIsNotFiniteIsAPoint) {
  for (const float part : {std::nanf(""), HUGE_VALF})
    for (const ElementBits bits :
         {ElementBits{f32(part), f32(1)}, ElementBits{f32(1), f32(part)}}) {
      Asked asked{"reduce_prod"_op, DType::kComplex64, {bits}, {{{0}}}};
      asked.attributes.axes({}).keepdims(false);
      asked.answer.terms = {1};
      EXPECT_EQ(0, asked.permitted().bound[0]);
    }
}

TEST(Tolerance, ADiscIsOpenWhereTheAnswerIs) {
  Asked asked{"mul"_op, DType::kComplex64, {{0, 0}}, {{{0}}, {{0}}}};
  asked.answer.freedom = {Freedom::kAny};
  EXPECT_LT(asked.permitted().bound[0], 0);
}

// 1 + 2 + 3 + 4 = 10, Σ|t| = 10, m = 4.
Asked sum_of_four(Op op, DType dtype) {
  Asked asked{op, dtype, {{bits_of(dtype, 10)}}, {{{0}}}};
  if (is_complex(dtype)) asked.values[0].im = bits_of(dtype, 10);
  if (op == "associative_scan"_op)
    asked.attributes.axis(0).op(Scan::kSum);
  else
    asked.attributes.axes({0}).keepdims(false);
  asked.answer.scale = {10, 10};
  asked.answer.terms = {4};
  // As the oracle reports it.
  if (op == "reduce_sum"_op)
    asked.answer.roundings = {roundings_of_reduction(dtype, 4, kNx)};
  return asked;
}

TEST(Tolerance, SumsByHand) {
  const std::uint64_t ten = f32(10);
  // (130 + 1)·10·2^-24 is 81.9 units of 2^-20.
  Asked asked = sum_of_four("reduce_sum"_op, DType::kFloat32);
  EXPECT_EQ(asked.permitted().accept[0],
            (Acceptance{false, ten - 81, ten + 81}));
  // A profile that promises no order: (3 + 1)·10·2^-24 is 2.5 units.
  asked.profile = kNx.with("sum.order=any"_policy);
  asked.answer.roundings = {
      roundings_of_reduction(DType::kFloat32, 4, asked.profile)};
  EXPECT_EQ(asked.permitted().accept[0], (Acceptance{false, ten - 2, ten + 2}));
  // A scan, by its prefix length: (4 + 1)·10·2^-24 is 3.1 units.
  EXPECT_EQ(
      sum_of_four("associative_scan"_op, DType::kFloat32).permitted().accept[0],
      (Acceptance{false, ten - 3, ten + 3}));
  // float16 accumulates in float32: 130·10·2^-24 + 10·2^-11 < 2^-7.
  const std::uint64_t half = bits_of(DType::kFloat16, 10);
  EXPECT_EQ(sum_of_four("reduce_sum"_op, DType::kFloat16).permitted().accept[0],
            (Acceptance{false, half, half}));
  // Complex: both components.
  const Permitted pair =
      sum_of_four("reduce_sum"_op, DType::kComplex64).permitted();
  ASSERT_EQ(pair.accept.size(), 2u);
  EXPECT_EQ(pair.accept[1], (Acceptance{false, ten - 81, ten + 81}));
}

TEST(Tolerance, SumBoundIsTheFormula) {
  for (const auto& [m, h] : {std::pair{1, 0.0L}, {7, 131.0L}, {4096, 140.0L}})
    for (long double scale : {0.0L, 3.5L, 1e10L}) {
      const auto terms = static_cast<long double>(m);
      const long double exact = scale / 3;
      const long double u = 0x1p-24L;
      EXPECT_EQ(sum_bound(DType::kFloat32, m, h, scale, exact),
                h * u / (1 - h * u) * scale + u * exact +
                    (terms + 1) * 0x1p-149L + 0x1p-149L);
      EXPECT_EQ(sum_bound(DType::kBfloat16, m, h, scale, -exact),
                h * u / (1 - h * u) * scale + 0x1p-8L * exact +
                    (terms + 1) * 0x1p-149L + 0x1p-133L);
      const long double v = 0x1p-53L;
      EXPECT_EQ(sum_bound(DType::kFloat64, m, h, scale, exact),
                h * v / (1 - h * v) * scale + v * exact +
                    (terms + 1) * 0x1p-1074L + 0x1p-1074L);
    }
}

// γ_h has no meaning from h·u = 1 on; it must not turn negative.
TEST(Tolerance, SumBoundIsInfiniteWhereGammaIsNotDefined) {
  EXPECT_EQ(sum_bound(DType::kFloat32, 1 << 25, 0x1p24L, 1, 1), HUGE_VALL);
  EXPECT_EQ(sum_bound(DType::kFloat32, 1 << 25, 0x1p25L, 1, 1), HUGE_VALL);
  EXPECT_GT(sum_bound(DType::kFloat32, 1 << 25, 0x1p23L, 1, 1), 1);
}

// Π of m = 3 factors: ((1+u)^2 - 1)·6 + u·6 is 18·2^-24, 2.25 units of 2^-21.
// The bound of a float32 or complex64 sum of m terms with |terms| adding to 8
// and the exact value 4: the ends of what is accepted.
Acceptance accepted_sum(Op op, DType dtype, std::int64_t m,
                        Attributes attributes = {},
                        std::vector<std::int64_t> roundings = {}) {
  Asked asked{op, dtype, {{f32(4), f32(4)}}, {{{}}}};
  asked.answer.scale = {8, 8};
  asked.answer.terms = {m};
  asked.answer.roundings = std::move(roundings);
  asked.attributes = std::move(attributes);
  return asked.permitted().accept.front();
}

// h is what the oracle reports, or else m:
// with u = 2^-24, γ_h·8 + u·4 is (8h + 4)·2^-24 but for its last bits, and a
// step of float32 above 4 is 2^-21 = 8·2^-24: h whole steps and a half.
TEST(Tolerance, RoundingsOfEachOp) {
  const Attributes add = Attributes()
                             .axis(0)
                             .mode(ScatterMode::kAdd)
                             .flag(AttributeKey::kUniqueIndices, false);
  const auto steps_above = [](const Acceptance& accept) {
    return static_cast<int>(accept.high - f32(4));
  };
  EXPECT_EQ(3, steps_above(accepted_sum("matmul"_op, DType::kFloat32, 3)));
  EXPECT_EQ(6, steps_above(accepted_sum("matmul"_op, DType::kComplex64, 6)));
  EXPECT_EQ(3, steps_above(accepted_sum("fold"_op, DType::kFloat32, 3)));
  EXPECT_EQ(3, steps_above(accepted_sum("fold"_op, DType::kComplex64, 3)));
  EXPECT_EQ(3,
            steps_above(accepted_sum("scatter"_op, DType::kFloat32, 3, add)));
  EXPECT_EQ(1, steps_above(accepted_sum("fold"_op, DType::kFloat32, 1)));
  // A place without updates is not rounded, so it has one value.
  EXPECT_EQ(
      0, steps_above(accepted_sum("scatter"_op, DType::kFloat32, 1, add, {0})));
  EXPECT_EQ(5,
            steps_above(accepted_sum("fold"_op, DType::kFloat32, 3, {}, {5})));
  EXPECT_EQ(3,
            steps_above(accepted_sum("fold"_op, DType::kFloat32, 3, {}, {-1})));
  // Each element has roundings of its own.
  Asked two{"fold"_op, DType::kFloat32, {{f32(4)}, {f32(4)}}, {{{}, {}}}};
  two.answer = {.scale = {8, 8}, .terms = {3, 3}, .roundings = {0, 2}};
  EXPECT_EQ(0, steps_above(two.permitted().accept[0]));
  EXPECT_EQ(2, steps_above(two.permitted().accept[1]));
}

TEST(Tolerance, ExactSumsHaveOneValueAndZerosOfEitherSign) {
  const Permitted permitted = exactly_permitted(
      DType::kFloat32, {{f32(3)}, {f32(0)}, {f32(-0.0f)}, {f32(1)}},
      {.scale = {3, 1, 1, 1},
       .terms = {9, 9, 9, 9},
       .freedom = {Freedom::kNone, Freedom::kZeroSign, Freedom::kZeroSign,
                   Freedom::kAny}});
  EXPECT_EQ(Accuracy::kExact, permitted.accuracy);
  const auto passes = [&](const std::vector<ElementBits>& got) {
    return judge(DType::kFloat32, permitted, got).pass;
  };
  EXPECT_TRUE(passes({{f32(3)}, {f32(0)}, {f32(0)}, {f32(7)}}));
  EXPECT_TRUE(passes({{f32(3)}, {f32(-0.0f)}, {f32(-0.0f)}, {f32(1)}}));
  EXPECT_FALSE(passes({{f32(3) + 1}, {f32(0)}, {f32(0)}, {f32(1)}}));
  EXPECT_FALSE(passes({{f32(3)}, {1}, {f32(0)}, {f32(1)}}));
  EXPECT_TRUE(exactly_permitted(DType::kInt8, {{3}}, {}).accept.empty());
}

TEST(Tolerance, ProductsByHand) {
  Asked asked{"reduce_prod"_op, DType::kFloat32, {{f32(6)}}, {{{0}}}};
  asked.attributes.axes({0}).keepdims(false);
  asked.answer.terms = {3};
  EXPECT_EQ(asked.permitted().accept[0],
            (Acceptance{false, f32(6) - 2, f32(6) + 2}));
  asked.answer.terms = {1};  // u·6 is 0.75 units
  EXPECT_EQ(asked.permitted().accept[0], (Acceptance{false, f32(6), f32(6)}));
}

TEST(Tolerance, SignOfAZeroSumIsOpenAndOfAZeroProductIsNot) {
  Asked asked = sum_of_four("reduce_sum"_op, DType::kFloat32);
  asked.values = {{0}};
  asked.answer.scale = {};
  asked.answer.terms = {};
  const Acceptance zero = asked.permitted().accept[0];
  EXPECT_TRUE(accepts(kFormatFloat32, zero, 0));
  EXPECT_TRUE(accepts(kFormatFloat32, zero, 0x80000000));
  Asked product{"reduce_prod"_op, DType::kFloat32, {{0x80000000}}, {{{0}}}};
  product.attributes.axes({0}).keepdims(false);
  const Acceptance minus = product.permitted().accept[0];
  EXPECT_TRUE(accepts(kFormatFloat32, minus, 0x80000000));
  EXPECT_FALSE(accepts(kFormatFloat32, minus, 0));
}

// An element that is open does not affect the signs of zeros in other elements.
TEST(Tolerance, FreedomIsThatOfItsElementAlone) {
  Asked asked{"abs"_op, DType::kFloat32, {{0}, {0}, {0}}, {{{0}, {0}, {0}}}};
  asked.answer.freedom = {Freedom::kNone, Freedom::kZeroSign, Freedom::kAny};
  const Permitted permitted = asked.permitted();
  ASSERT_EQ(3u, permitted.accept.size());
  EXPECT_FALSE(accepts(kFormatFloat32, permitted.accept[0], 0x80000000));
  EXPECT_TRUE(accepts(kFormatFloat32, permitted.accept[1], 0x80000000));
  EXPECT_FALSE(accepts(kFormatFloat32, permitted.accept[1], f32(1)));
  EXPECT_TRUE(accepts(kFormatFloat32, permitted.accept[2], f32(1)));
}

TEST(Tolerance, TiesOfTheOracleBecomeGroups) {
  Asked asked{"argsort"_op, DType::kFloat32, {{1}, {0}}, {{{0}, {0}}}};
  asked.attributes.axis(0).descending(false);
  asked.answer.interchangeable = {{0, 1}};
  EXPECT_EQ(asked.permitted().interchangeable, asked.answer.interchangeable);
}

}  // namespace
}  // namespace assay
