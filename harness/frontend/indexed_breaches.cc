// Lists the calls that break preconditions of indexed reads and updates.
// Tested by tests/spec/precondition_test.cc.
#include <cstdint>
#include <limits>

#include "harness/frontend/draw_indexed.h"
#include "spec/op_table.h"

namespace assay {
namespace {

class IndexedBreaches {
 public:
  IndexedBreaches(const Cell& cell, RobustnessRows& rows)
      : cell_(cell),
        rows_(rows),
        indices_(cell.op == "embedding_backward"_op ? 2 : 1) {
    if (cell.op == "gather_nd"_op)
      set({of(cell.dtype, {3, 4}), indices({2, 1})}, {2, 4});
    else if (cell.op == "scatter_nd"_op)
      set({of(cell.dtype, {3, 4}), indices({2, 1}), of(cell.dtype, {2, 4})},
          {3, 4});
    else if (cell.op == "embedding"_op)
      set({of(cell.dtype, {3, 4}), indices({2})}, {2, 4});
    else if (cell.op == "embedding_backward"_op)
      set({of(cell.dtype, {3, 4}), of(cell.dtype, {2, 4}), indices({2})},
          {3, 4});
    else if (cell.op == "select"_op)
      set({of(cell.dtype, {2, 3}), indices({4})}, {2, 4});
    else if (cell.op == "select_update"_op)
      set({of(cell.dtype, {2, 3}), indices({4}), of(cell.dtype, {2, 4})},
          {2, 3});
    else
      set({of(cell.dtype, {2, 3}), indices({2, 4}), of(cell.dtype, {2, 4})},
          {2, 3});
    if (has(AttributeKey::kAxis)) control_.attributes.axis(1);
    if (has(AttributeKey::kUpdate)) control_.attributes.update(own_mode());
  }

  void add_all() {
    if (has(AttributeKey::kAxis)) add_axes();
    if (has(AttributeKey::kUpdate)) add_modes();
    add_types();
    add_shapes();
    add_indices();
    add_out_rows(cell_, "selection.out"_clause, control_,
                 {cell_.dtype, result_}, rows_);
  }

 private:
  static SampleTensor indices(Shape shape) {
    return {.type = {DType::kInt32, std::move(shape)},
            .filling = Filling::kIndices};
  }

  void set(std::vector<SampleTensor> operands, Shape result) {
    control_.operands = std::move(operands);
    result_ = std::move(result);
  }

  bool has(AttributeKey key) const { return spec_of(cell_.op).has(key); }

  UpdateMode own_mode() const {
    if (cell_.variant == "assign") return UpdateMode::kAssign;
    return cell_.variant == "add" ? UpdateMode::kAdd : UpdateMode::kOr;
  }

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

  void add_axes() {
    for (std::int64_t axis : {-1, 2}) {
      Sample broken = control_;
      broken.attributes.axis(axis);
      add("selection.axis"_clause, broken);
    }
  }
  void add_modes() {
    for (UpdateMode mode : {UpdateMode::kMin, UpdateMode::kMax}) {
      Sample broken = control_;
      broken.attributes.update(mode);
      add("selection.update"_clause, broken);
    }
  }
  void add_types() {
    for (DType dtype : {DType::kInt64, DType::kUint32})
      add_dtype("selection.int32"_clause, indices_, dtype);
    if (control_.operands.size() == 3)
      add_dtype("selection.same_dtype"_clause, 3 - indices_,
                another(cell_.dtype));
  }

  void add_shapes() {
    const Op op = cell_.op;
    if (op == "select"_op) add_shape("select.indices"_clause, 1, {2, 2});
    if (op == "select_update"_op) {
      constexpr std::string_view kShape = "select_update.shape"_clause;
      add_shape(kShape, 1, {4, 1});
      add_shape(kShape, 1, {3});
      add_shape(kShape, 2, {1, 4});
    }
    if (op == "scatter_reduce"_op) {
      constexpr std::string_view kShape = "scatter_reduce.shape"_clause;
      add_shape(kShape, 1, {2, 3});
      add_shape(kShape, 1, {4});
      add_shape(kShape, 2, {2, 3});
      add_shape(kShape, 2, {1, 4});
    }
    if (op == "gather_nd"_op || op == "scatter_nd"_op) {
      const std::string_view coordinates = clause_of(op, "coordinates");
      for (const Shape& shape : {Shape{}, Shape{2, 0}, Shape{2, 3}})
        add_shape(coordinates, 1, shape);
    }
    if (op == "scatter_nd"_op) {
      add_shape("scatter_nd.shape"_clause, 2, {3, 4});
      add_shape("scatter_nd.shape"_clause, 2, {2, 4, 1});
    }
    if (op == "embedding"_op || op == "embedding_backward"_op)
      for (const Shape& shape : {Shape{3, 4, 1}, Shape{12}})
        add_shape(clause_of(op, "rank"), 0, shape);
    if (op == "embedding_backward"_op) {
      add_shape("embedding_backward.shape"_clause, 1, {2, 3});
      add_shape("embedding_backward.shape"_clause, 1, {3, 4});
    }
  }

  // The indexed axis has three places.
  void add_indices() {
    Sample last = control_;
    last.operands[indices_].first_index = 2;
    constexpr std::int64_t kFirst = std::numeric_limits<std::int32_t>::min();
    constexpr std::int64_t kLast = std::numeric_limits<std::int32_t>::max();
    for (std::int64_t index :
         {std::int64_t{3}, std::int64_t{-1}, kFirst, kLast}) {
      Sample outside = control_;
      outside.operands[indices_].first_index = index;
      rows_.push_back({"selection.range"_clause, outside, last});
    }
  }

  const Cell& cell_;
  RobustnessRows& rows_;
  std::size_t indices_;  // the operand
  Sample control_;
  Shape result_;
};

}  // namespace

void add_indexed_rows(const Cell& cell, RobustnessRows& rows) {
  IndexedBreaches(cell, rows).add_all();
}

}  // namespace assay
