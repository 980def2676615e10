// Tested by tests/optimized/parallel_test.cc.
#include "optimized/parallel.h"

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "optimized/settings.h"

namespace assay::optimized {
namespace {

using Work = std::function<void(std::int64_t)>;

// Threads that run part 1, 2, … of a piece of work; the caller runs part 0.
class Pool {
 public:
  explicit Pool(std::int64_t threads) : process_(::getpid()) {
    for (std::int64_t part = 1; part < threads; ++part)
      threads_.emplace_back([this, part] { serve(part); });
  }
  ~Pool() {
    if (process_ != ::getpid()) {  // the threads stayed in the parent
      for (std::thread& thread : threads_) thread.detach();
      return;
    }
    {
      const std::lock_guard lock(mutex_);
      stops_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  bool serves(std::int64_t threads) const {
    return process_ == ::getpid() && std::ssize(threads_) + 1 == threads;
  }

  void run(const Work& work) {
    {
      const std::lock_guard lock(mutex_);
      work_ = &work;
      running_ = std::ssize(threads_);
      ++generation_;
    }
    wake_.notify_all();
    work(0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return running_ == 0; });
    work_ = nullptr;
  }

 private:
  void serve(std::int64_t part) {
    std::int64_t seen = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return stops_ || generation_ != seen; });
      if (stops_) return;
      seen = generation_;
      const Work* work = work_;
      lock.unlock();
      (*work)(part);
      lock.lock();
      if (--running_ == 0) done_.notify_one();
    }
  }

  pid_t process_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const Work* work_ = nullptr;
  std::int64_t running_ = 0;
  std::int64_t generation_ = 0;
  bool stops_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace

bool is_worth_threads(std::int64_t bytes) {
  return settings().threads > 1 && bytes >= settings().thread_bytes;
}

void in_ranges(std::int64_t count, std::int64_t unit, std::int64_t bytes,
               const std::function<void(std::int64_t, std::int64_t)>& work) {
  const std::int64_t units = (count + unit - 1) / unit;
  if (!is_worth_threads(bytes) || units < 2) return work(0, count);
  const std::int64_t threads = settings().threads;
  const auto run_part = [&](std::int64_t part) {
    const std::int64_t first = units * part / threads * unit;
    const std::int64_t last =
        std::min(units * (part + 1) / threads * unit, count);
    if (first < last) work(first, last);
  };
  // One call at a time has the pool; another one that comes meanwhile does
  // its work itself.
  static std::mutex one_call;
  static std::unique_ptr<Pool> pool;
  const std::unique_lock lock(one_call, std::try_to_lock);
  if (!lock.owns_lock()) return work(0, count);
  if (pool == nullptr || !pool->serves(threads))
    pool = std::make_unique<Pool>(threads);
  pool->run(run_part);
}

}  // namespace assay::optimized
