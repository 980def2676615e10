// Lists the calls that break preconditions of the statistics family.
// Tested by tests/spec/precondition_test.cc.
#include "harness/families/drawn_families.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr std::string_view kAxesValid = "statistics.axes_valid"_clause;
constexpr std::string_view kStatisticOut = "statistics.out"_clause;

Attributes reducing(std::vector<std::int64_t> axes) {
  return Attributes().axes(std::move(axes)).keepdims(false);
}

Attributes searching(std::int64_t axis, DType index) {
  return Attributes().axis(axis).keepdims(false).set(
      AttributeKey::kIndexDType, {static_cast<std::int64_t>(index)});
}

void add_reductions(const Cell& cell, RobustnessRows& rows) {
  const SampleTensor x = of(cell.dtype, {2, 3});
  const Attributes control = reducing({1});
  for (const Attributes& broken :
       {reducing({2}), reducing({-1}), reducing({1, 1})})
    add_attribute_row(kAxesValid, x, broken, control, rows);
  if (cell.op == "mean"_op && is_integer(cell.dtype))
    rows.push_back({"statistics.divisor"_clause,
                    {{of(cell.dtype, {2, 0})}, control},
                    {{x}, control}});
  const bool gives_truth = spec_of(cell.op).signature.gives(Role::kBool);
  const DType result = gives_truth ? DType::kBool : cell.dtype;
  add_out_rows(cell, kStatisticOut, {{x}, control}, {result, {2}}, rows);
}

void add_extrema(const Cell& cell, RobustnessRows& rows) {
  const SampleTensor x = of(cell.dtype, {2, 3});
  const Attributes control = searching(1, DType::kInt32);
  for (std::int64_t axis : {-1, 2})
    add_attribute_row(kAxesValid, x, searching(axis, DType::kInt32), control,
                      rows);
  for (DType index : {DType::kFloat32, DType::kUint32, DType::kInt4})
    add_attribute_row("statistics.index_integer"_clause, x, searching(1, index),
                      control, rows);
  Sample right{{x}, control};
  right.outs = {of(cell.dtype, {2}), of(DType::kInt32, {2})};
  for (std::size_t i = 0; i < 2; ++i) {
    Sample smaller = right;
    smaller.outs[i].type.shape = {1};
    rows.push_back({kStatisticOut, smaller, right});
    Sample gaps = right;
    gaps.outs[i].has_gaps = true;
    rows.push_back({kStatisticOut, gaps, right});
  }
  Sample other = right;
  other.outs[1].type.dtype = DType::kInt64;
  rows.push_back({kStatisticOut, other, right});
}

void add_products(const Cell& cell, RobustnessRows& rows) {
  const SampleTensor x = of(cell.dtype, {2, 3});
  const Sample control{{x, x}, Attributes().axis(1)};
  const auto add = [&](std::string_view clause, const SampleTensor& a,
                       const SampleTensor& b, std::int64_t axis) {
    rows.push_back({clause, {{a, b}, Attributes().axis(axis)}, control});
  };
  add(kAxesValid, x, x, 2);
  add(kAxesValid, x, x, -1);
  const SampleTensor wide = of(cell.dtype, {2, 4});
  add("cross.extent"_clause, wide, wide, 1);
  add("cross.extent"_clause, x, x, 0);
  add("cross.same_shape"_clause, x, of(cell.dtype, {1, 3}), 1);
  add("cross.same_dtype"_clause, x, of(another(cell.dtype), {2, 3}), 1);
  add_out_rows(cell, kStatisticOut, control, {cell.dtype, {2, 3}}, rows);
}

}  // namespace

void add_statistics_rows(const Cell& cell, RobustnessRows& rows) {
  if (cell.op == "cross"_op)
    add_products(cell, rows);
  else if (spec_of(cell.op).has(AttributeKey::kIndexDType))
    add_extrema(cell, rows);
  else
    add_reductions(cell, rows);
}

}  // namespace assay
