// Published runs made by hand, for the tests of the site.
#pragma once

#include <string>
#include <vector>

#include "reports/site/published_run.h"
#include "tests/reports/records.h"

namespace assay {

// A failing case with one rejected element.
inline Record rejected(const std::string& op, const std::string& dtype,
                       const std::string& expected, const std::string& got,
                       int number = 0) {
  Record record = elementwise(op, "value", dtype, Verdict::kFail, number);
  record.failure->expected = ElementReport{expected, "0x" + expected, "bits"};
  record.failure->got = ElementReport{got, "0x" + got, "bits"};
  record.failure->program = op + "(a=" + got + ") -> out";
  return record;
}

inline ReportedRun whole_run(std::vector<Record> records) {
  RunRecord run = run_of_toy();
  run.suite_version = kSuiteVersion;
  run.planned = std::ssize(records);
  return reported_run(run, std::move(records), "out/");
}

// A run with passing, failing and unsupported cases, and one with an error.
inline ReportedRun mixed_run() {
  Record exact = elementwise("exp", "value", "float32", Verdict::kPass);
  exact.max_ulp = 0.51;
  exact.tightness = 0.5;
  exact.worst_operands = "x=0x1p-3";
  return whole_run(
      {elementwise("add", "value", "int8", Verdict::kPass),
       elementwise("add", "value", "float32", Verdict::kUnsupported),
       rejected("add", "float64", "2", "1", 0),
       rejected("add", "float64", "4", "3.25", 1), exact});
}

inline PublishedRun version_of(const std::string& name,
                               const std::string& version) {
  PublishedRun run = published_run(mixed_run(), name);
  run.version = version;
  return run;
}

}  // namespace assay
