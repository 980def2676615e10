// Draws the calls of the activation family: elements near the places where
// formulas fail, beside plain ones.
// Tested by tests/harness/nn/drawn_activations_test.cc.
#include <cmath>
#include <limits>

#include "harness/families/drawn_families.h"
#include "harness/nn/activation_rows.h"
#include "harness/nn/draw_slices.h"

namespace assay {
namespace {

using Points = std::span<const double>;
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kQuietNan = std::numeric_limits<double>::quiet_NaN();

// Points of curves: extrema of gelu and of its derivative, and arguments from
// which exponentials and error functions vanish or saturate.
constexpr double kCurve[] = {
    0,    0.5,  -0.5, 1,     -1,    1e-3,  -1e-3, 0.75,  -0.75, 1.4142, -1.4142,
    2.5,  -2.5, 3.6,  -3.6,  4.8,   -4.8,  5.9,   -5.9,  8.4,   -8.4,   9.7,
    -9.7, 11.1, 13.2, -13.2, 16.6,  -16.6, 17.4,  -18.1, 27,    -27,    37,
    -37,  40,   -50,  88,    -87.4, -88.8, -95,   104,   -104,  -120};
constexpr double kLowest[] = {-0.75, -0.76, -0.752, -0.7518, -0.7,   -0.8,
                              -3,    -5.2,  -5.6,   -6.5,    -9,     -14,
                              -30,   -100,  -500,   -2e4,    -0.7516};
constexpr double kSteepest[] = {1.4142, -1.4142, 1.42, -1.42, 1.4,   -1.4,
                                1.5,    -1.5,    8,    -8,    14,    -14,
                                60,     -60,     200,  -200,  2.2e4, -2.2e4};
constexpr double kSaturating[] = {kInf, -kInf, 16,  17.5, 30,   36.8, 40,
                                  90,   710,   1e3, 3e4,  -1e3, -3e4};
constexpr double kFarBelow[] = {-88.7, -89,  -104, -120, -709,
                                -710,  -746, -1e3, -3e4, -6e4};
constexpr double kInfinities[] = {kInf, -kInf, 1, -2};
constexpr double kPlusInfinity[] = {kInf, 1, kInf};
constexpr double kMinusInfinity[] = {-kInf, -1};
constexpr double kFarAbove[] = {5, 9, 17, 18, 37, 40, 90, 104, 750, 3e4, kInf};
// Results of relu, and such as no relu gives.
constexpr double kOutputs[] = {0, 1, -0.0, 2.5, -1, 0.25, 7};
constexpr double kOutputsWithNan[] = {kQuietNan, 1, 0, kQuietNan, -1};
constexpr double kGates[] = {kQuietNan, kInf, 1, -kInf, -2, 0};
constexpr double kPlainGrads[] = {1, -1, 1};
constexpr double kShares[] = {0,         1,    0.5,   0.25,  0.75,
                              0.9921875, 1e-3, 0.125, 0.996, 0.3125};
constexpr double kSharesWithNan[] = {0.5, kQuietNan, 0, 1, kQuietNan, 0.25};
// prelu may give anything where 0 meets a NaN.
constexpr double kNanOrNotZero[] = {kQuietNan, -1, 2, kQuietNan, 0.5, -3};
constexpr double kSlopes[] = {0.01, 0.25, -0.5, 0, 1, 3};
// Pairs of alpha and beta.
constexpr double kLines[][2] = {
    {1.0 / 6, 0.5}, {0.2, 0.5}, {1, 0}, {-0.25, 0.75}, {0.5, 1}};

// Holds the elements of the operands in cases of a clause. They are drawn by
// the kind of the row where there are none.
struct Choice {
  std::string_view clause;
  Points x = {};
  Points second = {};
};
constexpr Choice kChoices[] = {
    {"relu_backward.value"_clause, kOutputs},
    {"relu_backward.nan_output"_clause, kOutputsWithNan},
    {"relu_backward.masked_grad"_clause, kOutputs, kGates},
    {"prelu.positive_bits"_clause, {}, kGates},
    {"prelu.at_zero"_clause, {}, kGates},
    {"gelu.infinity"_clause, kPlusInfinity},
    {"gelu.minus_infinity"_clause, kMinusInfinity},
    {"gelu.range"_clause, kLowest},
    {"gelu_backward.range"_clause, kSteepest, kPlainGrads},
    {"sigmoid.saturated"_clause, kSaturating},
    {"sigmoid.no_overflow"_clause, kFarBelow},
    {"sigmoid_backward.value"_clause, kShares},
    {"hard_sigmoid.clamped"_clause, kSaturating},
    {"log_sigmoid.no_overflow"_clause, kFarBelow},
    {"log_sigmoid.infinity"_clause, kInfinities},
    {"log_sigmoid.below_zero"_clause, kFarAbove},
};

// Returns an operand that has the points in turn, beginning with some one.
DrawnOperand with_points(DType dtype, const Shape& shape, Points points,
                         std::int64_t begin) {
  if (points.empty()) return {shape};
  return {shape, [=](std::size_t k) {
            const auto place = (k + static_cast<std::size_t>(begin));
            return nearest_element(dtype, points[place % points.size()]);
          }};
}

Choice choice_of(const CallWish& wish) {
  for (const Choice& choice : kChoices)
    if (choice.clause == wish.row.clause) return choice;
  if (wish.row.clause == "activation.nan"_clause) {
    if (wish.cell.op == "sigmoid_backward"_op) return {{}, kSharesWithNan};
    if (wish.cell.op == "prelu"_op) return {{}, kNanOrNotZero};
  }
  const bool is_value = wish.row.clause.ends_with(".value");
  // The points are numbers between those of integers.
  if (is_value && wish.number % 2 == 1 && is_real(wish.cell.dtype))
    return {{}, kCurve};
  // The output of a sigmoid is in [0, 1], whatever the case is about.
  if (wish.cell.op == "sigmoid_backward"_op &&
      (wish.row.values == ValueKind::kPlain))
    return {{}, kShares};
  return {};
}

// Returns the attributes of a call of the op.
Attributes attributes_of(const CallWish& wish) {
  const OpSpec& op = spec_of(wish.cell.op);
  const auto element = [&](double value) {
    return nearest_element(wish.cell.dtype, value);
  };
  Attributes attributes;
  if (op.has(AttributeKey::kNegativeSlope))
    attributes.element(
        AttributeKey::kNegativeSlope,
        element(kSlopes[wish.structure.choose(2, std::ssize(kSlopes))]));
  if (op.has(AttributeKey::kAlpha)) {
    const bool is_flat = wish.row.clause == "hard_sigmoid.undefined"_clause;
    const auto& line = kLines[wish.structure.choose(2, std::ssize(kLines))];
    attributes.element(AttributeKey::kAlpha, element(is_flat ? 0 : line[0]))
        .element(AttributeKey::kBeta, element(line[1]));
  }
  return attributes;
}

}  // namespace

std::span<const ClauseCase> activation_rows() {
  return rows_of("activation", kActivationClauseCases);
}

DrawnCall draw_activation(const CallWish& wish) {
  if (spec_of(wish.cell.op).has(AttributeKey::kAxis)) return draw_softmax(wish);
  const Shape shape = wished_shape(wish);
  const Choice choice = choice_of(wish);
  DrawnCall call{{}, attributes_of(wish)};
  const auto operands = spec_of(wish.cell.op).signature.operands.size();
  const Points points[] = {choice.x, choice.second};
  // Where the points of both operands repeat together, the second ones begin
  // elsewhere in the next case.
  for (std::size_t i = 0; i < operands; ++i)
    call.operands.push_back(with_points(
        wish.cell.dtype, shape, points[i],
        wish.structure.choose(3 + i, 64) + static_cast<int>(i) * wish.number));
  return call;
}

void add_activation_rows(const Cell& cell, RobustnessRows& rows) {
  const OpSpec& op = spec_of(cell.op);
  const Shape shape = {2, 3};
  Attributes attributes;
  if (op.has(AttributeKey::kAxis)) attributes.axis(1);
  for (AttributeKey key : {AttributeKey::kNegativeSlope, AttributeKey::kAlpha,
                           AttributeKey::kBeta})
    if (op.has(key)) attributes.element(key, nearest_element(cell.dtype, 0.5));
  const SampleTensor x = of(cell.dtype, shape);
  Sample control{{x}, attributes};
  if (op.signature.operands.size() == 2) {
    control.operands.push_back(x);
    Sample broken = control;
    broken.operands[1].type.shape = {2, 2};
    rows.push_back({"activation.same_shape"_clause, broken, control});
    broken = control;
    broken.operands[1].type.dtype = another(cell.dtype);
    rows.push_back({"activation.same_dtype"_clause, broken, control});
  }
  if (op.has(AttributeKey::kNegativeSlope))
    for (double slope : {kInf, -kInf, kQuietNan}) {
      Sample broken = control;
      broken.attributes.element(AttributeKey::kNegativeSlope,
                                nearest_element(cell.dtype, slope));
      rows.push_back({"leaky_relu.slope"_clause, broken, control});
    }
  if (op.has(AttributeKey::kAxis))
    for (std::int64_t axis : {-1, 2})
      add_attribute_row("activation.axis_valid"_clause, x,
                        Attributes().axis(axis), attributes, rows);
  add_out_rows(cell, "activation.out"_clause, control, x.type, rows);
}

}  // namespace assay
