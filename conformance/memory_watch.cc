// Tells slow growth over many cases from one case that takes too much: it
// compares what the worker holds with the limit and with what it held after its
// first case.
// Tested by tests/conformance/memory_watch_test.cc.
#include "conformance/memory_watch.h"

#include <fmt/format.h>

namespace assay {

MemoryWatch::Finding MemoryWatch::look(std::size_t held, std::int64_t done,
                                       std::size_t limit) {
  if (done != last_) {
    was_large_ = last_ > 0 && is_large_;
    is_large_ = true;
    last_ = done;
    before_ = held;
    if (first_ == 0 && done > 0) first_ = held;
  }
  if (held > limit) return done > 0 ? Finding::kRunAgain : Finding::kTooMuch;
  // One case may need much and give it back; after two in a row it is kept.
  is_large_ = is_large_ && first_ != 0 && held > first_ + limit / 2;
  return is_large_ && was_large_ ? Finding::kGrown : Finding::kFine;
}

std::string MemoryWatch::message(std::size_t held, std::size_t limit) const {
  return fmt::format(
      "the process held {} MB where --memory allows {}; it held "
      "{} MB in the beginning of the case, its first",
      held >> 20, limit >> 20, before_ >> 20);
}

}  // namespace assay
