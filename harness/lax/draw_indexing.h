// Draws the calls of dynamic_slice, dynamic_update_slice, gather_general and
// scatter_general.
// Tested by tests/harness/lax/drawn_indexing_test.cc.
#pragma once

#include "harness/families/drawn_call.h"
#include "harness/families/robustness_row.h"
#include "harness/lax/indexing_rows.h"
#include "harness/lax/window_geometry.h"

namespace assay {

DrawnCall draw_dynamic_slice(const CallWish& wish);
DrawnCall draw_windows_by_index(const CallWish& wish);

// Add the calls that break preconditions of a cell.
void add_dynamic_slice_rows(const Cell& cell, RobustnessRows& rows);
void add_window_index_rows(const Cell& cell, RobustnessRows& rows);

// Returns the dtype of the indices of the cell's variant.
DType index_dtype_of(const Cell& cell);

// Returns a start of a window of `size` on an axis of `extent`, which is
// special as the case says. `random` chooses it.
std::int64_t special_start(LaxIndexingCase special, DType dtype,
                           std::int64_t extent, std::int64_t size,
                           std::uint64_t random);

// Returns random bits for element k of operand `operand`.
std::uint64_t lax_indexing_bits(const CallWish& wish, std::uint32_t operand,
                                std::size_t k);

// Returns elements that tell from where they were read, or none where the kind
// of the row decides. `first` is the number of the first one.
CaseBuilder::Filler moved_elements(const CallWish& wish, std::uint32_t operand,
                                   std::int64_t first);

DrawnOperand index_operand(DType dtype, Shape shape,
                           std::vector<std::int64_t> numbers);

}  // namespace assay
