// Tested by tests/adversary/score_test.cc.
#include "tests/adversary/score.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <set>

#include "conformance/metamorphic_plan.h"
#include "conformance/plan.h"
#include "conformance/process_end.h"
#include "conformance/vectors.h"
#include "reference/reference.h"
#include "tests/adversary/score_sweeps.h"
#include "tests/adversary/score_worker.h"

namespace assay::adversary {
namespace {

// A worker process and the task that it is at.
struct Worker {
  Shared<ScorePage> page;
  pid_t pid = -1;
  const ScoreTask* task = nullptr;
};

// Runs tasks in worker processes until all are done.
class TaskRun {
 public:
  TaskRun(const std::vector<BugRow>& rows, const ScoreSettings& settings,
          FoundSlots& slots)
      : rows_(rows), settings_(settings), slots_(slots) {}

  Status run(const std::vector<ScoreTask>& tasks) {
    std::vector<Worker> workers(
        static_cast<std::size_t>(std::max(settings_.jobs, 1)));
    std::size_t next = 0;
    for (;;) {
      bool busy = false;
      for (Worker& worker : workers) {
        if (worker.pid > 0) look_after(worker);
        if (!failure_.ok()) return end(workers);
        if (worker.pid < 0 && next < tasks.size()) {
          worker.page->next = 0;
          start(worker, tasks[next++]);
        }
        busy = busy || worker.pid > 0;
      }
      if (!busy) return {};
      usleep(2000);
    }
  }

 private:
  void start(Worker& worker, const ScoreTask& task) {
    worker.task = &task;
    worker.page->page.word = word_of({.since = steady_now()});
    worker.page->page.fault = {};
    const pid_t parent = getpid();
    worker.pid = fork();
    if (worker.pid < 0) {
      failure_ = Status::internal("no worker process can be started");
      return;
    }
    if (worker.pid > 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    const struct rlimit none { 0, 0 };
    setrlimit(RLIMIT_CORE, &none);
    run_score_worker({task, rows_, settings_, slots_}, *worker.page);
    _exit(0);
  }

  // Returns the state that the worker has written. If a bug has overwritten it,
  // returns the state of a worker that has just begun.
  static WorkerState state_in(const ScorePage& page) {
    const std::int64_t now = steady_now();
    return state_of(page.page.word, 0, now).value_or(WorkerState{.since = now});
  }

  void look_after(Worker& worker) {
    ScorePage& score_page = *worker.page;
    const WorkerState state = state_in(score_page);
    int status = 0;
    if (waitpid(worker.pid, &status, WNOHANG) == worker.pid) {
      worker.pid = -1;
      if (state.ending == Ending::kDone) return;
      bury(worker, Verdict::kCrashed, end_text(status));
      return;
    }
    const double silent = static_cast<double>(steady_now() - state.since) / 1e9;
    const bool is_calling = state.phase == Phase::kCalling;
    if (silent < (is_calling ? settings_.timeout_seconds + 1 : 120)) return;
    kill(worker.pid, SIGKILL);
    reap(worker.pid, 5);
    worker.pid = -1;
    bury(worker, Verdict::kTimedOut, "it did not answer in time");
  }

  // A worker that died in the hands of a bug has found it; any other death
  // ends the score.
  void bury(Worker& worker, Verdict verdict, const std::string& how) {
    const ScorePage& page = *worker.page;
    const Phase phase = state_in(page).phase;
    const std::string id = page.next < worker.task->cases.size()
                               ? worker.task->cases[page.next].id()
                               : std::string("the end");
    const bool is_bugs = phase == Phase::kCalling || phase == Phase::kRunning;
    if (page.ending_message[0] != '\0' || !is_bugs || page.row < 0) {
      failure_ = Status::internal(
          page.ending_message[0] != '\0'
              ? std::string(page.ending_message.data())
              : fmt::format("a worker ended at {}: {}", id, how));
      return;
    }
    slots_.note(static_cast<std::size_t>(page.row), worker.task->stage, id,
                verdict);
    start(worker, *worker.task);
  }

  Status end(std::vector<Worker>& workers) {
    for (Worker& worker : workers)
      if (worker.pid > 0) {
        kill(worker.pid, SIGKILL);
        reap(worker.pid, 5);
      }
    return failure_;
  }

  const std::vector<BugRow>& rows_;
  const ScoreSettings& settings_;
  FoundSlots& slots_;
  Status failure_;
};

// The ops that rows name, in the order of the op table.
std::vector<Op> ops_named(const std::vector<BugRow>& rows,
                          const std::string& only) {
  std::set<std::string_view> names;
  for (const BugRow& row : rows)
    for (std::string_view name : ops_of(row)) names.insert(name);
  const BugRow asked{.ops = only};
  const auto wanted = ops_of(asked);
  std::vector<Op> ops;
  for (std::size_t i = 0; i < every_op().size(); ++i) {
    const Op op = static_cast<Op>(i);
    const bool is_wanted =
        wanted.empty() ||
        std::find(wanted.begin(), wanted.end(), name_of(op)) != wanted.end();
    if (is_wanted && names.contains(name_of(op))) ops.push_back(op);
  }
  return ops;
}

// The cases of an op in a stage; those of earlier stages are left out.
std::vector<PlannedCase> cases_of(Op op, Stage stage) {
  const auto filter = Filter::parse(name_of(op));
  if (!filter) return {};
  if (stage == Stage::kQuick) return plan_cases(Level::kQuick, *filter);
  if (stage == Stage::kRelations)
    return plan_metamorphic(Level::kStandard, *filter);
  std::set<std::string> before;
  for (const PlannedCase& planned : plan_cases(Level::kQuick, *filter))
    before.insert(planned.id());
  std::vector<PlannedCase> cases;
  for (PlannedCase& planned : plan_cases(Level::kStandard, *filter))
    if (!before.contains(planned.id())) cases.push_back(std::move(planned));
  for (PlannedCase& planned : plan_relations(Level::kStandard, *filter, kNx))
    cases.push_back(std::move(planned));
  return cases;
}

// The golden vectors of an op, as a reader of its file has them.
Result<std::vector<PlannedCase>> vectors_of(Op op) {
  const auto filter = Filter::parse(name_of(op));
  if (!filter) return filter.status();
  Reference oracle;
  return read_vectors(plan_cases(Level::kStandard, *filter), oracle);
}

}  // namespace

Result<std::vector<Found>> score_bugs(const std::vector<BugRow>& rows,
                                      const ScoreSettings& settings) {
  FoundSlots slots(rows.size());
  if (!slots.is_there()) return Status::internal("no memory for the score");
  TaskRun run(rows, settings, slots);
  const std::vector<Op> ops = ops_named(rows, settings.ops);
  for (Stage stage : {Stage::kQuick, Stage::kStandard, Stage::kRelations}) {
    if (stage > (settings.vectors ? Stage::kQuick : settings.last)) break;
    std::vector<ScoreTask> tasks;
    for (Op op : ops) {
      const bool is_left =
          std::any_of(rows.begin(), rows.end(), [&](const BugRow& row) {
            const auto names = ops_of(row);
            const auto i = static_cast<std::size_t>(&row - rows.data());
            return slots.is_open(i) && std::find(names.begin(), names.end(),
                                                 name_of(op)) != names.end();
          });
      // No bug is in what surrounds ops, and targets need not have all of it.
      if (!is_left || set_of(op) == "protocol") continue;
      if (settings.vectors) {
        auto vectors = vectors_of(op);
        if (!vectors) return vectors.status();
        tasks.push_back({op, stage, *std::move(vectors)});
        continue;
      }
      tasks.push_back({op, stage, cases_of(op, stage)});
    }
    if (Status status = run.run(tasks); !status.ok()) return status;
    if (stage == Stage::kStandard && settings.sweeps)
      if (Status status = score_sweeps(rows, ops, settings, slots);
          !status.ok())
        return status;
  }
  std::vector<Found> found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    found.push_back(slots.found(i));
    if (rows[i].is_control && found.back().stage != Stage::kNone)
      return Status::internal(
          fmt::format("without a bug the target fails {}, where it has to pass",
                      found.back().case_id));
  }
  return found;
}

}  // namespace assay::adversary
