// Carries out a whole run. Worker processes, each with its own oracle and
// subject, run the cases of the plan. The run appends their records to one file
// as they arrive, and sorts them into the order of the plan at the end.
// Tested by tests/conformance/check_test.cc.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/plan.h"
#include "conformance/shard.h"
#include "harness/cause/hypotheses.h"
#include "harness/record/record.h"
#include "harness/subject/subject.h"
#include "spec/profile.h"

namespace assay {

// Names explanations by the cell whose failures they explain:
// "op:variant:dtype".
using CellExplanations = std::map<std::string, std::vector<std::string>>;

// Says what a run does with a case instead of judging it.
enum class Trial : std::uint8_t {
  kNone,
  kRefute,    // names the explanations of its cell that it refutes
  kExplain,   // names the explanations of its cell that make its answer right
  kEvidence,  // names the policy values that it agrees with, and with a "!"
              // those that it does not
};

struct CheckOptions {
  std::string subject;  // as named on the command line
  std::function<Result<std::unique_ptr<Subject>>()> make_subject;
  std::function<std::unique_ptr<Oracle>()> make_oracle;
  const Profile* profile = &kNx;
  std::string profile_file;  // of a profile from a file, as it was given
  // Makes the oracle that is asked in addition if the profile is not nx. The
  // run notes which answers differ from nx.
  std::function<std::unique_ptr<Oracle>()> make_nx_oracle;
  // Makes an oracle of any profile, for the explanations of failures. If this
  // is empty, the run explains none.
  OracleOf make_oracle_of;
  // Cases are not judged but tried, and their records name the result.
  Trial trial = Trial::kNone;
  const CellExplanations* tried = nullptr;  // of kRefute and kExplain
  Level level = Level::kQuick;
  // The op sets to plan. If this is empty, the run plans the sets that own a
  // row that the subject claims.
  std::optional<PlannedSets> sets;
  std::string filter_text;
  Filter filter;
  Shard shard;  // which part of the selected cases
  std::uint64_t seed = 0;
  int jobs = 1;
  double timeout_seconds = 5;
  // Seconds beyond the limit after which the run kills the worker. A subject in
  // a process of its own is stopped at the limit itself, which needs this time.
  double grace_seconds = 1;
  // Seconds that a subject may take to start, and that the harness may take for
  // its own work: building a case, asking the oracle, judging.
  double prepare_seconds = 60;
  // The most bytes of memory that a worker may hold.
  std::size_t memory_bytes = std::size_t{4096} << 20;
  // The number of calls that the relation `repeat` makes in its cases with many
  // calls.
  int repeats = kDefaultRepeats;
  bool robustness = false;  // also run calls that break preconditions
  Shapes shapes = Shapes::kMany;
  bool resume = false;  // continue the interrupted run in `out`
  // Keep the partial records of a complete run, because the caller adds to the
  // folder something that --resume continues, too. The caller removes them.
  bool keep_partial = false;
  // Write the times of cases to costs.jsonl in `out`, for later --cost.
  bool keep_costs = false;
  // The run calls this on every record before it writes the final file, for
  // example to apply expectations.
  std::function<void(Record&)> adjust;
  std::filesystem::path out;
  std::function<void(std::size_t done, std::size_t total)> progress;
};

struct CheckReport {
  RunRecord run;
  std::vector<Record> records;
  bool interrupted = false;  // by SIGINT, SIGTERM or SIGHUP
  // A fault of the subject that belongs to no case; empty if there is none.
  std::string end_fault;
};

// Says why a run did not take place.
enum class CheckError { kSubject, kNothingSelected, kUnwritable, kInternal };

struct CheckFailure {
  CheckError error = CheckError::kInternal;
  std::string message;
};

// Plans and runs what the options select. Fills in the report, or returns why
// there is none. The folder `out` then holds records.jsonl, and cases/ with the
// failing cases, shrunk. Until the run is complete the records are in
// records.jsonl.partial.
std::optional<CheckFailure> run_check(const CheckOptions& options,
                                      CheckReport& report);

// Runs the cases of a given plan: that of the options' level, filter and shard,
// or stored cases. Every case must have an id of its own.
std::optional<CheckFailure> run_plan(const CheckOptions& options,
                                     const std::vector<PlannedCase>& plan,
                                     CheckReport& report);

}  // namespace assay
