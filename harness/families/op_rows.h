// Looks up rows of tables that say what a builder must know about each op of a
// family and the op table does not say. A table is declared complete in a
// static_assert, so a new op without a row does not compile; otherwise it would
// silently be built like another op. Tested by
// tests/harness/families/op_rows_test.cc.
#pragma once

#include <cstdlib>
#include <string_view>

#include "spec/op_table.h"

namespace assay {

// Returns whether there is exactly one row for each op of the family, and no
// row for another op.
template <typename Row, std::size_t n>
consteval bool is_complete(std::string_view family, const Row (&rows)[n]) {
  const auto count = [&](std::string_view op) {
    std::size_t found = 0;
    for (const Row& row : rows)
      if (name_of(row.op) == op) ++found;
    return found;
  };
  for (const FamilySpec& spec : kFamilies) {
    if (spec.name != family) continue;
    for (std::size_t i = 0; i < spec.op_count; ++i)
      if (count(spec.ops[i]->name) != 1) return false;
    return spec.op_count == n;
  }
  return false;
}

// Returns the row of an op, or aborts if there is none.
template <typename Row, std::size_t n>
constexpr const Row& row_for(Op op, const Row (&rows)[n]) {
  for (const Row& row : rows)
    if (row.op == op) return row;
  std::abort();
}

// Returns whether there is exactly one row for each family that has ops, and no
// other row. A family for which `needs_none` returns true may have no row.
template <typename Row, std::size_t n, typename NeedsNone>
consteval bool has_every_family(const Row (&rows)[n], NeedsNone needs_none) {
  std::size_t found = 0;
  for (const FamilySpec& family : kFamilies) {
    if (family.op_count == 0) continue;
    std::size_t own = 0;
    for (const Row& row : rows) own += row.family == family.name ? 1 : 0;
    if (own > 1 || (own == 0 && !needs_none(family.name))) return false;
    found += own;
  }
  return found == n;
}

// Returns the row of the family of an op, or null if there is none.
template <typename Row, std::size_t n>
constexpr const Row* find_family_row(Op op, const Row (&rows)[n]) {
  for (const Row& row : rows)
    if (row.family == family_of(op).name) return &row;
  return nullptr;
}

}  // namespace assay
