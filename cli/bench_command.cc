// Implements `assay bench`: checks the subjects, measures them against the
// peers, prints the table and writes the files.
// Tested by tests/cli/bench_command_test.cc.
#include "cli/bench_command.h"

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "bench/catalogue.h"
#include "bench/machine.h"
#include "bench/roofline.h"
#include "bench/run_bench.h"
#include "cli/bench_contenders.h"
#include "cli/bench_gate.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/output_file.h"
#include "cli/page_file.h"
#include "cli/subject_named.h"
#include "conformance/expectations.h"
#include "conformance/filter.h"
#include "conformance/records_file.h"
#include "conformance/run_folder.h"
#include "harness/record/bench_record.h"
#include "reports/bench_baseline.h"
#include "reports/bench_json.h"
#include "reports/bench_text.h"
#include "spec/version.h"

namespace assay {
namespace {

// Says why nothing was measured, with an exit code and a sentence.
struct Refusal {
  int code = kExitUsage;
  std::string message;
};

Result<std::vector<bench::Workload>> select(const BenchArguments& arguments) {
  const auto filter = Filter::parse(arguments.filter);
  if (!filter) return filter.status();
  std::vector<bench::Workload> selected;
  for (bench::Workload& workload : bench::catalogue(arguments.quick))
    if (filter->selects(workload.id)) selected.push_back(std::move(workload));
  return selected;
}

// Tells malloc() to keep freed memory. The first touch of a fresh page costs
// more than many ops do, and would be counted for whoever runs first. NumPy's
// process keeps its memory, too.
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 0x7fffffff);
}

// Starts all subjects and peers, or returns which one failed.
std::optional<Refusal> start(const BenchArguments& arguments,
                             const BenchPlaces& places, bench::Clock clock,
                             bench::BenchOptions& options, BenchRun& run) {
  const ContenderOptions how{arguments.threads, places, clock};
  const auto add = [&](auto starter, const std::string& name, auto& list,
                       auto& names) -> std::optional<Refusal> {
    auto started = starter(name, how);
    if (!started)
      return Refusal{started.status().code == StatusCode::kInvalid
                         ? kExitUsage
                         : kExitSubject,
                     started.status().message};
    run.versions[name] = (*started)->version();
    names.push_back(name);
    list.push_back(*std::move(started));
    return std::nullopt;
  };
  for (const std::string& name : arguments.subjects)
    if (auto r = add(start_subject, name, options.subjects, run.subjects))
      return r;
  for (const std::string& name : arguments.peers)
    if (auto r = add(start_peer, name, options.peers, run.peers)) return r;
  if (bench::flushes_subnormals())
    return Refusal{
        kExitInternal,
        "a loaded library makes this process flush subnormals to zero, so the "
        "timed arithmetic would not be that of the contract"};
  return std::nullopt;
}

std::string progress_text(std::size_t done, std::size_t total,
                          const bench::Workload& workload) {
  return fmt::format("\r\x1b[K{:3}% {}", 100 * done / total, workload.id);
}

// Makes the conformance gate of each subject, or returns why that failed.
std::optional<Refusal> gate(const BenchArguments& arguments,
                            const std::vector<bench::Workload>& workloads,
                            std::map<std::string, BenchGate>& gates) {
  for (const std::string& subject : arguments.subjects) {
    int code = kExitUsage;
    auto made = arguments.records.empty()
                    ? BenchGate::check(subject, workloads, code)
                    : BenchGate::of_records(subject, arguments.records);
    if (!made) return Refusal{code, made.status().message};
    gates.emplace(subject, *std::move(made));
  }
  return std::nullopt;
}

Result<BenchRun> read_baseline(const std::string& file) {
  auto runs = read_benches(file);
  if (!runs) return runs.status();
  if (runs->size() != 1)
    return Status::invalid(
        fmt::format("{} contains {} runs; expected one run as the baseline",
                    file, runs->size()));
  return std::move((*runs)[0]);
}

}  // namespace

int bench_command(const BenchArguments& arguments) {
  const auto workloads = select(arguments);
  if (!workloads) return complain(kExitUsage, workloads.status().message);
  if (workloads->empty())
    return complain(
        kExitNothingSelected,
        fmt::format("the filter \"{}\" selects no workload", arguments.filter));
  if (arguments.list) {
    for (const bench::Workload& workload : *workloads)
      fmt::print("{}\n", workload.id);
    return kExitConforms;
  }
  const std::filesystem::path file =
      std::filesystem::path(arguments.out.empty()
                                ? "assay-results/" +
                                      folder_of(arguments.subjects[0])
                                : arguments.out) /
      "bench.jsonl";
  for (const std::string& place :
       {file.string(), arguments.html, arguments.benchmark_json})
    if (!place.empty())
      if (Status status = try_output(place); !status.ok())
        return complain(kExitUsage, status.message);
  for (const auto* names : {&arguments.subjects, &arguments.peers})
    for (const std::string& name : *names)
      if (Status timed = check_timed(name, arguments.threads); !timed.ok())
        return complain(kExitUsage, timed.message);
  for (const std::string& subject : arguments.subjects)
    if (const auto maker = subject_named(subject, kNx, 60); !maker)
      return complain(kExitUsage, maker.status().message);
  const auto places =
      BenchPlaces::parse(arguments.pythons, arguments.libraries);
  if (!places) return complain(kExitUsage, places.status().message);

  const auto lock =
      RunLock::take(file.parent_path() / kLockFile, file.parent_path());
  if (!lock) return complain(kExitUsage, lock.status().message);
  std::optional<BenchRun> before;
  if (!arguments.baseline.empty()) {
    auto read = read_baseline(arguments.baseline);
    if (!read) return complain(kExitUsage, read.status().message);
    before = *std::move(read);
  }
  keep_freed_memory();
  BenchRun run;
  run.started_at = utc_today();
  run.machine = bench::machine_now();
  run.build = bench::build_of_this_program();
  std::map<std::string, BenchGate> gates;
  if (const auto refusal = gate(arguments, *workloads, gates))
    return complain(refusal->code, refusal->message);
  bench::BenchOptions options;
  const bench::Clock clock =
      arguments.threads == 1 ? bench::Clock::kThread : bench::Clock::kWall;
  if (const auto refusal = start(arguments, *places, clock, options, run))
    return complain(refusal->code, refusal->message);
  bench::Roofline roofline(arguments.threads);
  options.workloads = *workloads;
  options.plan.rounds = arguments.pairs;
  if (arguments.quick) options.plan.budget_seconds = 2;
  // Threads of PyTorch were seen to run for 10 ms after a call. Those of
  // OpenBLAS poll for 2^26 cycles.
  if (arguments.threads > 1) options.plan.rest_seconds = 25e-3;
  options.roofline = &roofline;
  options.why_withheld = [&](const bench::Contender& subject,
                             const bench::Workload& workload) {
    return gates.at(subject.name()).why_withheld(workload);
  };
  const bool is_terminal = isatty(STDERR_FILENO) != 0;
  if (is_terminal)
    options.progress = [](std::size_t done, std::size_t total,
                          const bench::Workload& workload) {
      fmt::print(stderr, "{}", progress_text(done, total, workload));
      std::fflush(stderr);
    };
  const Status status = bench::run_bench(options, run.rows);
  if (is_terminal) fmt::print(stderr, "\r\x1b[K");
  if (!status.ok()) return complain(kExitSubject, status.message);
  if (run.rows.empty())
    return complain(kExitNothingSelected,
                    "no subject claims any of the selected workloads");
  run.filter = arguments.filter;
  run.quick = arguments.quick;
  run.threads = arguments.threads;
  run.rounds = arguments.pairs;
  run.clock = clock == bench::Clock::kThread ? "thread" : "wall";
  run.gate = arguments.records.empty() ? "check --level quick in this run"
                                       : "records of a check by this build";
  run.spec_version = kSpecVersion;
  run.suite_version = kSuiteVersion;
  run.roofline = roofline.entries();
  fmt::print("{}", bench_report(run));
  if (Status s = write_whole(file, bench_text(run)); !s.ok())
    return complain(kExitUsage, s.message);
  fmt::print("records: {}\n", file.string());
  if (!arguments.benchmark_json.empty())
    if (Status s = write_whole(arguments.benchmark_json, benchmark_json(run));
        !s.ok())
      return complain(kExitUsage, s.message);
  if (!arguments.html.empty())
    if (Status s = write_page(arguments.html, {}, arguments.command, {}, {run});
        !s.ok())
      return complain(kExitUsage, s.message);
  bool has_fallen = false;
  if (before) {
    const BenchComparison comparison =
        compare_benches(*before, run, arguments.tolerance);
    fmt::print("{}", comparison_text(comparison));
    has_fallen = !comparison.regressions.empty();
  }
  const bool withheld =
      std::any_of(run.rows.begin(), run.rows.end(), [](const BenchRow& row) {
        return row.verdict == BenchVerdict::kWithheld;
      });
  if (withheld) return kExitDoesNotConform;
  return has_fallen ? kExitRegression : kExitConforms;
}

}  // namespace assay
