// Requests cache lines that are needed soon, a few with each tile of a product,
// so that they come from memory while sums are computed.
// Tested by tests/optimized/convolution_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::optimized {

class LineRequests {
 public:
  void clear() {
    runs_.clear();
    first_ = offset_ = 0;
  }
  // Adds `count` runs of `bytes` bytes, which begin `distance` bytes apart.
  void add(const void* from, std::int64_t bytes, std::int64_t distance,
           std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
      runs_.push_back(
          {static_cast<const std::byte*>(from) + i * distance, bytes});
  }
  // Spreads the lines over this many calls of request_some().
  void spread(std::int64_t calls) {
    std::int64_t lines = 0;
    for (const Run& run : runs_) lines += (run.bytes + kLine - 1) / kLine;
    at_once_ = (lines + calls - 1) / calls;
  }
  void request_some() {
    for (std::int64_t i = 0; i < at_once_; ++i) {
      if (first_ == std::ssize(runs_)) return;
      const Run& run = runs_[static_cast<std::size_t>(first_)];
      __builtin_prefetch(run.from + offset_, 0, 2);
      offset_ += kLine;
      if (offset_ >= run.bytes) {
        offset_ = 0;
        ++first_;
      }
    }
  }

 private:
  static constexpr std::int64_t kLine = 64;

  struct Run {
    const std::byte* from;
    std::int64_t bytes;
  };
  std::vector<Run> runs_;
  std::int64_t first_ = 0;   // the run that is requested next
  std::int64_t offset_ = 0;  // of the next line in it
  std::int64_t at_once_ = 0;
};

}  // namespace assay::optimized
