// Checks the real functions against MPFR on every target of the machine:
// doubles of every exponent, at random and where a function is difficult, and
// floats at random.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "optimized/elementwise/elementwise.h"
#include "optimized/resources/settings.h"
#include "spec/op_table.h"

namespace assay::optimized {
namespace {

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

struct Function {
  const char* name;
  Op op;
  Unary unary = nullptr;
  Binary binary = nullptr;
  // The range in which the function is neither constant nor infinite.
  double low = -4;
  double high = 4;
  // True if AVX-512 computes floats, or doubles, by a method of its own.
  bool differs = false;
  bool differs_for_doubles = false;
};

void PrintTo(const Function& function, std::ostream* out) {
  *out << function.name;
}

const Function kFunctions[] = {
    {"exp", "exp"_op, mpfr_exp, nullptr, -746, 711, true, true},
    {"expm1", "expm1"_op, mpfr_expm1, nullptr, -90, 90},
    {"log", "log"_op, mpfr_log, nullptr, 0, 4, false, true},
    {"sin", "sin"_op, mpfr_sin, nullptr, -1000, 1000},
    {"cos", "cos"_op, mpfr_cos, nullptr, -1000, 1000},
    {"tan", "tan"_op, mpfr_tan, nullptr, -1000, 1000},
    {"asin", "asin"_op, mpfr_asin, nullptr, -1, 1, false, true},
    {"acos", "acos"_op, mpfr_acos, nullptr, -1, 1, false, true},
    {"atan", "atan"_op, mpfr_atan, nullptr, -4, 4, true, true},
    {"sinh", "sinh"_op, mpfr_sinh, nullptr, -30, 30},
    {"cosh", "cosh"_op, mpfr_cosh, nullptr, -30, 30, false, true},
    {"tanh", "tanh"_op, mpfr_tanh, nullptr, -20, 20, true, true},
    {"erf", "erf"_op, mpfr_erf, nullptr, -6, 6, true, true},
    {"pow", "pow"_op, nullptr, mpfr_pow, -40, 40, true},
    {"atan2", "atan2"_op, nullptr, mpfr_atan2},
    {"mod", "mod"_op, nullptr, mpfr_fmod},
};

// Holds an exact result, to 160 bits.
class Exact {
 public:
  Exact() { mpfr_inits2(160, value_, x_, y_, nullptr); }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  ~Exact() { mpfr_clears(value_, x_, y_, nullptr); }

  void evaluate(const Function& function, double x, double y) {
    mpfr_set_d(x_, x, MPFR_RNDN);
    mpfr_set_d(y_, y, MPFR_RNDN);
    if (function.unary != nullptr)
      function.unary(value_, x_, MPFR_RNDN);
    else
      function.binary(value_, x_, y_, MPFR_RNDN);
  }

  // Returns the error of a result in units in the last place of T. It is
  // infinite for a wrong NaN, infinity or sign of zero.
  template <typename T>
  double error_of(T got) {
    using Limits = std::numeric_limits<T>;
    constexpr double kWrong = std::numeric_limits<double>::infinity();
    const bool is_nan = mpfr_nan_p(value_) != 0;
    if (is_nan || std::isnan(got))
      return is_nan && std::isnan(got) ? 0 : kWrong;
    if (std::signbit(got) != (mpfr_signbit(value_) != 0)) return kWrong;
    if (mpfr_inf_p(value_) != 0) return std::isinf(got) ? 0 : kWrong;
    if (mpfr_zero_p(value_) != 0) return got == 0 ? 0 : kWrong;
    const mpfr_exp_t exponent = mpfr_get_exp(value_);
    if (exponent > Limits::max_exponent) return std::isinf(got) ? 0 : kWrong;
    if (std::isinf(got))  // as what the exponent's range would go on with
      mpfr_set_si_2exp(x_, got < 0 ? -1 : 1, Limits::max_exponent, MPFR_RNDN);
    else
      mpfr_set_d(x_, got, MPFR_RNDN);
    const mpfr_exp_t ulp =
        std::max<mpfr_exp_t>(exponent, Limits::min_exponent) - Limits::digits;
    mpfr_sub(x_, x_, value_, MPFR_RNDN);
    mpfr_mul_2si(x_, x_, -ulp, MPFR_RNDN);
    return std::fabs(mpfr_get_d(x_, MPFR_RNDU));
  }

 private:
  mpfr_t value_, x_, y_;
};

template <typename T>
struct Points {
  std::vector<T> x, y;

  void add(double first, double second) {
    x.push_back(static_cast<T>(first));
    y.push_back(static_cast<T>(second));
  }
};

template <typename T>
Points<T> points_of(const Function& function, int random_count) {
  Points<T> points;
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> inside(function.low, function.high);
  for (int i = 0; i < random_count; ++i) {
    points.add(inside(random), inside(random));
    points.add(std::fabs(inside(random)), inside(random));
  }
  // Adds points up to 2, where tables of the functions begin.
  for (int i = 0; i < 2000; ++i)
    points.add(std::ldexp(1 + (i + 0.5) / 2000, -(i % 12)), inside(random));
  // Adds points around 1, where log is small and pow has large exponents.
  for (int i = 0; i < 500; ++i) {
    const double near = 1 + std::ldexp(inside(random), -(i % 52) - 3);
    const double x = static_cast<double>(static_cast<T>(near));
    points.add(x, x > 0 && x != 1 ? inside(random) / std::log(x) : 3);
    points.add(-x, 1 / x);
  }
  // Adds both sides of the middles and ends of quadrants, also after the last n
  // that vectors reduce.
  for (int i = 0; i < 1000; ++i) {
    const double n = i < 200 ? i : std::ldexp(1, i % 24) * (1 + i / 1000.0);
    const T x = static_cast<T>(std::floor(n) * std::numbers::pi / 4);
    points.add(std::nextafter(x, T{0}), n);
    points.add(-x, 1);
    points.add(std::nextafter(x, T{1e30f}), x);
  }
  // Adds points around log(1.5), where expm1 passes 1/2, above log(2^24), where
  // 2^k - 1 is no float, and where the ulps of expm1 double next to 1/32. At
  // the last ones expm1 and cosh become infinite.
  for (int i = 0; i < 2000; ++i) {
    points.add(0.4 + i / 1e5, 1);
    points.add(16.6 + i / 4e3, 1);
    points.add((i % 2 == 0 ? 0.02 : -0.02) * (1 + i / 1e3), 1);
    points.add(-4.5 - i / 2e2, 1);
    points.add(88.7 + i / 1e4, 1);
    points.add(89.4 + i / 2e4, 1);
    points.add(710.4 + i / 2e4, 1);
  }
  // Adds whole vectors next to the ends of the range of exp and of its normal
  // results, where those within go another way than those with one beyond.
  for (const double first : {-745.0, -709.0, -104.0, -88.0, 88.0, 709.0})
    for (int i = 0; i < 64; ++i) points.add(first + i / 64.0, 1);
  return points;
}

// Adds every exponent with the first, a middle and the last significand. The
// other operand is random.
template <typename T>
void add_exponents(Points<T>& points) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  constexpr int kFraction = std::numeric_limits<T>::digits - 1;
  constexpr Bits kExponents = 2 * std::numeric_limits<T>::max_exponent - 1;
  constexpr Bits kLast = (Bits{1} << kFraction) - 1;
  std::mt19937_64 random(13);
  for (Bits exponent = 0; exponent < kExponents; ++exponent)
    for (const Bits significand :
         {Bits{0}, static_cast<Bits>(random()) & kLast, kLast}) {
      const T x = std::bit_cast<T>(exponent << kFraction | significand);
      points.add(exponent % 2 == 0 ? x : -x,
                 std::bit_cast<T>(static_cast<Bits>(random())));
    }
}

void add_specials(Points<double>& points) {
  using Limits = std::numeric_limits<double>;
  const double specials[] = {0.0,
                             Limits::denorm_min(),
                             Limits::min(),
                             0.5,
                             1.0,
                             1.5,
                             2.0,
                             3.0,
                             0x1p53 - 1,
                             0x1p53,
                             Limits::max(),
                             Limits::infinity(),
                             Limits::quiet_NaN()};
  for (const double x : specials)
    for (const double y : specials)
      for (const int signs : {0, 1, 2, 3})
        points.add((signs & 1) != 0 ? -x : x, (signs & 2) != 0 ? -y : y);
}

// Adds doubles next to multiples of pi / 2, where the C library may be 10^5 ulp
// off.
void add_far_multiples(Points<double>& points) {
  for (const double x :
       {0x1.6ac5b262ca1ffp+849, 0x1.4c96c11134d36p+577, 0x1.83009e2e9e2ebp+614,
        0x1.504cac51f1eafp+132, 0x1.e009c53148be1p+991, 0x1.c45cd11154dfdp+295,
        0x1.6c6cbc45dc8dep+5, 0x1.b951f1572eba5p+23})
    for (const double near : {std::nextafter(x, 0.0), x, -x})
      points.add(near, 1);
}

// Returns the results of the kernel for a dtype, whose compute type is T.
template <typename T>
std::vector<T> results_of(Op op, DType dtype, const Points<T>& points) {
  const Kernel kernel = elementwise_kernel(op, dtype);
  std::vector<T> out(points.x.size());
  const std::byte* const in[] = {
      reinterpret_cast<const std::byte*>(points.x.data()),
      reinterpret_cast<const std::byte*>(points.y.data())};
  kernel(reinterpret_cast<std::byte*>(out.data()), in,
         static_cast<std::int64_t>(out.size()));
  return out;
}

// Returns the settings of a target, or an error if the machine lacks it.
// Available targets can be seen only while none is chosen.
Result<Settings> settings_of(const char* target, const char* accuracy) {
  use_settings(Settings());
  return parse_settings(std::string("target=") + target +
                        ",accuracy=" + accuracy);
}

class Math : public testing::TestWithParam<Function> {
 protected:
  ~Math() override { use_settings(Settings()); }

  // Compares the results of all targets with the exact ones.
  template <typename T>
  void expect_within(double bound, const char* accuracy, DType dtype,
                     const Points<T>& points) {
    std::vector<std::string> targets;
    std::vector<std::vector<T>> results;
    for (const char* target : {"scalar", "sse4", "avx2", "avx512"}) {
      const auto chosen = settings_of(target, accuracy);
      if (!chosen) continue;
      use_settings(*chosen);
      ASSERT_EQ(target, dispatched_target());
      targets.push_back(target);
      results.push_back(results_of<T>(GetParam().op, dtype, points));
    }
    Exact exact;
    int failures = 0;
    for (std::size_t i = 0; i < points.x.size() && failures < 5; ++i) {
      exact.evaluate(GetParam(), points.x[i], points.y[i]);
      for (std::size_t k = 0; k < results.size(); ++k) {
        const double error = exact.error_of(results[k][i]);
        if (error <= bound) continue;
        ++failures;
        ADD_FAILURE() << targets[k] << ": " << error << " ULP off at "
                      << std::hexfloat << points.x[i] << ", " << points.y[i]
                      << ": got " << results[k][i];
      }
    }
  }

  // Compares the results of targets that should agree.
  template <typename T>
  void expect_alike(const char* accuracy, DType dtype) {
    using Bits =
        std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    Points<T> points = points_of<T>(GetParam(), 2000);
    add_exponents(points);
    const char* const alike[][2] = {{"scalar", "sse4"}, {"avx2", "avx512"}};
    for (const auto& [first, second] : alike) {
      std::vector<T> results[2];
      for (const int k : {0, 1}) {
        const auto chosen = settings_of(k == 0 ? first : second, accuracy);
        if (!chosen) return;
        use_settings(*chosen);
        results[k] = results_of<T>(GetParam().op, dtype, points);
      }
      std::size_t differences = 0;
      for (std::size_t i = 0; i < points.x.size(); ++i)
        differences += !std::isnan(results[0][i]) &&
                       std::bit_cast<Bits>(results[0][i]) !=
                           std::bit_cast<Bits>(results[1][i]);
      EXPECT_EQ(0u, differences) << first << ", " << second;
    }
  }
};

// The contract allows 3 to 16 ULP, and 2 in the tier that is core.
TEST_P(Math, IsWithinAnUlpOrSoForDoubles) {
  Points<double> points = points_of<double>(GetParam(), 2000);
  add_exponents(points);
  add_specials(points);
  add_far_multiples(points);
  const Op op = GetParam().op;
  expect_within(op == "mod"_op   ? 0
                : op == "tan"_op ? 1.2
                                 : 1,
                "core", DType::kFloat64, points);
}

// The contract allows 1 ULP in the tier that is core.
TEST_P(Math, IsWithinAnUlpForFloats) {
  Points<float> points = points_of<float>(GetParam(), 2000);
  add_exponents(points);
  // Each of the corrections of expm1 is worth a fifth of an ulp or more.
  const double bound = GetParam().op == "mod"_op     ? 0
                       : GetParam().op == "expm1"_op ? 0.8
                                                     : 1;
  expect_within(bound, "core", DType::kFloat32, points);
  expect_within(bound, "core", DType::kFloat16, points);
}

// Results for narrower elements are rounded a second time.
TEST_P(Math, IsTheNearestFloatWhereCorrect) {
  Points<float> points = points_of<float>(GetParam(), 2000);
  add_exponents(points);
  const bool is_exact = GetParam().op == "mod"_op;
  expect_within(is_exact ? 0 : 0.501, "correct", DType::kFloat32, points);
  expect_within(is_exact ? 0 : 0.5001, "correct", DType::kFloat16, points);
}

// Vectors of all sizes give the same bits, among the targets that fuse products
// and among those that do not.
TEST_P(Math, IsTheSameForTargetsAlike) {
  if (!GetParam().differs_for_doubles)
    expect_alike<double>("core", DType::kFloat64);
  expect_alike<float>(GetParam().differs ? "correct" : "core", DType::kFloat32);
}

INSTANTIATE_TEST_SUITE_P(Functions, Math, testing::ValuesIn(kFunctions),
                         [](const auto& tried) {
                           return std::string(tried.param.name);
                         });

// Signaling NaNs are not special here: their power by zero is 1, too.
TEST(Pow, IgnoresAnyNanBesideOne) {
  constexpr double kSignaling = std::numeric_limits<double>::signaling_NaN();
  Points<double> points;
  points.add(1, kSignaling);
  points.add(kSignaling, 0);
  for (const double got : results_of<double>("pow"_op, DType::kFloat64, points))
    EXPECT_EQ(1, got);
}

}  // namespace
}  // namespace assay::optimized
