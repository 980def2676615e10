// Writes a baseline: an expectations file that lists exactly the failures of
// one run, so that later runs report only what differs from them.
// Tested by tests/conformance/baseline_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/expectations.h"
#include "harness/case/planned_case.h"
#include "harness/record/record.h"

namespace assay {

// Failing cases with one cause, which a comment above their lines names.
struct FailureGroup {
  std::string cause;  // one line
  std::vector<std::string> ids;
};

struct Baseline {
  std::string text;           // the new text of the file
  std::int64_t kept = 0;      // lines left unchanged
  std::int64_t narrowed = 0;  // lines that lost some of their cases
  std::int64_t removed = 0;   // lines dropped, as none of their cases fits
  std::int64_t added = 0;
  // Ids of cases with a harness error. No expectation may change that verdict,
  // so they get no line.
  std::vector<std::string> left_out;
};

// Returns the expectations file `text`, brought up to date with the records of
// a run. The run may have been made with or without that file. Comments stay. A
// line stays if its cases still fail in the way it says, or were not run. Other
// lines lose the cases that pass or fail in another way.
// New failures get lines with `reason`. Those of a group stand below a comment
// "# cause: CAUSE", with as few globs as match the failures of the group and no
// other case; failures of no group follow. A comment of this form is removed
// with the last of the lines below it.
// `plan` is that of the whole level, `file` names the text in messages, and
// `today` is YYYY-MM-DD. Fails if the old text cannot be parsed.
Result<Baseline> update_baseline(std::string_view text, const std::string& file,
                                 std::string_view today,
                                 const std::vector<PlannedCase>& plan,
                                 const std::vector<Record>& records,
                                 const std::string& reason,
                                 const std::vector<FailureGroup>& groups = {});

}  // namespace assay
