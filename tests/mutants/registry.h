// Lists every mutant with the clause that it breaks. A new table of rows must
// be added to registry.cc.
// Tested by tests/mutants/registry_test.cc.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "spec/op_lookup.h"
#include "tests/mutants/mutant_row.h"

namespace assay::mutants {

// Tables made of rules: every op of a family with every clause.
std::vector<MutantRow> elementwise_mutants();
std::vector<MutantRow> conversion_mutants();
std::vector<MutantRow> reduction_mutants();
std::vector<MutantRow> sorting_mutants();
// Tables written row by row.
std::span<const MutantRow> single_mutants();
std::span<const MutantRow> factorization_mutants();
std::span<const MutantRow> transform_mutants();

// Returns all rows, op by op in the order of the op table.
const std::vector<MutantRow>& every_mutant();

// Returns the op whose cases a row is tried on; every filter names one.
Op op_of(const MutantRow& row);

}  // namespace assay::mutants
