// Tested by tests/bench/run_bench_test.cc.
#include "bench/run_bench.h"

#include "bench/roofline.h"

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

// One subject and the peers that have the workload, in turns.
Status measure(const BenchOptions& options, Contender& subject,
               const Workload& workload, std::vector<BenchRow>& rows) {
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
  // The control is prepared on its own: it is the same code, and not the same
  // objects.
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
    const RooflineTime least = options.roofline->least_time(workload);
    row.roofline = least.seconds / row.seconds;
    row.bound = least.bound;
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
  const std::size_t total = options.workloads.size() * options.subjects.size();
  std::size_t done = 0;
  for (const Workload& workload : options.workloads) {
    for (const auto& subject : options.subjects) {
      if (options.progress) options.progress(done, total, workload);
      ++done;
      const std::string reason =
          options.why_withheld ? options.why_withheld(*subject, workload) : "";
      if (!reason.empty()) {
        rows.push_back(row_of(workload, *subject));
        rows.back().verdict = BenchVerdict::kWithheld;
        rows.back().reason = reason;
        continue;
      }
      if (Status s = measure(options, *subject, workload, rows); !s.ok())
        return s;
    }
  }
  return {};
}

}  // namespace assay::bench
