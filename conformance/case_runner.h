// One case of the plan, from its building to its record, in this very process.
// Tested by tests/conformance/check_test.cc.
#pragma once

#include <functional>
#include <memory>

#include "conformance/check.h"
#include "harness/run/run_case.h"

namespace assay {

// Returns the record of a case without its outcome.
Record record_of(const PlannedCase& plan);

// Returns JSON as one line; bytes that are no UTF-8 are replaced.
std::string line_of(const nlohmann::ordered_json& json);

class CaseRunner {
 public:
  // The subject and the options must outlive it.
  CaseRunner(const CheckOptions& options, Subject& subject);

  // Called when the verdict is known, before the case is run again: smaller,
  // or as nx has it.
  std::function<void(const CaseOutcome&)> known = [](const CaseOutcome&) {};

  // Called after a case: says what the subject changed outside of memory.
  std::function<std::optional<std::string>()> changed = [] {
    return std::optional<std::string>();
  };

  // Runs a case. Writes the file of a failing one, shrunk, unless it comes from
  // a file.
  Record run(const PlannedCase& plan);

  // Returns what came of the live controls of the case that was run last.
  const ControlCount& controls() const { return controls_; }

 private:
  Record run_alone(const PlannedCase& plan, Record record);
  bool differs_from_nx(const Case& judged, const PlannedCase& plan);

  const CheckOptions& options_;
  Subject& subject_;
  std::unique_ptr<Oracle> oracle_;
  std::unique_ptr<Oracle> nx_oracle_;
  ControlCount controls_;
};

}  // namespace assay
