// Finds the row of a clause, and decides from the row and the profile which
// cells it applies to.
// Tested by tests/harness/families/clause_cases_test.cc.
#include "harness/families/clause_cases.h"

#include <span>

#include "harness/families/clause_rows_fourier.h"
#include "harness/families/clause_rows_indexing.h"
#include "harness/families/clause_rows_linalg.h"
#include "harness/families/clause_rows_ops.h"
#include "harness/operands/operand_pool.h"

namespace assay {
namespace {

constexpr std::span<const ClauseCase> kClauseCases[] = {
    kFamilyClauseCases, kOpClauseCases, kIndexingClauseCases,
    kFourierClauseCases, kLinalgClauseCases};

// Returns whether the profile defines the answer to a call that breaks this
// precondition.
bool is_answered_for(std::string_view clause, const Profile& profile) {
  const bool wraps = profile.is("gather.negative=wrap"_policy);
  if (clause == "gather.range")
    return wraps || !profile.is("gather.out_of_range=precondition"_policy);
  if (clause == "scatter.range")
    return wraps || !profile.is("scatter.out_of_range=precondition"_policy);
  return false;
}

// Returns whether the op cannot do what its family's clause is about: shrink
// keeps at least one element, and from_host sees only a count.
constexpr Op kShrink = "shrink"_op;
constexpr Op kFromHost = "from_host"_op;
bool is_beside_the_point(Op op, std::string_view clause) {
  if (op == kShrink) return clause == "movement.empty";
  return op == kFromHost &&
         (clause == "memory.strided_operands" || clause == "memory.high_rank");
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
  for (const auto& rows : kClauseCases)
    for (const ClauseCase& row : rows)
      if (row.clause == clause) return &row;
  return nullptr;
}

bool has_pool(Op op) {
  return family_of(op).name == "elementwise" || op == "cast"_op;
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
  // Preconditions are judged through infer(), not through backends.
  if (clause_named(clause)->enforced_by == EnforcedBy::kInfer &&
      !is_answered_for(clause, profile))
    return false;
  const ClauseCase* row = clause_case(clause);
  if (row == nullptr)
    return has_pool(op) && OperandPool::of(op, dtype, result).has(clause);
  if (is_beside_the_point(op, clause)) return false;
  if (row->on != nullptr && !row->on(spec_of(op))) return false;
  if (row->sums_and_products && variant != "sum" && variant != "prod" &&
      variant != "add")
    return false;
  if (variant == "add" && is_about_set(clause)) return false;
  // The factors decide the sign of a product, so the clause does not apply.
  if (variant == "prod" && clause == "associative_scan.signed_zero")
    return false;
  return row->dtypes.contains(dtype);
}

}  // namespace assay
