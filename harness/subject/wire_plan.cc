// Converts fusion plans to and from the fields of a wire message.
// Tested by tests/harness/subject/wire_test.cc.
#include <fmt/format.h>

#include "harness/case/attribute_json.h"
#include "harness/subject/wire_messages.h"

namespace assay {
namespace {

// The limits of a plan in a message, far above what cases ask for.
constexpr std::size_t kMostSteps = 4096;
constexpr std::size_t kMostIds = 4096;

Status wrong(const char* key, const WireJson* value, const char* expected) {
  return Status::invalid(
      fmt::format("\"{}\" is {} where {} is expected", key,
                  value == nullptr ? "missing" : excerpt(*value), expected));
}

const WireJson* list_at(const WireJson& object, const char* key) {
  const auto place = object.find(key);
  return place == object.end() ? nullptr : &*place;
}

Result<std::vector<std::int64_t>> integers_of(const WireJson& object,
                                              const char* key) {
  const WireJson* list = list_at(object, key);
  std::vector<std::int64_t> integers;
  if (list == nullptr || !list->is_array() || list->size() > kMostIds)
    return wrong(key, list, "a list of integers");
  for (const WireJson& entry : *list) {
    const auto integer = integer_from_json(entry);
    if (!integer) return wrong(key, list, "a list of integers");
    integers.push_back(*integer);
  }
  return integers;
}

Result<std::vector<std::uint32_t>> ids_of(const WireJson& object,
                                          const char* key) {
  const auto integers = integers_of(object, key);
  if (!integers) return integers.status();
  std::vector<std::uint32_t> ids;
  for (const std::int64_t integer : *integers) {
    if (integer < 0 || integer > UINT32_MAX)
      return wrong(key, list_at(object, key), "a list of ids");
    ids.push_back(static_cast<std::uint32_t>(integer));
  }
  return ids;
}

}  // namespace

WireJson plan_to_json(const PlanSteps& plan) {
  WireJson steps = WireJson::array();
  for (const PlanStep& step : plan.steps)
    steps.push_back({{"op", name_of(step.op)}, {"inputs", step.inputs}});
  WireJson views = WireJson::array();
  for (const PlanView& view : plan.views)
    views.push_back(view ? WireJson(*view) : WireJson(nullptr));
  return {{"dtype", name_of(plan.dtype)}, {"shape", plan.shape},
          {"inputs", WireJson::array()},  {"views", std::move(views)},
          {"steps", std::move(steps)},    {"outputs", plan.outputs}};
}

Result<PlanSteps> parse_plan(const WireJson& request) {
  PlanSteps plan;
  const WireJson* dtype = list_at(request, "dtype");
  const auto named = dtype != nullptr && dtype->is_string()
                         ? dtype_named(dtype->get_ref<const std::string&>())
                         : std::nullopt;
  if (!named) return wrong("dtype", dtype, "a dtype");
  plan.dtype = *named;
  auto shape = integers_of(request, "shape");
  if (!shape) return shape.status();
  plan.shape = *std::move(shape);
  if (std::ssize(plan.shape) > kMaxRank || !checked_element_count(plan.shape))
    return wrong("shape", list_at(request, "shape"), "a list of extents");
  if (const WireJson* views = list_at(request, "views")) {
    if (!views->is_array() || views->size() > kMostIds)
      return wrong("views", views, "a list of views");
    for (const WireJson& entry : *views) {
      PlanView& view = plan.views.emplace_back();
      if (entry.is_null()) continue;
      auto axes = integers_of({{"view", entry}}, "view");
      if (!axes) return axes.status();
      view = *std::move(axes);
    }
  }
  const WireJson* steps = list_at(request, "steps");
  if (steps == nullptr || !steps->is_array() || steps->size() > kMostSteps)
    return wrong("steps", steps, "a list of steps");
  for (const WireJson& entry : *steps) {
    const WireJson* name = entry.is_object() ? list_at(entry, "op") : nullptr;
    const auto op = name != nullptr && name->is_string()
                        ? op_named(name->get_ref<const std::string&>())
                        : std::nullopt;
    if (!op) return wrong("op", name, "the op of a step");
    auto inputs = ids_of(entry, "inputs");
    if (!inputs) return inputs.status();
    plan.steps.push_back({*op, *std::move(inputs)});
  }
  auto outputs = ids_of(request, "outputs");
  if (!outputs) return outputs.status();
  plan.outputs = *std::move(outputs);
  return plan;
}

}  // namespace assay
