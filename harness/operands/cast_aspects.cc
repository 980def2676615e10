// Decides which clause of cast governs an element. The answer depends on its
// value and on whether the second dtype can hold that value.
// Tested by tests/harness/operands/governing_clause_test.cc.
#include <cmath>

#include "harness/operands/governing_clause.h"
#include "harness/operands/integer_range.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {

std::string_view governing_cast_clause(DType from, DType to, ElementBits bits) {
  if (to == DType::kBool) return "cast.bool"_clause;
  if (from == DType::kBool) return "cast.from_bool"_clause;
  const bool from_complex = is_complex(from);
  const bool changes_kind = from_complex != is_complex(to);
  const auto or_complex = [&](std::string_view id) {
    return changes_kind && id == "cast.value"_clause ? "cast.complex"_clause
                                                     : id;
  };
  if (is_integer(from) && is_integer(to))
    return fits(to, integer_value(from, bits)) ? "cast.value"_clause
                                               : "cast.wrap"_clause;
  if (is_integer(from)) {
    const FloatFormat& format = format_of(to);
    const WideInteger value = integer_value(from, bits);
    const auto magnitude =
        static_cast<std::uint64_t>(value < 0 ? -value : value);
    const std::uint64_t encoded =
        encode_scaled(format, value < 0, magnitude, 0);
    if ((encoded & (sign_bit(format) - 1)) == overflow_bits(format))
      return "cast.overflow"_clause;
    const double back = decode_real(format, encoded);
    const bool exact = static_cast<WideInteger>(back) == value;
    return or_complex(exact ? "cast.value"_clause : "cast.rounding"_clause);
  }
  const double x = decode_real(format_of(from), bits.re);
  if (std::isnan(x)) return "cast.nan"_clause;
  if (is_integer(to)) {
    const double whole = std::trunc(x);
    const bool inside = whole >= static_cast<double>(lowest_of(to)) &&
                        whole < static_cast<double>(highest_of(to)) + 1;
    if (!inside) return "cast.out_of_range"_clause;
    return or_complex(whole == x ? "cast.value"_clause
                                 : "cast.truncate"_clause);
  }
  const FloatFormat& format = format_of(to);
  const std::uint64_t encoded = encode_real(format, x);
  const bool overflowed =
      (encoded & (sign_bit(format) - 1)) == overflow_bits(format);
  if (overflowed && !(std::isinf(x) && format.has_infinity))
    return "cast.overflow"_clause;
  const double back = decode_real(format, encoded);
  if (x != 0 && std::fabs(x) < std::ldexp(1.0, format.min_exponent))
    return "cast.subnormal"_clause;
  return or_complex(back == x ? "cast.value"_clause : "cast.rounding"_clause);
}

}  // namespace assay
