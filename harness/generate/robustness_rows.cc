// Lists rows of the ops that work element by element or along axes, convert or
// assign, and says which function adds the rows of each family.
// Tested by tests/spec/precondition_test.cc.
#include "harness/generate/robustness_rows.h"

#include "harness/families/drawn_families.h"
#include "harness/families/op_rows.h"
#include "harness/protocol/build_protocol.h"
#include "spec/call_attributes.h"
#include "spec/cells.h"

namespace assay {
namespace {

// Returns the attributes of a scan along an axis, in the variant of the cell.
Attributes scan_attributes(const Cell& cell, std::int64_t axis) {
  return attributes_along(cell.op, cell.variant, {axis}, false);
}

void add_reduction_rows(const Cell& cell, RobustnessRows& rows) {
  constexpr std::string_view kAxes = "reduction.axes_valid"_clause;
  const SampleTensor x = of(cell.dtype, {2, 3});
  const auto over = [](Attributes::Integers axes) {
    return Attributes().axes(std::move(axes)).keepdims(false);
  };
  add_attribute_row(kAxes, x, over({1, 1}), over({1, 0}), rows);
  add_attribute_row(kAxes, x, over({2}), over({1}), rows);
  add_attribute_row(kAxes, x, over({-1}), over({1}), rows);
  add_out_rows(cell, "reduction.out"_clause, {{x}, over({1})},
               {cell.dtype, {2}}, rows);
}

void add_conversion_rows(const Cell& cell, RobustnessRows& rows) {
  add_out_rows(cell, "conversion.out"_clause, {{of(cell.dtype, {2, 3})}},
               {cell.result, {2, 3}}, rows);
}

// Adds rows of assign, whose destination must match its operand. The other ops
// of the family have no precondition here.
void add_memory_rows(const Cell& cell, RobustnessRows& rows) {
  const SampleTensor x = of(cell.dtype, {2, 3});
  if (spec_of(cell.op).signature.delivery == Delivery::kKept)
    add_out_rows(cell, "assign.match"_clause, {{x}}, x.type, rows);
}

struct FamilyRobustness {
  std::string_view family;
  void (*add)(const Cell& cell, RobustnessRows& rows);
};
constexpr FamilyRobustness kFamilyRobustness[] = {
    {"elementwise", add_elementwise_rows},
    {"reduction", add_axis_rows},
    {"sorting", add_axis_rows},
    {"movement", add_movement_rows},
    {"conversion", add_conversion_rows},
    {"memory", add_memory_rows},
    {"random", add_random_rows},
    {"indexing", add_indexing_rows},
    {"contraction", add_contraction_rows},
    {"fourier", add_fourier_rows},
    {"linalg", add_linalg_rows},
};
static_assert(has_every_family(kFamilyRobustness, is_drawn),
              "a family of the op table has no calls that break preconditions");

}  // namespace

void add_elementwise_rows(const Cell& cell, RobustnessRows& rows) {
  const Signature& signature = spec_of(cell.op).signature;
  Sample control;
  for (const Argument& operand : signature.operands)
    control.operands.push_back(of(dtype_by(operand.role, cell), {2, 3}));
  const auto with_last = [&](const SampleTensor& last) {
    Sample broken = control;
    broken.operands.back() = last;
    return broken;
  };
  if (signature.operands.size() > 1) {
    rows.push_back({"elementwise.same_shape"_clause,
                    with_last(of(cell.dtype, {3, 2})), control});
    rows.push_back({"elementwise.same_shape"_clause,
                    with_last(of(cell.dtype, {1, 3})), control});
    rows.push_back({"elementwise.same_dtype"_clause,
                    with_last(of(another(cell.dtype), {2, 3})), control});
  }
  if (signature.operands[0].role == Role::kBool) {
    Sample broken = control;
    broken.operands[0] = of(DType::kInt32, {2, 3});
    rows.push_back({"where.condition"_clause, broken, control});
  }
  const DType result = dtype_by(signature.results[0].role, cell);
  add_out_rows(cell, "elementwise.out"_clause, control, {result, {2, 3}}, rows);
  if (signature.gives(Role::kBool)) return;
  Sample apart = control;
  for (SampleTensor& operand : apart.operands) operand.type.shape = {6};
  apart.sharing = Sharing::kApart;
  Sample shifted = apart;
  shifted.sharing = Sharing::kShifted;
  rows.push_back({"elementwise.partial_overlap"_clause, shifted, apart});
}

void add_axis_rows(const Cell& cell, RobustnessRows& rows) {
  const OpSpec& spec = spec_of(cell.op);
  if (spec.has(AttributeKey::kAxes)) return add_reduction_rows(cell, rows);
  const bool sorts = family_of(cell.op).name == "sorting";
  const std::string_view clause =
      sorts ? "sorting.axis_valid"_clause : "reduction.axes_valid"_clause;
  const SampleTensor x = of(cell.dtype, {2, 3});
  const auto along = [&](std::int64_t axis) {
    return scan_attributes(cell, axis);
  };
  add_attribute_row(clause, x, along(2), along(1), rows);
  add_attribute_row(clause, x, along(-1), along(1), rows);
  rows.push_back({clause,
                  {{of(cell.dtype, {})}, along(0)},
                  {{of(cell.dtype, {1})}, along(0)}});
  const Shape shape =
      spec.has(AttributeKey::kKeepdims) ? Shape{2} : Shape{2, 3};
  add_out_rows(cell, sorts ? "sorting.out"_clause : "reduction.out"_clause,
               {{x}, along(1)},
               {dtype_by(spec.signature.results[0].role, cell), shape}, rows);
}

std::vector<RobustnessRow> robustness_rows(const Cell& cell) {
  RobustnessRows rows;
  if (surrounds_calls(cell.op))
    add_protocol_rows(cell, rows);
  else if (const auto* family = builder_row(cell.op, kFamilyRobustness))
    family->add(cell, rows);
  else
    drawn_family(cell.op)->add_robustness_rows(cell, rows);
  return rows;
}

std::vector<TensorType> result_types(const Cell& cell,
                                     const RobustnessRow& row) {
  std::vector<TensorType> types;
  for (const SampleTensor& out : row.control.outs) types.push_back(out.type);
  if (!types.empty()) return types;
  std::vector<TensorType> operands;
  for (const SampleTensor& operand : row.control.operands)
    operands.push_back(operand.type);
  const auto inferred =
      infer(cell.op, operands, row.control.attributes, cell.result);
  return inferred ? *inferred : types;
}

}  // namespace assay
