// Tests the plan of a run: it is complete, has no case twice, and is always the
// same.
#include "conformance/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "harness/families/clause_cases.h"
#include "harness/ladder/ladder.h"

namespace assay {
namespace {

using CellKey = std::tuple<std::string_view, std::string_view, DType, DType>;

CellKey key_of(const Cell& cell) {
  return {name_of(cell.op), cell.variant, cell.dtype, cell.result};
}

std::vector<std::string> ids_of(Level level, const Filter& filter = {}) {
  std::vector<std::string> ids;
  for (const PlannedCase& plan : plan_cases(level, filter))
    ids.push_back(plan.id());
  return ids;
}

class Plan : public testing::TestWithParam<Level> {};

INSTANTIATE_TEST_SUITE_P(Levels, Plan,
                         testing::Values(Level::kQuick, Level::kStandard),
                         [](const auto& at) {
                           return std::string(
                               kLevelNames[static_cast<int>(at.param)]);
                         });

TEST_P(Plan, HasACaseForEveryCell) {
  const auto plan = plan_cases(GetParam(), Filter());
  RecordProperty("cases", static_cast<int>(plan.size()));
  std::set<CellKey> planned;
  for (const PlannedCase& one : plan) planned.insert(key_of(one.cell()));
  const auto cells = every_cell();
  EXPECT_EQ(cells.size(), planned.size());
  for (const auto& [cell, required] : cells)
    EXPECT_TRUE(planned.contains(key_of(cell)))
        << name_of(cell.op) << " " << cell.variant << " " << name_of(cell.dtype)
        << " " << name_of(cell.result);
}

TEST_P(Plan, HasNoIdTwice) {
  const auto ids = ids_of(GetParam());
  EXPECT_EQ(ids.size(), std::set(ids.begin(), ids.end()).size());
}

TEST_P(Plan, IsTheSameEveryTime) {
  EXPECT_EQ(ids_of(GetParam()), ids_of(GetParam()));
}

TEST_P(Plan, FollowsTheOpTable) {
  std::size_t last = 0;
  for (const PlannedCase& one : plan_cases(GetParam(), Filter())) {
    EXPECT_LE(last, static_cast<std::size_t>(one.op)) << one.id();
    last = static_cast<std::size_t>(one.op);
  }
}

// The first round of the plan has every clause of every cell, so that a broken
// clause shows early. Cases of the ladder of sizes come later.
TEST_P(Plan, HasEveryClauseOfEveryCellInTheFirstRound) {
  using Key = std::pair<CellKey, std::string_view>;
  std::set<Key> all, first;
  std::size_t count = 0;
  const auto plan = plan_run(GetParam(), Filter(), kNx, true);
  for (const PlannedCase& one : plan) {
    if (one.breach == Breach::kNone && one.rung == 0)
      all.emplace(key_of(one.cell()), one.clause);
    if (!is_of_first_round(one)) continue;
    first.emplace(key_of(one.cell()), one.clause);
    ++count;
  }
  EXPECT_EQ(all, first);
  EXPECT_LT(count, plan.size());
}

TEST_P(Plan, HoldsWhatIsApplicableAlone) {
  for (const PlannedCase& one : plan_cases(GetParam(), Filter()))
    EXPECT_TRUE(
        is_applicable(one.op, one.variant, one.dtype, one.result, one.clause))
        << one.id();
}

TEST_P(Plan, FindsACaseByItsId) {
  const auto ids = ids_of(GetParam());
  for (std::size_t i : {std::size_t{0}, ids.size() / 2, ids.size() - 1}) {
    const auto found = planned_case(ids[i], GetParam());
    ASSERT_TRUE(found.has_value()) << ids[i];
    EXPECT_EQ(ids[i], found->id());
  }
  EXPECT_FALSE(planned_case("", GetParam()).has_value());
  EXPECT_FALSE(planned_case(ids[0] + "0", GetParam()).has_value());
  EXPECT_FALSE(planned_case("elementwise/add", GetParam()).has_value());
}

TEST(PlanOfAFilter, IsThatPartOfTheWhole) {
  const auto all = ids_of(Level::kQuick);
  for (const char* text :
       {"*:nan_last,reduction:*:dtype=int8,-dtype=float64", "sort", "sorting",
        "a*:dtype=int8", "linalg/*", "*/associative_scan,-dtype=int8",
        "-elementwise,-dtype=float*", "elementwise/s*,cast:*:to=bool"}) {
    SCOPED_TRACE(text);
    const auto filter = Filter::parse(text);
    ASSERT_TRUE(filter.ok());
    auto expected = all;
    std::erase_if(expected,
                  [&](const std::string& id) { return !filter->selects(id); });
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(expected, ids_of(Level::kQuick, *filter));
  }
}

TEST(Levels, AreSubsets) {
  const auto quick = ids_of(Level::kQuick);
  const auto standard = ids_of(Level::kStandard);
  EXPECT_LT(quick.size(), standard.size());
  const std::set all(standard.begin(), standard.end());
  for (const std::string& id : quick) EXPECT_TRUE(all.contains(id)) << id;
  // Deep has the cases of standard and those of its own rungs.
  std::size_t there = 0;
  std::map<int, int> rungs;
  for (const PlannedCase& one : plan_cases(Level::kDeep, Filter()))
    if (all.contains(one.id()))
      ++there;
    else
      ++rungs[one.rung];
  EXPECT_EQ(all.size(), there);
  EXPECT_FALSE(rungs.contains(0));
  EXPECT_GT(rungs[kTenMillionRung], 80);
  EXPECT_GT(rungs[kBeyondInt32Rung], 15);
}

TEST(Levels, HaveNames) {
  EXPECT_EQ(Level::kQuick, level_named("quick"));
  EXPECT_EQ(Level::kStandard, level_named("standard"));
  EXPECT_EQ(Level::kDeep, level_named("deep"));
  for (const char* name : {"", "Quick", "quick ", "deeper", "standardx"})
    EXPECT_FALSE(level_named(name).has_value()) << name;
}

// If this fails, a clause binds backends but has no case.
TEST(Levels, PutEveryClauseToTheTest) {
  std::set<std::string_view> planned;
  for (const PlannedCase& one : plan_cases(Level::kStandard, Filter()))
    planned.insert(one.clause);
  for (const FamilySpec& family : every_family()) {
    const auto expect = [&](const Clause& clause) {
      EXPECT_EQ(planned.contains(clause.id),
                is_judged_of_backends(family, clause))
          << clause.id;
    };
    for (const Clause& clause : family.clauses) expect(clause);
    for (std::size_t i = 0; i < family.op_count; ++i)
      for (const Clause& clause : family.ops[i]->clauses) expect(clause);
  }
}

// The count follows from the rows: one cell per variant and dtype, for casts
// one per pair.
TEST(EveryCell, IsListedOnce) {
  std::map<CellKey, int> times;
  std::size_t required = 0;
  for (const auto& [cell, is_required] : every_cell()) {
    ++times[key_of(cell)];
    required += is_required ? 1 : 0;
  }
  std::size_t expected = 0, expected_required = 0;
  for (const OpSpec* op : every_op())
    for (const Variant& variant : op->variants)
      for (const DTypeSpec& row : kDTypes) {
        const bool transforms = op->name == "rfft" || op->name == "irfft";
        const bool is_cast = op->name == "cast";
        if (op->name == "abs_real" || op->name == "convert") {
          // Pairs that the rows list, and no rule that a test could repeat.
          for (const DTypeSpec& to : kDTypes) {
            const Need need = need_of(*op, variant, row.dtype, to.dtype);
            expected += need != Need::kNone ? 1 : 0;
            expected_required += need == Need::kRequired ? 1 : 0;
          }
          continue;
        }
        const std::size_t cells = is_cast                    ? kDTypeCount
                                  : transforms               ? 2
                                  : op->name == "dequantize" ? 4
                                                             : 1;
        if (variant.dtypes().contains(row.dtype)) expected += cells;
        // A transform or dequantize has one required pair for each dtype.
        if (variant.required.contains(row.dtype))
          expected_required += is_cast ? cells : 1;
      }
  EXPECT_EQ(expected, times.size());
  EXPECT_EQ(expected_required, required);
  for (const auto& [key, count] : times)
    EXPECT_EQ(1, count) << std::get<0>(key);
}

}  // namespace
}  // namespace assay
