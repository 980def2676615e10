// Has the exact functions of the fast oracle, and the table of all its
// functions.
// Tested by tests/sweep/fast_oracle_test.cc.
#include "sweep/fast_oracle.h"

#include <cmath>
#include <optional>

#include "harness/families/op_rows.h"

namespace assay {
namespace {

template <double (*f)(double)>
void each(const double* x, double* y, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) y[i] = f(x[i]);
}

double negated(double x) { return -x; }
double unchanged(double x) { return x; }
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

// Names the function of an op, and the one that takes its place under a value
// of a policy axis.
struct FastRow {
  Op op;
  FastFunction function;
  std::optional<Policy> other_under = std::nullopt;
  FastFunction other = {};
};

using enum Direction;
using enum NearOne;
constexpr FastRow kFastRows[] = {
    {"neg"_op, rounded<negated>(kDown)},
    {"recip"_op, rounded<reciprocal>(kDown)},
    {"abs"_op, rounded<magnitude>(kEven)},
    {"sqrt"_op, rounded<root>(kUp)},
    {"trunc"_op, rounded<toward_zero>(kUp)},
    {"ceil"_op, rounded<upward>(kUp)},
    {"floor"_op, rounded<downward>(kUp)},
    {"round"_op, rounded<half_away>(kUp), "round.half=even"_policy,
     rounded<half_even>(kUp)},
    {"sign"_op, rounded<sign_of>(kUp), "sign.nan=zero"_policy,
     rounded<sign_without_nan>(kUp)},
    {"exp"_op, function<fast_exp, kBySign>(kUp)},
    {"log"_op, function<fast_log>(kUp)},
    {"sin"_op, function<fast_sin, kBelow>(kNone)},
    {"cos"_op, function<fast_cos, kBelow>(kNone)},
    {"tan"_op, function<fast_tan>(kNone)},
    {"asin"_op, function<fast_asin>(kUp)},
    {"acos"_op, function<fast_acos>(kDown)},
    {"atan"_op, function<fast_atan>(kUp)},
    {"sinh"_op, function<fast_sinh>(kUp)},
    {"cosh"_op, function<fast_cosh, kAbove>(kEven)},
    {"tanh"_op, function<fast_tanh, kBelow>(kUp)},
    {"erf"_op, function<fast_erf, kBelow>(kUp)},
    {"conj"_op, rounded<unchanged>(kUp)},
    {"rsqrt"_op, function<fast_rsqrt>(kDown)},
    {"expm1"_op, function<fast_expm1, kBySign>(kUp)},
};

// Returns whether the op is a function of one real number.
constexpr bool is_unary_on_reals(Op op) {
  const OpSpec& spec = op_table::spec_of(op);
  return spec.signature.is_lifted() && spec.signature.operands.size() == 1 &&
         spec.variants[0].dtypes().contains(DType::kFloat32);
}
static_assert(has_each_op(is_unary_on_reals, kFastRows),
              "a unary op on reals has no row in kFastRows");

// The side of ±1 on which a function stays must be the one that the range of
// its row in the op table tells.
static_assert([] {
  for (const FastRow& row : kFastRows) {
    const Range& range = op_table::spec_of(row.op).range;
    const NearOne side = row.function.near_one;
    if (side == kBelow && !(range.low == -1 && range.high == 1)) return false;
    if (side == kAbove && range.low != 1) return false;
  }
  return true;
}());

}  // namespace

FastFunction fast_function(Op op, const Profile& profile) {
  for (const FastRow& row : kFastRows)
    if (row.op == op)
      return row.other_under && profile.is(*row.other_under) ? row.other
                                                             : row.function;
  return {};
}

}  // namespace assay
