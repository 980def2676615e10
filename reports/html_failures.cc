// Groups the cases that need attention by clause, verdict and message.
// Tested by tests/reports/html_page_test.cc.
#include "reports/html_failures.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "reports/alike.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

struct Group {
  std::vector<const Record*> records;
  std::string message;  // that of the first record
};

std::string message_of(const Record& record) {
  if (record.failure && !record.failure->message.empty())
    return record.failure->message;
  return record.reason;
}

// Returns groups in the order of their first records, clause by clause.
std::vector<Group> groups_of(const std::vector<Record>& records) {
  std::vector<Group> groups;
  std::map<std::tuple<std::string, Verdict, std::string>, std::size_t> places;
  std::map<std::string, std::size_t> clauses;
  for (const Record& record : records) {
    if (!is_shown(record.verdict)) continue;
    clauses.try_emplace(record.clause, clauses.size());
    const std::string message = message_of(record);
    const auto [place, fresh] = places.try_emplace(
        {record.clause, record.verdict, alike(message)}, groups.size());
    if (fresh) groups.push_back({{}, message});
    groups[place->second].records.push_back(&record);
  }
  std::stable_sort(
      groups.begin(), groups.end(), [&](const Group& a, const Group& b) {
        return clauses[a.records[0]->clause] < clauses[b.records[0]->clause];
      });
  return groups;
}

template <typename Field>
Json each_once(const std::vector<const Record*>& records, Field field) {
  std::vector<std::string> names;
  for (const Record* record : records) {
    const std::string name = field(*record);
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }
  return names;
}

}  // namespace

Json html_groups(const ReportedRun& reported, const HtmlOptions& options,
                 const EmbeddedCases& cases, TextNumbers& clauses) {
  Json groups = Json::array();
  for (const Group& group : groups_of(reported.records)) {
    const Record& first = *group.records[0];
    groups.push_back(
        {{"clause", clauses[first.clause]},
         {"verdict", static_cast<int>(first.verdict)},
         {"message", cut(group.message, options.text_limit)},
         {"count", group.records.size()},
         {"ops", each_once(group.records,
                           [](const Record& record) {
                             return record.variant.empty()
                                        ? record.op
                                        : record.op + ":" + record.variant;
                           })},
         {"dtypes",
          each_once(group.records,
                    [](const Record& record) { return record.dtype; })},
         {"cases", cases.places_of(group.records)}});
  }
  return groups;
}

}  // namespace assay
