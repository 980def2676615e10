// Lists the sources of hard operands of each elementwise op. It is one table,
// so that a reader sees at a glance which ops have none, and for which dtypes.
// Only hard_operands.cc includes this header.
// Tested by tests/harness/operands/hard_operands_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "harness/operands/hard_list.h"
#include "spec/op_table.h"

namespace assay {

// Holds an op and its sources. Cases take the operands in the order of the
// sources, so another order would change recorded cases. An op without a row
// has no hard operands.
struct HardRow {
  Op op{};
  FixedList<RealSource, 2> reals;
  FixedList<ComplexSource, 3> complexes;
  std::optional<IntegerSource> integers;
};

// Columns: op; sources for reals, for complex numbers, for integers.
inline constexpr HardRow kHardRows[] = {
    {"add"_op, {add_sums}, {add_complex_products}, integer_pairs},
    {"sub"_op, {add_differences}, {add_complex_products}, integer_pairs},
    {"mul"_op, {add_products}, {add_complex_products}, integer_pairs},
    {"div"_op, {add_quotients}, {add_complex_products}, integer_divisions},
    {"mod"_op, {add_remainders}, {}, integer_divisions},
    {"pow"_op, {add_powers}, {add_complex_powers}, integer_powers},
    {"max"_op, {add_orders}, {}, integer_pairs},
    {"min"_op, {add_orders}, {}, integer_pairs},
    {"neg"_op, {}, {}, integer_values},
    {"recip"_op, {add_reciprocals}, {add_scales}, integer_values},
    {"abs"_op, {}, {add_scales}, integer_values},
    {"sign"_op, {}, {add_scales}, integer_values},
    {"cmpeq"_op, {add_orders}, {add_complex_neighbours}, integer_pairs},
    {"cmpne"_op, {add_orders}, {add_complex_neighbours}, integer_pairs},
    {"cmplt"_op, {add_orders}, {}, integer_pairs},
    {"cmple"_op, {add_orders}, {}, integer_pairs},
    {"cmpgt"_op, {add_orders}, {}, integer_pairs},
    {"cmpge"_op, {add_orders}, {}, integer_pairs},
    {"xor"_op, {}, {}, integer_pairs},
    {"or"_op, {}, {}, integer_pairs},
    {"and"_op, {}, {}, integer_pairs},
    {"trunc"_op, {add_fractions}, {}, integer_values},
    {"ceil"_op, {add_fractions}, {}, integer_values},
    {"floor"_op, {add_fractions}, {}, integer_values},
    {"round"_op, {add_fractions}, {}, integer_values},
    {"sqrt"_op, {add_roots}, {add_axes, add_scales}, {}},
    {"exp"_op, {add_small, add_exponential}, {add_multiples}, {}},
    {"log"_op,
     {add_small, add_logarithm},
     {add_axes, add_circle, add_scales},
     {}},
    {"sin"_op, {add_small, add_trigonometric}, {add_multiples}, {}},
    {"cos"_op, {add_small, add_trigonometric}, {add_multiples}, {}},
    {"tan"_op, {add_small, add_trigonometric}, {add_multiples}, {}},
    {"asin"_op,
     {add_small, add_inverse_sine},
     {add_axes, add_branch_points, add_scales},
     {}},
    {"acos"_op,
     {add_small, add_inverse_sine},
     {add_axes, add_branch_points, add_scales},
     {}},
    {"atan"_op,
     {add_small, add_inverse_tangent},
     {add_axes, add_branch_points, add_scales},
     {}},
    {"sinh"_op, {add_small, add_hyperbolic}, {add_multiples}, {}},
    {"cosh"_op, {add_small, add_hyperbolic}, {add_multiples}, {}},
    {"tanh"_op, {add_small, add_hyperbolic_tangent}, {add_multiples}, {}},
    {"erf"_op, {add_small, add_error_function}, {}, {}},
    {"atan2"_op, {add_angles}, {}, {}},
    {"conj"_op, {}, {add_scales}, integer_values},
    {"rsqrt"_op, {add_roots}, {add_axes, add_scales}, {}},
    {"expm1"_op,
     {add_small, add_exponential},
     {add_multiples, add_near_zero},
     {}},
};

// Holds the rows by position in kOps. An op without a row has an empty one.
inline constexpr auto kHardRowByOp = [] {
  std::array<HardRow, kOps.size()> rows{};
  for (const HardRow& row : kHardRows)
    rows[static_cast<std::size_t>(row.op)] = row;
  return rows;
}();

constexpr const HardRow& hard_row_of(Op op) {
  return kHardRowByOp[static_cast<std::size_t>(op)];
}

// Returns whether each op has at most one row, and each source of a row makes
// operands of a dtype that the op has.
constexpr bool hard_rows_are_sound() {
  std::array<int, kOps.size()> rows{};
  for (const HardRow& row : kHardRows) {
    if (++rows[static_cast<std::size_t>(row.op)] > 1) return false;
    DTypeSet dtypes;
    for (const Variant& variant : op_table::spec_of(row.op).variants)
      dtypes = dtypes | variant.dtypes();
    if (!row.reals.empty() && (dtypes & kFloats).empty()) return false;
    if (!row.complexes.empty() && (dtypes & kComplexes).empty()) return false;
    if (row.integers && (dtypes & kIntegers).empty()) return false;
  }
  return true;
}
static_assert(hard_rows_are_sound(),
              "in kHardRows an op has two rows, or a source without dtypes");

}  // namespace assay
