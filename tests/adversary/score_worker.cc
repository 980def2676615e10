// Tested by tests/adversary/score_test.cc.
#include "tests/adversary/score_worker.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <set>

#include "conformance/watched_subject.h"
#include "harness/generate/build_case.h"
#include "harness/relation/relation_trial.h"
#include "harness/run/guarded_memory.h"
#include "harness/run/prepare.h"
#include "harness/run/run_case.h"
#include "harness/subject/plugin_subject.h"
#include "reference/reference.h"

namespace assay::adversary {
namespace {

// A context of the plugin with one bug in it.
struct Contender {
  std::size_t row = 0;
  std::unique_ptr<PluginSubject> subject;
  std::unique_ptr<WatchedSubject> watched;
};

bool names_op(const BugRow& row, Op op) {
  const auto names = ops_of(row);
  return std::find(names.begin(), names.end(), name_of(op)) != names.end();
}

// Returns whether this worker may still find the bug of a row.
bool is_wanted(const ScoreWork& work, std::size_t row) {
  return work.slots.is_open(row) && names_op(work.rows[row], work.task.op);
}

class Bench {
 public:
  Bench(const ScoreWork& work, ScorePage& page, PageWriter& state)
      : work_(work), page_(page), state_(state) {}

  Status make_contenders() {
    auto library = PluginLibrary::open(work_.settings.plugin);
    if (!library) return library.status();
    for (std::size_t row = 0; row < work_.rows.size(); ++row) {
      if (!is_wanted(work_, row)) continue;
      setenv("ASSAY_ADVERSARY_BUG", work_.rows[row].name.c_str(), 1);
      auto subject = PluginSubject::start(*library);
      if (!subject) return subject.status();
      Contender contender{row, *std::move(subject), nullptr};
      contender.watched =
          std::make_unique<WatchedSubject>(*contender.subject, state_);
      contenders_.push_back(std::move(contender));
    }
    return {};
  }

  // Runs one case on every contender that is left.
  Status run(const PlannedCase& planned) {
    std::erase_if(contenders_, [&](const Contender& contender) {
      return !work_.slots.is_open(contender.row);
    });
    state_.begin(Phase::kBuilding);
    page_.row = -1;
    std::optional<Case> prepared;
    if (planned.relation == Relation::kNone) {
      prepared = build_case(planned, work_.settings.seed);
      // A stored case says itself what to expect.
      const Status status =
          planned.stored ? Status() : prepare_case(*prepared, oracle_, kNx);
      if (!status.ok())
        return Status::internal(planned.id() + ": the oracle answered " +
                                status.message);
    }
    std::set<std::string_view> passed;  // ladders whose lowest rung passed
    for (const Contender& contender : contenders_) {
      const BugRow& row = work_.rows[contender.row];
      if (passed.contains(row.ladder)) continue;
      const Verdict verdict = verdict_of(planned, prepared, contender);
      if (verdict == Verdict::kHarnessError)
        return Status::internal(planned.id() + ": the harness failed on " +
                                row.name);
      if (is_failure(verdict))
        work_.slots.note(contender.row, work_.task.stage, planned.id(),
                         verdict);
      else if (!row.ladder.empty())
        passed.insert(row.ladder);
    }
    return {};
  }

  bool is_empty() const { return contenders_.empty(); }

  // Gives up the subjects without ending them, because a bug may have damaged
  // their state.
  void abandon() {
    for (Contender& contender : contenders_)
      static_cast<void>(contender.subject.release());
  }

 private:
  Verdict verdict_of(const PlannedCase& planned,
                     const std::optional<Case>& prepared,
                     const Contender& contender) {
    page_.row = static_cast<std::int64_t>(contender.row);
    state_.begin(Phase::kRunning);
    WatchedSubject& subject = *contender.watched;
    CaseOutcome outcome;
    if (prepared) {
      outcome = run_case(*prepared, subject);
    } else {
      // A further context of a relation has the same bug.
      setenv("ASSAY_ADVERSARY_BUG", work_.rows[contender.row].name.c_str(), 1);
      // A relation that no clause demands is told, and no failure.
      outcome = run_relation(planned, work_.settings.seed, subject, kNx);
      if (planned.clause.empty() && outcome.verdict == Verdict::kFail)
        outcome.verdict = Verdict::kPass;
    }
    if (subject.backend().take_change())
      outcome.verdict = worst(outcome.verdict, Verdict::kChangedEnvironment);
    page_.row = -1;
    return outcome.verdict;
  }

  const ScoreWork& work_;
  ScorePage& page_;
  PageWriter& state_;
  Reference oracle_;
  std::vector<Contender> contenders_;
};

Status work_through(const ScoreWork& work, ScorePage& page, PageWriter& state) {
  Bench bench(work, page, state);
  if (Status status = bench.make_contenders(); !status.ok()) return status;
  Status status;
  for (; page.next < work.task.cases.size() && status.ok(); ++page.next) {
    if (bench.is_empty()) break;
    status = bench.run(work.task.cases[page.next]);
  }
  bench.abandon();
  return status;
}

}  // namespace

FoundSlots::FoundSlots(std::size_t count)
    : bytes_(std::max<std::size_t>(count, 1) * sizeof(Slot)) {
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  slots_ = static_cast<Slot*>(memory);
  for (std::size_t i = 0; i < count; ++i) new (slots_ + i) Slot{};
}

FoundSlots::~FoundSlots() {
  if (slots_ != nullptr) munmap(slots_, bytes_);
}

bool FoundSlots::is_open(std::size_t row) const { return !slots_[row].taken; }

void FoundSlots::note(std::size_t row, Stage stage, const std::string& id,
                      Verdict verdict) {
  Slot& slot = slots_[row];
  if (slot.taken) return;
  slot.stage = stage;
  slot.verdict = verdict;
  slot.id.fill(0);
  id.copy(slot.id.data(), slot.id.size() - 1);
  slot.taken = true;
}

Found FoundSlots::found(std::size_t row) const {
  const Slot& slot = slots_[row];
  if (!slot.taken) return {};
  return {slot.stage, slot.id.data(), slot.verdict};
}

void run_score_worker(const ScoreWork& work, ScorePage& page) noexcept {
  static GuardedMemory memory;
  const FaultWatch watch(memory, page.page.fault);
  PageWriter state(page.page);
  const Status status = work_through(work, page, state);
  if (!status.ok())
    status.message.copy(page.ending_message.data(),
                        page.ending_message.size() - 1);
  else
    state.end(Ending::kDone);
}

}  // namespace assay::adversary
