// Holds what a worker has sent about the case at hand. The subject may have
// written to the pipe, so the run checks every frame before it believes it.
// Tested by tests/conformance/handed_case_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/record_pipe.h"
#include "harness/record/record.h"

namespace assay {

struct HandedCase {
  // The verdict and its message, sent before the case is run again to shrink
  // it.
  std::optional<Verdict> known;
  std::string known_message;
  std::optional<ControlCount> controls;
  std::int64_t microseconds = 0;  // that the case took, if that was sent
  // The case is done as soon as there is a record.
  std::optional<Record> record;
  // Lines for the file of the run: the controls, if any, and then the record.
  std::string lines;

  // Takes a frame. Returns false if it is malformed or not about the case `id`.
  bool take(Handed what, std::string_view text, const std::string& id);
};

}  // namespace assay
