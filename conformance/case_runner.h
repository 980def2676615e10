// Runs one case of the plan in the calling process, from building it to its
// record. Worker processes use it for every case.
// Tested by tests/conformance/check_test.cc.
#pragma once

#include <functional>
#include <memory>

#include "conformance/check.h"
#include "harness/run/run_case.h"

namespace assay {

// Returns a record that describes a case and has no outcome yet.
Record record_of(const PlannedCase& plan);

// Returns the cell of a record: "op:variant:dtype".
std::string cell_text(const Record& record);

// Returns JSON as one line. Bytes that are not UTF-8 are replaced.
std::string line_of(const nlohmann::ordered_json& json);

class CaseRunner {
 public:
  // The options and the subject must outlive the runner.
  CaseRunner(const CheckOptions& options, Subject& subject);

  // Called as soon as the verdict is known. After that the case is run again,
  // to shrink it or to compare with profile nx, and the process may die.
  std::function<void(const CaseOutcome&)> known = [](const CaseOutcome&) {};

  // Called after a case. Returns what the subject changed in its process apart
  // from memory, if anything.
  std::function<std::optional<std::string>()> changed = [] {
    return std::optional<std::string>();
  };

  // Runs a case and returns its record. A failing case is shrunk and written to
  // a file, unless it came from a file or is a relation.
  Record run(const PlannedCase& plan);

  // Returns how many live controls the last case had, and which were caught.
  const ControlCount& controls() const { return controls_; }

 private:
  Record run_alone(const PlannedCase& plan, Record record);
  bool differs_from_nx(const Case& judged, const PlannedCase& plan);
  // Returns the policy values without which the subject's answer would not be
  // right.
  std::vector<std::string> policies_beyond_nx(const PlannedCase& plan);
  // Returns the explanations that make the subject's whole answer right.
  std::vector<std::string> explanations(const PlannedCase& plan);
  // Does with a case what the options say instead of judging it.
  Record trial(const PlannedCase& plan);

  const CheckOptions& options_;
  Subject& subject_;
  std::unique_ptr<Oracle> oracle_;
  std::unique_ptr<Oracle> nx_oracle_;
  std::optional<Hypotheses> hypotheses_;
  ControlCount controls_;
};

}  // namespace assay
