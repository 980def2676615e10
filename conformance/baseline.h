// A baseline: the expectations file that makes a run's failures expected, and
// nothing else. Tested by tests/conformance/baseline_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/expectations.h"
#include "harness/case/planned_case.h"
#include "harness/record/record.h"

namespace assay {

struct Baseline {
  std::string text;           // of the file
  std::int64_t kept = 0;      // lines that stand as they did
  std::int64_t narrowed = 0;  // lines that were cut to the cases still theirs
  std::int64_t removed = 0;   // lines whose cases pass
  std::int64_t added = 0;
  // Cases whose verdict no expectation may change.
  std::vector<std::string> left_out;
};

// Updates the text of an expectations file by the records of a run, with or
// without that file applied. Comments stay, and so do lines whose cases still
// go wrong in the way they say, or were not run; of the others the cases that
// pass, or fail otherwise, are taken away. New failures get lines with the
// reason: one for a clause, or for a clause on a dtype, where every planned
// case of it fails, else one a case. `plan` is that of the whole level. Fails
// where the old text does.
Result<Baseline> update_baseline(std::string_view text, const std::string& file,
                                 std::string_view today,
                                 const std::vector<PlannedCase>& plan,
                                 const std::vector<Record>& records,
                                 const std::string& reason);

}  // namespace assay
