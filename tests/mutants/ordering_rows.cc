// Mutants of the ordering family, each with the clause that it breaks.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/ordering_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/shared_rules.h"

namespace assay::mutants::arrays {
namespace {

constexpr RowRule kOrderingRules[] = {
    {"ReadsTheStaleOut", make<ReadsTheStaleOut>, "value", "", ""},
    {"ExchangesTheFirstTwo", make<ExchangesTheFirstTwo>, "value whole", "", ""},
    {"CountsIndicesFromOne", make<CountsIndicesFromOne>, "value permutation",
     "", ""},
    {"TakesTheLastTie", make<TakesTheLastTie>, "first_tie", "", ""},
    {"PutsNanPairsFirst", make<PutsNanPairsFirst>, "nan_last", "", ""},
    {"RepeatsTheFirst", make<RepeatsTheFirst>, "permutation", "", ""},
    {"ComparesSigned", make<ComparesSigned>, "unsigned", "", ""},
    {"SortsIndicesToo", make<SortsIndicesToo>, "agree", "", ""},
    {"OrdersTheLastAxis", make<OrdersTheLastAxis>, "axis", "", ""},
    {"WritesHalfIndices", make<WritesHalfIndices>, "index_dtype", "", ""},
    {"RefusesNone", make<RefusesEmpty>, "none", "", ""},
};

}  // namespace

const std::vector<MutantRow>& ordering_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<MutantRow> rows = rows_of("ordering", kSharedRules);
    for (const MutantRow& row : rows_of("ordering", kOrderingRules))
      rows.push_back(row);
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants::arrays
