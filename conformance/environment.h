// Takes snapshots of what a call must leave as it was, apart from memory:
// rounding, locale, signal handlers, working directory, threads and child
// processes, timers, limits and variables of the process.
// Tested by tests/conformance/environment_test.cc.
#pragma once

#include <locale.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace assay {

// The control bits of floating-point arithmetic: rounding, flushing of
// subnormals, traps. The flags that report past events are not included.
struct FloatControl {
  std::uint64_t bits = 0;

  static FloatControl now();
  void restore() const;
  // Returns the name of a setting that differs from `before`.
  std::string difference(const FloatControl& before) const;
  friend bool operator==(const FloatControl&, const FloatControl&) = default;
};

// The rest of the environment of this process. A snapshot takes microseconds.
class Environment {
 public:
  static Environment now();
  // Returns one sentence that says what has changed since `before`, if
  // anything. New threads count as a change unless they may stay; the sentence
  // then says how a backend declares that they do.
  std::optional<std::string> change_since(const Environment& before,
                                          bool threads_may_stay) const;

 private:
  static constexpr int kSignals = 32;
  static constexpr std::size_t kLimits = 9;  // resource limits
  static constexpr int kTimers = 3;          // of setitimer() and alarm()

  // Returns what has changed apart from locale, folder, signals and threads.
  std::optional<std::string> process_change_since(
      const Environment& before) const;

  std::string locale_;
  locale_t thread_locale_{};
  std::string folder_;
  std::array<void (*)(int), kSignals> handlers_{};
  sigset_t mask_{};
  std::int64_t threads_ = 0;
  bool has_children_ = false;  // running, or ended but not waited for
  std::array<rlimit, kLimits> limits_{};
  std::array<bool, kTimers> timers_{};  // whether each is set
  std::int64_t posix_timers_ = 0;       // made by timer_create()
  mode_t mask_of_files_ = 0;
  int niceness_ = 0;
  std::string variables_;  // each ends in a zero
};

}  // namespace assay
