// Tests dynamic_slice, dynamic_update_slice, gather_general and scatter_general
// on elements listed by hand: the examples of the StableHLO specification among
// them.
#include <gtest/gtest.h>

#include <limits>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

using Key = AttributeKey;
using List = Attributes::Integers;

constexpr double kLeast32 = std::numeric_limits<std::int32_t>::min();
constexpr double kGreatest32 = std::numeric_limits<std::int32_t>::max();

Tensor words(const Numbers& numbers, Shape shape) {
  return tensor_of(DType::kInt32, numbers, std::move(shape));
}
Numbers counted(int first, int count) {
  Numbers numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(first + i);
  return numbers;
}

Numbers sliced(const Tensor& x, const Numbers& starts, List sizes,
               const Profile& profile = kNx) {
  return numbers_in(execute(
      call_of("dynamic_slice"_op, {x, words(starts, {std::ssize(starts)})},
              Attributes().set(Key::kSliceSizes, std::move(sizes))),
      profile));
}
Numbers updated(const Tensor& x, const Tensor& update, const Numbers& starts,
                const Profile& profile = kNx) {
  return numbers_in(
      execute(call_of("dynamic_update_slice"_op,
                      {x, update, words(starts, {std::ssize(starts)})}),
              profile));
}

TEST(LaxIndexing, DynamicSliceMovesWindowsInside) {
  const Tensor x = words(counted(0, 12), {3, 4});
  expect_same({5, 6, 9, 10}, sliced(x, {1, 1}, {2, 2}));
  expect_same({6, 7, 10, 11}, sliced(x, {1, 3}, {2, 2}));
  expect_same({4, 5, 8, 9}, sliced(x, {7, -1}, {2, 2}));
  expect_same({2, 3}, sliced(x, {kLeast32, kGreatest32}, {1, 2}));
  expect_same({8, 9, 10, 11}, sliced(x, {2, 5}, {1, 4}));
  EXPECT_TRUE(sliced(x, {2, 9}, {2, 0}).empty());
}

TEST(LaxIndexing, DynamicSliceCountsFromTheEndOnceUnderAPolicy) {
  const Profile wrap = kNx.with("dynamic_slice.negative=wrap"_policy);
  const Tensor x = words(counted(0, 5), {5});
  expect_same({3, 4}, sliced(x, {-1}, {2}, wrap));
  expect_same({1, 2}, sliced(x, {-4}, {2}, wrap));
  expect_same({0, 1}, sliced(x, {-6}, {2}, wrap));
  expect_same({0, 1}, sliced(x, {kLeast32}, {2}, wrap));
  expect_same({0, 1, 2, 7, 8}, updated(x, words({7, 8}, {2}), {-2}, wrap));
  expect_same({7, 8, 2, 3, 4}, updated(x, words({7, 8}, {2}), {-2}));
}

TEST(LaxIndexing, DynamicSliceOfAScalarIsTheScalar) {
  Tensor x = words({7}, {1});
  x.view = View(Shape{});
  Tensor none = words({}, {0});
  const Tensor y = execute(call_of("dynamic_slice"_op, {x, none},
                                   Attributes().set(Key::kSliceSizes, {})));
  EXPECT_EQ(y.view.shape(), Shape{});
  expect_same({7}, numbers_in(y));
}

TEST(LaxIndexing, DynamicUpdateSliceKeepsTheRest) {
  const Tensor x = words(counted(0, 6), {2, 3});
  expect_same({0, 1, 2, 3, 70, 80},
              updated(x, words({70, 80}, {1, 2}), {1, 2}));
  expect_same({70, 80, 2, 3, 4, 5},
              updated(x, words({70, 80}, {1, 2}), {-9, kLeast32}));
  expect_same(counted(10, 6),
              updated(x, words(counted(10, 6), {2, 3}), {5, -5}));
  expect_same(counted(0, 6), updated(x, words({}, {0, 3}), {1, 1}));
  expect_same(counted(0, 6), numbers_in(x));
}

TEST(LaxIndexing, Int64StartsAreNotCutTo32Bits) {
  const Tensor x = words(counted(0, 5), {5});
  const auto at = [&](double start) {
    return numbers_in(execute(call_of(
        "dynamic_slice"_op, {x, tensor_of(DType::kInt64, Numbers{start}, {1})},
        Attributes().set(Key::kSliceSizes, {2}))));
  };
  expect_same({3, 4}, at(0x1p32));
  expect_same({0, 1}, at(-0x1p32));
  expect_same({0, 1}, at(-0x1p63));
}

// The attributes of the example of the specification, whose operand is
// (2, 3, 4, 2) with batching axes.
Attributes example_of_gather() {
  return Attributes()
      .set(Key::kOffsetDims, {3, 4})
      .set(Key::kCollapsedSliceDims, {1})
      .set(Key::kStartIndexMap, {2, 1})
      .set(Key::kIndexVectorDim, {3})
      .set(Key::kSliceSizes, {1, 1, 2, 2})
      .set(Key::kOperandBatchingDims, {0})
      .set(Key::kStartIndicesBatchingDims, {1})
      .flag(Key::kIndicesAreSorted, false);
}

// The index vectors of the examples of gather and scatter, one of which is
// outside of the operand.
Tensor indices_of_examples() {
  return words(
      {0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 0, 9, 0, 0, 2, 1, 2, 2, 1, 2, 0, 1, 1, 0},
      {2, 2, 3, 2});
}

// https://openxla.org/stablehlo/spec#gather, with an operand of 1 to 48
TEST(LaxIndexing, GatherGivesTheExampleOfTheSpecification) {
  const Tensor x = words(counted(1, 48), {2, 3, 4, 2});
  const Tensor y = execute(call_of(
      "gather_general"_op, {x, indices_of_examples()}, example_of_gather()));
  EXPECT_EQ(y.view.shape(), (Shape{2, 2, 3, 2, 2}));
  Numbers expected;
  for (int first : {1, 3, 13, 33, 35, 41, 1, 13, 21, 43, 33, 27})
    for (double number : counted(first, 4)) expected.push_back(number);
  expect_same(expected, numbers_in(y));
}

Attributes along_rows(List map, std::int64_t vector) {
  return Attributes()
      .set(Key::kOffsetDims, {1})
      .set(Key::kCollapsedSliceDims, {0})
      .set(Key::kStartIndexMap, std::move(map))
      .set(Key::kIndexVectorDim, {vector})
      .set(Key::kSliceSizes, {1, 2})
      .set(Key::kOperandBatchingDims, {})
      .set(Key::kStartIndicesBatchingDims, {})
      .flag(Key::kIndicesAreSorted, false);
}

TEST(LaxIndexing, GatherTakesComponentsInTheOrderOfTheMap) {
  const Tensor x = words(counted(0, 12), {3, 4});
  const auto read = [&](const Numbers& indices, Shape shape, List map,
                        std::int64_t vector) {
    return numbers_in(execute(call_of("gather_general"_op,
                                      {x, words(indices, std::move(shape))},
                                      along_rows(std::move(map), vector))));
  };
  expect_same({6, 7, 8, 9}, read({1, 2, 2, 0}, {2, 2}, {0, 1}, 1));
  expect_same({9, 10, 2, 3}, read({1, 2, 2, 0}, {2, 2}, {1, 0}, 1));
  // Vectors stand along the first axis: (1, 0) and (2, 1).
  expect_same({4, 5, 9, 10}, read({1, 2, 0, 1}, {2, 2}, {0, 1}, 0));
  // Each index is a vector of its own.
  expect_same({4, 5, 8, 9, 8, 9}, read({1, 2, 7}, {3}, {0}, 1));
  // Without components every window begins at 0.
  expect_same({0, 1, 0, 1}, read({}, {2, 0}, {}, 1));
}

Attributes example_of_scatter(ScatterMode mode) {
  return Attributes()
      .mode(mode)
      .set(Key::kUpdateWindowDims, {3, 4})
      .set(Key::kInsertedWindowDims, {1})
      .set(Key::kScatterDimsToOperandDims, {2, 1})
      .set(Key::kIndexVectorDim, {3})
      .set(Key::kOperandBatchingDims, {0})
      .set(Key::kStartIndicesBatchingDims, {1})
      .flag(Key::kIndicesAreSorted, false)
      .flag(Key::kUniqueIndices, false);
}

// https://openxla.org/stablehlo/spec#scatter: ones are added to 1 to 48.
TEST(LaxIndexing, ScatterGivesTheExampleOfTheSpecification) {
  const Tensor y = execute(
      call_of("scatter_general"_op,
              {words(counted(1, 48), {2, 3, 4, 2}), indices_of_examples(),
               words(Numbers(48, 1), {2, 2, 3, 2, 2})},
              example_of_scatter(ScatterMode::kAdd)));
  expect_same({3,  4,  6,  7,  6,  7,  7,  8,  9,  10, 11, 12, 15, 16, 17, 18,
               17, 18, 19, 20, 22, 23, 24, 25, 25, 26, 28, 29, 30, 31, 31, 32,
               35, 36, 38, 39, 38, 39, 39, 40, 41, 42, 44, 45, 46, 47, 47, 48},
              numbers_in(y));
}

Attributes windows_of_two(ScatterMode mode) {
  return Attributes()
      .mode(mode)
      .set(Key::kUpdateWindowDims, {1})
      .set(Key::kInsertedWindowDims, {})
      .set(Key::kScatterDimsToOperandDims, {0})
      .set(Key::kIndexVectorDim, {1})
      .set(Key::kOperandBatchingDims, {})
      .set(Key::kStartIndicesBatchingDims, {})
      .flag(Key::kIndicesAreSorted, false)
      .flag(Key::kUniqueIndices, false);
}
Call two_windows(ScatterMode mode, const Numbers& x, const Numbers& starts,
                 const Numbers& updates, DType dtype = DType::kFloat32) {
  return call_of("scatter_general"_op,
                 {tensor_of(dtype, x), words(starts, {2}),
                  tensor_of(dtype, updates, {2, 2})},
                 windows_of_two(mode));
}

TEST(LaxIndexing, ScatterTreatsWindowsOutsideAsThePolicySays) {
  const Call call =
      two_windows(ScatterMode::kAdd, {1, 2, 3, 4}, {-1, 3}, {10, 20, 30, 40});
  expect_same({21, 2, 3, 34}, numbers_in(execute(call)));
  expect_same(
      {1, 2, 3, 4},
      numbers_in(execute(
          call, kNx.with("scatter_general.out_of_range=drop_window"_policy))));
  expect_same(
      {11, 22, 33, 44},
      numbers_in(execute(
          call, kNx.with("scatter_general.out_of_range=clamp"_policy))));
}

TEST(LaxIndexing, ScatterKeepsWhatNoUpdateReaches) {
  const Tensor x = tensor_of_bits(
      DType::kFloat32, {0x80000000u, 0x7FA00001u, 0x80000000u, 0x3F800000u});
  for (ScatterMode mode : {ScatterMode::kSet, ScatterMode::kAdd,
                           ScatterMode::kMin, ScatterMode::kMax}) {
    const Tensor y =
        execute(call_of("scatter_general"_op,
                        {x, words({2, 2}, {2}),
                         tensor_of(DType::kFloat32, Numbers(4, 5), {2, 2})},
                        windows_of_two(mode)));
    EXPECT_EQ(bits_in(y)[0], 0x80000000u);
    EXPECT_EQ(bits_in(y)[1], 0x7FA00001u);
  }
}

TEST(LaxIndexing, ScatterExtremaPropagateNan) {
  const auto combine = [](ScatterMode mode, const Numbers& x) {
    return numbers_in(execute(two_windows(mode, x, {0, 0}, {1, kNan, -3, 2})));
  };
  expect_same({1, kNan, 0}, combine(ScatterMode::kMax, {0, 0, 0}));
  expect_same({-3, kNan, 0}, combine(ScatterMode::kMin, {0, 0, 0}));
  expect_same({kNan, kNan, 0}, combine(ScatterMode::kMin, {kNan, 0, 0}));
  const auto ignoring = kNx.with("max.nan=ignore"_policy);
  expect_same({1, 2, 0},
              numbers_in(execute(two_windows(ScatterMode::kMax, {0, 0, 0},
                                             {0, 0}, {1, kNan, -3, 2}),
                                 ignoring)));
}

TEST(LaxIndexing, ScatterSumsWrapAndRoundOnce) {
  expect_same(
      {-126, 0},
      numbers_in(execute(two_windows(ScatterMode::kAdd, {127, 0}, {0, 0},
                                     {1, 0, 2, 0}, DType::kInt8))));
  // 2048 + 1 + 1 in float16: each step alone would be lost.
  expect_same(
      {2050, 0},
      numbers_in(execute(two_windows(ScatterMode::kAdd, {2048, 0}, {0, 0},
                                     {1, 0, 1, 0}, DType::kFloat16))));
}

TEST(LaxIndexing, HintsThatAreFalseAreRefused) {
  Call call =
      two_windows(ScatterMode::kAdd, {1, 2, 3, 4}, {2, 0}, {10, 20, 30, 40});
  call.attributes.flag(Key::kIndicesAreSorted, true);
  EXPECT_EQ(Reference().execute(call).status().kind, "scatter_general.sorted");
  call = two_windows(ScatterMode::kAdd, {1, 2, 3, 4}, {0, 1}, {10, 20, 30, 40});
  call.attributes.flag(Key::kUniqueIndices, true);
  EXPECT_EQ(Reference().execute(call).status().kind, "scatter_general.unique");
  call = two_windows(ScatterMode::kAdd, {1, 2, 3, 4}, {0, 2}, {10, 20, 30, 40});
  call.attributes.flag(Key::kUniqueIndices, true)
      .flag(Key::kIndicesAreSorted, true);
  expect_same({11, 22, 33, 44}, numbers_in(execute(call)));
}

}  // namespace
}  // namespace assay::test
