// Tested by tests/harness/record_test.cc.
#include "harness/record.h"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/planned_case.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// Reads a number that number_text() wrote: every double, subnormal, infinite
// and NaN ones too. std::stod would refuse the subnormal ones. Throws what the
// callers take for bad JSON.
double number_of(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end)
    throw std::invalid_argument("\"" + text + "\" is not a number");
  return number;
}

// Returns a number in the given format, or in full where rounding to so few
// digits would leave the range of double.
std::string number_text(std::string_view format, double number) {
  std::string text = fmt::vformat(format, fmt::make_format_args(number));
  double read = 0;
  const auto [stop, error] =
      std::from_chars(text.data(), text.data() + text.size(), read);
  static_cast<void>(stop);
  return error == std::errc() ? text : fmt::format("{}", number);
}

Json element_to_report(const ElementReport& element) {
  return {{"decimal", element.decimal},
          {"exact", element.exact},
          {"bits", element.bits}};
}

ElementReport element_of(const Json& json) {
  return {json.value("decimal", ""), json.value("exact", ""),
          json.value("bits", "")};
}

Json failure_to_json(const Failure& failure) {
  Json json = {{"message", failure.message}};
  if (!failure.tensor.empty()) {
    json["tensor"] = failure.tensor;
    json["index"] = failure.index;
  }
  if (failure.expected) json["expected"] = element_to_report(*failure.expected);
  if (failure.got) json["got"] = element_to_report(*failure.got);
  if (!failure.accepted.empty()) json["accepted"] = failure.accepted;
  if (!failure.operands.empty()) json["operands"] = failure.operands;
  if (!failure.program.empty()) json["program"] = failure.program;
  if (failure.distance)
    json["distance"] = number_text("{:.3f}", *failure.distance);
  return json;
}

Failure failure_of(const Json& json) {
  Failure failure;
  failure.message = json.value("message", "");
  failure.tensor = json.value("tensor", "");
  failure.index = json.value("index", std::vector<std::int64_t>());
  if (json.contains("expected"))
    failure.expected = element_of(json["expected"]);
  if (json.contains("got")) failure.got = element_of(json["got"]);
  failure.accepted = json.value("accepted", "");
  failure.operands = json.value("operands", "");
  failure.program = json.value("program", "");
  if (json.contains("distance"))
    failure.distance = number_of(json["distance"].get<std::string>());
  return failure;
}

Json count_to_json(const ControlCount& controls) {
  Json json = {{"made", controls.made},
               {"caught", controls.caught},
               {"classes", controls.classes}};
  if (!controls.missed.empty()) json["missed"] = controls.missed;
  return json;
}

ControlCount count_of(const Json& json) {
  ControlCount controls;
  controls.made = json.at("made");
  controls.caught = json.at("caught");
  controls.classes = json.at("classes");
  controls.missed = json.value("missed", "");
  return controls;
}

}  // namespace

void ControlCount::add(const std::string& judge_class, bool is_caught,
                       const std::string& done) {
  ControlCount one;
  one.made = 1;
  one.caught = is_caught ? 1 : 0;
  one.classes[judge_class] = 1;
  if (!is_caught) one.missed = done;
  add(one);
}

void ControlCount::add(const ControlCount& other) {
  made += other.made;
  caught += other.caught;
  for (const auto& [name, count] : other.classes) classes[name] += count;
  if (missed.empty() || (!other.missed.empty() && other.missed < missed))
    missed = other.missed;
}

bool is_of_robustness(const Record& record) {
  return is_robustness_id(record.id);
}

bool is_metamorphic(const Record& record) {
  return is_metamorphic_id(record.id);
}

bool is_of_conformance(const Record& record) {
  if (is_of_robustness(record)) return false;
  return !is_metamorphic(record) || !record.clause.empty();
}

Json to_json(const Record& record) {
  Json json = {{"id", record.id},
               {"clause", record.clause},
               {"op", record.op},
               {"variant", record.variant},
               {"dtype", record.dtype},
               {"verdict", name_of(record.verdict)},
               {"compared", record.compared}};
  json["max_ulp"] = number_text("{:.3f}", record.max_ulp);
  const auto note = [&json](const char* key, const std::string& text) {
    if (!text.empty()) json[key] = text;
  };
  note("worst_operands", record.worst_operands);
  note("unsupported_kind", record.unsupported_kind);
  if (record.failure) json["failure"] = failure_to_json(*record.failure);
  note("output", record.output);
  note("memory", record.memory);
  note("reason", record.reason);
  note("bug", record.bug);
  note("case_file", record.case_file);
  if (record.differs_from_nx) json["differs_from_nx"] = true;
  if (!(record.tightness <= 0))  // NaN too
    json["tightness"] = number_text("{:.3g}", record.tightness);
  note("measured", record.measured);
  return json;
}

Json to_json(const RunRecord& run) {
  return {{"run", 1},
          {"subject", run.subject},
          {"subject_name", run.subject_name},
          {"subject_version", run.subject_version},
          {"profile", run.profile},
          {"level", run.level},
          {"filter", run.filter},
          {"seed", run.seed},
          {"shard", run.shard},
          {"shard_count", run.shard_count},
          {"planned", run.planned},
          {"robustness", run.robustness},
          {"repeats", run.repeats},
          {"spec_version", run.spec_version},
          {"suite_version", run.suite_version},
          {"abi_version", run.abi_version},
          {"started_at", run.started_at},
          {"cells_required", run.cells_required},
          {"cells_optional", run.cells_optional},
          {"cells_claimed", run.cells_claimed},
          {"controls", count_to_json(run.controls)}};
}

Json to_json(const std::string& case_id, const ControlCount& controls) {
  return {{"controls_of", case_id}, {"controls", count_to_json(controls)}};
}

std::optional<std::pair<std::string, ControlCount>> controls_from_json(
    const Json& json) {
  if (!json.is_object() || !json.contains("controls_of")) return std::nullopt;
  try {
    return std::pair(json.at("controls_of").get<std::string>(),
                     count_of(json.at("controls")));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

Result<Record> record_from_json(const Json& json) {
  try {
    Record record;
    record.id = json.at("id");
    record.clause = json.at("clause");
    record.op = json.at("op");
    record.variant = json.at("variant");
    record.dtype = json.at("dtype");
    const auto verdict = verdict_named(json.at("verdict").get<std::string>());
    if (!verdict)
      return Status::invalid(fmt::format(
          "\"{}\" is no verdict", json.at("verdict").get<std::string>()));
    record.verdict = *verdict;
    record.compared = json.at("compared");
    record.max_ulp = number_of(json.at("max_ulp").get<std::string>());
    record.worst_operands = json.value("worst_operands", "");
    record.unsupported_kind = json.value("unsupported_kind", "");
    if (json.contains("failure")) record.failure = failure_of(json["failure"]);
    record.output = json.value("output", "");
    record.memory = json.value("memory", "");
    record.reason = json.value("reason", "");
    record.bug = json.value("bug", "");
    record.case_file = json.value("case_file", "");
    record.differs_from_nx = json.value("differs_from_nx", false);
    record.tightness = number_of(json.value("tightness", "0"));
    record.measured = json.value("measured", "");
    return record;
  } catch (const std::exception& error) {
    return Status::invalid(fmt::format("not a record: {}", error.what()));
  }
}

Result<RunRecord> run_from_json(const Json& json) {
  try {
    RunRecord run;
    run.subject = json.at("subject");
    run.subject_name = json.at("subject_name");
    run.subject_version = json.at("subject_version");
    run.profile = json.at("profile");
    run.level = json.at("level");
    run.filter = json.at("filter");
    run.seed = json.at("seed");
    run.shard = json.at("shard");
    run.shard_count = json.at("shard_count");
    run.planned = json.at("planned");
    run.robustness = json.at("robustness");
    run.repeats = json.value("repeats", kDefaultRepeats);
    run.abi_version = json.at("abi_version");
    run.spec_version = json.at("spec_version");
    run.suite_version = json.at("suite_version");
    run.started_at = json.at("started_at");
    run.cells_required = json.at("cells_required");
    run.cells_optional = json.at("cells_optional");
    run.cells_claimed = json.at("cells_claimed");
    run.controls = count_of(json.at("controls"));
    return run;
  } catch (const std::exception& error) {
    return Status::invalid(
        fmt::format("not the head of a run: {}", error.what()));
  }
}

}  // namespace assay
