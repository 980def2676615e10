// Lists the boundary values of all dtypes: numbers for every float format, bit
// patterns that follow from a format, and integers that follow from a width.
// Tested by tests/harness/operands/boundary_values_test.cc.
#include "harness/operands/boundary_values.h"

#include <array>
#include <cmath>

#include "spec/float_codec.h"

namespace assay {
namespace {

// Values that every float format holds or rounds to a neighbour of, with the
// reason why they matter. Each is also used with a minus sign.
struct Number {
  double value;
  std::string_view reason;
};
constexpr Number kNumbersOfInterest[] = {
    {0.5, "a half: the tie of round"},
    {1.0, "one: exp(0), x^1, log(1)"},
    {1.5, "tie between 1 and 2"},
    {2.0, "two"},
    {2.5, "tie that half-even and half-away round differently"},
    {3.0, "an odd integer"},
    {3.5, "tie that both round away"},
    {0.75, "not a tie"},
    {0.1, "not exact in binary"},
    {0x1.921fb54442d18p+0, "next to pi/2"},
    {0x1.921fb54442d18p+1, "next to pi"},
    {10.0, "beyond the saturation of tanh and erf in narrow formats"},
    {100.0, "exp overflows float16 and beyond"},
    {448.0, "largest finite float8_e4m3fn"},
    {464.0, "overflow tie of float8_e4m3fn"},
    {465.0, "overflows float8_e4m3fn"},
    {2049.0, "odd, above the integers that float16 has all of"},
    {65504.0, "largest finite float16"},
    {65520.0, "overflow tie of float16"},
    {61440.0, "overflow tie of float8_e5m2"},
    {8388607.5, "largest half of float32"},
    {8388609.0, "odd float32 without room for a fraction"},
    {16777217.0, "first integer that float32 has not"},
    {4294967296.0, "2^32"},
    {2147483648.0, "2^31: above INT32_MAX"},
    {9223372036854775808.0, "2^63: above INT64_MAX"},
    {18446744073709551616.0, "2^64: above UINT64_MAX"},
    {127.5, "truncates to INT8_MAX"},
    {128.0, "above INT8_MAX"},
    {255.5, "truncates to UINT8_MAX"},
    {256.0, "above UINT8_MAX"},
    {7.9, "truncates to INT4_MAX"},
    {16.0, "above UINT4_MAX"},
    {1e22, "needs exact argument reduction"},
    {0x1p-30, "small: 1 - cos(x) cancels"},
};

std::vector<BoundaryValue> float_values(const FloatFormat& format) {
  const std::uint64_t largest = largest_finite_bits(format);
  const std::uint64_t one = encode_real(format, 1.0);
  const std::uint64_t half = encode_real(format, 0.5);
  const std::uint64_t integers =
      encode_real(format, std::ldexp(1.0, format.precision - 1));
  const BoundaryValue patterns[] = {
      {0, "+0"},
      {one + 1, "1 + 1 ulp"},
      {one - 1, "1 - 1 ulp"},
      {half - 1, "largest below a half: adding 0.5 rounds up"},
      {half + 1, "smallest above a half"},
      {integers - 1, "largest with a fraction bit"},
      {integers + 1, "odd integer at the end of the fractions"},
      {1, "smallest subnormal"},
      {smallest_normal_bits(format) - 1, "largest subnormal"},
      {smallest_normal_bits(format), "smallest normal"},
      {smallest_normal_bits(format) + 1, "smallest normal + 1 ulp"},
      {largest, "largest finite"},
      {largest - 1, "next to the largest finite"},
      {overflow_bits(format), "infinity, or NaN where there is none"},
      {quiet_nan_bits(format), "quiet NaN"},
  };
  std::vector<BoundaryValue> values;
  const auto with_both_signs = [&](std::uint64_t bits,
                                   std::string_view reason) {
    values.push_back({bits, reason});
    values.push_back({bits | sign_bit(format), reason});
  };
  for (const BoundaryValue& pattern : patterns)
    with_both_signs(pattern.bits, pattern.reason);
  for (const Number& number : kNumbersOfInterest) {
    const std::uint64_t bits = encode_real(format, number.value);
    if (bits <= largest) with_both_signs(bits, number.reason);
  }
  if (format.has_infinity && format.precision > 3) {
    values.push_back({overflow_bits(format) | 1, "signaling NaN"});
    values.push_back({sign_bit(format) | (sign_bit(format) - 1),
                      "negative quiet NaN with full payload"});
  }
  return values;
}

std::vector<BoundaryValue> integer_values(DType dtype) {
  const int bits = spec_of(dtype).bits;
  const std::uint64_t mask = UINT64_MAX >> (64 - bits);
  const std::uint64_t top = std::uint64_t{1} << (bits - 1);
  std::vector<BoundaryValue> values = {
      {0, "zero"},
      {1, "one"},
      {2, "two"},
      {mask, "-1, or the largest unsigned"},
      {mask - 1, "-2, or next to the largest unsigned"},
      {top, "INT_MIN, or half of the unsigned range"},
      {top - 1, "INT_MAX"},
      {top + 1, "INT_MIN + 1"},
      {3, "small odd"},
      {5, "small odd, truncates in a division by 2"},
      {mask - 6, "-7: negative remainders"},
      {7, "small odd"},
  };
  if (bits >= 8) {
    values.push_back({10, "small even"});
    values.push_back({std::uint64_t{1} << (bits / 2), "its square wraps"});
    values.push_back({(std::uint64_t{1} << (bits / 2)) - 1,
                      "its square is the largest that may not wrap"});
    values.push_back({0x5555555555555555u & mask, "alternating bits"});
    values.push_back({mask - 99, "-100"});
  }
  if (bits == 64) {
    values.push_back({(std::uint64_t{1} << 53) + 1, "not in float64"});
    values.push_back(
        {std::uint64_t{1} << 53, "a double takes 2^53 + 1 for it"});
    values.push_back({(std::uint64_t{1} << 53) - 1, "all of a significand"});
    values.push_back({0 - ((std::uint64_t{1} << 53) + 1),
                      "-(2^53 + 1), or next to the largest unsigned"});
    values.push_back({0x7ffffffffffffffe, "INT_MAX - 1: INT_MAX to a double"});
    values.push_back({2049, "tie of float16, rounded in float8"});
    values.push_back({(std::uint64_t{1} << 24) + 1, "not in float32"});
    values.push_back({0x7ffffffffffffdffu, "tie of INT64 to float64"});
    values.push_back({(std::uint64_t{1} << 62) + (std::uint64_t{1} << 38) + 1,
                      "rounds twice through float64 to float32"});
    values.push_back({(std::uint64_t{1} << 32) + (1u << 24) + 1,
                      "rounds twice through float32 to bfloat16"});
  }
  if (bits == 32) {
    values.push_back({(1u << 24) + 1, "not in float32"});
    values.push_back({2049, "tie of float16"});
    values.push_back({65520, "overflow tie of float16"});
    values.push_back({0x01010001u, "rounds twice through float32 to bfloat16"});
  }
  return values;
}

std::vector<BoundaryValue> values_of(DType dtype) {
  if (dtype == DType::kBool) return {{0, "false"}, {1, "true"}};
  if (is_integer(dtype)) return integer_values(dtype);
  return float_values(format_of(dtype));
}

}  // namespace

const std::vector<BoundaryValue>& boundary_values(DType dtype) {
  static const auto* const tables = [] {
    auto* made = new std::array<std::vector<BoundaryValue>, kDTypeCount>();
    for (const DTypeSpec& row : kDTypes)
      (*made)[static_cast<std::size_t>(row.dtype)] = values_of(row.dtype);
    return made;
  }();
  return (*tables)[static_cast<std::size_t>(dtype)];
}

}  // namespace assay
