// Joins failing cases with one cause to one finding. A finding has a sentence
// that names the cause and one line that shows it; the first screen of every
// report lists findings, not cases.
// Tested by tests/reports/findings_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/record/record.h"
#include "reports/summary.h"

namespace assay {

// Sorts findings by how bad they are, the worst first.
enum class FindingKind : std::uint8_t {
  kHarm,        // a crash, a hang, a write to memory that is not the op's
  kWrongValue,  // an element that is not near the right one
  kAccuracy,    // elements that are near the right ones, but not near enough
  kMetadata,    // a wrong dtype, shape, layout or status
  kUnpromised,  // a clause that leaves the values open
};
inline constexpr std::string_view kFindingKindNames[] = {
    "crash", "wrong value", "accuracy", "metadata or status", "unpromised"};
constexpr std::string_view name_of(FindingKind kind) {
  return kFindingKindNames[static_cast<int>(kind)];
}

// One cause and the cases that show it.
struct Finding {
  FindingKind kind = FindingKind::kWrongValue;
  // Stays the same from run to run: "mod.sign=divisor", "add computed_in=
  // float32" or "add value for value".
  std::string key;
  std::string title;    // one sentence without its full stop
  std::string example;  // "mod(-7, 3) → expected -1, got 2", or a message
  // The value of a policy axis that explains the finding; empty if none does.
  std::string policy;
  std::vector<std::string> shared_by;  // built-in profiles with that value
  std::vector<std::string> ops;
  std::vector<std::string> dtypes;
  // Clauses of other cases that show the cause too.
  std::vector<std::string> also;
  std::vector<const Record*> records;  // the best example first
};

// Returns the findings of a run, the worst first, and of one kind those first
// that no policy explains, then by the number of cases. The result points into
// the records, so they must outlive it.
std::vector<Finding> findings_of(const RunRecord& run,
                                 const std::vector<Record>& records);
std::vector<Finding> findings_of(const Summary& summary);

// Returns the names, joined with commas and cut after a few.
std::string few_of(const std::vector<std::string>& names, std::size_t most);

// Returns "3 findings: 1 crash, 2 wrong value", or "no findings".
std::string findings_line(const std::vector<Finding>& findings);

}  // namespace assay
