// Lists how the clauses of the resampling family are tested: with which
// dtypes, variants, values, shapes and programs. Sizes, positions and elements
// follow from the aspect of the clause.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"
#include "harness/families/drawn_call.h"

namespace assay {

inline constexpr std::string_view kComputedModes = "bilinear bicubic lanczos3";
inline constexpr std::string_view kMovingModes = "nearest nearest_exact";

inline constexpr ClauseCase kResamplingClauseCases[] = {
    {.clause = "interpolate.value"_clause, .least_cases = 6},
    {.clause = "interpolate.nearest"_clause, .variant = "nearest"},
    {.clause = "interpolate.nearest_exact"_clause, .variant = "nearest_exact"},
    {.clause = "interpolate.nearest_alike"_clause, .variant = kMovingModes},
    {.clause = "interpolate.bits"_clause,
     .values = ValueKind::kBoundary,
     .variant = kMovingModes},
    {.clause = "interpolate.align_corners"_clause, .variant = kComputedModes},
    {.clause = "interpolate.half_pixels"_clause, .variant = kComputedModes},
    {.clause = "interpolate.bicubic"_clause, .variant = "bicubic"},
    {.clause = "interpolate.lanczos3"_clause, .variant = "lanczos3"},
    {.clause = "interpolate.identity"_clause},
    {.clause = "interpolate.constant"_clause, .variant = kComputedModes},
    {.clause = "interpolate.border"_clause, .variant = kComputedModes},
    {.clause = "interpolate.axes_apart"_clause},
    {.clause = "interpolate.corners"_clause, .variant = kComputedModes},
    {.clause = "interpolate.no_antialias"_clause},
    {.clause = "interpolate.nonfinite_tap"_clause, .variant = kComputedModes},
    {.clause = "interpolate.breakpoint"_clause, .variant = kMovingModes},
    {.clause = "interpolate.zero_weight"_clause, .variant = kComputedModes},

    {.clause = "interpolate_backward.value"_clause},
    {.clause = "interpolate_backward.total"_clause, .variant = kMovingModes},
    {.clause = "interpolate_backward.overlap"_clause},
    {.clause = "interpolate_backward.uncovered"_clause},
    {.clause = "interpolate_backward.every_term"_clause},
    {.clause = "interpolate_backward.long"_clause, .dtypes = kHalves},
    {.clause = "interpolate_backward.nonfinite"_clause, .least_cases = 4},
    {.clause = "interpolate_backward.shape_only"_clause},
    {.clause = "interpolate_backward.breakpoint"_clause,
     .variant = kMovingModes},
    {.clause = "interpolate_backward.zero_weight"_clause,
     .variant = kComputedModes},

    {.clause = "grid_sample_2d.value"_clause, .least_cases = 6},
    {.clause = "grid_sample_2d.order"_clause},
    {.clause = "grid_sample_2d.align_corners"_clause},
    {.clause = "grid_sample_2d.half_pixels"_clause},
    {.clause = "grid_sample_2d.zeros"_clause},
    {.clause = "grid_sample_2d.border"_clause},
    {.clause = "grid_sample_2d.reflection"_clause},
    {.clause = "grid_sample_2d.tie"_clause, .variant = "nearest"},
    {.clause = "grid_sample_2d.far"_clause},
    {.clause = "grid_sample_2d.single"_clause},
    {.clause = "grid_sample_2d.isolated_nan"_clause},
    {.clause = "grid_sample_2d.nonfinite_grid"_clause},
    {.clause = "grid_sample_2d.zero_weight"_clause, .variant = "bilinear"},
    {.clause = "grid_sample_2d.near_half"_clause, .variant = "nearest"},
    // The positions of float16 do not reach so far.
    {.clause = "grid_sample_2d.lost_position"_clause,
     .dtypes = {DType::kBfloat16, DType::kFloat32, DType::kFloat64}},

    {.clause = "resampling.strided_operands"_clause, .every_layout = true},
    {.clause = "resampling.accumulator"_clause,
     .dtypes = kHalves,
     .variant = kComputedModes,
     .least_cases = 4},
    {.clause = "resampling.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "resampling.operands_kept"_clause},
    {.clause = "resampling.stray_writes"_clause},
    {.clause = "resampling.repeatable"_clause, .program = CaseProgram::kTwice},
    {.clause = "resampling.signed_zero"_clause,
     .values = ValueKind::kZeros,
     .variant = kComputedModes},
    {.clause = "resampling.partial_overflow"_clause,
     .dtypes = kOverflowing,
     .values = ValueKind::kExtreme,
     .variant = kComputedModes},
};

// Draw the calls of interpolate and its gradient, and of grid_sample_2d.
DrawnCall draw_interpolation(const CallWish& wish);
DrawnCall draw_grid_sample(const CallWish& wish);

}  // namespace assay
