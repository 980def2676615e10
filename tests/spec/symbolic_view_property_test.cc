// Tests masked views against lists of elements: every transformation on all
// shapes of up to 4 axes with extents 0 to 3 in several layouts, and random
// chains.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdlib>

#include "tests/sampled.h"
#include "tests/spec/element_map.h"
#include "tests/spec/index_map.h"

namespace assay {
namespace {

std::vector<Shape> shapes_of_rank_four_or_less() {
  std::vector<Shape> shapes = small_shapes();
  for (const Index& at : indices({4, 4, 4, 4})) shapes.push_back(at);
  return shapes;
}

// Every layout of the small shapes, none of them masked.
std::vector<SymbolicView> strided_views() {
  std::vector<SymbolicView> views;
  for (const Shape& shape : shapes_of_rank_four_or_less())
    for (const View& view : layouts_of(shape))
      views.push_back(SymbolicView::from_view(view).value());
  return test::sampled(std::move(views));
}

// Masks that leave out an end of some axes, all of an axis among them.
std::vector<SymbolicView> masked_views(const std::vector<Shape>& shapes) {
  std::vector<SymbolicView> views;
  for (const Shape& shape : shapes) {
    if (element_count(shape) == 0) continue;
    for (const Index& choice : indices(Shape(shape.size(), 3))) {
      AxisPairs mask;
      for (std::size_t axis = 0; axis < shape.size(); ++axis)
        mask.emplace_back(choice[axis] == 1 ? 1 : 0,
                          shape[axis] - (choice[axis] == 2 ? 1 : 0));
      views.push_back(SymbolicView::create(shape, {.mask = mask}).value());
    }
  }
  return test::sampled(std::move(views));
}

// Checks what holds of every view, whatever it came from.
void expect_consistent(const SymbolicView& view, const ElementMap& map) {
  const bool has_padding =
      std::count(map.elements.begin(), map.elements.end(), std::nullopt) > 0;
  ASSERT_EQ(view.mask().has_value(), has_padding) << described(view);
  ASSERT_EQ(view.can_get_strides(), !has_padding);
  ASSERT_EQ(view.is_materializable(), !has_padding);
  ASSERT_EQ(view.to_view().ok(), !has_padding);
  bool counts_up = true;
  std::pair<std::int64_t, std::int64_t> bounds = {INT64_MAX, INT64_MIN};
  for (std::size_t i = 0; i < map.elements.size(); ++i) {
    const Element& element = map.elements[i];
    counts_up = counts_up && element == static_cast<std::int64_t>(i);
    if (!element) continue;
    bounds = {std::min(bounds.first, *element),
              std::max(bounds.second, *element)};
  }
  if (bounds.first > bounds.second) bounds = {0, -1};
  ASSERT_EQ(view.is_c_contiguous(), counts_up) << described(view);
  ASSERT_EQ(view.bounds().value(), bounds) << described(view);
  ASSERT_EQ(view.numel(), SymbolicExtent(element_count(map.shape)));
  if (map.elements.empty()) {
    ASSERT_EQ(view.offset(), 0) << described(view);
  }
}

void expect_map(const Result<SymbolicView>& view, const ElementMap& expected,
                const SymbolicView& from) {
  ASSERT_TRUE(view.ok()) << view.status().message;
  ASSERT_EQ(map_of(*view), expected)
      << "from " << described(from) << " to " << described(*view);
  ASSERT_NO_FATAL_FAILURE(expect_consistent(*view, expected));
}

void expect_status(const Result<SymbolicView>& view, StatusCode code,
                   const SymbolicView& from) {
  ASSERT_FALSE(view.ok()) << described(from);
  ASSERT_EQ(view.status().code, code) << described(from);
  ASSERT_EQ(view.status().kind, code == StatusCode::kInvalid ? "" : "view");
}

void check_permute(const SymbolicView& view) {
  std::vector<std::int64_t> axes(view.ndim());
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    axes[axis] = static_cast<std::int64_t>(axis);
  const ElementMap map = map_of(view);
  do {
    ASSERT_NO_FATAL_FAILURE(
        expect_map(view.permute(axes), permuted(map, axes), view));
  } while (std::next_permutation(axes.begin(), axes.end()));
}

void check_flip(const SymbolicView& view) {
  const ElementMap map = map_of(view);
  for (unsigned choice = 0; choice < 1u << view.ndim(); ++choice) {
    std::vector<bool> axes(view.ndim());
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
      axes[axis] = (choice >> axis & 1u) != 0;
    ASSERT_NO_FATAL_FAILURE(
        expect_map(view.flip(axes), flipped(map, axes), view));
  }
}

// Each axis takes all its ranges, and the empty one at 1.
void check_shrink(const SymbolicView& view) {
  const ElementMap map = map_of(view);
  std::vector<AxisPairs> choices;
  Shape counts;
  for (std::int64_t extent : map.shape) {
    AxisPairs ranges = {{1, 1}};
    for (std::int64_t start = 0; start < extent; ++start)
      for (std::int64_t stop = start + 1; stop <= extent; ++stop)
        ranges.emplace_back(start, stop);
    counts.push_back(static_cast<std::int64_t>(ranges.size()));
    choices.push_back(std::move(ranges));
  }
  for (const Index& choice : indices(counts)) {
    AxisPairs ranges;
    bool is_valid = true;
    for (std::size_t axis = 0; axis < choices.size(); ++axis) {
      ranges.push_back(choices[axis][static_cast<std::size_t>(choice[axis])]);
      is_valid = is_valid && ranges[axis].first < ranges[axis].second;
    }
    if (is_valid)
      ASSERT_NO_FATAL_FAILURE(
          expect_map(view.shrink(ranges), shrunk(map, ranges), view));
    else
      ASSERT_NO_FATAL_FAILURE(
          expect_status(view.shrink(ranges), StatusCode::kInvalid, view));
  }
}

void check_pad(const SymbolicView& view) {
  constexpr std::pair<std::int64_t, std::int64_t> kChoices[] = {
      {0, 0}, {0, 1}, {2, 0}, {1, 2}};
  const ElementMap map = map_of(view);
  for (const Index& choice : indices(Shape(view.ndim(), 4))) {
    AxisPairs padding;
    for (std::int64_t each : choice) padding.push_back(kChoices[each]);
    ASSERT_NO_FATAL_FAILURE(
        expect_map(view.pad(padding), padded(map, padding), view));
  }
}

// Returns whether an axis that changes has a masked element.
bool repeats_padding(const SymbolicView& view, const Shape& shape) {
  for (std::size_t axis = 0; view.mask() && axis < view.ndim(); ++axis)
    if (view.shape()[axis] != SymbolicExtent(shape[axis]) &&
        (*view.mask())[axis].second == 0)
      return true;
  return false;
}

void check_expand(const SymbolicView& view, const std::vector<Shape>& shapes) {
  const ElementMap map = map_of(view);
  for (const Shape& shape : shapes) {
    const auto result = view.expand(shape);
    if (!can_expand(map.shape, shape))
      ASSERT_NO_FATAL_FAILURE(
          expect_status(result, StatusCode::kInvalid, view));
    else if (repeats_padding(view, shape))
      ASSERT_NO_FATAL_FAILURE(
          expect_status(result, StatusCode::kUnsupported, view));
    else
      ASSERT_NO_FATAL_FAILURE(expect_map(result, expanded(map, shape), view));
  }
}

void check_reshape(const SymbolicView& view, const Shape& shape) {
  const ElementMap map = map_of(view);
  const auto result = view.reshape(shape);
  const std::int64_t count = element_count(shape);
  const bool is_empty = count == 0 || map.elements.empty();
  if (shape == map.shape) {
    ASSERT_TRUE(result.ok());
    ASSERT_EQ(*result, view);
  } else if (!is_empty && count != element_count(map.shape)) {
    ASSERT_NO_FATAL_FAILURE(expect_status(result, StatusCode::kInvalid, view));
  } else if (view.mask()) {
    ASSERT_NO_FATAL_FAILURE(
        expect_status(result, StatusCode::kUnsupported, view));
  } else if (map.elements.empty() && count != 0) {
    ASSERT_TRUE(result.ok());  // a fresh view: there are no elements to keep
    ASSERT_EQ(result->shape(), SymbolicShape(shape));
  } else if (has_strides(reshaped(map, shape))) {
    ASSERT_NO_FATAL_FAILURE(expect_map(result, reshaped(map, shape), view));
  } else {
    ASSERT_NO_FATAL_FAILURE(
        expect_status(result, StatusCode::kUnsupported, view));
  }
}

TEST(SymbolicViewProperty, StridedViewsTransformAsTheirElements) {
  const std::vector<Shape> shapes = shapes_of_rank_four_or_less();
  for (const View& strided : layouts_of_small_shapes()) {
    const SymbolicView view = SymbolicView::from_view(strided).value();
    ASSERT_NO_FATAL_FAILURE(check_permute(view));
    ASSERT_NO_FATAL_FAILURE(check_flip(view));
    ASSERT_NO_FATAL_FAILURE(check_shrink(view));
  }
  for (const Shape& shape : test::sampled(shapes)) {
    const SymbolicView view = SymbolicView::create(shape).value();
    ASSERT_NO_FATAL_FAILURE(check_permute(view));
    ASSERT_NO_FATAL_FAILURE(check_flip(view));
    ASSERT_NO_FATAL_FAILURE(check_shrink(view));
    ASSERT_NO_FATAL_FAILURE(check_pad(view));
    ASSERT_NO_FATAL_FAILURE(check_expand(view, shapes));
  }
}

TEST(SymbolicViewProperty, MaskedViewsTransformAsTheirElements) {
  std::vector<Shape> shapes_of_rank_four;
  for (const Index& at : indices({2, 2, 2, 2}))
    shapes_of_rank_four.push_back({at[0] + 1, at[1] + 1, at[2] + 1, at[3] + 1});
  for (const SymbolicView& view : masked_views(shapes_of_rank_four))
    ASSERT_NO_FATAL_FAILURE(check_flip(view));
  for (const SymbolicView& view : masked_views(small_shapes())) {
    ASSERT_NO_FATAL_FAILURE(check_permute(view));
    ASSERT_NO_FATAL_FAILURE(check_flip(view));
    ASSERT_NO_FATAL_FAILURE(check_shrink(view));
    ASSERT_NO_FATAL_FAILURE(check_pad(view));
    ASSERT_NO_FATAL_FAILURE(check_expand(view, small_shapes()));
    for (const Shape& shape : small_shapes())
      ASSERT_NO_FATAL_FAILURE(check_reshape(view, shape));
  }
}

TEST(SymbolicViewProperty, ReshapesExactlyWhereStridesExpressTheResult) {
  for (const SymbolicView& view : strided_views()) {
    const std::int64_t count = view.numel().value().value();
    for (const Shape& shape : shapes_of(count, 4))
      ASSERT_NO_FATAL_FAILURE(check_reshape(view, shape));
    for (const Shape& shape : {Shape{0}, Shape{2, 0, 3}, Shape{7}, Shape{2, 2}})
      ASSERT_NO_FATAL_FAILURE(check_reshape(view, shape));
  }
}

// A transformation as free numbers, which apply to whatever view is there.
struct Chained {
  SymbolicView view;
  ElementMap map;
};

void apply(Chained& now, const std::vector<std::int64_t>& numbers) {
  const std::size_t rank = now.view.ndim();
  const auto number = [&](std::size_t i) {
    return numbers[i % numbers.size()];
  };
  AxisPairs pairs;
  std::vector<bool> flags;
  std::vector<std::int64_t> axes;
  Shape shape = now.map.shape;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    pairs.emplace_back(number(axis + 1) % 3, number(axis + 2) % 3);
    flags.push_back(number(axis + 1) % 2 == 1);
    axes.insert(axes.begin() + number(axis + 1) % (std::ssize(axes) + 1),
                static_cast<std::int64_t>(axis));
    if (shape[axis] == 1) shape[axis] = number(axis + 1) % 4;
  }
  Result<SymbolicView> next = now.view;
  ElementMap map = now.map;
  switch (numbers[0] % 6) {
    case 0:
      next = now.view.permute(axes);
      map = permuted(now.map, axes);
      break;
    case 1:
      next = now.view.flip(flags);
      map = flipped(now.map, flags);
      break;
    case 2:
      if (now.map.elements.size() > 1000) return;
      next = now.view.pad(pairs);
      map = padded(now.map, pairs);
      break;
    case 3:
      for (std::size_t axis = 0; axis < rank; ++axis) {
        const std::int64_t extent = now.map.shape[axis];
        if (extent == 0) return;
        const std::int64_t start = number(axis + 1) % extent;
        pairs[axis] = {start, start + 1 + number(axis + 2) % (extent - start)};
      }
      next = now.view.shrink(pairs);
      map = shrunk(now.map, pairs);
      break;
    case 4:
      if (now.map.elements.size() > 1000 || repeats_padding(now.view, shape))
        return;
      next = now.view.expand(shape);
      map = expanded(now.map, shape);
      break;
    default: {
      const auto shapes =
          shapes_of(std::max<std::int64_t>(element_count(shape), 1), 3);
      const Shape& to =
          shapes[static_cast<std::size_t>(number(1)) % shapes.size()];
      check_reshape(now.view, to);
      next = now.view.reshape(to);
      // Elements that were never there have no map to follow.
      if (!next || now.map.elements.empty()) return;
      map = reshaped(now.map, to);
      break;
    }
  }
  ASSERT_NO_FATAL_FAILURE(expect_map(next, map, now.view));
  now = {*next, std::move(map)};
}

TEST(SymbolicViewProperty, ChainsTransformAsTheirElements) {
  // RapidCheck reads this once; a value given from outside stays.
  setenv("RC_PARAMS", "seed=1 max_success=5000", 0);
  const bool holds = rc::check("chains of up to 8 transformations", [] {
    const auto shape = *rc::gen::container<Shape>(
        static_cast<std::size_t>(*rc::gen::inRange(0, 4)),
        rc::gen::inRange<std::int64_t>(0, 4));
    const auto steps =
        *rc::gen::container<std::vector<std::vector<std::int64_t>>>(
            static_cast<std::size_t>(*rc::gen::inRange(1, 9)),
            rc::gen::container<std::vector<std::int64_t>>(
                7, rc::gen::inRange<std::int64_t>(0, 60)));
    Chained chained{SymbolicView::create(shape).value(), {}};
    chained.map = map_of(chained.view);
    const std::int64_t count = element_count(shape);
    for (const auto& numbers : steps) {
      apply(chained, numbers);
      RC_ASSERT(!testing::Test::HasFailure());
      // No valid element is outside of the buffer of the first view.
      for (const Element& element : chained.map.elements)
        RC_ASSERT(!element || (*element >= 0 && *element < count));
    }
  });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace assay
