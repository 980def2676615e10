// Walks the clauses of the contract, for commands that list or search them.
// Tested by tests/cli/command_test.cc.
#pragma once

#include "spec/op_lookup.h"

namespace assay {

// Calls a function with each clause, in the order of the table.
template <typename Take>
void each_clause(Take take) {
  for (const FamilySpec& family : every_family()) {
    for (const Clause& clause : family.clauses) take(clause);
    for (std::size_t i = 0; i < family.op_count; ++i)
      for (const Clause& clause : family.ops[i]->clauses) take(clause);
  }
}

}  // namespace assay
