// Scores by op set: a line for each planned set, one for each set that is not
// claimed, and no sum of them in any report.
#include "reports/set_scores.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/diff.h"
#include "reports/github.h"
#include "reports/html_page.h"
#include "reports/junit.h"
#include "reports/text_report.h"
#include "tests/reports/records.h"
#include "tests/reports/toy_sets.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

const std::vector<Record>& records() {
  static const std::vector<Record> all = {
      elementwise("add", "value", "int8", Verdict::kPass),
      elementwise("neg", "value", "int8", Verdict::kPass),
      record_of("sorting", "sort", "value", "int8", Verdict::kPass)};
  return all;
}

std::vector<std::string> lines_of(const RunRecord& run, const OpSetTable& table,
                                  const OpSetTable& known) {
  const Summary summary = summarize(run, records(), table);
  std::vector<std::string> lines;
  for (const SetScore& score : set_scores(run, summary, known))
    lines.push_back(score_line(score));
  return lines;
}
using Lines = std::vector<std::string>;

TEST(SetScores, AreALineForEachPlannedSet) {
  // Rows count in the set that owns them, neg in nx.
  EXPECT_EQ(
      (Lines{"score nx: 2 proven / 12 claimed / 1352 required cells",
             "score toy: 1 proven / 20 claimed / 68 required cells"}),
      lines_of(with_toy_sets(run_of_toy(), true, true), kToyTable, kToyTable));
}

TEST(SetScores, SayWhichSetsAreNotClaimed) {
  // A head of the first set alone says nothing of others.
  EXPECT_EQ((Lines{"score nx: 3 proven / 12 claimed / 1352 required cells",
                   "op set nn: not claimed", "op set lax: not claimed"}),
            lines_of(run_of_toy(), kOpSetTable, kOpSetTable));
  EXPECT_EQ((Lines{"score nx: 2 proven / 12 claimed / 1352 required cells",
                   "op set toy: not claimed"}),
            lines_of(run_of_toy(), kToyTable, kToyTable));
  EXPECT_EQ(
      (Lines{"score nx: 2 proven / 12 claimed / 1352 required cells",
             "op set toy: not claimed"}),
      lines_of(with_toy_sets(run_of_toy(), true, false), kToyTable, kToyTable));
  // nx is claimed, and left out by --set.
  EXPECT_EQ(
      (Lines{"op set nx: not selected",
             "score toy: 1 proven / 20 claimed / 68 required cells"}),
      lines_of(with_toy_sets(run_of_toy(), false, true), kToyTable, kToyTable));
}

// Records of a kit that knows more sets than this one.
TEST(SetScores, ShowSetsThatTheTableHasNot) {
  EXPECT_EQ((Lines{"score nx: 3 proven / 12 claimed / 1352 required cells",
                   "score toy: 0 proven / 20 claimed / 68 required cells",
                   "op set nn: not claimed", "op set lax: not claimed"}),
            lines_of(with_toy_sets(run_of_toy(), true, true), kOpSetTable,
                     kOpSetTable));
}

// No cell of set protocol is required, so its score counts optional ones.
TEST(SetScores, OfAnOptionalSetCountItsCells) {
  RunRecord run = with_toy_sets(run_of_toy(), true, false);
  run.sets[1] = {.name = "protocol", .optional = 251};
  std::vector<Record> some = records();
  const auto line_of = [&] {
    const auto scores = set_scores(run, summarize(run, some));
    return scores[1].cells.name == "protocol" ? score_line(scores[1]) : "";
  };
  EXPECT_EQ("", line_of());
  run.sets[1].is_claimed = true;
  EXPECT_EQ("op set protocol: not selected", line_of());
  run.sets[1].is_planned = true;
  run.sets[1].claimed = 2;
  some.push_back(
      record_of("protocol", "session", "identity", "uint8", Verdict::kPass));
  some.push_back(
      record_of("protocol", "reclaim", "wrapped", "uint8", Verdict::kFail));
  some.back().compared = some[some.size() - 2].compared = 3;
  EXPECT_EQ("score protocol: 1 proven / 2 claimed / 251 optional cells",
            line_of());
  EXPECT_EQ(summarize(run, records()).proven, summarize(run, some).proven);
  EXPECT_EQ(251,
            scores_json(set_scores(run, summarize(run, some)))[1]["optional"]);
}

// The head counts the cells of a whole run, so a part counts its records.
TEST(SetScores, OfAPartCountTheSelectedCells) {
  std::vector<Record> some = records();
  some.push_back(elementwise("sub", "value", "int8", Verdict::kFail));
  some.push_back(elementwise("sub", "value", "int16", Verdict::kUnsupported));
  some.push_back(elementwise("add", "nan", "int8", Verdict::kPass));
  const auto line_of = [&](const RunRecord& run) {
    return score_line(set_scores(run, summarize(run, some))[0]);
  };
  RunRecord run = run_of_toy();
  EXPECT_EQ("score nx: 3 proven / 12 claimed / 1352 required cells",
            line_of(run));
  run.filter = "add,neg,sort,sub";
  const std::string part =
      "score nx: 3 proven / 4 claimed / 5 selected of 1352 required cells";
  EXPECT_EQ(part, line_of(run));
  const Json model = html_model({reported_run(run, some)}, {})["runs"][0];
  EXPECT_EQ(Json::parse(R"({"name": "nx", "planned": true, "is_claimed": true,
                             "proven": 3, "claimed": 4, "required": 1352,
                             "selected": 5})"),
            model["sets"][0]);
  // A shard is a part too; a filter may still select every cell.
  run.filter.clear();
  run.shard_count = 2;
  EXPECT_EQ(part, line_of(run));
  run.cells_required = 5;
  EXPECT_EQ("score nx: 3 proven / 12 claimed / 5 required cells", line_of(run));
  // A filter that selects nothing of a set.
  run = with_toy_sets(run_of_toy(), true, true);
  run.filter = "add";
  EXPECT_EQ("score toy: 0 proven / 0 claimed / 0 selected of 68 required cells",
            score_line(set_scores(run, summarize(run, some))[1]));
}

TEST(SetScores, AreThoseOfPlannedSetsAlone) {
  const auto proven = [](bool nx, bool toy) {
    return summarize(with_toy_sets(run_of_toy(), nx, toy), records(), kToyTable)
        .proven;
  };
  EXPECT_EQ(3, proven(true, true));
  EXPECT_EQ(2, proven(true, false));
  // neg is planned as a shared row, and required by the set that owns it.
  EXPECT_EQ(1, proven(false, true));
}

// Cells that no planned set requires may be lacking.
TEST(SetScores, GiveTheGateThePlannedSetsAlone) {
  std::vector<Record> lacking = {
      elementwise("neg", "value", "int8", Verdict::kUnsupported),
      record_of("sorting", "sort", "value", "int8", Verdict::kPass)};
  const auto conforms = [&](bool nx, bool toy) {
    return summarize(with_toy_sets(run_of_toy(), nx, toy), lacking, kToyTable)
        .conforms({.require = true});
  };
  EXPECT_TRUE(conforms(false, true));
  EXPECT_FALSE(conforms(true, true));
  lacking[1].verdict = Verdict::kUnsupported;
  lacking[0].verdict = Verdict::kPass;
  lacking[0].compared = 4;
  EXPECT_FALSE(conforms(false, true));
  EXPECT_TRUE(conforms(true, false));
}

TEST(SetScores, StandInEveryReport) {
  const RunRecord run = with_toy_sets(run_of_toy(), true, false);
  ReportedRun reported = reported_run(run, records());
  const std::string score =
      "score nx: 3 proven / 12 claimed / 1352 required cells";
  EXPECT_TRUE(contains(text_report(run, summarize(run, records()), {}),
                       "\n" + score + "\nop set toy: not claimed\n"));
  EXPECT_TRUE(contains(github_summary(reported, {}),
                       "\n- " + score + "\n- op set toy: not claimed\n"))
      << github_summary(reported, {});
  const std::string xml = junit_xml(run, records());
  EXPECT_TRUE(contains(
      xml,
      "<property name=\"score nx\" value=\"3 proven / 12 claimed / 1352 "
      "required cells\"/>\n"
      "<property name=\"op set toy\" value=\"not claimed\"/>\n"))
      << xml;
  const Json model = html_model({reported}, {})["runs"][0];
  EXPECT_EQ(3, model["proven"]);
  EXPECT_EQ(Json::parse(R"([
      {"name": "nx", "planned": true, "is_claimed": true, "proven": 3,
       "claimed": 12, "required": 1352},
      {"name": "toy", "planned": false, "is_claimed": false, "proven": 0,
       "claimed": 20, "required": 68},
      {"name": "nn", "planned": false, "is_claimed": false, "proven": 0,
       "claimed": 0, "required": 0},
      {"name": "lax", "planned": false, "is_claimed": false, "proven": 0,
       "claimed": 0, "required": 0}])"),
            model["sets"]);
}

// Runs of different sets have different cases.
TEST(SetScores, TellRunsOfOtherSetsApart) {
  const RunRecord both = with_toy_sets(run_of_toy(), true, true);
  const std::vector<Record> fewer = {records()[0]};
  const auto same = diff_runs(both, records(), both, fewer);
  const auto other = diff_runs(both, records(), run_of_toy(), fewer);
  ASSERT_TRUE(same.ok() && other.ok());
  EXPECT_TRUE(same->has_regression());
  EXPECT_FALSE(other->has_regression());

  RunRecord first = both, second = both;
  first.shard_count = second.shard_count = 2;
  second.shard = 2;
  const auto joined = [&] {
    return join_shards({reported_run(first, {}), reported_run(second, {})})
        .size();
  };
  EXPECT_EQ(1u, joined());
  second.sets[1].is_planned = false;
  EXPECT_EQ(2u, joined());
}

}  // namespace
}  // namespace assay
