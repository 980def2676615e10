// Where a call ended a process: which call, by which signal, at which address,
// and the functions it was in. Part of the record of a case.
#pragma once

#include <string>
#include <vector>

namespace assay {

// Every part may be empty: a process that exits has no signal, and one that was
// killed from outside no frames.
struct Crash {
  std::string call;     // that did not return: "abs(x=float32[2]) -> out"
  std::string signal;   // "SIGSEGV"
  std::string address;  // in words: "null + 8", "guard page after operand a"
  // The functions, innermost first: "kernel+0x24 (libfoo.so+0x1139)".
  std::vector<std::string> frames;

  // Returns whether nothing is known.
  bool is_empty() const {
    return call.empty() && signal.empty() && address.empty() && frames.empty();
  }
};

// Returns the first frame that is in no library of the system; the first one if
// all are; "" if there are none.
std::string telling_frame(const std::vector<std::string>& frames);

}  // namespace assay
