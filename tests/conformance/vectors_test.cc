// Tests the stored golden vectors: they have every clause and every dtype, one
// case a line, and small cases. scripts/generate_vectors.sh --check compares
// them with what the command writes.
#include "conformance/vectors.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "conformance/case_file.h"
#include "conformance/long_vectors.h"
#include "conformance/stored_cases.h"
#include "harness/generate/build_case.h"
#include "harness/generate/deciding_nan.h"
#include "reference/reference.h"
#include "spec/op_table.h"

namespace assay {
namespace {

const std::filesystem::path kFolder = ASSAY_SOURCE_DIR "/conformance/vectors";

std::vector<std::filesystem::path> files() {
  const auto found = case_files_at(kFolder);
  EXPECT_TRUE(found.ok()) << found.status().message;
  return found ? *found : std::vector<std::filesystem::path>();
}

// Clauses that no case shows, with the reason.
const std::map<std::string_view, std::string_view> kNotShown = {
    {"statistics.divisor", "it is about optional cells alone"}};

TEST(Vectors, ShowEveryClause) {
  std::set<std::string> shown;
  std::size_t cases = 0;
  for (const auto& file : files()) {
    const auto stored = read_stored_cases(file);
    ASSERT_TRUE(stored.ok()) << stored.status().message;
    for (const Case& test_case : stored->cases) shown.insert(test_case.clause);
    for (const ViewCase& view_case : stored->view_cases)
      shown.insert(view_case.clause);
    cases += stored->cases.size() + stored->view_cases.size();
  }
  EXPECT_GT(cases, 5000u);
  const auto expect_shown = [&](const Clause& clause) {
    // Op set protocol is about a subject, so its clauses have no vectors.
    const bool is_protocol =
        std::any_of(kProtocolRows.begin(), kProtocolRows.end(),
                    [&](const OpSpec* row) {
                      return clause.id.starts_with(row->name) &&
                             clause.id[row->name.size()] == '.';
                    }) ||
        clause.id.starts_with("protocol.");
    EXPECT_EQ(shown.contains(std::string(clause.id)),
              !kNotShown.contains(clause.id) && !is_protocol)
        << clause.id;
  };
  for (const FamilySpec& family : kFamilies)
    for (const Clause& clause : family.clauses) expect_shown(clause);
  for (const OpSpec* op : kOps)
    for (const Clause& clause : op->clauses) expect_shown(clause);
}

// A reader that treats NaN as any number would pass the others.
TEST(Vectors, OfClausesAboutNanHaveOneThatDecides) {
  std::set<std::string> clauses;
  for (const auto& file : files()) {
    const auto stored = read_stored_cases(file);
    ASSERT_TRUE(stored.ok()) << stored.status().message;
    for (const Case& test_case : stored->cases) {
      if (is_robustness_id(test_case.id)) continue;
      if (!is_about_nan(plan_stored(test_case))) continue;
      EXPECT_TRUE(has_deciding_nan(test_case)) << test_case.id;
      clauses.insert(test_case.clause);
    }
  }
  EXPECT_GT(clauses.size(), 35u);
}

// The ids name the cells.
TEST(Vectors, HaveEveryCell) {
  std::map<std::string, std::string> text_by_op;
  for (const auto& file : files()) {
    const auto text = read_case_text(file);
    ASSERT_TRUE(text.ok()) << text.status().message;
    if (file.parent_path().filename() != "view")
      text_by_op[file.stem().string()] = *text;
  }
  // Nothing is computed by the rows of protocol, so they have no vectors.
  std::size_t called = 0;
  for (const OpSpec* op : kOps)
    called += op->signature.delivery != Delivery::kProtocol ? 1 : 0;
  EXPECT_EQ(text_by_op.size(), called);
  for (const auto& [cell, required] : every_cell()) {
    if (spec_of(cell.op).signature.delivery == Delivery::kProtocol) continue;
    std::string start(name_of(cell.op));
    if (!cell.variant.empty()) start += ":" + std::string(cell.variant);
    const std::string dtype = "dtype=" + std::string(name_of(cell.dtype)) + ",";
    const std::string to =
        spec_of(cell.op).signature.is_paired()
            ? ",to=" + std::string(name_of(cell.result)) + ","
            : "";
    const std::string& text = text_by_op[std::string(name_of(cell.op))];
    bool found = false;
    for (std::size_t at = text.find("\"id\":");
         at != std::string::npos && !found; at = text.find("\"id\":", at + 1)) {
      const std::string id = text.substr(at, text.find("\",", at) - at);
      found = id.find("/" + start + ":") != std::string::npos &&
              id.find(dtype) != std::string::npos &&
              (id + ",").find(to) != std::string::npos;
    }
    EXPECT_TRUE(found) << start << " " << dtype << to;
  }
}

TEST(Vectors, AreSmallWithACaseALine) {
  std::size_t total = 0;
  for (const auto& file : files()) {
    const auto text = read_case_text(file);
    ASSERT_TRUE(text.ok()) << text.status().message;
    // scatter_general has eight variants.
    EXPECT_LE(text->size(), 2800000u) << file;
    total += text->size();
    const auto stored = read_stored_cases(file);
    ASSERT_TRUE(stored.ok()) << stored.status().message;
    // The lines of the head, of "cases": [ and of the end.
    EXPECT_EQ(
        static_cast<std::size_t>(std::count(text->begin(), text->end(), '\n')),
        stored->cases.size() + stored->view_cases.size() + 8)
        << file;
  }
  EXPECT_GT(total, 5000000u);
  EXPECT_LE(total, 45000000u);
}

TEST(ChooseVectors, TakesSmallCasesFirstAndEachClause) {
  const auto filter = Filter::parse("elementwise/add");
  ASSERT_TRUE(filter.ok());
  const auto plan = plan_cases(Level::kStandard, *filter);
  const auto chosen = choose_vectors(plan);
  EXPECT_LT(chosen.size(), plan.size() / 3);
  std::set<std::string_view> clauses, kept;
  for (const PlannedCase& planned : plan) clauses.insert(planned.clause);
  for (const PlannedCase& planned : chosen) kept.insert(planned.clause);
  EXPECT_EQ(clauses, kept);
  // A single case leaves no choice.
  EXPECT_EQ(choose_vectors({plan.front()}).size(), 1u);
}

TEST(ChooseVectors, TakesManyElementsAndHighRanks) {
  const auto filter = Filter::parse("elementwise/abs");
  ASSERT_TRUE(filter.ok());
  std::size_t most = 0;
  std::set<std::string> bands;
  for (const PlannedCase& planned :
       choose_vectors(plan_cases(Level::kStandard, *filter))) {
    const Case test_case = build_case(planned, 0);
    const View& view = test_case.find("x")->view;
    if (planned.clause == "elementwise.every_element"_clause &&
        test_case.find("x")->storage->size() <= 512)
      most = std::max(most, test_case.find("x")->storage->size());
    if (planned.clause == "elementwise.high_rank"_clause && view.rank() > 4)
      bands.insert(view.rank() > 8 ? "to 32" : "to 8");
  }
  EXPECT_GE(most, 64u);
  EXPECT_EQ(bands, (std::set<std::string>{"to 8", "to 32"}));
}

TEST(ReadVectors, AreTheChosenCasesWithTheirAnswers) {
  const auto filter = Filter::parse("reduction/argmax");
  ASSERT_TRUE(filter.ok());
  const auto plan = plan_cases(Level::kStandard, *filter);
  Reference oracle;
  const auto read = read_vectors(plan, oracle);
  ASSERT_TRUE(read.ok()) << read.status().message;
  const auto chosen = choose_vectors(plan);
  // Those of the ladder of sizes come after them.
  const auto longer = choose_long_vectors(plan, oracle);
  ASSERT_TRUE(longer.ok()) << longer.status().message;
  EXPECT_FALSE(longer->empty());
  ASSERT_EQ(read->size(), chosen.size() + longer->size());
  for (std::size_t i = 0; i < read->size(); ++i) {
    const PlannedCase& planned =
        i < chosen.size() ? chosen[i] : (*longer)[i - chosen.size()].plan;
    EXPECT_EQ((*read)[i].id(), planned.id());
    EXPECT_EQ((*read)[i].clause, planned.clause);
    ASSERT_NE((*read)[i].stored, nullptr);
    for (const Expectation& expectation : (*read)[i].stored->expect)
      EXPECT_FALSE(expectation.any_of.empty() &&
                   expectation.same_bits_as.empty() &&
                   !expectation.metadata_only)
          << planned.id();
  }
}

TEST(StoredCases, NeedCases) {
  const auto folder = std::filesystem::temp_directory_path() /
                      ("assay-stored-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  EXPECT_FALSE(case_files_at(folder).ok());
  EXPECT_FALSE(read_stored_cases(folder / "none.json").ok());
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace assay
