// Chooses among the explanations of the failing cases.
// Tested by tests/reports/findings_test.cc.
#include "reports/records_by_cause.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

#include "reports/finding_texts.h"
#include "spec/file_profile.h"
#include "spec/op_lookup.h"
#include "spec/policy_scope.h"

namespace assay {
namespace {

// A mistake explains a cell well if it explains all of its failures but one in
// this many. It does not apply to a few cases, such as those that compare
// storage that the op does not write.
constexpr std::size_t kCompleteShare = 4;

// Returns whether an explanation is several policy values at once. Its records
// belong to the finding of one of them.
bool is_joint(std::string_view explanation) {
  return explanation.find('+') != explanation.npos;
}

// Returns the key of the finding that a record would belong to under an
// explanation. A policy value is one cause whatever the op; a mistake is one of
// its op.
std::string key_of(const Record& record, const std::string& explanation) {
  if (is_joint(explanation))
    return explanation.substr(0, explanation.find('+'));
  return policy_named(explanation) ? explanation
                                   : record.op + " " + explanation;
}

// Returns whether explanations were tried on a record: its answer is there, and
// wrong in some way.
bool is_explicable(const Record& record) {
  return record.verdict == Verdict::kFail ||
         record.verdict == Verdict::kWrongMetadata ||
         record.verdict == Verdict::kNondeterministic;
}

// Returns whether a value that a subject has in all ops is refuted by an op
// that is asked for it and has no failing case: a subject that flushes
// subnormals does so in every op.
bool is_refuted_elsewhere(const std::string& name, const Summary& summary) {
  const auto policy = policy_named(name);
  if (!policy || !kPolicyScopes[policy->axis].is_of_subject) return false;
  return std::any_of(summary.ops.begin(), summary.ops.end(),
                     [&](const OpSummary& op) {
                       return is_probed(policy->axis, op.op) && op.passed > 0 &&
                              op.failed == 0;
                     });
}

// Returns the explanations of a record that may be its cause. A narrower format
// is none where every wrong element is near the right one: its error would be
// larger, and only its wider bound lets it explain them.
std::vector<std::string> possible_causes(const Record& record,
                                         const Summary& summary) {
  std::vector<std::string> names = record.explained_by;
  std::erase_if(names, [&](const std::string& name) {
    return is_refuted_elsewhere(name, summary) ||
           (name.starts_with("computed_in=") &&
            kind_of(record) == FindingKind::kAccuracy);
  });
  return names;
}

// Returns whether some of the records are of the same cell, and together show
// the pairs of this one.
bool looks_like(const Record& record, const Records& records) {
  std::set<std::string> shown;
  for (const Record* other : records)
    if (other->dtype == record.dtype && other->variant == record.variant &&
        other->verdict == record.verdict)
      for (std::string& pair : pairs_of(*other)) shown.insert(std::move(pair));
  const auto pairs = pairs_of(record);
  return !pairs.empty() &&
         std::all_of(pairs.begin(), pairs.end(), [&](const std::string& pair) {
           return shown.contains(pair);
         });
}

// Splits the explained records by cause. Those that nothing explains stay.
class ByCause {
 public:
  ByCause(Records records, const Summary& summary) : left_(std::move(records)) {
    for (const Record* record : left_)
      names_[record] = possible_causes(*record, summary);
  }

  // Takes the cause that explains the most records, as long as one explains
  // any. A cause that explains every failure of a cell comes first, then a
  // policy value that explains a part of them, then a mistake that makes a
  // difference to a part of them only. Open values come last.
  RecordsByCause split() {
    const auto is_policy = [](const std::string& name) {
      return policy_named(name).has_value() && !is_open(name);
    };
    const auto is_mistake = [](const std::string& name) {
      return !policy_named(name) && !is_joint(name);
    };
    take_all(
        [&](const std::string& name) {
          return is_policy(name) || is_mistake(name);
        },
        true);
    join_alike();
    take_all(is_policy, false);
    take_all(is_mistake, false);
    join_alike();
    take_all(
        [](const std::string& name) {
          return is_open(name) && !is_joint(name);
        },
        false);
    take_all(is_joint, false);
    return {std::move(causes_), std::move(left_)};
  }

 private:
  template <typename Choice>
  void take_all(Choice choice, bool complete) {
    for (;;) {
      std::map<std::string, std::size_t> failing;
      std::map<std::pair<std::string, std::string>, Records> explained;
      for (const Record* record : left_) {
        if (is_explicable(*record)) ++failing[cell_of(*record)];
        for (const std::string& name : names_.at(record))
          if (choice(name))
            explained[{key_of(*record, name), cell_of(*record)}].push_back(
                record);
      }
      std::map<std::string, Records> causes;
      for (auto& [place, records] : explained)
        if (!complete || kCompleteShare * records.size() >=
                             (kCompleteShare - 1) * failing[place.second])
          causes[place.first].insert(causes[place.first].end(), records.begin(),
                                     records.end());
      const auto best = std::max_element(
          causes.begin(), causes.end(), [](const auto& a, const auto& b) {
            return std::tuple(a.second.size(), bool{policy_named(a.first)}) <
                   std::tuple(b.second.size(), bool{policy_named(b.first)});
          });
      if (best == causes.end()) return;
      const std::set<const Record*> taken(best->second.begin(),
                                          best->second.end());
      const std::string key = cause_of(*best);
      if (complete && !policy_named(key))
        for (const Record* record : best->second) mistake_of_[record->op] = key;
      const auto known =
          std::find_if(causes_.begin(), causes_.end(),
                       [&](const auto& cause) { return cause.first == key; });
      Records& into = known != causes_.end()
                          ? known->second
                          : causes_.emplace_back(key, Records()).second;
      into.insert(into.end(), best->second.begin(), best->second.end());
      std::erase_if(
          left_, [&](const Record* record) { return taken.contains(record); });
    }
  }
  // Returns the key of a cause. A policy value that explains nothing but the
  // rest of an op that a mistake has spoilt is no cause of its own.
  std::string cause_of(const std::pair<const std::string, Records>& cause) {
    if (!policy_named(cause.first)) return cause.first;
    std::set<std::string> mistakes;
    for (const Record* record : cause.second) {
      const auto found = mistake_of_.find(record->op);
      if (found == mistake_of_.end()) return cause.first;
      mistakes.insert(found->second);
    }
    return mistakes.size() == 1 ? *mistakes.begin() : cause.first;
  }
  // Moves records to the cause of their op that is a mistake, if they look like
  // the records that it explains in their cell. A mistake of a whole kernel
  // also spoils answers to which its alteration does not apply.
  void join_alike() {
    for (auto& [key, records] : causes_) {
      if (policy_named(key)) continue;
      Records alike;
      for (const Record* record : left_)
        if (key.starts_with(record->op + " ") && looks_like(*record, records))
          alike.push_back(record);
      records.insert(records.end(), alike.begin(), alike.end());
      std::erase_if(left_, [&](const Record* record) {
        return std::find(alike.begin(), alike.end(), record) != alike.end();
      });
    }
  }
  static std::string cell_of(const Record& record) {
    return record.op + ":" + record.variant + ":" + record.dtype;
  }

  Records left_;
  std::map<const Record*, std::vector<std::string>> names_;
  std::map<std::string, std::string> mistake_of_;  // by op
  std::vector<std::pair<std::string, Records>> causes_;
};

}  // namespace

bool is_open(std::string_view explanation) {
  return explanation.ends_with("=any") ||
         explanation.ends_with("=within_bound");
}

RecordsByCause split_by_cause(Records failing, const Summary& summary) {
  return ByCause(std::move(failing), summary).split();
}

std::vector<std::string> pairs_of(const Record& record) {
  std::vector<std::string> pairs;
  if (record.failure)
    for (const ClassPair& pair : record.failure->pairs)
      pairs.push_back(pair.got_class + " for " + pair.expected_class);
  return pairs;
}

}  // namespace assay
