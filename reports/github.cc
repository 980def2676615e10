// Formats findings as workflow commands, and findings and broken clauses as
// Markdown tables, with the escaping that each needs.
// Tested by tests/reports/github_test.cc.
#include "reports/github.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "reports/entity.h"
#include "reports/findings.h"
#include "reports/judged_profile.h"
#include "reports/replay_line.h"
#include "reports/set_scores.h"
#include "spec/op_lookup.h"
#include "spec/policy_texts.h"

namespace assay {
namespace {

// The failing cases of one clause, on all ops.
struct BrokenClause {
  std::string clause;
  std::int64_t count = 0;
  const Record* first = nullptr;
  std::set<std::string> ops;
};

std::vector<BrokenClause> broken_clauses(const std::vector<Record>& records,
                                         const Gate& gate) {
  std::vector<BrokenClause> broken;
  std::map<std::string, std::size_t> places;
  for (const Record& record : records) {
    const bool forgiven =
        record.verdict == Verdict::kUnexpectedPass && !gate.strict;
    if (!is_failure(record.verdict) || forgiven) continue;
    const auto [place, fresh] =
        places.try_emplace(broken_of(record), broken.size());
    if (fresh) broken.push_back({broken_of(record), 0, &record, {}});
    BrokenClause& entry = broken[place->second];
    ++entry.count;
    entry.ops.insert(record.op);
  }
  return broken;
}

std::string annotation_of(const Record& record) {
  if (!record.failure) return std::string(name_of(record.verdict));
  const bool has_call =
      record.failure->crash.has_value() && !record.failure->crash->call.empty();
  return fmt::format("{}: {}{}", name_of(record.verdict),
                     record.failure->message,
                     has_call ? "; in " + record.failure->crash->call : "");
}

// Returns text for a workflow command. In its properties, more characters are
// special.
std::string command_text(std::string_view text, bool property) {
  std::string result;
  for (char c : text) {
    const bool special = c == '%' || c == '\r' || c == '\n' ||
                         (property && (c == ':' || c == ','));
    if (special)
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result;
}

std::string error_line(const std::string& title, const std::string& text) {
  return fmt::format("::error title={}::{}\n", command_text(title, true),
                     command_text(text, false));
}

// Returns text for a cell of a Markdown table, on one line and without markup.
std::string cell_text(std::string_view text) {
  std::string result;
  for (char c : text) {
    // All characters that Markdown could interpret.
    constexpr std::string_view kMarkdown = "|`*_[]\\~#@$!";
    if (const std::string_view entity = entity_of(c); !entity.empty())
      result += entity;
    else if (c == '\r' || c == '\n')
      result += ' ';
    else if (kMarkdown.find(c) != std::string_view::npos)
      result += fmt::format("&#{};", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result;
}

std::string code(std::string_view text) {
  return "<code>" + cell_text(text) + "</code>";
}

std::string counted_cases(std::size_t count) {
  return fmt::format("{} case{}", count, count == 1 ? "" : "s");
}

// Returns what an annotation says of a finding: its kind, its example, how many
// cases of which ops show it, who shares the policy, and how to see it again.
std::string annotation_text(const Finding& finding, const RunRecord& run,
                            const GithubOptions& options) {
  const std::string clause =
      broken_text_of(broken_of(*finding.records.front()), judged_profile(run));
  return fmt::format(
      "{}: {}\n{}{}{} of {}\n{}{}", name_of(finding.kind), finding.example,
      clause, clause.empty() ? "" : "\n", counted_cases(finding.records.size()),
      few_of(finding.ops, 10),
      finding.shared_by.empty()
          ? ""
          : fmt::format("shared by {}\n", fmt::join(finding.shared_by, ", ")),
      replay_line(run, *finding.records.front(), options.command, ""));
}

// Returns one annotation about the passes that were expected to fail, if these
// fail the run. They are not findings.
std::string surprise_line(const ReportedRun& reported,
                          const GithubOptions& options) {
  std::size_t count = 0;
  const Record* first = nullptr;
  for (const Record& record : reported.records) {
    if (record.verdict != Verdict::kUnexpectedPass) continue;
    if (count++ == 0) first = &record;
  }
  if (!options.gate.strict || first == nullptr) return {};
  return error_line(
      fmt::format("{}: passes that were expected to fail",
                  reported.run.subject_name),
      fmt::format("{}, first {}\n{}", counted_cases(count), first->id,
                  replay_line(reported.run, *first, options.command, "")));
}

// Returns the table of findings, of at most `room` bytes; empty if there are no
// findings.
std::string findings_table(const std::vector<Finding>& findings,
                           std::size_t room) {
  if (findings.empty()) return {};
  std::string text =
      "| kind | finding | example | cases |\n|---|---|---|---:|\n";
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    const std::string row = fmt::format(
        "| {} | {}{} | {} | {} |\n", name_of(finding.kind),
        cell_text(finding.title),
        finding.shared_by.empty()
            ? ""
            : cell_text(fmt::format(", shared by {}",
                                    fmt::join(finding.shared_by, ", "))),
        code(finding.example), finding.records.size());
    if (text.size() + row.size() > room)
      return text + fmt::format("\n{} more findings are in the records.\n\n",
                                findings.size() - i);
    text += row;
  }
  return text + "\n";
}

std::string clause_row(const BrokenClause& entry, const ReportedRun& reported,
                       const GithubOptions& options) {
  const std::string text =
      broken_text_of(entry.clause, judged_profile(reported.run));
  return fmt::format(
      "| {}{}{} | {} | {} | {}<br>{}<br>{} |\n", code(entry.clause),
      text.empty() ? "" : "<br>", cell_text(text), entry.count,
      cell_text(fmt::format("{}", fmt::join(entry.ops, ", "))),
      code(entry.first->id), cell_text(annotation_of(*entry.first)),
      code(replay_line(reported.run, *entry.first, options.command, "")));
}

std::string counts_table(const std::vector<Record>& records) {
  std::map<Verdict, std::int64_t> counts = {{Verdict::kPass, 0}};
  for (const Record& record : records) ++counts[record.verdict];
  std::string text = "| verdict | cases |\n|---|---:|\n";
  for (const auto& [verdict, count] : counts)
    text += fmt::format("| {} | {} |\n", cell_text(name_of(verdict)), count);
  return text + "\n";
}

std::string standing(const ReportedRun& reported, bool conforms,
                     bool complete) {
  if (!complete)
    return fmt::format("**Incomplete: no verdict on profile {}.**",
                       cell_text(reported.run.profile));
  return fmt::format("**{} profile {}.**",
                     conforms ? "Conforms to" : "Does not conform to",
                     cell_text(reported.run.profile));
}

}  // namespace

std::string github_annotations(const ReportedRun& reported,
                               const GithubOptions& options) {
  const auto findings = findings_of(reported.run, reported.records);
  const std::size_t shown = std::min(findings.size(), options.annotation_limit);
  std::string text;
  const std::string reason = why_void(reported);
  if (!reason.empty())
    text += error_line(
        fmt::format("the run of {} is void", reported.run.subject_name),
        reason);
  if (const std::string gap =
          why_incomplete(summarize(reported.run, reported.records));
      !gap.empty())
    text += error_line(
        fmt::format("the run of {} is incomplete", reported.run.subject_name),
        gap);
  for (const BrokenSweep& sweep : reported.swept.broken)
    text += error_line(fmt::format("{}: the sweep of {}",
                                   reported.run.subject_name, sweep.name),
                       sweep.text);
  for (std::size_t i = 0; i < shown; ++i)
    text += error_line(
        fmt::format("{}: {}", reported.run.subject_name, findings[i].title),
        annotation_text(findings[i], reported.run, options));
  if (shown < findings.size()) {
    std::size_t cases = 0;
    for (std::size_t i = shown; i < findings.size(); ++i)
      cases += findings[i].records.size();
    const std::size_t more = findings.size() - shown;
    text += error_line(
        fmt::format("{}: {} more finding{}", reported.run.subject_name, more,
                    more == 1 ? "" : "s"),
        fmt::format("{}; the summary of this step lists every finding",
                    counted_cases(cases)));
  }
  return text + surprise_line(reported, options);
}

std::string github_summary(const ReportedRun& reported,
                           const GithubOptions& options) {
  const RunRecord& run = reported.run;
  const Summary summary = summarize(run, reported.records);
  const auto gaps = gaps_of(reported);
  std::string text = fmt::format(
      "## {} {}\n\n{} Level {}, seed {}{}.\n\n", cell_text(run.subject_name),
      cell_text(run.subject_version),
      standing(reported,
               summary.conforms(options.gate) && reported.swept.broken.empty(),
               gaps.empty()),
      cell_text(run.level), run.seed,
      run.filter.empty() ? "" : ", filter " + code(run.filter));
  // Half of the room is for what follows the findings.
  text += findings_table(findings_of(summary), options.summary_limit / 2);
  for (const SetScore& score : set_scores(run, summary))
    text += "- " + cell_text(score_line(score)) + "\n";
  text += "\n";
  for (const std::string& gap : gaps) text += "- " + cell_text(gap) + "\n";
  if (!gaps.empty()) text += "\n";
  text += counts_table(reported.records);
  const auto broken = broken_clauses(reported.records, options.gate);
  if (broken.empty()) return text;
  text += "| broken clause | cases | ops | first case |\n|---|---:|---|---|\n";
  for (std::size_t i = 0; i < broken.size(); ++i) {
    const std::string row = clause_row(broken[i], reported, options);
    constexpr std::size_t kRoomForRemainder = 200;
    if (text.size() + row.size() + kRoomForRemainder > options.summary_limit) {
      text += fmt::format("\n{} more broken clauses are in the records.\n",
                          broken.size() - i);
      break;
    }
    text += row;
  }
  return text + "\n";
}

}  // namespace assay
