// Tested by tests/harness/relation_test.cc.
#include "harness/relation.h"

#include <algorithm>
#include <string>

#include "harness/clause_cases.h"

namespace assay {
namespace {

constexpr Op kSwapped[] = {"add"_op, "mul"_op, "max"_op,   "min"_op,  "and"_op,
                           "or"_op,  "xor"_op, "cmpeq"_op, "cmpne"_op};
constexpr Op kIdempotent[] = {"abs"_op,   "sign"_op,  "trunc"_op, "ceil"_op,
                              "floor"_op, "round"_op, "max"_op,   "min"_op,
                              "and"_op,   "or"_op,    "sort"_op};
constexpr Op kConcatenated[] = {"reduce_sum"_op, "reduce_prod"_op,
                                "reduce_max"_op, "reduce_min"_op};
constexpr DTypeSet kGated = {DType::kFloat16, DType::kBfloat16, DType::kFloat32,
                             DType::kFloat64};

template <typename List>
bool is_among(const List& ops, Op op) {
  return std::find(std::begin(ops), std::end(ops), op) != std::end(ops);
}

bool is_elementwise(Op op) { return family_of(op).name == "elementwise"; }

// Whether relations know how to call the op.
bool is_callable(const Cell& cell) {
  if (is_elementwise(cell.op)) return true;
  switch (spec_of(cell.op).signature) {
    case Signature::kReduction:
    case Signature::kArgReduction:
    case Signature::kScan:
    case Signature::kSort:
    case Signature::kArgsort:
    case Signature::kMatmul:
    case Signature::kFft:
    case Signature::kRfft:
    case Signature::kSolve:
      return true;
    default:
      return false;
  }
}

Accuracy accuracy_of(const Cell& cell) {
  return tolerance_of(*variant_named(spec_of(cell.op), cell.variant),
                      cell.dtype)
      .accuracy;
}

// Whether the contract gives every result bit for bit, up to what an element's
// own clause leaves open.
bool is_exact(const Cell& cell) {
  const Accuracy accuracy = accuracy_of(cell);
  return accuracy == Accuracy::kExact || accuracy == Accuracy::kBits ||
         accuracy == Accuracy::kCorrectlyRounded;
}

bool may_concat(const Cell& cell) {
  if (is_elementwise(cell.op)) return true;
  if (!is_among(kConcatenated, cell.op)) return false;
  constexpr Op kSum = "reduce_sum"_op;
  return is_exact(cell) || (cell.op == kSum && is_real(cell.dtype));
}

bool may_round_trip(const Cell& cell) {
  constexpr Op kFold = "fold"_op;
  constexpr Op kFft = "fft"_op;
  constexpr Op kRfft = "rfft"_op;
  if (cell.op == kRfft)
    return (cell.dtype == DType::kFloat32) ==
           (cell.result == DType::kComplex64);
  return cell.op == kFold || cell.op == kFft;
}

bool is_batched(Op op) {
  const Signature signature = spec_of(op).signature;
  return signature == Signature::kMatmul || signature == Signature::kFft ||
         signature == Signature::kRfft || signature == Signature::kSolve ||
         signature == Signature::kReduction || signature == Signature::kScan;
}

std::string_view clause_or_nothing(const std::string& id) {
  const Clause* clause = clause_named(id);
  return clause == nullptr ? std::string_view() : clause->id;
}

std::string_view value_clause(const Cell& cell) {
  if (has_pool(cell.op)) return plain_clause(cell.op, cell.dtype, cell.result);
  return clause_or_nothing(std::string(name_of(cell.op)) + ".value");
}

std::string_view round_trip_clause(Op op) {
  constexpr Op kFold = "fold"_op;
  constexpr Op kFft = "fft"_op;
  if (op == kFold) return "fold.overlap"_clause;
  return op == kFft ? "ifft.not_normalised"_clause
                    : "irfft.not_normalised"_clause;
}

}  // namespace

bool is_related(Relation relation, const Cell& cell) {
  constexpr Op kSort = "sort"_op;
  switch (relation) {
    case Relation::kNone:
      return false;
    case Relation::kLayout:
      // Equal elements may come in any order.
      return is_callable(cell) &&
             spec_of(cell.op).signature != Signature::kArgsort;
    case Relation::kPosition:
      return is_elementwise(cell.op);
    case Relation::kConcat:
      return may_concat(cell);
    case Relation::kSwap:
      return is_among(kSwapped, cell.op);
    case Relation::kIdempotence:
      return is_among(kIdempotent, cell.op) &&
             (!is_complex(cell.dtype) || cell.op == kSort);
    case Relation::kRoundTrip:
      return may_round_trip(cell);
    case Relation::kRepeat:
      return is_callable(cell);
    case Relation::kBatch:
      return is_batched(cell.op);
    case Relation::kAccuracy:
      return (cell.op == "reduce_sum"_op || cell.op == "matmul"_op) &&
             kGated.contains(cell.dtype);
  }
  return false;
}

std::string_view binding_clause(Relation relation, const Cell& cell,
                                const Profile& profile) {
  const std::string family(family_of(cell.op).name);
  if (relation == Relation::kRepeat)
    return clause_or_nothing(family + ".repeatable");
  if (relation == Relation::kLayout && is_elementwise(cell.op))
    return "elementwise.layout_invariance"_clause;
  if (relation == Relation::kAccuracy) return {};
  // Another profile may leave open what follows from the values of nx.
  if (profile.name != kNx.name) return {};
  if (relation == Relation::kRoundTrip) return round_trip_clause(cell.op);
  if (is_exact(cell)) return value_clause(cell);
  if (relation == Relation::kConcat && cell.op == "reduce_sum"_op)
    return "reduce_sum.accuracy"_clause;
  return {};
}

int most_cases(Relation relation) {
  return relation == Relation::kAccuracy ? 4 : 3;
}

}  // namespace assay
