// The ranges that a call is split into.
#include "optimized/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "optimized/settings.h"

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
      in_ranges(count, 8, count, [&](std::int64_t first, std::int64_t last) {
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
  use_settings(settings);
  int calls = 0;
  in_ranges(999, 1, 999, [&](std::int64_t first, std::int64_t last) {
    EXPECT_EQ(0, first);
    EXPECT_EQ(999, last);
    ++calls;
  });
  EXPECT_EQ(1, calls);
}

// Work within work, as a kernel that calls another has it, is done in place.
TEST_F(Ranges, MayLieInOneAnother) {
  Settings settings;
  settings.threads = 2;
  settings.thread_bytes = 1;
  use_settings(settings);
  std::atomic<std::int64_t> sum = 0;
  in_ranges(10, 1, 10, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
      in_ranges(10, 1, 10,
                [&](std::int64_t a, std::int64_t b) { sum += b - a; });
  });
  EXPECT_EQ(100, sum);
}

}  // namespace
}  // namespace assay::optimized
