// Draws elements of each kind for integers, reals and complex numbers.
// Tested by tests/harness/operands/value_kind_test.cc.
#include "harness/operands/value_kind.h"

#include <cmath>

#include "harness/operands/boundary_values.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

std::uint64_t width_mask(int bits) { return UINT64_MAX >> (64 - bits); }

// Draws 0, 1 or 2, the ends more often, so that the smallest and the largest
// value repeat.
std::uint64_t draw_tied(ValueStream& stream) {
  constexpr std::uint64_t kTied[] = {0, 0, 0, 1, 1, 2, 2, 2};
  return kTied[stream.below(std::size(kTied))];
}

// Draws one of a few neighbours near 2^53, near 2^62 or below the largest
// integer, of either sign. A double cannot tell some of them apart. For 32 bits
// the same is done for a float.
std::uint64_t draw_neighbour(DType dtype, ValueStream& stream) {
  const int bits = spec_of(dtype).bits;
  const std::uint64_t mask = width_mask(bits);
  const int precision = bits == 64 ? 53 : 24;
  const std::uint64_t highest[] = {(std::uint64_t{1} << precision) + 5,
                                   (std::uint64_t{1} << (bits - 2)) + 3,
                                   (mask >> 1) - 1};
  const std::uint64_t start = highest[stream.below(std::size(highest))];
  const std::uint64_t value = start - stream.below(6);
  return stream.below(2) == 0 ? (0 - value) & mask : value;
}

std::uint64_t draw_integer(ValueKind kind, DType dtype, ValueStream& stream) {
  const int bits = spec_of(dtype).bits;
  const std::uint64_t mask = width_mask(bits);
  const bool with_sign = category_of(dtype) == Category::kSigned;
  const auto& boundary = boundary_values(dtype);
  switch (kind) {
    case ValueKind::kBits:
    case ValueKind::kPayloads:
      return stream.next() & mask;
    case ValueKind::kLarge:
      return (stream.next() | std::uint64_t{1} << (bits - 1)) & mask;
    case ValueKind::kBoundary:
      return boundary[stream.below(boundary.size())].bits;
    case ValueKind::kZeros:
      return 0;
    case ValueKind::kZerosAndOnes:
      return stream.below(2);
    case ValueKind::kTies:
      return draw_tied(stream);
    case ValueKind::kExactSmall:
      return stream.below(3);
    case ValueKind::kPowers:
      return std::uint64_t{1} << stream.below(2);
    case ValueKind::kNeighbours:
      // A small value would hide the neighbours from a minimum.
      if (bits >= 32) return draw_neighbour(dtype, stream);
      break;
    default:
      break;
  }
  const std::uint64_t small = stream.below(8);
  return with_sign && stream.below(2) == 0 ? (0 - small) & mask : small;
}

std::uint64_t draw_real(ValueKind kind, const FloatFormat& format, DType dtype,
                        ValueStream& stream) {
  const std::uint64_t sign = stream.below(2) == 0 ? 0 : sign_bit(format);
  const auto& boundary = boundary_values(dtype);
  const auto plain = [&] {
    // Draws once per statement, because arguments have no fixed evaluation
    // order.
    const int exponent = static_cast<int>(stream.below(6)) - 3;
    const double significand = 1 + stream.unit();
    return sign | encode_real(format, significand * power_of_two(exponent));
  };
  const auto exact_small = [&] {
    return encode_real(format, static_cast<double>(stream.below(5)) - 2);
  };
  switch (kind) {
    case ValueKind::kBits:
      return stream.next() & width_mask(format.bits);
    case ValueKind::kPayloads: {
      // Sets all exponent bits and one payload bit: a quiet or signaling NaN.
      const std::uint64_t bits = stream.next() & width_mask(format.bits);
      return stream.below(2) == 0 ? bits : bits | overflow_bits(format) | 1;
    }
    case ValueKind::kBoundary:
      return boundary[stream.below(boundary.size())].bits;
    case ValueKind::kNan:
      return stream.below(4) == 0 ? sign | quiet_nan_bits(format)
                                  : exact_small();
    case ValueKind::kInfinite: {
      // Zeros, because they meet infinities in products; a NaN must never be
      // lost.
      const std::uint64_t draw = stream.below(32);
      if (draw < 8) return sign | overflow_bits(format);
      if (draw < 12) return sign;
      return draw == 12 ? sign | quiet_nan_bits(format) : plain();
    }
    case ValueKind::kZeros:
      return sign;
    case ValueKind::kZerosAndOnes:
      return stream.below(3) != 0 ? sign : encode_real(format, -1.0);
    case ValueKind::kTies: {
      constexpr double kFew[] = {-1.5, 0.5, 2};
      return encode_real(format, kFew[draw_tied(stream)]);
    }
    case ValueKind::kExtreme:
      return sign | (stream.below(2) == 0
                         ? largest_finite_bits(format) - stream.below(3)
                         : smallest_normal_bits(format) + stream.below(3));
    case ValueKind::kExactSmall:
      return exact_small();
    case ValueKind::kPowers:
      return sign | encode_real(format, stream.below(3) == 0 ? 2.0 : 1.0);
    case ValueKind::kNeighbours:
      // 2 plus a few units in the last place, of either sign.
      if (stream.below(2) == 0)
        return sign | (encode_real(format, 2.0) + stream.below(6));
      break;
    case ValueKind::kPlain:
    case ValueKind::kLarge:
      break;
  }
  return plain();
}

}  // namespace

ElementBits draw_element(ValueKind kind, DType dtype, ValueStream& stream) {
  if (dtype == DType::kBool) return {stream.below(2), 0};
  if (is_integer(dtype)) return {draw_integer(kind, dtype, stream), 0};
  const FloatFormat& format = format_of(dtype);
  const std::uint64_t re = draw_real(kind, format, dtype, stream);
  if (!is_complex(dtype)) return {re, 0};
  return {re, draw_real(kind, format, dtype, stream)};
}

}  // namespace assay
