// Lists hard operands of casts: ties of the narrow format, their neighbours,
// values that an intermediate format rounds to such a tie, and values near the
// limits of every type. All are derived from the two types. Values that the
// first type cannot hold are left out.
// Tested by tests/harness/operands/hard_operands_test.cc.
#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "harness/operands/hard_list.h"
#include "harness/operands/integer_range.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// The formats that a conversion may use as an intermediate step.
constexpr FloatFormat kBetween[] = {kFormatFloat64, kFormatFloat32,
                                    kFormatFloat16, kFormatBfloat16};

// Returns the distance between neighbouring values of a format at `value`.
double unit_at(const FloatFormat& format, double value) {
  const int exponent = value == 0
                           ? format.min_exponent
                           : std::max(std::ilogb(value), format.min_exponent);
  return std::ldexp(1.0, exponent - format.precision + 1);
}

// Collects elements of the type that a cast converts from.
class CastList {
 public:
  explicit CastList(DType from) : from_(from) {}

  // Adds a number if the type holds it. The sign alternates from call to call.
  void add_real(double value) {
    sign_ = -sign_;
    add_signed(sign_ * value);
  }
  void add_both_signs(double value) {
    add_signed(value);
    add_signed(-value);
  }
  void add_signed(double value) {
    const FloatFormat& format = format_of(from_);
    const std::uint64_t bits = encode_real(format, value);
    const bool exists =
        (bits & (sign_bit(format) - 1)) <= largest_finite_bits(format) &&
        decode_real(format, bits) == value;
    if (exists) push(bits);
  }
  // Adds the element nearest to a number, and both neighbours.
  void add_around(double value) {
    const FloatFormat& format = format_of(from_);
    const std::uint64_t bits = encode_real(format, value);
    if ((bits & (sign_bit(format) - 1)) > largest_finite_bits(format)) return;
    for (std::uint64_t near : {bits - 1, bits, bits + 1})
      if ((near & (sign_bit(format) - 1)) <= largest_finite_bits(format))
        push(near);
  }
  void add_integer(WideInteger value) {
    if (value < lowest_of(from_) || value > highest_of(from_)) return;
    push(static_cast<std::uint64_t>(value) &
         (UINT64_MAX >> (64 - spec_of(from_).bits)));
  }

  DType from() const { return from_; }
  std::vector<OperandTuple> take() { return std::move(tuples_); }

 private:
  void push(std::uint64_t bits) {
    // The imaginary part; a cast to a real type drops it.
    const std::uint64_t other =
        is_complex(from_)
            ? encode_real(format_of(from_), tuples_.size() % 2 == 0 ? 3 : -0.5)
            : 0;
    tuples_.push_back({ElementBits{bits, other}});
  }

  DType from_;
  double sign_ = 1;
  std::vector<OperandTuple> tuples_;
};

// Adds a tie of the second format, and values that a wrong cast mistakes for
// it.
void add_tie(CastList& list, const FloatFormat& to, double tie) {
  const FloatFormat& from = format_of(list.from());
  const double step = unit_at(from, tie);
  list.add_both_signs(tie);
  list.add_real(tie - step);
  list.add_real(tie + step);
  for (const FloatFormat& between : kBetween) {
    if (between.precision <= to.precision ||
        between.precision >= from.precision)
      continue;
    // Rounding to the intermediate format gives the tie, or barely does not.
    const double half = unit_at(between, tie) / 2;
    for (double distance : {half - step, half, half + step, half / 2}) {
      list.add_real(tie - distance);
      list.add_real(tie + distance);
    }
  }
}

void add_real_to_real(CastList& list, const FloatFormat& to) {
  const int p = to.precision;
  const double ends = std::ldexp(1.0, p - 1);
  // Significands in units of the last place: even, odd, and next to 2^p.
  const auto add_binade = [&](int exponent) {
    const double unit = std::ldexp(1.0, exponent - p + 1);
    for (double whole : {ends, ends + 1, 2 * ends - 1})
      add_tie(list, to, (whole + 0.5) * unit);
  };
  for (int exponent : {0, 1, -5, to.min_exponent, to.max_exponent - 1})
    add_binade(exponent);
  // Subnormal results, from the tie between 0 and the smallest subnormal to the
  // tie between the largest subnormal and the smallest normal.
  const double smallest = std::ldexp(1.0, to.min_exponent - p + 1);
  for (double whole : {0.0, 1.0, 2.0, 5.0, ends - 2, ends - 1})
    add_tie(list, to, (whole + 0.5) * smallest);
  // At the last tie the result becomes infinity, or NaN.
  const double largest = decode_real(to, largest_finite_bits(to));
  const double last = unit_at(to, largest);
  for (double value : {largest, largest - last / 2, largest + last / 2,
                       largest + last, 2 * largest}) {
    if (!std::isfinite(value)) continue;
    add_tie(list, to, value);
  }
}

void add_integer_tie(CastList& list, const FloatFormat& to, WideInteger tie,
                     int places) {
  for (WideInteger distance :
       {WideInteger{0}, WideInteger{1}, WideInteger{-1}}) {
    list.add_integer(tie + distance);
    list.add_integer(-tie - distance);
  }
  for (const FloatFormat& between : kBetween) {
    const int dropped = places - between.precision;
    if (between.precision <= to.precision || dropped <= 0) continue;
    const WideInteger half = WideInteger{1} << (dropped - 1);
    for (WideInteger distance : {half, half - 1, half + 1})
      for (WideInteger sign : {1, -1}) {
        list.add_integer(tie + sign * distance);
        list.add_integer(-tie - sign * distance);
      }
  }
}

void add_integer_to_real(CastList& list, const FloatFormat& to) {
  const int width = spec_of(list.from()).bits;
  const int p = to.precision;
  for (int places : {p + 1, p + 2, p + 5, p + 8, p + 13, 26, 33, 55, width - 2,
                     width - 1, width}) {
    if (places <= p || places > width || places > to.max_exponent + 1) continue;
    const int dropped = places - p;
    const WideInteger unit = WideInteger{1} << dropped;
    const WideInteger ends = WideInteger{1} << (p - 1);
    for (WideInteger whole : {ends, ends + 1, 2 * ends - 1})
      add_integer_tie(list, to, whole * unit + unit / 2, places);
  }
  const double largest = decode_real(to, largest_finite_bits(to));
  if (largest > 0x1p64) return;
  const auto top = static_cast<WideInteger>(largest);
  const auto last = static_cast<WideInteger>(unit_at(to, largest));
  for (WideInteger value : {top, top + last / 2, top + last})
    for (WideInteger distance :
         {WideInteger{-1}, WideInteger{0}, WideInteger{1}}) {
      list.add_integer(value + distance);
      list.add_integer(-value - distance);
    }
}

// Adds the limits of every integer type, because a conversion may go through
// any.
void add_real_to_integer(CastList& list) {
  for (const DTypeSpec& row : kDTypes) {
    if (!is_integer(row.dtype)) continue;
    for (WideInteger limit : {highest_of(row.dtype), lowest_of(row.dtype)})
      for (double distance : {-1.0, -0.5, 0.0, 0.5, 1.0})
        list.add_around(static_cast<double>(limit) + distance);
  }
  for (double value : {0.5, 0.75, 1.5, 2.5, 0x1p52, 0x1p53, 0x1p65, 0x1p24})
    for (double sign : {1.0, -1.0}) list.add_around(sign * value);
}

void add_integer_to_integer(CastList& list) {
  for (const DTypeSpec& row : kDTypes) {
    if (!is_integer(row.dtype)) continue;
    const WideInteger period = WideInteger{1} << row.bits;
    for (WideInteger limit : {highest_of(row.dtype), lowest_of(row.dtype),
                              period, 3 * period, -period})
      for (WideInteger distance : {-1, 0, 1})
        list.add_integer(limit + distance);
  }
  // An intermediate double drops the lowest bits, which are all that is left of
  // these numbers in the narrow type.
  for (int exponent : {24, 31, 53, 54, 62})
    for (WideInteger distance : {1, 3, 5, 127}) {
      list.add_integer((WideInteger{1} << exponent) + distance);
      list.add_integer(-(WideInteger{1} << exponent) - distance);
    }
}

// Adds numbers that are not 0 although a part of them is: their lowest bits,
// their whole part, or their real part.
void add_to_bool(CastList& list) {
  const DType from = list.from();
  if (is_integer(from))
    for (int exponent = 0; exponent < spec_of(from).bits; ++exponent)
      list.add_integer(has_sign(from) ? -(WideInteger{1} << exponent)
                                      : WideInteger{1} << exponent);
  if (!is_real(from) && !is_complex(from)) return;
  const FloatFormat& format = format_of(from);
  for (double value : {0.25, 0.5, 0.999, 256.0, 65536.0, 0x1p32})
    list.add_real(value);
  list.add_both_signs(
      std::ldexp(1.0, format.min_exponent - format.precision + 1));
  list.add_both_signs(std::ldexp(1.0, format.min_exponent));
  list.add_both_signs(0);
}

}  // namespace

std::vector<OperandTuple> hard_casts(DType from, DType to) {
  CastList list(from);
  const bool from_float = is_real(from) || is_complex(from);
  const bool to_float = is_real(to) || is_complex(to);
  if (to == DType::kBool) add_to_bool(list);
  if (from_float && to_float) add_real_to_real(list, format_of(to));
  if (is_integer(from) && to_float) add_integer_to_real(list, format_of(to));
  if (from_float && is_integer(to)) add_real_to_integer(list);
  if (is_integer(from) && is_integer(to)) add_integer_to_integer(list);
  std::vector<OperandTuple> tuples = list.take();
  // A complex number with real part 0 still converts to true.
  if (to == DType::kBool && is_complex(from))
    for (std::uint64_t zero : {std::uint64_t{0}, sign_bit(format_of(from))})
      for (double im : {1.0, 0.25})
        tuples.push_back({ElementBits{zero, encode_real(format_of(from), im)}});
  return tuples;
}

}  // namespace assay
