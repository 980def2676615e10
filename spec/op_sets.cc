// Holds the op sets, and checks their rules while this file is compiled.
#include "spec/op_sets.h"

#include "spec/op_table.h"

namespace assay {

constinit const std::span<const OpSet> kOpSets = op_table::kSets;
constinit const OpSetTable kOpSetTable{op_table::kSets, set_of};

constexpr OpSetTable kConstantTable{op_table::kSets, op_table::set_of};

static_assert(has_unique_names(kConstantTable),
              "two op sets share a name, or one is called \"all\"");
static_assert(has_every_owner(kConstantTable, kOps),
              "an op belongs to a set that kSets of spec/op_table.h lacks");
static_assert(shares_rows_of_others(kConstantTable, kOps),
              "an op set shares a row that does not exist, or is its own");

}  // namespace assay
