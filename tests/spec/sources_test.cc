// Tests the sources of clauses: every clause has one row, a place and, unless
// it is documented, a reason; every statement of the documents is answered; and
// the page shows it.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "spec/clause_source.h"
#include "spec/spec_export.h"

namespace assay {
namespace {

bool is_aspect(std::string_view name) { return name.starts_with("*."); }

std::set<std::string_view> rows_of(bool aspects) {
  std::set<std::string_view> rows;
  for (const ClauseSource& row : source_rows())
    if (is_aspect(row.clause) == aspects) rows.insert(row.clause);
  return rows;
}

std::string aspect_of(std::string_view id) {
  return "*" + std::string(id.substr(id.find('.')));
}

// The clauses that the statements of each section name.
std::map<Place, std::set<const Clause*>> named_by_section() {
  std::map<Place, std::set<const Clause*>> named;
  for (const SourceStatement& statement : source_statements())
    for (std::string_view name : names_in(statement.clauses))
      for (const Clause* clause : clauses_meant(name))
        named[statement.place].insert(clause);
  return named;
}

TEST(ClauseSources, EveryClauseHasOneRow) {
  std::set<std::string_view> seen;
  for (const ClauseSource& row : source_rows())
    EXPECT_TRUE(seen.insert(row.clause).second) << row.clause;
  const auto own = rows_of(false);
  const auto aspects = rows_of(true);
  for (const Clause* clause : every_clause())
    EXPECT_TRUE(own.contains(clause->id) ||
                aspects.contains(aspect_of(clause->id)))
        << clause->id;
}

TEST(ClauseSources, EveryRowHasItsClause) {
  for (std::string_view id : rows_of(false))
    EXPECT_NE(clause_named(id), nullptr) << id;
  const auto own = rows_of(false);
  std::set<std::string> used;
  for (const Clause* clause : every_clause())
    if (!own.contains(clause->id)) used.insert(aspect_of(clause->id));
  for (std::string_view aspect : rows_of(true))
    EXPECT_TRUE(used.contains(std::string(aspect))) << aspect;
}

TEST(ClauseSources, EveryClauseHasAPlace) {
  for (const Clause* clause : every_clause())
    EXPECT_NE(section_of(source_of(clause->id).place), nullptr) << clause->id;
}

TEST(ClauseSources, WhatIsNotDocumentedHasAReason) {
  for (const Clause* clause : every_clause()) {
    const std::string_view why = source_of(clause->id).why;
    EXPECT_TRUE(clause->status == ClauseStatus::kDocumented || !why.empty())
        << clause->id;
    EXPECT_TRUE(why.empty() || why.ends_with('.')) << clause->id;
  }
}

// The statement that a clause documents or departs from can be looked up.
TEST(ClauseSources, DocumentedAndResolvedClausesAnswerAStatementOfTheirPlace) {
  const auto named = named_by_section();
  for (const Clause* clause : every_clause()) {
    if (clause->status != ClauseStatus::kDocumented &&
        clause->status != ClauseStatus::kResolved)
      continue;
    const Place place = source_of(clause->id).place;
    EXPECT_TRUE(named.contains(place) && named.at(place).contains(clause))
        << clause->id << " is named by no statement of its section";
  }
}

TEST(ClauseSources, LooksUpRowsOfTheirOwnBeforeAspects) {
  EXPECT_EQ(source_of("exp.nan").place, Place::kInterfaceExponential);
  EXPECT_TRUE(source_of("exp.nan").why.starts_with("IEEE 754 propagates"));
  EXPECT_TRUE(source_of("max.nan").why.starts_with("A maximum that hides"));
  EXPECT_EQ(source_of("sorting.operands_kept").place, Place::kKit);
  EXPECT_EQ(source_of("view.metadata").place, Place::kInterfaceProperties);
  EXPECT_EQ(source_of("view.stride").place, Place::kViewModuleProperties);
  EXPECT_EQ(source_of("add.wrong").place, Place::kHome);
  EXPECT_EQ(source_of("nonsense").place, Place::kHome);
}

TEST(SourceStatements, NameClausesOrSayWhyThereAreNone) {
  std::set<Place> places;
  for (const SourceStatement& statement : source_statements()) {
    EXPECT_NE(section_of(statement.place), nullptr) << statement.says;
    places.insert(statement.place);
    EXPECT_GT(statement.count, 0) << statement.says;
    EXPECT_FALSE(statement.says.empty()) << statement.clauses;
    EXPECT_NE(statement.clauses.empty(), statement.unanswered.empty())
        << statement.says;
    std::set<std::string_view> names;
    for (std::string_view name : names_in(statement.clauses)) {
      EXPECT_FALSE(clauses_meant(name).empty()) << name;
      EXPECT_TRUE(names.insert(name).second) << name;
    }
  }
  for (const SourceSection& section : source_sections())
    EXPECT_EQ(places.contains(section.place),
              section.document != SourceDocument::kKit)
        << section.name;
}

TEST(SourceSections, AreTheHomeOfEachOpAndFamilyOnce) {
  std::set<std::string_view> names, subjects;
  std::set<Place> places = {Place::kHome};
  for (const SourceSection& section : source_sections()) {
    EXPECT_TRUE(names.insert(section.name).second) << section.name;
    EXPECT_TRUE(places.insert(section.place).second) << section.name;
    EXPECT_FALSE(section.subject.empty()) << section.name;
    for (std::string_view subject : names_in(section.ops))
      EXPECT_TRUE(subjects.insert(subject).second) << subject;
  }
  for (const OpSpec* op : every_op())
    EXPECT_TRUE(subjects.erase(op->name) == 1) << op->name;
  for (const FamilySpec& family : every_family()) subjects.erase(family.name);
  EXPECT_EQ(subjects, std::set<std::string_view>());
}

TEST(SourceNames, AreSeparatedBySpaces) {
  using Names = std::vector<std::string_view>;
  EXPECT_EQ(names_in(""), Names());
  EXPECT_EQ(names_in("one"), Names({"one"}));
  EXPECT_EQ(names_in("one *.two three"), Names({"one", "*.two", "three"}));
}

TEST(SourceNames, OfAspectsMeanEveryClauseOfThem) {
  ASSERT_EQ(clauses_meant("sort.nan_last").size(), 1u);
  EXPECT_EQ(clauses_meant("*.nan_last").size(), 4u);
  EXPECT_TRUE(clauses_meant("*.no_such_aspect").empty());
  EXPECT_TRUE(clauses_meant("sort").empty());
}

TEST(ClausePage, HasEveryClauseByOpAndEveryDecisionBySection) {
  const std::string page = spec_clauses();
  const std::string sources = page.substr(0, page.find("\n## By family"));
  const std::string table = page.substr(sources.size());
  for (const Clause* clause : every_clause()) {
    const std::string id = "`" + std::string(clause->id) + "`";
    EXPECT_NE(table.find("| " + id + " | "), std::string::npos) << id;
    EXPECT_TRUE(clause->status == ClauseStatus::kDocumented ||
                sources.find(id) != std::string::npos)
        << id;
  }
  EXPECT_NE(sources.find("| `atan2.minus_pi` | **R** | "), std::string::npos);
  EXPECT_NE(sources.find("`scatter.last_wins` D"), std::string::npos);
  EXPECT_NE(sources.find("every `*.out` D ("), std::string::npos);
  EXPECT_TRUE(page.ends_with("|\n"));
  EXPECT_EQ(page, spec_clauses());
}

TEST(SpecJsonSources, AreThoseOfTheRows) {
  const auto json = nlohmann::json::parse(spec_json());
  for (const char* list : {"families", "ops"})
    for (const auto& row : json.at(list))
      for (const auto& clause : row.at("clauses")) {
        const auto source = source_of(clause.at("id").get<std::string>());
        EXPECT_EQ(clause.at("source"), section_of(source.place)->name)
            << clause;
        EXPECT_EQ(clause.at("reason"), source.why) << clause;
      }
}

}  // namespace
}  // namespace assay
