// The record of one case, and of a whole run: one line of JSON each. Records
// are the source of truth that every report reads.
// Tested by tests/harness/record/record_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/case/relation_name.h"
#include "harness/case/verdict.h"
#include "harness/record/crash.h"
#include "spec/result.h"
#include "spec/version.h"

namespace assay {

// The version of the cases, which is that of the release they are part of.
inline constexpr std::string_view kSuiteVersion = kVersion;

// One element that was not accepted, for people: as decimal, as hex float and
// as bits.
struct ElementReport {
  std::string decimal;
  std::string exact;
  std::string bits;
};

struct Failure {
  std::string message;  // one sentence
  std::string tensor;
  std::vector<std::int64_t> index;
  std::optional<ElementReport> expected;
  std::optional<ElementReport> got;
  std::string accepted;
  std::string operands;  // the operands of that element, where one has them
  std::string program;   // the whole case in one line, where it is short
  // The largest error of a rejected element in ulps, where distances are all
  // that is wrong with the case.
  std::optional<double> distance;
  // Where the call at hand ended its process, or did not return.
  std::optional<Crash> crash;
};

struct Record {
  std::string id;
  std::string clause;
  std::string op;
  std::string variant;
  std::string dtype;  // for cast "from>to"
  Verdict verdict = Verdict::kPass;
  std::int64_t compared = 0;
  double max_ulp = 0;
  std::string worst_operands;  // those of the element that max_ulp is of
  std::string unsupported_kind;
  // Why a case of a claimed cell is unsupported: what the claims would have to
  // have, as "copy" (an op), "layout flip" or "rank 5". Such a case is outside
  // of the claims, and counts neither for its cell nor against it.
  std::string needs;
  std::optional<Failure> failure;
  std::string output;  // the end of what a failing case printed
  // How stray accesses were looked for: "guard_pages" or "canaries".
  std::string memory;
  std::string reason;     // why a verdict was expected, from the expectations
  std::string bug;        // and where that is tracked
  std::string case_file;  // where a failing case was written
  // Run against another profile than nx: the case passes, or fails, there, and
  // what nx asks for is something else, which the subject does not give.
  bool differs_from_nx = false;
  // The largest error as a share of what is allowed of it; 0 where the bits
  // are demanded.
  double tightness = 0;
  std::string measured;  // in words, where that is what the case is for
};

// What came of live controls: results and expectations that were corrupted on
// purpose, each of which the judge has to refuse. They are no cases, and in no
// count of cases.
struct ControlCount {
  std::int64_t made = 0;
  std::int64_t caught = 0;
  std::map<std::string, std::int64_t> classes;  // those made, by judge class
  std::string missed;  // one that was not caught, in a sentence

  // Counts one control. `done` says what was corrupted, and in which case.
  void add(const std::string& judge_class, bool is_caught,
           const std::string& done);
  // Adds the controls of other cases; of two missed ones the first by text
  // stays, so that the order of the cases does not matter.
  void add(const ControlCount& other);
};

// What a run was: the first line of a file of records.
struct RunRecord {
  std::string subject;
  std::string subject_name;
  std::string subject_version;
  std::string profile;
  std::string level;
  std::string filter;
  std::uint64_t seed = 0;
  std::int64_t shard = 1;  // this one of shard_count
  std::int64_t shard_count = 1;
  std::int64_t planned = 0;  // cases of this shard
  bool robustness = false;
  int repeats = kDefaultRepeats;  // of the relation repeat
  std::string spec_version;
  std::string suite_version;
  std::string abi_version;  // of a plugin
  std::string started_at;   // the only time stamp in a file of records
  // Cells of the op table: those required and optional, and those claimed.
  std::int64_t cells_required = 0;
  std::int64_t cells_optional = 0;
  std::int64_t cells_claimed = 0;
  // Ops that an adapter says to have composed of several, "op" or "op:variant".
  std::vector<std::string> composed;
  ControlCount controls;  // none until the run is complete
};

// Returns whether the record is of robustness mode, and no part of conformance.
bool is_of_robustness(const Record& record);

// Returns whether the record is of a metamorphic relation.
bool is_metamorphic(const Record& record);

// Returns whether the record counts for conformance. Calls of robustness mode
// do not, nor do relations that follow from no clause.
bool is_of_conformance(const Record& record);

nlohmann::ordered_json to_json(const Record& record);
nlohmann::ordered_json to_json(const RunRecord& run);
// Returns the line of a case's controls, which stands before its record as long
// as a run goes on.
nlohmann::ordered_json to_json(const std::string& case_id,
                               const ControlCount& controls);
// Returns the case that such a line is of, and its controls; nothing for any
// other line.
std::optional<std::pair<std::string, ControlCount>> controls_from_json(
    const nlohmann::ordered_json& json);
Result<Record> record_from_json(const nlohmann::ordered_json& json);
Result<RunRecord> run_from_json(const nlohmann::ordered_json& json);

}  // namespace assay
