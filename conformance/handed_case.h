// What a worker has handed over of the case at hand, which the run checks
// before it believes any of it. Tested by
// tests/conformance/handed_case_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "conformance/record_pipe.h"
#include "harness/record/record.h"

namespace assay {

struct HandedCase {
  // The verdict, while the case is made smaller, and why.
  std::optional<Verdict> known;
  std::string known_message;
  std::optional<ControlCount> controls;
  // The case is done when there is a record.
  std::optional<Record> record;
  // The lines for the file of the run: the controls, if any, and the record.
  std::string lines;

  // Takes a frame. Returns false if it is not one of the case `id`.
  bool take(Handed what, std::string_view text, const std::string& id);
};

}  // namespace assay
