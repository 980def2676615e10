// Finds the clause that decides an element of an elementwise op or a cast.
// Cases are built from operands that one clause governs, so that a failure
// names the broken clause.
// Tested by tests/harness/operands/governing_clause_test.cc.
#pragma once

#include <span>
#include <string_view>

#include "spec/element.h"
#include "spec/op_table.h"

namespace assay {

// Returns the id of the clause that governs the result of an elementwise op for
// these operand elements. `dtype` is the dtype of the cell.
std::string_view governing_clause(Op op, DType dtype,
                                  std::span<const ElementBits> operands);

// Returns the id of the clause of cast that governs one element.
std::string_view governing_cast_clause(DType from, DType to, ElementBits bits);

// Return the aspect for each category of dtypes: the part of the clause id
// after the dot.
std::string_view real_aspect(Op op, const FloatFormat& format, double x,
                             double y);
std::string_view integer_aspect(Op op, DType dtype, ElementBits x,
                                ElementBits y);
std::string_view complex_aspect(Op op, const FloatFormat& format, ElementBits x,
                                ElementBits y);

}  // namespace assay
