// Lists rows of the ops that move elements: shapes, axes, ranges and padding
// that break one precondition each, with their controls. Tested by
// tests/spec/precondition_test.cc.
#include "harness/families/op_rows.h"
#include "harness/generate/robustness_rows.h"

namespace assay {
namespace {

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

// Adds a row with the operand that these ops share, of shape 2 × 3.
void add_moved_row(const Cell& cell, std::string_view clause,
                   const Attributes& broken, const Attributes& control,
                   RobustnessRows& rows) {
  add_attribute_row(clause, of(cell.dtype, {2, 3}), broken, control, rows);
}

Attributes to(Shape shape) { return Attributes().shape(std::move(shape)); }

void add_expand_rows(const Cell& cell, RobustnessRows& rows) {
  rows.push_back({"expand.shape"_clause,
                  {{of(cell.dtype, {2, 3})}, to({4, 3})},
                  {{of(cell.dtype, {1, 3})}, to({4, 3})}});
  add_moved_row(cell, "expand.shape"_clause, to({4, 2, 3}), to({2, 3}), rows);
}

void add_reshape_rows(const Cell& cell, RobustnessRows& rows) {
  for (const std::int64_t wrong : {5, 7, -1})
    add_moved_row(cell, "reshape.count"_clause, to({wrong}), to({6}), rows);
}

void add_permute_rows(const Cell& cell, RobustnessRows& rows) {
  const auto add = [&](Attributes::Integers broken,
                       Attributes::Integers control) {
    add_moved_row(cell, "permute.permutation"_clause,
                  Attributes().permutation(std::move(broken)),
                  Attributes().permutation(std::move(control)), rows);
  };
  add({0, 0}, {1, 0});
  add({0, 2}, {0, 1});
  add({0}, {0, 1});
}

void add_shrink_rows(const Cell& cell, RobustnessRows& rows) {
  const auto add = [&](const Pairs& broken, const Pairs& control) {
    add_moved_row(cell, "shrink.bounds"_clause, Attributes().ranges(broken),
                  Attributes().ranges(control), rows);
  };
  add({{0, 1}, {2, 2}}, {{0, 1}, {1, 2}});
  add({{0, 1}, {1, 4}}, {{0, 1}, {1, 3}});
  add({{0, 1}, {-1, 2}}, {{0, 1}, {0, 2}});
  add({{0, 1}}, {{0, 1}, {0, 3}});
}

void add_flip_rows(const Cell& cell, RobustnessRows& rows) {
  const Attributes control = Attributes().flips({true, false});
  add_moved_row(cell, "flip.length"_clause, Attributes().flips({true}), control,
                rows);
  add_moved_row(cell, "flip.length"_clause,
                Attributes().flips({true, false, false}), control, rows);
}

void add_pad_rows(const Cell& cell, RobustnessRows& rows) {
  const auto add = [&](const Pairs& broken, const Pairs& control) {
    add_moved_row(cell, "pad.lengths"_clause,
                  Attributes().padding(broken).value({}),
                  Attributes().padding(control).value({}), rows);
  };
  add({{0, 1}}, {{0, 1}, {0, 0}});
  add({{0, 1}, {-1, 0}}, {{0, 1}, {1, 0}});
}

void add_cat_rows(const Cell& cell, RobustnessRows& rows) {
  const SampleTensor x = of(cell.dtype, {2, 3});
  const Attributes axis = Attributes().axis(1);
  rows.push_back({"cat.not_empty"_clause, {{}, axis}, {{x}, axis}});
  add_attribute_row("cat.axis_valid"_clause, x, Attributes().axis(2), axis,
                    rows);
  add_attribute_row("cat.axis_valid"_clause, x, Attributes().axis(-1), axis,
                    rows);
  rows.push_back({"cat.same_dtype"_clause,
                  {{x, of(another(cell.dtype), {2, 3})}, axis},
                  {{x, x}, axis}});
  rows.push_back({"cat.shapes"_clause,
                  {{x, of(cell.dtype, {3, 3})}, axis},
                  {{x, of(cell.dtype, {2, 3})}, axis}});
  rows.push_back({"cat.shapes"_clause,
                  {{x, of(cell.dtype, {3})}, axis},
                  {{x, of(cell.dtype, {2, 1})}, axis}});
  add_out_rows(cell, "movement.out"_clause, {{x, x}, axis},
               {cell.dtype, {2, 6}}, rows);
}

struct MovementBreaches {
  Op op;
  void (*add)(const Cell& cell, RobustnessRows& rows);
};
constexpr MovementBreaches kMovementBreaches[] = {
    {"expand"_op, add_expand_rows},   {"reshape"_op, add_reshape_rows},
    {"permute"_op, add_permute_rows}, {"shrink"_op, add_shrink_rows},
    {"flip"_op, add_flip_rows},       {"pad"_op, add_pad_rows},
    {"cat"_op, add_cat_rows},
};
static_assert(is_complete("movement", kMovementBreaches));

}  // namespace

void add_movement_rows(const Cell& cell, RobustnessRows& rows) {
  row_for(cell.op, kMovementBreaches).add(cell, rows);
}

}  // namespace assay
