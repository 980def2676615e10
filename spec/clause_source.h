// Where each clause comes from: the section of the source documents that it
// answers, and why its answer is the sane one; and what those sections say,
// statement by statement, in our own words, with the clauses that answer.
// The rows are in spec/sources/. Tested by tests/spec/sources_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "spec/op_table.h"
#include "spec/sources/place.h"

namespace assay {

enum class SourceDocument : std::uint8_t {
  kBackendInterface,
  kViewModule,
  kKit,  // no document: what any backend is judged on
};
inline constexpr std::string_view kSourceDocumentNames[] = {
    "backend interface", "view module", "this kit"};

struct SourceSection {
  Place place = Place::kHome;
  std::string_view name;
  SourceDocument document = SourceDocument::kKit;
  std::string_view subject;
  std::string_view ops = {};  // and families, whose clauses come from here
};

// A row of a clause, or of every clause of an aspect ("*.aspect") that has no
// row of its own.
struct ClauseSource {
  std::string_view clause;
  Place place = Place::kHome;
  std::string_view why = {};  // needed for all but documented clauses
};

// One or more statements of a section that say one thing.
struct SourceStatement {
  Place place = Place::kHome;
  int count = 1;
  std::string_view says;
  std::string_view clauses = {};     // ids and "*.aspect", separated by spaces
  std::string_view unanswered = {};  // why there are none
};

// Returns the clauses of the table: families in order, before their ops.
std::vector<const Clause*> every_clause();

// Returns the row of a clause, its section for kHome. Without a row, or for a
// clause that does not exist, the place stays kHome and the reason is empty.
ClauseSource source_of(std::string_view clause);

// Returns the section of a place, or null for kHome.
const SourceSection* section_of(Place place);

std::span<const SourceSection> source_sections();
std::vector<ClauseSource> source_rows();
std::vector<SourceStatement> source_statements();

// Returns the names in a list that spaces separate.
std::vector<std::string_view> names_in(std::string_view list);

// Returns the clauses that a name of a statement stands for: one, or all of an
// aspect.
std::vector<const Clause*> clauses_meant(std::string_view name);

}  // namespace assay
