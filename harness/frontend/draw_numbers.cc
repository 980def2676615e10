// Draws the real operands of the pointwise family: in the middle of a
// function's domain, and where formulas of it fail.
// Tested by tests/harness/frontend/drawn_pointwise_test.cc.
#include <cmath>
#include <initializer_list>
#include <limits>

#include "harness/case/planned_case.h"
#include "harness/frontend/draw_pointwise.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kSomeNan = std::numeric_limits<double>::quiet_NaN();

// Returns the points in turn.
double pick(const ElementWish& wish, std::initializer_list<double> points) {
  return points.begin()[wish.number % points.size()];
}

// Returns a positive number with an exponent from `least` to `most`.
double between(const ElementWish& wish, int least, int most) {
  const auto count = static_cast<std::uint64_t>(most - least + 1);
  const int exponent = least + static_cast<int>(wish.stream.below(count));
  const double significand = 1 + wish.stream.unit();
  return std::ldexp(significand, exponent);
}
double with_some_sign(const ElementWish& wish, double magnitude) {
  return wish.stream.below(2) == 0 ? magnitude : -magnitude;
}

// The distance from 1 to the next number of the format.
double unit_of(const FloatFormat& format) {
  return std::ldexp(1.0, 1 - format.precision);
}
double largest_number(const FloatFormat& format) {
  return (2 - unit_of(format)) * std::ldexp(1.0, format.max_exponent);
}
// The exponent of the smallest number of the format.
int least_exponent(const FloatFormat& format) {
  return format.min_exponent - format.precision + 1;
}

double moderate(const ElementWish& wish) {
  return with_some_sign(wish, between(wish, -3, 6));
}
double of_any_size(const ElementWish& wish) {
  return with_some_sign(
      wish, between(wish, wish.format.min_exponent, wish.format.max_exponent));
}
double tiny(const ElementWish& wish) {
  return with_some_sign(wish, between(wish, least_exponent(wish.format), -2));
}
// Numbers whose squares overflow, the largest among them.
double huge(const ElementWish& wish) {
  if (wish.number % 8 == 0) return largest_number(wish.format);
  return with_some_sign(wish, between(wish, wish.format.max_exponent / 2 + 1,
                                      wish.format.max_exponent));
}
// Numbers whose squares underflow.
double vanishing(const ElementWish& wish) {
  const int least = least_exponent(wish.format);
  return with_some_sign(wish, between(wish, least, least / 2 - 1));
}

double above_minus_one(const ElementWish& wish) {
  if (wish.stream.below(2) == 0) return -wish.stream.unit();
  return between(wish, -4, 10);
}
double positive_of_any_size(const ElementWish& wish) {
  return std::fabs(of_any_size(wish));
}
double above_one(const ElementWish& wish) { return 1 + between(wish, -2, 10); }
double far_above_one(const ElementWish& wish) {
  return 1 + between(wish, -3, wish.format.max_exponent - 1);
}
double within_one(const ElementWish& wish) {
  return with_some_sign(wish, wish.stream.unit());
}
double near_ends_of_one(const ElementWish& wish) {
  return with_some_sign(wish, 1 - between(wish, 1 - wish.format.precision, -3));
}
double just_above_one(const ElementWish& wish) {
  const double unit = unit_of(wish.format);
  if (wish.stream.below(2) == 0)
    return 1 + unit * static_cast<double>(1 + wish.stream.below(9));
  return 1 + between(wish, 1 - wish.format.precision, -3);
}
double huge_and_positive(const ElementWish& wish) {
  return std::fabs(huge(wish));
}

double minus_one(const ElementWish& wish) { return pick(wish, {-1, 0.5, -1}); }
double one(const ElementWish& wish) { return pick(wish, {1, 1, 2}); }
double both_ones(const ElementWish& wish) { return pick(wish, {1, -1, 0.5}); }
double below_minus_one(const ElementWish& wish) {
  return pick(wish, {-1 - unit_of(wish.format), -2, -kInfinite, -1.5,
                     -largest_number(wish.format), -100});
}
double below_one(const ElementWish& wish) {
  return pick(wish, {1 - unit_of(wish.format) / 2, 0.5, -1, 0, -2, -0.0,
                     -kInfinite, -largest_number(wish.format)});
}
double beyond_one(const ElementWish& wish) {
  const double least = 1 + unit_of(wish.format);
  return pick(wish, {least, -least, 2, -1.5, kInfinite, -kInfinite,
                     largest_number(wish.format), -100});
}
double plus_infinity(const ElementWish& wish) {
  return pick(wish, {kInfinite, 2, kInfinite});
}
double infinities(const ElementWish& wish) {
  return pick(wish, {kInfinite, -kInfinite, 1, -kInfinite, 3});
}
double beside_infinities(const ElementWish& wish) {
  return pick(wish, {1, -kInfinite, 0, kInfinite, -2,
                     largest_number(wish.format), -kInfinite});
}
double infinities_and_nan(const ElementWish& wish) {
  return pick(wish, {kInfinite, kSomeNan, -kInfinite, kSomeNan});
}
double nan_and_infinities(const ElementWish& wish) {
  return pick(wish, {kSomeNan, kInfinite, kSomeNan, -kInfinite});
}
double often_nan(const ElementWish& wish) {
  const double value = moderate(wish);
  return pick(wish, {kSomeNan, value, kInfinite, value, kSomeNan,
                     largest_number(wish.format), -kInfinite, value, 0});
}
double often_infinite(const ElementWish& wish) {
  const double value = moderate(wish);
  return pick(wish, {kInfinite, value, largest_number(wish.format), kInfinite,
                     value, -largest_number(wish.format), 0});
}

// Holds what draws the operands of an op in cases about an aspect.
struct NumberRow {
  std::string_view op;
  std::string_view aspect;
  DrawNumber first;
  DrawNumber second = nullptr;
};
constexpr NumberRow kNumberRows[] = {
    {"log1p", "small", tiny},
    {"log1p", "minus_one", minus_one},
    {"log1p", "domain", below_minus_one},
    {"log1p", "infinity", plus_infinity},
    {"asinh", "small", tiny},
    {"asinh", "no_overflow", huge},
    {"asinh", "infinity", infinities},
    {"acosh", "near_one", just_above_one},
    {"acosh", "no_overflow", huge_and_positive},
    {"acosh", "one", one},
    {"acosh", "domain", below_one},
    {"acosh", "infinity", plus_infinity},
    {"atanh", "small", tiny},
    {"atanh", "pole", both_ones},
    {"atanh", "domain", beyond_one},
    {"hypot", "no_overflow", huge, huge},
    {"hypot", "no_underflow", vanishing, vanishing},
    {"hypot", "infinity", infinities, beside_infinities},
    {"hypot", "infinity_and_nan", infinities_and_nan, nan_and_infinities},
    {"is_inf", "both_signs", infinities},
};

// Draws the operands in other cases: in the middle of the domain, and in
// every third case about values wherever the op is defined.
struct Domain {
  std::string_view op;
  DrawNumber middle;
  DrawNumber wide;
};
constexpr Domain kDomains[] = {
    {"log1p", above_minus_one, positive_of_any_size},
    {"asinh", moderate, of_any_size},
    {"acosh", above_one, far_above_one},
    {"atanh", within_one, near_ends_of_one},
    {"hypot", moderate, of_any_size},
    {"is_nan", often_nan, often_nan},
    {"is_inf", often_infinite, often_infinite},
};

}  // namespace

DrawNumber number_drawer(const CallWish& wish, std::size_t operand) {
  if (wish.row.values != ValueKind::kPlain) return nullptr;
  const std::string_view op = name_of(wish.cell.op);
  for (const NumberRow& row : kNumberRows)
    if (row.op == op && wish.row.clause == clause_of(wish.cell.op, row.aspect))
      return operand == 0 ? row.first : row.second;
  const bool is_wide =
      wish.row.clause.ends_with(".value") && wish.number % 3 == 2;
  for (const Domain& domain : kDomains)
    if (domain.op == op) return is_wide ? domain.wide : domain.middle;
  return nullptr;
}

}  // namespace assay
