// Lists the calls that break preconditions of the linalg ops of lax.
// Tested by tests/spec/precondition_test.cc.
#include "harness/families/clause_rows/linalg.h"
#include "harness/families/drawn_families.h"

namespace assay {
namespace {

Attributes sample_attributes(const Cell& cell, bool left_side) {
  Attributes attributes;
  if (spec_of(cell.op).has(AttributeKey::kTranspose))
    attributes.flag(AttributeKey::kTranspose, false);
  if (!spec_of(cell.op).has(AttributeKey::kTransposeA)) return attributes;
  return attributes.flag(AttributeKey::kLeftSide, left_side)
      .flag(AttributeKey::kLower, true)
      .flag(AttributeKey::kUnitDiag, false)
      .transpose_a(cell.variant == "adjoint"     ? TransposeA::kAdjoint
                   : cell.variant == "transpose" ? TransposeA::kTranspose
                                                 : TransposeA::kNone);
}

SampleTensor regular(const Cell& cell, Shape shape) {
  return {.type = {cell.dtype, std::move(shape)},
          .filling = Filling::kHermitian};
}

void add_side_rows(const Cell& cell, RobustnessRows& rows) {
  const std::string_view sides = clause_of(cell.op, "right_sides");
  const bool is_triangular = spec_of(cell.op).has(AttributeKey::kLeftSide);
  const auto sample = [&](Shape a, Shape b, bool left_side = true) {
    return Sample{{regular(cell, std::move(a)), of(cell.dtype, std::move(b))},
                  sample_attributes(cell, left_side)};
  };
  const Sample control = sample({3, 3}, {3, 2});
  Sample mixed = control;
  mixed.operands[1].type.dtype = another(cell.dtype);
  rows.push_back({clause_of(cell.op, "same_dtype"), mixed, control});
  rows.push_back({sides, sample({3, 3}, {2, 2}), control});
  rows.push_back(
      {sides, sample({2, 3, 3}, {3, 3, 2}), sample({2, 3, 3}, {2, 3, 2})});
  rows.push_back({sides, sample({3, 3}, {1, 3, 2}), control});
  if (is_triangular) {
    rows.push_back({sides, sample({3, 3}, {3}), control});
    rows.push_back(
        {sides, sample({3, 3}, {3, 2}, false), sample({3, 3}, {2, 3}, false)});
  } else {
    rows.push_back({sides, sample({2, 3, 3}, {3}), sample({2, 3, 3}, {2, 3})});
  }
}

}  // namespace

void add_pivoted_rows(const Cell& cell, RobustnessRows& rows) {
  const bool solves = takes_right_sides(spec_of(cell.op));
  const auto sample = [&](Shape shape) {
    Sample made{{regular(cell, std::move(shape))},
                sample_attributes(cell, true)};
    if (solves) made.operands.push_back(of(cell.dtype, {3, 2}));
    return made;
  };
  const Sample control = sample({3, 3});
  rows.push_back({"linalg.rank"_clause, sample({3}), control});
  if (cell.op != "lu"_op && cell.op != "lu_factor"_op)
    rows.push_back({"linalg.square"_clause, sample({3, 2}), control});
  if (solves) add_side_rows(cell, rows);
}

}  // namespace assay
