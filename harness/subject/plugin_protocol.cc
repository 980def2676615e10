// Wraps the functions of the C table that belong to sessions, places, reclaimed
// memory and plans, and calls them as a Backend. Every answer is checked.
// Tested by tests/harness/subject/plugin_protocol_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "harness/subject/plugin_backend.h"
#include "harness/subject/tensor_bounds.h"
#include "spec/cells.h"

namespace assay {
namespace {

// A subject has at most this many places, with names of at most this length.
constexpr std::size_t kMostPlaces = 64;
constexpr std::size_t kLongestPlaceName = 100;

// Returns whether the table has a member. An older one ends before it.
#define ASSAY_HAS(table, member)                                            \
  ((table).struct_size >=                                                   \
       offsetof(AssayBackendV1, member) + sizeof(AssayBackendV1::member) && \
   (table).member != nullptr)

Status lacks(std::string_view row) {
  return Status::unsupported(
      "op", fmt::format("the plugin has no function of {}", row));
}

}  // namespace

bool has_functions_of(const AssayBackendV1& table, std::string_view row) {
  if (row == "session")
    return ASSAY_HAS(table, session_begin) && ASSAY_HAS(table, session_end);
  if (row == "reclaim") return ASSAY_HAS(table, reclaim);
  if (row == "fusion") return ASSAY_HAS(table, execute_plan);
  if (row == "placement")
    return ASSAY_HAS(table, places) && ASSAY_HAS(table, place_of) &&
           ASSAY_HAS(table, alloc_in) && ASSAY_HAS(table, transfer);
  return true;  // invoke() sees donations
}
#undef ASSAY_HAS

const std::byte* PluginContext::map(const PluginBuffer& buffer) {
  if (table().map == nullptr) return nullptr;
  return static_cast<const std::byte*>(table().map(context_, buffer.handle()));
}

Status PluginContext::session(bool begins) {
  if (!has_functions_of(table(), "session")) return lacks("session");
  AssayStatus status = fresh_status();
  const int code = begins ? table().session_begin(context_, &status)
                          : table().session_end(context_, &status);
  return answered(begins ? "session_begin" : "session_end", code, status);
}

// The plugin takes the reference, so the buffer must not release it again.
Status PluginContext::reclaim(PluginBuffer& buffer) {
  if (!has_functions_of(table(), "reclaim")) return lacks("reclaim");
  buffer.disown();
  {
    const std::lock_guard lock(mutex_);
    live_.erase(buffer.handle());
  }
  AssayStatus status = fresh_status();
  const int code = table().reclaim(context_, buffer.handle(), &status);
  return answered("reclaim", code, status);
}

Status PluginContext::execute_plan(const AssayPlan& plan,
                                   AssayResults& results) {
  if (!has_functions_of(table(), "fusion")) return lacks("fusion");
  std::memset(&results, 0, sizeof results);
  results.struct_size = sizeof results;
  for (AssayTensor& tensor : results.tensors)
    tensor.struct_size = sizeof tensor;
  AssayStatus status = fresh_status();
  const int code = table().execute_plan(context_, &plan, &results, &status);
  return answered("execute_plan", code, status);
}

Result<Places> PluginContext::places() {
  if (!has_functions_of(table(), "placement")) return lacks("placement");
  AssayStatus status = fresh_status();
  const char* const* names = nullptr;
  std::size_t count = 0;
  Places places;
  const int code =
      table().places(context_, &names, &count, &places.home, &status);
  if (Status listed = answered("places", code, status); !listed.ok())
    return listed;
  if (names == nullptr || count == 0 || count > kMostPlaces)
    return violate("places",
                   fmt::format("it lists {} places where 1 to {} are expected",
                               names == nullptr ? 0 : count, kMostPlaces));
  for (std::size_t i = 0; i < count; ++i) {
    if (names[i] == nullptr ||
        strnlen(names[i], kLongestPlaceName + 1) > kLongestPlaceName)
      return violate("places",
                     fmt::format("the name of place {} is null or longer than "
                                 "{} bytes",
                                 i, kLongestPlaceName));
    places.names.emplace_back(names[i]);
  }
  if (Status status_of_list = check_places(places); !status_of_list.ok())
    return violate("places", status_of_list.message);
  return places;
}

Result<std::uint32_t> PluginContext::place_of(const PluginBuffer& buffer,
                                              std::size_t count) {
  AssayStatus status = fresh_status();
  std::uint32_t place = 0;
  const int code = table().place_of(context_, buffer.handle(), &place, &status);
  if (Status found = answered("place_of", code, status); !found.ok())
    return found;
  if (place >= count)
    return violate("place_of", fmt::format("it is {} where there are {} places",
                                           place, count));
  return place;
}

Result<std::shared_ptr<PluginBuffer>> PluginContext::alloc_in(
    std::uint32_t place, std::size_t bytes) {
  AssayStatus status = fresh_status();
  AssayBuffer* handle = nullptr;
  const int code = table().alloc_in(context_, place, bytes, &handle, &status);
  if (Status made = answered("alloc_in", code, status); !made.ok()) return made;
  return take_new("alloc_in", handle, bytes);
}

Result<std::shared_ptr<PluginBuffer>> PluginContext::transfer(
    const PluginBuffer& buffer, std::uint32_t place) {
  AssayStatus status = fresh_status();
  AssayBuffer* handle = nullptr;
  const int code =
      table().transfer(context_, buffer.handle(), place, &handle, &status);
  if (Status made = answered("transfer", code, status); !made.ok()) return made;
  return take_new("transfer", handle, buffer.bytes());
}

const std::byte* PluginBackend::map(const Tensor& tensor) {
  const auto buffer = buffer_of(tensor);
  return violation() || !buffer ? nullptr : context_->map(**buffer);
}

Status PluginBackend::session_begin() {
  if (violation()) return Status::internal(*violation());
  return context_->session(true);
}

Status PluginBackend::session_end() {
  if (violation()) return Status::internal(*violation());
  return context_->session(false);
}

Status PluginBackend::reclaim(Tensor tensor) {
  if (violation()) return Status::internal(*violation());
  const auto buffer = buffer_of(tensor);
  if (!buffer) return buffer.status();
  if (tensor.buffer.use_count() > 1) return {};  // a view of it is alive
  return context_->reclaim(**buffer);
}

Result<Places> PluginBackend::places() {
  if (violation()) return Status::internal(*violation());
  if (!places_) {
    auto places = context_->places();
    if (!places) return places.status();
    places_ = *std::move(places);
  }
  return *places_;
}

Result<std::uint32_t> PluginBackend::place_of(const Tensor& tensor) {
  const auto known = places();
  if (!known) return known.status();
  const auto buffer = buffer_of(tensor);
  if (!buffer) return buffer.status();
  return context_->place_of(**buffer, known->names.size());
}

Result<Tensor> PluginBackend::alloc_in(std::uint32_t place, DType dtype,
                                       const Shape& shape) {
  if (const auto known = places(); !known) return known.status();
  const auto count = checked_element_count(shape);
  if (!count)
    return Status::invalid(
        fmt::format("{} is not a list of possible extents", shape_text(shape)));
  auto made = context_->alloc_in(
      place, static_cast<std::size_t>(storage_bytes(dtype, *count)));
  if (!made) return made.status();
  return Tensor{dtype, View(shape), *std::move(made)};
}

Result<Tensor> PluginBackend::transfer(const Tensor& tensor,
                                       std::uint32_t place) {
  if (const auto known = places(); !known) return known.status();
  const auto buffer = buffer_of(tensor);
  if (!buffer) return buffer.status();
  auto copy = context_->transfer(**buffer, place);
  if (!copy) return copy.status();
  return Tensor{tensor.dtype, tensor.view, *std::move(copy)};
}

Result<Tensors> PluginBackend::execute_plan(const Plan& plan) {
  if (violation()) return Status::internal(*violation());
  if (plan.outputs.size() > ASSAY_MAX_RESULTS)
    return Status::invalid(
        fmt::format("a plan with {} outputs where at most "
                    "{} are possible",
                    plan.outputs.size(), ASSAY_MAX_RESULTS));
  std::vector<AssayTensor> inputs(plan.inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (Status status = fill(plan.inputs[i], inputs[i]); !status.ok())
      return status;
  std::vector<AssayPlanView> views;
  for (const PlanView& view : plan.views)
    views.push_back({view ? view->data() : nullptr});
  std::vector<AssayPlanStep> steps;
  for (const PlanStep& step : plan.steps)
    steps.push_back({spec_of(step.op).id,
                     static_cast<std::uint32_t>(step.inputs.size()),
                     step.inputs.data()});
  AssayPlan made{};
  made.struct_size = sizeof made;
  made.dtype = abi_dtype(plan.dtype);
  made.rank = static_cast<std::uint32_t>(plan.shape.size());
  made.shape = plan.shape.data();
  made.input_count = static_cast<std::uint32_t>(inputs.size());
  made.step_count = static_cast<std::uint32_t>(steps.size());
  made.output_count = static_cast<std::uint32_t>(plan.outputs.size());
  made.inputs = inputs.data();
  made.views = views.empty() ? nullptr : views.data();
  made.steps = steps.data();
  made.outputs = plan.outputs.data();
  AssayResults returned;
  if (Status status = context_->execute_plan(made, returned); !status.ok())
    return status;
  if (returned.count != plan.outputs.size())
    return context_->violate("execute_plan",
                             fmt::format("it returned {} tensors where {} are "
                                         "expected",
                                         returned.count, plan.outputs.size()));
  return tensors_of(returned, "execute_plan");
}

}  // namespace assay
