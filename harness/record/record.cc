// Writes and reads records. Readers must accept files of any origin, so errors
// name the key that is wrong.
// Tested by tests/harness/record/record_test.cc.
#include "harness/record/record.h"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <type_traits>

#include "harness/case/attribute_json.h"
#include "harness/case/planned_case.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// Reads a number that number_text() wrote. It accepts every double, also
// subnormals, infinities and NaN; std::stod would refuse subnormals. Throws the
// exception that callers treat as bad JSON.
double number_of(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end)
    throw std::invalid_argument("\"" + text + "\" is not a number");
  return number;
}

// Returns a number in the given format, or in full if rounding to so few digits
// leaves the range of double.
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

Json crash_to_json(const Crash& crash) {
  Json json = Json::object();
  const auto note = [&json](const char* key, const std::string& text) {
    if (!text.empty()) json[key] = text;
  };
  note("call", crash.call);
  note("signal", crash.signal);
  note("address", crash.address);
  if (!crash.frames.empty()) json["frames"] = crash.frames;
  return json;
}

Crash crash_of(const Json& json) {
  return {json.value("call", ""), json.value("signal", ""),
          json.value("address", ""),
          json.value("frames", std::vector<std::string>())};
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
  for (const ClassPair& pair : failure.pairs)
    json["pairs"].push_back(to_json(pair));
  if (failure.crash) json["crash"] = crash_to_json(*failure.crash);
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
  if (json.contains("pairs"))
    for (const Json& pair : json["pairs"])
      failure.pairs.push_back(class_pair_of(pair));
  if (json.contains("crash")) failure.crash = crash_of(json["crash"]);
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
  note("needs", record.needs);
  note("broken", record.broken);
  if (!record.explained_by.empty()) json["explained_by"] = record.explained_by;
  if (record.failure) json["failure"] = failure_to_json(*record.failure);
  note("output", record.output);
  note("memory", record.memory);
  note("reason", record.reason);
  note("bug", record.bug);
  note("case_file", record.case_file);
  if (record.differs_from_nx) json["differs_from_nx"] = true;
  if (!record.policies.empty()) json["policies"] = record.policies;
  if (!(record.tightness <= 0))  // NaN too
    json["tightness"] = number_text("{:.3g}", record.tightness);
  note("measured", record.measured);
  return json;
}

namespace {

// Returns the head of a run, with `sets` under `key` unless it is empty.
Json head_with(const RunRecord& run, const char* key, const Json& sets) {
  Json json = {{"run", 1},
               {"subject", run.subject},
               {"subject_name", run.subject_name},
               {"subject_version", run.subject_version},
               {"profile", run.profile}};
  if (run.profile_values) {
    json["profile_values"] = *run.profile_values;
    json["profile_file"] = run.profile_file;
  }
  json["level"] = run.level;
  if (!sets.empty()) json[key] = sets;
  if (run.shapes == Shapes::kFew) json["shapes"] = "few";
  if (!run.shard_rule.empty()) json["shard_rule"] = run.shard_rule;
  const Json rest = {{"filter", run.filter},
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
                     {"composed", run.composed},
                     {"controls", count_to_json(run.controls)}};
  json.update(rest);
  return json;
}

}  // namespace

Json to_json(const RunRecord& run) {
  Json sets = Json::array();
  for (const SetCells& cells : run.sets) sets.push_back(to_json(cells));
  return head_with(run, "sets", sets);
}

PolicyValues policy_values(const RunRecord& run) {
  if (run.profile_values) return *run.profile_values;
  const Profile* profile = profile_named(run.profile);
  return profile == nullptr ? PolicyValues() : differing_values(*profile);
}

Json comparable_head(const RunRecord& run) {
  Json json = head_with(run, "set", planned_sets_text(run));
  json.erase("profile_values");
  json.erase("profile_file");
  json["shapes"] = kShapesNames[static_cast<std::size_t>(run.shapes)];
  json["shard_rule"] = run.shard_rule;
  PolicyValues values = policy_values(run);
  for (const PolicyAxis& axis : kPolicyAxes)
    values.emplace(axis.name, axis.values[0]);
  json.update(Json(values));
  return json;
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

namespace {

// Reads the value of a key. Throws std::invalid_argument, which names the key,
// if it is missing or of another type.
template <typename T>
void read_value(const Json& json, const char* key, T& value) {
  const auto found = json.find(key);
  if (found == json.end())
    throw std::invalid_argument(fmt::format("\"{}\" is missing", key));
  bool fits = found->is_string();
  const char* expected = "a string";
  if constexpr (std::is_same_v<T, bool>) {
    fits = found->is_boolean();
    expected = "true or false";
  } else if constexpr (std::is_unsigned_v<T>) {
    fits = found->is_number_unsigned();
    expected = "an integer from 0 to 2^64 - 1";
  } else if constexpr (std::is_integral_v<T>) {
    fits = integer_from_json(*found).has_value();
    expected = "an integer";
  }
  if (!fits)
    throw std::invalid_argument(fmt::format("\"{}\" is {}, expected {}", key,
                                            found_text(*found), expected));
  value = found->template get<T>();
}

// Returns the message of an exception without the prefix of nlohmann's
// exceptions.
std::string reason_of(const std::exception& error) {
  const std::string_view text = error.what();
  const std::size_t end = text.find("] ");
  if (!text.starts_with("[json.") || end == text.npos) return std::string(text);
  return std::string(text.substr(end + 2));
}

}  // namespace

Result<Record> record_from_json(const Json& json) {
  try {
    Record record;
    read_value(json, "id", record.id);
    read_value(json, "clause", record.clause);
    read_value(json, "op", record.op);
    read_value(json, "variant", record.variant);
    read_value(json, "dtype", record.dtype);
    std::string name;
    read_value(json, "verdict", name);
    const auto verdict = verdict_named(name);
    if (!verdict)
      return Status::invalid(fmt::format("there is no verdict \"{}\"", name));
    record.verdict = *verdict;
    read_value(json, "compared", record.compared);
    record.max_ulp = number_of(json.at("max_ulp").get<std::string>());
    record.worst_operands = json.value("worst_operands", "");
    record.unsupported_kind = json.value("unsupported_kind", "");
    record.broken = json.value("broken", "");
    record.explained_by =
        json.value("explained_by", std::vector<std::string>());
    record.needs = json.value("needs", "");
    if (json.contains("failure")) record.failure = failure_of(json["failure"]);
    record.output = json.value("output", "");
    record.memory = json.value("memory", "");
    record.reason = json.value("reason", "");
    record.bug = json.value("bug", "");
    record.case_file = json.value("case_file", "");
    record.differs_from_nx = json.value("differs_from_nx", false);
    record.policies = json.value("policies", std::vector<std::string>());
    record.tightness = number_of(json.value("tightness", "0"));
    record.measured = json.value("measured", "");
    return record;
  } catch (const std::exception& error) {
    return Status::invalid(fmt::format("not a record: {}", reason_of(error)));
  }
}

Result<RunRecord> run_from_json(const Json& json) {
  try {
    RunRecord run;
    read_value(json, "subject", run.subject);
    read_value(json, "subject_name", run.subject_name);
    read_value(json, "subject_version", run.subject_version);
    read_value(json, "profile", run.profile);
    if (json.contains("profile_values")) {
      run.profile_values = json["profile_values"].get<PolicyValues>();
      run.profile_file = json.value("profile_file", "");
    }
    read_value(json, "level", run.level);
    if (json.contains("sets"))
      for (const Json& cells : json["sets"])
        run.sets.push_back(set_cells_from_json(cells));
    if (json.value("shapes", "many") == "few") run.shapes = Shapes::kFew;
    run.shard_rule = json.value("shard_rule", "");
    read_value(json, "filter", run.filter);
    read_value(json, "seed", run.seed);
    read_value(json, "shard", run.shard);
    read_value(json, "shard_count", run.shard_count);
    read_value(json, "planned", run.planned);
    read_value(json, "robustness", run.robustness);
    run.repeats = json.value("repeats", kDefaultRepeats);
    read_value(json, "abi_version", run.abi_version);
    read_value(json, "spec_version", run.spec_version);
    read_value(json, "suite_version", run.suite_version);
    read_value(json, "started_at", run.started_at);
    read_value(json, "cells_required", run.cells_required);
    read_value(json, "cells_optional", run.cells_optional);
    read_value(json, "cells_claimed", run.cells_claimed);
    run.composed = json.value("composed", std::vector<std::string>());
    run.controls = count_of(json.at("controls"));
    return run;
  } catch (const std::exception& error) {
    return Status::invalid(
        fmt::format("not the head of a run: {}", reason_of(error)));
  }
}

}  // namespace assay
