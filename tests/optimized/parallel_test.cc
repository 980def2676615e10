// Checks the ranges that a call is split into, and the threads that run them.
#include "optimized/resources/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <thread>
#include <vector>

#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

class Ranges : public testing::Test {
 protected:
  void TearDown() override { use_settings(Settings()); }
};

TEST_F(Ranges, MakeUpTheWholeOnce) {
  for (const std::int64_t threads : {1, 2, 3}) {
    Settings settings;
    settings.threads = threads;
    settings.thread_bytes = 1;
    use_settings(settings);
    for (const std::int64_t count : {0, 1, 7, 8, 9, 64, 1000}) {
      std::vector<std::atomic<int>> seen(static_cast<std::size_t>(count));
      in_ranges(count, 8, true, [&](std::int64_t first, std::int64_t last) {
        EXPECT_EQ(0, first % 8);
        for (std::int64_t i = first; i < last; ++i)
          ++seen[static_cast<std::size_t>(i)];
      });
      for (const auto& times : seen) EXPECT_EQ(1, times);
    }
  }
}

TEST_F(Ranges, AreOneForACallThatIsNotWorthIt) {
  Settings settings;
  settings.threads = 2;
  settings.thread_bytes = 1000;
  settings.thread_flops = 2000;
  use_settings(settings);
  EXPECT_FALSE(is_worth_threads(999, 1999));
  EXPECT_TRUE(is_worth_threads(1000, 1999));
  EXPECT_TRUE(is_worth_threads(999, 2000));
  settings.threads = 1;
  use_settings(settings);
  EXPECT_FALSE(is_worth_threads(1000, 2000));
  int calls = 0;
  in_ranges(999, 1, false, [&](std::int64_t first, std::int64_t last) {
    EXPECT_EQ(0, first);
    EXPECT_EQ(999, last);
    ++calls;
  });
  EXPECT_EQ(1, calls);
}

// Work within work, as when a kernel calls another one, is done in place.
TEST_F(Ranges, MayLieInOneAnother) {
  Settings settings;
  settings.threads = 2;
  settings.thread_bytes = 1;
  use_settings(settings);
  std::atomic<std::int64_t> sum = 0;
  in_ranges(10, 1, true, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
      in_ranges(10, 1, true,
                [&](std::int64_t a, std::int64_t b) { sum += b - a; });
  });
  EXPECT_EQ(100, sum);
}

// Several threads call at once; one gets the pool and the others do without it.
TEST_F(Ranges, MayComeAtOnce) {
  Settings settings;
  settings.threads = 2;
  use_settings(settings);
  std::vector<std::int64_t> sums(4);
  std::vector<std::thread> callers;
  for (std::int64_t& sum : sums)
    callers.emplace_back([&sum] {
      for (int call = 0; call < 1000; ++call) {
        std::atomic<std::int64_t> in_call = 0;
        in_ranges(100, 1, true, [&](std::int64_t first, std::int64_t last) {
          in_call += last - first;
        });
        sum += in_call;
      }
    });
  for (std::thread& caller : callers) caller.join();
  for (const std::int64_t sum : sums) EXPECT_EQ(100'000, sum);
}

// A sleeping thread is woken, and ends when another number of threads replaces
// the pool.
TEST_F(Ranges, WakeThreadsThatSleep) {
  for (const std::int64_t threads : {2, 3, 2}) {
    Settings settings;
    settings.threads = threads;
    use_settings(settings);
    for (int call = 0; call < 3; ++call) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      // Each of the two units waits until the other has started.
      std::atomic<int> came = 0;
      in_ranges(2, 1, true, [&](std::int64_t, std::int64_t) {
        ++came;
        while (came < 2) std::this_thread::yield();
      });
      EXPECT_EQ(2, came);
    }
  }
}

TEST_F(Ranges, HandAnExceptionToTheCaller) {
  Settings settings;
  settings.threads = 3;
  use_settings(settings);
  for (int call = 0; call < 20; ++call) {
    std::atomic<int> done = 0;
    EXPECT_THROW(in_ranges(12, 1, true,
                           [&](std::int64_t first, std::int64_t) {
                             ++done;
                             if (first == 5) throw std::bad_alloc();
                           }),
                 std::bad_alloc);
    EXPECT_EQ(12, done);
  }
}

}  // namespace
}  // namespace assay::optimized
