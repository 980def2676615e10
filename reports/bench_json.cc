// Converts the rows of a run into entries of Google Benchmark's format.
// Tested by tests/reports/bench_baseline_test.cc.
#include "reports/bench_json.h"

#include <set>

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json entry(const std::string& name, double seconds, const BenchRow& row) {
  return {{"name", name},
          {"run_name", name},
          {"run_type", "iteration"},
          {"repetitions", row.rounds},
          {"repetition_index", 0},
          {"threads", 1},
          {"iterations", row.repetitions},
          {"real_time", seconds * 1e9},
          {"cpu_time", seconds * 1e9},
          {"time_unit", "ns"},
          {"bytes_per_second", static_cast<double>(row.bytes) / seconds}};
}

}  // namespace

std::string benchmark_json(const BenchRun& run) {
  Json context = {{"date", run.started_at},
                  {"num_cpus", run.machine.value("cores", 0)},
                  {"mhz_per_cpu", 0},
                  {"cpu_scaling_enabled", false},
                  {"library_build_type",
                   run.build.value("assertions", false) ? "debug" : "release"},
                  {"clock", run.clock},
                  {"machine", run.machine},
                  {"build", run.build},
                  {"versions", run.versions}};
  Json list = Json::array();
  std::set<std::string> seen;
  for (const BenchRow& row : run.rows) {
    if (row.verdict == BenchVerdict::kWithheld) continue;
    // A subject has one row per peer, but only one time for all of them.
    const std::string own = row.id + "/" + row.subject;
    if (seen.insert(own).second) {
      Json made = entry(own, row.seconds, row);
      made["roofline"] = row.roofline;
      list.push_back(std::move(made));
    }
    if (row.peer.empty()) continue;
    Json made = entry(own + "/" + row.peer, row.peer_seconds, row);
    made["ratio"] = row.ratio.median;
    made["ratio_low"] = row.ratio.low;
    made["ratio_high"] = row.ratio.high;
    list.push_back(std::move(made));
  }
  return Json{{"context", std::move(context)}, {"benchmarks", std::move(list)}}
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace assay
