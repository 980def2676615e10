// Updates an expectations file from the records of a run. Each old line is
// kept, narrowed or removed according to the verdicts of its cases, and new
// failures get globs that match them and nothing else, sorted by their cause.
// Tested by tests/conformance/baseline_test.cc.
#include "conformance/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "conformance/glob_cover.h"

namespace assay {
namespace {

using Ids = GlobCover::Ids;

// Begins the comment above the lines of a group.
constexpr std::string_view kCauseMark = "# cause: ";

// Says whether the record of a case agrees with the line that matches the case.
enum class Standing : std::uint8_t { kHolds, kPasses, kFailsOtherwise };

bool is_failing(Verdict verdict) {
  return verdict >= Verdict::kFail && verdict != Verdict::kHarnessError;
}

// A run with the line applied has expected verdicts, one without it has plain
// ones. Both kinds are understood.
Standing standing_of(const ExpectationLine& line, const Record& record) {
  const Verdict verdict = record.verdict;
  if (verdict == Verdict::kPass || verdict == Verdict::kUnexpectedPass)
    return line.expected == Expected::kFlaky ? Standing::kHolds
                                             : Standing::kPasses;
  if (!is_failing(verdict)) return Standing::kHolds;
  Record tried = record;
  apply(line, tried);
  return is_failing(tried.verdict) ? Standing::kFailsOtherwise
                                   : Standing::kHolds;
}

// The cases of a line, sorted by what their records say about it.
struct LineCases {
  Ids held;  // still fail as the line says, or were not run
  bool passes = false;
  bool fails_otherwise = false;
};

class Update {
 public:
  Update(const Expectations& expectations, const std::vector<PlannedCase>& plan,
         const std::vector<Record>& records)
      : cover_(plan) {
    std::unordered_map<std::string_view, const Record*> record_of;
    for (const Record& record : records) record_of.emplace(record.id, &record);
    for (const std::string& id : cover_.ids()) {
      const auto found = record_of.find(id);
      take(expectations.line_for(id), id,
           found == record_of.end() ? nullptr : found->second);
    }
  }

  // Writes a line of the old file, or what remains of it.
  void carry(const ExpectationLine& line, std::string_view text);
  // Copies a line that expects nothing. A comment about a cause waits for the
  // lines below it, and is dropped if all of these are removed.
  void copy(std::string_view text);
  // Writes lines for the failures that no line expects: those of each group
  // below its comment, then all others.
  void add_failures(const std::string& reason,
                    const std::vector<FailureGroup>& groups);

  Baseline baseline;

 private:
  void take(const ExpectationLine* line, const std::string& id,
            const Record* record);
  // Writes lines that match these cases. They may also match those of `open`
  // that no line matches so far.
  void write(ExpectationLine line, const Ids& ids, std::int64_t& count,
             Ids& open);
  void write_failures(const std::string& reason, const Ids& unsupported,
                      const Ids& failing, Ids& open);
  void write_pending();

  GlobCover cover_;
  std::map<std::int64_t, LineCases> by_line_;  // by the number of the line
  Ids failing_;
  Ids unsupported_;
  Ids not_supported_;    // cases outside of the claims that no line matches
  std::string pending_;  // a comment about a cause, with its line end
  bool removed_below_ = false;  // a line below that comment was removed
};

void Update::take(const ExpectationLine* line, const std::string& id,
                  const Record* record) {
  if (record != nullptr && record->verdict == Verdict::kHarnessError)
    baseline.left_out.push_back(id);
  if (line != nullptr) {
    LineCases& cases = by_line_[line->number];
    const Standing standing =
        record == nullptr ? Standing::kHolds : standing_of(*line, *record);
    cases.passes = cases.passes || standing == Standing::kPasses;
    if (standing == Standing::kHolds) cases.held.insert(id);
    if (standing != Standing::kFailsOtherwise) return;
    cases.fails_otherwise = true;
  }
  if (record == nullptr) return;
  if (line == nullptr && record->verdict == Verdict::kUnsupported)
    not_supported_.insert(id);
  if (!is_failing(record->verdict)) return;
  const bool lied =
      record->verdict == Verdict::kFail && !record->unsupported_kind.empty();
  (lied ? unsupported_ : failing_).insert(id);
}

void Update::write(ExpectationLine line, const Ids& ids, std::int64_t& count,
                   Ids& open) {
  for (std::string& glob : cover_.globs_for(ids, open)) {
    line.glob = std::move(glob);
    baseline.text += expectation_text(line) + "\n";
    ++count;
  }
}

void Update::carry(const ExpectationLine& line, std::string_view text) {
  const LineCases& cases = by_line_[line.number];
  if (!cases.passes && !cases.fails_otherwise) {
    write_pending();
    ++baseline.kept;
    baseline.text += std::string(text) + "\n";
  } else if (cases.held.empty()) {
    ++baseline.removed;
    removed_below_ = true;
  } else {
    write_pending();
    std::int64_t lines = 0;
    Ids none;
    write(line, cases.held, lines, none);
    ++baseline.narrowed;
  }
}

void Update::write_pending() {
  baseline.text += pending_;
  pending_.clear();
}

void Update::copy(std::string_view text) {
  if (!removed_below_) write_pending();
  pending_.clear();
  removed_below_ = false;
  std::string line = std::string(text) + "\n";
  (text.starts_with(kCauseMark) ? pending_ : baseline.text) += line;
}

void Update::write_failures(const std::string& reason, const Ids& unsupported,
                            const Ids& failing, Ids& open) {
  ExpectationLine line;
  line.reason = reason;
  line.expected = Expected::kUnsupported;
  write(line, unsupported, baseline.added, open);
  line.expected = Expected::kXfail;
  write(line, failing, baseline.added, open);
}

void Update::add_failures(const std::string& reason,
                          const std::vector<FailureGroup>& groups) {
  if (!removed_below_) write_pending();
  for (const FailureGroup& group : groups) {
    Ids unsupported, failing;
    for (const std::string& id : group.ids) {
      if (unsupported_.erase(id) > 0) unsupported.insert(id);
      if (failing_.erase(id) > 0) failing.insert(id);
    }
    if (unsupported.empty() && failing.empty()) continue;
    baseline.text += fmt::format("{}{}\n", kCauseMark, group.cause);
    write_failures(reason, unsupported, failing, not_supported_);
  }
  Ids none;
  write_failures(reason, unsupported_, failing_, none);
}

}  // namespace

Result<Baseline> update_baseline(std::string_view text, const std::string& file,
                                 std::string_view today,
                                 const std::vector<PlannedCase>& plan,
                                 const std::vector<Record>& records,
                                 const std::string& reason,
                                 const std::vector<FailureGroup>& groups) {
  const auto old = Expectations::parse(text, file, today, plan);
  if (!old) return old.status();
  Update update(*old, plan, records);
  auto next = old->lines().begin();
  for (std::int64_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (next != old->lines().end() && next->number == number)
      update.carry(*next++, line);
    else
      update.copy(line);
  }
  update.add_failures(reason, groups);
  return std::move(update.baseline);
}

}  // namespace assay
