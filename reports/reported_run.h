// Holds a run in the form that reports take: its head, the records of all its
// shards, and what is missing.
// Tested by tests/reports/reported_run_test.cc.
#pragma once

#include <string>
#include <vector>

#include "harness/record/record.h"
#include "reports/swept_cells.h"

namespace assay {

struct ReportedRun {
  RunRecord run;                           // that of the first shard
  std::vector<std::int64_t> shards = {1};  // those with records
  std::int64_t planned = 0;                // cases of those shards
  bool partial = false;                    // some file is incomplete
  std::vector<Record> records;             // case files include their folder
  std::vector<Record> breaches;            // the records of robustness mode
  SweptCells swept;                        // the level's sweeps, if they ran
};

// Makes a run of one head and its records. `folder` contains the case files; it
// is "" or ends in "/".
ReportedRun reported_run(RunRecord run, std::vector<Record> records,
                         const std::string& folder = {}, bool partial = false);

// Joins the shards of one run, and keeps the order. Runs that differ in
// subject, versions, profile, level, sets, filter or seed are not joined.
std::vector<ReportedRun> join_shards(std::vector<ReportedRun> runs);

// Returns one sentence for each thing that is missing; none for a complete run.
std::vector<std::string> gaps_of(const ReportedRun& reported);

// Returns why the verdicts of the run do not count; empty if they do.
std::string why_void(const ReportedRun& reported);

}  // namespace assay
