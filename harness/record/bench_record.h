// Defines and stores the records of a benchmark run: one JSON line for the run,
// with its machine and build, and one for each workload, subject and peer.
// Tested by tests/bench/bench_record_test.cc.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "harness/record/bench_row.h"
#include "spec/result.h"

namespace assay {

// Holds a benchmark run and its rows.
struct BenchRun {
  std::vector<std::string> subjects;
  std::vector<std::string> peers;
  std::map<std::string, std::string> versions;  // of subjects and peers
  std::string filter;
  bool quick = false;
  int threads = 1;
  int rounds = 31;
  std::string clock;  // "thread" or "wall"
  std::string gate;   // how conformance was checked
  std::string spec_version;
  std::string suite_version;
  std::string started_at;
  // Facts about the machine and the build, as names and texts.
  nlohmann::ordered_json machine = nlohmann::ordered_json::object();
  nlohmann::ordered_json build = nlohmann::ordered_json::object();
  std::vector<RooflineEntry> roofline;
  std::vector<BenchRow> rows;
};

// Returns the line of one row.
nlohmann::ordered_json to_json(const BenchRow& row);
// Returns the line of the run, without its rows.
nlohmann::ordered_json to_json(const BenchRun& run);

// Returns whether a text is the head line of a benchmark run.
bool is_bench_head(std::string_view line);

// Write the file of a run and read such files. Reading fails with `invalid` and
// names the bad line. A file may contain several runs one after the other.
std::string bench_text(const BenchRun& run);
Result<std::vector<BenchRun>> parse_bench(std::string_view text);

}  // namespace assay
