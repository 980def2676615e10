// Measures the cost of running cases in worker processes. It runs the same plan
// on the same subject in turns, once in this process and once through a worker,
// with one job each. It prints cases per second and the ratio. As a control it
// also prints the ratio of two runs of the same kind (A/A).
//
// Usage: assay_isolation_cost SUBJECT.so [SEEDS [FILTER]]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "conformance/case_runner.h"
#include "conformance/check.h"
#include "conformance/partial_records.h"
#include "harness/subject/plugin_subject.h"
#include "reference/reference.h"

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Runs every case in this process and writes one line per record. That is the
// work of a worker without a worker. Returns the seconds.
double in_process(const CheckOptions& options) {
  const auto start = Clock::now();
  const auto plan = plan_cases(options.level, options.filter, *options.profile);
  auto subject = options.make_subject();
  std::filesystem::create_directories(options.out);
  auto records = PartialRecords::open(options.out / "here.jsonl", false);
  CaseRunner runner(options, **subject);
  for (const PlannedCase& planned : plan) {
    const Record record = runner.run(planned);
    if (record.verdict != Verdict::kPass) std::abort();
    records->append(line_of(to_json(record)));
  }
  return seconds_since(start);
}

// Runs every case through one worker, up to the file of all records. Returns
// the seconds.
double through_worker(const CheckOptions& options) {
  const auto start = Clock::now();
  CheckReport report;
  if (run_check(options, report)) std::abort();
  return seconds_since(start);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int measure(const std::string& library, int seeds, const std::string& filter) {
  const auto folder =
      std::filesystem::temp_directory_path() / "assay-isolation";
  std::filesystem::remove_all(folder);
  CheckOptions options;
  options.subject = library;
  options.make_subject = [library]() -> Result<std::unique_ptr<Subject>> {
    auto started = PluginSubject::start(library);
    if (!started) return started.status();
    return std::unique_ptr<Subject>(*std::move(started));
  };
  options.make_oracle = [] { return std::make_unique<Reference>(); };
  options.filter = *Filter::parse(filter);
  const auto cases =
      static_cast<double>(plan_cases(options.level, options.filter).size());
  double here = 0;
  double there = 0;
  std::vector<double> ratios;
  std::vector<double> controls;
  double last = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    options.seed = static_cast<std::uint64_t>(seed);
    options.out = folder / "here";
    const double alone = in_process(options);
    options.out = folder / "there";
    const double isolated = through_worker(options);
    here += alone;
    there += isolated;
    ratios.push_back(isolated / alone);
    if (last > 0) controls.push_back(alone / last);
    last = alone;
  }
  std::filesystem::remove_all(folder);
  const double all = cases * seeds;
  fmt::print("{:.0f} cases, {} runs of each kind in turns\n", all, seeds);
  fmt::print("same process:   {:.0f} cases/s\n", all / here);
  fmt::print("worker process: {:.0f} cases/s\n", all / there);
  fmt::print(
      "time through a worker / in the same process: {:.3f} in all, "
      "median {:.3f}\n",
      there / here, median(ratios));
  if (!controls.empty())
    fmt::print("A/A control, one run / the one before: median {:.3f}\n",
               median(controls));
  return 0;
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: {} SUBJECT.so [SEEDS [FILTER]]\n", argv[0]);
    return 2;
  }
  return assay::measure(argv[1], argc > 2 ? std::atoi(argv[2]) : 60,
                        argc > 3 ? argv[3] : "");
}
