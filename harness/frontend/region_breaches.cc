// Lists the calls that break preconditions of slices, masked elements,
// repetitions, windows and sequences.
// Tested by tests/spec/precondition_test.cc.
#include <algorithm>

#include "harness/frontend/draw_regions.h"
#include "harness/operands/integer_range.h"
#include "spec/op_table.h"

namespace assay {
namespace {

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

Attributes region(const Pairs& ranges, std::vector<std::int64_t> steps) {
  return Attributes().ranges(ranges).set(AttributeKey::kSteps,
                                         std::move(steps));
}

Attributes windows(std::int64_t axis, std::int64_t size, std::int64_t step) {
  return Attributes()
      .axis(axis)
      .set(AttributeKey::kSize, {size})
      .set(AttributeKey::kStep, {step});
}

Attributes repetition(std::int64_t axis, std::int64_t times) {
  return Attributes().axis(axis).set(AttributeKey::kTimes, {times});
}

Attributes sequence(DType dtype, std::int64_t start, std::int64_t stop,
                    std::int64_t step) {
  return Attributes()
      .dtype(dtype)
      .set(AttributeKey::kStep, {step})
      .set(AttributeKey::kStart, {start})
      .set(AttributeKey::kStop, {stop});
}

// Adds calls of slice or slice_assign whose attributes are broken.
void add_slices(const Cell& cell, RobustnessRows& rows) {
  Sample control{{of(cell.dtype, {4, 3})}, region({{0, 4}, {1, 3}}, {2, -1})};
  if (cell.op == "slice_assign"_op)
    control.operands.push_back(of(cell.dtype, {2, 2}));
  const auto add = [&](std::string_view aspect, const Attributes& attributes) {
    Sample broken = control;
    broken.attributes = attributes;
    rows.push_back({clause_of(cell.op, aspect), broken, control});
  };
  add("bounds", region({{0, 5}, {1, 3}}, {2, -1}));
  add("bounds", region({{-1, 3}, {1, 3}}, {2, -1}));
  add("bounds", region({{0, 4}, {2, 2}}, {2, -1}));
  add("bounds", region({{0, 4}}, {2, -1}));
  add("step", region({{0, 4}, {1, 3}}, {2, 0}));
  add("step", region({{0, 4}, {1, 3}}, {2}));
  if (cell.op != "slice_assign"_op) return;
  constexpr std::string_view kType = "slice_assign.value_type"_clause;
  Sample broken = control;
  broken.operands[1] = of(cell.dtype, {2, 3});
  rows.push_back({kType, broken, control});
  broken.operands[1] = of(another(cell.dtype), {2, 2});
  rows.push_back({kType, broken, control});
}

void add_masks(const Cell& cell, RobustnessRows& rows) {
  const Sample control{{of(cell.dtype, {2, 3}), of(DType::kBool, {2, 3})}, {}};
  for (const SampleTensor& mask :
       {of(DType::kBool, {3, 2}), of(DType::kInt8, {2, 3})}) {
    Sample broken = control;
    broken.operands[1] = mask;
    rows.push_back({"mask_select.mask"_clause, broken, control});
  }
}

void add_coordinates(const Cell& cell, RobustnessRows& rows) {
  const auto by = [](DType index) {
    return Attributes().set(AttributeKey::kIndexDType,
                            {static_cast<std::int64_t>(index)});
  };
  const SampleTensor x = of(cell.dtype, {2, 3});
  for (DType index : {DType::kFloat32, DType::kUint32, DType::kInt4})
    add_attribute_row("argwhere.index_integer"_clause, x, by(index),
                      by(DType::kInt64), rows);
  rows.push_back({"argwhere.rank"_clause,
                  {{of(cell.dtype, {})}, by(DType::kInt32)},
                  {{of(cell.dtype, {1})}, by(DType::kInt32)}});
}

void add_repetitions(const Cell& cell, RobustnessRows& rows) {
  const SampleTensor x = of(cell.dtype, {2, 3});
  const Attributes control = repetition(1, 2);
  for (std::int64_t axis : {-1, 2})
    add_attribute_row("repeat.axis"_clause, x, repetition(axis, 2), control,
                      rows);
  for (std::int64_t times : {std::int64_t{-1}, std::int64_t{1} << 40})
    add_attribute_row("repeat.times"_clause, x, repetition(1, times), control,
                      rows);
}

void add_windows(const Cell& cell, RobustnessRows& rows) {
  const SampleTensor x = of(cell.dtype, {2, 5});
  const Attributes control = windows(1, 3, 2);
  for (std::int64_t axis : {-1, 2})
    add_attribute_row("unfold_view.axis"_clause, x, windows(axis, 1, 2),
                      control, rows);
  for (std::int64_t size : {0, 6})
    add_attribute_row("unfold_view.size"_clause, x, windows(1, size, 2),
                      control, rows);
  for (std::int64_t step : {0, -1})
    add_attribute_row("unfold_view.step"_clause, x, windows(1, 3, step),
                      control, rows);
}

void add_sequences(const Cell& cell, RobustnessRows& rows) {
  const DType dtype = cell.dtype;
  const Sample control{{}, sequence(dtype, 1, 9, 2)};
  const auto add = [&](std::string_view clause, const Attributes& attributes) {
    rows.push_back({clause, {{}, attributes}, control});
  };
  for (std::int64_t step : {0, -1})
    add("arange.step"_clause, sequence(dtype, 1, 9, step));
  constexpr std::string_view kFits = "arange.fits"_clause;
  add(kFits, sequence(dtype, 0, std::int64_t{1} << 50, 1));
  if (highest_of(dtype) < INT64_MAX) {
    const auto most = static_cast<std::int64_t>(highest_of(dtype));
    add(kFits, sequence(dtype, most - 1, most + 2, 1));
  }
  if (lowest_of(dtype) > INT64_MIN) {
    const auto least = static_cast<std::int64_t>(lowest_of(dtype));
    add(kFits, sequence(dtype, least - 1, least + 2, 1));
  }
}

}  // namespace

void add_region_rows(const Cell& cell, RobustnessRows& rows) {
  const Op op = cell.op;
  const auto add_outs = [&](Sample control, const Shape& shape) {
    add_out_rows(cell, "selection.out"_clause, control, {cell.dtype, shape},
                 rows);
  };
  if (op == "slice"_op || op == "slice_assign"_op) add_slices(cell, rows);
  if (op == "slice_assign"_op) add_outs(rows.front().control, {4, 3});
  if (op == "mask_select"_op) add_masks(cell, rows);
  if (op == "argwhere"_op) add_coordinates(cell, rows);
  if (op == "unfold_view"_op) add_windows(cell, rows);
  if (op == "repeat"_op) {
    add_repetitions(cell, rows);
    add_outs(rows.front().control, {2, 6});
  }
  if (op == "arange"_op) {
    add_sequences(cell, rows);
    add_outs(rows.front().control, {4});
  }
}

}  // namespace assay
