// Calls of drawn families as cases and rungs draw them, in many structures. For
// the tests of what is drawn.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "harness/families/drawn_families.h"

namespace assay::test {

// Returns the row of a clause of a family whose calls are drawn.
inline const ClauseCase& drawn_row_of(std::span<const ClauseCase> rows,
                                      std::string_view clause) {
  for (const ClauseCase& row : rows)
    if (row.clause == clause) return row;
  ADD_FAILURE() << clause;
  return rows.front();
}

// Calls check(wish, call) with the calls that a row draws for the cells of
// these ops and dtypes that have its clause.
template <typename Check>
void each_drawn_call(std::span<const Op> ops, std::span<const DType> dtypes,
                     const ClauseCase& row, Check check,
                     std::int64_t extent = 0) {
  const std::string_view owner = row.clause.substr(0, row.clause.find('.'));
  const bool has_axis =
      row.shape == CaseShape::kEmpty || row.shape == CaseShape::kEmptyAxis;
  for (Op op : ops) {
    if (owner != name_of(op) && owner != family_of(op).name) continue;
    const auto least =
        static_cast<std::size_t>(spec_of(op).signature.least_rank);
    for (const Variant& variant : spec_of(op).variants)
      for (DType dtype : dtypes) {
        const Cell cell{op, variant.name, dtype, dtype};
        if (!variant.dtypes().contains(dtype) ||
            !is_applicable(op, variant.name, dtype, dtype, row.clause))
          continue;
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
          Structure structure = draw_structure(
              seed, row.shape, std::max<std::size_t>(has_axis, least));
          structure.choices[kSizeChoice] = kFullSize;
          if (extent > 0) structure.shape = {extent};
          const CallWish wish{.cell = cell,
                              .row = row,
                              .structure = structure,
                              .number = static_cast<int>(seed % 8),
                              .extent = extent};
          check(wish, drawn_family(op)->draw(wish));
        }
      }
  }
}

}  // namespace assay::test
