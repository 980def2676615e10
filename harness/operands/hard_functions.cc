// Lists hard operands of the unary functions of reals: points where usual
// implementations switch formulas, where results leave the normal range, and
// next to the zeros of the trigonometric functions.
// Tested by tests/harness/operands/hard_operands_test.cc.
#include <cmath>
#include <initializer_list>

#include "harness/operands/hard_list.h"
#include "harness/operands/near_multiples.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

constexpr double kLn2 = 0x1.62e42fefa39efp-1;
constexpr double kQuarterPi = 0x1.921fb54442d18p-1;

void add_all_around(HardList& list, std::initializer_list<double> seams) {
  for (double seam : seams) list.add_around(seam);
}

// Adds points where a result approaches a limit that some implementations
// return too early. There e^-2x is between 1/4 and 2^12 units in the last place
// of 1, as in 1 - tanh x or in the part of cosh x that e^x / 2 omits.
void add_nearly_saturated(HardList& list) {
  for (int octaves = -1; octaves <= 12; ++octaves)
    list.add((list.format().precision - octaves - 0.4) * kLn2 / 2);
}

}  // namespace

// Adds subnormal operands, the ends of the subnormal range, and small operands
// for which the first, second or third term of a series is the last that
// matters.
void add_small(HardList& list) {
  const FloatFormat& format = list.format();
  const std::uint64_t normal = smallest_normal_bits(format);
  const std::uint64_t pattern = normal / 3;  // 0101…
  for (std::uint64_t bits :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, pattern,
        normal / 2, normal - 1, normal, normal + 1, 2 * normal + pattern}) {
    list.add_bits(bits);
    list.add_bits(bits | sign_bit(format));
  }
  const int p = format.precision;
  for (int places : {p + 2, p + 1, p, p / 2 + 1, p / 2, p / 3, p / 4})
    list.add_around(std::ldexp(1.0, -places));
}

// Adds points where argument reduction by multiples of π/2 changes its method:
// odd multiples of π/4, points beyond which the first, second or third part of
// π/2 no longer suffices, and points that need all bits of π.
void add_trigonometric(HardList& list) {
  for (int odd : {1, 3, 5, 7, 9}) list.add_around(odd * kQuarterPi);
  for (std::uint64_t bits : near_multiples_of_half_pi(list.format())) {
    for (std::uint64_t near : {bits - 1, bits, bits + 1}) list.add_bits(near);
    list.add_bits(bits | sign_bit(list.format()));
  }
  // At 0.67434 tan switches polynomials; 48039, 71476 and 117435 are the
  // largest arguments of float reductions; below 105414350 two parts of π/2
  // suffice.
  add_all_around(list, {0.67434, 48039.0, 71476.0, 117435.0, 105414350.0});
  for (int e = 10; e < list.format().max_exponent; e += e / 4)
    list.add(std::ldexp(1.0, e));
  const double largest =
      decode_real(list.format(), largest_finite_bits(list.format()));
  list.add_around(largest, 2);
}

// Adds points where e^x overflows, is subnormal or becomes 0, and the multiples
// of ln 2 / 2, where the reduced argument is largest.
void add_exponential(HardList& list) {
  const FloatFormat& format = list.format();
  const int p = format.precision;
  const double overflow = (format.max_exponent + 1) * kLn2;
  list.add_around(overflow, 3);
  list.add_around(format.min_exponent * kLn2, 3);
  list.add_around((format.min_exponent - p) * kLn2, 3);  // half the smallest
  list.add_around((format.min_exponent - p + 1) * kLn2, 2);
  // These results are subnormal.
  for (int k = 1; k<p; k += p> 24 ? 3 : 1)
    list.add((format.min_exponent - k + 0.3) * kLn2);
  for (double halves : {1.0, 2.0, 3.0, 4.0, 5.0, 21.0, 101.0})
    list.add_around(halves * kLn2 / 2);
  add_all_around(list, {0.5, 1, 1.5 * kLn2});
}

void add_hyperbolic(HardList& list) {
  const FloatFormat& format = list.format();
  const int p = format.precision;
  // e^x overflows, but half of it does not.
  const double overflow = (format.max_exponent + 1) * kLn2;
  for (int k = 0; k <= 8; ++k) list.add_around(overflow + k * kLn2 / 8, 1);
  list.add_around(overflow, 3);
  list.add_around(overflow + kLn2, 3);
  // From 22 or 9 on e^-x no longer matters; the other points end a series.
  add_all_around(list, {22, 9, 0.5, 1, 0.25, kLn2 / 2, kLn2, p * kLn2 / 2,
                        (p + 1) * kLn2 / 2, (p + 2) * kLn2 / 2});
  add_nearly_saturated(list);
}

void add_hyperbolic_tangent(HardList& list) {
  const int p = list.format().precision;
  add_all_around(
      list, {22, 20, 19.0625, 9.01, 9.99, 10, 0.625, 0.55, 1, 0.5, kLn2 / 2,
             kLn2, (p + 1) * kLn2 / 2, (p + 2) * kLn2 / 2, p * kLn2 / 2});
  add_nearly_saturated(list);
}

void add_logarithm(HardList& list) {
  const FloatFormat& format = list.format();
  const int p = format.precision;
  // Next to 1 the result is as small as the operand's distance from 1.
  for (int places = 1; places<p; places += p> 24 ? 3 : 1) {
    list.add(1 + std::ldexp(1.0, -places));
    list.add(1 - std::ldexp(1.0, -places));
  }
  list.add_around(1, 4);
  add_all_around(list, {0x1.6a09e667f3bcdp+0, 0x1.6a09e667f3bcdp-1, 0x1.09p+0,
                        0x1.ep-1, 0x1.5555555555555p-1, 0x1.5555555555555p+0,
                        0x1.8p+0, 0x1.cp-1, 2, 0.5, 10, 0x1.4p-1});
  for (int e : {format.max_exponent, format.max_exponent / 2,
                format.min_exponent / 2, format.min_exponent + 1})
    list.add_around(std::ldexp(1.0, e));
}

void add_inverse_sine(HardList& list) {
  const FloatFormat& format = list.format();
  const int p = format.precision;
  for (int places = 1; places<p; places += p> 24 ? 3 : 1) {
    list.add(1 - std::ldexp(1.0, -places));
    list.add(std::ldexp(1.0, -places) - 1);
  }
  list.add_around(1, 4);
  add_all_around(list, {0.5, 0.975, 0.625, 0.125, 0x1.6a09e667f3bcdp-1, 0.25,
                        0.75, 0x1.bb67ae8584caap-1});
}

void add_inverse_tangent(HardList& list) {
  const FloatFormat& format = list.format();
  add_all_around(list, {7.0 / 16, 11.0 / 16, 19.0 / 16, 39.0 / 16, 1, 0.5, 2,
                        0x1.a827999fcef34p-2, 0x1.3504f333f9de6p+1, 0.25, 4});
  const int p = format.precision;
  // pi/2 - atan x is about 1/x, which is around the last place of the result.
  for (int e : {p - 8, p - 4, p - 2, p - 1, p, p + 1, p + 13,
                format.max_exponent / 2, format.max_exponent})
    list.add_around(std::ldexp(1.0, e));
}

void add_error_function(HardList& list) {
  add_all_around(list, {0.84375, 1.25, 1 / 0.35, 6, 5.9375, 5.5, 4, 3.9192, 0.5,
                        1, 2, 2.75});
  // 1 - erf x is 1 to 2^13 units of float32 or of float64 at 1.
  add_all_around(list, {3.75, 3.5, 3.25, 3, 2.5, 5.75, 5.625, 5.25, 5});
}

}  // namespace assay
