// Lists the calls that break preconditions of the movement ops of lax.
// Tested by tests/spec/precondition_test.cc.
#include "harness/families/drawn_families.h"
#include "spec/op_table.h"

namespace assay {
namespace {

using List = Attributes::Integers;

Attributes broadcast(const Shape& shape, const List& dims) {
  return Attributes().shape(shape).set(AttributeKey::kBroadcastDims, dims);
}

Attributes strided(const List& starts, const List& limits,
                   const List& strides) {
  return Attributes()
      .set(AttributeKey::kStarts, starts)
      .set(AttributeKey::kLimits, limits)
      .set(AttributeKey::kStrides, strides);
}

Attributes padding(const Cell& cell, const List& low, const List& high,
                   const List& interior) {
  const ElementBits one{cell.variant == "zero" ? std::uint64_t{0} : 1, 0};
  return Attributes()
      .set(AttributeKey::kEdgeLow, low)
      .set(AttributeKey::kEdgeHigh, high)
      .set(AttributeKey::kInterior, interior)
      .value(one);
}

Attributes axes(std::int64_t a, std::int64_t b) {
  return Attributes()
      .set(AttributeKey::kAxisA, {a})
      .set(AttributeKey::kAxisB, {b});
}

// Adds a broken call for each list of attributes.
void add_each(std::string_view clause, const SampleTensor& x,
              const Attributes& control,
              std::initializer_list<Attributes> broken, RobustnessRows& rows) {
  for (const Attributes& attributes : broken)
    add_attribute_row(clause, x, attributes, control, rows);
}

void add_broadcasts(const Cell& cell, RobustnessRows& rows) {
  const SampleTensor x = of(cell.dtype, {2, 1});
  const Attributes control = broadcast({2, 3, 4}, {0, 2});
  add_each("broadcast_in_dim.dims"_clause, x, control,
           {broadcast({2, 3, 4}, {0}), broadcast({2, 3, 4}, {0, 2, 1}),
            broadcast({2, 3, 4}, {0, 0}), broadcast({2, 3, 4}, {0, 3}),
            broadcast({2, 3, 4}, {0, -1})},
           rows);
  add_each("broadcast_in_dim.extents"_clause, x, control,
           {broadcast({3, 3, 4}, {0, 2}), broadcast({1, 3, 4}, {0, 2}),
            broadcast({0, 3, 4}, {0, 2})},
           rows);
}

void add_strided_slices(const Cell& cell, RobustnessRows& rows) {
  const SampleTensor x = of(cell.dtype, {4, 3});
  const Attributes control = strided({0, 1}, {4, 3}, {2, 1});
  add_each("slice_general.bounds"_clause, x, control,
           {strided({0, 1}, {5, 3}, {2, 1}), strided({-1, 1}, {4, 3}, {2, 1}),
            strided({3, 1}, {2, 3}, {2, 1}), strided({5, 1}, {5, 3}, {2, 1})},
           rows);
  add_each("slice_general.stride_positive"_clause, x, control,
           {strided({0, 1}, {4, 3}, {2, 0}), strided({0, 1}, {4, 3}, {-1, 1})},
           rows);
  add_each("slice_general.lengths"_clause, x, control,
           {strided({0}, {4, 3}, {2, 1}), strided({0, 1}, {4}, {2, 1}),
            strided({0, 1}, {4, 3}, {2}), strided({0, 1}, {4, 3}, {2, 1, 1})},
           rows);
}

void add_pads(const Cell& cell, RobustnessRows& rows) {
  const SampleTensor x = of(cell.dtype, {4, 3});
  const auto pad = [&](const List& low, const List& high,
                       const List& interior) {
    return padding(cell, low, high, interior);
  };
  const Attributes control = pad({1, -1}, {0, 2}, {1, 0});
  add_each("pad_general.interior_not_negative"_clause, x, control,
           {pad({1, -1}, {0, 2}, {-1, 0}), pad({1, -1}, {0, 2}, {1, -2})},
           rows);
  add_each("pad_general.extent_not_negative"_clause, x, control,
           {pad({-8, -1}, {0, 2}, {1, 0}), pad({1, -2}, {0, -2}, {1, 0})},
           rows);
  add_each("pad_general.lengths"_clause, x, control,
           {pad({1}, {0, 2}, {1, 0}), pad({1, -1}, {0}, {1, 0}),
            pad({1, -1}, {0, 2}, {1}), pad({1, -1}, {0, 2}, {1, 0, 0})},
           rows);
}

void add_extractions(const Cell& cell, RobustnessRows& rows) {
  const SampleTensor x = of(cell.dtype, {3, 2, 3});
  const Attributes control = axes(0, 2);
  add_each("extract_diagonal.axes"_clause, x, control,
           {axes(0, 0), axes(0, 3), axes(-1, 2), axes(0, -1)}, rows);
  add_each("extract_diagonal.square"_clause, x, control,
           {axes(0, 1), axes(1, 2)}, rows);
}

void add_embeddings(const Cell& cell, RobustnessRows& rows) {
  add_each("embed_diagonal.axes"_clause, of(cell.dtype, {3, 2}), axes(1, 2),
           {axes(2, 2), axes(1, 3), axes(-1, 2), axes(1, -1)}, rows);
}

void add_triangles(const Cell& cell, RobustnessRows& rows) {
  const Attributes k = Attributes().set(AttributeKey::kK, {0});
  for (const Shape& shape : {Shape{}, Shape{3}})
    rows.push_back({clause_of(cell.op, "rank"),
                    {{of(cell.dtype, shape)}, k},
                    {{of(cell.dtype, {2, 3})}, k}});
}

}  // namespace

void add_lax_movement_rows(const Cell& cell, RobustnessRows& rows) {
  const Op op = cell.op;
  if (op == "broadcast_in_dim"_op) return add_broadcasts(cell, rows);
  if (op == "slice_general"_op) return add_strided_slices(cell, rows);
  if (op == "pad_general"_op) return add_pads(cell, rows);
  if (op == "extract_diagonal"_op) return add_extractions(cell, rows);
  if (op == "embed_diagonal"_op) return add_embeddings(cell, rows);
  add_triangles(cell, rows);
}

}  // namespace assay
