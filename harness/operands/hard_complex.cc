// Lists hard operands of ops on complex elements: both sides of every branch
// cut at several distances, points where the result or a part of it is tiny,
// points next to singularities, and parts whose squares leave the range.
// Tested by tests/harness/operands/hard_operands_test.cc.
#include <cmath>
#include <utility>

#include "harness/operands/hard_list.h"
#include "harness/operands/near_multiples.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

constexpr double kHalfPi = 0x1.921fb54442d18p+0;

}  // namespace

// Adds both sides of both axes, within 1 and beyond: on the axis with a zero of
// either sign, and at several distances from it.
void add_axes(ComplexList& list) {
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  const double tiny = std::ldexp(1.0, format.min_exponent / 2);
  const double large = std::ldexp(1.0, format.max_exponent / 3);
  for (double along : {std::sqrt(u), 0.5, 1.0, 1 + u, 2.0, large})
    for (double beside : {0.0, tiny, u * u, u, std::sqrt(u)}) {
      list.add_signs(along, beside);
      list.add_signs(beside, along);
    }
}

// Adds the unit circle, on which the real part of the logarithm is 0.
void add_circle(ComplexList& list) {
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  // Ratios of Pythagorean triples are exactly on the circle before rounding.
  for (const auto& [a, b] :
       {std::pair{0.6, 0.8}, std::pair{5.0 / 13, 12.0 / 13},
        std::pair{0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bcdp-1},
        std::pair{8.0 / 17, 15.0 / 17}}) {
    list.add_signs(a, b);
    list.add_signs(b, a);
    list.add(a * (1 + 2 * u), b);
    list.add(a, -b * (1 - 2 * u));
  }
  // Next to 1 both parts of the logarithm are tiny.
  for (double re :
       {1 - u / 2, 1 + u, 1 - 8 * u, 1 + std::sqrt(u), 1 - std::sqrt(u), 1.0})
    for (double im : {u, u * u, std::sqrt(u), std::sqrt(u) / 3}) {
      list.add(re, im);
      list.add(re, -im);
      list.add(-im, re);
    }
}

// Adds zeros and poles of the trigonometric and hyperbolic functions, which are
// multiples of π/2 on an axis, and large parts whose argument reduction needs
// many bits of π.
void add_multiples(ComplexList& list) {
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  for (double k : {1.0, 2.0, 3.0, 4.0, 7.0, 1000.0})
    for (double beside : {0.0, u, std::sqrt(u), 0.5}) {
      // The part is rounded, so the point is near the zero but not on it.
      list.add_signs(k * kHalfPi, beside);
      list.add_signs(beside, k * kHalfPi);
    }
  for (std::uint64_t bits : near_multiples_of_half_pi(format).first(8)) {
    const double near = decode_real(format, bits);
    list.add_signs(near, u * u);
    list.add_signs(u * u, near);
  }
  for (double large : {1e5, 1e10, 1e22, 1e30}) {
    list.add(large, 0.5);
    list.add(0.5, large);
    list.add(-0.25, -large);
  }
  // e^x overflows, but its half or its product with a small sine does not.
  const double overflow = (format.max_exponent - 3) * 0x1.62e42fefa39efp-1;
  for (double part : {overflow, overflow - 1, 20.0, 40.0})
    for (double other : {0.5, 1.5, 3.0}) {
      list.add(part, other);
      list.add(-part, other);
      list.add(other, part);
      list.add(other, -part);
    }
}

// Adds small numbers, of which e^z - 1 loses digits, and pairs of parts for
// which the real part, about x - y²/2, cancels.
void add_near_zero(ComplexList& list) {
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  for (int places = 2; places <= format.precision + 4; places += 3) {
    const double small = std::ldexp(1.0, -places);
    list.add_signs(small, small / 3);
    list.add_signs(small * small, small);
    list.add_signs(small, small * small);
    for (double off : {1.0, 1 + u, 1 - 4 * u, 1 + std::sqrt(u)})
      list.add(small * small / 2 * off, small);
  }
}

// Adds ±1 and ±i, the branch points and poles of the inverse functions,
// approached from all sides.
void add_branch_points(ComplexList& list) {
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  for (double near : {u / 2, 4 * u, std::sqrt(u), 0x1p-6})
    for (double beside : {0.0, u, near, std::sqrt(u)}) {
      list.add_signs(1 - near, beside);
      list.add_signs(1 + 2 * near, beside);
      list.add_signs(beside, 1 - near);
      list.add_signs(beside, 1 + 2 * near);
    }
}

// Adds numbers whose parts have squares outside the range while the result is
// inside.
void add_scales(ComplexList& list) {
  const FloatFormat& format = list.format();
  const double large = std::ldexp(1.0, format.max_exponent - 4);
  const double small = std::ldexp(1.0, format.min_exponent + 8);
  const double middle = std::ldexp(1.0, format.max_exponent / 2 + 3);
  for (double scale : {large, small, middle, 1 / middle})
    for (double ratio : {1.0, 0.75, 1.5, 0x1p-6}) {
      list.add_signs(scale, scale * ratio);
      list.add(scale * ratio, -scale);
    }
  list.add_signs(large, small);
  list.add_signs(small, large);
}

// Adds products and quotients that cancel in one or both parts, and factors
// with intermediate products outside the range.
void add_complex_products(ComplexList& list) {
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  for (double i : {1.0, 2.0, 3.0})
    for (double j : {0.0, 1.0, 2.0})
      for (double sign : {1.0, -1.0}) {
        // In (a + bi)(c + di), ac is next to bd; for the quotient d is negated.
        list.add_pair(1 + i * u, 1 - j * u, 1 + j * u, sign * (1 + i * u));
        list.add_pair(1 + i * u, 3, 3 + 2 * j * u, sign);
        list.add_pair(1.0 / 3, 0.7, 0.7 * (1 + j * u), sign * (1 + i * u) / 3);
      }
  for (int e : {format.max_exponent - 4, format.max_exponent / 2 + 4,
                format.min_exponent / 2, format.min_exponent + 20}) {
    const double s = std::ldexp(1.0, e);
    for (double t : {s, 1.0, 1 / s}) {
      if (!(t < std::ldexp(1.0, format.max_exponent - 3))) continue;
      for (double b : {0.0, -0.0, 0.5, -1.0})
        list.add_pair(s, b * s, t, 0.75 * t);
      list.add_pair(s, 0x1p-5 * s, 0x1p-7 * t, -t);
      list.add_pair(0.75 * s, s, t, 0x1p-6 * t);
    }
  }
}

void add_complex_powers(ComplexList& list) {
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  for (double side : {0.0, -0.0, u, -u})
    for (double along : {0.5, 1.0, 2.0, 10.0})
      for (const auto& [c, d] :
           {std::pair{0.5, 0.0}, std::pair{2.0, 0.0}, std::pair{3.0, 0.0},
            std::pair{-1.0, 0.0}, std::pair{0.5, 0.5}, std::pair{0.0, 1.0}})
        list.add_pair(-along, side, c, d);
  // Bases next to 1, with exponents that amplify the difference.
  for (double near : {u, 4 * u, std::sqrt(u)})
    for (double exponent : {1.0, 0x1p10, 0x1p20, -0x1p20}) {
      list.add_pair(1 + near, near, exponent, 0);
      list.add_pair(1 - near, -near, exponent, 1);
      list.add_pair(1, near, exponent, -0.5);
    }
}

void add_complex_neighbours(ComplexList& list) {
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  const double tiny = std::ldexp(1.0, format.min_exponent - 3);
  for (double re : {1.0, tiny, 0.0, -3.0})
    for (double im : {1.0, tiny, -2.0, 0.0}) {
      list.add_pair(re, im, re, im);
      list.add_pair(re, im, re * (1 + u), im);
      list.add_pair(re, im, re, im * (1 + u));
      list.add_pair(re, im, im, re);
      list.add_pair(re, im, re + tiny, im);
      list.add_pair(re, im, re, im + tiny);
    }
}

}  // namespace assay
