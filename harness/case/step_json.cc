// Converts the steps of a case: calls, and what surrounds calls.
// Tested by tests/harness/case/case_json_test.cc and protocol_json_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "harness/case/attribute_json.h"
#include "harness/case/case_parts.h"
#include "harness/case/case_types.h"
#include "spec/element_text.h"
#include "spec/op_lookup.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// A plan in a file has at most this many inputs, steps and outputs.
constexpr std::size_t kMostPlanEntries = 4096;

std::vector<std::uint32_t> ids_of(CaseReader& reader, std::string_view key) {
  std::vector<std::uint32_t> ids;
  for (const std::int64_t id : reader.integers(key)) {
    if (id < 0 || id > std::int64_t{1} << 20)
      reader.fail(fmt::format("\"{}\" has {}, expected an id", key, id));
    ids.push_back(static_cast<std::uint32_t>(id));
  }
  if (ids.size() > kMostPlanEntries)
    reader.fail(fmt::format("\"{}\" has {} ids, expected at most {}", key,
                            ids.size(), kMostPlanEntries));
  return ids;
}

Status parse_views(CaseReader& reader, PlanSteps& plan) {
  if (!reader.has("views") || !reader.list("views")) return reader.status();
  for (const Json& entry : reader.at("views")) {
    PlanView& view = plan.views.emplace_back();
    if (entry.is_null()) continue;
    view.emplace();
    if (!entry.is_array()) {
      reader.fail("\"views\" has " + found_text(entry) +
                  ", expected null or a list of axes");
      return reader.status();
    }
    for (const Json& axis : entry)
      view->push_back(integer_from_json(axis).value_or(-1));
  }
  return reader.status();
}

Status parse_plan_steps(CaseReader& reader, PlanSteps& plan) {
  if (!reader.list("steps")) return reader.status();
  const Json& steps = reader.at("steps");
  if (steps.size() > kMostPlanEntries)
    reader.fail(fmt::format("\"steps\" has {} entries, expected at most {}",
                            steps.size(), kMostPlanEntries));
  for (const Json& entry : steps) {
    CaseReader one(entry, reader.place() + ".steps", {"op", "inputs"});
    const std::string name = one.text("op");
    const auto op = op_named(name);
    if (one.status().ok() && !op)
      one.fail(fmt::format(
          "there is no op \"{}\"; `assay list ops` shows them all", name));
    PlanStep step;
    step.inputs = ids_of(one, "inputs");
    if (!one.status().ok()) return one.status();
    step.op = *op;
    plan.steps.push_back(std::move(step));
  }
  return reader.status();
}

Status parse_plan(CaseReader& reader, Step& step) {
  PlanSteps plan;
  plan.dtype = reader.dtype("dtype");
  plan.shape = reader.integers("shape");
  step.operands = reader.texts("inputs");
  if (Status status = parse_views(reader, plan); !status.ok()) return status;
  if (Status status = parse_plan_steps(reader, plan); !status.ok())
    return status;
  plan.outputs = ids_of(reader, "outputs");
  step.outs = reader.texts("outs");
  step.plan = std::move(plan);
  return reader.status();
}

Status parse_step_status(CaseReader& reader, Step& step) {
  if (reader.has("kind")) step.kind = reader.text("kind");
  if (reader.has("message_contains"))
    step.message_contains = reader.text("message_contains");
  if (!reader.has("status")) return reader.status();
  const std::string name = reader.text("status");
  for (int i = 0; i <= static_cast<int>(StatusCode::kInternal); ++i)
    if (name == name_of(static_cast<StatusCode>(i))) {
      step.status = static_cast<StatusCode>(i);
      return reader.status();
    }
  reader.fail(
      fmt::format("there is no status \"{}\"; expected ok, unsupported, "
                  "invalid, numeric, out_of_memory or internal",
                  name));
  return reader.status();
}

bool is_surroundings(const Json& step) {
  return step.is_object() && step.contains("do");
}

CaseReader surroundings_reader(const Json& json, std::size_t number) {
  return {json,
          fmt::format("steps[{}]", number),
          {"do", "tensor", "place", "out", "dtype", "shape", "inputs", "views",
           "steps", "outputs", "outs", "status", "kind", "message_contains"}};
}

Status parse_surroundings(CaseReader& reader, Step& step) {
  const std::string name = reader.text("do");
  const auto found =
      std::find(std::begin(kStepKindNames) + 1, std::end(kStepKindNames), name);
  if (reader.status().ok() && found == std::end(kStepKindNames))
    reader.fail(
        fmt::format("there is no step \"{}\"; expected session_begin, "
                    "session_end, reclaim, transfer or plan",
                    name));
  if (!reader.status().ok()) return reader.status();
  step.does = static_cast<StepKind>(found - std::begin(kStepKindNames));
  step.op = op_of(step.does);
  if (step.does == StepKind::kPlan) return parse_plan(reader, step);
  if (step.does == StepKind::kReclaim || step.does == StepKind::kTransfer)
    step.operands = {reader.text("tensor")};
  if (step.does == StepKind::kTransfer) {
    step.place = reader.named_place();
    step.outs = {reader.text("out")};
  }
  return reader.status();
}

}  // namespace

Status parse_follows(CaseReader& reader, Expectation& expectation) {
  if (!reader.has("follows")) return reader.status();
  CaseReader call(reader.at("follows"), reader.place() + ".follows",
                  {"op", "operands", "attributes"});
  const std::string name = call.text("op");
  const auto op = op_named(name);
  if (call.status().ok() && (!op || !spec_of(*op).signature.is_executed()))
    call.fail(fmt::format("\"{}\" is not an op that is called", name));
  Follows follows;
  follows.operands = call.texts("operands");
  if (!call.status().ok()) return call.status();
  follows.op = *op;
  auto attributes = attributes_from_json(
      call.has("attributes") ? call.at("attributes") : Json::object(), *op,
      expectation.dtype);
  if (!attributes) call.fail(attributes.status().message);
  if (!call.status().ok()) return call.status();
  follows.attributes = *std::move(attributes);
  expectation.follows = std::move(follows);
  return {};
}

Status parse_step(const Json& json, std::size_t number, Case& test_case) {
  Step step;
  if (is_surroundings(json)) {
    CaseReader surroundings = surroundings_reader(json, number);
    if (Status status = parse_surroundings(surroundings, step); !status.ok())
      return status;
    if (Status status = parse_step_status(surroundings, step); !status.ok())
      return status;
    test_case.steps.push_back(std::move(step));
    return {};
  }
  CaseReader reader(json, fmt::format("steps[{}]", number),
                    {"op", "operands", "attributes", "outs", "status", "kind",
                     "donate", "message_contains"});
  const std::string name = reader.text("op");
  const auto op = op_named(name);
  if (reader.status().ok() && !op)
    reader.fail(fmt::format(
        "there is no op \"{}\"; `assay list ops` shows them all", name));
  step.operands = reader.texts("operands");
  step.outs = reader.texts("outs");
  if (reader.has("donate")) step.donated = reader.texts("donate");
  for (const std::string& donated : step.donated)
    if (std::find(step.operands.begin(), step.operands.end(), donated) ==
        step.operands.end())
      reader.fail(
          fmt::format("\"donate\" has {}, expected an operand", donated));
  if (!reader.status().ok()) return reader.status();
  step.op = *op;
  auto parsed = attributes_from_json(
      reader.has("attributes") ? reader.at("attributes") : Json::object(), *op,
      fill_dtype(test_case, step));
  if (!parsed) {
    reader.fail(parsed.status().message);
    return reader.status();
  }
  step.attributes = *std::move(parsed);
  if (Status status = parse_step_status(reader, step); !status.ok())
    return status;
  test_case.steps.push_back(std::move(step));
  return {};
}

Json surroundings_to_json(const Step& step) {
  Json json = {{"do", kStepKindNames[static_cast<std::size_t>(step.does)]}};
  if (step.does == StepKind::kReclaim || step.does == StepKind::kTransfer)
    json["tensor"] = step.operands.at(0);
  if (step.does == StepKind::kTransfer) {
    json["place"] = step.place;
    json["out"] = step.outs.at(0);
  }
  if (step.does != StepKind::kPlan) return json;
  const PlanSteps& plan = *step.plan;
  json["dtype"] = name_of(plan.dtype);
  json["shape"] = plan.shape;
  json["inputs"] = step.operands;
  if (!plan.views.empty()) json["views"] = Json::array();
  for (const PlanView& view : plan.views)
    json["views"].push_back(view ? Json(*view) : Json(nullptr));
  json["steps"] = Json::array();
  for (const PlanStep& one : plan.steps)
    json["steps"].push_back({{"op", name_of(one.op)}, {"inputs", one.inputs}});
  json["outputs"] = plan.outputs;
  json["outs"] = step.outs;
  return json;
}

Json follows_to_json(const Follows& follows, DType dtype) {
  Json json = {{"op", name_of(follows.op)}, {"operands", follows.operands}};
  if (!follows.attributes.entries().empty())
    json["attributes"] = attributes_to_json(follows.attributes, dtype);
  return json;
}

}  // namespace assay
