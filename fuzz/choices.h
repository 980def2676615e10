// Reads bytes as choices. Every sequence of bytes is a sequence of choices, and
// after its end every choice is 0, the simplest one. A fuzzer mutates the
// bytes; shrinking makes them fewer and smaller.
// Tested by tests/fuzz/program_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay {

class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  // Returns the next byte, or 0 after the end.
  std::uint8_t next() {
    return at_ < bytes_.size() ? bytes_[at_++] : std::uint8_t{0};
  }

  // Returns a number from 0 to count - 1, and never one above 255.
  std::int64_t below(std::int64_t count) { return next() % count; }

  bool flag() { return next() % 2 == 1; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

}  // namespace assay
