// Implements teams. The caller opens a share, and whoever takes it, its thread
// or the caller, runs its parts.
// Tested by tests/optimized/team_test.cc.
#include "optimized/resources/team.h"

#include <thread>
#include <utility>

#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Waits for another thread. Most waits take about a microsecond; in a long one
// the core is offered to other threads.
class Wait {
 public:
  explicit Wait(bool has_cores) : looks_(has_cores ? kLooks : 0) {}

  void a_moment() {
    if (rest_-- > 0) {
#if defined(__x86_64__) || defined(__i386__)
      __builtin_ia32_pause();
#endif
      return;
    }
    std::this_thread::yield();
    rest_ = looks_;
  }

 private:
  static constexpr int kLooks = 200;
  int looks_, rest_ = looks_;
};

bool has_core_for_each() {
  return settings().threads <=
         std::int64_t{std::thread::hardware_concurrency()};
}

}  // namespace

void Team::gather(bool is_worth, const std::function<void(Team&)>& work) {
  Team team;
  const std::int64_t threads = settings().threads;
  if (!is_worth || threads == 1) return work(team);
  team.shares_ = std::vector<Share>(static_cast<std::size_t>(threads - 1));
  struct End {
    ~End() { team.ends_.store(true, std::memory_order_release); }
    Team& team;
  };
  // Each thread has one range, and the caller's is the first.
  split_ranges(threads, 1, [&](std::int64_t first, std::int64_t last) {
    if (first != 0) return team.serve(team.shares_.data()[first - 1]);
    const End end{team};
    team.is_alone_ = last == threads;
    work(team);
  });
}

bool Team::is_worth(std::int64_t bytes) {
  // The work of a step is a quarter of that of the smallest call that is worth
  // waking a thread. Threads that take turns also pass on what they wrote.
  constexpr std::int64_t kSteps = 4;
  return settings().threads > 1 && bytes >= settings().thread_bytes / kSteps;
}

void Team::run_together(std::int64_t count, Call call, const void* parts) {
  const auto threads = std::ssize(shares_) + 1;
  for (std::int64_t i = 1; i < threads; ++i) {
    Share& share = shares_.data()[i - 1];
    share.call = call;
    share.parts = parts;
    share.first = count * i / threads;
    share.last = count * (i + 1) / threads;
    share.state.store(Share::kOpen, std::memory_order_release);
  }
  run_share(call, parts, 0, count / threads);
  for (Share& share : shares_)
    if (!take(share))
      for (Wait wait(true);
           share.state.load(std::memory_order_acquire) != Share::kDone;)
        wait.a_moment();
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

void Team::run_share(Call call, const void* parts, std::int64_t first,
                     std::int64_t last) {
  try {
    call(parts, first, last);
  } catch (...) {
    const std::lock_guard lock(thrown_mutex_);
    thrown_ = std::current_exception();
  }
}

// Runs a share if it is open. Returns whether it was.
bool Team::take(Share& share) {
  auto open = Share::kOpen;
  if (share.state.load(std::memory_order_relaxed) != open ||
      !share.state.compare_exchange_strong(open, Share::kTaken,
                                           std::memory_order_acquire))
    return false;
  run_share(share.call, share.parts, share.first, share.last);
  share.state.store(Share::kDone, std::memory_order_release);
  return true;
}

void Team::serve(Share& share) {
  Wait wait(has_core_for_each());
  while (!ends_.load(std::memory_order_acquire))
    if (!take(share)) wait.a_moment();
}

}  // namespace assay::optimized
