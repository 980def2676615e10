// Implements the thread pool. One call uses it at a time; a call that finds it
// taken is run by its caller alone.
// Tested by tests/optimized/parallel_test.cc.
#include "optimized/resources/parallel.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

using Part = std::function<void(std::int64_t)>;

// An idle thread polls for work this long before it sleeps. Waking a sleeping
// thread takes 50 µs or more, so calls that follow each other closely should
// find the threads awake.
constexpr std::chrono::microseconds kLooking{100};

// Threads that run parts of a call together with the caller.
class Pool {
 public:
  explicit Pool(std::int64_t threads)
      : process_(::getpid()),
        // If there are more threads than cores, a polling thread would keep a
        // working one off its core, so threads do not poll.
        looking_(threads <= std::thread::hardware_concurrency()
                     ? kLooking
                     : kLooking.zero()) {
    for (std::int64_t i = 1; i < threads; ++i)
      threads_.emplace_back([this] { serve(); });
  }
  ~Pool() {
    if (process_ != ::getpid()) {  // forked: no threads here
      for (std::thread& thread : threads_) thread.detach();
      return;
    }
    stops_ = true;
    call_.fetch_add(1);
    call_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  bool serves(std::int64_t threads) const {
    return process_ == ::getpid() && std::ssize(threads_) + 1 == threads;
  }

  // Calls part(0) to part(count - 1) and returns when all are done.
  void run(std::int64_t count, const Part& part) {
    part_ = &part;
    running_ = static_cast<unsigned>(count);
    next_ =
        (std::uint64_t{call_ + 1} << 32) + static_cast<std::uint64_t>(count);
    call_.fetch_add(1);
    call_.notify_all();
    take_parts();
    for (unsigned rest = running_; rest != 0; rest = running_)
      await_change(running_, rest);
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  void serve() {
    for (unsigned seen = 0;;) {
      await_change(call_, seen);
      seen = call_;
      if (stops_) return;
      take_parts();
    }
  }

  // Takes parts while any are left. A part that was taken belongs to the
  // running call, because run() waits for it.
  void take_parts() {
    std::uint64_t next = next_;
    while ((next & 0xffff'ffff) != 0) {
      if (!next_.compare_exchange_weak(next, next - 1)) continue;
      --next;
      try {
        (*part_)(static_cast<std::int64_t>(next & 0xffff'ffff));
      } catch (...) {
        const std::lock_guard lock(thrown_mutex_);
        thrown_ = std::current_exception();
      }
      if (running_.fetch_sub(1) == 1) running_.notify_one();
      next = next_;
    }
  }

  void await_change(const std::atomic<unsigned>& value, unsigned old) const {
    const auto end = std::chrono::steady_clock::now() + looking_;
    do {
      if (value != old) return;
      std::this_thread::yield();
    } while (std::chrono::steady_clock::now() < end);
    value.wait(old);
  }

  pid_t process_;
  std::chrono::microseconds looking_;
  const Part* part_ = nullptr;
  std::atomic<std::uint64_t> next_ = 0;  // call number; parts not yet taken
  std::atomic<unsigned> call_ = 0;
  std::atomic<unsigned> running_ = 0;  // parts not yet done
  std::atomic<bool> stops_ = false;
  std::mutex thrown_mutex_;
  std::exception_ptr thrown_;
  std::vector<std::thread> threads_;
};

// True while a call uses the pool, which serves one call at a time.
std::atomic<bool> is_taken = false;

struct Release {
  ~Release() { is_taken = false; }
};

}  // namespace

bool is_worth_threads(std::int64_t bytes, std::int64_t flops) {
  const Settings& use = settings();
  return use.threads > 1 &&
         (bytes >= use.thread_bytes || flops >= use.thread_flops);
}

std::int64_t range_count() { return 4 * settings().threads; }

void split_ranges(std::int64_t count, std::int64_t unit,
                  const std::function<void(std::int64_t, std::int64_t)>& work) {
  // A call that arrives meanwhile, from within a range or from another thread,
  // is run by its caller.
  if (is_taken.exchange(true)) return work(0, count);
  const Release release;
  const std::int64_t units = (count + unit - 1) / unit;
  const std::int64_t ranges = std::min(units, range_count());
  static std::unique_ptr<Pool> pool;
  if (pool == nullptr || !pool->serves(settings().threads))
    pool = std::make_unique<Pool>(settings().threads);
  pool->run(ranges, [&](std::int64_t range) {
    work(units * range / ranges * unit,
         std::min(units * (range + 1) / ranges * unit, count));
  });
}

}  // namespace assay::optimized
