// Decides what fills the memory of a worker: the case at hand, or the thousands
// before it. A backend may keep something for every case, such as code that it
// compiled.
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
    // The worker has grown from case to case. Another one takes its place when
    // the case at hand is done.
    kGrown,
    // It holds too much, but has also done other cases. Another worker runs the
    // case at hand again.
    kRunAgain,
    // A fresh worker holds too much in its first case.
    kTooMuch,
  };

  // Takes the bytes that the worker holds, the number of cases that its process
  // has finished, and the limit in bytes. Returns what the run should do.
  Finding look(std::size_t held, std::int64_t done, std::size_t limit);

  // Returns one sentence that says that the case at hand took too much.
  std::string message(std::size_t held, std::size_t limit) const;

 private:
  std::int64_t last_ = -1;  // the case that was at hand at the last look
  std::size_t before_ = 0;  // held at the first look during that case
  std::size_t first_ = 0;   // bytes held after the first case
  bool was_large_ = false;  // at every look during the case before
  bool is_large_ = false;   // at every look during this one
};

}  // namespace assay
