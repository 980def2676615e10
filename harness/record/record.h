// Defines the record of one case and of a whole run; each is one line of JSON.
// All reports are made from records alone.
// Tested by tests/harness/record/record_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/case/relation_name.h"
#include "harness/case/shapes.h"
#include "harness/case/verdict.h"
#include "harness/record/boxed.h"
#include "harness/record/class_pair.h"
#include "harness/record/crash.h"
#include "harness/record/set_cells.h"
#include "spec/file_profile.h"
#include "spec/result.h"
#include "spec/version.h"

namespace assay {

// The version of the cases; it equals the version of the release.
inline constexpr std::string_view kSuiteVersion = kVersion;

// Shows one rejected element to people: as decimal, hex float and bits.
struct ElementReport {
  std::string decimal;
  std::string exact;
  std::string bits;
  friend bool operator==(const ElementReport&, const ElementReport&) = default;
};

// Describes what was not accepted.
struct Failure {
  std::string message;  // one sentence
  std::string tensor;
  std::vector<std::int64_t> index;
  std::optional<ElementReport> expected;
  std::optional<ElementReport> got;
  std::string accepted;
  std::string operands;  // the operands of that element, if known
  std::string program;   // the whole case in one line, if it is short
  // The largest error of a rejected element in ULPs, if distances are all that
  // is wrong with the case.
  std::optional<double> distance;
  // The wrong elements of the case as it was planned, by the classes of what
  // was expected and what came.
  std::vector<ClassPair> pairs;
  // The place where the current call ended its process or hung.
  std::optional<Crash> crash;
  friend bool operator==(const Failure&, const Failure&) = default;
};

// Holds the outcome of one case.
struct Record {
  std::string id;
  std::string clause;
  std::string op;
  std::string variant;
  std::string dtype;  // for cast "from>to"
  Verdict verdict = Verdict::kPass;
  std::int64_t compared = 0;
  double max_ulp = 0;
  std::string worst_operands;  // of the element with the error max_ulp
  std::string unsupported_kind;
  // The reason why a case of a claimed cell is unsupported: what the claims
  // would need, such as "copy" (an op), "layout flip" or "rank 5". The case is
  // then outside the claims and counts neither for nor against its cell.
  std::string needs;
  // The clause that the failure shows to be broken, or the op if no clause is
  // about the failure; empty if it is `clause`, which the case asks about.
  std::string broken;
  // The explanations of the failure (harness/cause/hypotheses.h): each makes
  // the whole answer of the subject right, and no case that passed refutes it.
  std::vector<std::string> explained_by;
  Boxed<Failure> failure;
  std::string output;  // the end of a failing case's output
  // The way in which stray accesses were detected: "guard_pages" or "canaries".
  std::string memory;
  std::string reason;     // why the verdict was expected
  std::string bug;        // where that is tracked
  std::string case_file;  // where a failing case was written
  // True if the subject was judged by another profile, nx would expect a
  // different answer, and the subject does not give that one.
  bool differs_from_nx = false;
  // The values of policy axes that make the difference, "mod.sign=divisor".
  std::vector<std::string> policies;
  // The largest error as a share of what is allowed; 0 if the bits are
  // demanded.
  double tightness = 0;
  std::string measured;  // in words, if the case exists to measure
  friend bool operator==(const Record&, const Record&) = default;
};

// Returns the clause or the op that a failing case shows to be broken. A call
// that does not return breaks no clause, so its op is to blame.
inline const std::string& broken_of(const Record& record) {
  const bool has_no_answer = record.verdict == Verdict::kCrashed ||
                             record.verdict == Verdict::kTimedOut ||
                             record.verdict == Verdict::kOutOfMemory ||
                             record.verdict == Verdict::kProtocolError;
  if (has_no_answer) return record.op;
  return record.broken.empty() ? record.clause : record.broken;
}

// Counts live controls: results and expectations that were corrupted on
// purpose, each of which the judge must refuse. Controls are not cases and are
// not counted as such.
struct ControlCount {
  std::int64_t made = 0;
  std::int64_t caught = 0;
  std::map<std::string, std::int64_t> classes;  // controls made, by judge class
  std::string missed;  // one that was not caught, as a sentence

  // Counts one control. `done` says what was corrupted, and in which case.
  void add(const std::string& judge_class, bool is_caught,
           const std::string& done);
  // Adds the controls of other cases. If both missed one, it keeps the first in
  // text order, so that the order of cases does not matter.
  void add(const ControlCount& other);
};

// Describes a run; it is the first line of a file of records.
struct RunRecord {
  std::string subject;
  std::string subject_name;
  std::string subject_version;
  std::string profile;
  // If the profile came from a file, these hold its values that differ from nx,
  // so that no reader of the records needs the file, and the path that the
  // command named. Built-in profiles have neither.
  std::optional<PolicyValues> profile_values;
  std::string profile_file;
  std::string level;
  std::string filter;
  std::uint64_t seed = 0;
  std::int64_t shard = 1;  // the number of this shard, from 1
  std::int64_t shard_count = 1;
  // How cases were dealt to shards: "cost:" and the SHA-256 of the file of
  // costs, or empty for the hash of the case id.
  std::string shard_rule;
  std::int64_t planned = 0;  // cases of this shard
  bool robustness = false;
  Shapes shapes = Shapes::kMany;
  int repeats = kDefaultRepeats;  // calls made by the relation repeat
  std::string spec_version;
  std::string suite_version;
  std::string abi_version;  // of a plugin
  std::string started_at;   // the only time stamp in a file of records
  // One entry for each op set. Empty if the run plans the first set alone and
  // the subject claims no row of any other: then the counts below suffice.
  std::vector<SetCells> sets;
  // Cells of the planned sets: those required and optional, and those claimed.
  std::int64_t cells_required = 0;
  std::int64_t cells_optional = 0;
  std::int64_t cells_claimed = 0;
  // Ops that an adapter composes of several others, as "op" or "op:variant".
  std::vector<std::string> composed;
  ControlCount controls;  // none until the run is complete
};

// Returns whether the record belongs to robustness mode, and so not to
// conformance.
bool is_of_robustness(const Record& record);

// Returns whether the record is about a metamorphic relation.
bool is_metamorphic(const Record& record);

// Returns whether the record counts for conformance. Calls of robustness mode
// do not, and neither do relations that no clause implies.
bool is_of_conformance(const Record& record);

// Return the JSON line of a case and of a run.
nlohmann::ordered_json to_json(const Record& record);
nlohmann::ordered_json to_json(const RunRecord& run);
// Returns the values of a run's profile that differ from nx. They are empty if
// this program does not know the profile.
PolicyValues policy_values(const RunRecord& run);
// Returns the head for comparing two runs key by key. Keys that not every head
// has are replaced: "sets" by "set" with the names of the planned sets
// ("nx,nn"), and "profile_values" by a key for each policy axis.
// "profile_file" is left out, and "shapes" and "shard_rule" are always there.
nlohmann::ordered_json comparable_head(const RunRecord& run);
// Returns the line of a case's controls. During a run it precedes the record of
// the case.
nlohmann::ordered_json to_json(const std::string& case_id,
                               const ControlCount& controls);
// Returns the case and the controls of such a line, or nothing for any other
// line.
std::optional<std::pair<std::string, ControlCount>> controls_from_json(
    const nlohmann::ordered_json& json);
Result<Record> record_from_json(const nlohmann::ordered_json& json);
Result<RunRecord> run_from_json(const nlohmann::ordered_json& json);

}  // namespace assay
