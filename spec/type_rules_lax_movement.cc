// Derives the types of the movement ops of lax, and rejects calls that break a
// precondition. Tested by tests/spec/infer_lax_movement_test.cc.
#include <algorithm>
#include <limits>

#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

__extension__ typedef __int128 Wide;

using List = Attributes::Integers;

// Rejects lists that do not have one entry per axis.
Status check_lengths(const CallTypes& call,
                     std::initializer_list<AttributeKey> keys) {
  const std::size_t rank = call.operands[0].shape.size();
  for (const AttributeKey key : keys)
    if (const std::size_t length = call.attributes.integers(key).size();
        length != rank)
      return broken(call.op, clause_of(call.op, "lengths"),
                    fmt::format("{} has {} entries for rank {}",
                                spec_of(key).name, length, rank));
  return {};
}

// Returns the extent as 64 bits; one that is larger becomes the largest, which
// no shape may have.
std::int64_t saturated(Wide extent) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  return extent > kLargest ? kLargest : static_cast<std::int64_t>(extent);
}

// Rejects two axes of the shape that are not two different axes of it.
Status check_two_axes(const CallTypes& call, std::int64_t a, std::int64_t b,
                      const Shape& shape) {
  const std::string_view clause = clause_of(call.op, "axes");
  if (Status s = check_axis(call.op, clause, a, shape); !s.ok()) return s;
  if (Status s = check_axis(call.op, clause, b, shape); !s.ok()) return s;
  if (a != b) return {};
  return broken(call.op, clause, fmt::format("both axes are {}", a));
}

}  // namespace

std::size_t variant_of_pad_general(const Attributes& attributes) {
  return attributes.value() == ElementBits{} ? 0 : 1;
}

TypesResult types_broadcast(const CallTypes& call) {
  const TensorType& x = call.operands[0];
  const Shape& shape = call.attributes.shape();
  const List& dims = call.attributes.integers(AttributeKey::kBroadcastDims);
  constexpr std::string_view kDims = "broadcast_in_dim.dims"_clause;
  if (dims.size() != x.shape.size())
    return broken(
        call.op, kDims,
        fmt::format("{} dims for rank {}", dims.size(), x.shape.size()));
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (Status s = check_axis(call.op, kDims, dims[d], shape); !s.ok())
      return s;
    const auto seen = dims.begin() + static_cast<std::ptrdiff_t>(d);
    if (std::find(dims.begin(), seen, dims[d]) != seen)
      return broken(call.op, kDims,
                    fmt::format("dim {} is given twice", dims[d]));
    const std::int64_t extent = shape[static_cast<std::size_t>(dims[d])];
    if (x.shape[d] != 1 && x.shape[d] != extent)
      return broken(call.op, "broadcast_in_dim.extents"_clause,
                    fmt::format("extent {} of axis {} becomes {}", x.shape[d],
                                d, extent));
  }
  return one_type(x.dtype, shape);
}

TypesResult types_of_strided_slice(const CallTypes& call) {
  const TensorType& x = call.operands[0];
  if (Status s =
          check_lengths(call, {AttributeKey::kStarts, AttributeKey::kLimits,
                               AttributeKey::kStrides});
      !s.ok())
    return s;  // slice_general.lengths
  const List& starts = call.attributes.integers(AttributeKey::kStarts);
  const List& limits = call.attributes.integers(AttributeKey::kLimits);
  const List& strides = call.attributes.integers(AttributeKey::kStrides);
  Shape shape;
  for (std::size_t axis = 0; axis < starts.size(); ++axis) {
    const std::int64_t start = starts[axis];
    const std::int64_t limit = limits[axis];
    if (start < 0 || start > limit || limit > x.shape[axis])
      return broken(call.op, "slice_general.bounds"_clause,
                    fmt::format("[{}, {}) of extent {} on axis {}", start,
                                limit, x.shape[axis], axis));
    if (strides[axis] < 1)
      return broken(
          call.op, "slice_general.stride_positive"_clause,
          fmt::format("the stride of axis {} is {}", axis, strides[axis]));
    shape.push_back(start == limit ? 0
                                   : (limit - start - 1) / strides[axis] + 1);
  }
  return one_type(x.dtype, std::move(shape));
}

TypesResult types_padded_inside(const CallTypes& call) {
  const TensorType& x = call.operands[0];
  if (Status s =
          check_lengths(call, {AttributeKey::kEdgeLow, AttributeKey::kEdgeHigh,
                               AttributeKey::kInterior});
      !s.ok())
    return s;  // pad_general.lengths
  const List& low = call.attributes.integers(AttributeKey::kEdgeLow);
  const List& high = call.attributes.integers(AttributeKey::kEdgeHigh);
  const List& interior = call.attributes.integers(AttributeKey::kInterior);
  Shape shape;
  for (std::size_t axis = 0; axis < x.shape.size(); ++axis) {
    if (interior[axis] < 0)
      return broken(
          call.op, "pad_general.interior_not_negative"_clause,
          fmt::format("interior of axis {} is {}", axis, interior[axis]));
    const Wide n = x.shape[axis];
    const Wide extent =
        n + std::max<Wide>(n - 1, 0) * interior[axis] + low[axis] + high[axis];
    if (extent < 0)
      return broken(call.op, "pad_general.extent_not_negative"_clause,
                    fmt::format("edges {} and {} remove more than axis {} has",
                                low[axis], high[axis], axis));
    shape.push_back(saturated(extent));
  }
  return one_type(x.dtype, std::move(shape));
}

TypesResult types_of_diagonal(const CallTypes& call) {
  const TensorType& x = call.operands[0];
  const std::int64_t a = call.attributes.integers(AttributeKey::kAxisA)[0];
  const std::int64_t b = call.attributes.integers(AttributeKey::kAxisB)[0];
  if (Status s = check_two_axes(call, a, b, x.shape); !s.ok())
    return s;  // extract_diagonal.axes
  const auto along = static_cast<std::size_t>(a);
  const auto gone = static_cast<std::size_t>(b);
  if (x.shape[along] != x.shape[gone])
    return broken(call.op, "extract_diagonal.square"_clause,
                  fmt::format("extents {} and {} of axes {} and {} differ",
                              x.shape[along], x.shape[gone], a, b));
  Shape shape = x.shape;
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(gone));
  return one_type(x.dtype, std::move(shape));
}

TypesResult types_with_diagonal(const CallTypes& call) {
  const TensorType& x = call.operands[0];
  const std::int64_t a = call.attributes.integers(AttributeKey::kAxisA)[0];
  const std::int64_t b = call.attributes.integers(AttributeKey::kAxisB)[0];
  constexpr std::string_view kAxes = "embed_diagonal.axes"_clause;
  if (Status s = check_axis(call.op, kAxes, a, x.shape); !s.ok()) return s;
  Shape shape = x.shape;
  shape.push_back(x.shape[static_cast<std::size_t>(a)]);
  if (Status s = check_axis(call.op, kAxes, b, shape); !s.ok()) return s;
  std::rotate(shape.begin() + b, shape.end() - 1, shape.end());
  return one_type(x.dtype, std::move(shape));
}

TypesResult types_of_triangle(const CallTypes& call) {
  const TensorType& x = call.operands[0];
  if (x.shape.size() < 2)  // tril.rank, triu.rank
    return broken(call.op, clause_of(call.op, "rank"),
                  fmt::format("x has rank {}", x.shape.size()));
  return one_type(x.dtype, x.shape);
}

}  // namespace assay
