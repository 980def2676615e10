// Derives the types of the results of layer_norm and batch_norm.
// Tested by tests/spec/infer_activation_test.cc.
#include <algorithm>

#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Rejects operands after the first one that are not one axis of this extent, or
// of another dtype than x.
Status check_parameters(const CallTypes& call, std::string_view clause,
                        std::int64_t extent) {
  for (const TensorType& operand : call.operands.subspan(1))
    if (operand.shape != Shape{extent})
      return broken(call.op, clause,
                    fmt::format("an operand has the shape {}, not [{}]",
                                shape_text(operand.shape), extent));
  return check_same_dtype(call.op, "normalization.same_dtype"_clause,
                          call.operands);
}

}  // namespace

TypesResult types_of_rows_normalized(const CallTypes& call) {
  constexpr std::string_view kClause = "layer_norm.extents"_clause;
  const Shape& shape = call.operands[0].shape;
  if (shape.empty()) return broken(call.op, kClause, "x has no axis");
  if (Status s = check_parameters(call, kClause, shape.back()); !s.ok())
    return s;
  return types_unchanged(call);
}

TypesResult types_of_channels_normalized(const CallTypes& call) {
  constexpr std::string_view kClause = "batch_norm.extents"_clause;
  const Shape& shape = call.operands[0].shape;
  if (shape.size() < 2)
    return broken(call.op, kClause, "x has fewer than two axes");
  if (std::find(shape.begin() + 1, shape.end(), 0) != shape.end())
    return broken(call.op, kClause,
                  "an axis of x other than the first is empty");
  if (Status s = check_parameters(call, kClause, shape[1]); !s.ok()) return s;
  return types_unchanged(call);
}

}  // namespace assay
