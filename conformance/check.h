// A whole run: the plan is dealt to worker processes, each with an oracle and
// a subject of its own, which append records to one file as they come; in the
// end it is put into the order of the plan. Tested by
// tests/conformance/check_test.cc.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conformance/plan.h"
#include "conformance/shard.h"
#include "harness/record/record.h"
#include "harness/subject/subject.h"
#include "spec/profile.h"

namespace assay {

struct CheckOptions {
  std::string subject;  // as named on the command line
  std::function<Result<std::unique_ptr<Subject>>()> make_subject;
  std::function<std::unique_ptr<Oracle>()> make_oracle;
  const Profile* profile = &kNx;
  // Asked besides, where the profile is another: what differs from nx.
  std::function<std::unique_ptr<Oracle>()> make_nx_oracle;
  Level level = Level::kQuick;
  std::string filter_text;
  Filter filter;
  Shard shard;  // which part of the selected cases
  std::uint64_t seed = 0;
  int jobs = 1;
  double timeout_seconds = 5;
  // How much longer than that a call may take before its process is killed: a
  // subject in a process of its own minds the time by itself.
  double grace_seconds = 1;
  // How long a subject may take to start, and the harness for what is its own:
  // building a case, asking the oracle, judging.
  double prepare_seconds = 60;
  // How much memory a worker may hold.
  std::size_t memory_bytes = std::size_t{4096} << 20;
  // How many calls the relation repeat makes where it makes many.
  int repeats = kDefaultRepeats;
  bool robustness = false;  // also calls that break preconditions
  bool resume = false;      // go on with what lies in `out`
  // Leave the partial records in the folder of a complete run, because more
  // follows in it that --resume goes on with; the caller removes them.
  bool keep_partial = false;
  // Applied to every record before it is written, as by expectations.
  std::function<void(Record&)> adjust;
  std::filesystem::path out;
  std::function<void(std::size_t done, std::size_t total)> progress;
};

struct CheckReport {
  RunRecord run;
  std::vector<Record> records;
  bool interrupted = false;  // by SIGINT, SIGTERM or SIGHUP
  // What the subject did that no case can answer for, if anything.
  std::string end_fault;
};

// Why a run did not take place.
enum class CheckError { kSubject, kNothingSelected, kUnwritable, kInternal };

struct CheckFailure {
  CheckError error = CheckError::kInternal;
  std::string message;
};

// Runs the plan. Returns the report, or why there is none; the folder `out`
// then holds records.jsonl, and cases/ with the failing ones, shrunk. Until the
// run is complete the records are in records.jsonl.partial.
std::optional<CheckFailure> run_check(const CheckOptions& options,
                                      CheckReport& report);

// Runs the cases of a plan that was made before: of the options' level, filter
// and shard, or of stored cases. No two may have one id.
std::optional<CheckFailure> run_plan(const CheckOptions& options,
                                     const std::vector<PlannedCase>& plan,
                                     CheckReport& report);

}  // namespace assay
