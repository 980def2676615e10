// Reads records, and makes the paths of case files relative to the current
// folder. Tested by tests/cli/report_command_test.cc.
#include "cli/recorded_runs.h"

#include <fstream>

#include "conformance/records_file.h"
#include "harness/record/bench_record.h"

namespace assay {
namespace {

// Returns the folder that contains the case files of a file of records.
std::string folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? (file.parent_path() / "").string() : "";
}

}  // namespace

Result<std::vector<ReportedRun>> read_runs(
    const std::vector<std::string>& places) {
  std::vector<ReportedRun> runs;
  for (const std::string& place : places) {
    auto read = read_records(place);
    if (!read) return read.status();
    for (RecordedRun& recorded : *read) {
      const bool partial =
          recorded.torn || recorded.file.extension() == ".partial";
      runs.push_back(reported_run(std::move(recorded.run),
                                  std::move(recorded.records),
                                  folder_of(recorded.file), partial));
    }
  }
  return join_shards(std::move(runs));
}

bool holds_benches(const std::string& place) {
  std::ifstream file(place);
  std::string line;
  return std::getline(file, line) && is_bench_head(line);
}

}  // namespace assay
