// Lists the calls that break preconditions of dynamic_slice,
// dynamic_update_slice, gather_general and scatter_general.
// Tested by tests/spec/precondition_test.cc.
#include "harness/lax/draw_indexing.h"
#include "spec/op_table.h"

namespace assay {
namespace {

using Integers = Attributes::Integers;

// Adds calls that differ from a control in one thing.
class BreachList {
 public:
  BreachList(Sample control, RobustnessRows& rows)
      : control_(std::move(control)), rows_(rows) {}

  const Sample& control() const { return control_; }
  void add(std::string_view clause, const Sample& broken) {
    rows_.push_back({clause, broken, control_});
  }
  void add_shape(std::string_view clause, std::size_t operand, Shape shape) {
    Sample broken = control_;
    broken.operands[operand].type.shape = std::move(shape);
    add(clause, broken);
  }
  void add_dtype(std::string_view clause, std::size_t operand, DType dtype) {
    Sample broken = control_;
    broken.operands[operand].type.dtype = dtype;
    add(clause, broken);
  }
  void add_list(std::string_view clause, AttributeKey key, Integers list) {
    Sample broken = control_;
    broken.attributes.set(key, std::move(list));
    add(clause, broken);
  }

 private:
  Sample control_;
  RobustnessRows& rows_;
};

SampleTensor sample_indices(const Cell& cell, Shape shape) {
  return {.type = {index_dtype_of(cell), std::move(shape)},
          .filling = Filling::kIndices};
}

void add_starts_rows(std::string_view clause, std::size_t operand,
                     BreachList& list) {
  for (const Shape& shape : {Shape{1}, Shape{3}, Shape{2, 1}, Shape{}})
    list.add_shape(clause, operand, shape);
  for (DType dtype : {DType::kUint32, DType::kInt16})
    list.add_dtype(clause, operand, dtype);
}

bool is_batched(const Cell& cell) {
  return cell.variant.find("batching") != std::string_view::npos;
}

// The names of the lists and clauses of gather_general or scatter_general.
struct WindowBreaches {
  AttributeKey window, left_out, index_map;
  std::string_view ranks, window_valid, left_out_valid, map, vector, batching,
      sorted;
};
constexpr WindowBreaches kGatherBreaches = {
    AttributeKey::kOffsetDims,
    AttributeKey::kCollapsedSliceDims,
    AttributeKey::kStartIndexMap,
    "gather_general.ranks"_clause,
    "gather_general.offset_dims_valid"_clause,
    "gather_general.collapsed"_clause,
    "gather_general.index_map"_clause,
    "gather_general.index_vector"_clause,
    "gather_general.batching_dims"_clause,
    "gather_general.sorted"_clause};
constexpr WindowBreaches kScatterBreaches = {
    AttributeKey::kUpdateWindowDims,
    AttributeKey::kInsertedWindowDims,
    AttributeKey::kScatterDimsToOperandDims,
    "scatter_general.ranks"_clause,
    "scatter_general.window_dims_valid"_clause,
    "scatter_general.inserted"_clause,
    "scatter_general.index_map"_clause,
    "scatter_general.index_vector"_clause,
    "scatter_general.batching_dims"_clause,
    "scatter_general.sorted"_clause};

// x is (4, 5, 3): axis 0 is collapsed and indexed, axis 1 has windows of 2 and
// is indexed, and axis 2 has windows of 3, or is the batching axis. There are
// two index vectors, or two at each batch position.
Sample window_control(const Cell& cell, const WindowBreaches& names) {
  const bool is_batch = is_batched(cell);
  Sample control;
  control.operands = {
      of(cell.dtype, {4, 5, 3}),
      sample_indices(cell, is_batch ? Shape{2, 3, 2} : Shape{2, 2})};
  control.attributes.set(names.window, is_batch ? Integers{1} : Integers{0, 2})
      .set(names.left_out, {0})
      .set(names.index_map, {0, 1})
      .set(AttributeKey::kIndexVectorDim, {is_batch ? 2 : 1})
      .set(AttributeKey::kOperandBatchingDims,
           is_batch ? Integers{2} : Integers{})
      .set(AttributeKey::kStartIndicesBatchingDims,
           is_batch ? Integers{1} : Integers{})
      .flag(AttributeKey::kIndicesAreSorted, false);
  return control;
}

void add_axis_rows(const Cell& cell, const WindowBreaches& names,
                   BreachList& list) {
  const bool is_batch = is_batched(cell);
  // The lists name an axis too many.
  list.add_list(names.ranks, names.left_out, {0, 1});
  const Integers kBadWindows[] = {{2, 0}, {0, 0}, {0, 3}, {-1, 0}};
  for (const Integers& bad : kBadWindows)
    list.add_list(names.window_valid, names.window,
                  is_batch ? Integers{bad[0] == 2    ? 3
                                      : bad[0] == -1 ? -1
                                                     : 7}
                           : bad);
  for (std::int64_t bad : {-1, 3})
    list.add_list(names.left_out_valid, names.left_out, {bad});
  const Integers kBadMaps[] = {{0}, {0, 0}, {0, 3}, {-1, 1}, {0, 1, 2}};
  for (const Integers& bad : kBadMaps)
    list.add_list(names.map, names.index_map, bad);
  if (is_batch) list.add_list(names.map, names.index_map, {0, 2});
  for (std::int64_t bad : {-1, 4})
    list.add_list(names.vector, AttributeKey::kIndexVectorDim, {bad});
  for (DType dtype : {DType::kUint32, DType::kFloat32})
    list.add_dtype(names.vector, 1, dtype);
}

void add_batching_rows(const Cell& cell, const WindowBreaches& names,
                       BreachList& list) {
  constexpr AttributeKey kOfX = AttributeKey::kOperandBatchingDims;
  constexpr AttributeKey kOfIndices = AttributeKey::kStartIndicesBatchingDims;
  if (!is_batched(cell)) {
    list.add_list(names.batching, kOfIndices, {0});
    return;
  }
  list.add_list(names.batching, kOfIndices, {});
  for (std::int64_t bad : {-1, 3, 0, 2})  // no axis, other extent, vector axis
    list.add_list(names.batching, kOfIndices, {bad});
  for (std::int64_t bad : {-1, 3, 1, 0})
    list.add_list(names.batching, kOfX, {bad});
}

// The second vector is below the first one.
void add_sorted_row(const WindowBreaches& names, const Sample& control,
                    RobustnessRows& rows) {
  Sample sorted = control;
  sorted.attributes.flag(AttributeKey::kIndicesAreSorted, true);
  Sample broken = sorted;
  broken.operands[1].first_index = 1;
  rows.push_back({names.sorted, broken, sorted});
}

void add_gather_rows(const Cell& cell, RobustnessRows& rows) {
  Sample control = window_control(cell, kGatherBreaches);
  const bool is_batch = is_batched(cell);
  control.attributes.set(AttributeKey::kSliceSizes,
                         is_batch ? Integers{1, 2, 1} : Integers{1, 2, 3});
  BreachList list(control, rows);
  add_axis_rows(cell, kGatherBreaches, list);
  add_batching_rows(cell, kGatherBreaches, list);
  constexpr AttributeKey kSizes = AttributeKey::kSliceSizes;
  const std::int64_t last = is_batch ? 1 : 3;
  for (const Integers& bad :
       {Integers{1, 2}, Integers{1, 6, last}, Integers{1, -1, last}})
    list.add_list("gather_general.sizes"_clause, kSizes, bad);
  for (std::int64_t bad : {0, 2})
    list.add_list("gather_general.collapsed"_clause, kSizes, {bad, 2, last});
  if (is_batch)
    list.add_list("gather_general.batching_dims"_clause, kSizes, {1, 2, 2});
  add_sorted_row(kGatherBreaches, control, rows);
}

void add_scatter_rows(const Cell& cell, RobustnessRows& rows) {
  Sample control = window_control(cell, kScatterBreaches);
  const bool is_batch = is_batched(cell);
  const Shape updates = is_batch ? Shape{2, 2, 3} : Shape{2, 2, 3};
  control.operands.push_back(of(cell.dtype, updates));
  control.attributes.flag(AttributeKey::kUniqueIndices, false);
  for (std::size_t mode = 0; mode < std::size(kScatterModeNames); ++mode)
    if (cell.variant.starts_with(kScatterModeNames[mode]))
      control.attributes.mode(static_cast<ScatterMode>(mode));
  BreachList list(control, rows);
  add_axis_rows(cell, kScatterBreaches, list);
  add_batching_rows(cell, kScatterBreaches, list);
  constexpr std::string_view kUpdates = "scatter_general.updates"_clause;
  for (const Shape& bad : {Shape{2, 2}, Shape{2, 2, 3, 1}})
    list.add_shape(kUpdates, 2, bad);
  list.add_shape(kUpdates, 2, is_batch ? Shape{3, 2, 3} : Shape{2, 3, 3});
  list.add_shape(kUpdates, 2, is_batch ? Shape{2, 6, 3} : Shape{6, 2, 3});
  list.add_dtype("scatter_general.same_dtype"_clause, 2, another(cell.dtype));
  if (is_batch || cell.variant == "min" || cell.variant == "max")
    list.add_dtype("scatter_general.index_vector"_clause, 1, DType::kInt64);
  add_sorted_row(kScatterBreaches, control, rows);
  Sample apart = control;
  apart.attributes.flag(AttributeKey::kUniqueIndices, true);
  rows.push_back({"scatter_general.unique"_clause, apart, control});
}

}  // namespace

void add_dynamic_slice_rows(const Cell& cell, RobustnessRows& rows) {
  Sample control;
  control.operands = {of(cell.dtype, {4, 5})};
  if (spec_of(cell.op).has(AttributeKey::kSliceSizes)) {
    control.operands.push_back(sample_indices(cell, {2}));
    control.attributes.set(AttributeKey::kSliceSizes, {2, 3});
    BreachList list(control, rows);
    for (const Integers& bad :
         {Integers{2}, Integers{2, 3, 1}, Integers{5, 3}, Integers{2, -1}})
      list.add_list("dynamic_slice.sizes"_clause, AttributeKey::kSliceSizes,
                    bad);
    add_starts_rows("dynamic_slice.starts"_clause, 1, list);
    return;
  }
  control.operands.push_back(of(cell.dtype, {2, 3}));
  control.operands.push_back(sample_indices(cell, {2}));
  BreachList list(control, rows);
  list.add_shape("dynamic_update_slice.rank"_clause, 1, {6});
  list.add_shape("dynamic_update_slice.rank"_clause, 1, {2, 3, 1});
  list.add_shape("dynamic_update_slice.extents"_clause, 1, {5, 3});
  list.add_shape("dynamic_update_slice.extents"_clause, 1, {2, 6});
  list.add_dtype("dynamic_update_slice.dtypes"_clause, 1, another(cell.dtype));
  add_starts_rows("dynamic_update_slice.starts"_clause, 2, list);
}

void add_window_index_rows(const Cell& cell, RobustnessRows& rows) {
  if (spec_of(cell.op).has(AttributeKey::kMode))
    return add_scatter_rows(cell, rows);
  add_gather_rows(cell, rows);
}

}  // namespace assay
