// Draws the elements of calls of the pointwise family.
// Tested by tests/harness/frontend/drawn_pointwise_test.cc.
#pragma once

#include "harness/families/drawn_call.h"

namespace assay {

// Says for which element of an operand a number is drawn, and by what.
struct ElementWish {
  const FloatFormat& format;
  ValueStream& stream;
  std::size_t number;  // consecutive ones go through a list of points
};

// Returns a function that draws numbers for an operand of log1p, asinh, acosh,
// atanh, hypot, is_nan or is_inf in cases about an aspect, or null where the
// kind of the row decides.
using DrawNumber = double (*)(const ElementWish& wish);
DrawNumber number_drawer(const CallWish& wish, std::size_t operand);

// Draw elements of integer operands: what is shifted or inverted, and counts.
ElementBits draw_pattern(const CallWish& wish, ValueStream& stream);
ElementBits draw_count(const CallWish& wish, ValueStream& stream);

// Long operands repeat their elements with this period, a prime, so that the
// reference computes few values.
inline constexpr std::size_t kPointwisePeriod = 251;

// Draws a call of clamp.
DrawnCall draw_clamp(const CallWish& wish);

// Returns the number that the elements of an operand are drawn by.
std::uint64_t element_seed(const CallWish& wish, std::size_t operand);

}  // namespace assay
