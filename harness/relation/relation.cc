// Decides from an op's signature and accuracy class which relations apply to it
// and which clause binds them.
// Tested by tests/harness/relation/relation_test.cc.
#include "harness/relation/relation.h"

#include <algorithm>
#include <string>

#include "harness/families/clause_cases.h"
#include "harness/relation/inverse_rows.h"
#include "spec/cells.h"

namespace assay {
namespace {

constexpr DTypeSet kGated = {DType::kFloat16, DType::kBfloat16, DType::kFloat32,
                             DType::kFloat64};

bool is_elementwise(Op op) { return family_of(op).name == "elementwise"; }

// Returns whether elements can be moved together: samples tell which of them
// are open only for ops with a pool, and other elementwise ops may take
// operands of rank 0.
bool is_by_element(Op op) { return is_elementwise(op) && has_pool(op); }

// Returns whether relations can call the op: all ops except those that make
// tensors from nothing and those that are never invoked. Pairs of dtypes that
// convert refuses give no results to compare.
bool is_callable(const Cell& cell) {
  if (cell.op == "convert"_op && !may_convert(cell.dtype, cell.result))
    return false;
  const Signature& signature = spec_of(cell.op).signature;
  return signature.is_executed() && !signature.operands.empty();
}

// Returns whether two operands of the op may be one tensor, because they have
// the same dtype.
bool may_share_operands(const Cell& cell) {
  const auto& operands = spec_of(cell.op).signature.operands;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].is_list) return true;
    for (std::size_t j = 0; j < i; ++j)
      if (dtype_by(operands[i].role, cell) == dtype_by(operands[j].role, cell))
        return true;
  }
  return false;
}

// Whether the op has cells of other dtypes, or roles fix every dtype.
bool has_other_dtypes(Op op) {
  const auto& operands = spec_of(op).signature.operands;
  return std::any_of(operands.begin(), operands.end(),
                     [](const Argument& x) { return x.role == Role::kCell; });
}

// Whether nearly every dtype makes a pair with every other.
bool has_many_pairs(Op op) { return family_of(op).name == "conversion"; }

Tolerance accuracy_row_of(const Cell& cell) {
  return tolerance_of(*variant_named(spec_of(cell.op), cell.variant),
                      cell.dtype);
}
Accuracy accuracy_of(const Cell& cell) {
  return accuracy_row_of(cell).accuracy;
}

// Returns whether the contract gives the result bit for bit if all partial sums
// and products are exact, as they are for the operands of layout.
bool is_exact_on_small(const Cell& cell) {
  const Tolerance row = accuracy_row_of(cell);
  return (row.accuracy == Accuracy::kConditionAware && row.bound == 0) ||
         row.accuracy == Accuracy::kProduct;
}

// Returns whether results are judged by bounds on slices or matrices. Two
// correct results may then differ within these bounds.
bool is_judged_by_norm(const Cell& cell) {
  const Accuracy accuracy = accuracy_of(cell);
  return accuracy == Accuracy::kFft || accuracy == Accuracy::kResidual;
}

// Returns whether the contract gives every result bit for bit, apart from what
// an element's own clause leaves open.
bool is_exact(const Cell& cell) {
  const Accuracy accuracy = accuracy_of(cell);
  return accuracy == Accuracy::kExact || accuracy == Accuracy::kBits ||
         accuracy == Accuracy::kCorrectlyRounded;
}

// Returns whether the relation is about what a subject remembers from call to
// call.
bool is_of_state(Relation relation) {
  switch (relation) {
    case Relation::kRepeat:
    case Relation::kSameTensor:
    case Relation::kNewContents:
    case Relation::kOtherDTypes:
    case Relation::kKept:
    case Relation::kContexts:
    case Relation::kThreads:
      return true;
    default:
      return false;
  }
}

bool may_concat(const Cell& cell) {
  if (is_by_element(cell.op)) return true;
  const OpSpec& spec = spec_of(cell.op);
  if (!spec.has(Law::kConcatenates)) return false;
  return is_exact(cell) ||
         (spec.has(Law::kSumsProducts) && is_real(cell.dtype));
}

// Returns whether an inverse op undoes the cell. Pairs of dtypes must have one
// precision, because the way through a narrower one rounds.
bool may_round_trip(const Cell& cell) {
  const OpSpec& spec = spec_of(cell.op);
  if (!spec.has(Law::kHasInverse)) return false;
  return spec.pair_need == nullptr ||
         spec.pair_need(cell.dtype, cell.result, Need::kRequired) ==
             Need::kRequired;
}

std::string_view clause_or_nothing(const std::string& id) {
  const Clause* clause = clause_named(id);
  return clause == nullptr ? std::string_view() : clause->id;
}

std::string_view value_clause(const Cell& cell) {
  if (has_pool(cell.op)) return plain_clause(cell.op, cell.dtype, cell.result);
  return clause_or_nothing(std::string(name_of(cell.op)) + ".value");
}

}  // namespace

bool is_related(Relation relation, const Cell& cell) {
  switch (relation) {
    case Relation::kNone:
      return false;
    case Relation::kLayout:
      return is_callable(cell);
    case Relation::kPosition:
      return is_by_element(cell.op);
    case Relation::kConcat:
      return may_concat(cell);
    case Relation::kSwap:
      return spec_of(cell.op).has(Law::kCommutes);
    case Relation::kIdempotence:
      return spec_of(cell.op).has(Law::kIsIdempotent) &&
             (!is_complex(cell.dtype) || !is_elementwise(cell.op));
    case Relation::kRoundTrip:
      return may_round_trip(cell);
    case Relation::kRepeat:
      return is_callable(cell);
    case Relation::kBatch:
      return spec_of(cell.op).has(Law::kBatches);
    case Relation::kAccuracy:
      return spec_of(cell.op).has(Law::kSumsProducts) &&
             kGated.contains(cell.dtype);
    case Relation::kSameTensor:
      return may_share_operands(cell);
    case Relation::kNewContents:
      return is_callable(cell);
    case Relation::kOtherDTypes:
      // There are hundreds of pairs of casts, so only those to and from float32
      // are tested.
      return is_callable(cell) && has_other_dtypes(cell.op) &&
             (!has_many_pairs(cell.op) || cell.dtype == DType::kFloat32 ||
              cell.result == DType::kFloat32);
    case Relation::kKept:
      return is_callable(cell) && is_leading(cell);
    case Relation::kContexts:
    case Relation::kThreads:
      return is_callable(cell) && is_leading(cell);
    case Relation::kContraction:
      return cell.op == "einsum"_op && cell.variant.empty();
    case Relation::kPlan:
      return cell.op == "fusion"_op;
  }
  return false;
}

std::string_view binding_clause(Relation relation, const Cell& cell,
                                const Profile& profile) {
  const std::string family(family_of(cell.op).name);
  if (relation == Relation::kKept)
    for (const std::string& owner : {std::string(name_of(cell.op)), family})
      if (const auto clause = clause_or_nothing(owner + ".fresh");
          !clause.empty())
        return clause;
  if (is_of_state(relation)) {
    const auto clause = clause_or_nothing(family + ".repeatable");
    if (!clause.empty()) return clause;
  }
  if (relation == Relation::kLayout && is_elementwise(cell.op))
    return "elementwise.layout_invariance"_clause;
  if (relation == Relation::kAccuracy) return {};
  // Another profile may leave open what nx decides.
  if (profile.name != kNx.name) return {};
  if (relation == Relation::kContraction) return value_clause(cell);
  if (relation == Relation::kPlan)
    return is_integer(cell.dtype) ? "fusion.exact_bits"_clause
                                  : "fusion.local"_clause;
  if (relation == Relation::kRoundTrip)
    return row_for(cell.op, kInverseRows).clause;
  if (is_exact(cell)) return value_clause(cell);
  if (relation == Relation::kLayout &&
      (is_exact_on_small(cell) || is_judged_by_norm(cell)))
    return value_clause(cell);
  if (relation == Relation::kConcat)
    return clause_or_nothing(std::string(name_of(cell.op)) + ".accuracy");
  return {};
}

bool is_of_standard(Relation relation) {
  return relation == Relation::kLayout || relation == Relation::kPosition ||
         is_of_state(relation);
}

bool is_leading(const Cell& cell) {
  const DTypeSet dtypes =
      variant_named(spec_of(cell.op), cell.variant)->dtypes();
  constexpr DType kLeading[] = {DType::kFloat32, DType::kInt32,
                                DType::kComplex64, DType::kBool};
  const auto* leading =
      std::find_if(std::begin(kLeading), std::end(kLeading),
                   [&](DType dtype) { return dtypes.contains(dtype); });
  if (leading == std::end(kLeading) || cell.dtype != *leading) return false;
  const OpSpec& spec = spec_of(cell.op);
  if (!spec.signature.is_paired()) return true;
  if (cell.op == "convert"_op) return cell.result == DType::kFloat64;
  if (has_many_pairs(cell.op)) return cell.result == DType::kInt32;
  return spec.pair_need(cell.dtype, cell.result, Need::kRequired) ==
         Need::kRequired;
}

int most_cases(Relation relation, const Cell& cell) {
  switch (relation) {
    case Relation::kAccuracy:
      return 4;
    case Relation::kContraction:
    case Relation::kPlan:
      return 6;
    case Relation::kLayout:
      // There are hundreds of pairs of casts.
      if (is_leading(cell)) return 3;
      return has_many_pairs(cell.op) ? 1 : 2;
    case Relation::kPosition:
      return 2;
    case Relation::kRepeat:
      // The second case makes many calls.
      return is_leading(cell) ? 2 : 1;
    case Relation::kConcat:
    case Relation::kSwap:
    case Relation::kIdempotence:
    case Relation::kRoundTrip:
    case Relation::kBatch:
      return 3;
    default:
      return 1;
  }
}

}  // namespace assay
