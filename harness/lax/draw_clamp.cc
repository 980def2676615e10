// Draws calls of clamp_general: bounds of each element or of all, elements at,
// near and beyond them, and bounds that are crossed, infinite or NaN.
// Tested by tests/harness/lax/drawn_elementwise_test.cc.
#include <limits>
#include <utility>

#include "harness/lax/draw_elementwise.h"
#include "harness/operands/integer_range.h"
#include "harness/operands/value_kind.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();

struct ClampBounds {
  ElementBits low;
  ElementBits high;
};

// Returns whether a is below b. Neither is NaN.
bool is_below(DType dtype, ElementBits a, ElementBits b) {
  if (is_real(dtype))
    return decode_real(format_of(dtype), a.re) <
           decode_real(format_of(dtype), b.re);
  return integer_value(dtype, a) < integer_value(dtype, b);
}

// Draws an element that is not NaN: a plain one, or any pattern of bits.
ElementBits number_without_nan(DType dtype, ValueStream& stream) {
  const ValueKind kind =
      stream.below(4) == 0 ? ValueKind::kBits : ValueKind::kPlain;
  const ElementBits bits = draw_element(kind, dtype, stream);
  return is_nan_element(dtype, bits) ? ElementBits{} : bits;
}

// Draws the bounds of one element, or of all elements of a call.
ClampBounds drawn_bounds(const CallWish& wish, std::size_t place,
                         ValueStream& stream) {
  const DType dtype = wish.cell.dtype;
  const std::string_view clause = wish.row.clause;
  const auto real = [dtype](double x) { return real_element(dtype, x); };
  if (clause == "clamp_general.signed_zero"_clause) {
    const double kZeros[][2] = {{0.0, 0.0},  {-0.0, 0.0}, {-0.0, -0.0},
                                {-0.0, 1.0}, {-1.0, 0.0}, {0.0, 1.0}};
    const auto& zeros = kZeros[(place + stream.below(6)) % 6];
    return {real(zeros[0]), real(zeros[1])};
  }
  ClampBounds bounds = {number_without_nan(dtype, stream),
                        number_without_nan(dtype, stream)};
  const bool is_crossed = clause == "clamp_general.crossed"_clause;
  if (is_crossed && bounds.low == bounds.high) bounds.low = {};
  if (is_below(dtype, bounds.high, bounds.low) != is_crossed)
    std::swap(bounds.low, bounds.high);
  if (is_crossed && dtype == DType::kBool) return {{1, 0}, {0, 0}};
  if (clause == "clamp_general.infinite"_clause) {
    const std::size_t way = place % 3;
    if (way != 1) bounds.low = real(-kNoBound);
    if (way != 0) bounds.high = real(kNoBound);
  }
  if (clause == "clamp_general.nan_bound"_clause) {
    const ElementBits nan = real(std::numeric_limits<double>::quiet_NaN());
    const std::size_t way = place % 4;
    if (way == 0 || way == 2) bounds.low = nan;
    if (way == 1 || way == 2) bounds.high = nan;
  }
  return bounds;
}

// Returns the neighbour of a finite element away from zero, or itself if it has
// none.
ElementBits neighbour_of(DType dtype, ElementBits bits) {
  if (is_integer(dtype)) {
    const WideInteger next = integer_value(dtype, bits) + 1;
    const int unused = 64 - spec_of(dtype).bits;
    return fits(dtype, next)
               ? ElementBits{static_cast<std::uint64_t>(next) << unused >>
                                 unused,
                             0}
               : bits;
  }
  if (!is_real(dtype)) return bits;
  const FloatFormat& format = format_of(dtype);
  const std::uint64_t magnitude = bits.re & (sign_bit(format) - 1);
  return magnitude < largest_finite_bits(format) ? ElementBits{bits.re + 1, 0}
                                                 : bits;
}

// Returns an element at a bound, next to it or anywhere.
ElementBits drawn_clamped(const CallWish& wish, const ClampBounds& bounds,
                          std::size_t place, ValueStream& stream) {
  const DType dtype = wish.cell.dtype;
  if (wish.row.clause == "clamp_general.signed_zero"_clause)
    return real_element(dtype, place % 2 == 0 ? 0.0 : -0.0);
  if (wish.row.clause == "clamp_general.nan"_clause && place % 3 != 2)
    return draw_element(ValueKind::kNan, dtype, stream);
  if (wish.row.clause == "clamp_general.infinite"_clause && place % 4 == 3)
    return real_element(dtype, place % 8 == 3 ? kNoBound : -kNoBound);
  const ElementBits bound = place % 2 == 0 ? bounds.low : bounds.high;
  if (is_nan_element(dtype, bound)) return number_without_nan(dtype, stream);
  switch (place / 2 % 4) {
    case 0:
      return bound;
    case 1:
      return neighbour_of(dtype, bound);
    default:
      return number_without_nan(dtype, stream);
  }
}

}  // namespace

DrawnCall draw_clamp_general(const CallWish& wish) {
  const bool is_scalar = wish.cell.variant == "scalar";
  Shape shape = elementwise_shape_of(wish);
  if (is_scalar && shape.empty()) shape = {1};
  // Two of three calls about scalars have only one bound of rank 0.
  const bool may_be_mixed =
      is_scalar && wish.row.clause == "clamp_general.scalar"_clause;
  const bool has_low = is_scalar && !(may_be_mixed && wish.number % 3 == 2);
  const bool has_high = is_scalar && !(may_be_mixed && wish.number % 3 == 1);
  const auto place_of = [wish](std::size_t k) {
    return (wish.extent > 0 ? k % kLaxPeriod : k) +
           static_cast<std::size_t>(wish.number);
  };
  const auto bounds_at = [=](std::size_t place) {
    const auto drawn = [&](std::size_t at) {
      ValueStream stream = stream_at(wish, at);
      return drawn_bounds(wish, at, stream);
    };
    const auto only = static_cast<std::size_t>(wish.number);
    ClampBounds bounds = drawn(is_scalar && has_low && has_high ? only : place);
    if (has_low && !has_high) {
      bounds.low = drawn(only).low;
      if (is_below(wish.cell.dtype, bounds.high, bounds.low))
        bounds.high = bounds.low;
    }
    if (has_high && !has_low) {
      bounds.high = drawn(only).high;
      if (is_below(wish.cell.dtype, bounds.high, bounds.low))
        bounds.low = bounds.high;
    }
    return bounds;
  };
  DrawnOperand x{shape};
  x.element = [=](std::size_t k) {
    const std::size_t place = place_of(k);
    ValueStream stream = stream_at(wish, place + (std::size_t{1} << 24));
    return drawn_clamped(wish, bounds_at(place), place, stream);
  };
  DrawnOperand lower{has_low ? Shape{} : shape};
  lower.element = [=](std::size_t k) { return bounds_at(place_of(k)).low; };
  DrawnOperand upper{has_high ? Shape{} : shape};
  upper.element = [=](std::size_t k) { return bounds_at(place_of(k)).high; };
  return {.operands = {std::move(x), std::move(lower), std::move(upper)},
          .attributes = {}};
}

}  // namespace assay
