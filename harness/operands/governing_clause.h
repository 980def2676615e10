// Finds the clause that decides an element of an elementwise op or a cast.
// Cases are built from operands that one clause governs, so that a failure
// names the broken clause.
// Tested by tests/harness/operands/governing_clause_test.cc.
#pragma once

#include <span>
#include <string_view>

#include "spec/element.h"
#include "spec/op_lookup.h"

namespace assay {

// Returns the id of the clause that governs the result of an elementwise op for
// these operand elements. `dtype` is the dtype of the cell.
std::string_view governing_clause(Op op, DType dtype,
                                  std::span<const ElementBits> operands);

// Returns whether no clause decides the result of an elementwise op on these
// operands, although governing_clause() names one. This happens if an operand
// is a signaling NaN and the op leaves its result open.
bool is_left_open(Op op, DType dtype, std::span<const ElementBits> operands);

// Returns the id of the clause of cast that governs one element.
std::string_view governing_cast_clause(DType from, DType to, ElementBits bits);

}  // namespace assay
