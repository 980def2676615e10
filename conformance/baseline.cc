// Updates an expectations file from the records of a run. Each old line is
// kept, narrowed or removed according to the verdicts of its cases, and new
// failures get globs that match them and nothing else.
// Tested by tests/conformance/baseline_test.cc.
#include "conformance/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace assay {
namespace {

using Ids = std::unordered_set<std::string>;

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

// A case id of the plan, with globs for its clause and for its clause on its
// dtype.
struct PlannedId {
  std::string id;
  std::string clause_glob;  // "elementwise/add:wrap"
  std::string dtype_glob;   // "elementwise/add:wrap:dtype=int8"
};

PlannedId planned_id(const PlannedCase& planned) {
  PlannedId result{.id = planned.id()};
  const std::size_t colon = result.id.rfind(':');
  result.clause_glob = result.id.substr(0, colon);
  std::string keys;
  for (const std::string_view key : SplitId(result.id).parameters)
    if (key.starts_with("dtype=") || key.starts_with("to="))
      keys += fmt::format("{}{}", keys.empty() ? "" : ",", key);
  result.dtype_glob = result.clause_glob + ":" + keys;
  return result;
}

// Finds few globs for a set of cases: whole clauses before single cases.
class Globber {
 public:
  explicit Globber(const std::vector<PlannedCase>& plan) {
    ids_.reserve(plan.size());
    for (const PlannedCase& planned : plan) {
      ids_.push_back(planned_id(planned));
      by_op_[name_of(planned.op)].push_back(ids_.size() - 1);
    }
  }

  // Returns globs that match the wanted cases and no other, in the order of
  // the plan.
  std::vector<std::string> globs_for(const Ids& wanted) {
    verdicts_.clear();  // they belong to another set
    std::vector<std::string> globs;
    std::set<std::string> seen;
    for (const PlannedId& planned : ids_) {
      if (!wanted.contains(planned.id)) continue;
      std::string glob = planned.id;
      for (const std::string& wider : {planned.clause_glob, planned.dtype_glob})
        if (matches_only(wider, wanted)) {
          glob = wider;
          break;
        }
      if (seen.insert(glob).second) globs.push_back(std::move(glob));
    }
    return globs;
  }

  const std::vector<PlannedId>& ids() const { return ids_; }

 private:
  // Returns whether a glob matches wanted cases only. A glob of a whole clause
  // must match several, because it also covers other dtypes.
  bool matches_only(const std::string& glob, const Ids& wanted) {
    const auto [known, first] = verdicts_.try_emplace(glob, false);
    if (!first) return known->second;
    const auto matcher = CaseGlob::parse(glob);
    if (!matcher) return false;
    std::int64_t count = 0;
    for (const std::size_t i : by_op_[matcher->op()]) {
      if (!matcher->matches(SplitId(ids_[i].id))) continue;
      if (!wanted.contains(ids_[i].id)) return false;
      ++count;
    }
    return known->second =
               count > 1 || (count == 1 && glob.find('=') != std::string::npos);
  }

  std::vector<PlannedId> ids_;
  std::map<std::string_view, std::vector<std::size_t>> by_op_;
  std::unordered_map<std::string, bool> verdicts_;
};

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
      : globber_(plan) {
    std::unordered_map<std::string_view, const Record*> record_of;
    for (const Record& record : records) record_of.emplace(record.id, &record);
    for (const PlannedId& planned : globber_.ids()) {
      const auto found = record_of.find(planned.id);
      take(expectations.line_for(planned.id), planned.id,
           found == record_of.end() ? nullptr : found->second);
    }
  }

  // Writes a line of the old file, or what remains of it.
  void carry(const ExpectationLine& line, std::string_view text);
  // Writes lines for the failures that no line expects.
  void add_failures(const std::string& reason);

  Baseline baseline;

 private:
  void take(const ExpectationLine* line, const std::string& id,
            const Record* record);
  void write(ExpectationLine line, const Ids& ids, std::int64_t& count);

  Globber globber_;
  std::map<std::int64_t, LineCases> by_line_;  // by the number of the line
  Ids failing_;
  Ids unsupported_;
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
  if (record == nullptr || !is_failing(record->verdict)) return;
  const bool lied =
      record->verdict == Verdict::kFail && !record->unsupported_kind.empty();
  (lied ? unsupported_ : failing_).insert(id);
}

void Update::write(ExpectationLine line, const Ids& ids, std::int64_t& count) {
  for (std::string& glob : globber_.globs_for(ids)) {
    line.glob = std::move(glob);
    baseline.text += expectation_text(line) + "\n";
    ++count;
  }
}

void Update::carry(const ExpectationLine& line, std::string_view text) {
  const LineCases& cases = by_line_[line.number];
  if (!cases.passes && !cases.fails_otherwise) {
    ++baseline.kept;
    baseline.text += std::string(text) + "\n";
  } else if (cases.held.empty()) {
    ++baseline.removed;
  } else {
    std::int64_t lines = 0;
    write(line, cases.held, lines);
    ++baseline.narrowed;
  }
}

void Update::add_failures(const std::string& reason) {
  ExpectationLine line;
  line.reason = reason;
  line.expected = Expected::kUnsupported;
  write(line, unsupported_, baseline.added);
  line.expected = Expected::kXfail;
  write(line, failing_, baseline.added);
}

}  // namespace

Result<Baseline> update_baseline(std::string_view text, const std::string& file,
                                 std::string_view today,
                                 const std::vector<PlannedCase>& plan,
                                 const std::vector<Record>& records,
                                 const std::string& reason) {
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
      update.baseline.text += std::string(line) + "\n";
  }
  update.add_failures(reason);
  return std::move(update.baseline);
}

}  // namespace assay
