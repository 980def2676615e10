// Tested by tests/harness/clause_cases_test.cc.
#include "harness/clause_cases.h"

#include "harness/operand_pool.h"

namespace assay {
namespace {

constexpr DTypeSet kUnsigned = {DType::kUint4, DType::kUint8, DType::kUint16,
                                DType::kUint32, DType::kUint64};
constexpr DTypeSet kWithNan = kFloats | kComplexes;
constexpr SignatureSet kWriters =
    on({Signature::kUnary, Signature::kBinary, Signature::kWhere});
constexpr SignatureSet kMovers = on({Signature::kMovement});
constexpr SignatureSet kFillers = on({Signature::kPad, Signature::kCat});
constexpr SignatureSet kCopiers =
    on({Signature::kCopy, Signature::kAssign, Signature::kHost});

// Families' clauses first, then those of ops, in the order of the table.
constexpr ClauseCase kClauseCases[] = {
    {.clause = "elementwise.strided_operands"_clause, .every_layout = true},
    {.clause = "elementwise.every_element"_clause, .shape = CaseShape::kLadder},
    {.clause = "elementwise.high_rank"_clause, .shape = CaseShape::kHighRank},
    {.clause = "elementwise.operands_kept"_clause},
    {.clause = "elementwise.stray_writes"_clause, .shape = CaseShape::kLadder},
    {.clause = "elementwise.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "elementwise.rank_zero"_clause, .shape = CaseShape::kRankZero},
    {.clause = "elementwise.layout_invariance"_clause,
     .program = CaseProgram::kTwoLayouts},
    {.clause = "elementwise.repeatable"_clause, .program = CaseProgram::kTwice},
    {.clause = "elementwise.exact_alias"_clause,
     .program = CaseProgram::kAlias,
     .signatures = kWriters},

    {.clause = "reduction.strided_operands"_clause,
     .values = ValueKind::kExactSmall,
     .every_layout = true},
    {.clause = "reduction.axes"_clause, .values = ValueKind::kExactSmall},
    {.clause = "reduction.no_axes"_clause,
     .values = ValueKind::kExactSmall,
     .shape = CaseShape::kNoAxes,
     .signatures = on({Signature::kReduction}),
     .every_layout = true},
    {.clause = "reduction.empty_result"_clause,
     .shape = CaseShape::kEmptyResult},
    {.clause = "reduction.high_rank"_clause,
     .values = ValueKind::kExactSmall,
     .shape = CaseShape::kHighRank},
    {.clause = "reduction.operands_kept"_clause,
     .values = ValueKind::kExactSmall},
    {.clause = "reduction.stray_writes"_clause,
     .values = ValueKind::kExactSmall},
    {.clause = "reduction.repeatable"_clause,
     .values = ValueKind::kExactSmall,
     .program = CaseProgram::kTwice},

    {.clause = "sorting.strided_operands"_clause, .every_layout = true},
    {.clause = "sorting.axis"_clause},
    {.clause = "sorting.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "sorting.high_rank"_clause, .shape = CaseShape::kHighRank},
    {.clause = "sorting.operands_kept"_clause},
    {.clause = "sorting.stray_writes"_clause},
    {.clause = "sorting.repeatable"_clause, .program = CaseProgram::kTwice},

    {.clause = "movement.strided_operands"_clause, .every_layout = true},
    {.clause = "movement.metadata"_clause, .signatures = kMovers},
    {.clause = "movement.bits"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kPayloads},
    {.clause = "movement.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "movement.rank_zero"_clause,
     .shape = CaseShape::kRankZero,
     .signatures = on({Signature::kMovement, Signature::kPad})},
    {.clause = "movement.high_rank"_clause,
     .shape = CaseShape::kHighRank,
     .signatures = kMovers},
    {.clause = "movement.operands_kept"_clause, .signatures = kFillers},
    {.clause = "movement.stray_writes"_clause,
     .signatures = on({Signature::kCat})},

    {.clause = "conversion.strided_operands"_clause, .every_layout = true},
    {.clause = "conversion.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "conversion.operands_kept"_clause},
    {.clause = "conversion.stray_writes"_clause, .shape = CaseShape::kLadder},

    {.clause = "memory.strided_operands"_clause,
     .signatures = kCopiers,
     .every_layout = true},
    {.clause = "memory.bits"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kPayloads,
     .signatures = kCopiers},
    {.clause = "memory.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "memory.rank_zero"_clause, .shape = CaseShape::kRankZero},
    {.clause = "memory.high_rank"_clause, .shape = CaseShape::kHighRank},
    {.clause = "memory.operands_kept"_clause,
     .signatures = on({Signature::kCopy, Signature::kAssign})},

    {.clause = "reduce_sum.value"_clause},
    {.clause = "reduce_sum.wrap"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge},
    {.clause = "reduce_sum.empty"_clause, .shape = CaseShape::kEmptyAxis},
    {.clause = "reduce_sum.accuracy"_clause,
     .dtypes = kWithNan,
     .shape = CaseShape::kLongAxis},
    {.clause = "reduce_sum.long"_clause,
     .dtypes = {DType::kFloat32},
     .shape = CaseShape::kLongest},
    {.clause = "reduce_sum.nonfinite"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kInfinite},
    {.clause = "reduce_sum.signed_zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZeros},

    {.clause = "reduce_prod.value"_clause},
    {.clause = "reduce_prod.wrap"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge},
    {.clause = "reduce_prod.empty"_clause, .shape = CaseShape::kEmptyAxis},
    {.clause = "reduce_prod.nonfinite"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kInfinite},
    {.clause = "reduce_prod.range"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kExtreme},

    {.clause = "reduce_max.value"_clause},
    {.clause = "reduce_max.nan"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kNan},
    {.clause = "reduce_max.empty"_clause, .shape = CaseShape::kEmptyAxis},
    {.clause = "reduce_max.signed_zero"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kZeros},
    {.clause = "reduce_min.value"_clause},
    {.clause = "reduce_min.nan"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kNan},
    {.clause = "reduce_min.empty"_clause, .shape = CaseShape::kEmptyAxis},
    {.clause = "reduce_min.signed_zero"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kZeros},

    {.clause = "argmax.value"_clause},
    {.clause = "argmax.first_tie"_clause, .values = ValueKind::kTies},
    {.clause = "argmax.nan"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kNan},
    {.clause = "argmax.signed_zero"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kZerosAndOnes},
    {.clause = "argmax.unsigned"_clause,
     .dtypes = kUnsigned,
     .values = ValueKind::kBits},
    {.clause = "argmax.empty"_clause, .shape = CaseShape::kEmptyAxis},
    {.clause = "argmin.value"_clause},
    {.clause = "argmin.first_tie"_clause, .values = ValueKind::kTies},
    {.clause = "argmin.nan"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kNan},
    {.clause = "argmin.signed_zero"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kZeros},
    {.clause = "argmin.unsigned"_clause,
     .dtypes = kUnsigned,
     .values = ValueKind::kBits},
    {.clause = "argmin.empty"_clause, .shape = CaseShape::kEmptyAxis},

    {.clause = "associative_scan.value"_clause,
     .values = ValueKind::kExactSmall},
    {.clause = "associative_scan.wrap"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge,
     .sums_and_products = true},
    {.clause = "associative_scan.nan"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kNan},
    {.clause = "associative_scan.running"_clause,
     .dtypes = kNarrowFloats,
     .shape = CaseShape::kLadder,
     .sums_and_products = true},
    {.clause = "associative_scan.signed_zero"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kZeros},

    {.clause = "sort.value"_clause},
    {.clause = "sort.nan_last"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kNan},
    {.clause = "sort.permutation"_clause, .values = ValueKind::kBits},
    {.clause = "sort.unsigned"_clause,
     .dtypes = kUnsigned,
     .values = ValueKind::kBits},
    {.clause = "sort.complex"_clause,
     .dtypes = kComplexes,
     .values = ValueKind::kTies},
    {.clause = "sort.signed_zero"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kZerosAndOnes},
    {.clause = "argsort.value"_clause},
    {.clause = "argsort.nan_last"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kNan},
    {.clause = "argsort.permutation"_clause, .values = ValueKind::kBits},
    {.clause = "argsort.unsigned"_clause,
     .dtypes = kUnsigned,
     .values = ValueKind::kBits},
    {.clause = "argsort.complex"_clause,
     .dtypes = kComplexes,
     .values = ValueKind::kTies},
    {.clause = "argsort.ties"_clause, .values = ValueKind::kTies},

    {.clause = "expand.value"_clause},
    {.clause = "expand.strides"_clause},
    {.clause = "expand.zero_copy"_clause, .program = CaseProgram::kZeroCopy},
    {.clause = "reshape.value"_clause},
    {.clause = "reshape.zero_copy"_clause, .program = CaseProgram::kZeroCopy},
    {.clause = "reshape.may_copy"_clause, .program = CaseProgram::kMayCopy},
    {.clause = "permute.value"_clause},
    {.clause = "permute.zero_copy"_clause, .program = CaseProgram::kZeroCopy},
    {.clause = "shrink.value"_clause},
    {.clause = "shrink.zero_copy"_clause, .program = CaseProgram::kZeroCopy},
    {.clause = "flip.value"_clause},
    {.clause = "flip.zero_copy"_clause, .program = CaseProgram::kZeroCopy},
    {.clause = "pad.value"_clause, .values = ValueKind::kBoundary},
    {.clause = "pad.fresh"_clause, .program = CaseProgram::kFresh},
    {.clause = "cat.value"_clause},
    {.clause = "cat.empty_member"_clause, .shape = CaseShape::kEmptyAxis},

    {.clause = "buffer.metadata"_clause, .program = CaseProgram::kMetadata},
    {.clause = "full.value"_clause, .values = ValueKind::kBoundary},
    {.clause = "from_host.value"_clause, .values = ValueKind::kPayloads},
    {.clause = "to_host.value"_clause, .values = ValueKind::kPayloads},
    {.clause = "contiguous.value"_clause},
    {.clause = "contiguous.layout"_clause, .every_layout = true},
    {.clause = "contiguous.offset"_clause, .program = CaseProgram::kFresh},
    {.clause = "copy.value"_clause},
    {.clause = "copy.fresh"_clause, .program = CaseProgram::kFresh},
    {.clause = "assign.value"_clause},
    {.clause = "assign.neighbours"_clause, .program = CaseProgram::kNeighbours},
    {.clause = "assign.overlap"_clause, .program = CaseProgram::kOverlap},
    {.clause = "assign.repeated"_clause, .program = CaseProgram::kMetadata},
    {.clause = "view.metadata"_clause},
    {.clause = "dtype.metadata"_clause},
    {.clause = "context.owner"_clause},
};

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
  for (const ClauseCase& row : kClauseCases)
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
                   std::string_view clause) {
  const ClauseCase* row = clause_case(clause);
  if (row == nullptr)
    return has_pool(op) && OperandPool::of(op, dtype, result).has(clause);
  const Signature signature = spec_of(op).signature;
  if ((row->signatures >> static_cast<int>(signature) & 1) == 0) return false;
  if (row->sums_and_products && variant != "sum" && variant != "prod")
    return false;
  return row->dtypes.contains(dtype);
}

}  // namespace assay
