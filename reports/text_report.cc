// Formats the summary of a run as text, part by part.
// Tested by tests/reports/text_report_test.cc.
#include "reports/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "reports/crash_lines.h"
#include "reports/finding_details.h"
#include "reports/findings.h"
#include "reports/replay_line.h"
#include "reports/set_scores.h"
#include "reports/tightness.h"
#include "spec/op_lookup.h"
#include "spec/profile.h"

namespace assay {
namespace {

// Returns the table of ops. Unless `options.all`, ops of which the subject
// claims nothing are counted in a line after it.
std::string op_table(const Summary& summary, const TextReportOptions& options) {
  std::vector<OpSummary> shown;
  std::copy_if(summary.ops.begin(), summary.ops.end(),
               std::back_inserter(shown),
               [&](const OpSummary& op) { return options.all || op.claimed; });
  const std::size_t left_out = summary.ops.size() - shown.size();
  const std::string note =
      left_out == 0
          ? ""
          : fmt::format(
                "{} op{} not shown, because nothing of {} is claimed (`assay "
                "report --all` shows {})\n",
                left_out, left_out == 1 ? " is" : "s are",
                left_out == 1 ? "it" : "them", left_out == 1 ? "it" : "them");
  if (shown.empty()) return note;
  // This column appears only if something was expected.
  const auto expected = [&](const std::string& text) {
    return summary.expected > 0 ? fmt::format("{:>10}", text) : "";
  };
  // The same holds for the column of cases without a record.
  const auto missing = [&](const std::string& text) {
    return summary.missing > 0 ? fmt::format("{:>9}", text) : "";
  };
  // The same holds for the share that the largest error takes of its bound.
  const bool measured =
      std::any_of(summary.ops.begin(), summary.ops.end(),
                  [](const OpSummary& op) { return op.tightness > 0; });
  std::string text =
      fmt::format("{:<28}{:>8}{:>8}{:>8}{}{}{:>13}{:>10}{}\n", "op", "cases",
                  "passed", "failed", missing("missing"), expected("expected"),
                  "unsupported", "max ULP", measured ? "  of bound" : "");
  for (const OpSummary& op : shown) {
    const std::string name =
        op.variant.empty() ? op.op : op.op + ":" + op.variant;
    const std::string row = fmt::format(
        "{:<28}{:>8}{:>8}{:>8}{}{}{:>13} {:>9}{}", name, op.cases, op.passed,
        op.failed, missing(std::to_string(op.missing)),
        expected(std::to_string(op.expected)), op.unsupported,
        op.cases == op.unsupported + op.missing
            ? "-"
            : fmt::format("{:.3f}", op.max_ulp),
        op.tightness > 0
            ? fmt::format(" {:>9} {}", share_text(op.tightness), op.tightest)
            : "");
    text += options.color && op.failed > 0 ? "\x1b[31m" + row + "\x1b[0m\n"
                                           : row + "\n";
  }
  return text + note;
}

std::string element_line(const char* label, const ElementReport& element) {
  return fmt::format("      {:<9}{}  {}  {}\n", label, element.decimal,
                     element.exact, element.bits);
}

// Returns the names, cut to one line.
std::string line_of(const std::vector<std::string>& names) {
  std::string line = fmt::format("{}", fmt::join(names, ", "));
  if (line.size() > 66) line = line.substr(0, 63) + "...";
  return line;
}

// Returns the dtypes of the records without repetition, cut to one line.
std::string dtypes_of(const ClauseFailures& group) {
  std::vector<std::string> names;
  for (const Record* record : group.records)
    if (std::find(names.begin(), names.end(), record->dtype) == names.end())
      names.push_back(record->dtype);
  return line_of(names);
}

std::string title_of(const ClauseFailures& group) {
  if (group.clause == group.op) return group.op + " as a whole";
  return group.clause.starts_with(group.op + ".")
             ? group.clause
             : group.clause + " on " + group.op;
}

// Returns where a call ended its process: "in CALL", and one line per frame.
std::string crash_text(const Crash& crash) {
  std::string text;
  if (!crash.call.empty()) text += fmt::format("      in {}\n", crash.call);
  if (!crash.address.empty())
    text += fmt::format("      address  {}\n", crash.address);
  for (std::size_t i = 0; i < crash.frames.size(); ++i)
    text += fmt::format("      {} {}\n", i == 0 ? "at" : "  ", crash.frames[i]);
  return text;
}

// Returns a block about cases with expectations: a line per clause, and why.
std::string expected_groups(const char* title,
                            const std::vector<ClauseFailures>& groups) {
  if (groups.empty()) return {};
  std::string text = fmt::format("{}:\n", title);
  for (const ClauseFailures& group : groups) {
    const Record& first = *group.records.front();
    text +=
        fmt::format("  {:<32}{:>6} case{} {}\n      {}{}\n", title_of(group),
                    group.records.size(), group.records.size() == 1 ? " " : "s",
                    dtypes_of(group), first.reason,
                    first.bug.empty() ? "" : " (" + first.bug + ")");
  }
  return text + "\n";
}

// Returns ", 3 expected failures, 1 flaky": the expected cases by kind.
std::string expected_counts(const Summary& summary) {
  std::string text;
  const auto add = [&](std::int64_t count, const char* one, const char* many) {
    if (count > 0)
      text += fmt::format(", {} {}", count, count == 1 ? one : many);
  };
  add(count_of(summary.expected_failures), "expected failure",
      "expected failures");
  add(count_of(summary.flaky), "flaky", "flaky");
  add(count_of(summary.unexpected_passes), "unexpected pass",
      "unexpected passes");
  return text;
}

// Returns the required cells that the gate misses.
std::string lacking_cells(const Summary& summary) {
  if (summary.lacking.empty()) return {};
  std::string text = "required, but not supported:\n";
  for (const LackingCells& cells : summary.lacking)
    text += fmt::format(
        "  {:<32}{:>6} cell{} {}\n",
        cells.variant.empty() ? cells.op : cells.op + ":" + cells.variant,
        cells.dtypes.size(), cells.dtypes.size() == 1 ? " " : "s",
        line_of(cells.dtypes));
  return text + "\n";
}

// Returns lines such as "  view float32: its cases need copy" about claimed
// cells that no case proves.
std::string unproven_cells(const Summary& summary) {
  if (summary.unproven.empty()) return {};
  std::string text = "claimed, but no case passed:\n";
  for (const UnprovenCells& cells : summary.unproven)
    text += fmt::format(
        "  {} {}: {}\n",
        cells.variant.empty() ? cells.op : cells.op + ":" + cells.variant,
        fmt::join(cells.dtypes, ", "), cells.reason);
  return text + "\n";
}

// Returns "bits 3, exact 12": how many controls each class of judgement had.
std::string classes_text(const ControlCount& controls) {
  std::string text;
  for (const auto& [name, count] : controls.classes)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
  return text;
}

// Returns the last line. With expected failures, a subject conforms only "as
// far as expected".
std::string verdict_line(const RunRecord& run, const Summary& summary,
                         const TextReportOptions& options) {
  const Gate& gate = options.gate;
  const std::string& name = run.subject_name;
  const std::string reason = why_void(run, summary, gate);
  if (!reason.empty()) return fmt::format("the run is void: {}\n", reason);
  std::string gap = why_incomplete(summary);
  if (gap.empty()) gap = options.incomplete;
  if (!gap.empty())
    return fmt::format("the run is incomplete: {}; there is no verdict on {}\n",
                       gap, name);
  if (summary.compared == 0 && summary.failed == 0 &&
      options.swept.broken.empty() && !gate.part)
    return fmt::format(
        "no element was compared, so nothing shows that {} conforms to profile "
        "{}\n",
        name, run.profile);
  if (!summary.conforms(gate) || !options.swept.broken.empty())
    return fmt::format("{} does not conform to profile {}\n", name,
                       run.profile);
  if (summary.expected > 0)
    return fmt::format("{} conforms to profile {} as far as expected{}\n", name,
                       run.profile, expected_counts(summary));
  if (run.shard_count > 1)
    return fmt::format("{} conforms to profile {} in shard {}/{}\n", name,
                       run.profile, run.shard, run.shard_count);
  return fmt::format("{} conforms to profile {}\n", name, run.profile);
}

}  // namespace

std::string file_replay(const RunRecord& run, const Record& record,
                        const TextReportOptions& options) {
  if (record.case_file.empty()) return {};
  return replay_line(run, record, options.command, options.folder);
}

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
  if (failure.crash) text += crash_text(*failure.crash);
  if (!replay.empty()) text += "      replay:  " + replay + "\n";
  return text;
}

std::string printed_text(const Record& record) {
  constexpr std::size_t kMostLines = 40;
  if (record.output.empty()) return {};
  std::string text = "      printed:\n";
  std::string_view left = record.output;
  for (std::size_t lines = 0; !left.empty(); ++lines) {
    const std::size_t end = left.find('\n');
    if (lines == kMostLines) return text + "        … (more in the record)\n";
    text += fmt::format("        {}\n", left.substr(0, end));
    left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
  }
  return text;
}

std::string text_report(const RunRecord& run, const Summary& summary,
                        const TextReportOptions& options) {
  const std::vector<Finding> findings = findings_of(summary);
  std::string text = finding_list(findings);
  text += fmt::format(
      "{} {} against profile {}, level {}, seed {}{}\n\n", run.subject_name,
      run.subject_version, run.profile, run.level, run.seed,
      run.shard_count == 1
          ? ""
          : fmt::format(", shard {}/{}", run.shard, run.shard_count));
  text += op_table(summary, options) + "\n";
  text += crash_lines(run, summary, options);
  for (std::size_t i = 0; i < findings.size(); ++i)
    text += finding_details(i + 1, findings[i], run, options);
  text += expected_groups("failed, as expected", summary.expected_failures);
  text += expected_groups("flaky, as expected", summary.flaky);
  text +=
      expected_groups("passed, against expectation", summary.unexpected_passes);
  if (options.gate.require) text += lacking_cells(summary);
  if (!options.gate.part) text += unproven_cells(summary);
  text += policy_lines(summary, run);
  // Crashes and refusals break no clause.
  const auto clauses = std::count_if(
      summary.failures.begin(), summary.failures.end(),
      [](const ClauseFailures& group) { return group.clause != group.op; });
  text += fmt::format(
      "{} cases: {} passed, {} failed,{} {} unsupported{}; {} clause{} "
      "broken\n",
      summary.cases, summary.passed, summary.failed,
      summary.missing > 0 ? fmt::format(" {} missing,", summary.missing) : "",
      summary.unsupported, expected_counts(summary), clauses,
      clauses == 1 ? "" : "s");
  for (const SetScore& score : set_scores(run, summary))
    text += score_line(score) + "\n";
  if (!run.composed.empty())
    text += fmt::format("composed by the adapter: {}\n",
                        fmt::join(run.composed, ", "));
  if (run.controls.made > 0)
    text += fmt::format("live controls: {} of {} caught ({})\n",
                        run.controls.caught, run.controls.made,
                        classes_text(run.controls));
  text += options.swept.text;
  // If no case of conformance was run, there is no verdict on conformance.
  if (summary.cases == 0 && run.robustness) return text;
  return text + verdict_line(run, summary, options);
}

}  // namespace assay
