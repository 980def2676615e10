// Tests + - · / √ and the functions against MPFR at the target's precision: 8-
// and 16-bit operands exhaustively where stated, others from a fixed seed.
#include "tests/reference/correct_rounding.h"

#include <gtest/gtest.h>

#include <random>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

// Every bit pattern of an 8- or 16-bit format.
Bits every_pattern(DType dtype) {
  Bits bits;
  for (std::uint64_t i = 0; i < std::uint64_t{1} << spec_of(dtype).bits; ++i)
    bits.push_back(i);
  return bits;
}

Bits random_patterns(DType dtype, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Bits bits;
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - spec_of(dtype).bits);
  for (std::size_t i = 0; i < count; ++i) bits.push_back(random() & mask);
  return bits;
}

// Patterns near `others`: where sums cancel and quotients come close to ties.
Bits neighbours(DType dtype, const Bits& others, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Bits bits;
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - spec_of(dtype).bits);
  const int precision = format_of(dtype).precision;
  for (std::uint64_t other : others) {
    const std::uint64_t reach = (random() % 8) << (precision - 1);
    bits.push_back((other + reach + random() % 16) & mask);
  }
  return bits;
}

void expect_correct(Op op, BinaryMpfr f, DType dtype, const Bits& x,
                    const Bits& y) {
  const Tensor a = tensor_of_bits(dtype, x);
  const Tensor b = tensor_of_bits(dtype, y);
  const Numbers actual = numbers_in(execute(call_of(op, {a, b})));
  const Numbers xs = numbers_in(a);
  const Numbers ys = numbers_in(b);
  Numbers expected;
  for (std::size_t i = 0; i < xs.size(); ++i)
    expected.push_back(rounded_by_mpfr(format_of(dtype), f, xs[i], ys[i]));
  expect_same(expected, actual,
              std::string(name_of(op)) + " " + std::string(name_of(dtype)));
}

void expect_correct(Op op, UnaryMpfr f, DType dtype, const Bits& x) {
  const Tensor a = tensor_of_bits(dtype, x);
  const Numbers actual = numbers_in(execute(call_of(op, {a})));
  Numbers expected;
  for (double value : numbers_in(a))
    expected.push_back(rounded_by_mpfr(format_of(dtype), f, value));
  expect_same(expected, actual,
              std::string(name_of(op)) + " " + std::string(name_of(dtype)));
}

struct BinaryCase {
  Op op;
  BinaryMpfr f;
};
const BinaryCase kArithmetic[] = {{"add"_op, mpfr_add},
                                  {"sub"_op, mpfr_sub},
                                  {"mul"_op, mpfr_mul},
                                  {"div"_op, mpfr_div}};

struct UnaryCase {
  Op op;
  UnaryMpfr f;
};
// MPFR gives +inf for both zeros.
int reciprocal_root(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t rounding) {
  const int ternary = mpfr_rec_sqrt(y, x, rounding);
  if (mpfr_zero_p(x) != 0) mpfr_setsign(y, y, mpfr_signbit(x), rounding);
  return ternary;
}
const UnaryCase kFunctions[] = {
    {"sqrt"_op, mpfr_sqrt},       {"exp"_op, mpfr_exp},
    {"log"_op, mpfr_log},         {"sin"_op, mpfr_sin},
    {"cos"_op, mpfr_cos},         {"tan"_op, mpfr_tan},
    {"asin"_op, mpfr_asin},       {"acos"_op, mpfr_acos},
    {"atan"_op, mpfr_atan},       {"sinh"_op, mpfr_sinh},
    {"cosh"_op, mpfr_cosh},       {"tanh"_op, mpfr_tanh},
    {"erf"_op, mpfr_erf},         {"expm1"_op, mpfr_expm1},
    {"rsqrt"_op, reciprocal_root}};

TEST(CorrectRoundingTest, ArithmeticOnEveryPairOfEightBitFloats) {
  for (DType dtype : {DType::kFloat8E4m3fn, DType::kFloat8E5m2}) {
    Bits x;
    Bits y;
    for (std::uint64_t i = 0; i < 65536; ++i) {
      x.push_back(i >> 8);
      y.push_back(i & 0xff);
    }
    for (const auto& [op, f] : kArithmetic) expect_correct(op, f, dtype, x, y);
    expect_correct("pow"_op, mpfr_pow, dtype, x, y);
    expect_correct("atan2"_op, mpfr_atan2, dtype, x, y);
  }
}

TEST(CorrectRoundingTest, ArithmeticOnRandomAndNeighbouringOperands) {
  for (DType dtype :
       {DType::kFloat16, DType::kBfloat16, DType::kFloat32, DType::kFloat64}) {
    const Bits x = random_patterns(dtype, 20000, 1);
    for (const auto& [op, f] : kArithmetic) {
      expect_correct(op, f, dtype, x, random_patterns(dtype, 20000, 2));
      expect_correct(op, f, dtype, x, neighbours(dtype, x, 3));
    }
  }
}

TEST(CorrectRoundingTest, EveryFunctionOnEveryEightBitFloat) {
  for (DType dtype : {DType::kFloat8E4m3fn, DType::kFloat8E5m2})
    for (const auto& [op, f] : kFunctions)
      expect_correct(op, f, dtype, every_pattern(dtype));
}

TEST(CorrectRoundingTest, SomeFunctionsOnEverySixteenBitFloat) {
  for (DType dtype : {DType::kFloat16, DType::kBfloat16})
    for (const auto& [op, f] : kFunctions)
      if (op == "sqrt"_op || op == "exp"_op || op == "sin"_op ||
          op == "tanh"_op || op == "expm1"_op || op == "rsqrt"_op)
        expect_correct(op, f, dtype, every_pattern(dtype));
}

TEST(CorrectRoundingTest, EveryFunctionOnRandomOperands) {
  for (DType dtype : {DType::kFloat32, DType::kFloat64})
    for (const auto& [op, f] : kFunctions)
      expect_correct(op, f, dtype, random_patterns(dtype, 2000, 4));
}

TEST(CorrectRoundingTest, PowAndAtan2OnRandomOperands) {
  for (DType dtype : {DType::kFloat32, DType::kFloat64, DType::kFloat16}) {
    const Bits x = random_patterns(dtype, 3000, 5);
    expect_correct("pow"_op, mpfr_pow, dtype, x,
                   random_patterns(dtype, 3000, 6));
    expect_correct("atan2"_op, mpfr_atan2, dtype, x, neighbours(dtype, x, 7));
  }
}

}  // namespace
}  // namespace assay::test
