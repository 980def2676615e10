// Concludes a run: renders its reports, writes them, and derives the exit code
// from the worst of what happened.
// Tested by tests/cli/check_command_test.cc.
#include "cli/conclusion.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/page_file.h"
#include "conformance/records_file.h"
#include "conformance/run_folder.h"
#include "reports/junit.h"
#include "reports/robustness_summary.h"
#include "reports/text_report.h"

namespace assay {
namespace {

// Returns the first case that the harness could not judge, and why; empty if
// there is none.
std::string unjudged_case(const std::vector<Record>& records) {
  for (const Record& record : records)
    if (record.verdict == Verdict::kHarnessError)
      return fmt::format(
          "{}: {}", record.id,
          record.failure ? record.failure->message : "harness error");
  return {};
}

}  // namespace

int conclude(const RunRecord& run, std::vector<Record> records,
             const Conclusion& conclusion) {
  const Summary summary = summarize(run, records);
  TextReportOptions text;
  text.gate = conclusion.gate;
  text.gate.part = run.shard_count > 1;
  text.all = conclusion.all;
  text.command = conclusion.command;
  text.swept = conclusion.swept;
  text.folder =
      conclusion.folder.empty() ? "" : (conclusion.folder / "").string();
  const RobustnessSummary robustness = summarize_robustness(records);
  const auto written = [&] {
    return text_report(run, summary, text) +
           robustness_text(run, robustness, text) + conclusion.beside;
  };
  const std::string plain = written();
  const char* no_color = std::getenv("NO_COLOR");
  text.color =
      isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
  fmt::print("{}", text.color ? written() : plain);
  if (!conclusion.folder.empty()) {
    fmt::print("records: {}\n", (conclusion.folder / kRecordsFile).string());
    if (Status status = write_whole(conclusion.folder / "report.txt", plain);
        !status.ok())
      return complain(kExitUsage, status.message);
  }
  if (!conclusion.junit.empty())
    if (Status status = write_whole(conclusion.junit,
                                    junit_xml(run, records,
                                              {.strict = conclusion.gate.strict,
                                               .all = conclusion.all,
                                               .swept = conclusion.swept}));
        !status.ok())
      return complain(kExitUsage, status.message);
  const std::string unjudged = unjudged_case(records);
  const bool is_empty = records.empty();
  // The only copy of the records, of which a run of level standard has many.
  std::vector<ReportedRun> runs;
  runs.push_back(reported_run(run, std::move(records), text.folder));
  ReportedRun& reported = runs.front();
  reported.swept = conclusion.swept;
  std::vector<std::filesystem::path> pages;
  if (!conclusion.folder.empty())
    pages.push_back(conclusion.folder / "report.html");
  if (!conclusion.html.empty()) pages.emplace_back(conclusion.html);
  for (const std::filesystem::path& page : pages)
    if (Status status = write_page(page, runs, conclusion.command, text.gate);
        !status.ok())
      return complain(kExitUsage, status.message);
  tell_github(reported, conclusion.command, text.gate);
  if (const std::string reason = why_void(run, summary, text.gate);
      !reason.empty())
    return complain(kExitInternal, "the run is void: " + reason);
  if (const std::string gap = why_incomplete(summary); !gap.empty())
    return complain(kExitInternal,
                    "the run is incomplete: " + gap + "; there is no verdict");
  if (!unjudged.empty()) return complain(kExitInternal, unjudged);
  if (is_empty && run.shard_count > 1)
    complain(0, fmt::format("shard {}/{} contains none of the selected cases",
                            run.shard, run.shard_count));
  if (!conclusion.end_fault.empty())
    return complain(kExitDoesNotConform, conclusion.end_fault);
  if (!robustness.is_harmless() || conclusion.breaks_beside ||
      !conclusion.swept.broken.empty())
    return kExitDoesNotConform;
  if (robustness.calls > 0 && summary.cases == 0) return kExitConforms;
  return summary.conforms(text.gate) ? kExitConforms : kExitDoesNotConform;
}

}  // namespace assay
