// Reads one step of a case file: a call, or what surrounds calls.
// Tested by tests/harness/case/case_json_test.cc.
#include "harness/case/step_parse.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/case/attribute_json.h"
#include "harness/case/case_parts.h"
#include "harness/case/case_types.h"
#include "harness/case/protocol_json.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

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

}  // namespace

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

}  // namespace assay
