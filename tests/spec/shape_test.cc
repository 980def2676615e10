// Tests shapes: counts, strides, and loops over an index space.
#include "spec/shape.h"

#include <gtest/gtest.h>

#include <limits>

namespace assay {
namespace {

std::vector<Index> walked(const Shape& shape) {
  std::vector<Index> all;
  for (const Index& at : indices(shape)) all.push_back(at);
  return all;
}

TEST(Shape, CountsElements) {
  EXPECT_EQ(element_count({}), 1);
  EXPECT_EQ(element_count({0}), 0);
  EXPECT_EQ(element_count({2, 3, 4}), 24);
  EXPECT_EQ(element_count({2, 0, 4}), 0);
}

TEST(Shape, CountsElementsWithinTheLimit) {
  constexpr std::int64_t kLimit = std::int64_t{1} << 40;
  EXPECT_EQ(checked_element_count({}), 1);
  EXPECT_EQ(checked_element_count({2, 3}), 6);
  EXPECT_EQ(checked_element_count({kLimit}), kLimit);
  EXPECT_EQ(checked_element_count({kLimit, 1, 1}), kLimit);
  EXPECT_EQ(checked_element_count({kLimit, 0}), 0);
  EXPECT_FALSE(checked_element_count({kLimit + 1}));
  EXPECT_FALSE(checked_element_count({kLimit, 2}));
  EXPECT_FALSE(checked_element_count({2, kLimit}));
  EXPECT_FALSE(checked_element_count({-1}));
  EXPECT_FALSE(checked_element_count({0, -1}));
  EXPECT_FALSE(
      checked_element_count({std::numeric_limits<std::int64_t>::min()}));
  EXPECT_FALSE(
      checked_element_count({std::numeric_limits<std::int64_t>::max(), 3}));
}

TEST(Shape, HasRowMajorStrides) {
  EXPECT_EQ(row_major_strides({}), Strides{});
  EXPECT_EQ(row_major_strides({5}), Strides{1});
  EXPECT_EQ(row_major_strides({2, 3, 4}), (Strides{12, 4, 1}));
  EXPECT_EQ(row_major_strides({2, 1, 4}), (Strides{4, 4, 1}));
  // An empty axis takes one step, so that no stride is 0.
  EXPECT_EQ(row_major_strides({2, 0, 4}), (Strides{4, 4, 1}));
}

TEST(Shape, PrintsAsAList) {
  EXPECT_EQ(shape_text({}), "[]");
  EXPECT_EQ(shape_text({2, 3}), "[2, 3]");
}

TEST(IndexSpace, OfRankZeroHasOneIndex) {
  EXPECT_EQ(walked({}), std::vector<Index>{Index{}});
}

TEST(IndexSpace, WithAnEmptyExtentHasNone) {
  EXPECT_TRUE(walked({0}).empty());
  EXPECT_TRUE(walked({2, 0}).empty());
  EXPECT_TRUE(walked({0, 2}).empty());
}

TEST(IndexSpace, IsWalkedInRowMajorOrder) {
  EXPECT_EQ(walked({2, 2}),
            (std::vector<Index>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  const Shape shape = {2, 3, 4};
  const Strides strides = row_major_strides(shape);
  std::int64_t position = 0;
  for (const Index& at : indices(shape)) {
    std::int64_t index = 0;
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
      EXPECT_LT(at[axis], shape[axis]);
      index += at[axis] * strides[axis];
    }
    EXPECT_EQ(index, position++);
  }
  EXPECT_EQ(position, 24);
}

// A space made from a temporary outlives it.
TEST(IndexSpace, KeepsItsShape) {
  const IndexSpace space(Shape{3});
  std::int64_t count = 0;
  for (const Index& at : space) EXPECT_EQ(at, Index{count++});
  EXPECT_EQ(count, 3);
}

}  // namespace
}  // namespace assay
