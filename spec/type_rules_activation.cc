// Derives the types of the results of activations.
// Tested by tests/spec/infer_activation_test.cc.
#include <cmath>

#include "spec/float_codec.h"
#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Returns whether the element of an attribute is finite, or its dtype has no
// other elements.
bool is_finite(DType dtype, ElementBits bits) {
  return !is_real(dtype) ||
         std::isfinite(decode_real(format_of(dtype), bits.re));
}

}  // namespace

TypesResult types_activated(const CallTypes& call) {
  if (Status s = check_same_dtype(call.op, "activation.same_dtype"_clause,
                                  call.operands);
      !s.ok())
    return s;
  if (Status s = check_same_shape(call.op, "activation.same_shape"_clause,
                                  call.operands);
      !s.ok())
    return s;
  const DType dtype = call.operands[0].dtype;
  if (spec_of(call.op).has(AttributeKey::kNegativeSlope) &&
      !is_finite(dtype, call.attributes.element(AttributeKey::kNegativeSlope)))
    return broken(call.op, "leaky_relu.slope"_clause,
                  "negative_slope is not finite");
  return types_unchanged(call);
}

TypesResult types_activated_along(const CallTypes& call) {
  if (Status s = check_axis(call.op, "activation.axis_valid"_clause,
                            call.attributes.axis(), call.operands[0].shape);
      !s.ok())
    return s;
  return types_unchanged(call);
}

}  // namespace assay
