// Draws the calls of the ordering family: along any axis, in both directions,
// for any number of largest elements.
// Tested by tests/harness/frontend/drawn_ordering_test.cc.
#include <algorithm>

#include "harness/families/drawn_families.h"
#include "harness/frontend/ordering_rows.h"
#include "harness/nn/draw_slices.h"

namespace assay {
namespace {

Attributes sorting_attributes(std::int64_t axis, DType index) {
  return Attributes().axis(axis).set(AttributeKey::kIndexDType,
                                     {static_cast<std::int64_t>(index)});
}

// Returns how many elements are wanted of an extent: all of them in every third
// case, so that those that come last are seen too.
std::int64_t chosen_count(const CallWish& wish, std::int64_t extent) {
  if (wish.row.clause == "topk.none"_clause) return 0;
  if (wish.row.clause == "topk.whole"_clause || wish.number % 3 == 2)
    return extent;
  if (extent == 0) return 0;
  return 1 + wish.choose(3, extent);
}

}  // namespace

std::span<const ClauseCase> ordering_rows() {
  return rows_of("ordering", kOrderingClauseCases);
}

DrawnCall draw_ordering(const CallWish& wish) {
  const Op op = wish.cell.op;
  const Shape shape = wished_shape(wish);
  const std::int64_t axis =
      telling_axis(shape, wish.choose(0, std::ssize(shape)));
  const bool is_gathered = wish.row.clause.ends_with(".agree");
  const DType index =
      is_gathered || wish.number % 2 == 0 ? DType::kInt32 : DType::kInt64;
  DrawnCall call{{{shape}}, sorting_attributes(axis, index)};
  if (op == "topk"_op)
    call.attributes.set(
        AttributeKey::kK,
        {chosen_count(wish, shape[static_cast<std::size_t>(axis)])});
  else
    call.attributes.descending((wish.choose(2, 2) + wish.number) % 2 == 1);
  call.gathers = is_gathered;
  return call;
}

void add_ordering_rows(const Cell& cell, RobustnessRows& rows) {
  const bool is_sort = cell.op == "sort_with_indices"_op;
  const auto along = [&](std::int64_t axis, DType index = DType::kInt32,
                         std::int64_t k = 2) {
    Attributes attributes = sorting_attributes(axis, index);
    if (is_sort) return attributes.descending(false);
    return attributes.set(AttributeKey::kK, {k});
  };
  const SampleTensor x = of(cell.dtype, {2, 3});
  for (std::int64_t axis : {-1, 2})
    add_attribute_row("ordering.axis_valid"_clause, x, along(axis), along(1),
                      rows);
  for (DType index : {DType::kFloat32, DType::kUint32, DType::kInt4})
    add_attribute_row("ordering.index_integer"_clause, x, along(1, index),
                      along(1), rows);
  if (!is_sort)
    for (std::int64_t k : {-1, 4})
      add_attribute_row("topk.k"_clause, x, along(1, DType::kInt32, k),
                        along(1), rows);
  const Shape result = {2, is_sort ? 3 : 2};
  const Sample control{
      {x},
      along(1),
      {{.type = {cell.dtype, result}}, {.type = {DType::kInt32, result}}}};
  const auto add_out = [&](std::size_t out, const SampleTensor& wrong) {
    Sample broken = control;
    broken.outs[out] = wrong;
    rows.push_back({"ordering.out"_clause, broken, control});
  };
  add_out(0, of(cell.dtype, {2, 1}));
  add_out(0, of(another(cell.dtype), result));
  add_out(1, of(DType::kInt64, result));
  add_out(1, {.type = {DType::kInt32, result}, .has_gaps = true});
}

}  // namespace assay
