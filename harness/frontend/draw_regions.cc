// Draws ranges, steps, masks and windows of which a wrong one shows, over
// operands that hold addresses.
// Tested by tests/harness/frontend/drawn_regions_test.cc.
#include "harness/frontend/draw_regions.h"

#include <algorithm>

#include "harness/frontend/region_rows.h"
#include "harness/operands/exact_operands.h"
#include "harness/operands/integer_range.h"

namespace assay {
namespace {

bool is_about(const CallWish& wish, RegionCase special) {
  return special_of<RegionCase>(wish.row) == special;
}

// Returns random bits for element k.
std::uint64_t drawn_bits(const CallWish& wish, std::size_t k) {
  const auto seed = static_cast<std::uint64_t>(wish.number) << 40 |
                    static_cast<std::uint64_t>(wish.choose(4, 64)) << 32 | k;
  return ValueStream(seed, 1031).next();
}

// Returns elements that tell from where they were read, or none where the kind
// of the row decides. The only address of bool is true, so bools are drawn.
CaseBuilder::Filler addresses(const CallWish& wish, std::int64_t first = 0) {
  if (wish.row.values != ValueKind::kPlain) return {};
  if (wish.cell.dtype == DType::kBool)
    return [wish](std::size_t k) {
      return ElementBits{drawn_bits(wish, k) & 1, 0};
    };
  return [first, dtype = wish.cell.dtype](std::size_t k) {
    return address_element(dtype, first + static_cast<std::int64_t>(k));
  };
}

// Returns the shape of x: the structure's, with one long axis or one of extent
// 0 if the case is about that.
Shape operand_shape(const CallWish& wish) {
  if (wish.extent > 0) {
    if (wish.number % 4 == 1) return {3, wish.extent};
    if (wish.number % 4 == 2) return {wish.extent, 2};
    return {wish.extent};
  }
  Shape shape = wish.structure.shape;
  if (wish.row.shape == CaseShape::kEmpty && !shape.empty())
    shape[static_cast<std::size_t>(wish.choose(6, std::ssize(shape)))] = 0;
  return shape;
}

struct Region {
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
  std::vector<std::int64_t> steps;
  Shape shape;  // of the slice

  Attributes attributes() const {
    return Attributes().ranges(ranges).set(AttributeKey::kSteps, steps);
  }
};

// Returns a range and a step for each axis. Without a wish of the row, steps
// of both signs occur.
Region chosen_region(const CallWish& wish, const Shape& shape) {
  Region region;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const std::int64_t extent = shape[axis];
    const bool is_long = wish.extent > 0 && extent == wish.extent;
    const std::int64_t start =
        is_long ? wish.choose(axis, std::min<std::int64_t>(extent, 3))
                : wish.choose(axis, std::max<std::int64_t>(extent / 2, 1));
    std::int64_t stop = extent - wish.choose(axis + 3, 2);
    stop = std::max(stop, start + 1);
    std::int64_t step = 1 + wish.choose(2 * axis + 1, 3);
    if (is_about(wish, RegionCase::kLeftOver)) {
      step = std::max<std::int64_t>(step, 2);
      stop = extent;
      if ((stop - start) % step == 0 && start + 1 < stop) --stop;
    }
    const bool is_backwards =
        is_about(wish, RegionCase::kBackwards) ||
        (!is_about(wish, RegionCase::kLeftOver) &&
         (wish.choose(axis + 5, 2) + wish.number) % 2 == 1);
    region.ranges.emplace_back(start, stop);
    region.steps.push_back(is_backwards ? -step : step);
    region.shape.push_back((stop - start - 1) / step + 1);
  }
  return region;
}

// Makes axes long enough for several steps or windows.
Shape roomy(const CallWish& wish, Shape shape) {
  if (wish.extent > 0) return shape;
  for (std::int64_t& extent : shape)
    if (extent > 0) extent += shape.size() > 2 ? 2 : 4;
  return shape;
}

DrawnCall draw_slice(const CallWish& wish) {
  const Shape shape = roomy(wish, operand_shape(wish));
  const Region region = chosen_region(wish, shape);
  DrawnCall call{{{shape, addresses(wish)}}, region.attributes()};
  if (wish.cell.op == "slice_assign"_op)
    call.operands.push_back(
        {region.shape, addresses(wish, element_count(shape))});
  return call;
}

// Returns whether element k of a mask is true: half of them at random, all,
// few, only the last, or every second one. The middle one always is, so that
// something is selected.
bool is_chosen(const CallWish& wish, std::size_t k, std::size_t count) {
  if (is_about(wish, RegionCase::kNone)) return false;
  if (k == count / 2 && wish.number % 5 != 3) return true;
  switch (wish.number % 5) {
    case 0:
      return drawn_bits(wish, k) % 2 == 0;
    case 1:
      return true;
    case 2:
      return drawn_bits(wish, k) % 8 == 0;
    case 3:
      return k + 1 == count;
    default:
      return k % 2 == 1;
  }
}

// Rows of a mask are mostly longer than a vector of bytes.
DrawnCall draw_mask(const CallWish& wish) {
  Shape shape = operand_shape(wish);
  if (wish.extent == 0 && wish.row.shape == CaseShape::kAny &&
      wish.number % 2 == 0)
    shape = {2, ladder_size(wish.number / 2)};
  const auto count = static_cast<std::size_t>(element_count(shape));
  const DrawnOperand mask{shape, [wish, count](std::size_t k) {
                            return ElementBits{is_chosen(wish, k, count), 0};
                          }};
  if (wish.cell.op == "mask_select"_op)
    return {{{shape, addresses(wish)}, mask}, {}};
  const DType index = wish.number % 2 == 0 ? DType::kInt32 : DType::kInt64;
  return {{mask},
          Attributes().set(AttributeKey::kIndexDType,
                           {static_cast<std::int64_t>(index)})};
}

DrawnCall draw_repeat(const CallWish& wish) {
  const Shape shape = operand_shape(wish);
  const std::int64_t axis = wish.choose(0, std::ssize(shape));
  const std::int64_t times = is_about(wish, RegionCase::kNone)
                                 ? 0
                                 : 1 + (wish.choose(1, 3) + wish.number) % 4;
  return {{{shape, addresses(wish)}},
          Attributes().axis(axis).set(AttributeKey::kTimes, {times})};
}

DrawnCall draw_windows_of_view(const CallWish& wish) {
  Shape shape = operand_shape(wish);
  std::int64_t axis = wish.choose(0, std::ssize(shape));
  if (wish.row.shape == CaseShape::kEmpty) {
    // The windowed axis has elements, and another one has none.
    shape.insert(shape.begin(), 3);
    axis = 0;
  }
  shape = roomy(wish, shape);
  std::int64_t& extent = shape[static_cast<std::size_t>(axis)];
  std::int64_t size = 1 + wish.choose(1, std::min<std::int64_t>(extent, 3));
  std::int64_t step = 1 + (wish.choose(2, 3) + wish.number) % 3;
  if (wish.row.program == CaseProgram::kZeroCopy) {
    // Windows overlap, so that a write shows in several.
    size = std::min<std::int64_t>(extent, 3);
    step = 1;
  }
  if (is_about(wish, RegionCase::kLeftOver)) {
    step = 2 + wish.choose(2, 2);
    extent = std::max(extent, size + step + 1);
    if ((extent - size) % step == 0) ++extent;
  }
  return {{{shape, addresses(wish)}},
          Attributes()
              .axis(axis)
              .set(AttributeKey::kSize, {size})
              .set(AttributeKey::kStep, {step})};
}

struct Sequence {
  std::int64_t start;
  std::int64_t stop;
  std::int64_t step;

  Attributes attributes(DType dtype) const {
    return Attributes()
        .dtype(dtype)
        .set(AttributeKey::kStart, {start})
        .set(AttributeKey::kStop, {stop})
        .set(AttributeKey::kStep, {step});
  }
};

// Returns a sequence near zero, across zero, or at an end of the dtype, where
// a step beyond the last integer would overflow.
Sequence chosen_sequence(const CallWish& wish) {
  const DType dtype = wish.cell.dtype;
  const auto least = static_cast<std::int64_t>(lowest_of(dtype));
  const auto most = static_cast<std::int64_t>(
      std::min<WideInteger>(highest_of(dtype), INT64_MAX));
  const std::int64_t length = 1 + wish.choose(0, 40);
  const std::int64_t step = 1 + wish.choose(1, 3);
  if (wish.extent > 0) {
    const std::int64_t few = std::min(wish.extent, most / step);
    return {0, few * step, step};
  }
  if (is_about(wish, RegionCase::kNone)) {
    const std::int64_t start = wish.choose(2, 9);
    return {start, start - (wish.number % 2 == 0 ? 0 : 5), step};
  }
  switch (wish.number % 6) {
    case 0:
      return {0, length, 1};
    case 1:
      return {std::max<std::int64_t>(least, -7), 20, step};
    case 2:
      return {most - 7, most, 4};
    case 3:
      return {least, least + 9, 2};
    case 4:  // three integers from one end to the other
      return {least, most, most / 2 - least / 2};
    default:
      return {3, 4, most};
  }
}

}  // namespace

DrawnCall draw_region(const CallWish& wish) {
  const Op op = wish.cell.op;
  if (op == "slice"_op || op == "slice_assign"_op) return draw_slice(wish);
  if (op == "mask_select"_op || op == "argwhere"_op) return draw_mask(wish);
  if (op == "repeat"_op) return draw_repeat(wish);
  if (op == "unfold_view"_op) return draw_windows_of_view(wish);
  return {{}, chosen_sequence(wish).attributes(wish.cell.dtype)};
}

}  // namespace assay
