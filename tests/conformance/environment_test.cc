// Tests that every change that a call must undo is detected and named.
#include "conformance/environment.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
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
  third = third / 3;  // raises the inexact flag, which does not count
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

// Returns what change_since() says after act(). `undo` then undoes that.
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

TEST(Environment, NamesWhatHasChangedOfTheProcess) {
  rlimit limit{};
  ASSERT_EQ(0, getrlimit(RLIMIT_NOFILE, &limit));
  const rlimit lower{limit.rlim_cur - 1, limit.rlim_max};
  EXPECT_EQ("the resource limit RLIMIT_NOFILE was changed",
            change_of([&] { setrlimit(RLIMIT_NOFILE, &lower); },
                      [&] { setrlimit(RLIMIT_NOFILE, &limit); }));
  EXPECT_EQ("the timer ITIMER_REAL was left running",
            change_of([] { alarm(1000); }, [] { alarm(0); }));
  const itimerval seconds{{0, 0}, {1000, 0}};
  const itimerval none{};
  EXPECT_EQ("the timer ITIMER_PROF was left running",
            change_of([&] { setitimer(ITIMER_PROF, &seconds, nullptr); },
                      [&] { setitimer(ITIMER_PROF, &none, nullptr); }));
  timer_t timer{};
  const auto make_timer = [&] {
    sigevent event{};
    event.sigev_notify = SIGEV_NONE;
    ASSERT_EQ(0, timer_create(CLOCK_MONOTONIC, &event, &timer));
  };
  EXPECT_EQ("1 timers of timer_create() are there where 0 were",
            change_of(make_timer, [&] { timer_delete(timer); }));
  // A timer that the call has deleted again does not count.
  EXPECT_EQ("", change_of([&] { make_timer(), timer_delete(timer); }, [] {}));
  const mode_t mask = umask(022);
  EXPECT_EQ("the umask was changed from 022 to 077",
            change_of([] { umask(077); }, [] { umask(022); }));
  umask(mask);
}

TEST(Environment, NamesTheVariableThatHasChanged) {
  setenv("ASSAY_TEST_VARIABLE", "1", 1);
  const std::string changed =
      "the environment variable ASSAY_TEST_VARIABLE was changed";
  const auto restore = [] { setenv("ASSAY_TEST_VARIABLE", "1", 1); };
  EXPECT_EQ(changed,
            change_of([] { setenv("ASSAY_TEST_VARIABLE", "12", 1); }, restore));
  EXPECT_EQ(changed,
            change_of([] { unsetenv("ASSAY_TEST_VARIABLE"); }, restore));
  EXPECT_EQ("the environment variable ASSAY_TEST_VARIABL was changed",
            change_of([] { setenv("ASSAY_TEST_VARIABL", "1", 1); },
                      [] { unsetenv("ASSAY_TEST_VARIABL"); }));
  // The OpenMP runtime of LLVM sets one of its own when it is first used.
  EXPECT_EQ("", change_of([] { setenv("__KMP_REGISTERED_LIB_7", "1", 1); },
                          [] { unsetenv("__KMP_REGISTERED_LIB_7"); }));
  // The same values in another order do not count.
  EXPECT_EQ("", change_of(
                    [&] {
                      setenv("ASSAY_TEST_LAST", "1", 1);
                      unsetenv("ASSAY_TEST_VARIABLE");
                      restore();
                      unsetenv("ASSAY_TEST_LAST");
                    },
                    [] {}));
  unsetenv("ASSAY_TEST_VARIABLE");
}

TEST(Environment, SeesChildrenThatAreLeft) {
  pid_t child = -1;
  const std::string left =
      "a child process was left, running or not waited for";
  for (const bool runs : {true, false})
    EXPECT_EQ(left, change_of(
                        [&] {
                          child = fork();
                          if (child != 0) return;
                          while (runs) pause();
                          _exit(0);
                        },
                        [&] {
                          kill(child, SIGKILL);
                          waitpid(child, nullptr, 0);
                        }));
  EXPECT_EQ("", change_of(
                    [] {
                      const pid_t waited = fork();
                      if (waited == 0) _exit(0);
                      waitpid(waited, nullptr, 0);
                    },
                    [] {}));
}

// The test runs in a process of its own, because a process cannot lower its
// niceness again.
TEST(Environment, SeesNiceness) {
  const pid_t child = fork();
  if (child == 0) {
    const Environment before = Environment::now();
    const int niceness = getpriority(PRIO_PROCESS, 0);
    if (setpriority(PRIO_PROCESS, 0, niceness + 1) != 0) _exit(2);
    const auto change = Environment::now().change_since(before, false);
    _exit(change == fmt::format("the niceness was changed from {} to {}",
                                niceness, niceness + 1)
              ? 0
              : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(0, status);
}

TEST(Environment, CountsThreadsThatRunOn) {
  std::mutex mutex;
  std::condition_variable wake;
  bool over = false;
  std::thread thread;
  const std::string change = change_of(
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
      });
  EXPECT_TRUE(change.starts_with("2 threads run on where 1 ran before"))
      << change;
  // The message names both ways to permit it.
  EXPECT_NE(std::string::npos, change.find("keeps_threads()")) << change;
  EXPECT_NE(std::string::npos, change.find("ASSAY_KEEPS_THREADS")) << change;
  // A thread that was joined does not count, even if it has just ended.
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
