// Checks a whole call with its tensors and outs. infer() checks only the types.
// Tested by tests/spec/infer_test.cc.
#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "spec/checked_results.h"
#include "spec/op_table.h"
#include "spec/places.h"
#include "spec/plain_calls.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Returns whether writing `out` could change operand elements at other places.
// This is so if both share memory and are not the same view.
bool overlaps_partly(const Tensor& out, const Tensor& operand) {
  if (out.buffer != operand.buffer || out.buffer == nullptr) return false;
  if (out.view == operand.view && out.dtype == operand.dtype) return false;
  const auto [low, high] = out.view.bounds();
  const auto [first, last] = operand.view.bounds();
  if (last < low || high < first) return false;
  for (const Index& at : indices(operand.view.shape())) {
    const std::int64_t place = operand.view.linear_index(at);
    if (place >= low && place <= high) return true;
  }
  return false;
}

// Returns whether two elements of the view have one place.
bool shares_elements(const View& view) {
  if (view.numel() == 0) return false;
  std::vector<std::pair<std::int64_t, std::int64_t>> steps;  // and extents
  for (std::size_t axis = 0; axis < view.rank(); ++axis)
    if (view.shape()[axis] > 1)
      steps.emplace_back(std::abs(view.strides()[axis]), view.shape()[axis]);
  std::sort(steps.begin(), steps.end());
  // If each stride is longer than all that shorter ones reach, no place is
  // shared. That is so for nearly every view.
  std::int64_t reach = 0;
  bool is_nested = true;
  for (const auto& [step, extent] : steps) {
    is_nested &= step > reach;
    reach += step * (extent - 1);
  }
  if (is_nested) return false;
  std::vector<std::int64_t> places;
  for_each_place(view, [&](std::int64_t place) { places.push_back(place); });
  std::sort(places.begin(), places.end());
  return std::adjacent_find(places.begin(), places.end()) != places.end();
}

// Returns the clause about outs: that of the op, or else that of its family.
std::string_view out_clause(Op op) {
  const std::string_view own = clause_of(op, "match");
  return own.empty() ? clause_of(op, "out") : own;  // assign.match,
  // dot_general_update.match,
  // elementwise.out, reduction.out, sorting.out, movement.out, conversion.out,
  // random.out, indexing.out, contraction.out, fourier.out,
  // linear.out, convolution.out, pooling.out, resampling.out, attention.out,
  // activation.out, normalization.out, pointwise.out, statistics.out,
  // ordering.out, selection.out, quantization.out
}

// Rejects a call that infer() rejects, and outs that differ from the types that
// it infers. Stores these types in `results` if there are no outs.
Status check_types(const Call& call, const Profile& profile,
                   std::vector<TensorType>& results) {
  const OpSpec& spec = spec_of(call.op);
  std::vector<TensorType> operands;
  operands.reserve(call.operands.size());
  for (const Tensor& operand : call.operands)
    operands.push_back({operand.dtype, operand.view.shape()});
  const DType requested =
      call.outs.empty() ? DType::kFloat32 : call.outs[0].dtype;
  auto types = infer(call.op, operands, call.attributes, requested, profile);
  if (!types) return types.status();
  if (spec.signature.returns_tensor()) {
    if (call.outs.empty()) {
      results = *std::move(types);
      return {};
    }
    if (!spec.signature.takes_optional_out())
      return broken(call.op, "", "this op returns its result and takes no out");
  }
  if (call.outs.size() != types->size())
    return broken(
        call.op, "",
        fmt::format("{} outs where {} {} needed", call.outs.size(),
                    types->size(), types->size() == 1 ? "is" : "are"));
  for (std::size_t i = 0; i < types->size(); ++i) {
    const Tensor& out = call.outs[i];
    const TensorType& type = (*types)[i];
    if (out.dtype != type.dtype || out.view.shape() != type.shape)
      return broken(
          call.op, out_clause(call.op),
          fmt::format("out is {} {}, the result {} {}", name_of(out.dtype),
                      shape_text(out.view.shape()), name_of(type.dtype),
                      shape_text(type.shape)));
  }
  return {};
}

Status check_whole(const Call& call, const Profile& profile,
                   std::vector<TensorType>& results) {
  const OpSpec& spec = spec_of(call.op);
  if (!is_plain_call(call))
    if (Status status = check_types(call, profile, results); !status.ok())
      return status;
  if (spec.signature.delivery == Delivery::kKept) {
    const bool may_repeat = !clause_of(call.op, "repeated").empty();
    if (!may_repeat && shares_elements(call.outs[0].view))
      return broken(call.op, out_clause(call.op),
                    "elements of out share memory");
    return {};
  }
  for (const Tensor& out : call.outs)
    if (!out.view.is_c_contiguous())
      return broken(call.op, out_clause(call.op), "out is not C-contiguous");
  if (call.outs.empty() || family_of(call.op).name != "elementwise") return {};
  for (const Tensor& operand : call.operands)
    if (overlaps_partly(call.outs[0], operand))
      return broken(call.op, "elementwise.partial_overlap"_clause,
                    "out overlaps an operand and is not that operand");
  return {};
}

}  // namespace

Status check_call(const Call& call, const Profile& profile) {
  std::vector<TensorType> results;
  return check_whole(call, profile, results);
}
Status check_call(const Call& call, std::vector<TensorType>& results) {
  return check_whole(call, kNx, results);
}

bool is_empty_extremum(Op op, const Shape& operand,
                       const Attributes& attributes) {
  const Refusal refuses = spec_of(op).refuses;
  return refuses != nullptr && refuses(operand, attributes);
}

const Variant& variant_of(Op op, const Attributes& attributes) {
  const OpSpec& spec = spec_of(op);
  if (spec.variant_rule != nullptr)
    return spec.variants[spec.variant_rule(attributes)];
  if (spec.variant_by == kNoAttribute) return spec.variants[0];
  const std::int64_t value = attributes.integers(spec.variant_by)[0];
  return spec.variants[static_cast<std::size_t>(value)];
}

}  // namespace assay
