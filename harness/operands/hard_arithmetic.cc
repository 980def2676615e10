// Lists hard operands of the ops on reals that round once: exact results just
// next to a tie, and results at the ends of the range. An implementation that
// first rounds to more bits, as an x87 register does, then returns the
// neighbour. About one random pair in 4000 would show this.
// Tested by tests/harness/operands/hard_operands_test.cc.
#include <cmath>
#include <utility>

#include "harness/operands/hard_list.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

struct BitPair {
  std::uint64_t x, y;
};

// Operands of float64, found by a search with exact fractions. Their results
// differ if they are rounded to 64 bits first and then to 53.
constexpr BitPair kSumRoundedTwice = {0x3ff0000000000000, 0x3ca0000000000001};
constexpr BitPair kDifferenceRoundedTwice = {0x3ff0000000000000,
                                             0xbca0000000000001};
constexpr BitPair kProductRoundedTwice = {0x3ff4dcfc135bf67b,
                                          0x3ff7436da6419a11};
constexpr BitPair kQuotientRoundedTwice = {0x3ff17f54ca3b0d32,
                                           0x3fffb356c3134c37};
constexpr BitPair kReciprocalRoundedTwice = {0x3ffd38877dcfec8a, 0};
constexpr BitPair kRootRoundedTwice = {0x400c9924eae1c342, 0};

void add_float64(HardList& list, const BitPair& operands) {
  if (list.format().bits == 64) list.add_bits(operands.x, operands.y);
}

double largest_of(const FloatFormat& format) {
  return decode_real(format, largest_finite_bits(format));
}
double smallest_of(const FloatFormat& format) {
  return std::ldexp(1.0, format.min_exponent - format.precision + 1);
}
double smallest_normal_of(const FloatFormat& format) {
  return std::ldexp(1.0, format.min_exponent);
}

// Adds operands of x + sign · y: y is about half a unit of an even or odd x;
// the sum cancels to a subnormal; the sum is at the tie of overflow.
void add_signed_sums(HardList& list, double sign) {
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  for (int e : {0, 1, -3, format.max_exponent / 2, format.min_exponent / 2})
    for (double x : {1.0, 1 + u, 2 - u}) {
      const double scale = std::ldexp(1.0, e);
      for (double y : {u / 2, u / 2 * (1 + u), u / 2 * (1 - u / 2)}) {
        list.add(x * scale, sign * y * scale);
        list.add(-x * scale, sign * y * scale);
      }
    }
  const double normal = smallest_normal_of(format);
  const double smallest = smallest_of(format);
  const double largest = largest_of(format);
  const double last = std::ldexp(u, format.max_exponent);  // unit of `largest`
  for (double y : {last / 2, last / 2 * (1 - u / 2), last / 4, last})
    list.add_signs(largest, y);
  for (double x : {normal, normal + smallest, 2 * normal, 1.5 * normal})
    for (double y : {smallest, normal - smallest, normal}) list.add_signs(x, y);
}

// Adds products and quotients near ties. For odd j, (1 + iu)(1 - ju/2) is
// iju²/2 below a tie, and (1 + iu) / (1 - ju/2) is slightly above one.
void add_scaled(HardList& list, bool is_quotient) {
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  for (double i : {0.0, 1.0, 2.0, 3.0, 5.0})
    for (double j : {1.0, 3.0, 5.0, 7.0})
      list.add(1 + i * u, i * u < j * u / 2 ? 1 - j * u / 2 : -1 + j * u / 2);
  // Results in the subnormal range have fewer bits. These are ties and values
  // next to them, for each number of remaining bits.
  const double normal = smallest_normal_of(format);
  for (int places = 1; places <= format.precision;
       places += format.precision > 24 ? 4 : 2)
    for (double x : {1 + u, 1.5, 2 - u, 1.5 + u, 1 + 3 * u}) {
      const double scale = std::ldexp(1.0, is_quotient ? places : -places);
      list.add(x * normal, scale);
      list.add(-x * normal, scale * (1 + u));
    }
  // These are at the tie between the largest finite value and infinity.
  const double largest = largest_of(format);
  for (double factor : {1 + u, 1 + u / 2, 1 - u / 2, 1 - u})
    for (double sign : {1.0, -1.0})
      list.add(sign * largest, is_quotient ? 1 / factor : factor);
}

}  // namespace

void add_sums(HardList& list) {
  add_float64(list, kSumRoundedTwice);
  add_signed_sums(list, 1);
}

void add_differences(HardList& list) {
  add_float64(list, kDifferenceRoundedTwice);
  add_signed_sums(list, -1);
}

void add_products(HardList& list) {
  add_float64(list, kProductRoundedTwice);
  add_scaled(list, false);
}

void add_quotients(HardList& list) {
  add_float64(list, kQuotientRoundedTwice);
  add_scaled(list, true);
}

// Adds reciprocals: for odd j, 1 / (1 - ju/2) is slightly above a tie.
void add_reciprocals(HardList& list) {
  add_float64(list, kReciprocalRoundedTwice);
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  for (int e : {0, 1, -1, 7, -7, format.max_exponent - 1, format.max_exponent,
                format.min_exponent, -format.max_exponent})
    for (double j : {1.0, 2.0, 3.0, 5.0, 7.0}) {
      list.add(std::ldexp(1 - j * u / 2, e));
      list.add(-std::ldexp(1 + j * u, e));
    }
  list.add_around(std::ldexp(1.0, -format.max_exponent - 1), 3);
  list.add_around(largest_of(format), 2);
}

// Adds square roots: for odd j, sqrt(1 + ju) is slightly below a tie, and so is
// sqrt(1 - u/2). The same holds at every even power of two.
void add_roots(HardList& list) {
  add_float64(list, kRootRoundedTwice);
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  for (int half :
       {0, 1, -1, format.max_exponent / 2, format.min_exponent / 2}) {
    const double scale = std::ldexp(1.0, 2 * half);
    for (double j : {1.0, 2.0, 3.0, 5.0, 7.0, 9.0, 11.0}) {
      list.add(scale * (1 + j * u));
      list.add(scale * (1 - j * u / 2));
      list.add(2 * scale * (1 + j * u));
    }
  }
  const std::uint64_t normal = smallest_normal_bits(format);
  for (std::uint64_t bits : {std::uint64_t{1}, std::uint64_t{2},
                             std::uint64_t{3}, normal / 3, normal - 1, normal})
    list.add_bits(bits);
}

// Adds quotients far beyond the integers that the dtype holds, and remainders
// next to 0 and next to the divisor.
void add_remainders(HardList& list) {
  const FloatFormat& format = list.format();
  const double u = unit_at_one(format);
  const double largest = largest_of(format);
  const double smallest = smallest_of(format);
  const double normal = smallest_normal_of(format);
  for (double y : {3 * smallest, 7 * smallest, normal * (1 + u), 0.1, 3.0,
                   1 + u, 1 - u / 2, largest / 3})
    for (double x : {largest, std::ldexp(1.0, format.max_exponent), 1.0, 10.0,
                     1 / u + 1, 5 * normal})
      list.add_signs(x, y);
  for (double y : {0.1, 3.0, 1 + u, 0.7})
    for (double n : {3.0, 5.0, 1025.0}) list.add_around_second(n * y, y);
}

// Adds neighbours, and subnormals, which equal neither each other nor 0.
void add_orders(HardList& list) {
  const FloatFormat& format = list.format();
  const std::uint64_t sign = sign_bit(format);
  const std::uint64_t one = encode_real(format, 1);
  const std::uint64_t normal = smallest_normal_bits(format);
  for (std::uint64_t x :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, normal / 3,
        normal - 1, normal, one - 1, one, one + 1, encode_real(format, 0x1p24),
        largest_finite_bits(format) - 1})
    for (const auto& [a, b] :
         {std::pair{x, x + 1}, std::pair{x, x}, std::pair{x, x ^ sign}}) {
      list.add_bits(a, b);
      list.add_bits(b, a);
      list.add_bits(a ^ sign, b ^ sign);
      list.add_bits(b ^ sign, a ^ sign);
    }
}

// Adds halves and whole numbers with a neighbour that has a fraction, up to the
// size at which the format holds no fractions.
void add_fractions(HardList& list) {
  const int p = list.format().precision;
  for (int places = 0; places<p; places += p> 24 ? 4 : 2) {
    const double whole = std::ldexp(1.0, places);
    list.add_around(whole);
    list.add_around(whole + 0.5);
    list.add_around(whole - 0.5);
  }
  for (double limit : {0x1p31, 0x1p32, 0x1p63, 0x1p64}) list.add_around(limit);
  for (double x : {0.5, 1.5, 2.5}) list.add_around(x, 2);
  list.add_bits(1);
  list.add_bits(1 | sign_bit(list.format()));
}

}  // namespace assay
