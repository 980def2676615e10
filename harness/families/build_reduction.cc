// Builds the cases of the reduction family: reductions and scans over chosen
// axes, and long sums.
// Tested by tests/harness/generate/build_case_test.cc.
#include <algorithm>

#include "harness/families/accumulation.h"
#include "harness/families/case_builder.h"
#include "harness/families/clause_rows/reduction.h"
#include "harness/operands/exact_operands.h"
#include "spec/call_attributes.h"
#include "spec/float_codec.h"
#include "spec/infer.h"

namespace assay {
namespace {

constexpr std::int64_t kLongestCount = std::int64_t{1} << 25;

// Returns the axes that the case reduces. The structure picks them; there is at
// least one unless the row wants none.
std::vector<std::int64_t> chosen_axes(const CaseBuilder& builder,
                                      std::size_t rank) {
  const CaseShape shape = builder.row().shape;
  if (shape == CaseShape::kNoAxes || rank == 0) return {};
  const Structure& structure = builder.structure();
  if (!spec_of(builder.plan().op).has(AttributeKey::kAxes) ||
      shape == CaseShape::kEmptyResult)
    return {structure.choose(0, static_cast<std::int64_t>(rank))};
  std::vector<std::int64_t> axes;
  for (std::size_t axis = 0; axis < rank; ++axis)
    if ((structure.choices[0] >> axis & 1) != 0)
      axes.push_back(static_cast<std::int64_t>(axis));
  if (axes.empty()) axes.push_back(0);
  if (structure.choices[2] % 2 == 1) std::reverse(axes.begin(), axes.end());
  return axes;
}

Attributes attributes_of(const CaseBuilder& builder,
                         const std::vector<std::int64_t>& axes) {
  const PlannedCase& plan = builder.plan();
  return attributes_along(plan.op, plan.variant, axes,
                          builder.structure().choices[1] % 2 == 1);
}

Shape fitted_shape(const CaseBuilder& builder, Shape shape,
                   const std::vector<std::int64_t>& axes) {
  switch (builder.row().shape) {
    case CaseShape::kLadder:
      return {
          std::min<std::int64_t>(ladder_size(builder.plan().number + 6), 33)};
    case CaseShape::kEmptyAxis:
      shape[static_cast<std::size_t>(axes.front())] = 0;
      // If no kept axis has elements either, the call is an error too.
      if (builder.plan().number == 3)
        shape[(static_cast<std::size_t>(axes.front()) + 1) % shape.size()] = 0;
      break;
    case CaseShape::kEmptyResult: {
      // Empties an axis other than the reduced one; a scan keeps all axes.
      const auto axis = static_cast<std::size_t>(axes.front());
      shape[(axis + 1) % shape.size()] = 0;
      break;
    }
    default:
      break;
  }
  return shape;
}

// Builds a sum of many terms along one axis: constants, or random positive
// values.
void build_long_sum(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const bool tiny = spec_of(plan.dtype).bits == 8;
  const std::int64_t count = tiny ? 300 : 4096;
  const FloatFormat& format = format_of(plan.dtype);
  const std::uint64_t tenth = encode_real(format, 0.1);
  const ElementBits constant{tenth, is_complex(plan.dtype) ? tenth : 0};
  // The number decides: sum along the first axis, along the last axis, or of
  // different values.
  const bool first_axis = plan.number % 3 == 0;
  const bool varied = plan.number % 3 == 2;
  Shape shape = first_axis ? Shape{count, 2} : Shape{2, count};
  if (varied) shape = {600};
  ValueStream values(builder.seed(), 1001);
  if (varied)
    builder.add_tensor(
        "x", plan.dtype, shape, Layout::kContiguous, [&](std::size_t) {
          ElementBits bits =
              draw_element(ValueKind::kPlain, plan.dtype, values);
          bits.re &= ~sign_bit(format);
          return bits;
        });
  else
    builder.add_repeated("x", plan.dtype, shape, constant);
  Attributes attributes;
  attributes.axes({first_axis || varied ? 0 : 1}).keepdims(false);
  builder.add_writing_program({"x"}, attributes, plan.dtype,
                              varied ? Shape{} : Shape{2});
}

// Builds a sum of 2^25 equal elements by stride 0. The exact sum is c · 2^25.
void build_longest_sum(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const FloatFormat& format = format_of(plan.dtype);
  const double constant = plan.number % 2 == 0 ? 1.0 : 0.1;
  const std::uint64_t bits = encode_real(format, constant);
  const double exact = decode_real(format, bits) * kLongestCount;
  builder.add_repeated("x", plan.dtype, {kLongestCount}, {bits, 0});
  builder.add_out("out", plan.dtype, {});
  Attributes attributes;
  attributes.axes({0}).keepdims(false);
  builder.add_step(plan.op, {"x"}, attributes, {"out"});
  builder.expect("out").closed_form =
      ClosedForm{{encode_real(format, exact), 0}, 0, exact, kLongestCount};
}

// Returns whether results for small integers are exact. They are for all but
// products of complex numbers, whose parts grow.
bool is_exact(const CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const bool is_product = multiplies_factors(plan.op, plan.variant);
  const bool is_sum = adds_terms(plan.op, plan.variant);
  return builder.row().values == ValueKind::kExactSmall &&
         (is_sum || (is_product && !is_complex(plan.dtype)));
}

// Returns whether the case is about the values of a running maximum or minimum.
// It needs no exact sums, so it gets neighbouring values that a narrower type
// confuses.
bool is_scan_of_extrema(const CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  return plan.clause == "associative_scan.value"_clause &&
         !adds_terms(plan.op, plan.variant) &&
         !multiplies_factors(plan.op, plan.variant);
}

// Builds reductions over one or more long axes. The terms or factors accumulate
// exactly, or all but one address in each slice are neutral.
void build_every_term(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Structure& structure = builder.structure();
  const bool is_product = multiplies_factors(plan.op, plan.variant);
  const bool is_along_one = !takes_axes(spec_of(plan.op));
  const auto size = [&](std::int64_t target) {
    return shrinkable_size(structure, target);
  };
  std::vector<std::int64_t> axes = {0};
  Shape shape;
  switch (plan.number % 6) {
    case 0:
      shape = {size(129), 3};
      break;
    case 1:
      shape = {5, size(9)};
      axes = {1};
      break;
    case 2:
      shape = {2, size(300)};
      axes = {1};
      break;
    case 3:
      shape = {size(13), 3, size(17)};
      axes = is_along_one ? axes : std::vector<std::int64_t>{0, 2};
      break;
    case 4:
      shape = {size(is_product ? 300 : 4096)};
      break;
    default:
      shape = {size(ladder_size(static_cast<int>(structure.choose(6, 18))))};
  }
  const bool is_address = plan.number % 6 == 1;
  ValueStream stream(builder.seed(), 1010);
  const auto elements = elements_by_index(shape, [&](const Index& at) {
    if (!is_address)
      return is_product ? draw_factor(plan.dtype, stream)
                        : draw_term(plan.dtype, stream);
    const bool is_hot = (at[0] + structure.choose(5, 8)) % shape[1] == at[1];
    return is_hot ? address_element(plan.dtype, at[0] + 1)
                  : small_integer(plan.dtype, is_product ? 1 : 0);
  });
  builder.add_tensor("x", plan.dtype, shape, Layout::kContiguous,
                     [&](std::size_t k) { return elements[k]; });
  const Attributes attributes = attributes_of(builder, axes);
  const TensorType operand{plan.dtype, shape};
  const auto types = infer(plan.op, {&operand, 1}, attributes, plan.dtype);
  builder.add_writing_program({"x"}, attributes, types->front().dtype,
                              types->front().shape);
  builder.demand_exact();
}

}  // namespace

void build_reduction(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const CaseShape wanted = builder.row().shape;
  const Shape drawn =
      wanted == CaseShape::kHighRank
          ? with_high_rank(builder.structure().shape, plan.number)
          : builder.structure().shape;
  if (special_of<ReductionCase>(builder.row()) == ReductionCase::kEveryTerm)
    return build_every_term(builder);
  if (wanted == CaseShape::kLongAxis) return build_long_sum(builder);
  if (wanted == CaseShape::kLongest) return build_longest_sum(builder);
  const auto axes = wanted == CaseShape::kLadder
                        ? std::vector<std::int64_t>{0}
                        : chosen_axes(builder, drawn.size());
  const Shape shape = fitted_shape(builder, drawn, axes);
  const Attributes attributes = attributes_of(builder, axes);
  if (is_scan_of_extrema(builder))
    builder.add_tensor(
        "x", plan.dtype, shape, builder.layout_of(0),
        [dtype = plan.dtype,
         stream = ValueStream(builder.seed(), 1011)](std::size_t) mutable {
          return draw_element(ValueKind::kNeighbours, dtype, stream);
        });
  else
    builder.add_operand("x", plan.dtype, shape, builder.layout_of(0));
  const TensorType operand{plan.dtype, shape};
  const auto types = infer(plan.op, {&operand, 1}, attributes, plan.dtype);
  builder.add_writing_program({"x"}, attributes, types->front().dtype,
                              types->front().shape);
  if (is_exact(builder)) builder.demand_exact();
}

}  // namespace assay
