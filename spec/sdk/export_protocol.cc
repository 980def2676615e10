// Implements the functions of the C header that belong to sessions, places,
// reclaimed memory and plans with the methods of a C++ Backend.
// Tested by tests/harness/subject/plugin_protocol_test.cc.
#include <cstddef>
#include <optional>

#include "spec/sdk/abi_values.h"
#include "spec/sdk/exported_calls.h"

namespace assay {
namespace {

int begin_session(AssayContext* context, AssayStatus* status) noexcept {
  return guarded(status,
                 [&] { return context_of(context).backend->session_begin(); });
}

int end_session(AssayContext* context, AssayStatus* status) noexcept {
  return guarded(status,
                 [&] { return context_of(context).backend->session_end(); });
}

// Takes the caller's reference, and gives the buffer up if it was the last one.
int reclaim_buffer(AssayContext* context, AssayBuffer* buffer,
                   AssayStatus* status) noexcept {
  ExportedBuffer* const given = buffer_of(buffer);
  if (!given->release()) return ASSAY_OK;
  const std::unique_ptr<ExportedBuffer> last(given);
  return guarded(status,
                 [&] { return last->reclaim(*context_of(context).backend); });
}

// Returns a plan of the C header as one of the backend, or what is wrong.
Result<Plan> plan_of(Backend& backend, const AssayPlan& given) {
  Plan plan;
  const auto dtype = dtype_of_abi(given.dtype);
  if (!dtype)
    return Status::unsupported(
        "dtype", "there is no dtype " + abi_dtype_text(given.dtype));
  plan.dtype = *dtype;
  if (given.rank > ASSAY_MAX_RANK)
    return Status::invalid("the rank of a plan is above 32");
  plan.shape.assign(given.shape, given.shape + given.rank);
  if (!checked_element_count(plan.shape))
    return Status::invalid("the shape of a plan is not a list of extents");
  auto inputs = tensors_of(backend, given.inputs, given.input_count);
  if (!inputs) return inputs.status();
  plan.inputs = *std::move(inputs);
  for (std::uint32_t i = 0; given.views != nullptr && i < given.input_count;
       ++i) {
    const std::int64_t* dims = given.views[i].dims;
    PlanView& view = plan.views.emplace_back();
    if (dims != nullptr) view.emplace(dims, dims + plan.inputs[i].view.rank());
  }
  for (std::uint32_t i = 0; i < given.step_count; ++i) {
    const AssayPlanStep& step = given.steps[i];
    const auto op = op_of_id(step.op);
    if (!op)
      return Status::unsupported("op",
                                 "there is no op " + std::to_string(step.op));
    plan.steps.push_back({*op, {step.inputs, step.inputs + step.input_count}});
  }
  plan.outputs.assign(given.outputs, given.outputs + given.output_count);
  return plan;
}

int run_plan(AssayContext* context, const AssayPlan* plan,
             AssayResults* results, AssayStatus* status) noexcept {
  const int code = guarded(status, [&]() -> Status {
    if (plan == nullptr || results == nullptr ||
        plan->struct_size < sizeof(AssayPlan) ||
        results->struct_size < offsetof(AssayResults, tensors))
      return Status::invalid("a plan or its results are of an older header");
    results->count = 0;
    Backend& backend = *context_of(context).backend;
    const auto made = plan_of(backend, *plan);
    if (!made) return made.status();
    auto returned = backend.execute_plan(*made);
    if (!returned) return returned.status();
    return fill_results(backend, {{plan->inputs, plan->input_count}},
                        *std::move(returned), *results);
  });
  if (code != ASSAY_OK && results != nullptr) drop(*results);
  return code;
}

int list_places(AssayContext* context, const char* const** names,
                std::size_t* count, std::uint32_t* home,
                AssayStatus* status) noexcept {
  return guarded(status, [&]() -> Status {
    ExportedContext& self = context_of(context);
    auto places = self.backend->places();
    if (!places) return places.status();
    self.places = *std::move(places);
    self.place_names.clear();
    for (const std::string& name : self.places.names)
      self.place_names.push_back(name.c_str());
    *names = self.place_names.data();
    *count = self.place_names.size();
    *home = self.places.home;
    return {};
  });
}

int find_place(AssayContext* context, AssayBuffer* buffer, std::uint32_t* place,
               AssayStatus* status) noexcept {
  return guarded(status, [&]() -> Status {
    const auto found =
        buffer_of(buffer)->place_of(*context_of(context).backend);
    if (!found) return found.status();
    *place = *found;
    return {};
  });
}

int alloc_in_place(AssayContext* context, std::uint32_t place,
                   std::size_t bytes, AssayBuffer** buffer,
                   AssayStatus* status) noexcept {
  return guarded_buffer(buffer, status, [&]() -> Result<ExportedBuffer> {
    const auto places = context_of(context).backend->places();
    if (!places) return places.status();
    if (place >= places->names.size())
      return Status::invalid("there is no place " + std::to_string(place));
    return ExportedBuffer(bytes, place);
  });
}

int copy_to_place(AssayContext* context, AssayBuffer* buffer,
                  std::uint32_t place, AssayBuffer** copy,
                  AssayStatus* status) noexcept {
  return guarded_buffer(copy, status, [&] {
    return buffer_of(buffer)->transfer(*context_of(context).backend, place);
  });
}

}  // namespace

void add_protocol(AssayBackendV1& table) {
  table.session_begin = begin_session;
  table.session_end = end_session;
  table.reclaim = reclaim_buffer;
  table.execute_plan = run_plan;
  table.places = list_places;
  table.place_of = find_place;
  table.alloc_in = alloc_in_place;
  table.transfer = copy_to_place;
}

}  // namespace assay
