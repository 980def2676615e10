// Derives the type of the result of attention.
// Tested by tests/spec/infer_attention_test.cc.
#include <cmath>

#include "spec/float_codec.h"
#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Returns an attribute that is an element of the call's dtype; a default if it
// is left out.
double number_in(const CallTypes& call, AttributeKey key, double otherwise) {
  if (call.attributes.find(key) == nullptr) return otherwise;
  return decode_real(format_of(call.operands[0].dtype),
                     call.attributes.element(key).re);
}

Status check_scalars(const CallTypes& call) {
  const double scale = number_in(call, AttributeKey::kScale, 1);
  if (!std::isfinite(scale))
    return broken(call.op, "attention.finite_scale"_clause,
                  fmt::format("scale is {}", scale));
  const double softcap = number_in(call, AttributeKey::kSoftcap, 1);
  if (!(softcap > 0) || std::isinf(softcap))
    return broken(call.op, "attention.softcap_positive"_clause,
                  fmt::format("softcap is {}", softcap));
  return {};
}

// Rejects an operand of another shape than the one wanted.
Status check_extents(const CallTypes& call, std::size_t operand,
                     const Shape& wanted) {
  const Shape& shape = call.operands[operand].shape;
  if (shape == wanted) return {};
  return broken(call.op, "attention.extents"_clause,
                fmt::format("operand {} has the shape {}, not {}", operand,
                            shape_text(shape), shape_text(wanted)));
}

}  // namespace

std::size_t variant_of_attention(const Attributes& attributes) {
  const auto is_set = [&](AttributeKey key) {
    const auto* flag = attributes.find(key);
    return flag != nullptr && !flag->empty() && flag->front() != 0;
  };
  const bool is_masked = is_set(AttributeKey::kMasked);
  const bool is_biased = is_set(AttributeKey::kBiased);
  const bool is_limited = attributes.find(AttributeKey::kSoftcap) != nullptr;
  if (is_masked + is_biased + is_limited > 1) return 4;
  return is_masked ? 1 : is_biased ? 2 : is_limited ? 3 : 0;
}

TypesResult types_of_attention(const CallTypes& call) {
  for (const TensorType& operand : call.operands) {
    if (operand.shape.size() != 4)
      return broken(
          call.op, "attention.rank"_clause,
          fmt::format("an operand has rank {}, not 4", operand.shape.size()));
    const bool is_mask = operand.dtype == DType::kBool;
    if (!is_mask && operand.dtype != call.operands[0].dtype)
      return broken(
          call.op, "attention.same_dtype"_clause,
          fmt::format("operands have dtypes {} and {}",
                      name_of(call.operands[0].dtype), name_of(operand.dtype)));
  }
  if (Status s = check_scalars(call); !s.ok()) return s;
  const Shape& query = call.operands[0].shape;
  const Shape& value = call.operands[2].shape;
  const std::int64_t keys = call.operands[1].shape[2];
  if (query[3] < 1)
    return broken(call.op, "attention.extents"_clause, "a query is empty");
  if (Status s = check_extents(call, 1, {query[0], query[1], keys, query[3]});
      !s.ok())
    return s;
  if (Status s = check_extents(call, 2, {query[0], query[1], keys, value[3]});
      !s.ok())
    return s;
  for (std::size_t i = 3; i < call.operands.size(); ++i)
    if (Status s = check_extents(call, i, {query[0], query[1], query[2], keys});
        !s.ok())
      return s;
  return std::vector<TensorType>{
      {call.operands[0].dtype, {query[0], query[1], query[2], value[3]}}};
}

}  // namespace assay
