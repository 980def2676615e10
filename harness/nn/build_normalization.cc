// Draws the calls of layer_norm and batch_norm: rows whose statistics are
// known, rows far from 0, and channels of different statistics.
// Tested by tests/harness/nn/drawn_activations_test.cc.
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "harness/case/planned_case.h"
#include "harness/families/drawn_families.h"
#include "harness/nn/activation_rows.h"
#include "harness/nn/draw_slices.h"

namespace assay {
namespace {

constexpr ClauseCase kNormalizationClauseCases[] = {
    {.clause = "layer_norm.value"_clause},
    {.clause = "layer_norm.bias"_clause},
    {.clause = "layer_norm.biased_variance"_clause},
    {.clause = "layer_norm.epsilon_inside"_clause},
    {.clause = "layer_norm.rows_apart"_clause},
    {.clause = "layer_norm.every_term"_clause},
    {.clause = "layer_norm.large_mean"_clause},
    {.clause = "layer_norm.empty_rows"_clause, .shape = CaseShape::kEmpty},
    {.clause = "layer_norm.single"_clause},
    {.clause = "layer_norm.nan"_clause, .values = ValueKind::kNan},
    {.clause = "layer_norm.no_variance"_clause},
    {.clause = "layer_norm.far_mean"_clause},
    {.clause = "batch_norm.value"_clause},
    {.clause = "batch_norm.channels"_clause},
    {.clause = "batch_norm.any_rank"_clause, .least_cases = 4},
    {.clause = "batch_norm.nan"_clause, .values = ValueKind::kNan},
    {.clause = "batch_norm.no_variance"_clause},
    {.clause = "normalization.strided_operands"_clause, .every_layout = true},
    {.clause = "normalization.accumulator"_clause, .dtypes = kHalves},
    {.clause = "normalization.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "normalization.high_rank"_clause, .shape = CaseShape::kHighRank},
    {.clause = "normalization.operands_kept"_clause},
    {.clause = "normalization.stray_writes"_clause},
    {.clause = "normalization.repeatable"_clause,
     .program = CaseProgram::kTwice},
    {.clause = "normalization.signed_zero"_clause, .values = ValueKind::kZeros},
    {.clause = "normalization.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme},
};

// Returns an operand of one axis that has the numbers in turn.
template <std::size_t n>
DrawnOperand in_turn(DType dtype, std::int64_t extent,
                     const double (&numbers)[n], std::int64_t begin) {
  return {{extent}, [dtype, &numbers, begin](std::size_t k) {
            const auto place = k + static_cast<std::size_t>(begin);
            return nearest_element(dtype, numbers[place % n]);
          }};
}

constexpr double kVariances[] = {1, 0.25, 4, 2.5, 0.0625};
constexpr double kFarVariances[] = {1e-3, 900, 2e-2, 3e4};
constexpr double kVariancesWithNan[] = {
    1, std::numeric_limits<double>::quiet_NaN(), 4};
constexpr double kNoVariances[] = {0, -1, -0.25};
constexpr double kFactors[] = {1, -2, 0.5, 3};

// Returns an operand whose rows are `middle` + 1 and `middle` - 1, one as often
// as the other, in some order.
DrawnOperand around(const CallWish& wish, const Shape& shape, double middle) {
  const std::int64_t n = shape.back();
  std::int64_t step = 1 + 2 * wish.structure.choose(3, 8);
  while (std::gcd(step, n) != 1) step -= 2;
  const std::int64_t begin = wish.structure.choose(4, 64);
  return by_place(wish.cell.dtype, shape, std::ssize(shape) - 1,
                  [=](const SlicePlace& place) {
                    const std::int64_t at =
                        (place.along * step + begin + place.slice) % n;
                    return middle + (2 * at < n ? 1 : -1);
                  });
}

DrawnCall draw_layer_norm(const CallWish& wish) {
  const std::string_view aspect = aspect_of(wish.row.clause);
  const DType dtype = wish.cell.dtype;
  Shape shape = wished_shape(wish);
  // Rows of one element show little.
  if (wish.row.shape == CaseShape::kHighRank)
    std::swap(shape.back(),
              shape[static_cast<std::size_t>(telling_axis(shape, 0))]);
  const bool has_known_rows = aspect == "every_term" || aspect == "large_mean";
  if (has_known_rows && shape.back() % 2 == 1) ++shape.back();
  if (aspect == "biased_variance") {
    shape.back() = 2 + wish.number % 3;
    shape.insert(shape.begin(), 6);
  }
  if (aspect == "rows_apart") shape.insert(shape.begin(), 3);
  if (aspect == "single") {
    shape.back() = 1;
    shape.insert(shape.begin(), 12);
  }
  if (aspect == "empty_rows") {
    shape = wish.structure.shape;
    shape.back() = 0;
  }
  DrawnOperand x{shape};
  const auto use = [&](auto f) {
    x = by_place(dtype, shape, std::ssize(shape) - 1, f);
  };
  // The squares of elements near it are rounded in the accumulator, unless
  // 16-bit floats hold none so large.
  const double middle = wish.number % 2 == 0 || kHalves.contains(dtype) ? 64
                        : dtype == DType::kFloat64                      ? 0x1p28
                                                                        : 4096;
  if (aspect == "every_term") x = around(wish, shape, 0);
  if (aspect == "large_mean") x = around(wish, shape, middle);
  if (aspect == "rows_apart")
    use([number = wish.number](const SlicePlace& place) {
      if (place.slice % 2 == 1 && place.along == 0)
        return number % 2 == 0 ? std::numeric_limits<double>::quiet_NaN()
                               : HUGE_VAL;
      return static_cast<double>((place.along * 3 + place.slice) % 5);
    });
  if (aspect == "no_variance" || aspect == "far_mean")
    use([](const SlicePlace&) { return 4096; });
  const bool is_biased = aspect == "bias" || wish.structure.choose(2, 2) == 1;
  // Rows that repeat one element are comparable only beside a large epsilon.
  const double epsilon = aspect == "no_variance"        ? 0
                         : aspect == "epsilon_inside"   ? 1.5
                         : aspect == "strided_operands" ? 1
                                                        : 1e-5;
  DrawnCall call{{std::move(x)}, {}};
  const std::int64_t n = shape.back();
  // Factors that are NaN would hide which row of x is.
  if (aspect == "nan" && wish.number % 3 != 2)
    call.operands.push_back(in_turn(dtype, n, kFactors, wish.number));
  else
    call.operands.push_back({{n}});
  if (is_biased)
    call.operands.push_back(aspect == "nan"
                                ? in_turn(dtype, n, kFactors, wish.number + 1)
                                : DrawnOperand{{n}});
  call.attributes.flag(AttributeKey::kBiased, is_biased)
      .element(AttributeKey::kEpsilon, nearest_element(dtype, epsilon));
  return call;
}

DrawnCall draw_batch_norm(const CallWish& wish) {
  const std::string_view aspect = aspect_of(wish.row.clause);
  const DType dtype = wish.cell.dtype;
  Shape shape = wished_shape(wish);
  if (wish.row.shape == CaseShape::kEmpty) {
    shape = wish.structure.shape;
    shape.insert(shape.begin(), 0);
  }
  while (shape.size() < 2) shape.push_back(3);
  if (aspect == "channels") shape[1] += 2;
  if (aspect == "any_rank") {
    shape = {4, 3, 2, 2, 2};
    shape.resize(2 + static_cast<std::size_t>(wish.number) % 4);
  }
  const std::int64_t channels = shape[1];
  const std::int64_t begin = wish.structure.choose(3, 64);
  const bool is_open = aspect == "no_variance";
  DrawnOperand variance =
      is_open           ? in_turn(dtype, channels, kNoVariances, begin)
      : aspect == "nan" ? in_turn(dtype, channels, kVariancesWithNan, begin)
      : aspect == "value" && wish.number % 2 == 1
          ? in_turn(dtype, channels, kFarVariances, begin)
          : in_turn(dtype, channels, kVariances, begin);
  return {
      {{shape}, {{channels}}, {{channels}}, {{channels}}, std::move(variance)},
      Attributes().element(AttributeKey::kEpsilon,
                           nearest_element(dtype, is_open ? 0 : 1e-5))};
}

}  // namespace

std::span<const ClauseCase> normalization_rows() {
  return rows_of("normalization", kNormalizationClauseCases);
}

DrawnCall draw_normalization(const CallWish& wish) {
  return wish.cell.op == "layer_norm"_op ? draw_layer_norm(wish)
                                         : draw_batch_norm(wish);
}

void add_normalization_rows(const Cell& cell, RobustnessRows& rows) {
  const bool is_layer = cell.op == "layer_norm"_op;
  const std::string_view extents =
      is_layer ? "layer_norm.extents"_clause : "batch_norm.extents"_clause;
  Attributes attributes;
  if (is_layer) attributes.flag(AttributeKey::kBiased, true);
  attributes.element(AttributeKey::kEpsilon, nearest_element(cell.dtype, 1));
  const SampleTensor x = of(cell.dtype, {2, 3});
  const SampleTensor parameter = of(cell.dtype, {3});
  Sample control{{x, parameter, parameter}, attributes};
  if (!is_layer) control.operands.resize(5, parameter);
  const auto add = [&](std::string_view clause, std::size_t operand,
                       const TensorType& type) {
    Sample broken = control;
    broken.operands[operand].type = type;
    rows.push_back({clause, broken, control});
  };
  add(extents, 0, {cell.dtype, is_layer ? Shape{} : Shape{3}});
  add(extents, 1, {cell.dtype, {2}});
  add(extents, control.operands.size() - 1, {cell.dtype, {3, 1}});
  if (!is_layer) add(extents, 0, {cell.dtype, {2, 3, 0}});
  add("normalization.same_dtype"_clause, 2, {another(cell.dtype), {3}});
  add_out_rows(cell, "normalization.out"_clause, control, x.type, rows);
}

}  // namespace assay
