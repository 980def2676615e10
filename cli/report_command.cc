// Implements `assay report` and `assay tightness`, which make reports from
// files of records.
// Tested by tests/cli/report_command_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/bench_command.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/output_file.h"
#include "cli/page_file.h"
#include "cli/recorded_runs.h"
#include "conformance/records_file.h"
#include "reports/bench_text.h"
#include "reports/junit.h"
#include "reports/run_json.h"
#include "reports/summary.h"
#include "reports/text_report.h"
#include "reports/tightness.h"

namespace assay {
namespace {

// Says whether the subject of a run conforms. The values are ordered from best
// to worst; a void run shows nothing about its subject.
enum class Standing { kConforms, kDoesNotConform, kIncomplete, kVoid };

// Prints what is missing from a run, and then its text report.
Standing print_run(const ReportedRun& reported,
                   const ReportArguments& arguments) {
  const Summary summary = summarize(reported.run, reported.records);
  TextReportOptions options;
  options.command = arguments.command;
  options.all = arguments.all;
  const auto gaps = gaps_of(reported);
  for (const std::string& gap : gaps) fmt::print("incomplete: {}\n", gap);
  if (!gaps.empty())
    options.incomplete = gaps.front().substr(0, gaps.front().size() - 1);
  fmt::print("{}", text_report(reported.run, summary, options));
  if (!why_void(reported).empty()) return Standing::kVoid;
  if (!gaps.empty()) return Standing::kIncomplete;
  return summary.conforms() ? Standing::kConforms : Standing::kDoesNotConform;
}

}  // namespace

int tightness_command(const std::vector<std::string>& records) {
  const auto runs = read_runs(records);
  if (!runs) return complain(kExitUsage, runs.status().message);
  std::vector<RunRecord> heads;
  std::vector<Tightness> shares;
  for (const ReportedRun& reported : *runs) {
    heads.push_back(reported.run);
    shares.push_back(tightness_of(reported.records));
  }
  fmt::print("{}", tightness_table(heads, shares));
  return kExitConforms;
}

int report_command(const ReportArguments& arguments) {
  for (const std::string& file :
       {arguments.html, arguments.junit, arguments.json})
    if (!file.empty())
      if (Status status = try_output(file); !status.ok())
        return complain(kExitUsage, status.message);
  std::vector<std::string> places;
  std::vector<BenchRun> benches;
  for (const std::string& place : arguments.records) {
    if (!holds_benches(place)) {
      places.push_back(place);
      continue;
    }
    auto read = read_benches(place);
    if (!read) return complain(kExitUsage, read.status().message);
    benches.insert(benches.end(), read->begin(), read->end());
  }
  auto runs =
      places.empty() ? Result(std::vector<ReportedRun>()) : read_runs(places);
  if (!runs) return complain(kExitUsage, runs.status().message);
  for (const BenchRun& bench : benches) fmt::print("{}", bench_report(bench));
  if (!arguments.junit.empty() && runs->size() != 1)
    return complain(
        kExitUsage,
        fmt::format("--junit takes the records of one run, but these are {} "
                    "runs; expected one run or its shards",
                    runs->size()));
  Standing worst = Standing::kConforms;
  for (const ReportedRun& reported : *runs)
    worst = std::max(worst, print_run(reported, arguments));
  Status status;
  if (!arguments.html.empty())
    status = write_page(arguments.html, *runs, arguments.command, {}, benches);
  if (status.ok() && !arguments.junit.empty())
    status = write_whole(
        arguments.junit,
        junit_xml((*runs)[0].run, (*runs)[0].records, {.all = arguments.all}));
  if (status.ok() && !arguments.json.empty())
    status = write_whole(arguments.json,
                         runs_json(*runs, arguments.command).dump(1) + "\n");
  if (!status.ok()) return complain(kExitUsage, status.message);
  if (worst == Standing::kVoid)
    return complain(kExitInternal, "the run is void, as the report says");
  if (worst == Standing::kIncomplete)
    return complain(kExitInternal, "the run is incomplete, as the report says");
  return worst == Standing::kConforms ? kExitConforms : kExitDoesNotConform;
}

}  // namespace assay
