// Measures each workload of each subject, repeats the noisy measurements at the
// end, and makes a row for every peer.
// Tested by tests/bench/run_bench_test.cc.
#include "bench/run_bench.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "bench/bounds.h"
#include "bench/catalogue.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

BenchRow row_of(const Workload& workload, const Contender& subject) {
  BenchRow row;
  row.id = workload.id;
  row.op = name_of(workload.op);
  row.family = workload.family();
  row.layout = workload.layout;
  row.level = kLevelNames[static_cast<std::size_t>(workload.level)];
  row.dtype = workload.dtype_text();
  row.elements = workload.elements;
  row.bytes = workload.bytes;
  row.flops = workload.flops;
  row.subject = subject.name();
  return row;
}

Status named(const Contender& contender, const Workload& workload,
             Status status) {
  status.message =
      contender.name() + " fails at " + workload.id + ": " + status.message;
  return status;
}

// Returns the time of the smallest call of a subject, the sum of two arrays of
// one element; 0 if it has no such call.
Result<double> smallest_call(Contender& subject) {
  constexpr int kSamples = 9;
  constexpr std::int64_t kRepetitions = 10000;
  const Workload workload = workload_of("add"_op, "contiguous", Level::kCall,
                                        std::vector(2, dense(kF32, {1})));
  if (!subject.claims(workload)) return 0.0;
  const auto arena = Arena::of(workload);
  if (!arena) return arena.status();
  const auto timed = subject.prepare(workload, *arena);
  if (!timed) return 0.0;
  double least = HUGE_VAL;
  for (int i = 0; i < kSamples; ++i) {
    const auto seconds = (*timed)->seconds(kRepetitions);
    if (!seconds) return named(subject, workload, seconds.status());
    least = std::min(least, *seconds / static_cast<double>(kRepetitions));
  }
  return least;
}

// Measures a subject in turns with the peers that have the workload.
Status measure(const BenchOptions& options, Contender& subject,
               double call_seconds, const Workload& workload,
               std::vector<BenchRow>& rows) {
  auto arena = Arena::of(workload);
  if (!arena) return arena.status();
  std::vector<std::unique_ptr<Timed>> timed;
  std::vector<const Contender*> peers;
  auto own = subject.prepare(workload, *arena);
  if (!own && own.status().code == StatusCode::kUnsupported) return {};
  if (!own) return named(subject, workload, own.status());
  timed.push_back(*std::move(own));
  for (const auto& peer : options.peers) {
    auto prepared = peer->prepare(workload, *arena);
    if (!prepared && prepared.status().code == StatusCode::kUnsupported)
      continue;
    if (!prepared) return named(*peer, workload, prepared.status());
    timed.push_back(*std::move(prepared));
    peers.push_back(peer.get());
  }
  // The control is prepared separately: it is the same code with other objects.
  auto control = subject.prepare(workload, *arena);
  if (!control) return named(subject, workload, control.status());
  timed.push_back(*std::move(control));
  std::vector<Runner> runners;
  for (const auto& one : timed)
    runners.emplace_back(
        [&one](std::int64_t repetitions) { return one->seconds(repetitions); });
  const auto turns = take_turns(runners, options.plan);
  if (!turns) {
    Status status = turns.status();
    status.message = workload.id + ": " + status.message;
    return status;
  }
  BenchRow row = row_of(workload, subject);
  row.seconds = turns->median(0);
  row.control = turns->ratio(0, timed.size() - 1);
  row.rounds = static_cast<std::int64_t>(turns->rounds());
  row.repetitions = turns->repetitions[0];
  if (options.roofline != nullptr) {
    row.roofline = options.roofline->least_time(workload).seconds / row.seconds;
    const Bound bound =
        bound_of(workload, row.seconds, call_seconds, *options.roofline);
    row.bound = bound.name;
    row.bound_figure = bound.figure;
  }
  if (peers.empty()) rows.push_back(row);
  for (std::size_t i = 0; i < peers.size(); ++i) {
    row.peer = peers[i]->name();
    row.peer_seconds = turns->median(i + 1);
    row.ratio = turns->ratio(0, i + 1);
    row.verdict = judge(row.ratio, row.control);
    rows.push_back(row);
  }
  return {};
}

}  // namespace

Status run_bench(const BenchOptions& options, std::vector<BenchRow>& rows) {
  struct Task {
    const Workload* workload;
    Contender* subject;
    std::vector<BenchRow> rows;
  };
  std::vector<Task> tasks;
  for (const Workload& workload : options.workloads)
    for (const auto& subject : options.subjects)
      if (subject->claims(workload))
        tasks.push_back({&workload, subject.get(), {}});
  std::map<const Contender*, double> call_seconds;
  if (options.roofline != nullptr)
    for (const auto& subject : options.subjects) {
      const auto seconds = smallest_call(*subject);
      if (!seconds) return seconds.status();
      call_seconds[subject.get()] = *seconds;
    }
  std::vector<Task*> left;
  for (Task& task : tasks) left.push_back(&task);
  for (int pass = 0; pass < 1 + options.repeats && !left.empty(); ++pass) {
    std::vector<Task*> noisy;
    for (std::size_t i = 0; i < left.size(); ++i) {
      Task& task = *left[i];
      if (options.progress) options.progress(i, left.size(), *task.workload);
      task.rows.clear();
      const std::string reason =
          options.why_withheld
              ? options.why_withheld(*task.subject, *task.workload)
              : "";
      if (!reason.empty()) {
        task.rows.push_back(row_of(*task.workload, *task.subject));
        task.rows[0].verdict = BenchVerdict::kWithheld;
        task.rows[0].reason = reason;
        continue;
      }
      if (Status s = measure(options, *task.subject, call_seconds[task.subject],
                             *task.workload, task.rows);
          !s.ok())
        return s;
      if (!task.rows.empty() && is_noisy(task.rows[0].control))
        noisy.push_back(&task);
    }
    left = std::move(noisy);
  }
  for (Task& task : tasks)
    rows.insert(rows.end(), task.rows.begin(), task.rows.end());
  return {};
}

}  // namespace assay::bench
