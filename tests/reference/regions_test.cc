// Tests slices, masked elements, repetitions, windows as views and sequences
// against elements listed by hand.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

using Ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

constexpr Op kSlice = "slice"_op;
constexpr Op kSliceAssign = "slice_assign"_op;
constexpr Op kMaskSelect = "mask_select"_op;
constexpr Op kArgwhere = "argwhere"_op;
constexpr Op kRepeat = "repeat"_op;
constexpr Op kUnfoldView = "unfold_view"_op;
constexpr Op kArange = "arange"_op;

Attributes region_of(const Ranges& ranges, Attributes::Integers steps) {
  return Attributes().ranges(ranges).set(AttributeKey::kSteps,
                                         std::move(steps));
}

Tensor counted_up(Shape shape) {
  Numbers numbers;
  for (std::int64_t i = 0; i < element_count(shape); ++i)
    numbers.push_back(static_cast<double>(i));
  return tensor_of(DType::kFloat32, numbers, std::move(shape));
}

Tensor mask_of(const Numbers& numbers, Shape shape) {
  return tensor_of(DType::kBool, numbers, std::move(shape));
}

// The example of the contract: [2, 8) by -2 gives 7, 5, 3.
TEST(RegionsTest, SlicesWalkTheirRangeInSteps) {
  const Tensor x = counted_up({10});
  const auto slice = [&](std::int64_t start, std::int64_t stop,
                         std::int64_t step) {
    return numbers_in(
        execute(call_of(kSlice, {x}, region_of({{start, stop}}, {step}))));
  };
  expect_same({7, 5, 3}, slice(2, 8, -2));
  expect_same({2, 4, 6}, slice(2, 8, 2));
  expect_same({2, 5}, slice(2, 8, 3));
  expect_same({7, 4}, slice(2, 8, -3));
  expect_same({9}, slice(9, 10, -5));
  expect_same({6, 4, 2}, slice(1, 7, -2));
}

TEST(RegionsTest, SlicesShareMemoryWhateverTheView) {
  Tensor x = counted_up({4, 6});
  x.view = *x.view.flip({false, true});
  const Tensor y =
      execute(call_of(kSlice, {x}, region_of({{1, 4}, {0, 6}}, {-2, 3})));
  EXPECT_EQ(y.buffer, x.buffer);
  EXPECT_EQ(y.view.strides(), (Strides{-12, -3}));
  expect_same({23, 20, 11, 8}, numbers_in(y));
}

TEST(RegionsTest, AssignedSlicesKeepTheRest) {
  const Tensor x = counted_up({7});
  const Tensor value = tensor_of(DType::kFloat32, Numbers{-1, -2, -3}, {3});
  const auto assigned = [&](std::int64_t step) {
    return numbers_in(execute(
        call_of(kSliceAssign, {x, value}, region_of({{1, 6}}, {step}))));
  };
  expect_same({0, -1, 2, -2, 4, -3, 6}, assigned(2));
  expect_same({0, -3, 2, -2, 4, -1, 6}, assigned(-2));
  expect_same({0, 1, 2, 3, 4, 5, 6}, numbers_in(x));
}

TEST(RegionsTest, MasksListElementsInRowMajorOrder) {
  const Tensor x = counted_up({2, 3});
  const Tensor some = mask_of({0, 1, 1, 1, 0, 0}, {2, 3});
  const Tensor none = mask_of({0, 0, 0, 0, 0, 0}, {2, 3});
  const Tensor selected = execute(call_of(kMaskSelect, {x, some}));
  expect_same({1, 2, 3}, numbers_in(selected));
  EXPECT_EQ(selected.view.shape(), Shape{3});
  EXPECT_EQ(execute(call_of(kMaskSelect, {x, none})).view.shape(), Shape{0});
  Tensor turned = x;
  turned.view = *x.view.permute({1, 0});
  expect_same(
      {3, 1, 4},
      numbers_in(execute(call_of(
          kMaskSelect, {turned, mask_of({0, 1, 1, 1, 0, 0}, {3, 2})}))));
  const Tensor scalar = tensor_of(DType::kFloat32, Numbers{5}, {});
  expect_same(
      {5},
      numbers_in(execute(call_of(kMaskSelect, {scalar, mask_of({1}, {})}))));
}

TEST(RegionsTest, CoordinatesAreRowsOfTheAskedDType) {
  const auto coordinates = [](const Tensor& x, DType index) {
    return execute(
        call_of(kArgwhere, {x},
                Attributes().set(AttributeKey::kIndexDType,
                                 {static_cast<std::int64_t>(index)})));
  };
  const Tensor x = mask_of({0, 1, 0, 1, 0, 1}, {2, 3});
  for (DType index : {DType::kInt32, DType::kInt64, DType::kInt8}) {
    const Tensor found = coordinates(x, index);
    EXPECT_EQ(found.dtype, index);
    EXPECT_EQ(found.view.shape(), (Shape{3, 2}));
    expect_same({0, 1, 1, 0, 1, 2}, numbers_in(found));
  }
  EXPECT_EQ(coordinates(mask_of({0, 0}, {2, 1}), DType::kInt32).view.shape(),
            (Shape{0, 2}));
}

TEST(RegionsTest, RepetitionsAreWholeCopies) {
  const Tensor x = counted_up({2, 2});
  const auto repeated = [&](std::int64_t axis, std::int64_t times) {
    return execute(
        call_of(kRepeat, {x},
                Attributes().axis(axis).set(AttributeKey::kTimes, {times})));
  };
  expect_same({0, 1, 0, 1, 2, 3, 2, 3}, numbers_in(repeated(1, 2)));
  expect_same({0, 1, 2, 3, 0, 1, 2, 3}, numbers_in(repeated(0, 2)));
  EXPECT_EQ(repeated(0, 0).view.shape(), (Shape{0, 2}));
}

TEST(RegionsTest, WindowsAreViews) {
  const Tensor x = counted_up({6});
  const Tensor y = execute(call_of(kUnfoldView, {x},
                                   Attributes()
                                       .axis(0)
                                       .set(AttributeKey::kSize, {3})
                                       .set(AttributeKey::kStep, {2})));
  EXPECT_EQ(y.buffer, x.buffer);
  EXPECT_EQ(y.view, View({2, 3}, {2, 1}, 0));
  expect_same({0, 1, 2, 2, 3, 4}, numbers_in(y));
  Tensor turned = counted_up({3, 2});
  turned.view = *turned.view.flip({true, false});
  const Tensor z = execute(call_of(kUnfoldView, {turned},
                                   Attributes()
                                       .axis(0)
                                       .set(AttributeKey::kSize, {2})
                                       .set(AttributeKey::kStep, {1})));
  EXPECT_EQ(z.view, View({2, 2, 2}, {-2, 1, -2}, 4));
  expect_same({4, 2, 5, 3, 2, 0, 3, 1}, numbers_in(z));
}

TEST(RegionsTest, SequencesStopBelowTheirEnd) {
  const auto sequence = [](DType dtype, std::int64_t start, std::int64_t stop,
                           std::int64_t step) {
    return numbers_in(execute(call_of(kArange, {},
                                      Attributes()
                                          .dtype(dtype)
                                          .set(AttributeKey::kStart, {start})
                                          .set(AttributeKey::kStop, {stop})
                                          .set(AttributeKey::kStep, {step}))));
  };
  expect_same({2, 5, 8}, sequence(DType::kInt32, 2, 9, 3));
  expect_same({2, 5}, sequence(DType::kInt16, 2, 8, 3));
  expect_same({-128, 0}, sequence(DType::kInt8, -128, 127, 128));
  expect_same({}, sequence(DType::kUint8, 4, 4, 1));
  expect_same({-0x1p63, -1, 0x1p63},
              sequence(DType::kInt64, INT64_MIN, INT64_MAX, INT64_MAX));
}

}  // namespace
}  // namespace assay::test
