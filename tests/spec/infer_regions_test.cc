// Tests inference of slices, masked elements, repetitions, windows as views and
// sequences: shapes, dtypes, and extreme attributes. Broken calls of every
// precondition are those of precondition_test.cc.
#include <gtest/gtest.h>

#include <limits>

#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

Attributes cut(const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges,
               Attributes::Integers steps) {
  return Attributes().ranges(ranges).set(AttributeKey::kSteps,
                                         std::move(steps));
}
Attributes windowed(std::int64_t axis, std::int64_t size, std::int64_t step) {
  return Attributes()
      .axis(axis)
      .set(AttributeKey::kSize, {size})
      .set(AttributeKey::kStep, {step});
}
Attributes counted(DType dtype, std::int64_t start, std::int64_t stop,
                   std::int64_t step) {
  return Attributes()
      .dtype(dtype)
      .set(AttributeKey::kStart, {start})
      .set(AttributeKey::kStop, {stop})
      .set(AttributeKey::kStep, {step});
}

TEST(InferRegions, SlicesCountTheStepsThatStayInside) {
  constexpr Op kSlice = "slice"_op;
  expect_type(kSlice, {f32({10, 9})}, cut({{2, 8}, {0, 9}}, {-2, 4}),
              f32({3, 3}));
  expect_type(kSlice, {f32({10})}, cut({{2, 9}}, {2}), f32({4}));
  expect_type(kSlice, {f32({10})}, cut({{2, 9}}, {kMost}), f32({1}));
  expect_type(kSlice, {f32({10})}, cut({{2, 9}}, {kLeast}), f32({1}));
  expect_type(kSlice, {f32({})}, cut({}, {}), f32({}));
  expect_broken(kSlice, {f32({0})}, cut({{0, 0}}, {1}), "slice.bounds");
  expect_type("slice_assign"_op, {f32({10}), f32({3})}, cut({{2, 8}}, {2}),
              f32({10}));
}

TEST(InferRegions, MasksGiveTheMostThereCanBe) {
  const TensorType mask{DType::kBool, {2, 3}};
  expect_type("mask_select"_op, {f32({2, 3}), mask}, Attributes(), f32({6}));
  for (DType index : {DType::kInt8, DType::kInt32, DType::kInt64})
    expect_type("argwhere"_op, {mask},
                Attributes().set(AttributeKey::kIndexDType,
                                 {static_cast<std::int64_t>(index)}),
                TensorType{index, {6, 2}});
  for (const OpSpec* op : kOps)
    EXPECT_EQ(op->signature.is_counted,
              op->name == "mask_select" || op->name == "argwhere");
}

TEST(InferRegions, RepetitionsMultiplyAnExtent) {
  const auto times = [](std::int64_t axis, std::int64_t n) {
    return Attributes().axis(axis).set(AttributeKey::kTimes, {n});
  };
  expect_type("repeat"_op, {f32({2, 3})}, times(1, 4), f32({2, 12}));
  expect_type("repeat"_op, {f32({2, 3})}, times(0, 0), f32({0, 3}));
  expect_type("repeat"_op, {f32({0, 3})}, times(0, kMost >> 23), f32({0, 3}));
  for (std::int64_t n : {kLeast, kMost, std::int64_t{-1}})
    expect_broken("repeat"_op, {f32({2, 3})}, times(1, n), "repeat.times");
}

TEST(InferRegions, WindowsStandInThePlaceOfTheirAxis) {
  constexpr Op kUnfold = "unfold_view"_op;
  expect_type(kUnfold, {f32({2, 7, 3})}, windowed(1, 3, 2), f32({2, 3, 3, 3}));
  expect_type(kUnfold, {f32({7})}, windowed(0, 7, kMost), f32({1, 7}));
  expect_type(kUnfold, {f32({7})}, windowed(0, 2, 3), f32({2, 2}));
  expect_type(kUnfold, {f32({0, 7})}, windowed(1, 1, 1), f32({0, 7, 1}));
  expect_broken(kUnfold, {f32({7})}, windowed(0, kMost, 1), "unfold_view.size");
  expect_broken(kUnfold, {f32({7})}, windowed(0, 2, kLeast),
                "unfold_view.step");
}

TEST(InferRegions, SequencesFitTheirDType) {
  constexpr Op kArange = "arange"_op;
  const auto type = [](DType dtype, std::int64_t count) {
    return TensorType{dtype, {count}};
  };
  expect_type(kArange, {}, counted(DType::kInt8, -128, 128, 1),
              type(DType::kInt8, 256));
  expect_type(kArange, {}, counted(DType::kInt8, 120, 500, 500),
              type(DType::kInt8, 1));
  expect_type(kArange, {}, counted(DType::kInt64, kLeast, kMost, kMost),
              type(DType::kInt64, 3));
  expect_type(kArange, {}, counted(DType::kUint64, 5, 5, 1),
              type(DType::kUint64, 0));
  expect_type(kArange, {}, counted(DType::kUint8, -9, -20, 1),
              type(DType::kUint8, 0));
  expect_broken(kArange, {}, counted(DType::kInt8, -128, 129, 1),
                "arange.fits");
  expect_broken(kArange, {}, counted(DType::kUint64, -1, 3, 2), "arange.fits");
  expect_broken(kArange, {}, counted(DType::kInt64, kLeast, kMost, 1),
                "arange.fits");
}

}  // namespace
}  // namespace assay
