// Decides for each cell which clauses it climbs, how far, and in which
// geometries. Cells of one op take turns, so that together they cover
// everything without every cell running every case.
// Tested by tests/harness/ladder/ladder_test.cc.
#include "harness/ladder/ladder.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/families/accumulation.h"
#include "harness/families/clause_cases.h"
#include "harness/families/clause_rows/indexing.h"
#include "harness/families/clause_rows/windows.h"
#include "harness/families/drawn_families.h"
#include "harness/families/matrix_rows.h"
#include "harness/families/op_rows.h"
#include "harness/ladder/ladder_parts.h"
#include "harness/ladder/ladder_rows.h"
#include "harness/operands/operand_pool.h"

namespace assay {
namespace {

struct Sizes {
  std::int64_t low;
  std::int64_t high;
};

// Only a few cells use the seventh.
constexpr Sizes kSizes[] = {
    {17, 66},
    {67, 260},
    {261, 1030},
    {1031, 4200},
    {4201, 33000},
    {65537, 100000},
    {1048575, 1048577},
    // Only level deep has the last two rungs.
    {(1 << 23) - 1, 12000000},
    {(std::int64_t{1} << 31) + 1, (std::int64_t{1} << 31) + 65}};
static_assert(std::size(kSizes) == kBeyondInt32Rung);

// Sizes of matrices that grow in two or three extents. They exceed 16, 64 and
// 128, from which on blocked algorithms use another method.
constexpr Sizes kOrders[] = {{18, 40}, {65, 70}, {129, 132}};

// The rung of levels with one step, and of clauses about special values. Its
// sizes exceed every vector and have tails.
constexpr int kOneStep = 3;
// The same for matrices, whose extents all grow.
constexpr int kOneCubicStep = 1;
// The rung of clauses that govern thousands of values.
constexpr int kSpecialRung = 5;
// The storage of a far layout is large even for few elements.
constexpr int kFarRung = 1;

// Returns the dtype that represents an op: float32 if the op has it.
DType main_dtype(const Cell& cell) {
  constexpr DType kMain[] = {DType::kFloat32, DType::kComplex64, DType::kInt32,
                             DType::kBool};
  for (const DType dtype : kMain) {
    const Variant* variant = variant_named(spec_of(cell.op), cell.variant);
    if (need_of(cell.op, *variant, dtype, dtype) == Need::kRequired)
      return dtype;
  }
  return cell.dtype;
}

// Returns whether a cell represents its op. Casts represent each other less
// well, so several of the most common pairs do.
bool is_main(const Cell& cell) {
  if (is_cast(cell)) {
    constexpr std::pair<DType, DType> kPairs[] = {
        {DType::kFloat32, DType::kFloat16}, {DType::kFloat32, DType::kInt32},
        {DType::kInt32, DType::kFloat32},   {DType::kFloat64, DType::kFloat32},
        {DType::kInt8, DType::kFloat32},    {DType::kBool, DType::kFloat32}};
    return std::find(std::begin(kPairs), std::end(kPairs),
                     std::pair{cell.dtype, cell.result}) != std::end(kPairs);
  }
  if (spec_of(cell.op).signature.is_paired() && cell.dtype != DType::kInt8)
    return cell.dtype == DType::kFloat32 || cell.dtype == DType::kComplex64;
  return cell.dtype == main_dtype(cell);
}

// On the lower rungs the two most common further dtypes also have every
// geometry.
constexpr int kSecondRungs = 3;
bool is_second(const Cell& cell) {
  return !is_cast(cell) &&
         (cell.dtype == DType::kFloat64 || cell.dtype == DType::kInt32);
}

// Returns a number that differs from cell to cell, so that cells take turns.
int turn_of(const Cell& cell) {
  return place_among_sets(cell.op) + 2 * static_cast<int>(cell.dtype) +
         3 * static_cast<int>(cell.result);
}

bool is_tried(const Cell& cell, std::string_view clause) {
  // Sums and products have the clause every_term instead, and their operands
  // contain no NaN.
  const bool adds_up = adds_terms(cell.op, cell.variant) ||
                       multiplies_factors(cell.op, cell.variant);
  if (adds_up && (clause == "associative_scan.value"_clause ||
                  clause == "associative_scan.nan"_clause))
    return false;
  return is_applicable(cell.op, cell.variant, cell.dtype, cell.result, clause);
}

// Returns the highest rung on which the reference can afford a geometry.
// Products of three extents cost the cube of their extent. With windows as long
// as their row, the reference reads every element for every place. With sums in
// every place of a long template, it keeps all digits of each exact value.
// Functions climb highest on the cell that represents them.
int highest_rung_of(const Cell& cell, int way) {
  if (is_about_orders(cell.op, way))
    return static_cast<int>(std::size(kOrders));
  if (takes_output_size(spec_of(cell.op)) && is_long_kernel(way)) return 3;
  // On higher rungs the remainders are the same.
  if (family_of(cell.op).name == "contraction" &&
      spec_of(cell.op).set.empty() &&
      static_cast<ProductWay>(way) == ProductWay::kRemainders)
    return 2;
  // The reference makes all columns of Q and U, and the judge checks them.
  const auto matrix_way = static_cast<MatrixWay>(way % kMatrixWayCount);
  if (takes_oblong(cell.op) &&
      (matrix_way == MatrixWay::kTall || matrix_way == MatrixWay::kWide))
    return 3;
  if (takes_updates(spec_of(cell.op)) && adds_terms(cell.op, cell.variant) &&
      is_long_template(way))
    return 4;
  if (is_function(cell) && way > 0) return 4;
  if (is_function(cell) && !is_main(cell)) return 5;
  return kRungCount;
}

bool is_for_a_million(const Cell& cell) {
  return std::any_of(std::begin(kMillionRows), std::end(kMillionRows),
                     [&](const MillionRow& row) {
                       return row.op == cell.op &&
                              row.dtypes.contains(cell.dtype);
                     });
}

// How many extents of a drawn call may be the long one.
constexpr int kDrawnWays = 4;

// Adds the sizes of a row. A cell that represents its op gets every geometry;
// other cells get one on each rung, in turn.
void add_sizes(const Cell& cell, const LadderRow& row,
               std::vector<LadderStep>& steps) {
  const bool is_all = is_main(cell);
  const int highest = is_all ? row.highest : row.highest_elsewhere;
  if (is_for_a_million(cell))
    steps.push_back({row.clause, Layout::kContiguous, kRungCount, 0});
  for (int rung = 1; rung <= highest; ++rung) {
    const bool is_whole = is_all || (is_second(cell) && rung <= kSecondRungs);
    const int turn = rung > row.full ? 0 : (rung + turn_of(cell)) % row.ways;
    for (int way = 0; way < row.ways; ++way) {
      const bool is_too_tall = rung > highest_rung_of(cell, way) ||
                               (rung > row.full && (row.tall >> way & 1) == 0);
      const bool is_in_turn = (rung > 1 || highest < 3) && way == turn;
      if (!is_too_tall && (is_whole || is_in_turn))
        steps.push_back({row.clause, Layout::kContiguous, rung, way});
    }
  }
}

// Returns whether operands of the op can have the layout. If elements are
// shared, special matrices lose their properties, and products of repeated
// factors leave the range.
bool is_possible(const Cell& cell, Layout layout) {
  const std::string_view family = family_of(cell.op).name;
  return !repeats_elements(layout) ||
         (family != "linalg" && family != "fourier" &&
          !multiplies_factors(cell.op, cell.variant));
}

// Returns the highest rung on which operands of a cell may repeat elements. The
// oracle then answers for each element anew, which is slow for functions.
int highest_repeated_rung(const Cell& cell) {
  return is_function(cell) ? 2 : kRungCount;
}

void add_layouts(const Cell& cell, const LadderRow& row,
                 std::vector<LadderStep>& steps) {
  const int turn = turn_of(cell);
  const bool is_all = is_main(cell);
  const int highest = is_all ? row.highest : row.highest_elsewhere;
  for (int rung = 1; rung <= highest; ++rung)
    for (int i = 0; i < static_cast<int>(std::size(kCombined)); ++i) {
      const Layout layout = kCombined[i];
      if (!is_possible(cell, layout) ||
          (repeats_elements(layout) && rung > highest_repeated_rung(cell)))
        continue;
      const bool is_far = layout == Layout::kFar;
      const int layouts = static_cast<int>(std::size(kCombined)) - 1;
      // On high rungs the layouts without repeated elements take turns.
      constexpr int kTall = 5;
      bool is_wanted = is_far ? rung == kFarRung && (is_all || turn % 4 == 0)
                       : rung >= kTall ? i == (rung + turn) % 3
                       : is_all        ? rung > 1 || highest < 3
                                       : i == (rung + turn) % layouts;
      int way = (rung + turn + i) % row.ways;
      if (rung >= kTall || rung >= highest_rung_of(cell, way)) way = 0;
      // Only a short axis can have a far stride, and only batches of small
      // matrices have one.
      if (is_far && family_of(cell.op).name == "linalg")
        way = static_cast<int>(MatrixWay::kBatch);
      // A long transform in a single row has no stride to vary.
      if (rung >= kTall && family_of(cell.op).name == "fourier")
        way = static_cast<int>(TransformWay::kColumns);
      if (is_wanted) steps.push_back({row.clause, layout, rung, way});
    }
}

// Adds several cases on each rung if the cell represents its op, else one.
void add_varied(const Cell& cell, const VariedRow& row,
                std::vector<LadderStep>& steps) {
  if (!is_possible(cell, Layout::kSeveral)) return;
  const int highest = std::min(kVariedRungs, highest_repeated_rung(cell));
  for (int rung = 1; rung <= highest; ++rung)
    for (int i = 0; i < row.cases; ++i)
      if (is_main(cell) || i == (rung + turn_of(cell)) % row.cases)
        steps.push_back({row.clause, Layout::kSeveral, rung,
                         (i + row.cases * (rung - 1)) % row.ways});
}

// Returns one of a row's steps that is longer than every vector, or the highest
// below that.
std::vector<LadderStep> one_step(const Cell& cell,
                                 const std::vector<LadderStep>& steps) {
  const bool is_cubic = family_of(cell.op).name == "linalg";
  int rung = 0;
  for (const LadderStep& step : steps)
    if (step.rung <= (is_cubic ? kOneCubicStep : kOneStep))
      rung = std::max(rung, step.rung);
  std::vector<LadderStep> candidates;
  for (const LadderStep& step : steps)
    if (step.rung == rung) candidates.push_back(step);
  if (candidates.empty()) return {};
  return {
      candidates[static_cast<std::size_t>(turn_of(cell)) % candidates.size()]};
}

// Returns whether an op of another set than nx gives elements or indices.
bool moves_elements(const Cell& cell) {
  const Variant& variant = *variant_named(spec_of(cell.op), cell.variant);
  const Accuracy kind = tolerance_of(variant, cell.dtype).accuracy;
  const bool moves = kind == Accuracy::kExact || kind == Accuracy::kBits;
  return moves && set_of(cell.op) != "nx";
}

// Names the function that builds the cases of a family.
struct FamilyRung {
  std::string_view family;
  void (*build)(CaseBuilder&);
};
constexpr FamilyRung kFamilyRungs[] = {
    {"elementwise", build_elementwise_rung},
    {"conversion", build_elementwise_rung},
    {"reduction", build_reduction_rung},
    {"sorting", build_sorting_rung},
    {"movement", build_movement_rung},
    {"memory", build_memory_rung},
    {"random", build_random_rung},
    {"indexing", build_indexing_rung},
    {"windows", build_windows_rung},
    {"contraction", build_contraction_rung},
    {"fourier", build_fourier_rung},
    {"linalg", build_linalg_rung},
};
static_assert(has_every_family(kFamilyRungs, is_drawn),
              "a family of the op table has no cases of all sizes");

}  // namespace

bool stands_for_op(const Cell& cell) { return is_main(cell); }

std::int64_t lowest_size(int rung) { return kSizes[rung - 1].low; }
std::int64_t highest_size(int rung) { return kSizes[rung - 1].high; }

PlannedCase planned_step(const Cell& cell, const LadderStep& step) {
  PlannedCase plan{cell.op,     cell.variant, cell.dtype, cell.result,
                   step.clause, step.layout,  step.number};
  plan.rung = step.rung;
  return plan;
}

std::vector<LadderStep> ladder_of(const Cell& cell, Climb climb) {
  std::vector<LadderStep> steps;
  if (surrounds_calls(cell.op)) return steps;
  // Adds the steps of a row: all of them, or the one that a level of one step
  // takes.
  const auto add = [&](const auto& row, auto add_row) {
    std::vector<LadderStep> of_row;
    if (concerns(cell, row.clause) && is_tried(cell, row.clause))
      add_row(cell, row, of_row);
    if (climb == Climb::kOneStep) of_row = one_step(cell, of_row);
    steps.insert(steps.end(), of_row.begin(), of_row.end());
  };
  for (const LadderRow& row : kLadderRows) add(row, add_sizes);
  for (const LadderRow& row : kStridedRows) add(row, add_layouts);
  if (builder_row(cell.op, kFamilyRungs) == nullptr) {  // drawn calls
    const bool contracts = family_of(cell.op).name == "contraction";
    const auto every = clause_of(cell.op, "every_term");
    LadderRow terms{every, kDrawnWays, 5, 3};
    if (contracts) terms.tall |= 0b10;  // a long batch
    if (!every.empty() && is_tried(cell, every))
      add(terms, add_sizes);
    else if (moves_elements(cell) || spec_of(cell.op).signature.is_paired() ||
             contracts)
      add(LadderRow{clause_of(cell.op, "value"), kDrawnWays, 6, 3}, add_sizes);
    const auto clause = clause_of(cell.op, "strided_operands");
    if (!clause.empty() && !has_strided_row(clause))
      add(LadderRow{clause, kDrawnWays, 4, 3}, add_layouts);
  }
  for (const VariedRow& row : kVariedRows) add(row, add_varied);
  if (climb == Climb::kDeep) {
    const auto deep = deep_steps_of(cell);
    steps.insert(steps.end(), deep.begin(), deep.end());
  }
  if (!has_pool(cell.op)) return steps;
  // Special values are tested in tails, at block edges and in several lanes. A
  // cast has many pairs, so its clause of plain values climbs too.
  const std::string_view plain = plain_clause(cell.op, cell.dtype, cell.result);
  for (const Clause& clause : spec_of(cell.op).clauses) {
    if (!OperandPool::of(cell.op, cell.dtype, cell.result).has(clause.id) ||
        clause.status == ClauseStatus::kUnspecified)
      continue;
    if (is_cast(cell) && clause.id == plain) {
      add(LadderRow{clause.id, 2, 6, 3}, add_sizes);
      continue;
    }
    if (is_cast(cell) && !is_main(cell)) continue;
    if (climb != Climb::kOneStep || clause.id == plain)
      steps.push_back({clause.id, Layout::kContiguous, kOneStep, 0});
    const bool is_too_slow = is_function(cell) && is_complex(cell.dtype);
    if (climb != Climb::kOneStep && clause.id == plain && !is_too_slow)
      steps.push_back({clause.id, Layout::kContiguous, kSpecialRung, 0});
  }
  return steps;
}

Structure draw_rung(const PlannedCase& plan, std::uint64_t seed) {
  ValueStream stream(seed, 3001);
  const bool is_order = is_about_orders(plan.op, plan.number);
  const Sizes& sizes = is_order ? kOrders[std::min<std::size_t>(
                                      static_cast<std::size_t>(plan.rung - 1),
                                      std::size(kOrders) - 1)]
                                : kSizes[plan.rung - 1];
  const std::int64_t highest = plan.rung >= 6 && is_function(plan.cell())
                                   ? sizes.low + 4000
                                   : sizes.high;
  Structure structure;
  for (std::size_t i = 0; i < kChoiceCount; ++i)
    structure.choices.push_back(static_cast<std::uint32_t>(stream.below(64)));
  // The extent is log-uniform. Every second one moves to the nearest power of
  // two, or one below or above it, if the rung contains that.
  const double low = std::log2(static_cast<double>(sizes.low));
  const double high = std::log2(static_cast<double>(highest) + 1);
  const double exponent = low + (high - low) * stream.unit();
  auto extent = static_cast<std::int64_t>(std::exp2(exponent));
  const std::int64_t power = std::int64_t{1} << std::lround(exponent);
  const auto beside = static_cast<std::int64_t>(stream.below(3)) - 1;
  if (stream.below(2) == 0 && power + beside >= sizes.low &&
      power + beside <= highest)
    extent = power + beside;
  structure.shape = {std::clamp(extent, sizes.low, highest)};
  return structure;
}

void build_rung(CaseBuilder& builder) {
  if (builder.plan().rung == kBeyondInt32Rung)
    return build_beyond_int32(builder);
  if (const auto* rung = builder_row(builder.plan().op, kFamilyRungs))
    return rung->build(builder);
  build_drawn(builder);
}

Structure shrink_rung(Structure failed, int attempts,
                      const std::function<bool(const Structure&)>& fails) {
  // Every extent tried above `low` is assumed to fail.
  std::int64_t low = 0;
  while (attempts-- > 0 && failed.shape[0] - low > 1) {
    Structure smaller = failed;
    smaller.shape[0] = low + (failed.shape[0] - low) / 2;
    if (fails(smaller))
      failed = std::move(smaller);
    else
      low = smaller.shape[0];
  }
  return failed;
}

}  // namespace assay
