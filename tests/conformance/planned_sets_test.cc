// Tests the op sets of a run: how names and claims choose them, and how they
// affect the plan, the head, resuming and merging. A toy set that owns the
// sorting family and shares two rows stands for further sets.
#include "conformance/planned_sets.h"

#include <nlohmann/json.hpp>
#include <set>

#include "conformance/describe_subject.h"
#include "conformance/merge.h"
#include "conformance/metamorphic_plan.h"
#include "conformance/plan_size.h"
#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

std::string_view toy_owner(Op op) {
  return family_of(op).name == "sorting" ? "toy" : "nx";
}
constexpr std::string_view kShared[] = {"neg", "reduce_sum"};
constexpr OpSet kToySets[] = {{"nx", "", {}}, {"toy", "", kShared}};
constexpr OpSetTable kToyTable{kToySets, toy_owner};

PlannedSets toy_sets(std::string_view text) {
  const auto sets = PlannedSets::parse(text, kToyTable);
  EXPECT_TRUE(sets.ok()) << sets.status().message;
  return sets.ok() ? *sets : PlannedSets();
}

std::set<std::string_view> names_of(const std::vector<PlannedCase>& plan) {
  std::set<std::string_view> names;
  for (const PlannedCase& planned : plan) names.insert(name_of(planned.op));
  return names;
}

TEST(PlannedSets, AreReadFromNames) {
  EXPECT_EQ("nx", PlannedSets::parse("nx")->text());
  EXPECT_EQ("nx,toy", PlannedSets(kToyTable).text());
  EXPECT_EQ("toy", toy_sets("toy").text());
  EXPECT_EQ("nx,toy", toy_sets("toy,nx").text());  // in the table's order
  EXPECT_EQ("nx,toy", toy_sets("all").text());
  EXPECT_EQ("nx", toy_sets("nx,nx").text());
  EXPECT_FALSE(toy_sets("toy").is_every());
  EXPECT_TRUE(toy_sets("all").is_every());
  EXPECT_TRUE(toy_sets("toy").names("toy"));
  EXPECT_FALSE(toy_sets("toy").names("nx"));
  EXPECT_FALSE(toy_sets("toy").names("other"));
}

TEST(PlannedSets, RefuseOtherNames) {
  const auto refusal = [](std::string_view text) {
    return PlannedSets::parse(text, kToyTable).status().message;
  };
  EXPECT_EQ(
      "there is no op set \"tyo\" (did you mean toy?); expected nx, toy or all",
      refusal("nx,tyo"));
  EXPECT_EQ("there is no op set \"\"; expected nx, toy or all", refusal("nx,"));
  EXPECT_EQ("there is no op set \"toy\"; expected nx, nn, lax, protocol or all",
            PlannedSets::parse("toy").status().message);
}

// A claimed row does not count as a claim of a set that only shares it.
TEST(PlannedSets, AreThoseOfWhichARowIsClaimed) {
  const auto claimed = [](std::vector<Op> ops) {
    return PlannedSets::claimed_by(ops, kToyTable).text();
  };
  EXPECT_EQ("nx", claimed({"add"_op}));
  EXPECT_EQ("nx", claimed({"neg"_op}));
  EXPECT_EQ("toy", claimed({"sort"_op}));
  EXPECT_EQ("nx,toy", claimed({"sort"_op, "add"_op}));
  EXPECT_EQ("nx", claimed({}));
}

TEST(PlannedSets, PlanTheirOwnRowsAndSharedOnes) {
  const auto plan = [](const PlannedSets& sets) {
    return names_of(plan_run(Level::kQuick, Filter(), kNx, true, sets));
  };
  EXPECT_EQ(
      (std::set<std::string_view>{"sort", "argsort", "neg", "reduce_sum"}),
      plan(toy_sets("toy")));
  const auto nx = plan(toy_sets("nx"));
  EXPECT_TRUE(nx.contains("neg"));
  EXPECT_TRUE(nx.contains("add"));
  EXPECT_FALSE(nx.contains("sort"));
  // A case that two planned sets have is planned once, and none is lost.
  EXPECT_EQ(plan_cases(Level::kQuick, Filter()).size(),
            plan_cases(Level::kQuick, Filter(), kNx, toy_sets("all")).size());
}

TEST(PlannedSets, HaveTheirRelationsAndBrokenCalls) {
  const PlannedSets toy = toy_sets("toy"), nx = toy_sets("nx");
  const Filter filter = *Filter::parse("sort,add");
  const auto only = [](const std::vector<PlannedCase>& plan) {
    return names_of(plan);
  };
  const std::set<std::string_view> sort{"sort"}, add{"add"};
  EXPECT_EQ(sort, only(plan_relations(Level::kStandard, filter, kNx, toy)));
  EXPECT_EQ(add, only(plan_relations(Level::kStandard, filter, kNx, nx)));
  EXPECT_EQ(sort, only(plan_metamorphic(Level::kQuick, filter, kNx, toy)));
  EXPECT_EQ(add, only(plan_metamorphic(Level::kQuick, filter, kNx, nx)));
  EXPECT_EQ(sort, only(plan_robustness(Level::kQuick, filter, kNx, toy)));
  EXPECT_EQ(add, only(plan_robustness(Level::kQuick, filter, kNx, nx)));
}

// The number of cases of nx is nothing that a run of another set falls short
// of.
TEST(PlannedSets, AreCountedApart) {
  const auto plan = plan_cases(Level::kQuick, *Filter::parse("sorting/*"));
  EXPECT_TRUE(fallen_plan(Level::kQuick, kNx, plan).has_value());
  EXPECT_TRUE(fallen_plan(Level::kQuick, kNx, plan, toy_sets("all")));
  EXPECT_FALSE(fallen_plan(Level::kQuick, kNx, plan, toy_sets("toy")));
  EXPECT_TRUE(fallen_relations(Level::kStandard, kNx, plan));
  EXPECT_FALSE(fallen_relations(Level::kStandard, kNx, plan, toy_sets("toy")));
  // Cases of another set do not make up for those of nx.
  const PlannedSets nx = *PlannedSets::parse("nx");
  const auto whole = plan_cases(Level::kQuick, Filter(), kNx, nx);
  ASSERT_FALSE(fallen_plan(Level::kQuick, kNx, whole, nx).has_value());
  EXPECT_TRUE(fallen_plan(Level::kQuick, kNx, whole, toy_sets("all")));
}

TEST(PlannedSets, CountTheCellsOfEachSet) {
  const auto cells = count_set_cells(toy_sets("toy"), [](const Cell& cell) {
    return cell.op == "sort"_op && cell.variant.empty() &&
           cell.dtype == DType::kFloat32;
  });
  ASSERT_EQ(2u, cells.size());
  EXPECT_EQ("nx", cells[0].name);
  EXPECT_FALSE(cells[0].is_planned);
  EXPECT_FALSE(cells[0].is_claimed);
  EXPECT_EQ("toy", cells[1].name);
  EXPECT_TRUE(cells[1].is_planned);
  EXPECT_TRUE(cells[1].is_claimed);
  EXPECT_EQ(1, cells[1].claimed);
  const auto every = every_cell();
  const auto count = [&](bool sorting, bool required) {
    return std::count_if(every.begin(), every.end(), [&](const auto& entry) {
      return (toy_owner(entry.first.op) == "toy") == sorting &&
             entry.second == required;
    });
  };
  EXPECT_EQ(count(true, true), cells[1].required);
  EXPECT_EQ(count(true, false), cells[1].optional);
  EXPECT_EQ(count(false, true), cells[0].required);
  EXPECT_EQ(
      fmt::format("op set nx: not claimed\nop set toy: 1 of {} required cells "
                  "claimed\n",
                  cells[1].required),
      claimed_sets_text(cells));
}

// An optional cell is a claim of its set, too.
TEST(PlannedSets, AreClaimedByOptionalCells) {
  const auto every = every_cell();
  const auto optional =
      std::find_if(every.begin(), every.end(),
                   [](const auto& entry) { return !entry.second; });
  const auto cells = count_set_cells(
      PlannedSets(), [&](const Cell& cell) { return cell == optional->first; });
  EXPECT_TRUE(cells[0].is_claimed);
  EXPECT_EQ(0, cells[0].claimed);
}

class SetRun : public ScratchRun {
 protected:
  CheckOptions options_of(std::string_view sets) {
    CheckOptions options = this->options("sort:value,neg:value,abs:value");
    if (!sets.empty()) options.sets = toy_sets(sets);
    return options;
  }
};

TEST_F(SetRun, OfTheFirstSetSaysNothingOfSets) {
  class OfFirstSet : public Reference {
   public:
    std::optional<Claim> claim(const Cell& cell) const override {
      if (set_of(cell.op) != "nx") return std::nullopt;
      return Reference::claim(cell);
    }
  };
  CheckOptions options = options_of("");
  options.make_subject = []() -> Result<std::unique_ptr<Subject>> {
    return std::unique_ptr<Subject>(
        std::make_unique<InProcessSubject>(std::make_unique<OfFirstSet>()));
  };
  const CheckReport report = report_of(options);
  EXPECT_TRUE(report.run.sets.empty());
  const auto head = nlohmann::ordered_json::parse(
      lines_of(folder_ / "out" / "records.jsonl").at(0));
  EXPECT_FALSE(head.contains("sets"));
}

TEST_F(SetRun, HasTheCasesOfItsSetsAndTheirCellsInTheHead) {
  const CheckReport report = report_of(options_of("toy"));
  std::set<std::string> ops;
  for (const Record& record : report.records) ops.insert(record.op);
  EXPECT_EQ((std::set<std::string>{"sort", "neg"}), ops);
  ASSERT_EQ(2u, report.run.sets.size());
  EXPECT_EQ("toy", planned_sets_text(report.run));
  EXPECT_TRUE(report.run.sets[0].is_claimed);  // and left out
  EXPECT_EQ(report.run.sets[1].required, report.run.cells_required);
  EXPECT_EQ(report.run.sets[1].optional, report.run.cells_optional);
  EXPECT_EQ(report.run.sets[1].claimed, report.run.cells_claimed);
  EXPECT_LT(0, report.run.cells_required);
}

// A subject that claims a row of the toy set is asked for both.
TEST_F(SetRun, IsOfTheSetsThatTheSubjectClaims) {
  const CheckOptions options = options_of("");
  const auto sets = planned_sets(options, kToyTable);
  ASSERT_TRUE(sets.ok()) << sets.status().message;
  EXPECT_EQ("nx,toy", sets->text());
  EXPECT_EQ("toy", planned_sets(options_of("toy"), kToyTable)->text());
}

TEST_F(SetRun, DoesNotStartTheSubjectWhereOneSetIsKnown) {
  CheckOptions options = options_of("");
  options.make_subject = []() -> Result<std::unique_ptr<Subject>> { _exit(9); };
  const OpSetTable one{std::span(kToySets).first(1), toy_owner};
  EXPECT_TRUE(planned_sets(options, one).ok());
  EXPECT_FALSE(planned_sets(options, kToyTable).ok());
}

TEST_F(SetRun, SelectsNothingOfOtherSets) {
  CheckOptions options = this->options("abs");
  options.sets = toy_sets("toy");
  const CheckFailure failure = failure_of(options);
  EXPECT_EQ(CheckError::kNothingSelected, failure.error);
  EXPECT_EQ(
      "the filter \"abs\" selects no case of level quick in op set toy; `assay "
      "list cases` shows them all",
      failure.message);
}

TEST_F(SetRun, GoesOnWithNoRunOfOtherSets) {
  report_of(options_of("toy"));
  for (const char* other : {"", "all"}) {
    CheckOptions options = options_of(other);
    options.resume = true;
    const CheckFailure failure = failure_of(options);
    EXPECT_EQ(CheckError::kUnwritable, failure.error);
    EXPECT_NE(std::string::npos,
              failure.message.find(fmt::format(
                  "its set is \"toy\", and that of this run is \"{}\"",
                  *other == '\0' ? "nx,nn,lax,protocol" : "nx,toy")))
        << failure.message;
  }
}

TEST_F(SetRun, IsMergedWithNoneOfOtherSets) {
  std::vector<RecordedRun> runs;
  for (std::int64_t shard = 1; shard <= 2; ++shard) {
    CheckOptions options = options_of("toy");
    options.shard = {shard, 2};
    options.out = folder_ / fmt::format("part-{}", shard);
    report_of(options);
    auto read = read_records(options.out);
    ASSERT_TRUE(read.ok()) << read.status().message;
    runs.push_back(std::move(read->front()));
  }
  const auto merged = merge_runs(runs, kToyTable);
  ASSERT_TRUE(merged.ok()) << merged.status().message;
  EXPECT_TRUE(merged->complaints.empty());
  EXPECT_EQ(runs[0].run.sets, merged->run.sets);
  EXPECT_EQ(runs[0].records.size() + runs[1].records.size(),
            merged->records.size());
  // The kit that merges has to know the sets.
  EXPECT_NE(
      std::string::npos,
      merge_runs(runs).status().message.find(
          "there is no op set \"toy\"; expected nx, nn, lax, protocol or all"));
  runs[1].run.sets.clear();
  EXPECT_NE(std::string::npos, merge_runs(runs, kToyTable)
                                   .status()
                                   .message.find("\"set\" is \"toy\" and "
                                                 "\"nx\""));
}

}  // namespace
}  // namespace assay
