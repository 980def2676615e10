// Lists how the clauses of the activation family and its ops are tested, and
// with which elements where the kind of the values does not suffice.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include <cmath>

#include "harness/families/clause_rows/row_parts.h"

namespace assay {

// Returns whether the op says itself what becomes of NaN.
constexpr bool leaves_nan_to_family(const OpSpec& op) {
  for (const Clause& clause : op.clauses) {
    const std::string_view aspect = clause.id.substr(clause.id.find('.') + 1);
    if (aspect == "nan" || aspect == "nan_output") return false;
  }
  return true;
}
// Returns whether the op computes in several steps, so that the accumulator
// matters.
constexpr bool is_judged_by_scale(const OpSpec& op) {
  return op.variants[0].accuracy[0].accuracy == Accuracy::kConditionAware;
}

inline constexpr ClauseCase kActivationClauseCases[] = {
    {.clause = "relu.value"_clause},
    {.clause = "relu.nan"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kNan},
    {.clause = "relu.bits"_clause, .values = ValueKind::kBits},
    {.clause = "relu.signed_zero"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kZeros},
    {.clause = "relu_backward.value"_clause},
    {.clause = "relu_backward.nan_output"_clause},
    {.clause = "relu_backward.masked_grad"_clause},
    {.clause = "leaky_relu.value"_clause},
    {.clause = "leaky_relu.positive_bits"_clause, .values = ValueKind::kBits},
    {.clause = "leaky_relu.signed_zero"_clause, .values = ValueKind::kZeros},
    {.clause = "prelu.value"_clause},
    {.clause = "prelu.positive_bits"_clause, .values = ValueKind::kBits},
    {.clause = "prelu.signed_zero"_clause, .values = ValueKind::kZeros},
    {.clause = "prelu.at_zero"_clause, .values = ValueKind::kZeros},
    {.clause = "gelu.value"_clause},
    {.clause = "gelu.infinity"_clause},
    {.clause = "gelu.range"_clause},
    {.clause = "gelu.minus_infinity"_clause},
    {.clause = "gelu_backward.value"_clause},
    {.clause = "gelu_backward.range"_clause},
    {.clause = "gelu_backward.infinity"_clause, .values = ValueKind::kInfinite},
    {.clause = "sigmoid.value"_clause},
    {.clause = "sigmoid.saturated"_clause},
    {.clause = "sigmoid.no_overflow"_clause},
    {.clause = "sigmoid_backward.value"_clause},
    {.clause = "sigmoid_backward.outside"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme},
    {.clause = "hard_sigmoid.value"_clause},
    {.clause = "hard_sigmoid.clamped"_clause},
    {.clause = "hard_sigmoid.undefined"_clause, .values = ValueKind::kInfinite},
    {.clause = "log_sigmoid.value"_clause},
    {.clause = "log_sigmoid.no_overflow"_clause},
    {.clause = "log_sigmoid.infinity"_clause},
    {.clause = "log_sigmoid.below_zero"_clause},
    {.clause = "log_sigmoid_backward.value"_clause},

    {.clause = "softmax.value"_clause},
    {.clause = "softmax.shifted"_clause},
    {.clause = "softmax.nan"_clause, .values = ValueKind::kNan},
    {.clause = "softmax.negative_infinity"_clause},
    {.clause = "softmax.slices_apart"_clause},
    {.clause = "softmax.every_term"_clause, .least_cases = 4},
    {.clause = "softmax.unit_range"_clause},
    {.clause = "softmin.value"_clause},
    {.clause = "softmin.shifted"_clause},
    {.clause = "softmin.nan"_clause, .values = ValueKind::kNan},
    {.clause = "softmin.infinity"_clause},
    {.clause = "softmin.slices_apart"_clause},
    {.clause = "softmin.every_term"_clause, .least_cases = 4},
    {.clause = "softmin.unit_range"_clause},
    {.clause = "log_softmax.value"_clause},
    {.clause = "log_softmax.shifted"_clause},
    {.clause = "log_softmax.nan"_clause, .values = ValueKind::kNan},
    {.clause = "log_softmax.negative_infinity"_clause},
    {.clause = "log_softmax.slices_apart"_clause},
    {.clause = "log_softmax.every_term"_clause, .least_cases = 4},
    {.clause = "log_softmax.below_zero"_clause},

    {.clause = "activation.strided_operands"_clause, .every_layout = true},
    {.clause = "activation.nan"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kNan,
     .on = leaves_nan_to_family},
    {.clause = "activation.accumulator"_clause,
     .dtypes = kHalves,
     .on = is_judged_by_scale},
    {.clause = "activation.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "activation.high_rank"_clause, .shape = CaseShape::kHighRank},
    {.clause = "activation.operands_kept"_clause},
    {.clause = "activation.stray_writes"_clause},
    {.clause = "activation.repeatable"_clause, .program = CaseProgram::kTwice},
    {.clause = "activation.signed_zero"_clause,
     .values = ValueKind::kZeros,
     .on = is_judged_by_scale},
    {.clause = "activation.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme,
     .on = is_judged_by_scale},
};

}  // namespace assay
