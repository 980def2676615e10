// Lists how the clauses of the quantization family and its ops are tested.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

// Says which quotients, or which integers, the elements of a case are.
enum class QuantizationCase : int {
  kInside,      // between the limits and not near a half
  kBeyond,      // beyond the limits, by little and by much
  kHalves,      // halfway between two integers; powers of two as scales
  kNearHalves,  // the same with other scales
  kInfinities,
  kNearZero,      // zeros of both signs, and quotients that round to 0
  kNan,           // some NaN
  kOverflow,      // products with the scale beyond the largest finite value
  kOneLarge,      // one element of each block is much larger than the others
  kZeroBlocks,    // every second block has only zeros, the first one too
  kSpoiltBlocks,  // every second block has a NaN or an infinity
  kTiny,          // scales below the normal numbers
};

inline constexpr ClauseCase kQuantizationClauseCases[] = {
    {.clause = "quantize.value"_clause, .least_cases = 6},
    {.clause = "quantize.clamped"_clause,
     .special = QuantizationCase::kBeyond,
     .least_cases = 4},
    {.clause = "quantize.half"_clause,
     .special = QuantizationCase::kHalves,
     .least_cases = 4},
    {.clause = "quantize.infinite"_clause,
     .special = QuantizationCase::kInfinities},
    {.clause = "quantize.negative_zero"_clause,
     .special = QuantizationCase::kNearZero},
    {.clause = "quantize.near_half"_clause,
     .special = QuantizationCase::kNearHalves},
    {.clause = "quantize.nan"_clause, .special = QuantizationCase::kNan},

    {.clause = "dequantize.value"_clause, .least_cases = 6},
    {.clause = "dequantize.overflow"_clause,
     .special = QuantizationCase::kOverflow},
    {.clause = "dequantize.dtype"_clause},

    {.clause = "quantize_dynamic.value"_clause, .least_cases = 6},
    {.clause = "quantize_dynamic.half"_clause,
     .special = QuantizationCase::kHalves,
     .least_cases = 4},
    {.clause = "quantize_dynamic.every_term"_clause,
     .special = QuantizationCase::kOneLarge,
     .least_cases = 4},
    {.clause = "quantize_dynamic.zeros"_clause,
     .special = QuantizationCase::kZeroBlocks},
    {.clause = "quantize_dynamic.blocks_apart"_clause,
     .variant = "block",
     .special = QuantizationCase::kSpoiltBlocks},
    {.clause = "quantize_dynamic.near_half"_clause,
     .special = QuantizationCase::kNearHalves},
    {.clause = "quantize_dynamic.nonfinite"_clause,
     .special = QuantizationCase::kSpoiltBlocks},
    {.clause = "quantize_dynamic.scale_range"_clause,
     .special = QuantizationCase::kTiny},

    {.clause = "quantization.strided_operands"_clause, .every_layout = true},
    {.clause = "quantization.box"_clause, .variant = "block", .least_cases = 6},
    {.clause = "quantization.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "quantization.high_rank"_clause, .shape = CaseShape::kHighRank},
    {.clause = "quantization.operands_kept"_clause},
    {.clause = "quantization.stray_writes"_clause},
    {.clause = "quantization.repeatable"_clause,
     .program = CaseProgram::kTwice},
};

}  // namespace assay
