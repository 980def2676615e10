// Says which ops an op set has. A run plans and scores the rows of a set
// together. Tested by tests/spec/op_sets_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "spec/op_lookup.h"

namespace assay {

// Describes an op set. A set owns rows, and may share rows that another set
// owns, so that no row is written twice.
struct OpSet {
  std::string_view name;
  std::string_view text;  // what it is, in one line
  // Names of rows that other sets own.
  std::span<const std::string_view> shares;
  // No cell of it is required, so reports are silent about it unless a subject
  // claims a cell.
  bool is_optional = false;
};

// The known sets, whose rows are in spec/op_table.h. A subject that claims
// nothing is judged by the first one.
extern const std::span<const OpSet> kOpSets;

// The name that stands for all sets on the command line, so that no set has it.
inline constexpr std::string_view kEveryOpSet = "all";

// The known sets, and the function that says which one owns an op. Functions
// about sets take a table, so that tests can hand over sets of their own.
struct OpSetTable {
  std::span<const OpSet> sets;
  std::string_view (*owner)(Op op) = set_of;
};
extern const OpSetTable kOpSetTable;

// Returns whether the op is a row of the set itself.
constexpr bool is_owned_by(Op op, const OpSet& set,
                           const OpSetTable& table = kOpSetTable) {
  return table.owner(op) == set.name;
}

// Returns whether the set has the op, as a row of its own or as a shared one.
inline bool is_in_set(Op op, const OpSet& set,
                      const OpSetTable& table = kOpSetTable) {
  return is_owned_by(op, set, table) ||
         std::find(set.shares.begin(), set.shares.end(), name_of(op)) !=
             set.shares.end();
}

// Returns the position of a set of a name; the number of sets if there is none.
constexpr std::size_t op_set_position(std::string_view name,
                                      const OpSetTable& table = kOpSetTable) {
  const auto found =
      std::find_if(table.sets.begin(), table.sets.end(),
                   [name](const OpSet& set) { return set.name == name; });
  return static_cast<std::size_t>(found - table.sets.begin());
}

// The next three functions are the rules of a table. spec/op_sets.cc asserts
// them for the real one.

// Returns whether names of sets are unique and none is "all".
constexpr bool has_unique_names(const OpSetTable& table) {
  for (std::size_t i = 0; i < table.sets.size(); ++i)
    if (table.sets[i].name == kEveryOpSet ||
        op_set_position(table.sets[i].name, table) != i)
      return false;
  return true;
}

// Returns whether a known set owns each row of `ops`, which are all rows.
constexpr bool has_every_owner(const OpSetTable& table,
                               std::span<const OpSpec* const> ops) {
  for (std::size_t i = 0; i < ops.size(); ++i)
    if (op_set_position(table.owner(static_cast<Op>(i)), table) ==
        table.sets.size())
      return false;
  return true;
}

// Returns whether every shared row is one of `ops`, which are all rows, is
// named once, and is owned by another set than the one that shares it.
constexpr bool shares_rows_of_others(const OpSetTable& table,
                                     std::span<const OpSpec* const> ops) {
  for (const OpSet& set : table.sets)
    for (std::size_t i = 0; i < set.shares.size(); ++i) {
      const auto rest = set.shares.subspan(i + 1);
      if (std::find(rest.begin(), rest.end(), set.shares[i]) != rest.end())
        return false;
      bool is_shared = false;
      for (std::size_t op = 0; op < ops.size(); ++op)
        if (ops[op]->name == set.shares[i])
          is_shared = !is_owned_by(static_cast<Op>(op), set, table);
      if (!is_shared) return false;
    }
  return true;
}

}  // namespace assay
