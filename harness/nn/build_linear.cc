// Draws the calls of the linear family: extents of which a wrong one shows, and
// elements that tell which factors met, or of which every term counts.
// Tested by tests/harness/nn/linear_geometry_test.cc.
#include <algorithm>

#include "harness/families/drawn_families.h"
#include "harness/nn/linear_geometry.h"
#include "harness/nn/linear_rows.h"
#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

LinearCase linear_case_of(const CallWish& wish) {
  return special_of<LinearCase>(wish.row);
}

// Makes an operand one-hot: of the terms of each row or column that is kept,
// one counts.
void make_one_hot(const CallWish& wish, const LinearGeometry& geometry,
                  std::size_t operand, DrawnOperand& factor) {
  const std::int64_t terms = term_count(wish.cell.op, geometry);
  const std::int64_t last = factor.shape.back();
  const std::int64_t step = 1 + wish.structure.choose(5, 3);
  const bool is_along_rows = has_terms_along_rows(wish.cell.op, operand);
  factor.element = [=, dtype = wish.cell.dtype](std::size_t k) {
    const auto at = static_cast<std::int64_t>(k);
    const std::int64_t term = is_along_rows ? at % last : at / last;
    const std::int64_t kept = is_along_rows ? at / last : at % last;
    return small_integer(dtype, (kept * step + 1) % terms == term ? 1 : 0);
  };
}

// Fills one factor with addresses and makes the other one-hot. Each element of
// the result is then one address, which shows what was read for it.
void show_places(const CallWish& wish, const LinearGeometry& geometry,
                 DrawnCall& call) {
  const std::size_t shown = wish.number % 2 == 0 ? 0 : 1;
  call.operands[shown].element = [dtype = wish.cell.dtype](std::size_t k) {
    return address_element(dtype, static_cast<std::int64_t>(k));
  };
  make_one_hot(wish, geometry, 1 - shown, call.operands[1 - shown]);
}

// Puts a NaN or an infinity into one factor or, in every second case, into the
// other one.
void add_special(const CallWish& wish, DrawnCall& call) {
  const DType dtype = wish.cell.dtype;
  const FloatFormat& format = format_of(dtype);
  DrawnOperand& operand = call.operands[wish.number % 2 == 0 ? 0 : 1];
  const ElementBits special = {
      wish.number % 4 < 2 ? quiet_nan_bits(format) : overflow_bits(format), 0};
  const auto place = static_cast<std::size_t>(
      wish.structure.choose(6, element_count(operand.shape)));
  ValueStream stream(static_cast<std::uint64_t>(wish.number), 1021);
  operand.element = [=](std::size_t k) mutable {
    const ElementBits term = draw_term(dtype, stream);
    return k == place ? special : term;
  };
}

// Makes the elements of operands without any 1 and -1, so that long sums stay
// within the integers of a 16-bit float.
void make_units(const CallWish& wish, DrawnCall& call) {
  std::uint32_t number = 1022;
  for (DrawnOperand& operand : call.operands) {
    if (operand.element) continue;
    ValueStream stream(static_cast<std::uint64_t>(wish.number), number++);
    operand.element = [stream, dtype = wish.cell.dtype](std::size_t) mutable {
      return small_integer(dtype, stream.below(2) == 0 ? 1 : -1);
    };
  }
}

// Returns whether exact sums of this many terms are too long for draw_term().
bool needs_units(const CallWish& wish, std::int64_t terms) {
  const bool is_exact =
      wish.extent > 0 || wish.row.values == ValueKind::kExactSmall;
  return is_exact && terms > 64 &&
         (wish.cell.dtype == DType::kFloat16 ||
          wish.cell.dtype == DType::kBfloat16);
}

DrawnCall draw_bias(const CallWish& wish) {
  const BiasGeometry geometry = bias_geometry(wish);
  DrawnCall call{{{geometry.shape}},
                 Attributes().axis(static_cast<std::int64_t>(geometry.axis))};
  const std::int64_t kept = geometry.shape[geometry.axis];
  if (kept > 0 && needs_units(wish, element_count(geometry.shape) / kept))
    make_units(wish, call);
  return call;
}

}  // namespace

std::span<const ClauseCase> linear_rows() {
  return rows_of<LinearCase>("linear", kLinearClauseCases);
}

DrawnCall draw_linear(const CallWish& wish) {
  const Op op = wish.cell.op;
  if (op == "bias_backward"_op) return draw_bias(wish);
  const LinearGeometry geometry = linear_geometry(wish);
  DrawnCall call{linear_operands(op, geometry), {}};
  if (op == "linear"_op)
    call.attributes.flag(AttributeKey::kBiased, geometry.is_biased);
  if (linear_case_of(wish) == LinearCase::kShown)
    show_places(wish, geometry, call);
  else if (linear_case_of(wish) == LinearCase::kOneSpecial)
    add_special(wish, call);
  else if (needs_units(wish, term_count(op, geometry)))
    make_units(wish, call);
  return call;
}

void add_linear_rows(const Cell& cell, RobustnessRows& rows) {
  const Op op = cell.op;
  const LinearGeometry geometry{
      .leading = {2}, .inputs = 3, .outputs = 4, .is_biased = true};
  Sample control;
  Shape result = {4};
  if (op == "bias_backward"_op) {
    control = {{of(cell.dtype, {2, 4, 3})}, Attributes().axis(1)};
  } else {
    for (const DrawnOperand& operand : linear_operands(op, geometry))
      control.operands.push_back(of(cell.dtype, operand.shape));
    if (op == "linear"_op) control.attributes.flag(AttributeKey::kBiased, true);
    result = op == "linear"_op              ? Shape{2, 4}
             : op == "linear_x_backward"_op ? Shape{2, 3}
                                            : Shape{3, 4};
  }
  const auto add = [&](std::string_view clause, auto change) {
    Sample broken = control;
    change(broken);
    rows.push_back({clause, std::move(broken), control});
  };
  const auto add_shape = [&](std::string_view clause, std::size_t operand,
                             const Shape& shape) {
    add(clause,
        [&](Sample& sample) { sample.operands[operand].type.shape = shape; });
  };
  constexpr std::string_view kRank = "linear.rank"_clause;
  if (op == "bias_backward"_op) {
    add("bias_backward.axis"_clause,
        [](Sample& sample) { sample.attributes.axis(3); });
    add("bias_backward.axis"_clause,
        [](Sample& sample) { sample.attributes.axis(-1); });
  } else {
    const bool is_first = op == "linear_x_backward"_op;
    if (op != "linear_weight_backward"_op)
      add_shape(kRank, is_first ? 0 : 1, {3, 4, 1});
    if (op == "linear"_op) add_shape(kRank, 2, {4, 1});
    add_shape(kRank, is_first ? 1 : 0, {});
    add_shape(clause_of(op, "inner"), 1,
              op == "linear"_op ? Shape{2, 4} : Shape{3, 3});
    if (op == "linear"_op) add_shape(clause_of(op, "inner"), 2, {3});
    add("linear.same_dtype"_clause, [&](Sample& sample) {
      sample.operands[1].type.dtype = another(cell.dtype);
    });
  }
  add_out_rows(cell, "linear.out"_clause, control, {cell.dtype, result}, rows);
}

}  // namespace assay
