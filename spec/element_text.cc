// Writes an element as text that reads back as the same bits, and parses such
// text.
// Tested by tests/spec/element_text_test.cc.
#include "spec/element_text.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <optional>

#include "spec/float_codec.h"

namespace assay {
namespace {

// Returns the width in bits of one component.
int component_bits(DType dtype) {
  return is_complex(dtype) ? spec_of(dtype).bits / 2 : spec_of(dtype).bits;
}

Status not_a_value(DType dtype, std::string_view text,
                   std::string_view expected) {
  return Status::invalid(fmt::format("\"{}\" is not an element of {}: {}", text,
                                     name_of(dtype), expected));
}

template <typename Integer>
Result<std::uint64_t> parse_integer(DType dtype, std::string_view text,
                                    Integer low, Integer high) {
  Integer value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || value < low || value > high)
    return not_a_value(
        dtype, text,
        fmt::format("expected an integer from {} to {}", low, high));
  const int unused = 64 - spec_of(dtype).bits;
  return static_cast<std::uint64_t>(value) << unused >> unused;
}

Result<std::uint64_t> parse_nan(DType dtype, std::string_view text,
                                std::string_view digits) {
  const FloatFormat& format = format_of(dtype);
  std::uint64_t bits = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, bits, 16);
  const bool fits = format.bits == 64 || bits >> format.bits == 0;
  if (error != std::errc{} || stop != end || !fits ||
      !is_nan_bits(format, bits))
    return not_a_value(dtype, text, "expected nan:BITS with the bits of a NaN");
  return bits;
}

// Holds ±significand × 2^exponent; the significand is odd or 0.
struct Scaled {
  bool negative = false;
  std::uint64_t significand = 0;
  std::int64_t exponent = 0;
};

// Reads a hex float without rounding. Returns nothing if the text is not a hex
// float or has more bits than any format. Decimal fractions are not accepted,
// because reading one would hide a rounding.
std::optional<Scaled> parse_hex_float(std::string_view text) {
  Scaled scaled;
  scaled.negative = text.starts_with('-');
  if (scaled.negative) text.remove_prefix(1);
  const std::size_t power = text.find('p');
  if (!text.starts_with("0x") || power == std::string_view::npos) return {};

  std::string_view exponent = text.substr(power + 1);
  if (exponent.starts_with('+') && !exponent.starts_with("+-"))
    exponent.remove_prefix(1);
  const char* end = exponent.data() + exponent.size();
  int scale = 0;
  const auto [stop, error] = std::from_chars(exponent.data(), end, scale);
  if (error != std::errc{} || stop != end) return {};

  std::string digits(text.substr(2, power - 2));
  const std::size_t point = digits.find('.');
  if (point != std::string::npos) digits.erase(point, 1);
  if (digits.empty() ||
      digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
    return {};
  scaled.exponent = scale;
  if (point != std::string::npos)
    scaled.exponent -= 4 * static_cast<std::int64_t>(digits.size() - point);

  const std::size_t first = digits.find_first_not_of('0');
  if (first == std::string::npos) return scaled;  // ±0
  const std::size_t last = digits.find_last_not_of('0');
  if (last - first >= 16) return {};  // more than 60 bits between odd ends
  std::from_chars(digits.data() + first, digits.data() + last + 1,
                  scaled.significand, 16);
  const int zeros = std::countr_zero(scaled.significand);
  scaled.significand >>= zeros;
  scaled.exponent +=
      zeros + 4 * static_cast<std::int64_t>(digits.size() - 1 - last);
  return scaled;
}

// Returns the bits of the value, or nothing if the format does not have it.
std::optional<std::uint64_t> encode_exactly(const FloatFormat& format,
                                            const Scaled& value) {
  if (value.significand == 0) return value.negative ? sign_bit(format) : 0;
  if (static_cast<int>(std::bit_width(value.significand)) > format.precision ||
      value.exponent < format.min_exponent - (format.precision - 1) ||
      value.exponent > format.max_exponent)
    return {};
  const std::uint64_t bits =
      encode_scaled(format, value.negative, value.significand,
                    static_cast<int>(value.exponent));
  const std::uint64_t magnitude = bits & (sign_bit(format) - 1);
  if (magnitude > largest_finite_bits(format)) return {};
  return bits;
}

}  // namespace

std::string component_text(DType dtype, std::uint64_t bits) {
  switch (category_of(dtype)) {
    case Category::kBool:
    case Category::kUnsigned:
      return fmt::format("{}", bits);
    case Category::kSigned:
      return fmt::format("{}", signed_value(dtype, {bits, 0}));
    case Category::kReal:
    case Category::kComplex:
      break;
  }
  const FloatFormat& format = format_of(dtype);
  if (is_nan_bits(format, bits))
    return fmt::format("nan:{:0{}x}", bits, format.bits / 4);
  const double value = decode_real(format, bits);
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return fmt::format("{:a}", value);
}

std::string element_text(DType dtype, ElementBits bits) {
  const std::string re = component_text(dtype, bits.re);
  if (!is_complex(dtype)) return re;
  return fmt::format("{},{}", re, component_text(dtype, bits.im));
}

std::string decimal_text(DType dtype, ElementBits bits) {
  if (!is_real(dtype) && !is_complex(dtype))
    return component_text(dtype, bits.re);
  const auto one = [&](std::uint64_t component) -> std::string {
    const double value = decode_real(format_of(dtype), component);
    if (std::isnan(value)) return "nan";
    if (format_of(dtype).bits == 64) return fmt::format("{}", value);
    return fmt::format("{}", static_cast<float>(value));
  };
  if (is_real(dtype)) return one(bits.re);
  return fmt::format("({}, {})", one(bits.re), one(bits.im));
}

std::string bits_text(DType dtype, ElementBits bits) {
  const int digits = std::max(component_bits(dtype) / 4, 1);
  std::string text = fmt::format("0x{:0{}x}", bits.re, digits);
  if (is_complex(dtype)) text += fmt::format(",0x{:0{}x}", bits.im, digits);
  return text;
}

Result<std::uint64_t> parse_component(DType dtype, std::string_view text) {
  const int bits = component_bits(dtype);
  switch (category_of(dtype)) {
    case Category::kBool:
      if (text == "0" || text == "1") return text == "1" ? 1u : 0u;
      return not_a_value(dtype, text, "expected \"0\" or \"1\"");
    case Category::kSigned:
      return parse_integer<std::int64_t>(dtype, text, INT64_MIN >> (64 - bits),
                                         INT64_MAX >> (64 - bits));
    case Category::kUnsigned:
      return parse_integer<std::uint64_t>(dtype, text, 0,
                                          UINT64_MAX >> (64 - bits));
    case Category::kReal:
    case Category::kComplex:
      break;
  }
  const FloatFormat& format = format_of(dtype);
  if (text == "nan") return quiet_nan_bits(format);
  if (text.starts_with("nan:")) return parse_nan(dtype, text, text.substr(4));
  if (text == "inf" || text == "-inf") {
    if (!format.has_infinity)
      return not_a_value(dtype, text, "this format has no infinity");
    return overflow_bits(format) | (text == "-inf" ? sign_bit(format) : 0);
  }
  const std::optional<Scaled> value = parse_hex_float(text);
  if (!value)
    return not_a_value(dtype, text,
                       "expected a hex float, inf, -inf, nan or nan:BITS");
  const std::optional<std::uint64_t> encoded = encode_exactly(format, *value);
  if (!encoded) {
    const std::uint64_t largest = largest_finite_bits(format);
    // 2^top is the highest bit of the value.
    const std::int64_t top =
        value->exponent +
        static_cast<std::int64_t>(std::bit_width(value->significand)) - 1;
    if (top > std::ilogb(decode_real(format, largest)))
      return not_a_value(
          dtype, text,
          "it is beyond the largest, " + component_text(dtype, largest));
    return not_a_value(dtype, text, "it is not exactly representable");
  }
  return *encoded;
}

}  // namespace assay
