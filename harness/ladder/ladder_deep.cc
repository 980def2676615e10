// Lists the rungs of the ladder that only level deep has: one cell of each op
// with about 10^7 elements, and ops with a small result on operands of more
// than 2^31 elements. A counter, an index or a product of extents that is held
// in 24 or 32 bits fails only there.
// Tested by tests/harness/ladder/ladder_deep_test.cc.
#include <algorithm>
#include <optional>

#include "harness/case/case.h"
#include "harness/families/accumulation.h"
#include "harness/families/clause_cases.h"
#include "harness/ladder/ladder.h"
#include "harness/ladder/ladder_parts.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Says which cells have a case: the one that represents its op, or the one with
// this dtype.
using CellChoice = std::optional<DType>;
constexpr CellChoice kMainCell = std::nullopt;

struct DeepRow {
  std::string_view clause;
  int number = 0;  // selects one of the op's geometries
  CellChoice dtype = kMainCell;
  int rung = kTenMillionRung;
  Layout layout = Layout::kContiguous;
  FixedList<Op, 2> only = {};  // the ops of the family; if empty, all
};

// Geometries have the same numbers as on the other rungs; 3 is the axis that
// stands alone. A place with an exact float sum takes kilobytes in the
// reference, so long sums in every place use integers.
constexpr DeepRow kDeepRows[] = {
    {"elementwise.every_element"_clause},
    // Elementwise ops have one cell each; add also has cells of other widths.
    {.clause = "elementwise.every_element"_clause,
     .dtype = DType::kInt8,
     .only = {"add"_op}},
    {.clause = "elementwise.every_element"_clause,
     .dtype = DType::kFloat64,
     .only = {"add"_op}},
    // In other layouts each tensor takes several times the storage of its
    // elements, so only an op with few tensors has them.
    {.clause = "elementwise.strided_operands"_clause,
     .layout = Layout::kTranspose,
     .only = {"neg"_op}},

    {"reduce_sum.every_term"_clause, 3},
    {"reduce_sum.every_term"_clause, 4, DType::kInt32},
    {"reduce_prod.every_term"_clause, 3},
    {"reduce_max.value"_clause, 3},
    {"reduce_max.value"_clause, 0},
    {"reduce_min.value"_clause, 3},
    {"reduce_min.value"_clause, 1},
    {"argmax.value"_clause, 3},
    {"argmax.value"_clause, 1},
    {"argmin.value"_clause, 3},
    {"associative_scan.every_term"_clause, 3},
    {"associative_scan.value"_clause, 3},

    {"sort.value"_clause, 3},
    {"sort.value"_clause, 3, DType::kInt8},
    {"argsort.value"_clause, 3},

    {"expand.value"_clause, 2},
    {"reshape.value"_clause, 0},
    {"permute.value"_clause, 1},
    {"shrink.value"_clause, 0},
    {"flip.value"_clause, 0},
    {"pad.value"_clause, 0},
    {"cat.value"_clause, 0},
    {"cat.value"_clause, 1},

    {"full.value"_clause},
    {"from_host.value"_clause},
    {"to_host.value"_clause},
    {"contiguous.value"_clause, 1},
    {"copy.value"_clause, 0},
    {"copy.value"_clause, 0, DType::kInt4},
    {"assign.value"_clause, 1},
    {.clause = "memory.strided_operands"_clause,
     .layout = Layout::kTranspose,
     .only = {"contiguous"_op, "copy"_op}},

    {"threefry.value"_clause, 0},

    {"gather.value"_clause, 3},
    {"gather.value"_clause, 9},
    {"gather.value"_clause, 15},
    {"scatter.value"_clause, 9},
    {"scatter.value"_clause, 15},
    {"scatter.accumulate"_clause, 15},
    {"scatter.accumulate"_clause, 9, DType::kInt32},

    {"unfold.value"_clause, 4},
    {"fold.every_term"_clause, 4, DType::kInt32},

    {"matmul.every_term"_clause, 0},
    {"matmul.every_term"_clause, 1},
    {"matmul.every_term"_clause, 2},

    // The oracle holds a root of unity in long double for each element of a
    // transform, so these transforms have fewer elements.
    {"fourier.any_length"_clause, 0, kMainCell, kRungCount},

    {"reduce_sum.every_term"_clause, 0, DType::kInt32, kBeyondInt32Rung},
    {"reduce_sum.every_term"_clause, 1, DType::kInt64, kBeyondInt32Rung},
    {"reduce_sum.every_term"_clause, 0, DType::kFloat64, kBeyondInt32Rung},
    {"reduce_prod.every_term"_clause, 0, DType::kInt32, kBeyondInt32Rung},
    {"reduce_max.value"_clause, 0, DType::kFloat32, kBeyondInt32Rung},
    {"reduce_max.value"_clause, 1, DType::kInt32, kBeyondInt32Rung},
    {"reduce_min.value"_clause, 1, DType::kFloat32, kBeyondInt32Rung},
    {"expand.value"_clause, 0, kMainCell, kBeyondInt32Rung},
    {"expand.value"_clause, 1, kMainCell, kBeyondInt32Rung},
    {"reshape.value"_clause, 0, kMainCell, kBeyondInt32Rung},
    {"reshape.value"_clause, 1, kMainCell, kBeyondInt32Rung},
    {"permute.value"_clause, 0, kMainCell, kBeyondInt32Rung},
    {"permute.value"_clause, 1, kMainCell, kBeyondInt32Rung},
    {"shrink.value"_clause, 0, kMainCell, kBeyondInt32Rung},
    {"shrink.value"_clause, 1, kMainCell, kBeyondInt32Rung},
    {"flip.value"_clause, 0, kMainCell, kBeyondInt32Rung},
    {"flip.value"_clause, 1, kMainCell, kBeyondInt32Rung},
    {"gather.value"_clause, 0, kMainCell, kBeyondInt32Rung},
    {"gather.value"_clause, 1, kMainCell, kBeyondInt32Rung},
};

bool is_chosen(const Cell& cell, const DeepRow& row) {
  if (!row.only.empty() &&
      std::find(row.only.begin(), row.only.end(), cell.op) == row.only.end())
    return false;
  return row.dtype ? cell.dtype == *row.dtype : stands_for_op(cell);
}

// Returns the rung of level deep that a stored case resembles, by the number of
// elements its tensors show; 0 if neither.
int rung_of(const Case& stored) {
  std::int64_t most = 0;
  for (const CaseTensor& tensor : stored.tensors)
    most = std::max(most, tensor.view.numel());
  return most >= lowest_size(kBeyondInt32Rung)  ? kBeyondInt32Rung
         : most >= lowest_size(kTenMillionRung) ? kTenMillionRung
                                                : 0;
}

}  // namespace

std::vector<LadderStep> deep_steps_of(const Cell& cell) {
  std::vector<LadderStep> steps;
  for (const DeepRow& row : kDeepRows) {
    // Sums and products have the clause every_term instead.
    const bool adds = adds_terms(cell.op, cell.variant);
    const bool multiplies = multiplies_factors(cell.op, cell.variant);
    if ((adds || multiplies) && row.clause == "associative_scan.value"_clause)
      continue;
    // Scatter addition has its own rows.
    if (adds && row.clause == "scatter.value"_clause) continue;
    if (concerns(cell, row.clause) && is_chosen(cell, row) &&
        is_applicable(cell.op, cell.variant, cell.dtype, cell.result,
                      row.clause))
      steps.push_back({row.clause, row.layout, row.rung, row.number});
  }
  if (is_cast(cell) && stands_for_op(cell))
    steps.push_back({plain_clause(cell.op, cell.dtype, cell.result),
                     Layout::kContiguous, kTenMillionRung, 0});
  return steps;
}

double times_of_limit(const PlannedCase& plan) {
  // These multiply 5 s, the default limit of the command line. A backend that
  // takes 50 ns per element counts to 2^31 in 107 s, and may take 10 µs for
  // each of 10^7 elements.
  constexpr double kTimesTenMillion = 24;
  constexpr double kTimesBeyondInt32 = 60;
  const int rung = plan.stored ? rung_of(*plan.stored) : plan.rung;
  if (rung == kBeyondInt32Rung) return kTimesBeyondInt32;
  // Only level deep has transforms on this rung.
  const bool is_transform =
      rung == kRungCount && family_of(plan.op).name == "fourier";
  return rung == kTenMillionRung || is_transform ? kTimesTenMillion : 1;
}

}  // namespace assay
