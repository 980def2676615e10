// Forks the workers, deals them cases, and settles ("buries") those that die. A
// worker's case gets a record even if the worker does not live to send it.
// Tested by tests/conformance/breakdown_test.cc.
#include "conformance/worker_pool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "conformance/case_file.h"
#include "conformance/case_runner.h"
#include "conformance/descriptors.h"
#include "conformance/lost_case.h"
#include "conformance/process_end.h"
#include "conformance/process_memory.h"
#include "conformance/watched_subject.h"
#include "harness/ladder/ladder.h"

namespace assay {
namespace {

constexpr int kMostFailedStarts = 3;
constexpr std::size_t kLargestBatch = 64;
constexpr std::int64_t kLimitsEvery = 20'000'000;  // nanoseconds

constexpr const char* kStrangeBytes =
    "bytes that are not a record were written to the descriptor through which "
    "records are handed over";

constexpr const char* kNoStartAgain = "the subject does not start again";

CheckFailure internal(std::string message) {
  return {CheckError::kInternal, std::move(message)};
}

CheckFailure unwritable(const CheckOptions& options) {
  return {CheckError::kUnwritable,
          fmt::format("records in {} cannot be written: {}",
                      options.out.string(), std::strerror(errno))};
}

}  // namespace

WorkerPool::WorkerPool(const CheckOptions& options,
                       const std::vector<PlannedCase>& plan,
                       const std::vector<std::size_t>& to_do,
                       PartialRecords& records, RunSignals& signals,
                       TakeRecord take)
    : options_(options),
      plan_(plan),
      to_do_(to_do),
      records_(records),
      signals_(signals),
      take_(std::move(take)) {}

WorkerPool::~WorkerPool() {
  stop();
  for (const int fd : ask_fds_)
    if (fd >= 0) close(fd);
}

void WorkerPool::stop() {
  for (Worker& worker : workers_) {
    if (worker.pid < 0) continue;
    end(worker);
    drain(worker);
  }
  static_cast<void>(write());
}

int WorkerPool::end(Worker& worker) {
  return end_group(std::exchange(worker.pid, -1));
}

std::optional<CheckFailure> WorkerPool::start() {
  const auto jobs = static_cast<std::size_t>(std::max(options_.jobs, 1));
  workers_.resize(std::min(jobs, to_do_.size()));
  if (pipe2(ask_fds_, O_CLOEXEC | O_NONBLOCK) != 0)
    return internal(fmt::format("pipe2() failed: {}", std::strerror(errno)));
  for (int& fd : ask_fds_) fd = moved_up(fd);
  for (Worker& worker : workers_) {
    worker.output = std::make_unique<CapturedOutput>();
    if (!worker.output->is_open()) return internal("there is no memory left");
  }
  for (Worker& worker : workers_)
    if (auto failure = start(worker)) return failure;
  return std::nullopt;
}

std::optional<CheckFailure> WorkerPool::start(Worker& worker) {
  // A process that the last worker started may still write to these, so new
  // ones are made.
  worker.page = {};
  worker.deal = {};
  auto pipe = RecordPipe::open();
  if (!pipe) return internal(pipe.status().message);
  worker.pipe = *std::move(pipe);
  if (worker.page.get() == nullptr || worker.deal.get() == nullptr)
    return internal("there is no memory left");
  worker.recorded = 0;
  worker.handed = {};
  worker.memory = {};
  for (std::size_t i = 0; i < worker.dealt.size(); ++i)
    worker.deal->positions[i] = static_cast<std::uint32_t>(worker.dealt[i]);
  worker.told = static_cast<std::uint32_t>(worker.dealt.size());
  worker.deal->count = worker.told;
  deal(worker);
  worker.started = steady_now();
  worker.page->word = word_of({.since = worker.started});
  const pid_t parent = getpid();
  worker.pid = fork();
  if (worker.pid < 0)
    return internal(fmt::format("fork() failed: {}", std::strerror(errno)));
  if (worker.pid > 0) {
    setpgid(worker.pid, worker.pid);  // in both, so that neither is too late
    worker.pipe.keep_reading();
    return std::nullopt;
  }
  // The worker dies with its parent, and leaves no core file.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  setpgid(0, 0);
  work(worker);
}

void WorkerPool::work(Worker& worker) {
  // The subject cannot reach what it does not need: the file of the records,
  // what belongs to other workers, and descriptors that this program inherited.
  signals_.let_go();
  worker.pipe.keep_writing();
  close_all_but({worker.pipe.writing_fd(), worker.output->fd(), ask_fds_[1]});
  worker.deal.only_read();
  for (Worker& other : workers_) {
    if (&other == &worker) continue;
    other.page.unmap();
    other.deal.unmap();
  }
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  const struct rlimit none { 0, 0 };
  setrlimit(RLIMIT_CORE, &none);
  worker.output->capture();
  run_worker({options_, plan_, to_do_, *worker.deal, *worker.page, worker.pipe,
              *worker.output, ask_fds_[1]});
  _exit(0);
}

bool WorkerPool::is_finished() const {
  return std::all_of(workers_.begin(), workers_.end(),
                     [](const Worker& worker) { return worker.pid < 0; });
}

void WorkerPool::deal(Worker& worker) {
  // Large parts need few requests; small ones near the end keep every worker
  // busy. A worker gets the next part while it does the last.
  const std::size_t left = to_do_.size() - next_;
  const std::size_t part =
      std::clamp<std::size_t>(left / (4 * workers_.size()), 1, kLargestBatch);
  const std::size_t enough = part > 1 ? 2 * part : 1;
  const std::size_t few = part > 1 ? part + 1 : 0;
  DealPage& page = *worker.deal;
  std::uint32_t count = worker.told & ~DealPage::kNoMore;
  if (worker.dealt.size() <= few)
    for (; worker.dealt.size() < enough && next_ < to_do_.size(); ++next_) {
      page.positions[count++ % DealPage::kRoom] =
          static_cast<std::uint32_t>(next_);
      worker.dealt.push_back(next_);
    }
  const std::uint32_t word =
      next_ == to_do_.size() ? count | DealPage::kNoMore : count;
  if (word == worker.told) return;
  page.ask_at = part > 1 ? count - static_cast<std::uint32_t>(part) : 0;
  worker.told = word;
  page.count = word;
  syscall(SYS_futex, &page.count, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

bool WorkerPool::drain(Worker& worker) {
  return worker.pipe.receive([&](Handed what, std::string_view text) {
    return take(worker, what, text);
  });
}

bool WorkerPool::take(Worker& worker, Handed what, std::string_view text) {
  if (worker.dealt.empty() ||
      !worker.handed.take(what, text, plan_[to_do_[worker.dealt.front()]].id()))
    return false;
  if (!worker.handed.record) return true;
  take_record(worker);
  worker.failed_starts = 0;
  ++worker.recorded;
  return true;
}

void WorkerPool::take_record(Worker& worker) {
  HandedCase done = std::exchange(worker.handed, {});
  worker.dealt.pop_front();
  if (!lines_.empty()) lines_ += '\n';
  lines_ += done.lines;
  take_(std::move(done));
}

std::optional<CheckFailure> WorkerPool::write() {
  if (!lines_.empty() && !records_.append(std::exchange(lines_, "")))
    return unwritable(options_);
  return std::nullopt;
}

std::optional<CheckFailure> WorkerPool::look() {
  char asked[4096];
  static_cast<void>(!read(ask_fds_[0], asked, sizeof asked));
  const std::int64_t now = steady_now();
  const bool check_limits = now - limits_checked_ >= kLimitsEvery;
  if (check_limits) limits_checked_ = now;
  for (Worker& worker : workers_) {
    if (worker.pid < 0) continue;
    if (auto failure = look(worker, check_limits)) return failure;
  }
  if (!is_finished() || workers_.empty()) return write();
  // Cases that no worker is left to take.
  Worker& last = workers_.front();
  for (; next_ < to_do_.size(); ++next_) {
    last.dealt = {next_};
    add_lost(last, {Verdict::kCrashed, kNoStartAgain});
  }
  return write();
}

std::optional<CheckFailure> WorkerPool::look(Worker& worker,
                                             bool check_limits) {
  // Asked before the records are read, so that none of a dead worker is lost.
  siginfo_t ended{};
  const bool is_dead = waitid(P_PID, static_cast<id_t>(worker.pid), &ended,
                              WEXITED | WNOHANG | WNOWAIT) == 0 &&
                       ended.si_pid == worker.pid;
  if (!drain(worker)) {
    end(worker);
    return bury(worker, worker.dealt.empty() ? Phase::kEnding : Phase::kCalling,
                Ending::kNone, {Verdict::kProtocolError, kStrangeBytes});
  }
  if (is_dead) return bury(worker, end(worker));
  if (check_limits) {
    if (auto broken = limit_broken(worker)) {
      end(worker);
      const std::int64_t recorded = worker.recorded;
      // It may have finished the case just before it was killed.
      if ((drain(worker) && worker.recorded != recorded) || broken->run_again)
        return start(worker);
      const auto state =
          state_of(worker.page->word, worker.started, steady_now());
      return bury(worker, state ? state->phase : Phase::kCalling, Ending::kNone,
                  *std::move(broken));
    }
  }
  deal(worker);
  return std::nullopt;
}

std::optional<WorkerEnd> WorkerPool::limit_broken(Worker& worker) const {
  const std::size_t held = resident_bytes(worker.pid);
  using Finding = MemoryWatch::Finding;
  const Finding finding =
      worker.memory.look(held, worker.recorded, options_.memory_bytes);
  if (finding == Finding::kRunAgain) return WorkerEnd{.run_again = true};
  if (finding == Finding::kTooMuch)
    return WorkerEnd{Verdict::kOutOfMemory,
                     worker.memory.message(held, options_.memory_bytes)};
  if (finding == Finding::kGrown) worker.deal->is_grown = 1;
  const std::uint64_t word = worker.page->word;
  const std::int64_t now = steady_now();
  const auto state = state_of(word, worker.started, now);
  if (!state)
    return WorkerEnd{Verdict::kChangedEnvironment, kSharedMemoryWritten};
  const double silent = static_cast<double>(now - state->since) / 1e9;
  const bool is_subjects =
      state->phase == Phase::kCalling || state->phase == Phase::kEnding;
  const double times =
      worker.dealt.empty()
          ? 1
          : times_of_limit(plan_[to_do_[worker.dealt.front()]]);
  const double limit = options_.timeout_seconds * times;
  if (is_subjects && silent > limit + options_.grace_seconds)
    return late_end(limit, times);
  if (state->phase == Phase::kWaiting && worker.dealt.empty())
    return std::nullopt;
  if (!is_subjects && silent > options_.prepare_seconds * times)
    return slow_harness_end(options_.prepare_seconds * times);
  return std::nullopt;
}

std::optional<CheckFailure> WorkerPool::bury(Worker& worker, int status) {
  // Without a valid state the subject overwrote it, during a call.
  const WorkerState state =
      state_of(worker.page->word, worker.started, steady_now())
          .value_or(WorkerState{.phase = Phase::kCalling});
  switch (state.ending) {
    case Ending::kDone:
      if (worker.dealt.empty() && next_ == to_do_.size()) return std::nullopt;
      break;
    case Ending::kClosedFiles:
      return bury(worker, state.phase, state.ending,
                  {Verdict::kChangedEnvironment, kFilesClosed});
    case Ending::kTainted:
      if (worker.recorded > 0) return start(worker);
      break;
    case Ending::kNoStart:
    case Ending::kNone:
      break;
  }
  return bury(worker, state.phase, state.ending,
              end_of(*worker.page, state.phase, status));
}

std::optional<CheckFailure> WorkerPool::bury(Worker& worker, Phase phase,
                                             Ending ending, WorkerEnd end) {
  if (phase == Phase::kStarting) return bury_starting(worker);
  if (worker.dealt.empty()) {
    end_fault_ = fmt::format("{}, {}",
                             phase == Phase::kEnding ? "when the subject ended"
                                                     : "after its last case",
                             end.message);
    if (next_ == to_do_.size()) return std::nullopt;
    return start(worker);
  }
  worker.failed_starts = 0;
  const std::size_t at_hand = worker.dealt.front();
  const bool is_building =
      phase == Phase::kBuilding || phase == Phase::kWaiting;
  if (const HandedCase& handed = worker.handed; handed.known) {
    // It had its verdict, and the worker died when it was run again.
    end.verdict = *handed.known;
    end.message = ending == Ending::kNone
                      ? fmt::format("{}; when it was run again, {}",
                                    handed.known_message, end.message)
                      : handed.known_message;
  } else if (is_building && worker.rebuilt != at_hand) {
    // The subject has no part in building a case, unless an earlier call
    // corrupted the memory of the process. A fresh process shows which it is.
    worker.rebuilt = at_hand;
    end_fault_ =
        fmt::format("an earlier call spoilt memory: while {} was built, {}",
                    plan_[to_do_[at_hand]].id(), end.message);
    return start(worker);
  } else if (is_building) {
    end_fault_.clear();
    end.verdict = Verdict::kHarnessError;
    end.message = "while the case was built, " + end.message;
  }
  name_call(*worker.page, phase, end);
  add_lost(worker, std::move(end));
  return start(worker);
}

std::optional<CheckFailure> WorkerPool::bury_starting(Worker& worker) {
  // A subject that fails to start three times in a row will not start at all.
  if (++worker.failed_starts < kMostFailedStarts) return start(worker);
  while (!worker.dealt.empty())
    add_lost(worker, {Verdict::kCrashed, kNoStartAgain});
  return std::nullopt;
}

void WorkerPool::add_lost(Worker& worker, WorkerEnd end) {
  const std::size_t position = to_do_[worker.dealt.front()];
  Record record = record_of(plan_[position]);
  record.verdict = end.verdict;
  record.failure = Failure{.message = std::move(end.message)};
  record.failure->crash = std::move(end.crash);
  record.output = worker.output->tail();
  if (record.verdict == Verdict::kWroteOutside ||
      record.verdict == Verdict::kModifiedOperand)
    record.memory = "guard_pages";
  // A relation is made again from its id, so it needs no case file.
  if (plan_[position].relation == Relation::kNone) {
    LostCase lost = write_lost_case(options_, plan_[position]);
    record.failure->program = std::move(lost.line);
    if (lost.is_written)
      record.case_file = "cases/" + case_file_name(record.id);
  }
  worker.handed = {};
  worker.handed.lines = line_of(to_json(record));
  worker.handed.record = std::move(record);
  take_record(worker);
}

void WorkerPool::wait(int milliseconds) {
  signals_.wait(milliseconds, ask_fds_[0]);
}

}  // namespace assay
