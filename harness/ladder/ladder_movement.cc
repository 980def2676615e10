// Builds movement, memory and random ops at all sizes. Every element is an
// address, as far as the dtype has enough values.
// Tested by tests/harness/ladder/ladder_test.cc.
#include <algorithm>
#include <map>
#include <numeric>

#include "harness/families/clause_rows/memory.h"
#include "harness/families/op_rows.h"
#include "harness/ladder/ladder_parts.h"
#include "harness/operands/exact_operands.h"
#include "spec/infer.h"

namespace assay {
namespace {

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

// The most tensors of a cat with many members. Each tensor is a buffer of its
// own, so beyond this number tensors are members several times.
constexpr std::int64_t kMostTensors = 1100;

// Returns addresses in an order in which no block repeats those of the next.
CaseBuilder::Filler addresses(const CaseBuilder& builder, std::uint64_t first) {
  const DType dtype = builder.plan().dtype;
  const std::uint64_t seed = builder.seed() + first;
  if (dtype == DType::kBool)
    return [seed](std::size_t k) {
      return ElementBits{scrambled(seed, k) & 1, 0};
    };
  const std::int64_t count = address_count(dtype);
  if (count > 1 << 20)
    return [dtype, first](std::size_t k) {
      return address_element(dtype, static_cast<std::int64_t>(k + first));
    };
  return [dtype, seed, count](std::size_t k) {
    const auto many = static_cast<std::uint64_t>(count);
    return address_element(
        dtype, static_cast<std::int64_t>(scrambled(seed, k) % many));
  };
}

std::int64_t choose_from(ValueStream& stream, std::int64_t count) {
  return static_cast<std::int64_t>(stream.below(
      static_cast<std::uint64_t>(std::max<std::int64_t>(count, 1))));
}

// Returns addresses with boundary values at some places, which a copy through
// another format would change. Long operands have none, so that their case
// files stay short.
CaseBuilder::Filler addresses_and_boundaries(const CaseBuilder& builder,
                                             const Shape& shape) {
  constexpr std::size_t kMostPlaces = 200;
  constexpr int kHighest = 4;
  if (builder.plan().rung > kHighest) return addresses(builder, 0);
  const DType dtype = builder.plan().dtype;
  ValueStream stream(builder.seed(), 1020);
  std::map<std::size_t, ElementBits> boundaries;
  for (const std::int64_t place :
       edges(element_count(shape), kMostPlaces, stream)) {
    const ElementBits bits = draw_element(ValueKind::kBoundary, dtype, stream);
    if (!is_nan_element(dtype, bits))
      boundaries[static_cast<std::size_t>(place)] = bits;
  }
  return [of = addresses(builder, 0), boundaries](std::size_t k) {
    const auto at = boundaries.find(k);
    return at != boundaries.end() ? at->second : of(k);
  };
}

// Returns axes in an order that is not its own inverse.
std::vector<std::int64_t> turned_axes(std::size_t rank, ValueStream& stream) {
  std::vector<std::int64_t> axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  if (rank < 3) {
    std::reverse(axes.begin(), axes.end());
    return axes;
  }
  const auto at = [](std::int64_t axis) {
    return static_cast<std::size_t>(axis);
  };
  bool is_involution = true;
  while (is_involution) {
    for (std::size_t i = 0; i + 1 < rank; ++i)
      std::swap(axes[i], axes[i + stream.below(rank - i)]);
    is_involution = true;
    for (std::size_t i = 0; i < rank; ++i)
      if (axes[at(axes[i])] != static_cast<std::int64_t>(i))
        is_involution = false;
  }
  return axes;
}

// Returns a shape of this rank with about as many elements as the extent: all
// extents equal, or all different with a long one among them.
Shape shape_of_rank(const CaseBuilder& builder, std::size_t rank,
                    ValueStream& stream) {
  const std::int64_t extent = builder.structure().shape[0];
  Shape shape(rank, 1);
  if (stream.below(3) == 0) {
    for (std::int64_t size = 2;; ++size) {
      const Shape larger(rank, size);
      if (element_count(larger) > extent) return shape;
      shape = larger;
    }
  }
  std::int64_t count = 1;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const auto size = static_cast<std::int64_t>(2 + axis);
    if (count * size > extent) break;
    shape[axis] = size;
    count *= size;
  }
  std::int64_t& rest = shape[stream.below(rank)];
  rest = std::max<std::int64_t>(extent / (count / rest), 1);
  return shape;
}

// Returns a shape whose long axis is the first of two, the last, or between two
// others.
Shape placed_shape(const CaseBuilder& builder, int place) {
  const std::int64_t extent = builder.structure().shape[0];
  const std::int64_t few = 2 + builder.structure().choose(2, 3);
  if (place == 0) return {extent, few};
  if (place == 1) return {few, extent};
  return {2, extent, 2};
}

// Holds the operand's shape and the attributes of a movement.
struct Movement {
  Shape shape;
  Attributes attributes;
};

Movement expanded(const CaseBuilder& builder, ValueStream& /*stream*/) {
  const std::int64_t extent = builder.structure().shape[0];
  const std::int64_t few = 2 + builder.structure().choose(2, 5);
  switch (builder.plan().number % 6) {
    case 3:
      return {{extent, 1, 2}, Attributes().shape({extent, few, 2})};
    case 4:
      return {{1, few, extent}, Attributes().shape({2, few, extent})};
    case 5:
      return {{1, extent, 2}, Attributes().shape({2, extent, 2})};
    case 0:
      return {{extent, 1}, Attributes().shape({extent, few})};
    case 1:
      return {{1, extent}, Attributes().shape({few, extent})};
    default: {
      // Has as many repetitions as other cases have elements.
      const std::int64_t outer = 2 + builder.structure().choose(3, 3);
      return {{outer, 1, 3},
              Attributes().shape(
                  {outer, std::max<std::int64_t>(extent / 3, 1), 3})};
    }
  }
}

Movement reshaped(const CaseBuilder& builder, ValueStream& stream) {
  const Shape from = builder.plan().layout == Layout::kSeveral
                         ? varied_shape(builder)
                     : builder.plan().number >= 3
                         ? placed_shape(builder, builder.plan().number % 3)
                         : block_shape(builder, 3002);
  const std::int64_t count = element_count(from);
  switch (builder.plan().number % 3) {
    case 0:
      return {from, Attributes().shape({count})};
    case 1: {
      // Splits one axis that has a small factor.
      Shape to = from;
      for (std::size_t axis = 0; axis < to.size(); ++axis)
        for (const std::int64_t factor : {2, 3, 5, 7})
          if (to[axis] % factor == 0) {
            to[axis] /= factor;
            to.insert(to.begin() + static_cast<std::ptrdiff_t>(axis), factor);
            return {from, Attributes().shape(to)};
          }
      to.insert(to.begin() + choose_from(stream, std::ssize(to) + 1), 1);
      return {from, Attributes().shape(to)};
    }
    default: {
      // Merges two neighbouring axes.
      Shape to = from;
      const auto at =
          static_cast<std::size_t>(choose_from(stream, std::ssize(to) - 1));
      to[at] *= to[at + 1];
      to.erase(to.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      return {from, Attributes().shape(to)};
    }
  }
}

Movement permuted(const CaseBuilder& builder, ValueStream& stream) {
  constexpr std::size_t kRanks[] = {2, 3, 5, 6};
  const Shape shape =
      builder.plan().layout == Layout::kSeveral ? varied_shape(builder)
      : builder.plan().number >= 4
          ? placed_shape(builder, builder.plan().number - 4)
          : shape_of_rank(builder, kRanks[builder.plan().number], stream);
  return {shape, Attributes().permutation(turned_axes(shape.size(), stream))};
}

// Returns a shape of one, three or five axes, or one with a long axis in one of
// its places.
Shape drawn_shape(const CaseBuilder& builder, ValueStream& stream) {
  constexpr std::size_t kRanks[] = {1, 3, 5};
  return builder.plan().layout == Layout::kSeveral ? varied_shape(builder)
         : builder.plan().number >= 3
             ? placed_shape(builder, builder.plan().number - 3)
             : shape_of_rank(builder, kRanks[builder.plan().number], stream);
}

Movement shrunk(const CaseBuilder& builder, ValueStream& stream) {
  const Shape shape = drawn_shape(builder, stream);
  Pairs ranges;
  for (const std::int64_t extent : shape) {
    const std::int64_t start =
        choose_from(stream, std::min<std::int64_t>(extent, 1 + extent / 3));
    const std::int64_t stop =
        extent -
        choose_from(stream, std::max<std::int64_t>((extent - start) / 3, 1));
    ranges.emplace_back(start, std::max(stop, start + 1));
  }
  return {shape, Attributes().ranges(ranges)};
}

Movement flipped(const CaseBuilder& builder, ValueStream& stream) {
  const Shape shape = drawn_shape(builder, stream);
  std::vector<bool> flips;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    flips.push_back(stream.below(2) == 0);
  flips[stream.below(flips.size())] = true;
  return {shape, Attributes().flips(flips)};
}

Movement padded(const CaseBuilder& builder, ValueStream& stream) {
  const Shape shape = drawn_shape(builder, stream);
  Pairs padding;
  const std::int64_t choices = shape.size() > 3 ? 2 : 5;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    // Drawn in two statements, because arguments have no fixed evaluation
    // order.
    const std::int64_t before = choose_from(stream, choices);
    padding.emplace_back(before, choose_from(stream, choices));
  }
  Attributes attributes = Attributes().padding(padding);
  return {shape, attributes.value(draw_element(ValueKind::kBoundary,
                                               builder.plan().dtype, stream))};
}

// Names the function that makes the operand's shape and the attributes of an op
// from the extent and the number of the case.
struct MovementRung {
  Op op;
  Movement (*movement)(const CaseBuilder& builder, ValueStream& stream);
};
constexpr MovementRung kMovementRungs[] = {
    {"expand"_op, expanded}, {"reshape"_op, reshaped}, {"permute"_op, permuted},
    {"shrink"_op, shrunk},   {"flip"_op, flipped},     {"pad"_op, padded},
    {"cat"_op, nullptr},  // takes several operands: see build_join()
};
static_assert(is_complete("movement", kMovementRungs));

// Builds a cat along the last, the first or a middle axis, or of many members.
void build_join(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const std::int64_t extent = builder.structure().shape[0];
  ValueStream stream(builder.seed(), 1014);
  const bool is_many = plan.number % 4 == 3;
  std::int64_t axis = plan.number % 4 == 0 ? 1 : plan.number % 4 == 1 ? 0 : 1;
  const std::int64_t member_count =
      is_many ? extent
              : std::min<std::int64_t>(2 + choose_from(stream, 4), extent);
  std::vector<std::string> names;
  std::vector<TensorType> types;
  const std::int64_t beside = plan.number % 4 == 1 ? 3 : 2;
  const std::int64_t rest =
      std::max<std::int64_t>(elements_along(builder, beside) / member_count, 1);
  for (std::int64_t i = 0; i < member_count; ++i) {
    if (i >= kMostTensors) {
      const auto again = scrambled(builder.seed(), names.size()) %
                         static_cast<std::uint64_t>(kMostTensors);
      names.push_back(names[again]);
      types.push_back(types[again]);
      continue;
    }
    // Members have different lengths, most of them odd.
    std::int64_t along = is_many ? choose_from(stream, 4)
                                 : std::max<std::int64_t>(rest - i * i, 1);
    // A strided operand has to be long on its own, not only together with the
    // others.
    if (i == 0 && !is_many && plan.layout != Layout::kContiguous)
      along = elements_along(builder, beside) / beside + 1;
    Shape shape = plan.number % 4 == 0   ? Shape{2, along}
                  : plan.number % 4 == 1 ? Shape{along, 3}
                  : is_many              ? Shape{2, along}
                                         : Shape{2, along, 2};
    if (is_many && i == 0) shape[1] = 2;
    names.push_back("member" + std::to_string(i));
    types.push_back({plan.dtype, shape});
    builder.add_tensor(
        names.back(), plan.dtype, shape,
        builder.layout_of(static_cast<std::size_t>(i)),
        addresses(builder, static_cast<std::uint64_t>(i) * 1009));
  }
  const Attributes attributes = Attributes().axis(axis);
  const auto result = infer(plan.op, types, attributes, plan.dtype);
  builder.add_writing_program(names, attributes, plan.dtype,
                              result->front().shape);
}

Shape plain_shape(const CaseBuilder& builder) {
  if (builder.plan().layout == Layout::kSeveral) return varied_shape(builder);
  if (builder.plan().number >= 2)
    return placed_shape(builder, builder.plan().number - 2);
  if (builder.plan().layout != Layout::kContiguous ||
      builder.plan().number % 2 == 1)
    return block_shape(builder, 3002);
  return {builder.structure().shape[0]};
}

}  // namespace

void build_movement_rung(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  if (spec_of(plan.op).signature.operands[0].is_list)
    return build_join(builder);
  ValueStream stream(builder.seed(), 1013);
  const Movement movement =
      row_for(plan.op, kMovementRungs).movement(builder, stream);
  builder.add_tensor("x", plan.dtype, movement.shape, builder.layout_of(0),
                     addresses_and_boundaries(builder, movement.shape));
  builder.add_step(plan.op, {"x"}, movement.attributes, {"y"});
  builder.expect("y");
}

void build_memory_rung(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Shape shape = plain_shape(builder);
  if (spec_of(plan.op).has(AttributeKey::kValue)) {
    ValueStream stream(builder.seed(), 1013);
    Attributes attributes;
    attributes.dtype(plan.dtype)
        .shape(shape)
        .value(draw_element(ValueKind::kBoundary, plan.dtype, stream));
    builder.add_step(plan.op, {}, attributes, {"y"});
    builder.expect("y");
    return;
  }
  const bool is_kept = spec_of(plan.op).signature.delivery == Delivery::kKept;
  builder.add_tensor("x", plan.dtype, shape, builder.layout_of(0),
                     addresses_and_boundaries(builder, shape));
  if (!is_kept) {
    builder.add_step(plan.op, {"x"}, {}, {"y"});
    builder.expect("y").contiguous = memory_traits(plan.op).is_contiguous;
    return;
  }
  // The elements of a destination may not share storage.
  constexpr Layout kDestinations[] = {Layout::kFlip,           Layout::kSlice,
                                      Layout::kTranspose,      Layout::kMixed,
                                      Layout::kWoven,          Layout::kLeading,
                                      Layout::kSliceTranspose, Layout::kOffset};
  const std::size_t choice =
      plan.layout == Layout::kSeveral
          ? static_cast<std::size_t>(plan.number + 4 * (plan.rung + 1)) % 8
          : static_cast<std::size_t>(4 + builder.structure().choose(1, 3));
  const Layout destination = plan.layout == Layout::kContiguous
                                 ? Layout::kContiguous
                                 : kDestinations[choice];
  builder.add_tensor("out", plan.dtype, shape, destination,
                     addresses(builder, 1));
  builder.add_step(plan.op, {"x"}, {}, {"out"});
  builder.expect("out").whole_storage = destination != Layout::kContiguous;
}

void build_random_rung(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  Shape shape = plan.layout == Layout::kSeveral ? varied_shape(builder)
                : plan.number % 2 == 0 ? Shape{elements_along(builder, 2)}
                                       : block_shape(builder, 3002);
  shape.push_back(2);
  for (const char* name : {"key", "counter"}) {
    const std::uint64_t seed =
        builder.seed() + static_cast<std::uint64_t>(name[0]);
    builder.add_tensor(name, DType::kInt32, shape,
                       builder.layout_of(name[0] == 'k' ? 0 : 1),
                       [seed](std::size_t k) {
                         return ElementBits{scrambled(seed, k) >> 32, 0};
                       });
  }
  builder.add_writing_program({"key", "counter"}, {}, DType::kInt32, shape);
}

}  // namespace assay
