// Tested by tests/mutants/registry_test.cc.
#include "tests/mutants/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "conformance/case_glob.h"
#include "tests/mutants/array_tables.h"

namespace assay::mutants {

Op op_of(const MutantRow& row) {
  const auto glob = CaseGlob::parse(row.filter);
  const auto op = glob.ok() ? op_named(glob->op()) : std::nullopt;
  if (!op) {
    fmt::print(stderr, "tests/mutants: the filter \"{}\" of {} names no op\n",
               row.filter, row.name);
    std::abort();
  }
  return *op;
}

const std::vector<MutantRow>& every_mutant() {
  static const std::vector<MutantRow> all = [] {
    std::vector<MutantRow> rows;
    const auto add = [&](const auto& table) {
      rows.insert(rows.end(), table.begin(), table.end());
    };
    add(elementwise_mutants());
    add(conversion_mutants());
    add(reduction_mutants());
    add(sorting_mutants());
    add(single_mutants());
    add(factorization_mutants());
    add(transform_mutants());
    add(arrays::viewing_mutants());
    add(arrays::filling_mutants());
    add(arrays::lax_movement_mutants());
    add(arrays::creation_mutants());
    add(arrays::copy_mutants());
    add(arrays::random_mutants());
    add(arrays::indexing_mutants());
    add(arrays::window_mutants());
    add(arrays::contraction_mutants());
    add(arrays::max_pooling_mutants());
    add(arrays::mean_pooling_mutants());
    add(arrays::transform_mutants());
    add(arrays::factorization_mutants());
    add(arrays::lax_linalg_mutants());
    add(arrays::activation_mutants());
    add(arrays::convolution_mutants());
    add(arrays::linear_mutants());
    add(arrays::pointwise_mutants());
    add(arrays::ordering_mutants());
    add(arrays::statistics_mutants());
    add(arrays::selection_mutants());
    add(arrays::quantization_mutants());
    add(arrays::lax_indexing_mutants());
    add(arrays::attention_mutants());
    add(arrays::resampling_mutants());
    add(arrays::lax_elementwise_mutants());
    add(arrays::lax_contraction_mutants());
    add(arrays::protocol_mutants());
    std::stable_sort(
        rows.begin(), rows.end(),
        [](const auto& a, const auto& b) { return op_of(a) < op_of(b); });
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants
