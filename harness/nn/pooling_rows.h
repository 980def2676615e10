// Lists how the clauses of the pooling family and its ops are tested: with
// which dtypes, values, shapes and programs.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

// Says what is special about the windows or bins of a case.
enum class PoolCase : int {
  kPlain,
  kPadded,  // padding, and only negative elements
  kDilation,
  kFlat,       // spatial extents that differ
  kNan,        // a NaN at each position of a window in turn
  kBelow,      // windows that hold only -inf
  kNoElement,  // windows wholly in the padding
  kLeftOver,   // positions after the last whole window
  kCeil,       // a last window that is not whole
  kCeilStart,  // a last window that would start after the operand
  kZeroKernel,
  kZeroStride,
  kDivisor,    // padding that counts or does not
  kLong,       // a window of 4096 ones
  kManyTerms,  // windows of hundreds of elements
  kOverlap,
  kGaps,
  kBins,  // bins of different extents
  kGlobal,
  kIdentity,
};

// Tell ops of the family apart.
constexpr bool has_windows(const OpSpec& op) {
  return op.has(AttributeKey::kKernelSize);
}
constexpr bool is_pool_gradient(const OpSpec& op) {
  return op.signature.types == types_of_pool_gradient;
}
constexpr bool counts_windows(const OpSpec& op) {
  return has_windows(op) && !is_pool_gradient(op);
}
constexpr bool gives_indices(const OpSpec& op) {
  return op.has(AttributeKey::kIndexDType);
}
constexpr bool sums_pools(const OpSpec& op) {
  return is_judged_by(op.variants[0], Accuracy::kConditionAware);
}

inline constexpr ValueKind kSmallTerms = ValueKind::kExactSmall;

inline constexpr ClauseCase kPoolingClauseCases[] = {
    {.clause = "max_pool.value"_clause, .values = ValueKind::kNeighbours},
    {.clause = "max_pool.every_term"_clause, .values = ValueKind::kNeighbours},
    {.clause = "max_pool.padding"_clause, .special = PoolCase::kPadded},
    {.clause = "max_pool.dilation"_clause, .special = PoolCase::kDilation},
    {.clause = "max_pool.nan"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kNan,
     .special = PoolCase::kNan},
    {.clause = "max_pool.negative_infinity"_clause,
     .dtypes = kFloats,
     .special = PoolCase::kBelow},
    {.clause = "max_pool.bits"_clause, .values = ValueKind::kBoundary},
    {.clause = "max_pool.no_element"_clause, .special = PoolCase::kNoElement},
    {.clause = "max_pool.zero_kernel"_clause, .special = PoolCase::kZeroKernel},
    {.clause = "max_pool.zero_stride"_clause, .special = PoolCase::kZeroStride},
    {.clause = "max_pool.signed_zero"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kZeros},

    {.clause = "max_pool_with_indices.value"_clause,
     .values = ValueKind::kNeighbours},
    {.clause = "max_pool_with_indices.every_term"_clause,
     .values = ValueKind::kNeighbours},
    {.clause = "max_pool_with_indices.flat_index"_clause,
     .special = PoolCase::kFlat},
    {.clause = "max_pool_with_indices.padding"_clause,
     .special = PoolCase::kPadded},
    {.clause = "max_pool_with_indices.dilation"_clause,
     .special = PoolCase::kDilation},
    {.clause = "max_pool_with_indices.first_tie"_clause,
     .values = ValueKind::kTies},
    {.clause = "max_pool_with_indices.nan"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kNan,
     .special = PoolCase::kNan},
    {.clause = "max_pool_with_indices.nan_index"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kNan,
     .special = PoolCase::kNan},
    {.clause = "max_pool_with_indices.negative_infinity"_clause,
     .dtypes = kFloats,
     .special = PoolCase::kBelow},
    {.clause = "max_pool_with_indices.bits"_clause,
     .values = ValueKind::kBoundary},
    {.clause = "max_pool_with_indices.no_element"_clause,
     .special = PoolCase::kNoElement},
    {.clause = "max_pool_with_indices.zero_kernel"_clause,
     .special = PoolCase::kZeroKernel},
    {.clause = "max_pool_with_indices.zero_stride"_clause,
     .special = PoolCase::kZeroStride},

    {.clause = "max_pool_backward.value"_clause, .values = kSmallTerms},
    {.clause = "max_pool_backward.overlap"_clause,
     .values = kSmallTerms,
     .special = PoolCase::kOverlap},
    {.clause = "max_pool_backward.uncovered"_clause,
     .values = kSmallTerms,
     .special = PoolCase::kGaps},
    {.clause = "max_pool_backward.every_term"_clause, .values = kSmallTerms},
    {.clause = "max_pool_backward.no_element"_clause,
     .values = kSmallTerms,
     .special = PoolCase::kNoElement},
    {.clause = "max_pool_backward.wrap"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge,
     .special = PoolCase::kOverlap},
    {.clause = "max_pool_backward.nonfinite"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kInfinite,
     .special = PoolCase::kOverlap},
    {.clause = "max_pool_backward.shape_only"_clause, .values = kSmallTerms},
    {.clause = "max_pool_backward.signed_zero"_clause,
     .dtypes = kFloats,
     .values = ValueKind::kZeros},
    {.clause = "max_pool_backward.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme,
     .special = PoolCase::kOverlap},

    {.clause = "avg_pool.value"_clause, .values = kSmallTerms},
    {.clause = "avg_pool.divisor"_clause, .special = PoolCase::kDivisor},
    {.clause = "avg_pool.divisor_clipped"_clause, .special = PoolCase::kCeil},
    {.clause = "avg_pool.every_term"_clause, .values = kSmallTerms},
    {.clause = "avg_pool.nonfinite"_clause, .values = ValueKind::kInfinite},
    {.clause = "avg_pool.long"_clause, .special = PoolCase::kLong},
    {.clause = "avg_pool.zero_kernel"_clause, .special = PoolCase::kZeroKernel},
    {.clause = "avg_pool.zero_stride"_clause, .special = PoolCase::kZeroStride},
    {.clause = "avg_pool.signed_zero"_clause, .values = ValueKind::kZeros},
    {.clause = "avg_pool.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme},

    {.clause = "avg_pool_backward.value"_clause, .values = kSmallTerms},
    {.clause = "avg_pool_backward.same_divisor"_clause,
     .special = PoolCase::kCeil},
    {.clause = "avg_pool_backward.overlap"_clause,
     .values = kSmallTerms,
     .special = PoolCase::kOverlap},
    {.clause = "avg_pool_backward.uncovered"_clause,
     .values = kSmallTerms,
     .special = PoolCase::kGaps},
    {.clause = "avg_pool_backward.every_term"_clause, .values = kSmallTerms},
    {.clause = "avg_pool_backward.nonfinite"_clause,
     .values = ValueKind::kInfinite,
     .special = PoolCase::kOverlap},
    {.clause = "avg_pool_backward.shape_only"_clause, .values = kSmallTerms},
    {.clause = "avg_pool_backward.signed_zero"_clause,
     .values = ValueKind::kZeros},
    {.clause = "avg_pool_backward.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme,
     .special = PoolCase::kOverlap},

    {.clause = "adaptive_avg_pool.value"_clause, .values = kSmallTerms},
    {.clause = "adaptive_avg_pool.bins"_clause, .special = PoolCase::kBins},
    {.clause = "adaptive_avg_pool.global"_clause, .special = PoolCase::kGlobal},
    {.clause = "adaptive_avg_pool.identity"_clause,
     .values = ValueKind::kExtreme,
     .special = PoolCase::kIdentity},
    {.clause = "adaptive_avg_pool.every_term"_clause, .values = kSmallTerms},
    {.clause = "adaptive_avg_pool.nonfinite"_clause,
     .values = ValueKind::kInfinite},
    {.clause = "adaptive_avg_pool.long"_clause, .special = PoolCase::kLong},
    {.clause = "adaptive_avg_pool.signed_zero"_clause,
     .values = ValueKind::kZeros},
    {.clause = "adaptive_avg_pool.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme},

    {.clause = "adaptive_avg_pool_backward.value"_clause,
     .values = kSmallTerms},
    {.clause = "adaptive_avg_pool_backward.overlap"_clause,
     .special = PoolCase::kBins},
    {.clause = "adaptive_avg_pool_backward.every_term"_clause,
     .values = kSmallTerms},
    {.clause = "adaptive_avg_pool_backward.nonfinite"_clause,
     .values = ValueKind::kInfinite,
     .special = PoolCase::kBins},
    {.clause = "adaptive_avg_pool_backward.shape_only"_clause,
     .values = kSmallTerms},
    {.clause = "adaptive_avg_pool_backward.signed_zero"_clause,
     .values = ValueKind::kZeros},
    {.clause = "adaptive_avg_pool_backward.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme,
     .special = PoolCase::kBins},

    {.clause = "pooling.count"_clause,
     .values = kSmallTerms,
     .on = counts_windows,
     .special = PoolCase::kLeftOver},
    {.clause = "pooling.ceil_mode"_clause,
     .values = kSmallTerms,
     .on = counts_windows,
     .special = PoolCase::kCeil},
    {.clause = "pooling.ceil_start"_clause,
     .values = kSmallTerms,
     .on = counts_windows,
     .special = PoolCase::kCeilStart},
    {.clause = "pooling.index_dtype"_clause, .on = gives_indices},
    {.clause = "pooling.accumulator"_clause,
     .dtypes = kHalves,
     .on = sums_pools,
     .special = PoolCase::kManyTerms},
    {.clause = "pooling.strided_operands"_clause,
     .values = kSmallTerms,
     .every_layout = true},
    {.clause = "pooling.empty"_clause,
     .values = kSmallTerms,
     .shape = CaseShape::kEmpty},
    {.clause = "pooling.operands_kept"_clause, .values = kSmallTerms},
    {.clause = "pooling.stray_writes"_clause, .values = kSmallTerms},
    {.clause = "pooling.repeatable"_clause,
     .values = kSmallTerms,
     .program = CaseProgram::kTwice},
};

}  // namespace assay
