// Every layout shows each element once (or, broadcast, as it should), lies in
// its storage, and is what its name says.
#include "harness/layout.h"

#include <gtest/gtest.h>

#include <set>

namespace assay {
namespace {

const std::vector<Shape> kShapes = {{},     {1},       {5},    {2, 3},
                                    {3, 1}, {2, 3, 4}, {1, 1}, {4, 2, 1, 3}};

std::vector<std::int64_t> places(const View& view) {
  std::vector<std::int64_t> list;
  for (const Index& at : indices(view.shape()))
    list.push_back(view.linear_index(at));
  return list;
}

TEST(Layout, KeepsTheShapeAndStaysInItsStorage) {
  for (int i = 0; i < kLayoutCount; ++i)
    for (const Shape& shape : kShapes) {
      const auto layout = static_cast<Layout>(i);
      const LaidOut laid_out = lay_out(layout, shape);
      EXPECT_EQ(laid_out.view.shape(), shape) << name_of(layout);
      const auto [low, high] = laid_out.view.bounds();
      EXPECT_TRUE(low >= 0 && high < laid_out.storage_count)
          << name_of(layout) << " " << shape_text(shape);
    }
}

TEST(Layout, ShowsNoElementTwiceUnlessItRepeats) {
  for (int i = 0; i < kLayoutCount; ++i)
    for (const Shape& shape : kShapes) {
      const auto layout = static_cast<Layout>(i);
      if (layout == Layout::kBroadcast) continue;
      const auto list = places(lay_out(layout, shape).view);
      EXPECT_EQ(std::set(list.begin(), list.end()).size(), list.size())
          << name_of(layout) << " " << shape_text(shape);
    }
}

TEST(Layout, EmptyShapesHaveNoBounds) {
  for (int i = 0; i < kLayoutCount; ++i) {
    const LaidOut laid_out = lay_out(static_cast<Layout>(i), {2, 0, 3});
    EXPECT_EQ(laid_out.view.shape(), (Shape{2, 0, 3}));
    EXPECT_EQ(laid_out.view.numel(), 0);
  }
}

TEST(Layout, StridesAreThoseOfTheName) {
  const Shape shape = {2, 3};
  EXPECT_EQ(lay_out(Layout::kContiguous, shape).view, View(shape));
  EXPECT_EQ(lay_out(Layout::kOffset, shape).view, View(shape, {3, 1}, 3));
  EXPECT_EQ(lay_out(Layout::kTranspose, shape).view, View(shape, {1, 2}, 0));
  // Every other element of a 5 by 7 array, from [1, 1] on.
  EXPECT_EQ(lay_out(Layout::kSlice, shape).view, View(shape, {14, 2}, 8));
  EXPECT_EQ(lay_out(Layout::kFlip, shape).view, View(shape, {-3, -1}, 5));
  EXPECT_EQ(lay_out(Layout::kBroadcast, shape).view, View(shape, {0, 1}, 0));
  EXPECT_EQ(lay_out(Layout::kBroadcast, {1, 3}).view, View({1, 3}, {1, 0}, 0));
}

TEST(Layout, StorageIsNoLargerThanItMustBe) {
  const Shape shape = {2, 3};
  EXPECT_EQ(lay_out(Layout::kContiguous, shape).storage_count, 6);
  EXPECT_EQ(lay_out(Layout::kTranspose, shape).storage_count, 6);
  EXPECT_EQ(lay_out(Layout::kBroadcast, shape).storage_count, 3);
  // Elements behind the view, too, so that reading on is not stopped early.
  EXPECT_EQ(lay_out(Layout::kOffset, shape).storage_count, 11);
  EXPECT_EQ(lay_out(Layout::kSlice, shape).storage_count, 35);
}

TEST(Layout, MixedIsSlicedRotatedAndReversed) {
  const View view = lay_out(Layout::kMixed, {2, 3}).view;
  // Axis 0 is the last of the 7 by 5 array, axis 1 its first, reversed.
  EXPECT_EQ(view, View({2, 3}, {2, -10}, 26));
}

}  // namespace
}  // namespace assay
