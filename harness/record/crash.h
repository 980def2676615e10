// Describes where a call ended a process: which call, by which signal, at which
// address and in which functions. It is part of a case's record.
#pragma once

#include <string>
#include <vector>

namespace assay {

// Every part may be empty: a process that exits has no signal, and one that is
// killed from outside has no frames.
struct Crash {
  std::string call;     // that did not return: "abs(x=float32[2]) -> out"
  std::string signal;   // "SIGSEGV"
  std::string address;  // in words: "null + 8", "guard page after operand a"
  // The functions, innermost first: "kernel+0x24 (libfoo.so+0x1139)".
  std::vector<std::string> frames;
  friend bool operator==(const Crash&, const Crash&) = default;

  // Returns whether nothing is known.
  bool is_empty() const {
    return call.empty() && signal.empty() && address.empty() && frames.empty();
  }
};

// Returns the first frame that is not in a system library. If there is none,
// returns the first frame, or "" if there are no frames.
std::string telling_frame(const std::vector<std::string>& frames);

}  // namespace assay
