// Writes the Markdown page that lists the clauses by source and by op.
// Tested by tests/spec/sources_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "spec/clause_source.h"
#include "spec/markdown_cell.h"
#include "spec/spec_export.h"
#include "spec/version.h"

namespace assay {
namespace {

// Returns the letter of a clause status. R and C are bold, because there the
// answer is ours and not the document's.
std::string mark_of(ClauseStatus status) {
  const bool is_ours =
      status == ClauseStatus::kClarified || status == ClauseStatus::kResolved;
  return fmt::format(fmt::runtime(is_ours ? "**{}**" : "{}"),
                     letter_of(status));
}

// Returns the text of a clause, or of an aspect with the statuses and the count
// of its clauses.
std::string meant_text(std::string_view name) {
  const auto clauses = clauses_meant(name);
  std::string marks;
  for (const Clause* clause : clauses) {
    const std::string mark = mark_of(clause->status);
    if (marks.find(mark) == std::string::npos)
      marks += (marks.empty() ? "" : "/") + mark;
  }
  if (!name.starts_with("*")) return fmt::format("`{}` {}", name, marks);
  return fmt::format("every `{}` {} ({})", name, marks, clauses.size());
}

std::string answer_text(const SourceStatement& statement) {
  if (statement.clauses.empty())
    return fmt::format("no clause: {}", markdown_cell(statement.unanswered));
  std::string text;
  for (std::string_view name : names_in(statement.clauses))
    text += (text.empty() ? "" : ", ") + meant_text(name);
  return text;
}

// Holds the clauses that share a status and a reason.
struct Decision {
  ClauseStatus status;
  std::string_view why;
  std::vector<std::string_view> clauses;
};

std::vector<Decision> decisions_of(Place place) {
  std::vector<Decision> decisions;
  for (const Clause* clause : every_clause()) {
    const ClauseSource source = source_of(clause->id);
    if (source.place != place || clause->status == ClauseStatus::kDocumented)
      continue;
    const auto same = [&](const Decision& decision) {
      return decision.status == clause->status && decision.why == source.why;
    };
    auto found = std::find_if(decisions.begin(), decisions.end(), same);
    if (found == decisions.end())
      found = decisions.insert(found, {clause->status, source.why, {}});
    found->clauses.push_back(clause->id);
  }
  return decisions;
}

std::string_view name_of_place(const Clause& clause) {
  const SourceSection* section = section_of(source_of(clause.id).place);
  return section == nullptr ? std::string_view() : section->name;
}

class Page {
 public:
  std::string take() && { return std::move(text_); }

  template <typename... Parts>
  void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(text_), format,
                   std::forward<Parts>(parts)...);
    text_ += '\n';
  }

  void counts() {
    int of_status[4] = {};
    for (const Clause* clause : every_clause())
      ++of_status[static_cast<int>(clause->status)];
    line("| clauses | D | C | R | U |");
    line("|---|---|---|---|---|");
    line("| {} | {} | {} | {} | {} |\n", every_clause().size(), of_status[0],
         of_status[1], of_status[2], of_status[3]);
    line("| document | sections | statements | without a clause |");
    line("|---|---|---|---|");
    for (int document = 0; document < kSourceDocumentCount; ++document)
      document_counts(static_cast<SourceDocument>(document));
    line("");
  }

  void section(const SourceSection& section) {
    line("### `{}`: {}\n", section.name, section.subject);
    statements(section.place);
    decisions(section.place);
  }

  void clauses(std::string_view title, std::span<const Clause> clauses) {
    line("{}\n", title);
    line("| clause | status | what it says | place | enforced by |");
    line("|---|---|---|---|---|");
    for (const Clause& clause : clauses)
      line("| `{}` | {} | {} | `{}` | {} |", clause.id, mark_of(clause.status),
           markdown_cell(clause.text), name_of_place(clause),
           kEnforcedByNames[static_cast<int>(clause.enforced_by)]);
    line("");
  }

 private:
  void document_counts(SourceDocument document) {
    int sections = 0;
    int statements = 0;
    int unanswered = 0;
    for (const SourceSection& section : source_sections())
      sections += section.document == document ? 1 : 0;
    for (const SourceStatement& statement : source_statements()) {
      if (section_of(statement.place)->document != document) continue;
      statements += statement.count;
      unanswered += statement.clauses.empty() ? statement.count : 0;
    }
    if (statements == 0) return;
    line("| {} | {} | {} | {} |",
         kSourceDocumentNames[static_cast<int>(document)], sections, statements,
         unanswered);
  }

  void statements(Place place) {
    int total = 0;
    for (const SourceStatement& statement : source_statements())
      total += statement.place == place ? statement.count : 0;
    if (total == 0) return;
    line("| statements | what they say | answered by |");
    line("|---|---|---|");
    for (const SourceStatement& statement : source_statements())
      if (statement.place == place)
        line("| {} | {} | {} |", statement.count, markdown_cell(statement.says),
             answer_text(statement));
    line("| {} | in all | |\n", total);
  }

  void decisions(Place place) {
    const auto decisions = decisions_of(place);
    if (decisions.empty()) return;
    line("| decided here | status | why |");
    line("|---|---|---|");
    for (const Decision& decision : decisions) {
      std::string names;
      for (std::string_view name : decision.clauses)
        names += fmt::format("{}`{}`", names.empty() ? "" : ", ", name);
      line("| {} | {} | {} |", names, mark_of(decision.status),
           markdown_cell(decision.why));
    }
    line("");
  }

  std::string text_;
};

}  // namespace

std::string spec_clauses() {
  Page page;
  page.line("# Clauses of specification {} and their sources\n", kSpecVersion);
  page.line("Generated from `spec/sets/` and `spec/sources/`; do not edit.\n");
  page.line("D is documented, **C** clarified where the documents are silent,");
  page.line("**R** resolved away from their letter, U unspecified. What the");
  page.line("documents say is given in our words; a row stands for as many of");
  page.line("their statements as its first column says.\n");
  page.line("{}\n", kNanDecidesFirst);
  page.counts();
  for (int document = 0; document < kSourceDocumentCount; ++document) {
    bool is_first = true;
    for (const SourceSection& section : source_sections()) {
      if (static_cast<int>(section.document) != document) continue;
      if (std::exchange(is_first, false))
        page.line("## From the {}\n", kSourceDocumentNames[document]);
      page.section(section);
    }
  }
  page.line("## By family and op\n");
  for (const FamilySpec& family : every_family()) {
    page.clauses(fmt::format("### Family {}", family.name), family.clauses);
    for (std::size_t i = 0; i < family.op_count; ++i)
      page.clauses(fmt::format("#### {}", family.ops[i]->name),
                   family.ops[i]->clauses);
  }
  std::string text = std::move(page).take();
  text.pop_back();  // the last table's blank line
  return text;
}

}  // namespace assay
