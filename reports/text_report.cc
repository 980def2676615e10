// Tested by tests/reports/text_report_test.cc.
#include "reports/text_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/replay_line.h"
#include "spec/op_table.h"
#include "spec/profile.h"

namespace assay {
namespace {

std::string op_table(const Summary& summary, bool color) {
  std::string text =
      fmt::format("{:<28}{:>8}{:>8}{:>8}{:>13}{:>10}\n", "op", "cases",
                  "passed", "failed", "unsupported", "max ULP");
  for (const OpSummary& op : summary.ops) {
    const std::string name =
        op.variant.empty() ? op.op : op.op + ":" + op.variant;
    const std::string row = fmt::format(
        "{:<28}{:>8}{:>8}{:>8}{:>13}{:>10}", name, op.cases, op.passed,
        op.failed, op.unsupported,
        op.passed + op.failed == 0 ? "-" : fmt::format("{:.3f}", op.max_ulp));
    text +=
        color && op.failed > 0 ? "\x1b[31m" + row + "\x1b[0m\n" : row + "\n";
  }
  return text;
}

std::string element_line(const char* label, const ElementReport& element) {
  return fmt::format("      {:<9}{}  {}  {}\n", label, element.decimal,
                     element.exact, element.bits);
}

// Documented clauses bind; the others are decisions of this kit, and say so.
std::string standing(const Clause& clause) {
  switch (clause.status) {
    case ClauseStatus::kDocumented:
      return "breaks a documented clause";
    case ClauseStatus::kClarified:
      return "breaks a clarification";
    case ClauseStatus::kResolved:
      return "differs from nx";
    case ClauseStatus::kUnspecified:
      break;
  }
  return "breaks what even an unspecified value must keep";
}

// The dtypes of the records, each once, cut to a line.
std::string dtypes_of(const ClauseFailures& group) {
  std::vector<std::string> names;
  for (const Record* record : group.records)
    if (std::find(names.begin(), names.end(), record->dtype) == names.end())
      names.push_back(record->dtype);
  std::string dtypes = fmt::format("{}", fmt::join(names, ", "));
  if (dtypes.size() > 66) dtypes = dtypes.substr(0, 63) + "...";
  return dtypes;
}

std::string title_of(const ClauseFailures& group) {
  return group.clause.starts_with(group.op + ".")
             ? group.clause
             : group.clause + " on " + group.op;
}

// What the subject declares to do otherwise than nx, and does.
std::string differences(const Summary& summary, const RunRecord& run) {
  if (summary.differences.empty()) return {};
  std::string text =
      fmt::format("differs from nx, judged against profile {} all the same:\n",
                  run.profile);
  for (const ClauseFailures& group : summary.differences)
    text += fmt::format("  {:<32}{:>6} cases  {}\n", title_of(group),
                        group.records.size(), dtypes_of(group));
  return text + "\n";
}

std::string clause_group(const ClauseFailures& group, const RunRecord& run,
                         const TextReportOptions& options) {
  const Clause* clause = clause_named(group.clause);
  const std::string heading = title_of(group);
  std::string text =
      fmt::format("{}{}{}: {} failing case{}\n", options.color ? "\x1b[1m" : "",
                  heading, options.color ? "\x1b[0m" : "", group.records.size(),
                  group.records.size() == 1 ? "" : "s");
  if (clause != nullptr)
    text += fmt::format("  [{}] {}  ({})\n", letter_of(clause->status),
                        clause->text,
                        run.profile == kNx.name ? standing(*clause)
                                                : "breaks its declared "
                                                  "profile " +
                                                      run.profile);
  text += "  dtypes: " + dtypes_of(group) + "\n";
  const auto shown = std::min(group.records.size(),
                              static_cast<std::size_t>(options.examples));
  for (std::size_t i = 0; i < shown; ++i) {
    const Record& record = *group.records[i];
    text += failure_text(record, record.case_file.empty()
                                     ? ""
                                     : replay_line(run, record, options.command,
                                                   options.folder));
  }
  if (shown < group.records.size())
    text += fmt::format("    … and {} more\n", group.records.size() - shown);
  return text + "\n";
}

}  // namespace

std::string failure_text(const Record& record, const std::string& replay) {
  std::string text = fmt::format("    {}\n", record.id);
  if (!record.failure) return text;
  const Failure& failure = *record.failure;
  text +=
      fmt::format("      {}: {}\n", name_of(record.verdict), failure.message);
  if (!failure.program.empty())
    text += fmt::format("      {}\n", failure.program);
  if (!failure.tensor.empty()) {
    text += fmt::format("      at {}[{}]", failure.tensor,
                        fmt::join(failure.index, ", "));
    // A short program already shows its operands.
    if (!failure.operands.empty() && failure.program.empty())
      text += "  with " + failure.operands;
    text += "\n";
  }
  if (failure.expected) text += element_line("expected", *failure.expected);
  if (!failure.accepted.empty())
    text += fmt::format("      {:<9}{}\n", "accepted", failure.accepted);
  if (failure.got) text += element_line("got", *failure.got);
  if (!replay.empty()) text += "      replay:  " + replay + "\n";
  return text;
}

std::string text_report(const RunRecord& run, const Summary& summary,
                        const TextReportOptions& options) {
  std::string text = fmt::format(
      "{} {} against profile {}, level {}, seed {}\n\n", run.subject_name,
      run.subject_version, run.profile, run.level, run.seed);
  text += op_table(summary, options.color) + "\n";
  for (const ClauseFailures& group : summary.failures)
    text += clause_group(group, run, options);
  text += differences(summary, run);
  text += fmt::format(
      "{} cases: {} passed, {} failed, {} unsupported; {} clause{} broken\n",
      summary.cases, summary.passed, summary.failed, summary.unsupported,
      summary.failures.size(), summary.failures.size() == 1 ? "" : "s");
  text +=
      fmt::format("score: {} proven / {} claimed / {} total required cells\n",
                  summary.proven, run.cells_claimed, run.cells_required);
  text += fmt::format(
      "{} {} profile {}\n", run.subject_name,
      summary.conforms() ? "conforms to" : "does not conform to", run.profile);
  return text;
}

}  // namespace assay
