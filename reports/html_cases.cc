// Chooses the cases to embed in the page, and limits how much text they take.
// Tested by tests/reports/html_page_test.cc.
#include "reports/html_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "reports/replay_line.h"
#include "spec/op_lookup.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// Returns the records to embed: the examples, and then in each round one record
// of each clause of each cell.
std::vector<const Record*> chosen_of(const std::vector<Record>& records,
                                     const std::vector<const Record*>& examples,
                                     std::size_t limit) {
  std::map<std::tuple<std::string, std::string, std::string, std::string>, int>
      rounds;
  std::vector<std::pair<int, const Record*>> order;
  for (const Record* record : examples) order.emplace_back(-1, record);
  for (const Record& record : records)
    if (is_shown(record.verdict))
      order.emplace_back(
          rounds[{record.clause, record.op, record.variant, record.dtype}]++,
          &record);
  std::stable_sort(
      order.begin(), order.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  std::set<const Record*> chosen;
  for (const auto& [round, record] : order)
    if (chosen.size() < limit) chosen.insert(record);
  std::vector<const Record*> in_order;
  for (const Record& record : records)
    if (chosen.contains(&record)) in_order.push_back(&record);
  return in_order;
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

}  // namespace

bool is_shown(Verdict verdict) {
  return verdict != Verdict::kPass && verdict != Verdict::kUnsupported;
}

std::string cut(const std::string& text, std::size_t limit) {
  if (text.size() <= limit) return text;
  std::size_t end = limit;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    --end;
  return text.substr(0, end) +
         fmt::format("… ({} bytes more)", text.size() - end);
}

EmbeddedCases::EmbeddedCases(const ReportedRun& reported,
                             const HtmlOptions& options, TextNumbers& clauses,
                             TextNumbers& passages,
                             const std::vector<const Record*>& examples)
    : reported_(reported),
      options_(options),
      clauses_(clauses),
      passages_(passages) {
  for (const Record* record :
       chosen_of(reported.records, examples, options.case_limit)) {
    places_[record] = cases_.size();
    cases_.push_back(case_json(*record));
  }
}

Json EmbeddedCases::places_of(const std::vector<const Record*>& records) const {
  Json places = Json::array();
  for (const Record* record : records)
    if (const auto place = places_.find(record); place != places_.end())
      places.push_back(place->second);
  return places;
}

Json EmbeddedCases::case_json(const Record& record) {
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
  return json;
}

void EmbeddedCases::add_file(Json& json, const Record& record) {
  if (record.case_file.empty()) return;
  json["file"] = record.case_file;
  if (!options_.case_text) return;
  std::string text = options_.case_text(record);
  if (text.empty()) return;
  if (text.size() > options_.file_limit ||
      bytes_ + text.size() > options_.total_file_limit) {
    json["file_bytes"] = text.size();
    return;
  }
  bytes_ += text.size();
  if (options_.python) add_python(json, options_.python(record), text);
  json["text"] = std::move(text);
}

void EmbeddedCases::add_python(Json& json, std::string_view program,
                               std::string_view case_text) {
  if (program.empty()) return;
  while (case_text.ends_with('\n')) case_text.remove_suffix(1);
  const std::size_t at = program.find(case_text);
  if (at == program.npos) return;
  const std::string_view before = program.substr(0, at);
  Json numbers = Json::array();
  for (std::size_t from = 0; from < before.size();) {
    const std::size_t blank = before.find("\n\n", from);
    const std::size_t end = blank == before.npos ? before.size() : blank + 2;
    numbers.push_back(passage(before.substr(from, end - from)));
    from = end;
  }
  json["python"] = {std::move(numbers),
                    passage(program.substr(at + case_text.size()))};
}

int EmbeddedCases::passage(std::string_view text) {
  const std::size_t known = passages_.texts().size();
  const int number = passages_[std::string(text)];
  if (passages_.texts().size() > known) bytes_ += text.size();
  return number;
}

}  // namespace assay
