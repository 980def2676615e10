// Recognizes calls of the most frequent ops that break no precondition.
// Tested by tests/spec/check_call_test.cc.
#include "spec/plain_calls.h"

#include <algorithm>
#include <array>
#include <utility>

#include "spec/checked_int.h"
#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Returns a == b. The function that == calls takes longer on so few extents.
bool are_same(const Shape& a, const Shape& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) return false;
  return true;
}

// Returns whether the operands and the out have the same shape and the dtypes
// fit.
bool is_plain_lift(const Call& call) {
  const Signature& signature = op_table::spec_of(call.op).signature;
  if (call.operands.size() != signature.operands.size() ||
      call.outs.size() != 1 || !call.attributes.entries().empty())
    return false;
  const bool gives_bool = signature.gives(Role::kBool);
  const View& view = call.outs[0].view;
  if (view.rank() > static_cast<std::size_t>(kMaxRank) ||
      !checked_element_count(view.shape()))
    return false;
  const DType dtype = call.operands[0].dtype;
  return call.outs[0].dtype == (gives_bool ? DType::kBool : dtype) &&
         std::all_of(call.operands.begin(), call.operands.end(),
                     [&](const Tensor& operand) {
                       return operand.dtype == dtype &&
                              are_same(operand.view.shape(), view.shape());
                     });
}

// Returns the same for a reduction with ascending axes and without keepdims.
bool is_plain_reduction(const Call& call) {
  const auto& entries = call.attributes.entries();
  if (call.operands.size() != 1 || call.outs.size() != 1 ||
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

// Returns whether the product of all extents and the depth is at most the
// number of elements that a shape may have. Then a, b and c have no more. An
// extent of 0 is left to infer().
bool is_small_product(const Shape& c, std::int64_t depth) {
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  std::int64_t factors = depth;
  if (depth < 1 || depth > kMost) return false;
  for (const std::int64_t extent : c) {
    if (extent < 1 || extent > kMost) return false;
    const auto product = checked_product(factors, extent);
    if (!product || *product > kMost) return false;
    factors = *product;
  }
  return true;
}

// Returns the same for a product of matrices with their batches.
bool is_plain_product(const Call& call) {
  if (call.operands.size() != 2 || call.outs.size() != 1 ||
      !call.attributes.entries().empty())
    return false;
  const DType dtype = call.outs[0].dtype;
  const Shape& a = call.operands[0].view.shape();
  const Shape& b = call.operands[1].view.shape();
  const Shape& c = call.outs[0].view.shape();
  const std::size_t rank = c.size();
  if (call.operands[0].dtype != dtype || call.operands[1].dtype != dtype ||
      rank < 2 || rank > static_cast<std::size_t>(kMaxRank) ||
      a.size() != rank || b.size() != rank)
    return false;
  for (std::size_t i = 0; i + 2 < rank; ++i)
    if (a[i] != c[i] || b[i] != c[i]) return false;
  const std::int64_t depth = a[rank - 1];
  return a[rank - 2] == c[rank - 2] && depth == b[rank - 2] &&
         b[rank - 1] == c[rank - 1] && is_small_product(c, depth);
}

// Returns whether axes are ones of the shape and have elements.
bool have_elements(const Attributes::Integers& axes, const Shape& shape) {
  return std::all_of(axes.begin(), axes.end(), [&](std::int64_t axis) {
    return is_axis(axis, shape) && shape[static_cast<std::size_t>(axis)] >= 1;
  });
}

// Returns the same for a Fourier transform. The lengths `s` of irfft, if it has
// any, are left to infer().
bool is_plain_transform(const Call& call) {
  const TypeRule rule = op_table::spec_of(call.op).signature.types;
  const bool is_paired =
      rule == types_half_spectrum || rule == types_of_half_spectrum;
  const auto& entries = call.attributes.entries();
  if (call.operands.size() != 1 || call.outs.size() != 1 ||
      entries.size() != (is_paired ? 2 : 1) ||
      entries[0].key != AttributeKey::kAxes)
    return false;
  const Shape& shape = call.operands[0].view.shape();
  const Shape& out = call.outs[0].view.shape();
  const DType dtype = call.outs[0].dtype;
  const auto& axes = entries[0].integers;
  if (shape.size() > static_cast<std::size_t>(kMaxRank) ||
      shape.size() != out.size() || !checked_element_count(shape) ||
      !checked_element_count(out) || !have_elements(axes, shape))
    return false;
  if (!is_paired) return dtype == call.operands[0].dtype && shape == out;
  if (entries[1].key != AttributeKey::kDType ||
      entries[1].integers.size() != 1 ||
      entries[1].integers[0] != static_cast<std::int64_t>(dtype) ||
      axes.empty())
    return false;
  const bool to_bins = rule == types_half_spectrum;
  if (to_bins ? !is_complex(dtype) : !kTransformable.contains(dtype))
    return false;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool is_last = std::cmp_equal(axes.back(), i);
    const std::int64_t extent = !is_last  ? shape[i]
                                : to_bins ? shape[i] / 2 + 1
                                          : 2 * (shape[i] - 1);
    if (out[i] != extent || extent < 1) return false;
  }
  return true;
}

// Is a function that recognizes calls of an op.
using Recognizer = bool (*)(const Call& call);

// Returns the one for an op, or null if none of its calls is plain.
constexpr Recognizer recognizer_of(const OpSpec& spec) {
  const Signature& signature = spec.signature;
  const TypeRule rule = signature.types;
  if (rule == types_reduced) return is_plain_reduction;
  if (rule == types_transformed || rule == types_half_spectrum ||
      rule == types_of_half_spectrum)
    return is_plain_transform;
  if (!spec.attributes.empty()) return nullptr;
  if (rule == types_contracted) return is_plain_product;
  if (signature.is_lifted() || signature.delivery == Delivery::kKept)
    return is_plain_lift;
  return nullptr;
}

constexpr auto kRecognizers = [] {
  std::array<Recognizer, kOps.size()> recognizers{};
  for (std::size_t i = 0; i < kOps.size(); ++i)
    recognizers[i] = recognizer_of(*kOps[i]);
  return recognizers;
}();

}  // namespace

bool is_plain_call(const Call& call) {
  const Recognizer recognizes = kRecognizers[static_cast<std::size_t>(call.op)];
  return recognizes != nullptr && recognizes(call);
}

}  // namespace assay
