// Checks the preconditions of fusion plans.
// Tested by tests/spec/plan_test.cc.
#include "spec/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace assay {
namespace {

constexpr std::string_view kFusible[] = {
    "add",  "sub", "mul",  "neg",   "div",   "max",  "min",
    "abs",  "exp", "conj", "log",   "sin",   "cos",  "clamp_general",
    "tanh", "pow", "sqrt", "rsqrt", "expm1", "log1p"};

Status broken(std::string_view clause, std::string message) {
  return {StatusCode::kInvalid, std::string(clause), std::move(message)};
}

}  // namespace

std::span<const Op> fusible_ops() {
  static const std::vector<Op> ops = [] {
    std::vector<Op> found;
    for (const std::string_view name : kFusible)
      if (const auto op = op_named(name)) found.push_back(*op);
    return found;
  }();
  return ops;
}

bool is_fusible(Op op, DType dtype) {
  const auto ops = fusible_ops();
  if (std::find(ops.begin(), ops.end(), op) == ops.end()) return false;
  // The modulus of a complex number has another dtype elsewhere than in nx.
  if (name_of(op) == "abs" && is_complex(dtype)) return false;
  return spec_of(op).variants[0].dtypes().contains(dtype);
}

Result<View> shown_input(const PlanSteps& plan, std::size_t input,
                         const View& view) {
  const auto refuse = [&](std::string what) {
    return broken("fusion.shape",
                  fmt::format("input {} of a plan: {}", input, what));
  };
  const std::size_t rank = plan.shape.size();
  if (view.rank() == 0)
    return View(plan.shape, Strides(rank, 0), view.offset());
  const PlanView* shown =
      input < plan.views.size() ? &plan.views[input] : nullptr;
  if (shown == nullptr || !shown->has_value()) {
    if (view.shape() == plan.shape) return view;  // fusion.shape
    return refuse(fmt::format("its shape is {} where {} is expected",
                              shape_text(view.shape()),
                              shape_text(plan.shape)));
  }
  const std::vector<std::int64_t>& axes = **shown;
  if (axes.size() != view.rank())
    return refuse(
        fmt::format("{} axes where its rank is {}", axes.size(), view.rank()));
  Strides strides(rank, 0);
  std::vector<bool> taken(rank, false);
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    const std::int64_t to = axes[axis];
    if (to < 0 || to >= static_cast<std::int64_t>(rank) ||
        taken[static_cast<std::size_t>(to)])
      return refuse(
          fmt::format("{} is not a list of different axes of a plan of rank {}",
                      shape_text(axes), rank));
    const auto at = static_cast<std::size_t>(to);
    taken[at] = true;
    const std::int64_t extent = view.shape()[axis];
    if (extent == plan.shape[at])
      strides[at] = view.strides()[axis];
    else if (extent != 1)
      return refuse(
          fmt::format("axis {} has the extent {} where {} or 1 is "
                      "expected",
                      axis, extent, plan.shape[at]));
  }
  return View(plan.shape, std::move(strides), view.offset());
}

Status check_plan(const Plan& plan) {
  if (!plan.views.empty() && plan.views.size() != plan.inputs.size())
    return broken("fusion.shape",
                  fmt::format("{} views for {} inputs", plan.views.size(),
                              plan.inputs.size()));
  for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
    if (plan.inputs[i].dtype != plan.dtype)  // fusion.dtype
      return broken(
          "fusion.dtype",
          fmt::format("input {} is of {} in a plan of {}", i,
                      name_of(plan.inputs[i].dtype), name_of(plan.dtype)));
    if (const auto shown = shown_input(plan, i, plan.inputs[i].view); !shown)
      return shown.status();
  }
  std::size_t known = plan.inputs.size();
  for (const PlanStep& step : plan.steps) {
    if (static_cast<std::size_t>(step.op) >= every_op().size() ||
        !is_fusible(step.op, plan.dtype) ||  // fusion.op
        spec_of(step.op).signature.operands.size() != step.inputs.size())
      return broken(
          "fusion.op",
          fmt::format("step {} is not an op of {} that plans may "
                      "hold, or has another number of operands",
                      known - plan.inputs.size(), name_of(plan.dtype)));
    for (const std::uint32_t id : step.inputs)
      if (id >= known)  // fusion.ids
        return broken("fusion.ids",
                      fmt::format("step {} names id {} where only ids below "
                                  "{} are known",
                                  known - plan.inputs.size(), id, known));
    ++known;
  }
  for (const std::uint32_t id : plan.outputs)
    if (id >= known)
      return broken(
          "fusion.ids",
          fmt::format("output {} of a plan that has {} ids", id, known));
  return {};
}

}  // namespace assay
