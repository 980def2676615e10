// Draws the integer operands of the pointwise family, and calls of clamp:
// elements at, near and beyond the bounds.
// Tested by tests/harness/frontend/drawn_pointwise_test.cc.
#include "harness/frontend/draw_pointwise.h"

#include <limits>

#include "harness/nn/draw_slices.h"
#include "harness/operands/integer_range.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

ElementBits integer_element(DType dtype, WideInteger value) {
  const int unused = 64 - spec_of(dtype).bits;
  return {static_cast<std::uint64_t>(value) << unused >> unused, 0};
}

std::uint64_t top_bit(DType dtype) {
  return std::uint64_t{1} << (spec_of(dtype).bits - 1);
}

struct Limits {
  ElementBits low;
  ElementBits high;
};

// Returns bounds near zero, at the ends of the dtype, or where a narrower dtype
// or a float cannot tell neighbours apart.
Limits integer_bounds(DType dtype, int number) {
  const WideInteger lowest = lowest_of(dtype);
  const WideInteger highest = highest_of(dtype);
  const WideInteger quarter = (highest - lowest) / 4;
  const auto bounds = [dtype](WideInteger low, WideInteger high) {
    return Limits{integer_element(dtype, low), integer_element(dtype, high)};
  };
  switch (number % 4) {
    case 0:
      return has_sign(dtype) ? bounds(-5, 9) : bounds(3, 9);
    case 1:
      return bounds(lowest + 1, highest - 1);
    case 2:
      return bounds(lowest + quarter + 1, highest - quarter + 2);
    default:
      return bounds(highest - 6, highest - 6);
  }
}

// Returns bounds of either sign, equal ones and infinite ones.
Limits real_bounds(DType dtype, int number) {
  constexpr double kPairs[][2] = {{-1.5, 2}, {0.25, 7},        {-8, -0.5},
                                  {3, 3},    {-kUnlimited, 1}, {0, kUnlimited}};
  const auto& pair = kPairs[static_cast<std::size_t>(number) % 6];
  return {nearest_element(dtype, pair[0]), nearest_element(dtype, pair[1])};
}
Limits widest_bounds(DType dtype) {
  if (is_integer(dtype))
    return {integer_element(dtype, lowest_of(dtype)),
            integer_element(dtype, highest_of(dtype))};
  return {nearest_element(dtype, -kUnlimited),
          nearest_element(dtype, kUnlimited)};
}
Limits zero_bounds(DType dtype, int number) {
  const ElementBits minus = nearest_element(dtype, -0.0);
  if (number % 3 == 0) return {{}, {}};
  if (number % 3 == 1) return {minus, minus};
  return {minus, nearest_element(dtype, 1)};
}

Limits chosen_bounds(const CallWish& wish) {
  const DType dtype = wish.cell.dtype;
  if (wish.row.clause == "clamp.bits"_clause && wish.number % 2 == 0)
    return widest_bounds(dtype);
  if (wish.row.clause == "clamp.signed_zero"_clause)
    return zero_bounds(dtype, wish.number);
  const int number = wish.number + static_cast<int>(wish.choose(2, 12));
  return is_integer(dtype) ? integer_bounds(dtype, number)
                           : real_bounds(dtype, number);
}

// Returns an element at a bound, next to it or anywhere.
ElementBits element_near(DType dtype, const Limits& bounds, std::size_t k,
                         ValueStream& stream) {
  const ElementBits bound = k % 2 == 0 ? bounds.low : bounds.high;
  const std::size_t way = k / 2 % 4;
  if (is_integer(dtype)) {
    const WideInteger step = static_cast<WideInteger>(way) - 1;
    if (way == 3) return draw_element(ValueKind::kBits, dtype, stream);
    const WideInteger value = integer_value(dtype, bound) + step;
    return integer_element(dtype, fits(dtype, value) ? value : value - step);
  }
  const bool is_finite =
      bound.re % sign_bit(format_of(dtype)) < overflow_bits(format_of(dtype));
  if (way == 0 || !is_finite)
    return k % 3 == 0
               ? bound
               : nearest_element(dtype, k % 2 == 0 ? -kUnlimited : kUnlimited);
  if (way == 1) return {bound.re + 1, 0};
  if (way == 2) return {bound.re == 0 ? 1 : bound.re - 1, 0};
  return draw_element(ValueKind::kPlain, dtype, stream);
}

}  // namespace

std::uint64_t element_seed(const CallWish& wish, std::size_t operand) {
  return static_cast<std::uint64_t>(wish.number) << 40 |
         static_cast<std::uint64_t>(operand) << 39 |
         static_cast<std::uint64_t>(wish.choose(4, 64)) << 32;
}

ElementBits draw_pattern(const CallWish& wish, ValueStream& stream) {
  const DType dtype = wish.cell.dtype;
  ElementBits bits = draw_element(ValueKind::kBits, dtype, stream);
  if (dtype == DType::kBool) return {stream.next() & 1, 0};
  const std::string_view clause = wish.row.clause;
  if (clause == "shift_left.wrap"_clause ||
      clause == "shift_right.sign"_clause ||
      clause == "shift_right.unsigned"_clause)
    bits.re |= top_bit(dtype);
  if (clause == "shift_right.value"_clause) bits.re &= ~top_bit(dtype);
  if (clause == "shift_right.sign"_clause && stream.below(4) == 0)
    return integer_element(dtype, -1);
  return bits;
}

ElementBits draw_count(const CallWish& wish, ValueStream& stream) {
  const DType dtype = wish.cell.dtype;
  const int width = spec_of(dtype).bits;
  if (wish.row.clause == clause_of(wish.cell.op, "count")) {
    const WideInteger kBeyond[] = {
        width, width + 1, -1, 64, 1, highest_of(dtype), lowest_of(dtype)};
    return integer_element(dtype, kBeyond[stream.below(std::size(kBeyond))]);
  }
  const std::uint64_t way = stream.below(6);
  if (way == 0) return {0, 0};
  if (way == 1) return integer_element(dtype, width - 1);
  return {stream.below(static_cast<std::uint64_t>(width)), 0};
}

DrawnCall draw_clamp(const CallWish& wish) {
  const DType dtype = wish.cell.dtype;
  const Limits bounds = chosen_bounds(wish);
  const bool is_single = wish.row.clause == "clamp.one_bound"_clause;
  const bool is_varied = wish.row.clause == "clamp.nan"_clause;
  DrawnCall call;
  const int left_out = is_single   ? 1 + wish.number % 2
                       : is_varied ? wish.number % 3
                                   : 0;
  if (left_out != 1) call.attributes.element(AttributeKey::kLow, bounds.low);
  if (left_out != 2) call.attributes.element(AttributeKey::kHigh, bounds.high);
  DrawnOperand x{wished_shape(wish)};
  if (wish.row.values == ValueKind::kPlain)
    x.element = [wish, bounds, dtype](std::size_t k) {
      const std::size_t place = wish.extent > 0 ? k % kPointwisePeriod : k;
      ValueStream stream(element_seed(wish, 0) | place, 1033);
      return element_near(
          dtype, bounds, place + static_cast<std::size_t>(wish.number), stream);
    };
  call.operands = {std::move(x)};
  return call;
}

}  // namespace assay
