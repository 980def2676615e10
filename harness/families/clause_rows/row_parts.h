// Defines what the clause rows of several families use: sets of dtypes,
// writes_out(), which tests how an op delivers its results, and rows_of(),
// which checks the rows of a family. Tested by
// tests/harness/families/clause_cases_test.cc.
#pragma once

#include <span>
#include <string_view>
#include <variant>

#include "harness/families/clause_cases.h"
#include "spec/op_table.h"

namespace assay {

inline constexpr DTypeSet kUnsigned = {DType::kUint4, DType::kUint8,
                                       DType::kUint16, DType::kUint32,
                                       DType::kUint64};
inline constexpr DTypeSet kHalves = {DType::kFloat16, DType::kBfloat16};
inline constexpr DTypeSet kWithNan = kFloats | kComplexes;
// The dtypes of which two elements may overflow their accumulator.
inline constexpr DTypeSet kOverflowing = {DType::kFloat32, DType::kFloat64,
                                          DType::kBfloat16, DType::kComplex64,
                                          DType::kComplex128};

// Returns whether the op writes its results into an out.
constexpr bool writes_out(const OpSpec& op) {
  return op.signature.delivery == Delivery::kWritten;
}

// Returns the rows of a family. It does not compile if the clause of a row
// belongs neither to the family nor to one of its ops, or if `special` of a row
// has the type of another family.
template <typename... OfFamily>
consteval std::span<const ClauseCase> rows_of(
    std::string_view family, std::span<const ClauseCase> rows) {
  for (const ClauseCase& row : rows) {
    const auto owner = row.clause.substr(0, row.clause.find('.'));
    const auto op = op_table::op_named(owner);
    if (owner != family && (!op || op_table::family_of(*op).name != family))
      throw "a clause of another family stands among these rows";
    if (!std::holds_alternative<std::monostate>(row.special) &&
        !(std::holds_alternative<OfFamily>(row.special) || ...))
      throw "a row has what is special about another family";
  }
  return rows;
}

}  // namespace assay
