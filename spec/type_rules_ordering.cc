// Derives the types of values and indices, and rejects calls that break a
// precondition. Tested by tests/spec/infer_ordering_test.cc.
#include <utility>

#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Returns the types of values and indices with `extent` entries along the axis,
// which is known to be one of x.
TypesResult pair_of_types(const CallTypes& call, std::int64_t extent) {
  const auto index = checked_index_dtype(call);  // ordering.index_integer
  if (!index) return index.status();
  Shape shape = call.operands[0].shape;
  shape[static_cast<std::size_t>(call.attributes.axis())] = extent;
  std::vector<TensorType> types;
  types.push_back({call.operands[0].dtype, shape});
  types.push_back({*index, std::move(shape)});
  return types;
}

Status check_order_axis(const CallTypes& call) {
  return check_axis(call.op, "ordering.axis_valid"_clause,
                    call.attributes.axis(), call.operands[0].shape);
}

std::int64_t extent_along(const CallTypes& call) {
  return call.operands[0]
      .shape[static_cast<std::size_t>(call.attributes.axis())];
}

}  // namespace

TypesResult types_of_sorted_pairs(const CallTypes& call) {
  if (Status s = check_order_axis(call); !s.ok()) return s;
  return pair_of_types(call, extent_along(call));
}

TypesResult types_of_largest(const CallTypes& call) {
  if (Status s = check_order_axis(call); !s.ok()) return s;
  const std::int64_t k = call.attributes.integers(AttributeKey::kK)[0];
  const std::int64_t extent = extent_along(call);
  if (k < 0 || k > extent)
    return broken(call.op, "topk.k"_clause,
                  fmt::format("k is {} for extent {}", k, extent));
  return pair_of_types(call, k);
}

}  // namespace assay
