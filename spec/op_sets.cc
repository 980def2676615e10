// Checks the rules of the op sets while this file is compiled.
#include "spec/op_sets.h"

#include "spec/op_table.h"

namespace assay {

constexpr OpSetTable kConstantTable{kOpSets, op_table::set_of};

static_assert(has_unique_names(kConstantTable),
              "two op sets share a name, or one is called \"all\"");
static_assert(has_every_owner(kConstantTable, kOps),
              "an op belongs to a set that kOpSets of spec/op_sets.h lacks");
static_assert(shares_rows_of_others(kConstantTable, kOps),
              "an op set shares a row that does not exist, or is its own");

}  // namespace assay
