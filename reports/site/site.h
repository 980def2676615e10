// Puts published runs together to a site: subjects with their versions,
// benchmark runs, and what was left out. Tested by
// tests/reports/site/site_test.cc.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "harness/record/bench_record.h"
#include "reports/site/admission.h"
#include "reports/site/published_run.h"
#include "spec/result.h"

namespace assay {

struct SiteSubject {
  std::string name;
  std::string slug;                    // in the names of its files
  std::vector<PublishedRun> versions;  // at least one; the newest first
};

struct Site {
  SiteColumn column;
  std::vector<SiteSubject> subjects;  // by name
  std::vector<nlohmann::ordered_json> benches;
  std::vector<std::string> left_out;  // sentences that begin with a place
};

// A run that a site may get.
struct EnteringRun {
  PublishedRun run;
  std::string place;  // for messages
  // The run is from an earlier site. A new run of its version replaces it.
  bool is_stored = false;
};

// Returns the subjects of these runs, each with its versions in order. Leaves
// out a run that has fewer cases or claims than the version before, unless
// `may_fall` has its subject. Fails if there are two new runs of one version.
Result<std::vector<SiteSubject>> site_subjects(
    std::vector<EnteringRun> runs, const std::set<std::string>& may_fall,
    std::vector<std::string>& left_out);

// Returns the data file of a benchmark run. Adds it to a list, where it
// replaces one of the same subjects, peers, threads and machine.
void add_bench(std::vector<nlohmann::ordered_json>& benches,
               const BenchRun& bench);

}  // namespace assay
