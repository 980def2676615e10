// Every change that a call must not leave behind is seen, and named.
#include "conformance/environment.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cfenv>
#include <clocale>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace assay {
namespace {

TEST(FloatControl, SeesRoundingAndSetsItBack) {
  const FloatControl before = FloatControl::now();
  volatile double third = 1.0;
  third = third / 3;  // raises the flag of inexact results, which is no change
  EXPECT_EQ(before, FloatControl::now());
  std::fesetround(FE_UPWARD);
  const FloatControl after = FloatControl::now();
  EXPECT_NE(before, after);
  EXPECT_EQ("the rounding mode", after.difference(before));
  before.restore();
  EXPECT_EQ(FE_TONEAREST, std::fegetround());
  EXPECT_EQ(before, FloatControl::now());
}

#if defined(__x86_64__)
TEST(FloatControl, SeesFlushingAndTraps) {
  const FloatControl before = FloatControl::now();
  for (unsigned bit : {0x8000u, 0x0040u}) {
    _mm_setcsr(_mm_getcsr() | bit);
    EXPECT_EQ("the flushing of subnormals (FTZ, DAZ)",
              FloatControl::now().difference(before));
    before.restore();
  }
  _mm_setcsr(_mm_getcsr() & ~0x0200u);  // division by zero traps
  EXPECT_EQ("the floating-point traps", FloatControl::now().difference(before));
  before.restore();
  EXPECT_EQ(before, FloatControl::now());
}
#endif

// What change_since() says of something done, which is undone afterwards.
std::string change_of(const std::function<void()>& act,
                      const std::function<void()>& undo) {
  const Environment before = Environment::now();
  act();
  const auto change = Environment::now().change_since(before, false);
  undo();
  EXPECT_EQ(std::nullopt, Environment::now().change_since(before, false));
  return change.value_or("");
}

TEST(Environment, NamesWhatHasChanged) {
  EXPECT_EQ("", change_of([] {}, [] {}));
  EXPECT_EQ("the locale was changed from C to C.UTF-8",
            change_of([] { std::setlocale(LC_ALL, "C.UTF-8"); },
                      [] { std::setlocale(LC_ALL, "C"); }));
  const locale_t c = newlocale(LC_ALL_MASK, "C", nullptr);
  EXPECT_EQ(
      "the locale of the calling thread was changed",
      change_of([c] { uselocale(c); }, [] { uselocale(LC_GLOBAL_LOCALE); }));
  freelocale(c);
  EXPECT_EQ("the handler of signal 10 (User defined signal 1) was changed",
            change_of([] { signal(SIGUSR1, SIG_IGN); },
                      [] { signal(SIGUSR1, SIG_DFL); }));
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  EXPECT_EQ("signal 14 (Alarm clock) was blocked",
            change_of([&] { sigprocmask(SIG_BLOCK, &set, nullptr); },
                      [&] { sigprocmask(SIG_UNBLOCK, &set, nullptr); }));
  char folder[4096];
  ASSERT_NE(nullptr, getcwd(folder, sizeof folder));
  EXPECT_EQ(
      "the working directory was changed from " + std::string(folder) + " to /",
      change_of([] { EXPECT_EQ(0, chdir("/")); },
                [&] { EXPECT_EQ(0, chdir(folder)); }));
}

TEST(Environment, CountsThreadsThatRunOn) {
  std::mutex mutex;
  std::condition_variable wake;
  bool over = false;
  std::thread thread;
  EXPECT_EQ("2 threads run on where 1 ran before",
            change_of(
                [&] {
                  thread = std::thread([&] {
                    std::unique_lock lock(mutex);
                    wake.wait(lock, [&] { return over; });
                  });
                },
                [&] {
                  {
                    const std::lock_guard lock(mutex);
                    over = true;
                  }
                  wake.notify_all();
                  thread.join();
                }));
  // One that was joined is no change, however lately it ended.
  EXPECT_EQ("", change_of([] { std::thread([] {}).join(); }, [] {}));
}

TEST(Environment, LetsAPoolKeepItsThreads) {
  const Environment before = Environment::now();
  std::mutex mutex;
  mutex.lock();
  std::thread thread([&] { mutex.lock(); });
  EXPECT_EQ(std::nullopt, Environment::now().change_since(before, true));
  EXPECT_NE(std::nullopt, Environment::now().change_since(before, false));
  mutex.unlock();
  thread.join();
}

}  // namespace
}  // namespace assay
