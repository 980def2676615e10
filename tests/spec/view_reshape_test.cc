// Reshape succeeds exactly where strides can express it. The oracle derives
// the only strides that could: the stride of an axis is the distance between
// two elements that are neighbours along it; then it tries them everywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

#include "spec/view.h"
#include "tests/sampled.h"
#include "tests/spec/index_map.h"

namespace assay {
namespace {

// Returns the map under a new shape if some strides give it.
std::optional<IndexMap> expressible(const View& view, const Shape& shape) {
  const IndexMap from = map_of(view);
  const Strides counting = row_major_strides(shape);
  Strides strides(shape.size(), 0);
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] > 1)
      strides[axis] = from.positions[static_cast<std::size_t>(counting[axis])] -
                      from.positions[0];
  const View tried(shape, strides, view.offset());
  const IndexMap map = map_of(tried);
  if (map.positions != from.positions) return std::nullopt;
  return map;
}

// Returns whether the reshape succeeded.
bool check_reshape(const View& view, const Shape& shape) {
  const Result<View> result = view.reshape(shape);
  const std::optional<IndexMap> expected = expressible(view, shape);
  EXPECT_EQ(result.ok(), expected.has_value())
      << described(view) << " to " << shape_text(shape);
  if (result.ok() && expected) {
    EXPECT_EQ(map_of(*result), *expected)
        << described(view) << " to " << described(*result);
  }
  if (!result.ok()) {
    EXPECT_EQ(result.status().code, StatusCode::kUnsupported);
    EXPECT_EQ(result.status().kind, "view");
  }
  return result.ok();
}

TEST(ViewReshape, SucceedsExactlyWhereStridesExpressIt) {
  int succeeded = 0;
  int failed = 0;
  for (const View& view : layouts_of_small_shapes()) {
    if (view.numel() == 0) continue;
    for (const Shape& shape : shapes_of(view.numel(), 4))
      ++(check_reshape(view, shape) ? succeeded : failed);
  }
  // Both outcomes must be common, or the layouts are badly chosen.
  const int common = test::kIsSanitized ? 1000 / 7 : 1000;
  EXPECT_GT(succeeded, common);
  EXPECT_GT(failed, common);
}

// Chains of random transformations reach views that no list foresees.
TEST(ViewReshape, SucceedsExactlyWhereStridesExpressItAfterRandomChains) {
  std::mt19937_64 random(1);
  const auto below = [&](std::size_t bound) { return random() % bound; };
  int succeeded = 0;
  int failed = 0;
  for (int chain = 0; chain < 3000; ++chain) {
    const std::vector<Shape> starts = shapes_of(24, 4);
    View view(starts[below(starts.size())]);
    for (std::size_t step = below(5); step-- > 0;) {
      Result<View> next = view;
      const std::size_t axis = view.rank() == 0 ? 0 : below(view.rank());
      switch (view.rank() == 0 ? 0 : below(5)) {
        case 0: {
          const std::vector<Shape> shapes = shapes_of(view.numel(), 4);
          next = view.reshape(shapes[below(shapes.size())]);
          break;
        }
        case 1: {
          std::vector<std::int64_t> axes(view.rank());
          for (std::size_t i = 0; i < axes.size(); ++i)
            axes[i] = static_cast<std::int64_t>(i);
          std::shuffle(axes.begin(), axes.end(), random);
          next = view.permute(axes);
          break;
        }
        case 2: {
          std::vector<bool> flips(view.rank());
          flips[axis] = true;
          next = view.flip(flips);
          break;
        }
        case 3: {
          std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
          for (std::int64_t extent : view.shape())
            ranges.emplace_back(0, extent);
          if (ranges[axis].second > 1) ++ranges[axis].first;
          next = view.shrink(ranges);
          break;
        }
        default: {
          Shape shape = view.shape();
          if (shape[axis] == 1) shape[axis] = 2;
          next = view.expand(shape);
          break;
        }
      }
      if (next.ok()) view = *next;
    }
    for (const Shape& shape : shapes_of(view.numel(), 3))
      ++(check_reshape(view, shape) ? succeeded : failed);
  }
  EXPECT_GT(succeeded, 1000);
  EXPECT_GT(failed, 1000);
}

TEST(ViewReshape, NamedExamples) {
  const View rows(Shape{4, 6});
  EXPECT_TRUE(rows.reshape({24}).ok());
  EXPECT_TRUE(rows.reshape({2, 2, 3, 2}).ok());
  EXPECT_TRUE(rows.reshape({8, 3}).ok());  // merge, then split elsewhere
  const View columns = *rows.permute({1, 0});
  EXPECT_FALSE(columns.reshape({24}).ok());
  EXPECT_TRUE(columns.reshape({3, 2, 4}).ok());
  EXPECT_TRUE(columns.reshape({6, 1, 4}).ok());
  EXPECT_TRUE(columns.reshape({6, 4}).ok());
  const View repeated = *View(Shape{1, 6}).expand({4, 6});
  EXPECT_TRUE(repeated.reshape({2, 2, 6}).ok());
  EXPECT_FALSE(repeated.reshape({24}).ok());
  EXPECT_TRUE(View().expand({2, 3})->reshape({6}).ok());
  EXPECT_TRUE(rows.flip({true, true})->reshape({24}).ok());
  EXPECT_FALSE(rows.flip({true, false})->reshape({24}).ok());
}

TEST(ViewReshape, WithoutElementsAlwaysWorks) {
  const Result<View> empty = View(Shape{2, 0}).reshape({0, 7});
  ASSERT_TRUE(empty.ok());
  EXPECT_EQ(empty->shape(), (Shape{0, 7}));
  EXPECT_TRUE(View(Shape{2, 3}).reshape({0}).ok());
  EXPECT_TRUE(View(Shape{0}).reshape({2, 3}).ok());
}

TEST(ViewReshape, RejectsOtherElementCounts) {
  const View view(Shape{2, 3});
  EXPECT_TRUE(view.reshape({6}).ok());
  for (const Shape& shape : {Shape{}, Shape{5}, Shape{7}, Shape{-6},
                             Shape{-2, -3}, Shape{INT64_MAX, 6}}) {
    const Result<View> result = view.reshape(shape);
    ASSERT_FALSE(result.ok()) << shape_text(shape);
    EXPECT_EQ(result.status().code, StatusCode::kInvalid);
  }
}

}  // namespace
}  // namespace assay
