// A run as reports take it: its head, the records of all its shards, and what
// is missing of it. Tested by tests/reports/reported_run_test.cc.
#pragma once

#include <string>
#include <vector>

#include "harness/record/record.h"
#include "reports/swept_cells.h"

namespace assay {

struct ReportedRun {
  RunRecord run;                           // of several shards, the first
  std::vector<std::int64_t> shards = {1};  // that there are records of
  std::int64_t planned = 0;                // cases of those shards
  bool partial = false;                    // some file was never completed
  std::vector<Record> records;             // case files with their folder
  std::vector<Record> breaches;            // of robustness mode
  SweptCells swept;                        // of the level, as they ran
};

// Makes a run of one head and its records, whose case files lie under a folder
// ("" or ending in "/").
ReportedRun reported_run(RunRecord run, std::vector<Record> records,
                         const std::string& folder = {}, bool partial = false);

// Joins the shards of one run; what differs in subject, versions, profile,
// level, filter or seed stays a run of its own. The order is kept.
std::vector<ReportedRun> join_shards(std::vector<ReportedRun> runs);

// Returns one sentence for each thing that keeps the run from being complete;
// none for a run that is.
std::vector<std::string> gaps_of(const ReportedRun& reported);

// Returns why no verdict of the run counts; nothing where they do.
std::string why_void(const ReportedRun& reported);

}  // namespace assay
