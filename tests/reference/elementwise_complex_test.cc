// Tests ops on complex numbers: values against std::complex in long double,
// branch cuts, exact cases, open values, and that no operand takes long.
#include <gtest/gtest.h>
#include <mpc.h>

#include <chrono>
#include <random>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

using Z = std::complex<double>;
using Wide = std::complex<long double>;

ComplexNumbers complex_unary(Op op, const ComplexNumbers& x,
                             DType dtype = DType::kComplex128,
                             const Profile& profile = kNx) {
  return complexes_in(execute(call_of(op, {tensor_of(dtype, x)}), profile));
}
ComplexNumbers complex_binary(Op op, const ComplexNumbers& x,
                              const ComplexNumbers& y,
                              DType dtype = DType::kComplex128) {
  return complexes_in(
      execute(call_of(op, {tensor_of(dtype, x), tensor_of(dtype, y)})));
}

void expect_same_complex(const ComplexNumbers& expected,
                         const ComplexNumbers& actual) {
  Numbers e;
  Numbers a;
  for (Z z : expected) e.insert(e.end(), {z.real(), z.imag()});
  for (Z z : actual) a.insert(a.end(), {z.real(), z.imag()});
  expect_same(e, a);
}

// Expects |actual - expected| <= 2^-51 |expected|.
void expect_near(Wide expected, Z actual, const std::string& what) {
  const auto distance = std::abs(Wide(actual) - expected);
  EXPECT_LE(static_cast<double>(distance),
            0x1p-51 * static_cast<double>(std::abs(expected)))
      << what << " " << expected << " " << actual;
}

TEST(ElementwiseComplexTest, AddsByParts) {
  expect_same_complex(
      {{4, 6}, {0, -0.0}},
      complex_binary("add"_op, {{1, 2}, {0, -0.0}}, {{3, 4}, {0, -0.0}}));
  expect_same_complex({{-2, -2}}, complex_binary("sub"_op, {{1, 2}}, {{3, 4}}));
  expect_same_complex({{-1, 2}, {-0.0, 0}},
                      complex_unary("neg"_op, {{1, -2}, {0, -0.0}}));
  expect_same_complex({{kInf, 1}},
                      complex_binary("add"_op, {{kInf, 0}}, {{1, 1}}));
}

TEST(ElementwiseComplexTest, ExactCases) {
  expect_same_complex({{-5, 10}}, complex_binary("mul"_op, {{1, 2}}, {{3, 4}}));
  expect_same_complex({{0.44, 0.08}},
                      complex_binary("div"_op, {{1, 2}}, {{3, 4}}));
  expect_same_complex({{0.25, -0.25}}, complex_unary("recip"_op, {{2, 2}}));
  expect_same_complex({{5, 0}, {0, 0}},
                      complex_unary("abs"_op, {{3, -4}, {-0.0, 0}}));
  expect_same_complex({{0.6, -0.8}, {0, 0}},
                      complex_unary("sign"_op, {{3, -4}, {-0.0, 0}}));
  expect_same_complex({{1, 0}, {0, 2}, {-4, 0}},
                      complex_binary("pow"_op, {{7, 3}, {1, 1}, {1, 1}},
                                     {{0, 0}, {2, 0}, {4, 0}}));
  expect_same_complex({{0, 2}},
                      complex_binary("pow"_op, {{-4, 0}}, {{0.5, 0}}));
  // The zero's sign picks the side of the cut, of exact powers too.
  expect_same_complex(
      {{0, -2}, {0, -1}, {0, -0.125}},
      complex_binary("pow"_op, {{-4, -0.0}, {-1, -0.0}, {-4, -0.0}},
                     {{0.5, 0}, {0.5, -0.0}, {-1.5, 0}}));
  expect_same_complex({{1, 0}}, complex_unary("exp"_op, {{0, 0}}));
}

TEST(ElementwiseComplexTest, MulCancelsExactly) {
  // (1+2^-30)² - (1+2^-29) = 2^-60, which naive products lose.
  const double a = 1 + 0x1p-30;
  expect_same_complex({{0x1p-60, a + a * (1 + 0x1p-29)}},
                      complex_binary("mul"_op, {{a, 1 + 0x1p-29}}, {{a, 1}}));
}

TEST(ElementwiseComplexTest, CutsFollowTheSignOfZero) {
  expect_same_complex({{0, 2}, {0, -2}},
                      complex_unary("sqrt"_op, {{-4, 0}, {-4, -0.0}}));
  const double pi = std::acos(-1.0);
  expect_same_complex({{0, pi}, {0, -pi}},
                      complex_unary("log"_op, {{-1, 0}, {-1, -0.0}}));
  const auto asin = complex_unary("asin"_op, {{2, 0}, {2, -0.0}});
  EXPECT_GT(asin[0].imag(), 1.3);
  EXPECT_LT(asin[1].imag(), -1.3);
  const auto acos = complex_unary("acos"_op, {{2, 0}, {2, -0.0}});
  EXPECT_LT(acos[0].imag(), -1.3);
  EXPECT_GT(acos[1].imag(), 1.3);
  const auto atan = complex_unary("atan"_op, {{0, 2}, {-0.0, 2}});
  EXPECT_GT(atan[0].real(), 1.5);
  EXPECT_LT(atan[1].real(), -1.5);
}

TEST(ElementwiseComplexTest, AgreesWithLongDouble) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal(0, 2);
  for (int i = 0; i < 500; ++i) {
    const Z z(normal(random), normal(random));
    const Z w(normal(random), normal(random));
    const Wide x(z);
    const Wide y(w);
    const Wide one(1);
    expect_near(x * y, complex_binary("mul"_op, {z}, {w})[0], "mul");
    expect_near(x / y, complex_binary("div"_op, {z}, {w})[0], "div");
    expect_near(one / x, complex_unary("recip"_op, {z})[0], "recip");
    expect_near(std::abs(x), complex_unary("abs"_op, {z})[0], "abs");
    expect_near(x / std::abs(x), complex_unary("sign"_op, {z})[0], "sign");
    expect_near(std::pow(x, y), complex_binary("pow"_op, {z}, {w})[0], "pow");
    expect_near(std::sqrt(x), complex_unary("sqrt"_op, {z})[0], "sqrt");
    expect_near(std::exp(x), complex_unary("exp"_op, {z})[0], "exp");
    expect_near(std::log(x), complex_unary("log"_op, {z})[0], "log");
    expect_near(std::sin(x), complex_unary("sin"_op, {z})[0], "sin");
    expect_near(std::cos(x), complex_unary("cos"_op, {z})[0], "cos");
    expect_near(std::tan(x), complex_unary("tan"_op, {z})[0], "tan");
    expect_near(std::asin(x), complex_unary("asin"_op, {z})[0], "asin");
    expect_near(std::acos(x), complex_unary("acos"_op, {z})[0], "acos");
    expect_near(std::atan(x), complex_unary("atan"_op, {z})[0], "atan");
    expect_near(std::sinh(x), complex_unary("sinh"_op, {z})[0], "sinh");
    expect_near(std::cosh(x), complex_unary("cosh"_op, {z})[0], "cosh");
    expect_near(std::tanh(x), complex_unary("tanh"_op, {z})[0], "tanh");
  }
}

// Values agree with MPC where it computes the same function in another way.
TEST(ElementwiseComplexTest, AgreesWithMpcInEveryBit) {
  struct MpcCase {
    Op op;
    int (*f)(mpc_ptr, mpc_srcptr, mpc_rnd_t);
  };
  const MpcCase cases[] = {{"exp"_op, mpc_exp},   {"sin"_op, mpc_sin},
                           {"cos"_op, mpc_cos},   {"tan"_op, mpc_tan},
                           {"sinh"_op, mpc_sinh}, {"cosh"_op, mpc_cosh},
                           {"tanh"_op, mpc_tanh}};
  const double parts[] = {0, -0.0, 1, -2.5, 0x1p-30, 20, -1.5707963267948966};
  for (const auto& [op, f] : cases)
    for (double re : parts)
      for (double im : parts) {
        mpc_t z;
        mpc_init2(z, 53);
        mpc_set_d_d(z, re, im, MPC_RNDNN);
        f(z, z, MPC_RNDNN);
        const Z expected(mpfr_get_d(mpc_realref(z), MPFR_RNDN),
                         mpfr_get_d(mpc_imagref(z), MPFR_RNDN));
        mpc_clear(z);
        SCOPED_TRACE(std::string(name_of(op)) + " " + std::to_string(re) + " " +
                     std::to_string(im));
        expect_same_complex({expected}, complex_unary(op, {{re, im}}));
      }
}

std::vector<Freedom> freedom_of(Op op, DType dtype,
                                const std::vector<ComplexNumbers>& x) {
  std::vector<Tensor> operands;
  for (const auto& numbers : x) operands.push_back(tensor_of(dtype, numbers));
  return answer(call_of(op, operands)).freedom;
}

TEST(ElementwiseComplexTest, OpenValues) {
  const DType c64 = DType::kComplex64;
  const std::vector<Freedom> any = {Freedom::kAny};
  const std::vector<Freedom> none = {};
  EXPECT_EQ(any, freedom_of("mul"_op, c64, {{{kInf, 0}}, {{1, 0}}}));
  EXPECT_EQ(any, freedom_of("abs"_op, c64, {{{0, kNan}}}));
  // A quarter of the largest finite value, and just above.
  EXPECT_EQ(none, freedom_of("abs"_op, c64, {{{0x1.fffffep125, 0}}}));
  EXPECT_EQ(any, freedom_of("abs"_op, c64, {{{0x1p126, 0}}}));
  EXPECT_EQ(any, freedom_of("recip"_op, c64, {{{0x1p126, 0}}}));
  EXPECT_EQ(any, freedom_of("mul"_op, c64, {{{0x1p100, 0}}, {{0x1p26, 0}}}));
  EXPECT_EQ(none, freedom_of("mul"_op, c64, {{{0x1p100, 0}}, {{0x1p25, 0}}}));
  // For a function only the result decides.
  EXPECT_EQ(none, freedom_of("sqrt"_op, c64, {{{0x1p127, 0}}}));
  EXPECT_EQ(none, freedom_of("log"_op, c64, {{{0x1p127, 0}}}));
  // A part below the smallest normal is open, a part that is zero is not.
  EXPECT_EQ(any, freedom_of("mul"_op, c64, {{{0x1p-80, 1}}, {{0x1p-47, 0}}}));
  EXPECT_EQ(none, freedom_of("mul"_op, c64, {{{0x1p-79, 1}}, {{0x1p-47, 0}}}));
  EXPECT_EQ(none, freedom_of("mul"_op, c64, {{{0, 1}}, {{0x1p-47, 0}}}));
  EXPECT_EQ(any, freedom_of("div"_op, c64, {{{1, 1}}, {{0, 0}}}));
  EXPECT_EQ(any, freedom_of("log"_op, c64, {{{0, 0}}}));
  EXPECT_EQ(any, freedom_of("pow"_op, c64, {{{0, 0}}, {{2, 0}}}));
  EXPECT_EQ(none, freedom_of("pow"_op, c64, {{{3, 1}}, {{0, 0}}}));
  EXPECT_EQ(any, freedom_of("exp"_op, c64, {{{88, 1}}}));
  EXPECT_EQ(none, freedom_of("exp"_op, c64, {{{87, 1}}}));
  EXPECT_EQ(none, freedom_of("tanh"_op, c64, {{{1e30, 0}}}));
  EXPECT_EQ(any, freedom_of("tanh"_op, c64, {{{1e30, 1}}}));
  EXPECT_EQ(none, freedom_of("add"_op, c64, {{{kNan, 0}}, {{1, 0}}}));
}

TEST(ElementwiseComplexTest, ResidueIsPerPart) {
  const Answer given = answer(call_of(
      "sqrt"_op,
      {tensor_of(DType::kComplex64, ComplexNumbers{{4, 0}, {0, 2}, {2, 0}})}));
  ASSERT_EQ(6u, given.residue.size());
  EXPECT_EQ(0, given.residue[0] + given.residue[1] + given.residue[2]);
  EXPECT_EQ(0, given.residue[3]);
  const double root = 1.4142135623730951;
  EXPECT_NEAR((root - static_cast<double>(static_cast<float>(root))) / 0x1p-23,
              given.residue[4], 1e-8);
  EXPECT_EQ(0, given.residue[5]);
}

TEST(ElementwiseComplexTest, SignOfTheRealPartIsAPolicy) {
  expect_same_complex(
      {{-1, 0}, {1, 0}, {0, 0}, {kNan, 0}},
      complex_unary("sign"_op, {{-2, 7}, {0, 5}, {0, 0}, {1, kNan}},
                    DType::kComplex128,
                    kNx.with("sign.complex=real_part"_policy)));
}

// Every pair of parts from the ends of the range, for every function, and of
// two operands every seventh pair of those for powers: none may take a second,
// where most take microseconds.
TEST(ElementwiseComplexTest, NoOperandTakesLong) {
  const double parts[] = {0,           -0.0,        1,     -1,      0x1p-1074,
                          -0x1p-1022,  1e-300,      1e300, 1.7e308, -1.7e308,
                          1e22,        0.5,         2,     710,     -745,
                          1 + 0x1p-52, 1 - 0x1p-53, kInf,  kNan};
  ComplexNumbers x;
  for (double re : parts)
    for (double im : parts) x.emplace_back(re, im);
  ComplexNumbers left;
  ComplexNumbers right;
  for (Z a : x)
    for (Z b : x) {
      left.push_back(a);
      right.push_back(b);
    }
  for (Op op : {"sqrt"_op, "exp"_op, "log"_op, "sin"_op, "cos"_op, "tan"_op,
                "asin"_op, "acos"_op, "atan"_op, "sinh"_op, "cosh"_op,
                "tanh"_op, "abs"_op, "sign"_op, "recip"_op})
    for (Z z : x) {
      const auto start = std::chrono::steady_clock::now();
      complex_unary(op, {z});
      const std::chrono::duration<double> taken =
          std::chrono::steady_clock::now() - start;
      EXPECT_LT(taken.count(), 1) << name_of(op) << " " << z;
    }
  for (Op op : {"mul"_op, "div"_op, "pow"_op})
    for (std::size_t i = 0; i < left.size(); i += op == "pow"_op ? 7 : 97) {
      const auto start = std::chrono::steady_clock::now();
      complex_binary(op, {left[i]}, {right[i]});
      const std::chrono::duration<double> taken =
          std::chrono::steady_clock::now() - start;
      EXPECT_LT(taken.count(), 1)
          << name_of(op) << " " << left[i] << " " << right[i];
    }
}

}  // namespace
}  // namespace assay::test
