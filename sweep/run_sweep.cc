// Runs a sweep in worker processes that take blocks from a shared counter. A
// first process only asks the subject for its name and claims, so that a
// subject that dies at its start is noticed there.
// Tested by tests/sweep/run_sweep_test.cc.
#include "sweep/run_sweep.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "conformance/partial_records.h"
#include "conformance/process_end.h"
#include "conformance/run_signals.h"
#include "conformance/shared_memory.h"
#include "harness/subject/claim_reach.h"
#include "sweep/sweep_block.h"
#include "sweep/worker_processes.h"

namespace assay {
namespace {

constexpr std::size_t kMostJobs = 256;
constexpr std::uint64_t kNoBlock = ~std::uint64_t{0};

std::int64_t now() {
  return std::chrono::steady_clock::now().time_since_epoch().count();
}

// Lists the exit codes of a worker, which say how it ended.
enum Ending : int {
  kDone = 0,
  kNoSubject = 1,
  kNoClaim = 2,
  kCallFailed = 3,
  kNoFile = 4,
};

// Holds what one worker reports to the run.
struct WorkerPage {
  std::atomic<std::uint64_t> block{kNoBlock};
  std::atomic<std::int64_t> since{0};
  char message[512] = {};

  void say(const std::string& text) { text.copy(message, sizeof message - 1); }
};

// The memory that all workers share.
struct SweepPage {
  std::atomic<std::size_t> next{0};
  std::atomic<std::uint64_t> done{0};
  // The name and version of the subject, written by the first worker.
  char name[128] = {};
  char version[128] = {};
  WorkerPage workers[kMostJobs];
};

// Starts the subject and writes its name and version. It must claim the cell.
int describe(const SweepOptions& options, SweepPage& page) {
  const auto subject = options.make_subject();
  if (!subject) {
    page.workers[0].say(subject.status().message);
    return kNoSubject;
  }
  const Inputs& inputs = options.inputs;
  Backend& backend = (*subject)->backend();
  std::string(backend.name()).copy(page.name, sizeof page.name - 1);
  std::string(backend.version()).copy(page.version, sizeof page.version - 1);
  const auto claim = backend.claim({inputs.op, "", inputs.dtype, inputs.dtype});
  if (!claim) return kNoClaim;
  // The calls are made on contiguous operands with one axis.
  const std::uint64_t extent = std::min(inputs.count(), kBatchInputs);
  const Attributes none;
  const auto beyond = beyond_claim(
      *claim,
      AskedCall{&none, {View({static_cast<std::int64_t>(extent)})}, {}, {}});
  if (!beyond) return kDone;
  page.workers[0].say(beyond->needs);
  return kNoClaim;
}

int work(const SweepOptions& options, const std::vector<std::uint64_t>& to_do,
         const PartialRecords& file, SweepPage& page, WorkerPage& own) {
  own.since = now();
  const auto subject = options.make_subject();
  if (!subject) {
    own.say(subject.status().message);
    return kNoSubject;
  }
  const auto oracle = options.make_oracle();
  BlockSweep sweep((*subject)->backend(), *oracle, options.inputs,
                   *options.profile);
  for (std::size_t at = page.next++; at < to_do.size(); at = page.next++) {
    own.since = now();
    own.block = to_do[at];
    (*subject)->begin_case();
    const auto totals = sweep.sweep(to_do[at]);
    if (!totals) {
      const auto& broke = (*subject)->breakdown();
      own.say(broke ? broke->message : totals.status().message);
      return kCallFailed;
    }
    if (!file.append(line_of(to_do[at], *totals))) {
      own.say(std::strerror(errno));
      return kNoFile;
    }
    ++page.done;
    own.block = kNoBlock;
  }
  return kDone;
}

std::string block_text(const Inputs& inputs, std::uint64_t block) {
  if (block == kNoBlock) return "at its start or end";
  const std::uint64_t first = block * kBlockInputs;
  const std::uint64_t end = std::min(first + kBlockInputs, inputs.count());
  return fmt::format("in block {}, inputs 0x{:x} to 0x{:x}", block, first,
                     end - 1);
}

// Returns what the end of a worker means for the run; nothing if it was in
// order.
std::optional<SweepFailure> failure_of(const SweepOptions& options, int status,
                                       const WorkerPage& page) {
  const std::string said(page.message);
  const Inputs& inputs = options.inputs;
  if (!WIFEXITED(status))
    return SweepFailure{
        SweepError::kBroke,
        fmt::format("{} {}", end_text(status), block_text(inputs, page.block))};
  switch (WEXITSTATUS(status)) {
    case kDone:
      return std::nullopt;
    case kNoSubject:
      return SweepFailure{
          SweepError::kSubject,
          said.empty() ? options.subject + " does not start" : said};
    case kNoClaim:
      return SweepFailure{
          SweepError::kNotClaimed,
          fmt::format("{} does not claim {} on {}{}", options.subject,
                      name_of(inputs.op), name_of(inputs.dtype),
                      said.empty() ? "" : " with " + said)};
    case kCallFailed:
      return SweepFailure{SweepError::kBroke,
                          fmt::format("a call failed {}: {}",
                                      block_text(inputs, page.block), said)};
    case kNoFile:
      return SweepFailure{SweepError::kUnwritable,
                          fmt::format("{}.partial cannot be written: {}",
                                      options.out.string(), said)};
    default:
      return SweepFailure{SweepError::kBroke,
                          fmt::format("{} {}", end_text(status),
                                      block_text(inputs, page.block))};
  }
}

// Waits for the workers. A block that exceeds its time ends the run.
std::optional<SweepFailure> wait_for(const SweepOptions& options,
                                     WorkerProcesses& workers,
                                     RunSignals& signals, SweepPage& page,
                                     std::uint64_t before,
                                     std::uint64_t total) {
  const auto limit = static_cast<std::int64_t>(options.block_seconds * 1e9);
  while (!workers.are_done()) {
    signals.wait(kLookAtProcesses);
    if (signals.interrupted())
      return SweepFailure{SweepError::kInterrupted, "interrupted"};
    for (std::size_t i = 0; i < workers.count(); ++i) {
      if (const auto status = workers.ended(i)) {
        if (auto failure = failure_of(options, *status, page.workers[i]))
          return failure;
        page.workers[i].since = 0;
      }
      const std::int64_t since = page.workers[i].since;
      if (since != 0 && now() - since > limit)
        return SweepFailure{
            SweepError::kBroke,
            fmt::format("no answer within {} s {}", options.block_seconds,
                        block_text(options.inputs, page.workers[i].block))};
    }
    if (options.progress && total > 0)
      options.progress(before + page.done, total);
  }
  return std::nullopt;
}

// Fails if the file has the totals of another sweep. To start over would
// replace them, and --resume does not ask for that.
std::optional<SweepFailure> refuse_other_sweep(
    const std::filesystem::path& path, const SweepHead& head) {
  const auto found = read_sweep(path, true);
  if (!found || found->head == head) return std::nullopt;
  return SweepFailure{
      SweepError::kUnwritable,
      fmt::format("{} belongs to another sweep: its head is {}, and that of "
                  "this sweep is {}",
                  path.string(), line_of(found->head), line_of(head))};
}

// Reads what an interrupted run left, and starts the partial file with it.
std::optional<SweepFailure> take_over(const std::filesystem::path& partial,
                                      bool resume, Sweep& sweep) {
  std::error_code error;
  if (resume && std::filesystem::exists(partial, error)) {
    const auto found = read_sweep(partial, true);
    Status status = found.status();
    if (found) status = join(sweep, *found);
    if (!status.ok())
      return SweepFailure{SweepError::kUnwritable,
                          fmt::format("--resume cannot continue {}: {}",
                                      partial.string(), status.message)};
  }
  if (partial.has_parent_path())
    std::filesystem::create_directories(partial.parent_path(), error);
  if (Status s = write_sweep(partial, sweep); !s.ok())
    return SweepFailure{SweepError::kUnwritable, s.message};
  return std::nullopt;
}

}  // namespace

std::optional<SweepFailure> run_sweep(const SweepOptions& options,
                                      Sweep& sweep) {
  const Shared<SweepPage> page;
  if (page.get() == nullptr)
    return SweepFailure{SweepError::kInternal,
                        "there is no memory for the workers"};
  RunSignals signals;
  const SweepFailure no_worker{SweepError::kInternal,
                               "a worker process cannot be started"};
  {
    WorkerProcesses first(signals);
    page->workers[0].since = now();
    if (!first.start([&] { return describe(options, *page); }))
      return no_worker;
    if (auto failure = wait_for(options, first, signals, *page, 0, 0))
      return failure;
  }
  const std::uint64_t end =
      options.end_block != 0 ? options.end_block : options.inputs.block_count();
  sweep = {};
  sweep.head =
      head_of(options.inputs, *options.profile, options.first_block, end);
  sweep.head.subject_name = page->name;
  sweep.head.subject_version = page->version;
  std::filesystem::path partial = options.out;
  partial += ".partial";
  std::error_code error;
  if (options.resume && !std::filesystem::exists(partial, error))
    if (auto failure = refuse_other_sweep(options.out, sweep.head))
      return failure;
  if (auto failure = take_over(partial, options.resume, sweep)) return failure;
  auto file = PartialRecords::open(partial, true);
  if (!file)
    return SweepFailure{SweepError::kUnwritable, file.status().message};
  std::vector<std::uint64_t> to_do;
  std::uint64_t before = 0;
  for (std::uint64_t block = options.first_block; block < end; ++block) {
    if (block % options.shard_count != options.shard_index - 1) continue;
    if (sweep.blocks.contains(block))
      ++before;
    else
      to_do.push_back(block);
  }
  if (!to_do.empty()) {
    WorkerProcesses workers(signals);
    const std::size_t jobs =
        std::min({static_cast<std::size_t>(std::max(options.jobs, 1)),
                  to_do.size(), kMostJobs});
    for (std::size_t i = 0; i < jobs; ++i) {
      WorkerPage& own = page->workers[i];
      own.since = now();
      if (!workers.start(
              [&] { return work(options, to_do, *file, *page, own); }))
        return no_worker;
    }
    if (auto failure = wait_for(options, workers, signals, *page, before,
                                before + to_do.size()))
      return failure;
  }
  auto whole = read_sweep(partial, false);
  if (!whole)
    return SweepFailure{SweepError::kInternal, whole.status().message};
  sweep = *std::move(whole);
  if (Status s = write_sweep(options.out, sweep); !s.ok())
    return SweepFailure{SweepError::kUnwritable, s.message};
  std::filesystem::remove(partial, error);
  return std::nullopt;
}

}  // namespace assay
