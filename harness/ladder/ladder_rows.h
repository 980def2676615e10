// Lists the clauses of the ladder, the geometries of their cases and how far
// they climb. Another op needs a row here. Tested by
// tests/harness/ladder/ladder_test.cc.
#pragma once

#include "harness/case/layout.h"
#include "harness/ladder/ladder_parts.h"
#include "spec/op_table.h"

namespace assay {

// Describes a clause of the ladder: how many geometries its cases have, and how
// far they climb on the cell that represents the op and on the others.
struct LadderRow {
  std::string_view clause;
  int ways = 1;
  int highest = 6;
  int highest_elsewhere = 4;
  // Up to this rung all geometries are tried; above it, those whose bit is set
  // in `tall`.
  int full = 4;
  std::uint32_t tall = 0b1'0001'0001'0001'0001;
};

// Along the last axis, and along the first of many columns.
inline constexpr std::uint32_t kRowsAndColumns = 0b10'0001;
// The drawn shape, and the long axis in each position.
inline constexpr std::uint32_t kDrawnAndPlaced = 0b11'1001;

inline constexpr LadderRow kLadderRows[] = {
    {"elementwise.every_element"_clause, 2, 6, 5},
    {"elementwise.exact_alias"_clause, 2, 4, 3},

    {"reduce_sum.every_term"_clause, 8, 6, 4, 4, kRowsAndColumns},
    {"reduce_prod.every_term"_clause, 8, 6, 4, 4, kRowsAndColumns},
    {"reduce_max.value"_clause, 8, 6, 4, 4, kRowsAndColumns},
    {"reduce_max.nan"_clause, 8, 4, 3},
    {"reduce_min.value"_clause, 8, 6, 4, 4, kRowsAndColumns},
    {"reduce_min.nan"_clause, 8, 4, 3},
    {"argmax.value"_clause, kAxisPlaceCount, 6, 4, 4, kRowsAndColumns},
    {"argmax.first_tie"_clause, kAxisPlaceCount, 5, 4},
    {"argmax.nan"_clause, kAxisPlaceCount, 4, 3},
    {"argmin.value"_clause, kAxisPlaceCount, 6, 4, 4, kRowsAndColumns},
    {"argmin.first_tie"_clause, kAxisPlaceCount, 5, 4},
    {"argmin.nan"_clause, kAxisPlaceCount, 4, 3},
    {"argmax.signed_zero"_clause, kAxisPlaceCount, 3, 2},
    {"argmin.signed_zero"_clause, kAxisPlaceCount, 3, 2},
    {"associative_scan.every_term"_clause, kAxisPlaceCount, 6, 4, 4,
     kRowsAndColumns},
    {"associative_scan.value"_clause, kAxisPlaceCount, 6, 4, 4,
     kRowsAndColumns},
    {"associative_scan.nan"_clause, kAxisPlaceCount, 4, 3},

    {"sort.value"_clause, kAxisPlaceCount, 6, 4, 4, kRowsAndColumns},
    {"sort.nan_last"_clause, kAxisPlaceCount, 4, 3},
    {"argsort.value"_clause, kAxisPlaceCount, 6, 4, 4, kRowsAndColumns},
    {"argsort.nan_last"_clause, kAxisPlaceCount, 4, 3},

    {"expand.value"_clause, 6, 6, 4, 4, kDrawnAndPlaced},
    {"reshape.value"_clause, 6, 6, 4, 4, kDrawnAndPlaced},
    {"permute.value"_clause, 7, 6, 4, 4, 0b111'0001},
    {"shrink.value"_clause, 6, 6, 4, 4, kDrawnAndPlaced},
    {"flip.value"_clause, 6, 6, 4, 4, kDrawnAndPlaced},
    {"pad.value"_clause, 6, 6, 4, 4, kDrawnAndPlaced},
    {"cat.value"_clause, 4, 6, 4, 4, 0b1001},

    {"full.value"_clause},
    {"from_host.value"_clause},
    {"to_host.value"_clause},
    {"contiguous.value"_clause, 5, 6, 4, 4, 0b1'1101},
    {"copy.value"_clause, 5, 6, 4, 4, 0b1'1101},
    {"assign.value"_clause, 5, 6, 4, 4, 0b1'1101},

    {"threefry.value"_clause, 2},

    {"gather.value"_clause, 3 * kAxisPlaceCount},
    {"scatter.value"_clause, 3 * kAxisPlaceCount},
    {"scatter.last_wins"_clause, kAxisPlaceCount, 4, 3},
    {"scatter.accumulate"_clause, 3 * kAxisPlaceCount, 6, 4, 4},
    {"scatter_general.accumulate"_clause, 4, 5, 3},

    {"unfold.value"_clause, 5},
    {"fold.every_term"_clause, 5},

    {"matmul.every_term"_clause, kProductWayCount, 6, 4, 5, 0b111'1111},

    {"fourier.any_length"_clause, 6, 6, 4, 4},

    {"cholesky.value"_clause, 2, 6, 2, 6},
    {"qr.value"_clause, 4, 6, 2, 6},
    {"svd.value"_clause, 4, 6, 1, 6},
    {"eig.value"_clause, 2, 6, 1, 6},
    {"eigh.value"_clause, 2, 6, 1, 6},
    {"triangular_solve.value"_clause, 3, 6, 2, 6},
    {"lu.value"_clause, 4, 6, 2, 6},
    {"lu_factor.value"_clause, 4, 6, 2, 6},
    {"full_piv_lu.value"_clause, 2, 6, 2, 6},
    {"full_piv_lu_solve.value"_clause, 3, 6, 2, 6},
    {"solve.value"_clause, 3, 6, 2, 6},
    {"triangular_solve_general.value"_clause, 3, 6, 2, 6},
};

// Clauses whose operands have the case's layout.
inline constexpr LadderRow kStridedRows[] = {
    {"elementwise.strided_operands"_clause, 1, 6, 4},
    {"conversion.strided_operands"_clause, 1, 6, 4},
    {"reduction.strided_operands"_clause, 8, 6, 4},
    {"sorting.strided_operands"_clause, kAxisPlaceCount, 6, 4},
    {"movement.strided_operands"_clause, 4, 6, 4},
    {"memory.strided_operands"_clause, 1, 6, 4},
    {"random.strided_operands"_clause, 2, 6, 4},
    {"indexing.strided_operands"_clause, 3 * kAxisPlaceCount, 6, 4},
    {"windows.strided_operands"_clause, 5, 4, 3},
    {"contraction.strided_operands"_clause, kProductWayCount, 6, 4},
    {"fourier.strided_operands"_clause, 6, 6, 3},
    {"linalg.strided_operands"_clause, 2, 2, 1},
};

// Returns whether a clause stands in kStridedRows.
constexpr bool has_strided_row(std::string_view clause) {
  for (const LadderRow& row : kStridedRows)
    if (row.clause == clause) return true;
  return false;
}

inline constexpr Layout kCombined[] = {
    Layout::kSliceTranspose,     Layout::kWoven,   Layout::kLeading,
    Layout::kBroadcastTranspose, Layout::kOverlap, Layout::kFar};

// Describes a clause whose operands have several layouts.
struct VariedRow {
  std::string_view clause;
  int ways = 1;
  int cases = 4;  // on each rung, if the cell represents the op
};
inline constexpr VariedRow kVariedRows[] = {
    {"elementwise.strided_operands"_clause, 4},
    {"conversion.strided_operands"_clause, 4},
    {"reduction.strided_operands"_clause, 4},
    {"sorting.strided_operands"_clause, 4},
    {"movement.strided_operands"_clause, 4},
    {"memory.strided_operands"_clause, 4},
    {"random.strided_operands"_clause, 4},
    {"indexing.strided_operands"_clause, 3 * kAxisPlaceCount},
    {"windows.strided_operands"_clause, 5},
    {"contraction.strided_operands"_clause, 12, 12},
};
inline constexpr int kVariedRungs = 3;

// Says which cells climb to 2^20 elements: add, which computes, and copy, each
// with dtypes of several widths.
struct MillionRow {
  Op op;
  DTypeSet dtypes;
};
inline constexpr MillionRow kMillionRows[] = {
    {"add"_op, {DType::kInt8, DType::kFloat32, DType::kComplex128}},
    {"copy"_op, {DType::kFloat16, DType::kFloat64, DType::kBool}},
};

}  // namespace assay
