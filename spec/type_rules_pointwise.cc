// Derives the types of the results of the pointwise family, and rejects bounds
// between which nothing lies. Tested by tests/spec/infer_pointwise_test.cc.
#include <cmath>

#include "spec/float_codec.h"
#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Returns whether low is not above high, and neither is NaN.
bool are_ordered(DType dtype, ElementBits low, ElementBits high) {
  if (is_real(dtype))
    return decode_real(format_of(dtype), low.re) <=
           decode_real(format_of(dtype), high.re);
  const std::int64_t least = signed_value(dtype, low);
  const std::int64_t most = signed_value(dtype, high);
  if (category_of(dtype) == Category::kUnsigned)
    return static_cast<std::uint64_t>(least) <=
           static_cast<std::uint64_t>(most);
  return least <= most;
}

}  // namespace

TypesResult types_pointwise(const CallTypes& call) {
  if (Status s = check_same_dtype(call.op, "pointwise.same_dtype"_clause,
                                  call.operands);
      !s.ok())
    return s;
  if (Status s = check_same_shape(call.op, "pointwise.same_shape"_clause,
                                  call.operands);
      !s.ok())
    return s;
  TypesResult types = types_unchanged(call);
  if (types.ok() && spec_of(call.op).signature.gives(Role::kBool))
    types->front().dtype = DType::kBool;
  return types;
}

TypesResult types_clamped(const CallTypes& call) {
  const bool has_low = call.attributes.find(AttributeKey::kLow) != nullptr;
  const bool has_high = call.attributes.find(AttributeKey::kHigh) != nullptr;
  if (!has_low && !has_high)
    return broken(call.op, "clamp.bound_given"_clause,
                  "neither low nor high is given");
  const auto bound = [&](bool is_given, AttributeKey key, AttributeKey other) {
    return call.attributes.element(is_given ? key : other);
  };
  // A bound that is left out is replaced by the other one.
  if (!are_ordered(call.operands[0].dtype,
                   bound(has_low, AttributeKey::kLow, AttributeKey::kHigh),
                   bound(has_high, AttributeKey::kHigh, AttributeKey::kLow)))
    return broken(call.op, "clamp.order"_clause,
                  "low is above high, or one of them is NaN");
  return types_unchanged(call);
}

}  // namespace assay
