// Tested by tests/mutants/registry_test.cc.
#include "tests/mutants/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "conformance/case_glob.h"

namespace assay::mutants {
namespace {

// The families whose clauses do not all have a mutant.
constexpr std::string_view kOpenFamilies[] = {
    "movement", "memory",      "random",  "indexing",
    "windows",  "contraction", "fourier", "linalg"};

}  // namespace

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
    std::stable_sort(
        rows.begin(), rows.end(),
        [](const auto& a, const auto& b) { return op_of(a) < op_of(b); });
    return rows;
  }();
  return all;
}

bool is_covered(const FamilySpec& family) {
  return std::find(std::begin(kOpenFamilies), std::end(kOpenFamilies),
                   family.name) == std::end(kOpenFamilies);
}

}  // namespace assay::mutants
