// Computes sin, cos and tan of floats. It reduces the argument to quarters of a
// turn with enough bits (Payne and Hanek, "Radian reduction for trigonometric
// functions", 1983), and then sums Taylor's series, whose remainder on [-π/4,
// π/4] is below 2^-57.
// Tested by tests/sweep/fast_oracle_test.cc.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "sweep/fast_oracle.h"

namespace assay {
namespace {

__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;

constexpr double kHalfPi = 0x1.921fb54442d18p+0;
constexpr double kQuarterPi = kHalfPi / 2;
// The first 256 bits of 2/π after the binary point.
constexpr std::uint64_t kTwoOverPi[] = {0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
                                        0xdb6295993c439041, 0xfe5163abdebbc561};

// x = quarters · π/2 + rest, modulo whole turns, |rest| <= π/4.
struct Turned {
  double rest = 0;
  int quarters = 0;
};

// Returns 128 bits of the fraction of 2/π · 2^places.
Wide two_over_pi(int places) {
  if (places <= 0) {
    const Wide leading = Wide{kTwoOverPi[0]} << 64 | kTwoOverPi[1];
    return leading >> -places;
  }
  const int word = places / 64;
  const int bit = places % 64;
  const Wide leading = Wide{kTwoOverPi[word]} << 64 | kTwoOverPi[word + 1];
  if (bit == 0) return leading;
  return leading << bit | kTwoOverPi[word + 2] >> (64 - bit);
}

// Reduces a float with |x| >= π/4. Let x be m · 2^e with an integer m < 2^24,
// so that e - 2 <= 102. The bits of 2/π above 2^(2-e) only add whole turns. The
// bits after the first 128 are worth less than 2^-104 of a turn. No float is
// nearer to a multiple of π/2 than 2^-35 of a turn, so 128 bits are enough.
Turned turned(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
  const std::uint64_t m = (bits & 0xfffffffffffff) >> 29 | std::uint64_t{1}
                                                               << 23;
  const Wide turn = m * two_over_pi(exponent - 23 - 2);  // modulo 1
  const Wide half_quarter = Wide{1} << 125;
  const auto quarters = static_cast<int>((turn + half_quarter) >> 126);
  const auto rest = static_cast<SignedWide>(turn - (Wide(quarters) << 126));
  const auto high = static_cast<std::int64_t>(rest >> 64);
  const auto low = static_cast<std::int64_t>(static_cast<Wide>(rest) >> 1 &
                                             0x7fffffffffffffff);
  const double part =
      static_cast<double>(high) * 0x1p-62 + static_cast<double>(low) * 0x1p-125;
  const double sign = x < 0 ? -1 : 1;
  return {sign * part * kHalfPi, x < 0 ? -quarters : quarters};
}

// Returns Σ z^k · c[k], by Horner's rule.
template <std::size_t n>
constexpr double polynomial(const double (&c)[n], double z) {
  double sum = c[n - 1];
  for (std::size_t k = n - 1; k-- > 0;) sum = sum * z + c[k];
  return sum;
}

constexpr double over_factorial(int n) {
  double factorial = 1;
  for (int k = 2; k <= n; ++k) factorial *= k;
  return 1 / factorial;
}
constexpr double kSine[] = {-over_factorial(3),  over_factorial(5),
                            -over_factorial(7),  over_factorial(9),
                            -over_factorial(11), over_factorial(13),
                            -over_factorial(15), over_factorial(17)};
constexpr double kCosine[] = {-over_factorial(2),  over_factorial(4),
                              -over_factorial(6),  over_factorial(8),
                              -over_factorial(10), over_factorial(12),
                              -over_factorial(14), over_factorial(16)};

constexpr std::size_t kPart = 512;

// Calls f(sine, cosine, quarters), of the rest, for each element.
template <typename F>
inline void with_rest(const double* x, double* y, std::size_t count, F f) {
  double rest[kPart];
  double sine[kPart];
  double cosine[kPart];
  int quarters[kPart];
  for (std::size_t at = 0; at < count; at += kPart) {
    const std::size_t n = std::min(kPart, count - at);
    for (std::size_t i = 0; i < n; ++i) {
      const double v = x[at + i];
      const double magnitude = std::fabs(v);
      Turned t{v, 0};
      if (magnitude >= kQuarterPi)
        t = std::isfinite(v) ? turned(v) : Turned{std::nan(""), 0};
      rest[i] = t.rest;
      quarters[i] = t.quarters & 3;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double z = rest[i] * rest[i];
      sine[i] = rest[i] + rest[i] * (z * polynomial(kSine, z));
      cosine[i] = 1 + z * polynomial(kCosine, z);
    }
    for (std::size_t i = 0; i < n; ++i)
      y[at + i] = f(sine[i], cosine[i], quarters[i]);
  }
}

// Returns the sine of rest + quarters · π/2.
double sine_turned(double sine, double cosine, int quarters) {
  const double v = (quarters & 1) != 0 ? cosine : sine;
  return (quarters & 2) != 0 ? -v : v;
}

}  // namespace

void fast_sin(const double* x, double* y, std::size_t count) {
  with_rest(x, y, count, sine_turned);
}

void fast_cos(const double* x, double* y, std::size_t count) {
  with_rest(x, y, count, [](double sine, double cosine, int quarters) {
    return sine_turned(sine, cosine, quarters + 1);
  });
}

void fast_tan(const double* x, double* y, std::size_t count) {
  with_rest(x, y, count, [](double sine, double cosine, int quarters) {
    return (quarters & 1) != 0 ? -cosine / sine : sine / cosine;
  });
}

}  // namespace assay
