// Writes view cases as JSON. view_case_parse.cc reads them.
// Tested by tests/harness/view/view_case_test.cc.
#include "harness/view/view_case.h"

#include <nlohmann/json.hpp>

#include "harness/view/view_json.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json view_to_json(const ViewCase& view_case) {
  Json json = {{"shape", shape_to_json(view_case.shape)}};
  const ViewLayout& layout = view_case.layout;
  if (layout.strides) json["strides"] = *layout.strides;
  if (layout.offset != 0) json["offset"] = layout.offset;
  if (layout.mask) json["mask"] = *layout.mask;
  return json;
}

Json argument_to_json(const ViewStep& step) {
  if (step.name == "reshape" || step.name == "expand")
    return shape_to_json(step.shape);
  if (step.name == "permute") return step.axes;
  if (step.name == "flip") return step.flags;
  if (step.name == "shrink" || step.name == "pad") return step.pairs;
  Json values = Json::object();
  for (const auto& [name, extent] : step.values)
    values[name] = extent_to_json(extent);
  return values;
}

Json call_to_json(const ViewQuestion& question) {
  const bool takes_axis = question.name == "dim" || question.name == "stride";
  Json json = {{question.name, takes_axis ? Json(question.argument.at(0))
                                          : Json(question.argument)}};
  if (question.status == StatusCode::kOk)
    json["answer"] = question.answer;
  else
    json["status"] = name_of(question.status);
  return json;
}

Json expectation_to_json(const ViewCase& view_case) {
  Json json = Json::object();
  if (view_case.statuses.size() != 1) {
    for (StatusCode status : view_case.statuses)
      json["status"].push_back(name_of(status));
  } else if (view_case.statuses[0] != StatusCode::kOk) {
    json["status"] = name_of(view_case.statuses[0]);
  }
  if (!view_case.message.empty()) json["message"] = view_case.message;
  for (const ViewQuestion& question : view_case.questions) {
    Json& place = question.is_of_first ? json["first"] : json;
    if (is_view_call(question.name))
      place["calls"].push_back(call_to_json(question));
    else if (question.status == StatusCode::kOk)
      place[question.name] = question.answer;
    else
      place[question.name] = {{"status", name_of(question.status)}};
  }
  return json;
}

}  // namespace

Json view_case_to_json(const ViewCase& view_case) {
  Json json = {{"format", kViewCaseFormat},
               {"id", view_case.id},
               {"clause", view_case.clause}};
  for (const Variable& variable : view_case.variables)
    json["variables"][variable.name] = {variable.min, variable.max};
  json["view"] = view_to_json(view_case);
  json["steps"] = Json::array();
  for (const ViewStep& step : view_case.steps)
    json["steps"].push_back({{step.name, argument_to_json(step)}});
  json["expect"] = expectation_to_json(view_case);
  return json;
}

}  // namespace assay
