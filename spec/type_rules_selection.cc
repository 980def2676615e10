// Derives the types of the results of the selection family's ops that take
// indices, and rejects calls that break a precondition.
// Tested by tests/spec/infer_selection_test.cc.
#include <algorithm>
#include <initializer_list>

#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// The updates of each op, in the order of its variants.
constexpr UpdateMode kSelectUpdates[] = {UpdateMode::kAdd, UpdateMode::kOr};
constexpr UpdateMode kScatterNdUpdates[] = {UpdateMode::kAssign,
                                            UpdateMode::kAdd};
constexpr UpdateMode kScatterReductions[] = {UpdateMode::kOr};

template <std::size_t n>
constexpr bool name_the_variants(const UpdateMode (&updates)[n], Op op) {
  const auto& variants = op_table::spec_of(op).variants;
  for (std::size_t i = 0; i < n; ++i)
    if (kUpdateModeNames[static_cast<std::size_t>(updates[i])] !=
        variants[i].name)
      return false;
  return variants.size() == n;
}
static_assert(name_the_variants(kSelectUpdates, "select_update"_op) &&
                  name_the_variants(kScatterNdUpdates, "scatter_nd"_op) &&
                  name_the_variants(kScatterReductions, "scatter_reduce"_op),
              "a list of updates has another order than the variants");

// Returns the position of the call's update in a list, or 0 if it is not there.
template <std::size_t n>
std::size_t position_in(const UpdateMode (&updates)[n],
                        const Attributes& attributes) {
  const auto* update = attributes.find(AttributeKey::kUpdate);
  if (update == nullptr || update->empty()) return 0;
  const auto* found = std::find(std::begin(updates), std::end(updates),
                                static_cast<UpdateMode>(update->front()));
  return found == std::end(updates)
             ? 0
             : static_cast<std::size_t>(found - std::begin(updates));
}

// Rejects an update that the op does not have.
Status check_update(const CallTypes& call) {
  const auto update =
      kUpdateModeNames[static_cast<std::size_t>(call.attributes.update())];
  if (variant_of(call.op, call.attributes).name == update) return {};
  return broken(call.op, "selection.update"_clause,
                fmt::format("update is {}", update));
}

Status check_indices(const CallTypes& call, std::size_t operand) {
  return check_int32(call.op, "selection.int32"_clause, call.operands[operand],
                     "indices");
}

// Rejects a call whose operands `a` and `b` differ in their dtype.
Status check_dtypes(const CallTypes& call, std::size_t a, std::size_t b) {
  const TensorType both[] = {call.operands[a], call.operands[b]};
  return check_same_dtype(call.op, "selection.same_dtype"_clause, both);
}

// Rejects an operand that does not have the wanted shape.
Status check_shape_of(const CallTypes& call, std::string_view clause,
                      std::size_t operand, const Shape& wanted) {
  const Shape& shape = call.operands[operand].shape;
  if (shape == wanted) return {};
  return broken(call.op, clause,
                fmt::format("{} has shape {}, not {}",
                            spec_of(call.op).signature.operands[operand].name,
                            shape_text(shape), shape_text(wanted)));
}

// Returns the first of the statuses that is not ok.
Status first_of(std::initializer_list<Status> statuses) {
  for (const Status& status : statuses)
    if (!status.ok()) return status;
  return {};
}

Status check_axis_of_x(const CallTypes& call) {
  return check_axis(call.op, "selection.axis"_clause, call.attributes.axis(),
                    call.operands[0].shape);
}

// Returns the shape with another extent along the axis of the call.
Shape with_extent(Shape shape, const CallTypes& call, std::int64_t extent) {
  shape[static_cast<std::size_t>(call.attributes.axis())] = extent;
  return shape;
}

// Returns the shape of the slices of x that rows of indices name, or the broken
// clause.
Result<Shape> shape_of_slices(const CallTypes& call, std::string_view clause) {
  const Shape& x = call.operands[0].shape;
  const Shape& indices = call.operands[1].shape;
  const auto rank = static_cast<std::int64_t>(x.size());
  if (indices.empty() || indices.back() < 1 || indices.back() > rank)
    return broken(call.op, clause,
                  fmt::format("indices has shape {} for x of rank {}",
                              shape_text(indices), rank));
  Shape shape(indices.begin(), indices.end() - 1);
  shape.insert(shape.end(),
               x.begin() + static_cast<std::ptrdiff_t>(indices.back()),
               x.end());
  return shape;
}

Status check_weights(const CallTypes& call, std::string_view clause) {
  const std::size_t rank = call.operands[0].shape.size();
  if (rank == 2) return {};
  return broken(call.op, clause, fmt::format("weights has rank {}", rank));
}

Shape shape_of_rows(const Shape& weights, Shape indices) {
  indices.push_back(weights[1]);
  return indices;
}

}  // namespace

std::size_t variant_of_select_update(const Attributes& attributes) {
  return position_in(kSelectUpdates, attributes);
}

std::size_t variant_of_scatter_nd(const Attributes& attributes) {
  return position_in(kScatterNdUpdates, attributes);
}

std::size_t variant_of_scatter_reduce(const Attributes& attributes) {
  return position_in(kScatterReductions, attributes);
}

TypesResult types_selected(const CallTypes& call) {
  if (Status s = first_of({check_axis_of_x(call), check_indices(call, 1)});
      !s.ok())
    return s;
  const Shape& indices = call.operands[1].shape;
  if (indices.size() != 1)
    return broken(call.op, "select.indices"_clause,
                  fmt::format("indices has rank {}", indices.size()));
  const TensorType& x = call.operands[0];
  return std::vector<TensorType>{
      {x.dtype, with_extent(x.shape, call, indices[0])}};
}

TypesResult types_select_updated(const CallTypes& call) {
  if (Status s = first_of({check_update(call), check_axis_of_x(call),
                           check_indices(call, 1), check_dtypes(call, 0, 2)});
      !s.ok())
    return s;
  constexpr std::string_view kShape = "select_update.shape"_clause;
  const TensorType& x = call.operands[0];
  const Shape& indices = call.operands[1].shape;
  if (indices.size() != 1)
    return broken(call.op, kShape,
                  fmt::format("indices has rank {}", indices.size()));
  if (Status s = check_shape_of(call, kShape, 2,
                                with_extent(x.shape, call, indices[0]));
      !s.ok())
    return s;
  return std::vector<TensorType>{x};
}

TypesResult types_gathered_nd(const CallTypes& call) {
  if (Status s = check_indices(call, 1); !s.ok()) return s;
  auto shape = shape_of_slices(call, "gather_nd.coordinates"_clause);
  if (!shape) return shape.status();
  return std::vector<TensorType>{{call.operands[0].dtype, *std::move(shape)}};
}

TypesResult types_scattered_nd(const CallTypes& call) {
  if (Status s = first_of({check_update(call), check_indices(call, 1),
                           check_dtypes(call, 0, 2)});
      !s.ok())
    return s;
  const auto shape = shape_of_slices(call, "scatter_nd.coordinates"_clause);
  if (!shape) return shape.status();
  if (Status s = check_shape_of(call, "scatter_nd.shape"_clause, 2, *shape);
      !s.ok())
    return s;
  return std::vector<TensorType>{call.operands[0]};
}

TypesResult types_scatter_reduced(const CallTypes& call) {
  if (Status s = first_of({check_update(call), check_axis_of_x(call),
                           check_indices(call, 1), check_dtypes(call, 0, 2)});
      !s.ok())
    return s;
  constexpr std::string_view kShape = "scatter_reduce.shape"_clause;
  const TensorType& x = call.operands[0];
  const Shape& indices = call.operands[1].shape;
  if (indices.size() != x.shape.size())
    return broken(call.op, kShape,
                  fmt::format("x has rank {}, indices {}", x.shape.size(),
                              indices.size()));
  const auto axis = static_cast<std::size_t>(call.attributes.axis());
  const Shape wanted = with_extent(x.shape, call, indices[axis]);
  if (Status s = first_of({check_shape_of(call, kShape, 1, wanted),
                           check_shape_of(call, kShape, 2, wanted)});
      !s.ok())
    return s;
  return std::vector<TensorType>{x};
}

TypesResult types_embedded(const CallTypes& call) {
  if (Status s = first_of({check_weights(call, "embedding.rank"_clause),
                           check_indices(call, 1)});
      !s.ok())
    return s;
  const TensorType& weights = call.operands[0];
  return std::vector<TensorType>{
      {weights.dtype, shape_of_rows(weights.shape, call.operands[1].shape)}};
}

TypesResult types_of_embedding_gradient(const CallTypes& call) {
  if (Status s =
          first_of({check_weights(call, "embedding_backward.rank"_clause),
                    check_indices(call, 2), check_dtypes(call, 0, 1)});
      !s.ok())
    return s;
  const TensorType& weights = call.operands[0];
  if (Status s =
          check_shape_of(call, "embedding_backward.shape"_clause, 1,
                         shape_of_rows(weights.shape, call.operands[2].shape));
      !s.ok())
    return s;
  return std::vector<TensorType>{weights};
}

}  // namespace assay
