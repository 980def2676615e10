// Looks up rows of tables that say what a builder must know about each op of a
// family, or each op with some property, and the op table does not say. A table
// is declared complete in a static_assert, so a new op without a row does not
// compile; otherwise it would silently be built like another op. Tested by
// tests/harness/families/op_rows_test.cc.
#pragma once

#include <cstdlib>
#include <string_view>

#include "spec/op_table.h"

namespace assay {

// Returns whether there is exactly one row for each op that the predicate
// `belongs` accepts, and no row for another op.
template <typename Belongs, typename Row, std::size_t n>
consteval bool has_each_op(Belongs belongs, const Row (&rows)[n]) {
  std::size_t wanted = 0;
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    const auto op = static_cast<Op>(i);
    if (!belongs(op)) continue;
    ++wanted;
    std::size_t found = 0;
    for (const Row& row : rows)
      if (row.op == op) ++found;
    if (found != 1) return false;
  }
  return wanted == n;
}

// Returns whether there is exactly one row for each op of the family that no
// other set owns, and no row for another op.
template <typename Row, std::size_t n>
consteval bool is_complete(std::string_view family, const Row (&rows)[n]) {
  return has_each_op(
      [family](Op op) {
        return op_table::family_of(op).name == family &&
               op_table::spec_of(op).set.empty();
      },
      rows);
}

// Returns whether there is exactly one row for each op with the law, and no row
// for another op.
template <typename Row, std::size_t n>
consteval bool is_complete(Law law, const Row (&rows)[n]) {
  return has_each_op([law](Op op) { return op_table::spec_of(op).has(law); },
                     rows);
}

// Returns the row of an op, or aborts if there is none.
template <typename Row, std::size_t n>
constexpr const Row& row_for(Op op, const Row (&rows)[n]) {
  for (const Row& row : rows)
    if (row.op == op) return row;
  std::abort();
}

// Returns whether calls name ops of the family: not if functions of Backend
// carry all of them out around calls.
consteval bool has_calls(const FamilySpec& family) {
  for (std::size_t i = 0; i < family.op_count; ++i)
    if (family.ops[i]->signature.delivery != Delivery::kProtocol) return true;
  return false;
}

// Returns whether there is exactly one row for each family that calls name, and
// no other row. A family for which `needs_none` returns true may have no row.
template <typename Row, std::size_t n, typename NeedsNone>
consteval bool has_every_family(const Row (&rows)[n], NeedsNone needs_none) {
  std::size_t found = 0;
  for (const FamilySpec& family : kFamilies) {
    if (!has_calls(family)) continue;
    std::size_t own = 0;
    for (const Row& row : rows) own += row.family == family.name ? 1 : 0;
    if (own > 1 || (own == 0 && !needs_none(family.name))) return false;
    found += own;
  }
  return found == n;
}

// Returns the row of the family of an op, or null if there is none.
template <typename Row, std::size_t n>
const Row* find_family_row(Op op, const Row (&rows)[n]) {
  for (const Row& row : rows)
    if (row.family == family_of(op).name) return &row;
  return nullptr;
}

}  // namespace assay
