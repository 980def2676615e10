// Checks of whole calls, with tensors and outs, on top of infer().
// Tested by tests/spec/infer_test.cc.
#include <algorithm>
#include <utility>

#include "spec/infer_parts.h"

namespace assay {
namespace {

// Returns whether writing `out` could change elements of the operand that are
// not at the same place: they share memory, and are not the very same view.
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

// Whether operands and out are alike, as those of most calls are: then nothing
// is left for infer() to find, and the call is spared the time it takes.
bool is_plain(const Call& call) {
  const Signature signature = spec_of(call.op).signature;
  const bool compares = signature == Signature::kComparison;
  const bool is_binary = compares || signature == Signature::kBinary;
  if (!is_binary && signature != Signature::kUnary &&
      signature != Signature::kAssign)
    return false;
  if (call.operands.size() != (is_binary ? 2u : 1u) || call.outs.size() != 1 ||
      !call.attributes.entries().empty())
    return false;
  const View& view = call.outs[0].view;
  if (view.rank() > static_cast<std::size_t>(kMaxRank) ||
      !checked_element_count(view.shape()))
    return false;
  const DType dtype = call.operands[0].dtype;
  return call.outs[0].dtype == (compares ? DType::kBool : dtype) &&
         std::all_of(call.operands.begin(), call.operands.end(),
                     [&](const Tensor& operand) {
                       return operand.dtype == dtype &&
                              operand.view.shape() == view.shape();
                     });
}

// Likewise a reduction whose axes ascend and do not stay.
bool is_plain_reduction(const Call& call) {
  const auto& entries = call.attributes.entries();
  if (spec_of(call.op).signature != Signature::kReduction ||
      call.operands.size() != 1 || call.outs.size() != 1 ||
      entries.size() != 2 || entries[0].key != AttributeKey::kAxes ||
      entries[1].key != AttributeKey::kKeepdims ||
      entries[1].integers.size() != 1 || entries[1].integers[0] != 0 ||
      call.operands[0].dtype != call.outs[0].dtype)
    return false;
  const Shape& shape = call.operands[0].view.shape();
  const Shape& left = call.outs[0].view.shape();
  if (shape.size() > static_cast<std::size_t>(kMaxRank) ||
      !checked_element_count(shape) || !checked_element_count(left))
    return false;
  auto axis = entries[0].integers.begin();
  auto extent = left.begin();
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (axis != entries[0].integers.end() && std::cmp_equal(*axis, i))
      ++axis;
    else if (extent == left.end() || *extent++ != shape[i])
      return false;
  return axis == entries[0].integers.end() && extent == left.end();
}

// The clause about outs of an op's family; assign has its own.
std::string_view out_clause(Op op) {
  if (op == "assign"_op) return "assign.match"_clause;
  constexpr std::string_view kOutClauses[] = {
      "elementwise.out"_clause, "reduction.out"_clause,   "sorting.out"_clause,
      "movement.out"_clause,    "conversion.out"_clause,  "random.out"_clause,
      "indexing.out"_clause,    "contraction.out"_clause, "fourier.out"_clause};
  const std::string_view family = family_of(op).name;
  for (std::string_view clause : kOutClauses)
    if (clause.substr(0, clause.find('.')) == family) return clause;
  return {};
}

// What infer() finds against the call, and outs that are not what it infers.
Status check_types(const Call& call, const Profile& profile) {
  const OpSpec& spec = spec_of(call.op);
  std::vector<TensorType> operands;
  operands.reserve(call.operands.size());
  for (const Tensor& operand : call.operands)
    operands.push_back({operand.dtype, operand.view.shape()});
  const DType requested =
      call.outs.empty() ? DType::kFloat32 : call.outs[0].dtype;
  const auto types =
      infer(call.op, operands, call.attributes, requested, profile);
  if (!types) return types.status();
  if (returns_tensor(spec.signature)) {
    const bool may_have_one = takes_optional_out(spec.signature);
    if (call.outs.empty()) return {};
    if (!may_have_one)
      return broken(call.op, "", "this op returns its result and takes no out");
  }
  if (call.outs.size() != 1)
    return broken(call.op, "",
                  fmt::format("{} outs where 1 is needed", call.outs.size()));
  const Tensor& out = call.outs[0];
  const TensorType& type = (*types)[0];
  if (out.dtype != type.dtype || out.view.shape() != type.shape)
    return broken(call.op, out_clause(call.op),
                  fmt::format("out is {} {}, the result {} {}",
                              name_of(out.dtype), shape_text(out.view.shape()),
                              name_of(type.dtype), shape_text(type.shape)));
  return {};
}

}  // namespace

Status check_call(const Call& call, const Profile& profile) {
  const OpSpec& spec = spec_of(call.op);
  if (!is_plain(call) && !is_plain_reduction(call))
    if (Status status = check_types(call, profile); !status.ok()) return status;
  if (call.outs.empty()) return {};
  const Tensor& out = call.outs[0];
  if (spec.signature == Signature::kAssign) return {};
  if (!out.view.is_c_contiguous())
    return broken(call.op, out_clause(call.op), "out is not C-contiguous");
  if (family_of(call.op).name != "elementwise") return {};
  for (const Tensor& operand : call.operands)
    if (overlaps_partly(out, operand))
      return broken(call.op, "elementwise.partial_overlap"_clause,
                    "out overlaps an operand and is not that operand");
  return {};
}

bool is_empty_extremum(Op op, const Shape& operand,
                       const Attributes& attributes) {
  const auto extent = [&](std::int64_t axis) {
    return operand[static_cast<std::size_t>(axis)];
  };
  if (op == "argmax"_op || op == "argmin"_op)
    return extent(attributes.axis()) == 0;
  if (op != "reduce_max"_op && op != "reduce_min"_op) return false;
  const auto& axes = attributes.axes();
  return std::any_of(axes.begin(), axes.end(),
                     [&](std::int64_t axis) { return extent(axis) == 0; });
}

const Variant& variant_of(Op op, const Attributes& attributes) {
  const OpSpec& spec = spec_of(op);
  std::string_view name;
  if (spec.signature == Signature::kScan)
    name = kScanNames[static_cast<int>(attributes.op())];
  else if (spec.signature == Signature::kSort ||
           spec.signature == Signature::kArgsort)
    name = attributes.descending() ? "descending" : "";
  else if (spec.signature == Signature::kScatter)
    name = kScatterModeNames[static_cast<int>(attributes.mode())];
  return *variant_named(spec, name);
}

}  // namespace assay
