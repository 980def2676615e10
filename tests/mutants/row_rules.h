// Rules that make rows: one mutant for every op of a family that has one of
// the clauses named. So a mutant is written once, and each op is held to it.
// Tested by tests/mutants/registry_test.cc.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "spec/op_lookup.h"
#include "tests/mutants/mutant_row.h"

namespace assay::mutants {

struct RowRule {
  std::string_view name;
  Maker make;
  // Aspects of clauses, separated by blanks: of an op's own, or its family's.
  std::string_view aspects;
  // The ops, separated by blanks; empty for all that have the clause.
  std::string_view ops;
  // The cases' parameters must match this, as in "dtype=float64"; empty for
  // all.
  std::string_view parameters;
  Verdict verdict = Verdict::kFail;
};

// Returns the rows of a family, op by op; their texts live as long as the
// program does.
std::vector<MutantRow> rows_of(std::string_view family,
                               std::span<const RowRule> rules);

// Returns whether some case of level standard judges the clause on the op.
bool is_judged(Op op, const Clause& clause);

// Calls f(op, clause) for each binding clause that is judged of an op of the
// family, its own first.
template <typename F>
void for_each_judged(const FamilySpec& family, F f) {
  for (std::size_t i = 0; i < family.op_count; ++i) {
    const Op op = *op_named(family.ops[i]->name);
    for (const Clause& clause : family.ops[i]->clauses)
      if (is_judged(op, clause)) f(op, clause);
    for (const Clause& clause : family.clauses)
      if (is_judged(op, clause)) f(op, clause);
  }
}

}  // namespace assay::mutants
