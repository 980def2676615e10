// Lists hard operands of pow and atan2: bases next to 1 with huge exponents,
// exponents whose parity or fraction a double barely holds, results at the ends
// of the range, and quotients that leave it.
// Tested by tests/harness/operands/hard_operands_test.cc.
#include <cmath>

#include "harness/operands/hard_list.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// Holds a base and its binary logarithm.
struct Radix {
  double value;
  double log2;
};

// Adds exponents y for which x^y is next to the thresholds of overflow, of the
// subnormal range and of 0.
void add_thresholds(HardList& list, Radix base) {
  const FloatFormat& format = list.format();
  const int p = format.precision;
  const double top = format.max_exponent + 1.0;
  const double bottom = format.min_exponent;
  for (double log2 : {top, top - 0.001, bottom, bottom - p / 2.0,
                      bottom - p + 1.0, bottom - p + 0.0, bottom - 1.3})
    for (double sign : {1.0, -1.0}) {
      const double y = log2 / base.log2;
      const std::uint64_t x_bits = encode_real(format, sign * base.value);
      const std::uint64_t y_bits = encode_real(format, y);
      if ((y_bits & (sign_bit(format) - 1)) > largest_finite_bits(format))
        continue;
      if (sign < 0) {
        list.add(-base.value, std::nearbyint(y));
        continue;
      }
      for (std::uint64_t near : {y_bits - 1, y_bits, y_bits + 1})
        list.add_bits(x_bits, near);
    }
}

}  // namespace

void add_powers(HardList& list) {
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  constexpr double kLog2E = 0x1.71547652b82fep+0;
  for (const Radix& base :
       {Radix{2, 1}, Radix{0.5, -1}, Radix{10, 0x1.a934f0979a371p+1},
        Radix{3, 0x1.95c01a39fbd68p+0}, Radix{1 + u, u * kLog2E},
        Radix{1 - u / 2, -u / 2 * kLog2E},
        Radix{1 + 1024 * u, 1024 * u * kLog2E}})
    add_thresholds(list, base);
  // Odd and even integers near the size where fractions end, and beyond it.
  const double integers = 1 / u;  // 2^(p-1): from here on no fractions
  for (double y : {integers - 1, integers - 0.5, integers / 2 + 0.5, integers,
                   integers + 1, 2 * integers - 1, 2 * integers,
                   2 * integers + 2, 4 * integers, 0x1p62, 0x1p63, 0x1p64})
    for (double x : {-1.0, -1 - u, -1 + u / 2, 1 + u, 1 - u / 2}) {
      list.add(x, y);
      list.add(x, -y);
    }
  // Exponents that have formulas of their own, with bases from the whole range.
  const double normal = std::ldexp(1.0, format.min_exponent);
  const double smallest = normal * u;
  const double largest = decode_real(format, largest_finite_bits(format));
  for (double y : {0.5, -0.5, 1.5, -1.0, 2.0, -2.0, 3.0, 1.0 / 3, 0.25})
    for (double x : {smallest, 3 * smallest, normal - smallest, normal,
                     normal * 1.5, 1 + u, 1 - u / 2, 2.0, 0x1.8p+1, 1e3,
                     std::ldexp(1.0, format.max_exponent / 2) * 1.25, largest})
      list.add(x, y);
  for (double x : {-2.0, -3.0, -0.5, -10.0})
    for (double y : {3.0, -3.0, 4.0, -5.0, 2.0}) list.add(x, y);
  // Exponents so small that the result is next to 1.
  for (double y : {smallest, normal, u / 2, u, 4 * u})
    for (double x : {2.0, 0.5, 10.0, largest, smallest}) {
      list.add(x, y);
      list.add(x, -y);
    }
}

void add_angles(HardList& list) {
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  const double normal = std::ldexp(1.0, format.min_exponent);
  const double smallest = normal * u;
  const double largest = decode_real(format, largest_finite_bits(format));
  // Quotients at which usual implementations of atan switch formulas.
  for (double quotient : {7.0 / 16, 11.0 / 16, 19.0 / 16, 39.0 / 16, 1.0})
    for (double x : {1.0, -1.0, 3.0, -3.0})
      list.add_around_second(quotient * x, x);
  // Quotients that are subnormal, or that become 0 or infinity.
  for (double y : {smallest, 3 * smallest, normal, normal * 1.5, 5 * normal})
    for (double x : {1.0, 2.0, 3.0, 1024.0, 1 / u, largest, largest / 3,
                     smallest, normal}) {
      list.add_signs(y, x);
      list.add_signs(x, y);
    }
  // Next to the axes the result is π or π/2 plus a tiny angle, which may round
  // away.
  for (double y : {u / 8, u / 4, u / 2, u, 4 * u, std::sqrt(u)}) {
    list.add_signs(y, 1);
    list.add_signs(1, y);
    list.add_signs(y * largest / 4, largest / 4);
  }
}

}  // namespace assay
