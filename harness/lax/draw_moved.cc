// Draws broadcasts, slices and pads over operands that hold addresses, so that
// an element of a wrong place shows.
// Tested by tests/harness/lax/drawn_movement_test.cc.
#include "harness/lax/draw_moved.h"

#include <algorithm>
#include <limits>

#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

using List = Attributes::Integers;

// Returns a seed that differs from case to case.
std::uint64_t seed_of_moved(const CallWish& wish) {
  return static_cast<std::uint64_t>(wish.number) << 16 |
         static_cast<std::uint64_t>(pick(wish, 4, 64)) << 8 |
         static_cast<std::uint64_t>(pick(wish, 6, 64));
}

// A call of broadcast_in_dim.
struct Broadcast {
  Shape from;
  Shape to;
  List dims;

  DrawnCall call(const CallWish& wish) const {
    return {{telling_operand(wish, from)},
            Attributes().shape(to).set(AttributeKey::kBroadcastDims, dims)};
  }
};

// Returns whether the dims of a case shall not ascend: those about that, and
// half of the cells in cases about layouts.
bool is_disordered(const CallWish& wish) {
  return is_about(wish, StructureCase::kAnyAxes) ||
         (wish.row.every_layout && static_cast<int>(wish.cell.dtype) % 2 == 1);
}

Broadcast long_broadcast(const CallWish& wish) {
  const std::int64_t n = wish.extent;
  switch (wish.number % 4) {
    case 0:
      return {{n}, {3, n}, {1}};
    case 1:
      return {{n}, {n, 3}, {0}};
    case 2:
      if (!wish.row.every_layout && wish.choose(2, 2) == 0)
        return {{}, {n, 2}, {}};
      return {{2, 1}, {2, n}, {0, 1}};
    default:
      if (is_disordered(wish)) return {{n, 2}, {2, 3, n}, {2, 0}};
      return {{n, 2}, {n, 3, 2}, {0, 2}};
  }
}

// Returns a call that maps every axis, or all but one, in another order. The
// extents of every third one are equal, so that only elements tell the axes
// apart.
Broadcast disordered_broadcast(const CallWish& wish) {
  Broadcast chosen;
  chosen.to = moved_shape(wish, 2);
  for (std::size_t axis = 0; axis < chosen.to.size(); ++axis)
    if (chosen.to[axis] < 2 && axis < 5)
      chosen.to[axis] = static_cast<std::int64_t>(2 + axis % 2);
  if (wish.number % 3 == 2) chosen.to.assign(3, 2 + pick(wish, 1, 2));
  for (std::int64_t axis = 0; axis < std::ssize(chosen.to); ++axis)
    if (wish.number % 4 != 3 || axis != 1 || chosen.to.size() < 3)
      chosen.dims.push_back(axis);
  if (wish.number % 3 == 0)
    std::reverse(chosen.dims.begin(), chosen.dims.end());
  else
    std::rotate(chosen.dims.begin(), chosen.dims.begin() + 1,
                chosen.dims.end());
  for (const std::int64_t dim : chosen.dims)
    chosen.from.push_back(chosen.to[static_cast<std::size_t>(dim)]);
  return chosen;
}

// A call of slice_general.
struct StridedSlice {
  List starts;
  List limits;
  List strides;
};

// Appends a range and a stride of an axis with this extent.
void add_range(const CallWish& wish, std::int64_t extent, StridedSlice& slice) {
  const std::size_t axis = slice.starts.size();
  const bool is_partial = is_about(wish, StructureCase::kPartialStep);
  std::int64_t start = pick(wish, axis, std::max<std::int64_t>(extent / 2, 1));
  start = std::min(start, extent);
  const std::int64_t limit = std::max(start, extent - pick(wish, axis + 3, 2));
  std::int64_t stride = is_partial             ? 2 + pick(wish, 2 * axis + 1, 3)
                        : wish.number % 3 == 2 ? 1 + pick(wish, 2 * axis + 1, 2)
                                               : 1;
  slice.starts.push_back(start);
  // The last step is a partial one: an element of it is within the limit.
  const bool ends_whole = is_partial && (limit - start) % stride == 0;
  slice.limits.push_back(ends_whole && limit > start + 1 ? limit - 1 : limit);
  slice.strides.push_back(stride);
}

// The padding of pad_general along one axis.
struct Edges {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t interior = 0;
};

// Returns an extent after interior padding.
std::int64_t widened(std::int64_t extent, std::int64_t interior) {
  return extent + std::max<std::int64_t>(extent - 1, 0) * interior;
}

// Removes elements and values at one end or at both, but not all of them.
Edges negative_edges(const CallWish& wish, std::size_t axis,
                     std::int64_t extent) {
  Edges edges;
  edges.interior = (pick(wish, axis + 2, 3) + wish.number) % 3;
  const std::int64_t most = widened(extent, edges.interior) - 1;
  if (most < 1) return edges;
  const std::int64_t removed = 1 + pick(wish, axis, most);
  switch (wish.number % 3) {
    case 0:
      edges.low = -removed;
      edges.high = pick(wish, axis + 4, 3);
      break;
    case 1:
      edges.high = -removed;
      edges.low = pick(wish, axis + 4, 3);
      break;
    default:
      edges.low = -(removed + 1) / 2;
      edges.high = -(removed / 2);
  }
  return edges;
}

// Removes every element and puts values in their place.
Edges edges_of_nothing(const CallWish& wish, std::size_t axis,
                       std::int64_t extent) {
  Edges edges;
  edges.interior = pick(wish, axis + 2, 3);
  const std::int64_t removed =
      widened(extent, edges.interior) + pick(wish, axis, 3);
  const std::int64_t kept = removed - widened(extent, edges.interior);
  edges.low = -removed;
  edges.high = kept + 1 + pick(wish, axis + 4, 3);
  if (wish.number % 2 == 1) std::swap(edges.low, edges.high);
  return edges;
}

Edges chosen_edges(const CallWish& wish, std::size_t axis, std::size_t special,
                   std::int64_t extent) {
  Edges edges{pick(wish, axis, 3), pick(wish, axis + 4, 3), 0};
  switch (special_of<StructureCase>(wish.row)) {
    case StructureCase::kInterior:
      edges.interior = axis == special ? 1 + pick(wish, axis + 2, 3)
                                       : pick(wish, axis + 2, 3);
      break;
    case StructureCase::kNegative:
      return negative_edges(wish, axis, extent);
    case StructureCase::kGone:
      if (axis == special) return edges_of_nothing(wish, axis, extent);
      break;
    case StructureCase::kEmptyAxis:
      if (axis != special) break;
      edges = {1 + pick(wish, axis, 3), pick(wish, axis + 4, 3) - 1, 0};
      edges.interior = 1 + pick(wish, axis + 2, 3);
      break;
    case StructureCase::kUnpadded:
      if (wish.number % 3 == 0) return {};
      break;
    case StructureCase::kFill:
    case StructureCase::kMinusZero:
      if (axis == special) edges.low = 1 + pick(wish, axis, 2);
      break;
    default:
      if (wish.number % 2 == 1) edges.interior = pick(wish, axis + 2, 2);
  }
  return edges;
}

std::vector<Edges> long_edges(const CallWish& wish) {
  switch (wish.number % 4) {
    case 0:
      return {{1, 2, 0}};
    case 1:
      return {{0, 1, 1}, {-1, 2, 0}};
    case 2:
      return {{2, 0, 1}, {1, 0, 0}};
    default:
      return {{-2, 1, 2}};
  }
}

// Returns the value around x: 0 in the variant of that name, else another one.
ElementBits fill_of(const CallWish& wish, std::int64_t count) {
  if (wish.cell.variant == "zero") return {};
  const DType dtype = wish.cell.dtype;
  if (is_about(wish, StructureCase::kMinusZero)) {
    const std::uint64_t minus_zero = encode_real(format_of(dtype), -0.0);
    if (!is_complex(dtype)) return {minus_zero, 0};
    const int parts = 1 + wish.number % 3;  // the real one, the other, or both
    return {parts & 1 ? minus_zero : 0, parts & 2 ? minus_zero : 0};
  }
  return telling_element(wish, count);
}

Shape padded_shape(const CallWish& wish, std::size_t special) {
  if (wish.extent > 0) {
    if (wish.number % 4 == 1) return {3, wish.extent};
    if (wish.number % 4 == 2) return {wish.extent, 2};
    return {wish.extent};
  }
  Shape shape = moved_shape(wish, wish.row.shape == CaseShape::kRankZero ||
                                          wish.row.shape == CaseShape::kAny
                                      ? 0
                                      : 1);
  const bool needs_room = is_about(wish, StructureCase::kInterior) ||
                          is_about(wish, StructureCase::kNegative);
  if (special_of<StructureCase>(wish.row) != StructureCase::kPlain &&
      shape.empty())
    shape.push_back(3);
  if (needs_room)
    for (std::int64_t& extent : shape)
      if (extent > 0) extent = std::max<std::int64_t>(extent, 2);
  if (is_about(wish, StructureCase::kEmptyAxis)) shape[special] = 0;
  return shape;
}

}  // namespace

Shape moved_shape(const CallWish& wish, std::size_t least_rank) {
  Shape shape = wish.structure.shape;
  while (shape.size() < least_rank) shape.push_back(1);
  if (wish.row.shape == CaseShape::kHighRank)
    return with_high_rank(shape, wish.number);
  if (wish.row.shape == CaseShape::kEmpty)
    shape[static_cast<std::size_t>(pick(wish, 6, std::ssize(shape)))] = 0;
  return shape;
}

DrawnOperand telling_operand(const CallWish& wish, Shape shape) {
  if (wish.row.values != ValueKind::kPlain) return {std::move(shape)};
  const DType dtype = wish.cell.dtype;
  if (dtype == DType::kBool)
    return {
        std::move(shape), [seed = seed_of_moved(wish)](std::size_t k) {
          return ElementBits{ValueStream(seed << 40 | k, 1041).next() & 1, 0};
        }};
  return {std::move(shape), [dtype](std::size_t k) {
            return address_element(dtype, static_cast<std::int64_t>(k));
          }};
}

ElementBits telling_element(const CallWish& wish, std::int64_t count) {
  const DType dtype = wish.cell.dtype;
  if (dtype == DType::kBool) return {1, 0};
  if (wish.row.values == ValueKind::kPlain)
    return address_element(dtype, count + pick(wish, 5, 7));
  ValueStream stream(seed_of_moved(wish), 1042);
  for (int i = 0; i < 64; ++i)
    if (const ElementBits drawn = draw_element(wish.row.values, dtype, stream);
        drawn != ElementBits{})
      return drawn;
  return address_element(dtype, 0);
}

DrawnCall draw_broadcast(const CallWish& wish) {
  if (wish.extent > 0) return long_broadcast(wish).call(wish);
  if (is_disordered(wish)) return disordered_broadcast(wish).call(wish);
  const bool is_zero = is_about(wish, StructureCase::kZeroExtent);
  const bool has_one = is_zero || is_about(wish, StructureCase::kOnes);
  Broadcast chosen;
  chosen.to = moved_shape(wish, has_one ? 1 : 0);
  // The clause replaces that of the family, so the result has rank 0 too.
  if (is_about(wish, StructureCase::kScalar) && wish.number % 3 == 1)
    chosen.to.clear();
  if (is_about(wish, StructureCase::kScalar)) return chosen.call(wish);
  const auto special = static_cast<std::size_t>(
      pick(wish, 1, std::max<std::int64_t>(std::ssize(chosen.to), 1)));
  if (has_one) chosen.to[special] = is_zero ? 0 : 2 + pick(wish, 2, 3);
  for (std::size_t axis = 0; axis < chosen.to.size(); ++axis) {
    const bool is_special = has_one && axis == special;
    if (!is_special && chosen.to[axis] != 0 && pick(wish, axis + 3, 3) == 0)
      continue;
    const bool is_one =
        is_special || (chosen.to[axis] != 0 && pick(wish, axis + 2, 4) == 0);
    chosen.dims.push_back(static_cast<std::int64_t>(axis));
    chosen.from.push_back(is_one ? 1 : chosen.to[axis]);
  }
  return chosen.call(wish);
}

DrawnCall draw_strided_slice(const CallWish& wish) {
  Shape shape;
  if (wish.extent > 0) {
    shape = wish.number % 4 == 1   ? Shape{3, wish.extent}
            : wish.number % 4 == 2 ? Shape{wish.extent, 2}
                                   : Shape{wish.extent};
  } else {
    const bool is_plain = is_about(wish, StructureCase::kPlain);
    shape = moved_shape(wish, is_plain ? 0 : 1);
    for (std::int64_t& extent : shape)
      if (extent > 0 && wish.row.shape == CaseShape::kAny)
        extent += shape.size() > 2 ? 2 : 4;
  }
  StridedSlice slice;
  for (const std::int64_t extent : shape) add_range(wish, extent, slice);
  if (wish.extent > 0 && wish.number % 4 == 3) slice.strides[0] = 3;
  const auto special = static_cast<std::size_t>(
      pick(wish, 1, std::max<std::int64_t>(std::ssize(shape), 1)));
  if (is_about(wish, StructureCase::kEmptyRange)) {
    if (wish.number % 2 == 1) slice.starts[special] = shape[special];
    // The clause replaces that of the family, so x has no elements here too.
    if (wish.number % 3 == 2) shape[special] = slice.starts[special] = 0;
    slice.limits[special] = slice.starts[special];
  }
  // A stride beyond the extent takes one element, and twice it overflows.
  if (is_about(wish, StructureCase::kPartialStep) && wish.number % 4 == 2)
    slice.strides[special] =
        std::numeric_limits<std::int64_t>::max() - pick(wish, 5, 3);
  return {{telling_operand(wish, shape)},
          Attributes()
              .set(AttributeKey::kStarts, slice.starts)
              .set(AttributeKey::kLimits, slice.limits)
              .set(AttributeKey::kStrides, slice.strides)};
}

DrawnCall draw_general_pad(const CallWish& wish) {
  const std::size_t rank =
      std::max<std::size_t>(wish.structure.shape.size(), 1);
  const auto special =
      static_cast<std::size_t>(pick(wish, 1, static_cast<std::int64_t>(rank)));
  const Shape shape = padded_shape(wish, special);
  std::vector<Edges> edges;
  if (wish.extent > 0) edges = long_edges(wish);
  // With many axes, padding all of them would need too much memory.
  const std::size_t step = shape.size() > 5 ? shape.size() / 3 : 1;
  for (std::size_t axis = edges.size(); axis < shape.size(); ++axis)
    edges.push_back(axis % step == 0
                        ? chosen_edges(wish, axis, special, shape[axis])
                        : Edges{});
  List low;
  List high;
  List interior;
  for (const Edges& edge : edges) {
    low.push_back(edge.low);
    high.push_back(edge.high);
    interior.push_back(edge.interior);
  }
  return {{telling_operand(wish, shape)},
          Attributes()
              .set(AttributeKey::kEdgeLow, low)
              .set(AttributeKey::kEdgeHigh, high)
              .set(AttributeKey::kInterior, interior)
              .value(fill_of(wish, element_count(shape)))};
}

}  // namespace assay
