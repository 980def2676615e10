// Chooses the cases to embed in the page, groups them, and limits how much text
// they take.
// Tested by tests/reports/html_page_test.cc.
#include "reports/html_failures.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "reports/alike.h"
#include "reports/replay_line.h"
#include "spec/op_lookup.h"

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

// Returns the records to embed. Each round takes one of each clause of each
// cell.
std::set<const Record*> chosen_of(const std::vector<Record>& records,
                                  std::size_t limit) {
  std::map<std::tuple<std::string, std::string, std::string, std::string>, int>
      rounds;
  std::vector<std::pair<int, const Record*>> order;
  for (const Record& record : records)
    if (is_shown(record.verdict))
      order.emplace_back(
          rounds[{record.clause, record.op, record.variant, record.dtype}]++,
          &record);
  std::stable_sort(
      order.begin(), order.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  std::set<const Record*> chosen;
  for (std::size_t i = 0; i < std::min(limit, order.size()); ++i)
    chosen.insert(order[i].second);
  return chosen;
}

// Returns a text of at most `limit` bytes. If it was cut, a note says how many
// bytes are missing.
std::string cut(const std::string& text, std::size_t limit) {
  if (text.size() <= limit) return text;
  std::size_t end = limit;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    --end;
  return text.substr(0, end) +
         fmt::format("… ({} bytes more)", text.size() - end);
}

Json element_json(const ElementReport& element) {
  return {element.decimal, element.exact, element.bits};
}

// Returns whether the op of a record is judged by norms or residuals. An error
// in ULPs then tells a reader nothing, and the message has it beside its bound.
bool is_judged_by_norms(const Record& record) {
  const auto op = op_named(record.op);
  const auto dtype =
      dtype_named(record.dtype.substr(0, record.dtype.find('>')));
  if (!op || !dtype) return false;
  const Variant* variant = variant_named(spec_of(*op), record.variant);
  if (variant == nullptr) return false;
  const Accuracy accuracy = tolerance_of(*variant, *dtype).accuracy;
  return accuracy == Accuracy::kNormwise || accuracy == Accuracy::kFft ||
         accuracy == Accuracy::kResidual ||
         accuracy == Accuracy::kConditionAware;
}

void add_failure(Json& json, const Record& record, std::size_t limit) {
  const Failure& failure = *record.failure;
  const auto note = [&](const char* key, const std::string& text) {
    if (!text.empty()) json[key] = cut(text, limit);
  };
  note("message", failure.message);
  note("program", failure.program);
  if (!failure.tensor.empty())
    json["place"] =
        fmt::format("{}[{}]", failure.tensor, fmt::join(failure.index, ", "));
  note("operands", failure.operands);
  if (failure.expected) json["expected"] = element_json(*failure.expected);
  if (failure.got) json["got"] = element_json(*failure.got);
  note("accepted", failure.accepted);
  if (failure.distance && !is_judged_by_norms(record))
    json["ulp"] = *failure.distance;
  if (!failure.crash) return;
  note("call", failure.crash->call);
  note("address", failure.crash->address);
  note("frames", fmt::format("{}", fmt::join(failure.crash->frames, "\n")));
}

// Embeds cases, with their files until the room for files is used up.
class CaseList {
 public:
  CaseList(const ReportedRun& reported, const HtmlOptions& options,
           TextNumbers& clauses)
      : reported_(reported), options_(options), clauses_(clauses) {}

  // Adds a case and returns its position in the list.
  std::size_t add(const Record& record) {
    Json json = {{"id", record.id},
                 {"clause", clauses_[record.clause]},
                 {"op", record.op},
                 {"dtype", record.dtype},
                 {"verdict", static_cast<int>(record.verdict)}};
    if (!record.variant.empty()) json["variant"] = record.variant;
    if (record.failure) add_failure(json, record, options_.text_limit);
    if (!record.output.empty())
      json["output"] = cut(record.output, options_.text_limit);
    const auto note = [&](const char* key, const std::string& text) {
      if (!text.empty()) json[key] = text;
    };
    note("memory", record.memory);
    note("reason", record.reason);
    note("bug", record.bug);
    json["replay"] = replay_line(reported_.run, record, options_.command, "");
    add_file(json, record);
    cases_.push_back(std::move(json));
    return cases_.size() - 1;
  }
  Json take() && { return std::move(cases_); }

 private:
  void add_file(Json& json, const Record& record) {
    if (record.case_file.empty()) return;
    json["file"] = record.case_file;
    if (!options_.case_text) return;
    std::string text = options_.case_text(record);
    if (text.empty()) return;
    if (text.size() > options_.file_limit ||
        text.size() > options_.total_file_limit - bytes_) {
      json["file_bytes"] = text.size();
      return;
    }
    bytes_ += text.size();
    json["text"] = std::move(text);
  }

  const ReportedRun& reported_;
  const HtmlOptions& options_;
  TextNumbers& clauses_;
  Json cases_ = Json::array();
  std::size_t bytes_ = 0;
};

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

bool is_shown(Verdict verdict) {
  return verdict != Verdict::kPass && verdict != Verdict::kUnsupported;
}

Json html_failures(const ReportedRun& reported, const HtmlOptions& options,
                   TextNumbers& clauses) {
  const auto chosen = chosen_of(reported.records, options.case_limit);
  CaseList cases(reported, options, clauses);
  Json groups = Json::array();
  std::size_t omitted = 0;
  for (const Group& group : groups_of(reported.records)) {
    const Record& first = *group.records[0];
    Json json = {{"clause", clauses[first.clause]},
                 {"verdict", static_cast<int>(first.verdict)},
                 {"message", cut(group.message, options.text_limit)},
                 {"count", group.records.size()},
                 {"ops", each_once(group.records,
                                   [](const Record& record) {
                                     return record.variant.empty()
                                                ? record.op
                                                : record.op + ":" +
                                                      record.variant;
                                   })},
                 {"dtypes", each_once(group.records, [](const Record& record) {
                    return record.dtype;
                  })}};
    Json embedded = Json::array();
    for (const Record* record : group.records)
      if (chosen.contains(record)) embedded.push_back(cases.add(*record));
    omitted += group.records.size() - embedded.size();
    json["cases"] = std::move(embedded);
    groups.push_back(std::move(json));
  }
  return {{"groups", std::move(groups)},
          {"cases", std::move(cases).take()},
          {"omitted", omitted}};
}

}  // namespace assay
