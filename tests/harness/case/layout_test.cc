// Tests that every layout shows each element once (or as often as a broadcast
// should), is within its storage, and is what its name says.
#include "harness/case/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
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

constexpr int kCombinedCount =
    static_cast<int>(std::size(kCombinedLayoutNames));

TEST(CombinedLayout, StaysInItsStorageForEverySeed) {
  const std::vector<Shape> shapes = {
      {},      {1},          {70},      {2, 90},   {3, 1},         {2, 3, 4},
      {60, 2}, {5, 1, 7, 3}, {300, 50}, {2, 0, 3}, {3, 4, 5, 2, 6}};
  for (int i = 0; i < kCombinedCount; ++i)
    for (const Shape& shape : shapes)
      for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto layout = static_cast<Layout>(kLayoutCount + i);
        const LaidOut laid_out = lay_out(layout, shape, seed);
        ASSERT_EQ(laid_out.view.shape(), shape) << name_of(layout);
        const auto [low, high] = laid_out.view.bounds();
        ASSERT_TRUE(low >= 0 && high < laid_out.storage_count)
            << name_of(layout) << " " << shape_text(shape) << " " << seed;
        if (repeats_elements(layout)) continue;
        const auto list = places(laid_out.view);
        ASSERT_EQ(std::set(list.begin(), list.end()).size(), list.size())
            << name_of(layout) << " " << shape_text(shape) << " " << seed;
      }
}

TEST(CombinedLayout, IsWhatItsNameSays) {
  const Shape shape = {3, 60, 4};
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const auto far = lay_out(Layout::kFar, shape, seed).view;
    EXPECT_GT(far.offset(), 1 << 16);
    EXPECT_GT(far.strides()[0], 1 << 16);
    const auto leading = lay_out(Layout::kLeading, {9, 20}, seed).view;
    EXPECT_GT(leading.strides()[0], 128);
    EXPECT_EQ(leading.strides()[1], 1);
    const auto repeated =
        lay_out(Layout::kBroadcastTranspose, shape, seed).view;
    EXPECT_EQ(
        std::count(repeated.strides().begin(), repeated.strides().end(), 0), 1);
    EXPECT_GT(repeated.offset(), 0);
    const LaidOut overlap = lay_out(Layout::kOverlap, shape, seed);
    EXPECT_EQ(overlap.storage_count, element_count(shape));
    EXPECT_LT(overlap.view.bounds().second + 1, element_count(shape));
    const auto woven = lay_out(Layout::kWoven, shape, seed).view;
    EXPECT_TRUE(std::any_of(woven.strides().begin(), woven.strides().end(),
                            [](std::int64_t stride) { return stride < 0; }));
    const auto sliced = lay_out(Layout::kSliceTranspose, shape, seed).view;
    EXPECT_FALSE(
        std::is_sorted(sliced.strides().rbegin(), sliced.strides().rend()));
  }
}

// Each operand of a case draws its own, so every kind must come up.
TEST(CombinedLayout, SeveralDrawsEveryKind) {
  const Shape shape = {5, 6, 7};
  int contiguous = 0, moved = 0, reversed = 0, repeated = 0, stepped = 0;
  int permuted = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const View view = lay_out(Layout::kSeveral, shape, seed).view;
    const Strides& strides = view.strides();
    const auto has = [&](auto holds) {
      return std::any_of(strides.begin(), strides.end(), holds) ? 1 : 0;
    };
    contiguous += view == View(shape) ? 1 : 0;
    moved += view.offset() > 0 ? 1 : 0;
    reversed += has([](std::int64_t stride) { return stride < 0; });
    repeated += has([](std::int64_t stride) { return stride == 0; });
    stepped += std::abs(strides.back()) == 2 ? 1 : 0;
    permuted += strides[0] == 1 ? 1 : 0;
  }
  for (const int count :
       {contiguous, moved, reversed, repeated, stepped, permuted})
    EXPECT_GT(count, 5);
}

TEST(CombinedLayout, HasPartsThatClaimsKnow) {
  for (const std::string_view name : kCombinedLayoutNames) {
    EXPECT_FALSE(parts_of_layout(name).empty()) << name;
    for (const std::string_view part : parts_of_layout(name))
      EXPECT_NE(
          std::find(std::begin(kLayoutNames), std::end(kLayoutNames), part),
          std::end(kLayoutNames))
          << part;
  }
  ASSERT_EQ(parts_of_layout("flip").size(), 1u);
  EXPECT_EQ(parts_of_layout("flip")[0], "flip");
  EXPECT_TRUE(parts_of_layout("no layout").empty());
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

// Column-major libraries store tensors in this layout, so they need no copy.
TEST(Layout, TransposedIsColumnMajorFromTheStartOfTheBuffer) {
  for (const Shape& shape :
       {Shape{5}, Shape{2, 3}, Shape{3, 1, 4}, Shape{2, 3, 4, 5}}) {
    const LaidOut laid_out = lay_out(Layout::kTranspose, shape);
    EXPECT_EQ(laid_out.view.offset(), 0);
    EXPECT_EQ(laid_out.storage_count, element_count(shape));
    std::int64_t stride = 1;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      if (shape[axis] > 1) {
        EXPECT_EQ(laid_out.view.strides()[axis], stride);
      }
      stride *= shape[axis];
    }
  }
}

TEST(Layout, StorageIsNoLargerThanItMustBe) {
  const Shape shape = {2, 3};
  EXPECT_EQ(lay_out(Layout::kContiguous, shape).storage_count, 6);
  EXPECT_EQ(lay_out(Layout::kTranspose, shape).storage_count, 6);
  EXPECT_EQ(lay_out(Layout::kBroadcast, shape).storage_count, 3);
  // There are elements after the view too, so that reading on is not stopped
  // early.
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
