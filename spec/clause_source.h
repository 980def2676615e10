// Records where each clause comes from: the section of the source documents
// that it answers, and the reason for its answer. It also lists each statement
// of those sections in our own words, with the clauses that answer it. The rows
// are in spec/sources/. Tested by tests/spec/sources_test.cc.
#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include "spec/op_lookup.h"
#include "spec/sources/place.h"

namespace assay {

enum class SourceDocument : std::uint8_t {
  kBackendInterface,
  kViewModule,
  kBurnTraits,
  kBurnFlex,
  kStablehlo,
  kTenferro,
  kKit,  // no document, but what this kit requires of every backend
};
inline constexpr std::string_view kSourceDocumentNames[] = {
    "backend interface",
    "view module",
    "backend traits of Burn",
    "architecture of burn-flex",
    "StableHLO specification",
    "tensor backend protocol of tenferro",
    "this kit"};
inline constexpr int kSourceDocumentCount = std::size(kSourceDocumentNames);

struct SourceSection {
  Place place = Place::kHome;
  std::string_view name;
  SourceDocument document = SourceDocument::kKit;
  std::string_view subject;
  std::string_view ops = {};  // ops and families whose clauses come from here
};

// Holds the source of one clause. The id "*.aspect" stands for every clause of
// that aspect that has no row of its own.
struct ClauseSource {
  std::string_view clause;
  Place place = Place::kHome;
  std::string_view why = {};  // needed for all but documented clauses
};

// Holds one statement of a section, or several that say the same thing.
struct SourceStatement {
  Place place = Place::kHome;
  int count = 1;
  std::string_view says;
  std::string_view clauses = {};     // ids and "*.aspect", separated by spaces
  std::string_view unanswered = {};  // why no clause answers it
};

// Returns all clauses of the table: those of each family, followed by those of
// its ops.
std::vector<const Clause*> every_clause();

// Returns the row of a clause, with the actual section in place of kHome. If
// there is no row or no such clause, the place is kHome and the reason is
// empty.
ClauseSource source_of(std::string_view clause);

// Returns the section of a place, or null for kHome.
const SourceSection* section_of(Place place);

std::span<const SourceSection> source_sections();
std::vector<ClauseSource> source_rows();
std::vector<SourceStatement> source_statements();

// Returns the names in a list that spaces separate.
std::vector<std::string_view> names_in(std::string_view list);

// Returns the clauses that a name in a statement stands for: one clause, or all
// clauses of an aspect.
std::vector<const Clause*> clauses_meant(std::string_view name);

}  // namespace assay
