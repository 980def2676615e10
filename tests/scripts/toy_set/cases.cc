// Draws the calls of the signals family, and says how its clauses are tested.
#include "harness/families/clause_rows/row_parts.h"
#include "harness/families/drawn_families.h"
#include "harness/operands/exact_operands.h"

namespace assay {
namespace {

constexpr ValueKind kExact = ValueKind::kExactSmall;
constexpr ClauseCase kRows[] = {
    {.clause = "correlate.value"_clause, .values = kExact},
    {.clause = "correlate.every_term"_clause, .values = kExact},
    {.clause = "correlate.fill"_clause, .values = kExact},
    {.clause = "correlate.around"_clause, .values = kExact},
    {.clause = "correlate.bias"_clause, .values = kExact},
    {.clause = "correlate.terms"_clause, .values = kExact},
    {.clause = "correlate.like"_clause, .values = kExact},
    {.clause = "correlate.wrap"_clause,
     .dtypes = kIntegers,
     .values = ValueKind::kLarge},
    {.clause = "correlate.accuracy"_clause, .dtypes = kWithNan},
    {.clause = "correlate.nonfinite"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kInfinite},
    {.clause = "correlate.fresh"_clause,
     .values = kExact,
     .program = CaseProgram::kFresh,
     .least_cases = 6},
    {.clause = "signals.strided_operands"_clause,
     .values = kExact,
     .every_layout = true},
    {.clause = "signals.empty"_clause,
     .values = kExact,
     .shape = CaseShape::kEmpty},
    {.clause = "signals.high_rank"_clause,
     .values = kExact,
     .shape = CaseShape::kHighRank},
    {.clause = "signals.operands_kept"_clause, .values = kExact},
    {.clause = "signals.repeatable"_clause,
     .values = kExact,
     .program = CaseProgram::kTwice},
};

}  // namespace

std::span<const ClauseCase> signals_rows() { return rows_of("signals", kRows); }

DrawnCall draw_signals(const CallWish& wish) {
  const Structure& structure = wish.structure;
  const std::string_view clause = wish.row.clause;
  Shape shape = structure.shape;
  if (wish.row.shape == CaseShape::kHighRank)
    shape = with_high_rank(shape, wish.number);
  std::int64_t kernel = 1 + structure.choose(0, 3);
  std::int64_t like = 1 + structure.choose(1, 5);
  if (wish.extent > 0) {
    shape = {2, 5};
    const int way = wish.number % 4;
    if (way == 0) shape.back() = like = wish.extent;
    if (way == 1) shape.back() = kernel = wish.extent;
    if (way == 2) shape.front() = wish.extent;
    if (way == 3) like = wish.extent;
  }
  if (wish.row.shape == CaseShape::kEmpty) shape.insert(shape.begin(), 0);
  const bool is_about_edges =
      clause == "correlate.fill"_clause || clause == "correlate.around"_clause;
  if (is_about_edges) like += shape.back();
  const bool is_biased =
      clause == "correlate.bias"_clause || structure.choose(2, 2) == 1;
  const bool wraps =
      clause == "correlate.around"_clause ||
      (clause != "correlate.fill"_clause && structure.choose(3, 2) == 1);
  DrawnCall call{{{shape}, {{kernel}}}, {}};
  if (is_biased) call.operands.push_back({{like}});
  call.operands.push_back({{like}});
  call.attributes.value(small_integer(wish.cell.dtype, 1))
      .flag(AttributeKey::kBiased, is_biased)
      .set(AttributeKey::kEdges, {wraps ? 1 : 0});
  return call;
}

void add_signals_rows(const Cell& cell, RobustnessRows& rows) {
  const auto operands = [&](Shape x, Shape kernel, std::int64_t like) {
    return std::vector<SampleTensor>{of(cell.dtype, std::move(x)),
                                     of(cell.dtype, std::move(kernel)),
                                     of(DType::kBool, {like})};
  };
  const Attributes attributes = Attributes()
                                    .value(small_integer(cell.dtype, 1))
                                    .flag(AttributeKey::kBiased, false)
                                    .set(AttributeKey::kEdges, {0});
  const Sample control{operands({2, 3}, {2}, 4), attributes};
  const auto add = [&](std::string_view clause,
                       std::vector<SampleTensor> broken) {
    rows.push_back({clause, {std::move(broken), attributes}, control});
  };
  add("correlate.rank"_clause, operands({}, {2}, 4));
  add("correlate.rank"_clause, operands({2, 3}, {2, 1}, 4));
  add("correlate.extents"_clause, operands({2, 0}, {2}, 4));
  add("correlate.extents"_clause, operands({2, 3}, {0}, 4));
  auto mixed = operands({2, 3}, {2}, 4);
  mixed[1].type.dtype = another(cell.dtype);
  add("correlate.same_dtype"_clause, std::move(mixed));
}

}  // namespace assay
