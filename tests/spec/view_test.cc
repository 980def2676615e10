// Views against an oracle that enumerates the index map: exhaustively over all
// shapes of up to 3 axes with extents 0 to 3, each in several layouts.
#include "spec/view.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/spec/index_map.h"

namespace assay {
namespace {

using Ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

// Checks that `view` shows `expected`, whose entries are buffer positions.
void expect_map(const Result<View>& view, const IndexMap& expected,
                const View& from) {
  ASSERT_TRUE(view.ok()) << view.status().message;
  ASSERT_EQ(map_of(*view), expected)
      << "from " << described(from) << " to " << described(*view);
}

TEST(View, OfRankZeroShowsTheFirstElement) {
  const View view;
  EXPECT_EQ(view.rank(), 0u);
  EXPECT_EQ(view.numel(), 1);
  EXPECT_EQ(view.linear_index({}), 0);
  EXPECT_TRUE(view.is_c_contiguous());
}

TEST(View, OfAShapeIsRowMajor) {
  for (const Shape& shape : small_shapes()) {
    const View view(shape);
    EXPECT_TRUE(view.is_c_contiguous()) << described(view);
    std::int64_t position = 0;
    for (const Index& at : indices(shape))
      ASSERT_EQ(view.linear_index(at), position++);
  }
}

TEST(View, WithoutElementsHasOffsetZero) {
  EXPECT_EQ(View({2, 0}, {5, 7}, 3).offset(), 0);
  EXPECT_EQ(View({2, 1}, {5, 7}, 3).offset(), 3);
}

TEST(View, IsContiguousExactlyWhereItCountsUpFromZero) {
  for (const View& view : layouts_of_small_shapes()) {
    const IndexMap map = map_of(view);
    bool expected = true;
    for (std::size_t i = 0; i < map.positions.size(); ++i)
      expected = expected && map.positions[i] == static_cast<std::int64_t>(i);
    ASSERT_EQ(view.is_c_contiguous(), expected) << described(view);
  }
}

TEST(View, BoundsAreThoseOfItsElements) {
  for (const View& view : layouts_of_small_shapes()) {
    const IndexMap map = map_of(view);
    std::pair<std::int64_t, std::int64_t> expected = {0, -1};
    if (!map.positions.empty()) {
      const auto [low, high] =
          std::minmax_element(map.positions.begin(), map.positions.end());
      expected = {*low, *high};
    }
    ASSERT_EQ(view.bounds(), expected) << described(view);
  }
}

TEST(View, PermutesAsTheOracle) {
  for (const View& view : layouts_of_small_shapes()) {
    std::vector<std::int64_t> axes(view.rank());
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
      axes[axis] = static_cast<std::int64_t>(axis);
    do {
      IndexMap expected;
      for (std::int64_t axis : axes)
        expected.shape.push_back(view.shape()[static_cast<std::size_t>(axis)]);
      for (const Index& at : indices(expected.shape)) {
        Index from(view.rank());
        for (std::size_t axis = 0; axis < axes.size(); ++axis)
          from[static_cast<std::size_t>(axes[axis])] = at[axis];
        expected.positions.push_back(view.linear_index(from));
      }
      ASSERT_NO_FATAL_FAILURE(expect_map(view.permute(axes), expected, view));
    } while (std::next_permutation(axes.begin(), axes.end()));
  }
}

TEST(View, FlipsAsTheOracle) {
  for (const View& view : layouts_of_small_shapes())
    for (unsigned mask = 0; mask < 1u << view.rank(); ++mask) {
      std::vector<bool> axes(view.rank());
      for (std::size_t axis = 0; axis < axes.size(); ++axis)
        axes[axis] = (mask >> axis & 1u) != 0;
      IndexMap expected;
      expected.shape = view.shape();
      for (const Index& at : indices(view.shape())) {
        Index from = at;
        for (std::size_t axis = 0; axis < axes.size(); ++axis)
          if (axes[axis]) from[axis] = view.shape()[axis] - 1 - at[axis];
        expected.positions.push_back(view.linear_index(from));
      }
      ASSERT_NO_FATAL_FAILURE(expect_map(view.flip(axes), expected, view));
    }
}

TEST(View, ShrinksAsTheOracle) {
  for (const View& view : layouts_of_small_shapes()) {
    // The starts and stops of each axis count through one index space.
    Shape choices;
    for (std::int64_t extent : view.shape()) {
      choices.push_back(extent + 2);
      choices.push_back(extent + 2);
    }
    for (const Index& choice : indices(choices)) {
      Ranges ranges;
      bool valid = true;
      IndexMap expected;
      for (std::size_t axis = 0; axis < view.rank(); ++axis) {
        const std::int64_t start = choice[2 * axis];
        const std::int64_t stop = choice[2 * axis + 1];
        ranges.emplace_back(start, stop);
        valid = valid && start < stop && stop <= view.shape()[axis];
        expected.shape.push_back(stop - start);
      }
      const Result<View> result = view.shrink(ranges);
      if (!valid) {
        ASSERT_FALSE(result.ok()) << described(view);
        ASSERT_EQ(result.status().code, StatusCode::kInvalid);
        continue;
      }
      for (const Index& at : indices(expected.shape)) {
        Index from = at;
        for (std::size_t axis = 0; axis < view.rank(); ++axis)
          from[axis] += ranges[axis].first;
        expected.positions.push_back(view.linear_index(from));
      }
      ASSERT_NO_FATAL_FAILURE(expect_map(result, expected, view));
    }
  }
}

TEST(View, ExpandsAsTheOracle) {
  for (const View& view : layouts_of_small_shapes())
    for (const Shape& shape : small_shapes()) {
      bool valid = view.rank() == 0 || shape.size() == view.rank();
      for (std::size_t axis = 0; valid && axis < view.rank(); ++axis)
        valid = view.shape()[axis] == 1 || view.shape()[axis] == shape[axis];
      const Result<View> result = view.expand(shape);
      if (!valid) {
        ASSERT_FALSE(result.ok()) << described(view);
        ASSERT_EQ(result.status().code, StatusCode::kInvalid);
        continue;
      }
      IndexMap expected;
      expected.shape = shape;
      for (const Index& at : indices(shape)) {
        Index from(view.rank(), 0);
        for (std::size_t axis = 0; axis < view.rank(); ++axis)
          if (view.shape()[axis] != 1) from[axis] = at[axis];
        expected.positions.push_back(view.linear_index(from));
      }
      ASSERT_NO_FATAL_FAILURE(expect_map(result, expected, view));
      for (std::size_t axis = 0; axis < view.rank(); ++axis)
        if (view.shape()[axis] == 1 && shape[axis] != 1) {
          ASSERT_EQ(result->strides()[axis], 0);
        }
    }
}

TEST(View, ExpandedFromRankZeroHasStridesZero) {
  const Result<View> view = View().expand({2, 3});
  ASSERT_TRUE(view.ok());
  EXPECT_EQ(view->strides(), (Strides{0, 0}));
  EXPECT_FALSE(view->is_c_contiguous());
  EXPECT_TRUE(View().expand({1, 1})->is_c_contiguous());
}

// Each rejected call differs in one thing from one that works.
TEST(View, RejectsWhatIsNoTransformation) {
  const View view(Shape{2, 3});
  EXPECT_TRUE(view.permute({1, 0}).ok());
  EXPECT_FALSE(view.permute({1, 1}).ok());
  EXPECT_FALSE(view.permute({1, 2}).ok());
  EXPECT_FALSE(view.permute({1, -1}).ok());
  EXPECT_FALSE(view.permute({1}).ok());
  EXPECT_FALSE(view.permute({1, 0, 2}).ok());
  EXPECT_TRUE(view.flip({true, false}).ok());
  EXPECT_FALSE(view.flip({true}).ok());
  EXPECT_TRUE(view.shrink({{0, 2}, {1, 3}}).ok());
  EXPECT_FALSE(view.shrink({{0, 2}}).ok());
  EXPECT_FALSE(view.shrink({{-1, 2}, {1, 3}}).ok());
  EXPECT_TRUE(View(Shape{1, 3}).expand({4, 3}).ok());
  EXPECT_TRUE(View(Shape{1, 3}).expand({0, 3}).ok());
  EXPECT_FALSE(View(Shape{1, 3}).expand({4, 3, 1}).ok());
  EXPECT_FALSE(View(Shape{1, 3}).expand({-1, 3}).ok());
  EXPECT_FALSE(View().expand({-1}).ok());
  EXPECT_FALSE(View(Shape{1, 3}).expand({INT64_MAX, 3}).ok());
}

}  // namespace
}  // namespace assay
