// Draws indices and values of which a wrong place, or a value that is lost or
// taken twice, shows.
// Tested by tests/harness/frontend/drawn_indexed_test.cc.
#include "harness/frontend/draw_indexed.h"

#include <algorithm>
#include <numeric>

#include "harness/families/accumulation.h"
#include "harness/frontend/indexed_rows.h"
#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

constexpr std::int64_t kLongSum = 2304;

bool is_about(const CallWish& wish, IndexedCase special) {
  return special_of<IndexedCase>(wish.row) == special;
}

bool adds(const CallWish& wish) {
  return adds_terms(wish.cell.op, wish.cell.variant);
}

// Returns random bits for element k of operand `operand`.
std::uint64_t indexed_bits(const CallWish& wish, std::uint32_t operand,
                           std::size_t k) {
  const auto seed = static_cast<std::uint64_t>(wish.number) << 40 |
                    static_cast<std::uint64_t>(wish.choose(4, 64)) << 32 | k;
  return ValueStream(seed, 1041 + operand).next();
}

// Returns elements that tell from where they were read, or none where the kind
// of the row decides. Bools are drawn: one of four is true in x, where values
// meet a true seldom, and every second one is among the values.
CaseBuilder::Filler indexed_elements(const CallWish& wish,
                                     std::uint32_t operand,
                                     std::int64_t first) {
  const DType dtype = wish.cell.dtype;
  if (dtype == DType::kBool)
    return [wish, operand](std::size_t k) {
      const std::uint64_t bits = indexed_bits(wish, operand, k);
      return ElementBits{operand == 0 ? bits % 4 / 3 : bits % 2, 0};
    };
  if (adds(wish) || wish.row.values == ValueKind::kPayloads) return {};
  return [first, dtype](std::size_t k) {
    return address_element(dtype, first + static_cast<std::int64_t>(k));
  };
}

// Returns the shape of x: the structure's, or one with a long axis.
Shape indexed_shape(const CallWish& wish) {
  const std::int64_t extent = wish.extent;
  if (extent > 0) {
    if (wish.number % 4 == 1) return {3, extent};
    if (wish.number % 4 == 2) return {extent, 2};
    return {extent};
  }
  return wish.structure.shape;
}

// Returns the shape of weights: rows that are mostly longer than one element.
Shape weight_shape(const CallWish& wish) {
  if (wish.extent > 0)
    return wish.number % 2 == 0 ? Shape{wish.extent, 2} : Shape{4, wish.extent};
  return {4 + wish.choose(0, 4), 3 + (wish.choose(1, 9) + wish.number) % 9};
}

// Returns the number of indices for a number of places. An update names each
// place once and leaves one out, unless its values are to meet.
std::int64_t index_count(const CallWish& wish, std::int64_t places,
                         bool is_update) {
  switch (special_of<IndexedCase>(wish.row)) {
    case IndexedCase::kNone:
      return 0;
    case IndexedCase::kRepeated:
      return places + 4 + wish.choose(2, 4);
    case IndexedCase::kMany:
      return 65 + 16 * (wish.number % 3);
    default:
      break;
  }
  if (is_update) return std::max<std::int64_t>(places - 1, 1);
  return wish.extent > 0 ? places : places + wish.choose(2, 3);
}

// Returns the place of each of `count` indices, in no order.
std::vector<std::int64_t> drawn_places(const CallWish& wish, std::int64_t count,
                                       std::int64_t places, bool is_update) {
  const bool is_repeated = is_about(wish, IndexedCase::kRepeated) ||
                           is_about(wish, IndexedCase::kMany);
  const std::int64_t named =
      is_repeated ? std::min<std::int64_t>(places, 2) : places;
  std::int64_t step = 2 + wish.choose(3, 5);
  while (std::gcd(step, std::max<std::int64_t>(places, 1)) != 1) ++step;
  std::vector<std::int64_t> drawn;
  for (std::int64_t i = 0; i < count; ++i)
    drawn.push_back(
        is_update && !is_repeated
            ? (wish.choose(5, 8) + i * step) % places
            : static_cast<std::int64_t>(
                  indexed_bits(wish, 1, static_cast<std::size_t>(i)) %
                  static_cast<std::uint64_t>(named)));
  return drawn;
}

DrawnOperand indices_with(Shape shape, std::vector<std::int64_t> numbers) {
  return {std::move(shape), [numbers = std::move(numbers)](std::size_t k) {
            return small_integer(DType::kInt32, numbers[k]);
          }};
}

DrawnOperand equal_elements(Shape shape, ElementBits bits) {
  return {std::move(shape), [bits](std::size_t) { return bits; }};
}

Attributes update_of(const Cell& cell) {
  for (std::size_t mode = 0; mode < std::size(kUpdateModeNames); ++mode)
    if (kUpdateModeNames[mode] == cell.variant)
      return Attributes().update(static_cast<UpdateMode>(mode));
  return Attributes().update(UpdateMode::kOr);  // of an op without variants
}

bool is_update(Op op) { return spec_of(op).has(AttributeKey::kUpdate); }

// Counts trues beyond what a byte holds at place 1 of three. Place 2 is named
// once, and place 0 never.
DrawnCall draw_saturated(const CallWish& wish) {
  const std::int64_t count = 257 + wish.number % 2;
  std::vector<std::int64_t> places(static_cast<std::size_t>(count), 1);
  places[static_cast<std::size_t>(wish.choose(1, count))] = 2;
  return {{equal_elements({3}, {}), indices_with({count}, std::move(places)),
           equal_elements({count}, {1, 0})},
          update_of(wish.cell).axis(0)};
}

// Draws a call whose indices name places along one axis of x: a list of them,
// or one for each update.
DrawnCall draw_along_axis(const CallWish& wish) {
  const Op op = wish.cell.op;
  Shape shape = indexed_shape(wish);
  std::int64_t axis = wish.choose(0, std::ssize(shape));
  if (wish.extent > 0)  // mostly the long one
    axis = shape.front() == wish.extent || wish.number % 8 == 5 ? 0 : 1;
  auto& extent = shape[static_cast<std::size_t>(axis)];
  if (is_update(op) && wish.extent == 0) extent += 2;
  bool is_empty = wish.row.shape == CaseShape::kEmpty;
  if (is_empty && wish.number % 3 == 0) extent = 0;
  if (is_empty && wish.number % 3 == 1 && shape.size() > 1) {
    shape[static_cast<std::size_t>((axis + 1) % std::ssize(shape))] = 0;
    is_empty = false;
  }
  const std::int64_t places = shape[static_cast<std::size_t>(axis)];
  const std::int64_t count =
      is_empty ? 0 : index_count(wish, places, is_update(op));
  Shape values = shape;
  values[static_cast<std::size_t>(axis)] = count;
  const bool has_list = op != "scatter_reduce"_op;
  const Shape listed = has_list ? Shape{count} : values;
  DrawnCall call{
      {{shape, indexed_elements(wish, 0, 0)},
       indices_with(listed, drawn_places(wish, element_count(listed), places,
                                         is_update(op) && has_list))},
      Attributes().axis(axis)};
  if (!is_update(op)) return call;
  call.operands.push_back(
      {values, indexed_elements(wish, 2, element_count(shape))});
  call.attributes = update_of(wish.cell).axis(axis);
  return call;
}

// Returns the coordinates of places in row-major order, row after row.
std::vector<std::int64_t> coordinates(const std::vector<std::int64_t>& places,
                                      const Shape& shape) {
  std::vector<std::int64_t> numbers;
  for (std::int64_t place : places) {
    const auto row = std::ssize(numbers);
    for (auto extent = shape.rbegin(); extent != shape.rend(); ++extent) {
      numbers.insert(numbers.begin() + row, place % *extent);
      place /= *extent;
    }
  }
  return numbers;
}

// Returns the axes before the last of indices for about `count` rows: one, or
// sometimes two, or none for a single row.
Shape leading_axes(const CallWish& wish, std::int64_t count) {
  if (is_about(wish, IndexedCase::kLeading)) {
    if (wish.number % 3 == 0) return {};
    return wish.number % 3 == 1 ? Shape{2, 3} : Shape{2, 1, 2};
  }
  if (wish.extent == 0 && wish.number % 4 == 3 && count >= 2)
    return {2, count / 2};
  return {count};
}

// Draws a call whose indices are rows of coordinates.
DrawnCall draw_by_coordinates(const CallWish& wish) {
  const Op op = wish.cell.op;
  Shape shape = indexed_shape(wish);
  if (is_about(wish, IndexedCase::kWhole) && shape.size() == 1)
    shape.push_back(3);
  if (is_update(op) && wish.extent == 0) shape.front() += 2;
  const auto rank = std::ssize(shape);
  std::int64_t k = 1 + (wish.choose(0, rank) + wish.number) % rank;
  if (is_about(wish, IndexedCase::kWhole)) k = rank;
  bool is_empty = wish.row.shape == CaseShape::kEmpty;
  if (is_empty && wish.number % 2 == 0 && rank > 1) {
    k = rank - 1;
    shape.back() = 0;
    is_empty = false;
  }
  const Shape named(shape.begin(), shape.begin() + k);
  const std::int64_t places = element_count(named);
  const Shape leading = leading_axes(
      wish, is_empty ? 0 : index_count(wish, places, is_update(op)));
  Shape rows = leading;
  rows.push_back(k);
  DrawnCall call{
      {{shape, indexed_elements(wish, 0, 0)},
       indices_with(rows, coordinates(drawn_places(wish, element_count(leading),
                                                   places, is_update(op)),
                                      named))},
      {}};
  if (!is_update(op)) return call;
  Shape values = leading;
  values.insert(values.end(), shape.begin() + k, shape.end());
  call.operands.push_back(
      {values, indexed_elements(wish, 2, element_count(shape))});
  call.attributes = update_of(wish.cell);
  return call;
}

// Draws words, and for the gradient the rows that go to them.
DrawnCall draw_embedding(const CallWish& wish) {
  const bool is_gradient = wish.cell.op == "embedding_backward"_op;
  Shape weights = weight_shape(wish);
  if (is_about(wish, IndexedCase::kLong)) weights = {3, 1};
  bool is_empty = wish.row.shape == CaseShape::kEmpty;
  if (is_empty && wish.number % 2 == 0) {
    weights[1] = 0;
    is_empty = false;
  }
  Shape words = leading_axes(
      wish, is_empty ? 0 : index_count(wish, weights[0], is_gradient));
  std::vector<std::int64_t> places =
      drawn_places(wish, element_count(words), weights[0],
                   is_gradient && !is_about(wish, IndexedCase::kLeading));
  if (is_about(wish, IndexedCase::kLong)) {
    words = {kLongSum};
    places.assign(static_cast<std::size_t>(kLongSum), wish.number % 3);
  }
  Shape rows = words;
  rows.push_back(weights[1]);
  if (!is_gradient)
    return {{{weights, indexed_elements(wish, 0, 0)},
             indices_with(words, std::move(places))},
            {}};
  // weights only lend their shape, so a gradient that reads them shows.
  const ElementBits nan = {quiet_nan_bits(format_of(wish.cell.dtype)), 0};
  DrawnCall call{{equal_elements(weights, nan),
                  {rows},
                  indices_with(words, std::move(places))},
                 {}};
  if (is_about(wish, IndexedCase::kLong))
    call.operands[1] = equal_elements(rows, small_integer(wish.cell.dtype, 1));
  return call;
}

}  // namespace

DrawnCall draw_indexed(const CallWish& wish) {
  const Op op = wish.cell.op;
  if (is_about(wish, IndexedCase::kSaturated)) return draw_saturated(wish);
  if (spec_of(op).has(AttributeKey::kAxis)) return draw_along_axis(wish);
  if (op == "gather_nd"_op || op == "scatter_nd"_op)
    return draw_by_coordinates(wish);
  return draw_embedding(wish);
}

}  // namespace assay
