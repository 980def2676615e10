// Derives the types of the results of dot_general, dot_general_update and
// einsum, and rejects calls that break a precondition.
// Tested by tests/spec/infer_lax_contraction_test.cc.
#include <map>

#include "spec/dot_axes.h"
#include "spec/op_table.h"
#include "spec/subscripts.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Rejects axes of one operand that it does not have or that two roles share.
Status check_roles(const CallTypes& call, bool is_lhs) {
  const std::string_view clause =
      clause_of(call.op, "axes");  // dot_general.axes, dot_general_update.axes
  const Shape& shape = call.operands[is_lhs ? 0 : 1].shape;
  std::vector<bool> is_listed(shape.size());
  for (const AttributeKey key :
       {is_lhs ? AttributeKey::kLhsContracting : AttributeKey::kRhsContracting,
        is_lhs ? AttributeKey::kLhsBatch : AttributeKey::kRhsBatch})
    for (const std::int64_t axis : call.attributes.integers(key)) {
      if (Status s = check_axis(call.op, clause, axis, shape); !s.ok())
        return s;
      if (is_listed[static_cast<std::size_t>(axis)])
        return broken(call.op, clause,
                      fmt::format("axis {} of {} is listed twice", axis,
                                  is_lhs ? "lhs" : "rhs"));
      is_listed[static_cast<std::size_t>(axis)] = true;
    }
  return {};
}

// Rejects lists of different lengths, and paired axes of different extents.
Status check_pairs(const CallTypes& call, AttributeKey of_lhs,
                   AttributeKey of_rhs) {
  const Axes& left = call.attributes.integers(of_lhs);
  const Axes& right = call.attributes.integers(of_rhs);
  if (left.size() != right.size())
    return broken(
        call.op, clause_of(call.op, "axes"),
        fmt::format("{} has {} axes and {} has {}", spec_of(of_lhs).name,
                    left.size(), spec_of(of_rhs).name, right.size()));
  const Shape lhs = extents_at(call.operands[0].shape, left);
  const Shape rhs = extents_at(call.operands[1].shape, right);
  if (lhs == rhs) return {};
  const std::string_view clause = clause_of(
      call.op, "extents");  // dot_general.extents, dot_general_update.extents
  return broken(call.op, clause,
                fmt::format("paired axes have the extents {} and {}",
                            shape_text(lhs), shape_text(rhs)));
}

Status broken_labels(const CallTypes& call, std::string_view what) {
  return broken(call.op, "einsum.labels"_clause, what);
}

// Rejects subscripts that do not fit the ranks of the operands.
Status check_labels(const CallTypes& call,
                    const std::optional<Subscripts>& subscripts) {
  if (!subscripts)
    return broken_labels(call, "subscripts are not lists of labels");
  const std::size_t count = call.operands.size();
  if (count > kMaxOperands)
    return broken_labels(call, fmt::format("{} operands are too many", count));
  if (subscripts->inputs.size() != count)
    return broken_labels(call, fmt::format("subscripts of {} operands for {}",
                                           subscripts->inputs.size(), count));
  for (std::size_t i = 0; i < count; ++i)
    if (subscripts->inputs[i].size() != call.operands[i].shape.size())
      return broken_labels(
          call, fmt::format("operand {} has {} labels and rank {}", i,
                            subscripts->inputs[i].size(),
                            call.operands[i].shape.size()));
  for (const std::int64_t label : subscripts->output)
    if (subscripts->operands_with(label) == 0)
      return broken_labels(call, fmt::format("no operand has label {}", label));
  return {};
}

}  // namespace

TypesResult types_of_dot_general(const CallTypes& call) {
  const std::string_view same_dtype = clause_of(
      call.op,
      "same_dtype");  // dot_general.same_dtype, dot_general_update.same_dtype
  if (Status s = check_same_dtype(call.op, same_dtype, call.operands); !s.ok())
    return s;
  for (const bool is_lhs : {true, false})
    if (Status s = check_roles(call, is_lhs); !s.ok()) return s;
  if (Status s = check_pairs(call, AttributeKey::kLhsContracting,
                             AttributeKey::kRhsContracting);
      !s.ok())
    return s;
  if (Status s =
          check_pairs(call, AttributeKey::kLhsBatch, AttributeKey::kRhsBatch);
      !s.ok())
    return s;
  return one_type(
      call.operands[0].dtype,
      dot_shape(call.attributes, call.operands[0].shape, call.operands[1].shape,
                has_batch_last(call.profile)));
}

TypesResult types_of_einsum(const CallTypes& call) {
  if (Status s =
          check_same_dtype(call.op, "einsum.same_dtype"_clause, call.operands);
      !s.ok())
    return s;
  const auto subscripts =
      read_subscripts(call.attributes.integers(AttributeKey::kSubscripts));
  if (Status s = check_labels(call, subscripts); !s.ok()) return s;
  std::map<std::int64_t, std::int64_t> extents;
  for (std::size_t i = 0; i < call.operands.size(); ++i)
    for (std::size_t axis = 0; axis < subscripts->inputs[i].size(); ++axis) {
      const std::int64_t extent = call.operands[i].shape[axis];
      const std::int64_t label = subscripts->inputs[i][axis];
      const std::int64_t known = extents.emplace(label, extent).first->second;
      if (known != extent)
        return broken(call.op, "einsum.extents"_clause,
                      fmt::format("label {} has the extents {} and {}", label,
                                  known, extent));
    }
  Shape shape;
  for (const std::int64_t label : subscripts->output)
    shape.push_back(extents[label]);
  return one_type(call.operands[0].dtype, std::move(shape));
}

std::size_t einsum_variant(const Attributes& attributes) {
  const auto* integers = attributes.find(AttributeKey::kSubscripts);
  if (integers == nullptr) return 0;
  const auto subscripts = read_subscripts(*integers);
  return subscripts && subscripts->embeds() ? 1 : 0;
}

}  // namespace assay
