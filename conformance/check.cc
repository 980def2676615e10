// Tested by tests/conformance/check_test.cc.
#include "conformance/check.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>
#include <system_error>

#include "conformance/case_file.h"
#include "conformance/process_end.h"
#include "conformance/run_folder.h"
#include "conformance/worker.h"
#include "harness/build_case.h"
#include "harness/case_types.h"
#include "spec/version.h"

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;

volatile std::sig_atomic_t interrupted = 0;
void note_interrupt(int) { interrupted = 1; }

// While it lives, SIGINT and SIGTERM end the run instead of the program.
class InterruptGuard {
 public:
  InterruptGuard() {
    interrupted = 0;
    struct sigaction action {};
    action.sa_handler = note_interrupt;
    sigaction(SIGINT, &action, &old_int_);
    sigaction(SIGTERM, &action, &old_term_);
  }
  ~InterruptGuard() {
    sigaction(SIGINT, &old_int_, nullptr);
    sigaction(SIGTERM, &old_term_, nullptr);
  }

 private:
  struct sigaction old_int_ {};
  struct sigaction old_term_ {};
};

// What a worker is at, by the line that it sent last.
enum class Phase : std::uint8_t { kStarting, kBuilding, kRunning };

// One worker process, as the parent sees it.
struct Worker {
  pid_t pid = -1;
  int fd = -1;
  std::string pending;  // received, not yet a whole line
  std::vector<std::size_t> share;
  std::size_t done = 0;  // how many of the share are reported
  Phase phase = Phase::kStarting;
  bool no_start = false;  // its subject did not
  int failed_starts = 0;
  Clock::time_point last_word;
};

class Run {
 public:
  Run(const CheckOptions& options, std::vector<PlannedCase> plan,
      std::ofstream& records, CheckReport& report)
      : options_(options),
        plan_(std::move(plan)),
        records_(records),
        report_(report) {}

  ~Run() { stop_workers(); }

  // Returns an error that ended the run, if one did.
  std::optional<CheckFailure> run();

 private:
  std::optional<CheckFailure> start(Worker& worker);
  void listen(Worker& worker);
  void take_line(Worker& worker, std::string_view line);
  // Ends a worker whose case went wrong and starts it on the next one.
  void bury(Worker& worker, std::optional<Verdict> verdict);
  void add(std::size_t position, Record record);
  // Adds the record of a case that the worker did not live to report.
  void add_lost(Worker& worker, Verdict verdict, std::string message);
  bool write_lost_case(std::size_t position) const;
  void stop_workers();
  double silence_limit(const Worker& worker) const {
    return worker.phase == Phase::kRunning
               ? options_.timeout_seconds + options_.grace_seconds
               : options_.prepare_seconds;
  }

  const CheckOptions& options_;
  std::vector<PlannedCase> plan_;
  std::ofstream& records_;
  CheckReport& report_;
  std::vector<Worker> workers_;
  std::map<std::size_t, Record> early_;  // records ahead of their turn
  std::size_t next_ = 0;                 // the record to be written next
  std::size_t done_ = 0;
  std::optional<CheckFailure> failure_;  // of a worker's second start
};

std::optional<CheckFailure> Run::start(Worker& worker) {
  int ends[2];
  if (pipe(ends) != 0)
    return CheckFailure{
        CheckError::kInternal,
        fmt::format("no pipe for a worker: {}", std::strerror(errno))};
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) {
    close(ends[0]);
    close(ends[1]);
    return CheckFailure{
        CheckError::kInternal,
        fmt::format("no worker process: {}", std::strerror(errno))};
  }
  if (pid == 0) {
    // The worker dies with its parent, and leaves no core file.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(3);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    const struct rlimit none { 0, 0 };
    setrlimit(RLIMIT_CORE, &none);
    close(ends[0]);
    for (const Worker& other : workers_)
      if (other.fd >= 0) close(other.fd);
    const std::vector<std::size_t> rest(
        worker.share.begin() + static_cast<std::ptrdiff_t>(worker.done),
        worker.share.end());
    _exit(run_worker(options_, plan_, rest, ends[1]));
  }
  close(ends[1]);
  worker.pid = pid;
  worker.fd = ends[0];
  worker.pending.clear();
  worker.phase = Phase::kStarting;
  worker.no_start = false;
  worker.last_word = Clock::now();
  return std::nullopt;
}

void Run::add(std::size_t position, Record record) {
  if (options_.adjust) options_.adjust(record);
  early_.emplace(position, std::move(record));
  ++done_;
  for (auto turn = early_.find(next_); turn != early_.end();
       turn = early_.find(next_)) {
    records_ << line_of(to_json(turn->second)) << '\n' << std::flush;
    report_.records.push_back(std::move(turn->second));
    early_.erase(turn);
    ++next_;
  }
  if (options_.progress) options_.progress(done_, plan_.size());
}

void Run::take_line(Worker& worker, std::string_view line) {
  worker.last_word = Clock::now();
  if (line == "S") worker.phase = Phase::kStarting;
  if (line == "C") worker.phase = Phase::kBuilding;
  if (line == "B") worker.phase = Phase::kRunning;
  if (line == "N") worker.no_start = true;
  if (!line.starts_with("R ")) return;
  line.remove_prefix(2);
  const std::size_t space = line.find(' ');
  const auto json =
      nlohmann::ordered_json::parse(line.substr(space + 1), nullptr, false);
  auto record = record_from_json(json);
  const std::size_t position = worker.share[worker.done];
  if (!record || record->id != plan_[position].id()) {
    bury(worker, Verdict::kHarnessError);
    return;
  }
  ++worker.done;
  worker.failed_starts = 0;
  add(position, *std::move(record));
}

void Run::listen(Worker& worker) {
  char bytes[65536];
  const ssize_t count = read(worker.fd, bytes, sizeof bytes);
  if (count < 0 && errno == EINTR) return;
  if (count <= 0) {
    bury(worker, std::nullopt);
    return;
  }
  worker.pending.append(bytes, static_cast<std::size_t>(count));
  for (std::size_t end = worker.pending.find('\n'); end != std::string::npos;
       end = worker.pending.find('\n')) {
    const std::string line = worker.pending.substr(0, end);
    worker.pending.erase(0, end + 1);
    take_line(worker, line);
    if (worker.fd < 0 || interrupted) return;
  }
}

void Run::bury(Worker& worker, std::optional<Verdict> verdict) {
  if (verdict) kill(worker.pid, SIGKILL);
  const int status = reap(worker.pid, 0.5);
  close(worker.fd);
  worker.fd = -1;
  if (worker.done == worker.share.size()) return;
  const bool no_start = worker.no_start || worker.phase == Phase::kStarting;
  // A subject that does not start three times running will not start at all.
  worker.failed_starts = no_start ? worker.failed_starts + 1 : 0;
  std::string message = end_text(status);
  if (no_start)
    message = "the subject does not start again";
  else if (verdict == Verdict::kTimedOut)
    message = fmt::format("no answer within {} s", options_.timeout_seconds);
  else if (verdict == Verdict::kHarnessError)
    message = "the worker process sent a record that cannot be read";
  // The subject has no part in what goes wrong before it is asked.
  if (!no_start && worker.phase == Phase::kBuilding) {
    message = "while the case was built, " + message;
    verdict = Verdict::kHarnessError;
  }
  add_lost(worker, verdict.value_or(Verdict::kCrashed), message);
  if (interrupted) return;
  if (worker.failed_starts == 3)
    while (worker.done < worker.share.size())
      add_lost(worker, Verdict::kCrashed, message);
  if (worker.done < worker.share.size()) failure_ = start(worker);
}

void Run::add_lost(Worker& worker, Verdict verdict, std::string message) {
  const std::size_t position = worker.share[worker.done++];
  Record record = record_of(plan_[position]);
  record.verdict = verdict;
  record.failure = Failure{.message = std::move(message)};
  if (write_lost_case(position))
    record.case_file = "cases/" + case_file_name(record.id);
  add(position, std::move(record));
}

// In a process of its own, since building the case may be what went wrong.
// What is permitted is left to the replay for the same reason.
bool Run::write_lost_case(std::size_t position) const {
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

void Run::stop_workers() {
  for (Worker& worker : workers_) {
    if (worker.fd < 0) continue;
    // A worker with nothing left to do ends by itself, and its subject with it.
    if (worker.done < worker.share.size()) kill(worker.pid, SIGKILL);
    close(worker.fd);
    worker.fd = -1;
    reap(worker.pid, 0.5);
  }
}

std::optional<CheckFailure> Run::run() {
  const auto jobs = static_cast<std::size_t>(std::max(options_.jobs, 1));
  workers_.resize(std::min(jobs, plan_.size()));
  // Neighbours in the plan are alike: deal them out one by one.
  for (std::size_t i = 0; i < plan_.size(); ++i)
    workers_[i % workers_.size()].share.push_back(i);
  for (Worker& worker : workers_)
    if (auto failure = start(worker)) return failure;
  while (done_ < plan_.size() && !interrupted) {
    std::vector<pollfd> fds;
    std::vector<Worker*> by_fd;
    for (Worker& worker : workers_)
      if (worker.fd >= 0) {
        fds.push_back({worker.fd, POLLIN, 0});
        by_fd.push_back(&worker);
      }
    if (failure_) return failure_;
    if (fds.empty())
      return CheckFailure{CheckError::kInternal, "every worker has gone"};
    if (poll(fds.data(), fds.size(), 100) < 0 && errno != EINTR)
      return CheckFailure{CheckError::kInternal, std::strerror(errno)};
    for (std::size_t i = 0; i < fds.size(); ++i) {
      Worker& worker = *by_fd[i];
      if ((fds[i].revents & (POLLIN | POLLHUP)) != 0)
        listen(worker);
      else if (std::chrono::duration<double>(Clock::now() - worker.last_word)
                   .count() > silence_limit(worker))
        bury(worker, Verdict::kTimedOut);
    }
  }
  stop_workers();
  report_.interrupted = interrupted != 0;
  return std::nullopt;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

RunRecord describe_run(const CheckOptions& options, const Backend& backend) {
  RunRecord run;
  run.subject = options.subject;
  run.subject_name = backend.name();
  run.subject_version = backend.version();
  run.profile = options.profile->name;
  run.level = kLevelNames[static_cast<int>(options.level)];
  run.filter = options.filter_text;
  run.seed = options.seed;
  run.spec_version = kSpecVersion;
  run.suite_version = kSuiteVersion;
  run.started_at = utc_now();
  for (const auto& [cell, required] : every_cell()) {
    ++(required ? run.cells_required : run.cells_optional);
    if (required && backend.claim(cell)) ++run.cells_claimed;
  }
  return run;
}

}  // namespace

std::optional<CheckFailure> run_check(const CheckOptions& options,
                                      CheckReport& report) {
  std::vector<PlannedCase> plan =
      plan_cases(options.level, options.filter, *options.profile);
  if (plan.empty())
    return CheckFailure{
        CheckError::kNothingSelected,
        fmt::format("the filter \"{}\" selects no case of level {}; `assay "
                    "list cases` shows them all",
                    options.filter_text,
                    kLevelNames[static_cast<int>(options.level)])};
  plan = shard_of(std::move(plan), options.shard);
  {
    auto subject = options.make_subject();
    if (!subject)
      return CheckFailure{CheckError::kSubject, subject.status().message};
    report.run = describe_run(options, (*subject)->backend());
    report.run.shard = options.shard.index;
    report.run.shard_count = options.shard.count;
    report.run.planned = std::ssize(plan);
  }
  if (Status status = make_run_folder(options.out); !status.ok())
    return CheckFailure{CheckError::kUnwritable, status.message};
  // The file gets its name when the run is complete.
  const auto partial = options.out / kPartialRecordsFile;
  const CheckFailure unwritable{
      CheckError::kUnwritable,
      fmt::format("{} cannot be written", partial.string())};
  std::ofstream records(partial);
  records << line_of(to_json(report.run)) << '\n' << std::flush;
  if (!records) return unwritable;
  InterruptGuard guard;
  Run run(options, std::move(plan), records, report);
  if (auto failure = run.run()) return failure;
  records.close();
  if (!records) return unwritable;
  if (report.interrupted) return std::nullopt;
  std::error_code error;
  std::filesystem::rename(partial, options.out / kRecordsFile, error);
  if (error) return unwritable;
  return std::nullopt;
}

}  // namespace assay
