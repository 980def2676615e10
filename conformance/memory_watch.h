// Whether the case at hand is to blame for the memory that a worker holds, or
// the thousands before it: a backend may keep what it compiled for each case.
// Tested by tests/conformance/memory_watch_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace assay {

class MemoryWatch {
 public:
  enum class Finding {
    kFine,
    // The worker has grown from case to case: another one takes its place when
    // the case at hand is done.
    kGrown,
    // It holds too much, but also did other cases: another one runs the case at
    // hand again.
    kRunAgain,
    // A fresh worker holds too much in its first case.
    kTooMuch,
  };

  // Takes what the worker holds while case number `done` of its process is at
  // hand, and what it may hold. Returns what follows of it.
  Finding look(std::size_t held, std::int64_t done, std::size_t limit);

  // Says in one sentence that the case at hand took too much.
  std::string message(std::size_t held, std::size_t limit) const;

 private:
  std::int64_t last_ = -1;  // the case that was at hand at the last look
  std::size_t before_ = 0;  // held at the first look during that case
  std::size_t first_ = 0;   // held after the first case
  bool was_large_ = false;  // at a look during the case before
  bool is_large_ = false;   // at every look during this one
};

}  // namespace assay
