// Keeps the threads of the pool together for a call that consists of many short
// steps with something between them that only one thread can do. A split of
// parallel.h costs more than some of these steps take; a thread of a team waits
// for its share of the next step by looking at a cache line of its own.
// Tested by tests/optimized/team_test.cc.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

namespace assay::optimized {

class Team {
 public:
  // Calls work(team) once, on the caller's thread. If `is_worth`, the other
  // threads take their shares of its steps until it returns. Splits within
  // `work` that are not steps of the team are run by their caller alone.
  static void gather(bool is_worth, const std::function<void(Team&)>& work);

  // Returns whether a step that reads `bytes` bytes, once each, is worth a
  // second thread.
  static bool is_worth(std::int64_t bytes);

  // Calls part(0) to part(count - 1), which must not wait for each other, and
  // returns when all are done. Each thread has the same share of them in every
  // step, the caller the first one; the caller also takes shares that no thread
  // has begun. If not `is_worth`, the caller runs all parts in their order. An
  // exception of a part is thrown again here.
  template <typename F>
  void run(std::int64_t count, bool is_worth, const F& part) {
    if (!is_worth || is_alone_ || count < 2) {
      for (std::int64_t i = 0; i < count; ++i) part(i);
      return;
    }
    const auto range = [&part](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i < last; ++i) part(i);
    };
    run_together(
        count,
        [](const void* f, std::int64_t first, std::int64_t last) {
          (*static_cast<const decltype(range)*>(f))(first, last);
        },
        &range);
  }

 private:
  using Call = void (*)(const void* parts, std::int64_t first,
                        std::int64_t last);

  // The parts of a thread in the step that is going on. All that the thread has
  // to know is in one cache line.
  struct alignas(64) Share {
    enum State : std::uint32_t { kDone, kOpen, kTaken };
    std::atomic<State> state = kDone;
    Call call = nullptr;
    const void* parts = nullptr;
    std::int64_t first = 0, last = 0;
  };

  Team() = default;
  void run_together(std::int64_t count, Call call, const void* parts);
  void run_share(Call call, const void* parts, std::int64_t first,
                 std::int64_t last);
  bool take(Share& share);
  void serve(Share& share);

  bool is_alone_ = true;
  std::vector<Share> shares_;  // of the threads that are not the caller
  std::mutex thrown_mutex_;
  std::exception_ptr thrown_;
  alignas(64) std::atomic<bool> ends_ = false;
};

}  // namespace assay::optimized
