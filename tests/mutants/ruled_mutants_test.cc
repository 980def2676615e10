// Every mutant that rules make of the ops of sets nn and lax is caught by the
// clause that it breaks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/mutants/array_tables.h"
#include "tests/mutants/mutant_rows.h"
#include "tests/mutants/registry.h"

namespace assay::mutants::arrays {
namespace {

class RuledMutants : public testing::TestWithParam<MutantRow> {};

TEST_P(RuledMutants, AreCaughtByTheirClause) {
  expect_caught(GetParam(), Level::kStandard);
}

// Returns the op, the name of the row and the clause, because rules make rows
// of one name for several ops and clauses.
std::string name_of_ruled(const testing::TestParamInfo<MutantRow>& row) {
  std::string name = fmt::format("{}_{}_{}", name_of(op_of(row.param)),
                                 row.param.name, row.param.clause);
  for (char& c : name)
    if (c == '.') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(LaxLinalg, RuledMutants,
                         testing::ValuesIn(lax_linalg_mutants()),
                         name_of_ruled);
INSTANTIATE_TEST_SUITE_P(Linear, RuledMutants,
                         testing::ValuesIn(linear_mutants()), name_of_ruled);
INSTANTIATE_TEST_SUITE_P(Attention, RuledMutants,
                         testing::ValuesIn(attention_mutants()), name_of_ruled);
INSTANTIATE_TEST_SUITE_P(Convolution, RuledMutants,
                         testing::ValuesIn(convolution_mutants()),
                         name_of_ruled);
INSTANTIATE_TEST_SUITE_P(Resampling, RuledMutants,
                         testing::ValuesIn(resampling_mutants()),
                         name_of_ruled);
INSTANTIATE_TEST_SUITE_P(Pointwise, RuledMutants,
                         testing::ValuesIn(pointwise_mutants()), name_of_ruled);
INSTANTIATE_TEST_SUITE_P(Ordering, RuledMutants,
                         testing::ValuesIn(ordering_mutants()), name_of_ruled);
INSTANTIATE_TEST_SUITE_P(Statistics, RuledMutants,
                         testing::ValuesIn(statistics_mutants()),
                         name_of_ruled);
INSTANTIATE_TEST_SUITE_P(Selection, RuledMutants,
                         testing::ValuesIn(selection_mutants()), name_of_ruled);
INSTANTIATE_TEST_SUITE_P(Quantization, RuledMutants,
                         testing::ValuesIn(quantization_mutants()),
                         name_of_ruled);
INSTANTIATE_TEST_SUITE_P(LaxMovement, RuledMutants,
                         testing::ValuesIn(lax_movement_mutants()),
                         name_of_ruled);
INSTANTIATE_TEST_SUITE_P(LaxIndexing, RuledMutants,
                         testing::ValuesIn(lax_indexing_mutants()),
                         name_of_ruled);
INSTANTIATE_TEST_SUITE_P(LaxContraction, RuledMutants,
                         testing::ValuesIn(lax_contraction_mutants()),
                         name_of_ruled);
INSTANTIATE_TEST_SUITE_P(Activation, RuledMutants,
                         testing::ValuesIn(activation_mutants()),
                         name_of_ruled);
INSTANTIATE_TEST_SUITE_P(LaxElementwise, RuledMutants,
                         testing::ValuesIn(lax_elementwise_mutants()),
                         name_of_ruled);

}  // namespace
}  // namespace assay::mutants::arrays
