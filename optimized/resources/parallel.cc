// Implements the thread pool. One call uses it at a time; a call that finds it
// taken is run by its caller alone.
// Tested by tests/optimized/parallel_test.cc.
#include "optimized/resources/parallel.h"

#include <pthread.h>
#include <sched.h>
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

// Returns the core that the calling thread is on, or -1 if it is unknown.
int core_of_caller() {
#if defined(__linux__)
  return ::sched_getcpu();
#else
  return -1;
#endif
}

// Lets a thread run on any core of the caller but this one.
void keep_off_core(std::thread& thread, int core) {
#if defined(__linux__)
  cpu_set_t cores;
  if (core < 0 || ::sched_getaffinity(0, sizeof(cores), &cores) != 0) return;
  CPU_CLR(static_cast<std::size_t>(core), &cores);
  if (CPU_COUNT(&cores) > 0)
    ::pthread_setaffinity_np(thread.native_handle(), sizeof(cores), &cores);
#else
  static_cast<void>(thread);
  static_cast<void>(core);
#endif
}

// Threads that run parts of a call together with the caller. Each thread has
// parts of its own that follow each other, so that a thread finds in its caches
// what it touched in an earlier call. When they are done it takes others'.
class Pool {
 public:
  explicit Pool(std::int64_t threads)
      : process_(::getpid()),
        queues_(static_cast<std::size_t>(threads)),
        // If there are more threads than cores, a polling thread would keep a
        // working one off its core, so threads do not poll.
        looking_(threads <= std::thread::hardware_concurrency()
                     ? kLooking
                     : kLooking.zero()) {
    for (std::size_t i = 1; i < queues_.size(); ++i)
      threads_.emplace_back([this, i] { serve(i); });
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
    const std::uint64_t call = std::uint64_t{call_ + 1} << 32;
    const auto threads = std::ssize(queues_);
    for (std::int64_t i = 0; i < threads; ++i) {
      Queue& queue = queues_[static_cast<std::size_t>(i)];
      queue.first = count * i / threads;
      queue.rest = call + static_cast<std::uint64_t>(count * (i + 1) / threads -
                                                     queue.first);
    }
    leave_core_to_caller();
    call_.fetch_add(1);
    call_.notify_all();
    take_parts(0);
    for (unsigned rest = running_; rest != 0; rest = running_)
      await_change(running_, rest);
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  // The parts of a thread that are not yet taken. They end `rest` parts after
  // `first`. The upper half of `rest` is the number of the call, so that a
  // thread that comes late takes no part of the next call for one of its own.
  struct alignas(64) Queue {
    std::atomic<std::uint64_t> rest = 0;
    std::atomic<std::int64_t> first = 0;
  };

  // A thread on the caller's core would wait until the scheduler moves one of
  // the two, which takes milliseconds. The caller moves seldom.
  void leave_core_to_caller() {
    const int core = core_of_caller();
    if (core == core_of_caller_ || looking_ == looking_.zero()) return;
    for (std::thread& thread : threads_) keep_off_core(thread, core);
    core_of_caller_ = core;
  }

  void serve(std::size_t thread) {
    for (unsigned seen = 0;;) {
      await_change(call_, seen);
      seen = call_;
      if (stops_) return;
      take_parts(thread);
    }
  }

  // Takes parts while any are left. A part that was taken belongs to the
  // running call, because run() waits for it.
  void take_parts(std::size_t thread) {
    for (std::size_t i = 0; i < queues_.size(); ++i)
      take_parts_of(queues_[(thread + i) % queues_.size()]);
  }

  void take_parts_of(Queue& queue) {
    std::uint64_t rest = queue.rest;
    while ((rest & 0xffff'ffff) != 0) {
      if (!queue.rest.compare_exchange_weak(rest, rest - 1)) continue;
      try {
        (*part_)(queue.first + static_cast<std::int64_t>(rest & 0xffff'ffff) -
                 1);
      } catch (...) {
        const std::lock_guard lock(thrown_mutex_);
        thrown_ = std::current_exception();
      }
      if (running_.fetch_sub(1) == 1) running_.notify_one();
      rest = queue.rest;
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
  std::vector<Queue> queues_;  // the caller's is the first
  std::chrono::microseconds looking_;
  int core_of_caller_ = -1;
  const Part* part_ = nullptr;
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
