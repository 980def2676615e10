// Compares the views, shapes and attributes of calls and steps with the limits
// of the claims on their cells.
// Tested by tests/harness/subject/claim_reach_test.cc.
#include "harness/subject/claim_reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/case/case_types.h"
#include "harness/case/refusal.h"
#include "harness/subject/step_claim.h"
#include "harness/subject/view_layouts.h"
#include "spec/cells.h"

namespace assay {
namespace {

using Views = std::map<std::string, View, std::less<>>;

// Returns how many axes a call works along, if its attributes say so: the axes
// that are listed, reversed, cut or padded, or the spatial axes of windows.
std::optional<std::int64_t> axis_count(const AskedCall& asked) {
  const Attributes& attributes = *asked.attributes;
  if (const auto* axes = attributes.find(AttributeKey::kAxes))
    return std::ssize(*axes);
  if (const auto* kernel = attributes.find(AttributeKey::kKernelSize))
    return std::ssize(*kernel);
  if (const auto* flips = attributes.find(AttributeKey::kFlips))
    return std::count(flips->begin(), flips->end(), 1);
  if (attributes.find(AttributeKey::kPadding) != nullptr) {
    const auto padding = attributes.padding();
    return std::count_if(padding.begin(), padding.end(), [](const auto& pair) {
      return pair != std::pair<std::int64_t, std::int64_t>();
    });
  }
  if (attributes.find(AttributeKey::kRanges) != nullptr &&
      !asked.operands.empty()) {
    const auto ranges = attributes.ranges();
    const Shape& shape = asked.operands.front().shape();
    std::int64_t count = 0;
    for (std::size_t axis = 0; axis < std::min(ranges.size(), shape.size());
         ++axis)
      if (ranges[axis] != std::pair(std::int64_t{0}, shape[axis])) ++count;
    return count;
  }
  return std::nullopt;
}

std::optional<BeyondClaim> beyond_layouts(const Claim& claim, const View& view,
                                          bool is_out) {
  if (claim.layouts.empty()) return std::nullopt;
  for (const std::string_view name : layouts_of(view)) {
    if (is_out && name == "contiguous") continue;
    if (std::find(claim.layouts.begin(), claim.layouts.end(), name) ==
        claim.layouts.end())
      return BeyondClaim{"layout", fmt::format("layout {}", name)};
  }
  return std::nullopt;
}

std::optional<BeyondClaim> beyond_shape(const Claim& claim,
                                        const Shape& shape) {
  if (std::ssize(shape) > claim.max_rank)
    return BeyondClaim{"rank", fmt::format("rank {}", shape.size())};
  for (const std::int64_t extent : shape) {
    if (extent < claim.min_extent)
      return BeyondClaim{"extent",
                         fmt::format("extents below {}", claim.min_extent)};
    if (extent > claim.max_extent)
      return BeyondClaim{"extent",
                         fmt::format("extents above {}", claim.max_extent)};
  }
  return std::nullopt;
}

// Returns the view of the tensor that a step returns.
View view_of_result(const Step& step, const Views& views, const Shape& shape) {
  const auto operand =
      step.operands.empty() ? views.end() : views.find(step.operands.front());
  if (operand == views.end()) return View(shape);
  const View& from = operand->second;
  if (step.does == StepKind::kPlan) return View(shape);
  if (!spec_of(step.op).signature.is_executed()) return from;
  const ViewRule shows = spec_of(step.op).signature.shows;
  if (shows == nullptr) return View(shape);
  auto moved = shows(from, step.attributes);
  return moved.ok() ? *std::move(moved) : View(shape);
}

AskedCall asked_by(const Step& step, const Views& views,
                   const TensorTypes& types) {
  AskedCall asked{&step.attributes, {}, {}, {}};
  for (const std::string& name : step.operands)
    if (const auto view = views.find(name); view != views.end())
      asked.operands.push_back(view->second);
  for (const std::string& name : step.outs)
    if (const auto view = views.find(name); view != views.end())
      asked.outs.push_back(view->second);
    else if (const auto type = types.find(name); type != types.end())
      asked.results.push_back(type->second.shape);
  return asked;
}

}  // namespace

std::optional<BeyondClaim> beyond_claim(const Claim& claim,
                                        const AskedCall& asked) {
  for (const View& view : asked.operands)
    if (auto beyond = beyond_layouts(claim, view, false)) return beyond;
  for (const View& view : asked.outs)
    if (auto beyond = beyond_layouts(claim, view, true)) return beyond;
  for (const auto* views : {&asked.operands, &asked.outs})
    for (const View& view : *views)
      if (auto beyond = beyond_shape(claim, view.shape())) return beyond;
  for (const Shape& shape : asked.results)
    if (auto beyond = beyond_shape(claim, shape)) return beyond;
  const std::int64_t operands = std::ssize(asked.operands);
  if (operands > claim.max_operands)
    return BeyondClaim{"operands", fmt::format("{} operands", operands)};
  if (const auto axes = axis_count(asked);
      axes && (*axes < claim.min_axes || *axes > claim.max_axes))
    return BeyondClaim{
        "axes", fmt::format("{} {}", *axes, *axes == 1 ? "axis" : "axes")};
  return std::nullopt;
}

std::optional<BeyondClaim> beyond_claim(const Claim& claim, const Call& call,
                                        std::span<const TensorType> results) {
  AskedCall asked{&call.attributes, {}, {}, {}};
  for (const Tensor& operand : call.operands)
    asked.operands.push_back(operand.view);
  for (const Tensor& out : call.outs) asked.outs.push_back(out.view);
  for (const TensorType& type : results) asked.results.push_back(type.shape);
  return beyond_claim(claim, asked);
}

std::optional<BeyondClaim> beyond_claims(
    const Backend& backend, const std::optional<Claim>& claim_of_case,
    const Case& test_case) {
  const auto types = type_case(test_case);
  if (!types) return std::nullopt;
  Views views;
  for (const CaseTensor& tensor : test_case.tensors)
    views.emplace(tensor.name, tensor.view);
  HostWrites writes(test_case);
  for (const Step& step : test_case.steps) {
    if (writes.replace(step)) continue;
    // A broken call has no results, and so it has no cell of its own.
    auto claim = must_be_refused(step) ? std::nullopt
                                       : backend.claim(cell_of(step, *types));
    writes.note(step.op, claim);
    if (!claim) claim = claim_of_case;
    if (claim)
      if (auto beyond = beyond_claim(*claim, asked_by(step, views, *types)))
        return beyond;
    for (const std::string& name : step.outs)
      if (const auto type = types->find(name); type != types->end())
        views.emplace(name, view_of_result(step, views, type->second.shape));
  }
  return std::nullopt;
}

std::string limits_text(const Claim& claim) {
  const Claim whole;
  std::string text;
  const auto add = [&text](const std::string& limit) {
    text += (text.empty() ? "" : "; ") + limit;
  };
  const auto add_number = [&](const char* name, std::int64_t number,
                              std::int64_t unlimited) {
    if (number != unlimited) add(fmt::format("{} {}", name, number));
  };
  add_number("max_rank", claim.max_rank, whole.max_rank);
  if (!claim.layouts.empty())
    add(fmt::format("layouts {}", fmt::join(claim.layouts, ", ")));
  add_number("min_axes", claim.min_axes, whole.min_axes);
  add_number("max_axes", claim.max_axes, whole.max_axes);
  add_number("max_operands", claim.max_operands, whole.max_operands);
  add_number("min_extent", claim.min_extent, whole.min_extent);
  add_number("max_extent", claim.max_extent, whole.max_extent);
  if (claim.composed) add("composed");
  if (claim.immutable) add("immutable");
  return text;
}

}  // namespace assay
