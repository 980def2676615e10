// Finds the row of a clause, and decides from the row and the profile which
// cells it applies to.
// Tested by tests/harness/families/clause_cases_test.cc.
#include "harness/families/clause_cases.h"

#include <algorithm>
#include <unordered_map>

#include "harness/families/accumulation.h"
#include "harness/families/clause_rows/contraction.h"
#include "harness/families/clause_rows/conversion.h"
#include "harness/families/clause_rows/elementwise.h"
#include "harness/families/clause_rows/fourier.h"
#include "harness/families/clause_rows/indexing.h"
#include "harness/families/clause_rows/linalg.h"
#include "harness/families/clause_rows/memory.h"
#include "harness/families/clause_rows/movement.h"
#include "harness/families/clause_rows/protocol.h"
#include "harness/families/clause_rows/random.h"
#include "harness/families/clause_rows/reduction.h"
#include "harness/families/clause_rows/sorting.h"
#include "harness/families/drawn_families.h"

namespace assay {
namespace {

constexpr std::span<const ClauseCase> kClauseCases[] = {
    rows_of("elementwise", kElementwiseClauseCases),
    rows_of<ReductionCase>("reduction", kReductionClauseCases),
    rows_of("sorting", kSortingClauseCases),
    rows_of("movement", kMovementClauseCases),
    rows_of("conversion", kConversionClauseCases),
    rows_of("memory", kMemoryClauseCases),
    rows_of<RandomCase>("random", kRandomClauseCases),
    rows_of<IndexingCase>("indexing", kIndexingClauseCases),
    rows_of<MatmulCase>("contraction", kContractionClauseCases),
    rows_of<FourierCase>("fourier", kFourierClauseCases),
    rows_of<LinalgTrial>("linalg", kLinalgClauseCases),
    rows_of("protocol", kProtocolClauseCases)};

// Returns whether a list of variants, with blanks between them, has this one.
bool lists_variant(std::string_view list, std::string_view variant) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (list.substr(0, end) == variant) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

}  // namespace

Shape with_high_rank(const Shape& shape, int number) {
  constexpr std::size_t kRanks[] = {32, 8, 5, 6, 4, 7};
  const std::size_t rank =
      kRanks[static_cast<std::size_t>(number) % std::size(kRanks)];
  Shape high = shape;
  for (std::size_t at = 0; high.size() < rank; at += 2)
    high.insert(
        high.begin() + static_cast<std::ptrdiff_t>(at % (high.size() + 1)), 1);
  return high;
}

const ClauseCase* clause_case(std::string_view clause) {
  // A plan asks for each of its cases. To search the rows one by one took a
  // tenth of the time in which profiles are inferred.
  static const auto known = [] {
    std::unordered_map<std::string_view, const ClauseCase*> rows_by_clause;
    const auto add = [&](std::span<const ClauseCase> rows) {
      for (const ClauseCase& row : rows)
        rows_by_clause.emplace(row.clause, &row);
    };
    for (const auto& rows : kClauseCases) add(rows);
    for (const DrawnFamily& family : kDrawnFamilies) add(family.rows());
    return rows_by_clause;
  }();
  const auto found = known.find(clause);
  return found == known.end() ? nullptr : found->second;
}

std::string_view plain_clause(Op op, DType dtype, DType result) {
  for (const Clause& clause : spec_of(op).clauses)
    if (clause.status != ClauseStatus::kUnspecified &&
        OperandPool::of(op, dtype, result).has(clause.id))
      return clause.id;
  return {};
}

bool is_applicable(Op op, std::string_view variant, DType dtype, DType result,
                   std::string_view clause, const Profile& profile) {
  const ClauseCase* row = clause_case(clause);
  // Preconditions are judged through infer(), not through backends, unless the
  // profile defines the answer.
  if (clause_named(clause)->enforced_by == EnforcedBy::kInfer &&
      (row == nullptr || row->answered_by == nullptr ||
       !row->answered_by(profile)))
    return false;
  if (row == nullptr)
    return has_pool(op) && OperandPool::of(op, dtype, result).has(clause);
  if (row->on != nullptr && !row->on(spec_of(op))) return false;
  if (row->on_pair != nullptr && !row->on_pair(dtype, result)) return false;
  const bool adds = adds_terms(op, variant);
  const bool multiplies = multiplies_factors(op, variant);
  if (row->sums_and_products && !adds && !multiplies) return false;
  if (row->set_only && adds) return false;
  if (!row->variant.empty() && !lists_variant(row->variant, variant))
    return false;
  if (row->not_for_products && multiplies) return false;
  return row->dtypes.contains(dtype);
}

}  // namespace assay
