// Reads a view case, which may come from anywhere, and checks every part of it.
// Tested by tests/harness/view/view_case_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/case/case_parts.h"
#include "harness/view/view_case.h"
#include "harness/view/view_json.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::string_view kClausePrefix = "view.";

// Puts the place in front of a message.
Status at_place(std::string_view place, const Status& status) {
  return Status::invalid(fmt::format("{}: {}", place, status.message));
}

// Returns the value of a result; if it has none, the reader notes why.
template <typename T>
T taken(CaseReader& reader, std::string_view key, Result<T> result) {
  if (result.ok()) return *std::move(result);
  reader.fail(fmt::format("\"{}\": {}", key, result.status().message));
  return T();
}

void read_variables(CaseReader& reader, ViewCase& view_case) {
  if (!reader.has("variables")) return;
  const Json& json = reader.at("variables");
  if (!json.is_object()) {
    reader.fail("\"variables\" is not an object");
    return;
  }
  for (const auto& [name, range] : json.items()) {
    const auto bounds = taken(reader, name, integers_from_json(range));
    if (!reader.status().ok()) return;
    if (bounds.size() != 2) {
      reader.fail(fmt::format("variable {} needs [min, max]", name));
      return;
    }
    taken(reader, name, SymbolicExtent::variable(name, bounds[0], bounds[1]));
    view_case.variables.push_back({name, bounds[0], bounds[1]});
  }
}

Status read_view(const Json& json, ViewCase& view_case) {
  CaseReader reader(json, "view", {"shape", "strides", "offset", "mask"});
  view_case.shape =
      taken(reader, "shape",
            shape_from_json(reader.at("shape"), view_case.variables));
  if (reader.has("strides"))
    view_case.layout.strides =
        taken(reader, "strides", integers_from_json(reader.at("strides")));
  if (reader.has("offset"))
    view_case.layout.offset = reader.integer("offset", INT64_MIN, INT64_MAX);
  if (reader.has("mask"))
    view_case.layout.mask =
        taken(reader, "mask", pairs_from_json(reader.at("mask")));
  return reader.status();
}

Result<std::vector<bool>> flags_from_json(const Json& json) {
  std::vector<bool> flags;
  bool is_good = json.is_array();
  for (const Json& entry : is_good ? json : Json::array()) {
    is_good = is_good && entry.is_boolean();
    if (is_good) flags.push_back(entry.get<bool>());
  }
  if (is_good) return flags;
  return Status::invalid("expected a list of true and false");
}

Result<SymbolicExtent::Replacements> values_from_json(
    const Json& json, const std::vector<Variable>& variables) {
  if (!json.is_object()) return Status::invalid("expected values by name");
  SymbolicExtent::Replacements values;
  for (const auto& [name, value] : json.items()) {
    auto extent = extent_from_json(value, variables);
    if (!extent) return extent.status();
    values.emplace(name, *std::move(extent));
  }
  return values;
}

Status read_argument(const Json& json, const std::vector<Variable>& variables,
                     ViewStep& step) {
  CaseReader reader(Json::object(), step.name, {});
  if (step.name == "reshape" || step.name == "expand") {
    step.shape = taken(reader, "shape", shape_from_json(json, variables));
  } else if (step.name == "permute") {
    step.axes = taken(reader, "axes", integers_from_json(json));
  } else if (step.name == "flip") {
    step.flags = taken(reader, "axes", flags_from_json(json));
  } else if (step.name == "shrink" || step.name == "pad") {
    step.pairs = taken(reader, "pairs", pairs_from_json(json));
  } else {
    step.values = taken(reader, "values", values_from_json(json, variables));
    for (const auto& [name, value] : step.values)
      if (step.name == "bind" && !value.is_static())
        reader.fail(fmt::format("{} is bound to {}, expected an integer", name,
                                value.text()));
  }
  return reader.status();
}

Status read_step(const Json& json, ViewCase& view_case) {
  if (!json.is_object() || json.size() != 1)
    return Status::invalid("expected an object with one transformation");
  ViewStep step;
  step.name = json.begin().key();
  if (std::find(std::begin(kViewStepNames), std::end(kViewStepNames),
                step.name) == std::end(kViewStepNames))
    return Status::invalid(
        fmt::format("there is no transformation \"{}\"; expected one of {}",
                    step.name, fmt::join(kViewStepNames, ", ")));
  const Status status =
      read_argument(json.begin().value(), view_case.variables, step);
  view_case.steps.push_back(std::move(step));
  return status;
}

Result<StatusCode> status_from_json(const Json& json) {
  if (json.is_string())
    for (StatusCode code :
         {StatusCode::kOk, StatusCode::kUnsupported, StatusCode::kInvalid})
      if (json.get<std::string>() == name_of(code)) return code;
  return Status::invalid("expected ok, unsupported or invalid");
}

void read_statuses(CaseReader& reader, ViewCase& view_case) {
  if (!reader.has("status")) return;
  Json list = reader.at("status");
  if (!list.is_array()) list = Json::array({list});
  if (list.empty()) reader.fail("\"status\" lists none");
  view_case.statuses.clear();
  for (const Json& entry : list)
    view_case.statuses.push_back(
        taken(reader, "status", status_from_json(entry)));
  if (!reader.has("message")) return;
  view_case.message = reader.texts("message");
  if (view_case.statuses.front() == StatusCode::kOk)
    reader.fail("\"message\" without a status that has one");
}

Status read_call(const Json& json, ViewQuestion& question,
                 const std::vector<Variable>& variables) {
  CaseReader reader(
      json, "calls",
      {"dim", "stride", "linear_index", "is_valid", "answer", "status"});
  if (!reader.status().ok()) return reader.status();
  for (std::string_view name : kViewCalls)
    if (reader.has(name)) {
      if (!question.name.empty()) reader.fail("two questions in one call");
      question.name = name;
    }
  if (question.name.empty()) reader.fail("there is no question");
  if (!reader.status().ok()) return reader.status();
  if (question.name == "dim" || question.name == "stride")
    question.argument = {reader.integer(question.name, INT64_MIN, INT64_MAX)};
  else
    question.argument = taken(reader, question.name,
                              integers_from_json(reader.at(question.name)));
  if (reader.has("status") == reader.has("answer"))
    reader.fail("expected one of answer and status");
  else if (reader.has("status"))
    question.status =
        taken(reader, "status", status_from_json(reader.at("status")));
  else
    question.answer = reader.at("answer");
  if (reader.status().ok() && question.status == StatusCode::kOk)
    taken(reader, question.name,
          normal_answer(question.name, question.answer, variables));
  return reader.status();
}

// Reads the properties and calls of an object of expectations.
void read_questions(CaseReader& reader, bool is_of_first, ViewCase& view_case) {
  for (std::string_view name : kViewProperties) {
    if (!reader.has(name)) continue;
    ViewQuestion question{std::string(name), {}, is_of_first, {}, {}};
    const Json& json = reader.at(name);
    if (json.is_object() && json.size() == 1 && json.contains("status")) {
      question.status = taken(reader, name, status_from_json(json["status"]));
    } else {
      taken(reader, name, normal_answer(name, json, view_case.variables));
      question.answer = json;
    }
    view_case.questions.push_back(std::move(question));
  }
  if (!reader.has("calls") || !reader.list("calls")) return;
  for (const Json& entry : reader.at("calls")) {
    ViewQuestion question;
    question.is_of_first = is_of_first;
    if (Status s = read_call(entry, question, view_case.variables); !s.ok())
      reader.fail(s.message);
    view_case.questions.push_back(std::move(question));
  }
}

const std::initializer_list<std::string_view> kExpectationKeys = {
    "status",
    "message",
    "first",
    "shape",
    "text",
    "strides",
    "offset",
    "offset_dim",
    "ndim",
    "numel",
    "mask",
    "is_c_contiguous",
    "strides_opt",
    "can_get_strides",
    "is_materializable",
    "elements",
    "to_view",
    "calls"};

Status read_expectation(const Json& json, ViewCase& view_case) {
  CaseReader reader(json, "expect", kExpectationKeys);
  read_statuses(reader, view_case);
  read_questions(reader, false, view_case);
  if (!reader.status().ok() || !reader.has("first")) return reader.status();
  CaseReader first(reader.at("first"), "expect.first", kExpectationKeys);
  if (first.has("first") || first.has("status") || first.has("message"))
    first.fail("expected answers only");
  read_questions(first, true, view_case);
  return first.status();
}

Result<ViewCase> read_view_case(const Json& json) {
  CaseReader reader(
      json, "case",
      {"format", "id", "clause", "variables", "view", "steps", "expect"});
  reader.integer("format", kViewCaseFormat, kViewCaseFormat);
  ViewCase view_case;
  view_case.id = reader.text("id");
  view_case.clause = reader.text("clause");
  if (!view_case.clause.starts_with(kClausePrefix))
    reader.fail(
        fmt::format("\"{}\" is not a clause about views", view_case.clause));
  read_variables(reader, view_case);
  if (reader.list("steps") && reader.at("steps").size() > 64)
    reader.fail("more than 64 steps");
  if (!reader.status().ok()) return reader.status();
  if (Status s = read_view(reader.at("view"), view_case); !s.ok()) return s;
  for (const Json& step : reader.at("steps"))
    if (Status s = read_step(step, view_case); !s.ok())
      return at_place(fmt::format("steps[{}]", view_case.steps.size()), s);
  if (Status s = read_expectation(reader.at("expect"), view_case); !s.ok())
    return s;
  if (!reader.status().ok()) return reader.status();
  return view_case;
}

}  // namespace

Result<ViewCase> parse_view_case(std::string_view text) {
  if (text.size() > kMaxViewCaseBytes)
    return Status::invalid(fmt::format("{} bytes, expected at most {}",
                                       text.size(), kMaxViewCaseBytes));
  // A text that nests deeper than any case does could exhaust the stack.
  constexpr int kMaxDepth = 16;
  bool is_deep = false;
  const auto note_depth = [&](int depth, Json::parse_event_t, Json&) {
    is_deep = is_deep || depth > kMaxDepth;
    return depth <= kMaxDepth;
  };
  try {
    const Json json = Json::parse(text, note_depth);
    if (is_deep)
      return Status::invalid(
          fmt::format("lists or objects nest more than {} deep", kMaxDepth));
    auto read = read_view_case(json);
    if (!read) return in_one_line(read.status());
    return read;
  } catch (const Json::parse_error& error) {
    return Status::invalid(fmt::format(
        "not JSON: syntax error at byte {} of {}", error.byte, text.size()));
  } catch (const Json::exception& error) {
    return in_one_line(
        Status::invalid(fmt::format("not a case: {}", error.what())));
  }
}

}  // namespace assay
