// Tests the fast oracle against MPFR: its assumed error on points of every
// size, near multiples of π/2, near ±1 and where functions saturate.
// ASSAY_ORACLE_POINTS says how many random points each function is tried on.
#include "sweep/fast_oracle.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace assay {
namespace {

using MpfrFunction = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

struct Tried {
  const char* op;
  MpfrFunction exact;
};

void PrintTo(const Tried& tried, std::ostream* out) { *out << tried.op; }

int recip(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t mode) {
  return mpfr_ui_div(y, 1, x, mode);
}

int reciprocal_of_root(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t mode) {
  return mpfr_rec_sqrt(y, x, mode);
}

class FastOracle : public testing::TestWithParam<Tried> {};

std::size_t random_points() {
  const char* asked = std::getenv("ASSAY_ORACLE_POINTS");
  return asked != nullptr ? std::stoul(asked) : 10000;
}

// Floats of every exponent, and those where a function is hard.
std::vector<double> points(std::size_t random_count) {
  std::vector<double> x;
  const auto add = [&](float v) {
    const auto bits = std::bit_cast<std::uint32_t>(v);
    for (const std::uint32_t near : {bits - 1, bits, bits + 1}) {
      const double value = std::bit_cast<float>(near);
      if (std::isnan(value) || std::isinf(value)) continue;
      if (value == 0 || std::fabs(value) == 1) continue;
      x.push_back(value);
      x.push_back(-value);
    }
  };
  std::mt19937_64 random(5);
  for (std::size_t i = 0; i < random_count; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    const double value = std::bit_cast<float>(bits);
    if (!std::isnan(value) && !std::isinf(value) && value != 0 &&
        std::fabs(value) != 1)
      x.push_back(value);
  }
  for (int k = 1; k < 4000; ++k)
    add(static_cast<float>(k * 0x1.921fb54442d18p+0));
  // Floats that come especially near to a multiple of π/2 (Muller et al.,
  // "Handbook of Floating-Point Arithmetic", on range reduction).
  for (float v : {0x1.f9cbe2p+7f, 0x1.47d0fep+34f, 0x1.6d6dap+14f,
                  0x1.a22cp+119f, 0x1.fffffep+127f, 0x1.2d97c8p+2f})
    add(v);
  for (int exponent = -149; exponent < 128; ++exponent)
    for (float m : {1.0f, 1.25f, 1.5f, 1.75f}) add(std::ldexp(m, exponent));
  for (float v : {1.0f, 88.72284f, 89.41599f, 103.97208f, 104.0f, 9.010913f,
                  3.9192059f, 0.70710678f, 0.5f, 2.718281828f})
    add(v);
  return x;
}

TEST_P(FastOracle, IsWithinItsAssumedErrorOfMpfr) {
  const auto op = op_named(GetParam().op);
  ASSERT_TRUE(op);
  const FastFunction function = fast_function(*op);
  ASSERT_NE(nullptr, function.evaluate);
  const std::vector<double> x = points(random_points());
  std::vector<double> y(x.size());
  function.evaluate(x.data(), y.data(), x.size());
  mpfr_t operand, exact, error;
  mpfr_init2(operand, 53);
  mpfr_init2(exact, 160);
  mpfr_init2(error, 160);
  double worst = 0;
  double worst_x = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mpfr_set_d(operand, x[i], MPFR_RNDN);
    const int ternary = GetParam().exact(exact, operand, MPFR_RNDN);
    if (mpfr_nan_p(exact) != 0) {
      EXPECT_TRUE(std::isnan(y[i])) << x[i] << " gives " << y[i];
      continue;
    }
    // If every dtype overflows or underflows, the oracle only has to show that.
    if (mpfr_inf_p(exact) != 0 || mpfr_get_exp(exact) > 131) {
      EXPECT_GT(std::fabs(y[i]), 0x1p129) << x[i];
      continue;
    }
    if (mpfr_get_exp(exact) < -152) {
      EXPECT_LT(std::fabs(y[i]), 0x1p-151) << x[i];
      EXPECT_EQ(mpfr_signbit(exact) != 0, std::signbit(y[i])) << x[i];
      continue;
    }
    mpfr_d_sub(error, y[i], exact, MPFR_RNDN);
    mpfr_div(error, error, exact, MPFR_RNDN);
    const double relative = std::fabs(mpfr_get_d(error, MPFR_RNDA));
    if (!(relative <= worst)) {
      worst = relative;
      worst_x = x[i];
    }
    // The unit in the last place depends on which side of ±1 the value is, so
    // the oracle must have the right side.
    if (function.near_one != NearOne::kUnknown &&
        std::fabs(std::fabs(y[i]) - 1) < kFastError / 2) {
      int side = mpfr_cmpabs_ui(exact, 1);
      // Nearer to 1 than MPFR keeps: its rounding says on which side.
      if (side == 0) side = mpfr_signbit(exact) != 0 ? ternary : -ternary;
      EXPECT_EQ(side > 0, std::fabs(y[i]) > 1) << x[i];
    }
  }
  // Moving a value to its side of ±1 takes up to half of the assumed error.
  const double allowed =
      function.near_one == NearOne::kUnknown ? kFastError / 64 : kFastError;
  EXPECT_LE(worst, allowed) << "at " << worst_x;
  RecordProperty("worst", std::to_string(std::log2(worst)));
  mpfr_clears(operand, exact, error, static_cast<mpfr_ptr>(nullptr));
  mpfr_free_cache();
}

INSTANTIATE_TEST_SUITE_P(
    Mpfr, FastOracle,
    testing::Values(Tried{"sqrt", mpfr_sqrt}, Tried{"recip", recip},
                    Tried{"exp", mpfr_exp}, Tried{"log", mpfr_log},
                    Tried{"sin", mpfr_sin}, Tried{"cos", mpfr_cos},
                    Tried{"tan", mpfr_tan}, Tried{"asin", mpfr_asin},
                    Tried{"acos", mpfr_acos}, Tried{"atan", mpfr_atan},
                    Tried{"sinh", mpfr_sinh}, Tried{"cosh", mpfr_cosh},
                    Tried{"tanh", mpfr_tanh}, Tried{"erf", mpfr_erf},
                    Tried{"rsqrt", reciprocal_of_root},
                    Tried{"expm1", mpfr_expm1}),
    [](const auto& tried) { return std::string(tried.param.op); });

TEST(FastFunction, IsThereForEveryUnaryOpOnReals) {
  for (const OpSpec* spec : every_op()) {
    if (!spec->signature.is_lifted() || spec->signature.operands.size() != 1)
      continue;
    if (!spec->variants.begin()->dtypes().contains(DType::kFloat32)) continue;
    EXPECT_NE(nullptr, fast_function(*op_named(spec->name)).evaluate)
        << spec->name;
  }
}

}  // namespace
}  // namespace assay
