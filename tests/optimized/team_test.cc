// Checks the steps of a team: that every part runs once in every step, and that
// threads that have no share of a step do not disturb it.
#include "optimized/resources/team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <vector>

#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

class TeamOfThreads : public testing::Test {
 protected:
  void TearDown() override { use_settings(Settings()); }

  static void use_threads(std::int64_t threads) {
    Settings settings;
    settings.threads = threads;
    settings.thread_bytes = 4000;
    use_settings(settings);
  }
};

TEST_F(TeamOfThreads, RunsEveryPartOnceInEveryStep) {
  for (const std::int64_t threads : {1, 2, 3, 5}) {
    use_threads(threads);
    std::vector<std::int64_t> values(17);
    std::int64_t steps = 0;
    Team::gather(true, [&](Team& team) {
      for (std::int64_t count = 0; count <= 17; ++count)
        for (int repeat = 0; repeat < 50; ++repeat) {
          // A thread that ran a part of another step, or ran one twice, would
          // leave another sum.
          team.run(count, repeat % 5 != 4, [&](std::int64_t part) {
            values[static_cast<std::size_t>(part)] += steps + 1;
          });
          ++steps;
          for (std::int64_t i = 0; i < 17; ++i) {
            auto& value = values[static_cast<std::size_t>(i)];
            ASSERT_EQ(i < count ? steps : 0, value) << threads;
            value = 0;
          }
        }
    });
    EXPECT_EQ(18 * 50, steps);
  }
}

TEST_F(TeamOfThreads, WeighsSteps) {
  use_threads(2);
  EXPECT_TRUE(Team::is_worth(1000));
  EXPECT_FALSE(Team::is_worth(999));
  use_threads(1);
  EXPECT_FALSE(Team::is_worth(1000));
}

TEST_F(TeamOfThreads, IsOneThreadIfThatIsEnough) {
  use_threads(2);
  Team::gather(false, [&](Team& team) {
    int calls = 0;
    team.run(3, true, [&](std::int64_t part) { EXPECT_EQ(calls++, part); });
    EXPECT_EQ(3, calls);
  });
}

// A call that uses the pool has no other threads to gather.
TEST_F(TeamOfThreads, GathersOnlyTheCallerWithinASplit) {
  use_threads(2);
  std::atomic<std::int64_t> sum = 0;
  split_ranges(4, 1, [&](std::int64_t, std::int64_t) {
    Team::gather(true, [&](Team& team) {
      team.run(10, true, [&](std::int64_t part) { sum += part; });
    });
  });
  EXPECT_EQ(4 * 45, sum);
}

TEST_F(TeamOfThreads, HandsExceptionsToTheCaller) {
  use_threads(3);
  for (const std::int64_t bad : {0, 5, 11}) {
    int steps = 0;
    EXPECT_THROW(Team::gather(true,
                              [&](Team& team) {
                                team.run(12, true, [&](std::int64_t) {});
                                ++steps;
                                team.run(12, true, [&](std::int64_t part) {
                                  if (part == bad) throw std::bad_alloc();
                                });
                                ++steps;
                              }),
                 std::bad_alloc);
    EXPECT_EQ(1, steps);
  }
}

}  // namespace
}  // namespace assay::optimized
