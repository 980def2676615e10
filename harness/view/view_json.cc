// Parses extents, lists and answers, and brings answers into one form.
// Tested by tests/harness/view/view_case_test.cc.
#include "harness/view/view_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/case/attribute_json.h"
#include "harness/view/view_case.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Status expected(std::string_view what, const Json& found) {
  return Status::invalid(
      fmt::format("found {}, expected {}", found_text(found), what));
}

Result<Json> normal_mask(const Json& answer) {
  if (answer.is_null()) return answer;
  const auto mask = pairs_from_json(answer);
  if (!mask) return mask.status();
  for (const auto& [start, stop] : *mask)
    if (start == stop) return Json("no element is valid");
  return answer;
}

}  // namespace

Json extent_to_json(const SymbolicExtent& extent) {
  if (const auto value = extent.value()) return *value;
  return extent.text();
}

Json shape_to_json(const SymbolicShape& shape) {
  Json json = Json::array();
  for (const SymbolicExtent& extent : shape.extents())
    json.push_back(extent_to_json(extent));
  return json;
}

Result<SymbolicExtent> extent_from_json(
    const Json& json, const std::vector<Variable>& variables) {
  if (const auto integer = integer_from_json(json))
    return SymbolicExtent(*integer);
  if (!json.is_string()) return expected("an extent", json);
  return parse_extent(json.get<std::string>(), variables);
}

Result<SymbolicShape> shape_from_json(const Json& json,
                                      const std::vector<Variable>& variables) {
  if (!json.is_array()) return expected("a list of extents", json);
  std::vector<SymbolicExtent> extents;
  for (const Json& entry : json) {
    auto extent = extent_from_json(entry, variables);
    if (!extent) return extent.status();
    extents.push_back(*std::move(extent));
  }
  return SymbolicShape(std::move(extents));
}

Result<std::vector<std::int64_t>> integers_from_json(const Json& json) {
  if (!json.is_array()) return expected("a list of integers", json);
  std::vector<std::int64_t> integers;
  for (const Json& entry : json) {
    const auto integer = integer_from_json(entry);
    if (!integer) return expected("a list of integers", json);
    integers.push_back(*integer);
  }
  return integers;
}

Result<AxisPairs> pairs_from_json(const Json& json) {
  if (!json.is_array()) return expected("a list of pairs", json);
  AxisPairs pairs;
  for (const Json& entry : json) {
    const auto integers = integers_from_json(entry);
    if (!integers || integers->size() != 2)
      return expected("a list of pairs", json);
    pairs.emplace_back(integers->front(), integers->back());
  }
  return pairs;
}

bool is_view_call(std::string_view question) {
  return std::find(std::begin(kViewCalls), std::end(kViewCalls), question) !=
         std::end(kViewCalls);
}

Result<Json> normal_answer(std::string_view question, const Json& answer,
                           const std::vector<Variable>& variables) {
  if (question == "mask") return normal_mask(answer);
  if (question == "shape") {
    const auto shape = shape_from_json(answer, variables);
    return shape.ok() ? Result<Json>(shape->text()) : shape.status();
  }
  if (question == "numel" || question == "offset_dim" || question == "dim") {
    const auto extent = extent_from_json(answer, variables);
    return extent.ok() ? Result<Json>(extent->text()) : extent.status();
  }
  return answer;
}

}  // namespace assay
