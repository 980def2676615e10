// What a call must leave as it was, besides memory: rounding, locale, signal
// handlers, working directory, threads. Tested by
// tests/conformance/environment_test.cc.
#pragma once

#include <locale.h>
#include <signal.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace assay {

// The control bits of floating-point arithmetic: rounding, flushing of
// subnormals, traps. Flags that say what happened are no part of it.
struct FloatControl {
  std::uint64_t bits = 0;

  static FloatControl now();
  void restore() const;
  // Names what is otherwise here than in `before`.
  std::string difference(const FloatControl& before) const;
  friend bool operator==(const FloatControl&, const FloatControl&) = default;
};

// The rest, of this process. Taking it costs microseconds.
class Environment {
 public:
  static Environment now();
  // Says in one sentence what has changed since `before`, if anything. Threads
  // count unless they may stay.
  std::optional<std::string> change_since(const Environment& before,
                                          bool threads_may_stay) const;

 private:
  static constexpr int kSignals = 32;
  std::string locale_;
  locale_t thread_locale_{};
  std::string folder_;
  std::array<void (*)(int), kSignals> handlers_{};
  sigset_t mask_{};
  std::int64_t threads_ = 0;
};

}  // namespace assay
