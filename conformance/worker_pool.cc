// Tested by tests/conformance/breakdown_test.cc.
#include "conformance/worker_pool.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "conformance/case_file.h"
#include "conformance/case_runner.h"
#include "conformance/process_end.h"
#include "conformance/process_memory.h"
#include "harness/build_case.h"
#include "harness/case_types.h"

namespace assay {
namespace {

constexpr int kMostFailedStarts = 3;
constexpr std::size_t kLargestBatch = 64;

CheckFailure internal(std::string message) {
  return {CheckError::kInternal, std::move(message)};
}

CheckFailure unwritable(const CheckOptions& options) {
  return {CheckError::kUnwritable,
          fmt::format("records in {} cannot be written", options.out.string())};
}

}  // namespace

WorkerPool::WorkerPool(const CheckOptions& options,
                       const std::vector<PlannedCase>& plan,
                       const std::vector<std::size_t>& to_do,
                       PartialRecords& records, const RunSignals& signals)
    : options_(options),
      plan_(plan),
      to_do_(to_do),
      records_(records),
      signals_(signals) {}

void WorkerPool::stop() {
  for (Worker& worker : workers_) {
    if (worker.pid < 0) continue;
    kill(worker.pid, SIGKILL);
    reap(worker.pid, 0.5);
    worker.pid = -1;
  }
}

std::optional<CheckFailure> WorkerPool::start() {
  const auto jobs = static_cast<std::size_t>(std::max(options_.jobs, 1));
  workers_.resize(std::min(jobs, to_do_.size()));
  if (queue_.get() == nullptr) return internal("no memory for the workers");
  for (Worker& worker : workers_) {
    worker.output = std::make_unique<CapturedOutput>();
    if (worker.page.get() == nullptr || !worker.output->is_open())
      return internal("no memory for the workers");
  }
  for (Worker& worker : workers_)
    if (auto failure = start(worker)) return failure;
  return std::nullopt;
}

std::optional<CheckFailure> WorkerPool::start(Worker& worker) {
  worker.page->begin(Phase::kStarting);
  worker.page->ending = Ending::kNone;
  worker.page->is_known = false;
  worker.page->fault = {};
  const std::size_t fair = to_do_.size() / (4 * workers_.size());
  const SharedWork work{
      options_, plan_,
      to_do_,   std::clamp<std::size_t>(fair, 1, kLargestBatch),
      *queue_,  records_};
  const pid_t parent = getpid();
  worker.pid = fork();
  if (worker.pid < 0)
    return internal(fmt::format("no worker process: {}", std::strerror(errno)));
  if (worker.pid > 0) return std::nullopt;
  // The worker dies with its parent, and leaves no core file.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  signals_.let_go();
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  const struct rlimit none { 0, 0 };
  setrlimit(RLIMIT_CORE, &none);
  worker.output->capture();
  run_worker(work, *worker.page, *worker.output);
  _exit(0);
}

bool WorkerPool::is_finished() const {
  return std::all_of(workers_.begin(), workers_.end(),
                     [](const Worker& worker) { return worker.pid < 0; });
}

std::optional<CheckFailure> WorkerPool::look() {
  for (Worker& worker : workers_) {
    if (worker.pid < 0) continue;
    int status = 0;
    if (waitpid(worker.pid, &status, WNOHANG) == worker.pid) {
      if (auto failure = bury(worker, status)) return failure;
      continue;
    }
    const auto broken = limit_broken(worker);
    if (!broken) continue;
    kill(worker.pid, SIGKILL);
    reap(worker.pid, 5);
    if (auto failure = bury(worker, broken->first, broken->second))
      return failure;
  }
  if (!is_finished() || workers_.empty()) return std::nullopt;
  // What no worker could take up any more.
  Worker& last = workers_.front();
  for (std::size_t at = queue_->next.exchange(to_do_.size());
       at < to_do_.size(); ++at) {
    last.page->next = at;
    if (auto failure = add_lost(last, Verdict::kCrashed,
                                "the subject does not start again"))
      return failure;
  }
  return std::nullopt;
}

std::optional<std::pair<Verdict, std::string>> WorkerPool::limit_broken(
    const Worker& worker) const {
  using Broken = std::pair<Verdict, std::string>;
  const std::size_t held = resident_bytes(worker.pid);
  if (held > options_.memory_bytes)
    return Broken(Verdict::kOutOfMemory,
                  fmt::format("the process held {} MB where --memory allows {}",
                              held >> 20, options_.memory_bytes >> 20));
  const Phase phase = worker.page->phase;
  const double silent =
      static_cast<double>(steady_now() - worker.page->since) / 1e9;
  const bool is_subjects = phase == Phase::kCalling || phase == Phase::kEnding;
  if (is_subjects && silent > options_.timeout_seconds + options_.grace_seconds)
    return Broken(Verdict::kTimedOut, fmt::format("no answer within {} s",
                                                  options_.timeout_seconds));
  if (!is_subjects && silent > options_.prepare_seconds)
    return Broken(Verdict::kHarnessError,
                  fmt::format("the harness took longer than {} s",
                              options_.prepare_seconds));
  return std::nullopt;
}

std::optional<CheckFailure> WorkerPool::bury(Worker& worker, int status) {
  worker.pid = -1;
  WorkerPage& page = *worker.page;
  switch (page.ending) {
    case Ending::kDone:
      return std::nullopt;
    case Ending::kNoRecords:
      return unwritable(options_);
    case Ending::kTainted:
      worker.failed_starts = 0;
      if (!page.is_known) return start(worker);
      break;
    case Ending::kNoStart:
    case Ending::kNone:
      break;
  }
  const FaultReport& fault = page.fault;
  const bool is_near = fault.place != FaultReport::Place::kNone &&
                       fault.place != FaultReport::Place::kElsewhere;
  if (is_near) return bury(worker, verdict_of(fault), text_of(fault));
  return bury(worker, Verdict::kCrashed, end_text(status));
}

std::optional<CheckFailure> WorkerPool::bury(Worker& worker, Verdict verdict,
                                             std::string message) {
  worker.pid = -1;
  WorkerPage& page = *worker.page;
  const Phase phase = page.phase;
  if (phase == Phase::kEnding) {
    end_fault_ = "when the subject ended, " + message;
    return std::nullopt;
  }
  if (phase == Phase::kStarting) {
    // A subject that does not start three times running will not start at all.
    if (++worker.failed_starts < kMostFailedStarts) return start(worker);
    for (; page.next < page.end; ++page.next)
      if (auto failure = add_lost(worker, Verdict::kCrashed,
                                  "the subject does not start again"))
        return failure;
    return std::nullopt;
  }
  worker.failed_starts = 0;
  if (page.is_known && page.verdict != Verdict::kPass) {
    // It had its verdict, and died while it was made smaller.
    if (page.ending == Ending::kNone)
      message = fmt::format("{}; when it was run again, {}",
                            page.message.data(), message);
    else
      message = page.message.data();
    verdict = page.verdict;
  } else if (phase == Phase::kBuilding && worker.rebuilt != page.next) {
    // Before it is asked, the subject has no part in what goes wrong, unless an
    // earlier call spoilt the memory of the process: a fresh one tells.
    worker.rebuilt = page.next;
    end_fault_ =
        fmt::format("an earlier call spoilt memory: while {} was built, {}",
                    plan_[to_do_[page.next]].id(), message);
    return start(worker);
  } else if (phase == Phase::kBuilding) {
    end_fault_.clear();
    message = "while the case was built, " + message;
    verdict = Verdict::kHarnessError;
  }
  auto failure = add_lost(worker, verdict, std::move(message));
  ++page.next;
  return failure ? failure : start(worker);
}

std::optional<CheckFailure> WorkerPool::add_lost(Worker& worker,
                                                 Verdict verdict,
                                                 std::string message) {
  const std::size_t position = to_do_[worker.page->next];
  Record record = record_of(plan_[position]);
  record.verdict = verdict;
  record.failure = Failure{.message = std::move(message)};
  record.output = worker.output->tail();
  if (worker.page->fault.place != FaultReport::Place::kNone)
    record.memory = "guard_pages";
  if (!plan_[position].stored && write_lost_case(position))
    record.case_file = "cases/" + case_file_name(record.id);
  // A line that the worker began is ended first.
  if (!records_.append("\n" + line_of(to_json(record))))
    return unwritable(options_);
  return std::nullopt;
}

// In a process of its own, since building the case may be what went wrong.
// What is permitted is left to the replay for the same reason.
bool WorkerPool::write_lost_case(std::size_t position) const {
  const pid_t pid = fork();
  if (pid == 0) {
    Case lost = build_case(plan_[position], options_.seed);
    lost.profile = options_.profile->name;
    const auto types = type_case(lost);
    if (!types) _exit(1);
    for (Expectation& expectation : lost.expect) {
      expectation.dtype = types->at(expectation.tensor).dtype;
      expectation.shape = types->at(expectation.tensor).shape;
    }
    const auto path = options_.out / "cases" / case_file_name(lost.id);
    _exit(write_case_file(path, lost).ok() ? 0 : 1);
  }
  return pid > 0 && reap(pid, options_.prepare_seconds) == 0;
}

}  // namespace assay
