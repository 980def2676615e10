// Runs one worker process of the adversary's score. It prepares each case of
// one op once and runs it on every bug that is not found yet. Tested by
// tests/adversary/score_test.cc.
#pragma once

#include <array>
#include <atomic>
#include <string>
#include <vector>

#include "conformance/shared_memory.h"
#include "conformance/worker_page.h"
#include "harness/case/planned_case.h"
#include "tests/adversary/score.h"

namespace assay::adversary {

// The cases of one op in one stage.
struct ScoreTask {
  Op op{};
  Stage stage = Stage::kQuick;
  std::vector<PlannedCase> cases;
};

// Holds the state of a worker, in memory that outlives the worker.
struct ScorePage {
  WorkerPage page;
  std::atomic<std::size_t> next{0};        // the case at hand
  std::atomic<std::int64_t> row{-1};       // the bug that it is run on
  std::array<char, 512> ending_message{};  // why the score cannot go on
};

// Holds what found each bug, in memory that all processes share.
class FoundSlots {
 public:
  explicit FoundSlots(std::size_t count);
  ~FoundSlots();
  FoundSlots(const FoundSlots&) = delete;
  FoundSlots& operator=(const FoundSlots&) = delete;

  bool is_there() const { return slots_ != nullptr; }
  bool is_open(std::size_t row) const;
  void note(std::size_t row, Stage stage, const std::string& id,
            Verdict verdict);
  Found found(std::size_t row) const;

 private:
  struct Slot {
    std::atomic<bool> taken;
    Stage stage;
    Verdict verdict;
    std::array<char, 240> id;
  };
  Slot* slots_ = nullptr;
  std::size_t bytes_ = 0;
};

struct ScoreWork {
  const ScoreTask& task;
  const std::vector<BugRow>& rows;
  const ScoreSettings& settings;
  FoundSlots& slots;
};

// Runs the task from the case at hand on. Says in the page that it is done, or
// why the score cannot go on.
void run_score_worker(const ScoreWork& work, ScorePage& page) noexcept;

}  // namespace assay::adversary
