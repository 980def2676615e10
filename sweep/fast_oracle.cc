// Has the exact functions of the fast oracle, and the table of all its
// functions.
// Tested by tests/sweep/fast_oracle_test.cc.
#include "sweep/fast_oracle.h"

#include <cmath>

namespace assay {
namespace {

template <double (*f)(double)>
void each(const double* x, double* y, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) y[i] = f(x[i]);
}

double negated(double x) { return -x; }
double reciprocal(double x) { return 1 / x; }
double magnitude(double x) { return std::fabs(x); }
double root(double x) { return std::sqrt(x); }
double sign_of(double x) {
  return std::isnan(x) ? x : x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0;
}
double sign_without_nan(double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; }
double toward_zero(double x) { return std::trunc(x); }
double upward(double x) { return std::ceil(x); }
double downward(double x) { return std::floor(x); }
double half_away(double x) { return std::round(x); }
// Rounds halves to even. For a half, x / 2 ends in .25 or .75 and has no tie.
double half_even(double x) {
  const bool is_half = std::fabs(x - std::trunc(x)) == 0.5;
  return is_half ? 2 * std::round(x / 2) : std::round(x);
}

// Moves the value to the side of ±1 on which the function is known to be. The
// move is smaller than the assumed error.
template <NearOne side>
void settle(const double* x, double* y, std::size_t count) {
  constexpr double kNear = kFastError / 2;
  constexpr double kJustBelow = 1 - 0x1p-53;
  constexpr double kJustAbove = 1 + 0x1p-52;
  for (std::size_t i = 0; i < count; ++i) {
    if (!(std::fabs(std::fabs(y[i]) - 1) <= kNear)) continue;
    const bool above =
        side == NearOne::kAbove || (side == NearOne::kBySign && x[i] > 0);
    y[i] = std::copysign(above ? kJustAbove : kJustBelow, y[i]);
  }
}

template <auto f, NearOne side>
void settled(const double* x, double* y, std::size_t count) {
  f(x, y, count);
  settle<side>(x, y, count);
}

template <auto f, NearOne side = NearOne::kUnknown>
constexpr FastFunction function(Direction direction) {
  if constexpr (side == NearOne::kUnknown)
    return {f, false, side, direction};
  else
    return {&settled<f, side>, false, side, direction};
}
template <double (*f)(double)>
constexpr FastFunction rounded(Direction direction) {
  return {&each<f>, true, NearOne::kUnknown, direction};
}

}  // namespace

FastFunction fast_function(Op op, const Profile& profile) {
  using enum Direction;
  using enum NearOne;
  if (op == "neg"_op) return rounded<negated>(kDown);
  if (op == "recip"_op) return rounded<reciprocal>(kDown);
  if (op == "abs"_op) return rounded<magnitude>(kEven);
  if (op == "sqrt"_op) return rounded<root>(kUp);
  if (op == "trunc"_op) return rounded<toward_zero>(kUp);
  if (op == "ceil"_op) return rounded<upward>(kUp);
  if (op == "floor"_op) return rounded<downward>(kUp);
  if (op == "round"_op)
    return profile.is("round.half=even"_policy) ? rounded<half_even>(kUp)
                                                : rounded<half_away>(kUp);
  if (op == "sign"_op)
    return profile.is("sign.nan=zero"_policy) ? rounded<sign_without_nan>(kUp)
                                              : rounded<sign_of>(kUp);
  if (op == "exp"_op) return function<fast_exp, kBySign>(kUp);
  if (op == "log"_op) return function<fast_log>(kUp);
  if (op == "sin"_op) return function<fast_sin, kBelow>(kNone);
  if (op == "cos"_op) return function<fast_cos, kBelow>(kNone);
  if (op == "tan"_op) return function<fast_tan>(kNone);
  if (op == "asin"_op) return function<fast_asin>(kUp);
  if (op == "acos"_op) return function<fast_acos>(kDown);
  if (op == "atan"_op) return function<fast_atan>(kUp);
  if (op == "sinh"_op) return function<fast_sinh>(kUp);
  if (op == "cosh"_op) return function<fast_cosh, kAbove>(kEven);
  if (op == "tanh"_op) return function<fast_tanh, kBelow>(kUp);
  if (op == "erf"_op) return function<fast_erf, kBelow>(kUp);
  return {};
}

}  // namespace assay
