// Groups lost cases by op and verdict, and shows one case of each group.
// Tested by tests/reports/crash_lines_test.cc.
#include "reports/crash_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "reports/alike.h"

namespace assay {
namespace {

// The cases of one op that were lost with the same verdict.
struct LostCases {
  std::string op;
  Verdict verdict = Verdict::kCrashed;
  std::vector<const Record*> records;
};

std::string op_name_of(const Record& record) {
  return record.variant.empty() ? record.op : record.op + ":" + record.variant;
}

std::vector<LostCases> lost_by_op(const Summary& summary) {
  std::vector<LostCases> lost;
  for (const ClauseFailures& group : summary.failures)
    for (const Record* record : group.records) {
      if (!is_lost(record->verdict)) continue;
      const std::string op = op_name_of(*record);
      auto place =
          std::find_if(lost.begin(), lost.end(), [&](const LostCases& cases) {
            return cases.op == op && cases.verdict == record->verdict;
          });
      if (place == lost.end())
        place = lost.insert(lost.end(), {op, record->verdict, {}});
      place->records.push_back(record);
    }
  return lost;
}

// Returns how many cases of the op the subject tried.
std::int64_t case_count_of(const Summary& summary, const std::string& name) {
  for (const OpSummary& op : summary.ops)
    if (name == (op.variant.empty() ? op.op : op.op + ":" + op.variant))
      return op.cases - op.unsupported;
  return 0;
}

// Returns the case to show: the first one that is short enough to show its
// operands, or else the first one.
const Record& shown_case(const LostCases& cases) {
  for (const Record* record : cases.records)
    if (record->failure && !record->failure->program.empty()) return *record;
  return *cases.records.front();
}

std::string reason_of(const Record& record) {
  return record.failure ? record.failure->message : "";
}

std::string lost_line(const LostCases& cases, const Summary& summary) {
  const Record& shown = shown_case(cases);
  const std::string message = reason_of(shown);
  const auto otherwise = std::count_if(
      cases.records.begin(), cases.records.end(), [&](const Record* record) {
        return alike(reason_of(*record)) != alike(message);
      });
  std::string line = fmt::format("  {:<16} {:<14} {} of {} cases: {}", cases.op,
                                 name_of(cases.verdict), cases.records.size(),
                                 case_count_of(summary, cases.op), message);
  if (shown.failure && shown.failure->crash) {
    const Crash& crash = *shown.failure->crash;
    if (!crash.call.empty()) line += "; in " + crash.call;
    const std::string frame = telling_frame(crash.frames);
    if (!frame.empty()) line += "; at " + frame;
  }
  if (otherwise > 0)
    line += fmt::format("; {} of them ended differently", otherwise);
  return line + "\n";
}

// Returns whether the name of a subject means an adapter.
bool is_in_its_own_process(std::string_view subject) {
  return subject.starts_with("exec:") || subject.starts_with("py:") ||
         subject.starts_with("onnx:") || subject.starts_with("pjrt:");
}

}  // namespace

bool is_lost(Verdict verdict) {
  return verdict == Verdict::kCrashed || verdict == Verdict::kTimedOut ||
         verdict == Verdict::kOutOfMemory;
}

std::string crash_lines(const RunRecord& run, const Summary& summary,
                        const TextReportOptions& options) {
  const std::vector<LostCases> lost = lost_by_op(summary);
  if (lost.empty()) return {};
  std::string text = "cases that did not finish, one line per op:\n";
  for (const LostCases& cases : lost) text += lost_line(cases, summary);
  for (const LostCases& cases : lost) {
    const std::string replay = file_replay(run, shown_case(cases), options);
    if (replay.empty()) continue;
    // In a debugger a crash stops where it happens.
    const bool can_debug = cases.verdict == Verdict::kCrashed &&
                           !is_in_its_own_process(run.subject);
    text +=
        fmt::format("  replay one:  {}{}\n", replay,
                    can_debug ? "  (with --in-process for a debugger)" : "");
    break;
  }
  return text + "\n";
}

}  // namespace assay
