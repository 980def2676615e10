// Joins the ops of the pointwise family: how their calls are drawn, and which
// calls break their preconditions.
// Tested by tests/harness/frontend/drawn_pointwise_test.cc.
#include <limits>

#include "harness/families/drawn_families.h"
#include "harness/frontend/draw_pointwise.h"
#include "harness/frontend/pointwise_rows.h"
#include "harness/nn/draw_slices.h"

namespace assay {
namespace {

DrawnOperand drawn_operand(const CallWish& wish, const Shape& shape,
                           std::size_t operand) {
  const DType dtype = wish.cell.dtype;
  const DrawNumber draw =
      is_real(dtype) ? number_drawer(wish, operand) : nullptr;
  if (is_real(dtype) && draw == nullptr) return {shape};
  // The points of both operands begin elsewhere in the next case.
  const auto begin = static_cast<std::size_t>(
      wish.choose(3, 64) + static_cast<std::int64_t>(operand) * wish.number);
  return {shape, [=](std::size_t k) {
            const std::size_t place =
                wish.extent > 0 ? k % kPointwisePeriod : k;
            ValueStream stream(element_seed(wish, operand) | place, 1033);
            if (draw != nullptr)
              return nearest_element(
                  dtype, draw({format_of(dtype), stream, place + begin}));
            return operand == 0 ? draw_pattern(wish, stream)
                                : draw_count(wish, stream);
          }};
}

// Adds the calls of clamp whose bounds are broken.
void add_clamps(const Cell& cell, const Sample& control, RobustnessRows& rows) {
  constexpr std::string_view kOrder = "clamp.order"_clause;
  Sample broken = control;
  broken.attributes = {};
  rows.push_back({"clamp.bound_given"_clause, broken, control});
  const ElementBits low = control.attributes.element(AttributeKey::kLow);
  const ElementBits high = control.attributes.element(AttributeKey::kHigh);
  broken.attributes.element(AttributeKey::kLow, high)
      .element(AttributeKey::kHigh, low);
  rows.push_back({kOrder, broken, control});
  if (is_integer(cell.dtype)) return;
  const ElementBits nan =
      nearest_element(cell.dtype, std::numeric_limits<double>::quiet_NaN());
  for (AttributeKey key : {AttributeKey::kLow, AttributeKey::kHigh}) {
    broken = control;
    broken.attributes.element(key, nan);
    rows.push_back({kOrder, broken, control});
    Sample single = control;
    single.attributes = Attributes().element(key, low);
    broken = single;
    broken.attributes.element(key, nan);
    rows.push_back({kOrder, broken, single});
  }
}

}  // namespace

std::span<const ClauseCase> pointwise_rows() {
  return rows_of("pointwise", kPointwiseClauseCases);
}

DrawnCall draw_pointwise(const CallWish& wish) {
  if (wish.cell.op == "clamp"_op) return draw_clamp(wish);
  const Shape shape = wished_shape(wish);
  DrawnCall call;
  const auto operands = spec_of(wish.cell.op).signature.operands.size();
  for (std::size_t i = 0; i < operands; ++i)
    call.operands.push_back(drawn_operand(wish, shape, i));
  return call;
}

void add_pointwise_rows(const Cell& cell, RobustnessRows& rows) {
  const Signature& signature = spec_of(cell.op).signature;
  const Shape shape = {2, 3};
  Sample control{{of(cell.dtype, shape)}, {}};
  if (signature.operands.size() == 2) {
    control.operands.push_back(of(cell.dtype, shape));
    Sample broken = control;
    broken.operands[1].type.shape = {2, 2};
    rows.push_back({"pointwise.same_shape"_clause, broken, control});
    broken = control;
    broken.operands[1].type.dtype = another(cell.dtype);
    rows.push_back({"pointwise.same_dtype"_clause, broken, control});
  }
  if (cell.op == "clamp"_op) {
    const bool is_of_integers = is_integer(cell.dtype);
    control.attributes
        .element(AttributeKey::kLow, is_of_integers
                                         ? ElementBits{1, 0}
                                         : nearest_element(cell.dtype, 1))
        .element(AttributeKey::kHigh, is_of_integers
                                          ? ElementBits{2, 0}
                                          : nearest_element(cell.dtype, 2));
    add_clamps(cell, control, rows);
  }
  const DType result = signature.gives(Role::kBool) ? DType::kBool : cell.dtype;
  add_out_rows(cell, "pointwise.out"_clause, control, {result, shape}, rows);
}

}  // namespace assay
