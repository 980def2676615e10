// Counts the cases of each relation, lists the broken ones by op, and prints
// the accuracy of sums.
// Tested by tests/reports/metamorphic_text_test.cc.
#include "reports/metamorphic_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay {
namespace {

constexpr std::string_view kAccuracyName = "accuracy";

struct RelationCounts {
  int cases = 0;
  int hold = 0;
  int broken = 0;
  int unsupported = 0;
};

std::string name_of_cells(const Record& record) {
  return record.variant.empty() ? record.op : record.op + ":" + record.variant;
}

// Broken relations of one op.
struct Breach {
  std::string relation;
  std::string op;
  std::string clause;
  std::vector<const Record*> records;
};

void add_breach(std::vector<Breach>& breaches, const Record& record) {
  const auto found =
      std::find_if(breaches.begin(), breaches.end(), [&](const Breach& one) {
        return one.relation == relation_of(record) &&
               one.op == name_of_cells(record) && one.clause == record.clause;
      });
  if (found != breaches.end())
    found->records.push_back(&record);
  else
    breaches.push_back({std::string(relation_of(record)),
                        name_of_cells(record),
                        record.clause,
                        {&record}});
}

std::string dtypes_of(const Breach& breach) {
  std::vector<std::string> names;
  for (const Record* record : breach.records)
    if (std::find(names.begin(), names.end(), record->dtype) == names.end())
      names.push_back(record->dtype);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string breach_lines(std::string_view title,
                         const std::vector<Breach>& breaches,
                         const std::string& again) {
  if (breaches.empty()) return {};
  std::string text = fmt::format("{}:\n", title);
  for (const Breach& breach : breaches) {
    const Record& first = *breach.records.front();
    text +=
        fmt::format("  {} of {}{}: {} case{}, {}\n", breach.relation, breach.op,
                    breach.clause.empty() ? "" : " (" + breach.clause + ")",
                    breach.records.size(),
                    breach.records.size() == 1 ? "" : "s", dtypes_of(breach));
    if (first.verdict != Verdict::kFail)
      text += fmt::format("    {}\n", name_of(first.verdict));
    if (first.failure) text += fmt::format("    {}\n", first.failure->message);
    text += fmt::format("    again: {} '{}'\n", again, first.id);
  }
  return text;
}

std::string accuracy_lines(const std::vector<Record>& records) {
  std::string text;
  for (const Record& record : records) {
    if (relation_of(record) != kAccuracyName || record.measured.empty())
      continue;
    text +=
        fmt::format("  {:<11} {:<9} {:<10} {}\n", record.op, record.dtype,
                    record.verdict == Verdict::kPass ? "native" : "not native",
                    record.measured);
  }
  if (text.empty()) return {};
  return "accuracy of sums, in units of u times the sum of moduli, compared "
         "with the worst\n"
         "of the correct algorithms of the same precision:\n" +
         text;
}

}  // namespace

std::string_view relation_of(const Record& record) {
  constexpr std::string_view kKey = ":relation=";
  std::string_view id = record.id;
  const std::size_t at = id.find(kKey);
  if (at == std::string_view::npos) return {};
  id.remove_prefix(at + kKey.size());
  return id.substr(0, id.find(','));
}

bool breaks_contract(const Record& record) {
  if (!is_failure(record.verdict)) return false;
  return !record.clause.empty() || record.verdict != Verdict::kFail;
}

std::string metamorphic_text(const std::vector<Record>& records,
                             const std::string& again) {
  std::vector<std::pair<std::string, RelationCounts>> table;
  std::vector<Breach> binding, open;
  for (const Record& record : records) {
    const std::string name(relation_of(record));
    if (name.empty() || name == kAccuracyName) {
      // Accuracy that is not native is reported below; harm is reported here.
      if (breaks_contract(record)) add_breach(binding, record);
      continue;
    }
    auto row = std::find_if(table.begin(), table.end(), [&](const auto& entry) {
      return entry.first == name;
    });
    if (row == table.end()) row = table.insert(row, {name, {}});
    RelationCounts& counts = row->second;
    ++counts.cases;
    if (record.verdict == Verdict::kUnsupported) ++counts.unsupported;
    if (record.verdict == Verdict::kPass) ++counts.hold;
    if (!is_failure(record.verdict)) continue;
    ++counts.broken;
    add_breach(breaks_contract(record) ? binding : open, record);
  }
  std::string text = fmt::format(
      "\n"
      "metamorphic relations, checked without an oracle:\n"
      "{:<28}{:>8}{:>8}{:>8}{:>13}\n",
      "relation", "cases", "hold", "broken", "unsupported");
  for (const auto& [name, counts] : table)
    text += fmt::format("{:<28}{:>8}{:>8}{:>8}{:>13}\n", name, counts.cases,
                        counts.hold, counts.broken, counts.unsupported);
  text += breach_lines("broken relations that count for conformance", binding,
                       again);
  text += breach_lines("broken relations that the contract leaves open", open,
                       again);
  return text + accuracy_lines(records);
}

}  // namespace assay
