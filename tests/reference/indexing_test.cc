// Tests gather and scatter: which elements they read and write, duplicate
// indices, indices out of range, and the facts about accumulated updates.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

Tensor int32s(const Numbers& values, const Shape& shape) {
  return tensor_of(DType::kInt32, values, shape);
}
Call gather(const Tensor& data, const Tensor& places, std::int64_t axis) {
  return call_of("gather"_op, {data, places}, Attributes().axis(axis));
}
Call scatter(const Tensor& into, const Tensor& places, const Tensor& updates,
             ScatterMode mode, std::int64_t axis = 0, bool unique = false) {
  return call_of("scatter"_op, {into, places, updates},
                 Attributes().axis(axis).mode(mode).flag(
                     AttributeKey::kUniqueIndices, unique));
}

TEST(IndexingTest, GathersAlongAnAxis) {
  const Tensor data =
      tensor_of(DType::kFloat32, Numbers{10, 11, 12, 20, 21, 22}, {2, 3});
  expect_same(
      {12, 10, 12, 20, 20, 21},
      numbers_in(execute(gather(data, int32s({2, 0, 2, 0, 0, 1}, {2, 3}), 1))));
  // Fewer rows than data has, and more columns.
  expect_same(
      {11, 11, 10, 12},
      numbers_in(execute(gather(data, int32s({1, 1, 0, 2}, {1, 4}), 1))));
  expect_same({20, 11},
              numbers_in(execute(gather(data, int32s({1, 0}, {1, 2}), 0))));
  EXPECT_EQ((Shape{0, 3}),
            execute(gather(data, int32s({}, {0, 3}), 0)).view.shape());
}

TEST(IndexingTest, GatherKeepsBits) {
  const Tensor data = tensor_of_bits(DType::kFloat32, {0x7fa00001, 0x80000000});
  EXPECT_EQ((Bits{0x80000000, 0x7fa00001}),
            bits_in(execute(gather(data, int32s({1, 0}, {2}), 0))));
}

TEST(IndexingTest, RefusesIndicesOutOfRange) {
  const Tensor data = tensor_of(DType::kInt8, Numbers{1, 2}, {2});
  for (double index : {-1.0, 2.0}) {
    const Tensor places = int32s({0, index}, {2});
    const Status gathered =
        Reference().execute(gather(data, places, 0)).status();
    EXPECT_EQ(StatusCode::kInvalid, gathered.code);
    EXPECT_EQ("gather.range", gathered.kind);
    for (ScatterMode mode : {ScatterMode::kSet, ScatterMode::kAdd}) {
      const Status scattered =
          Reference().execute(scatter(data, places, data, mode)).status();
      EXPECT_EQ(StatusCode::kInvalid, scattered.code);
      EXPECT_EQ("scatter.range", scattered.kind);
    }
  }
}

TEST(IndexingTest, SetTakesTheLastOfSeveralUpdates) {
  const Tensor into = tensor_of(DType::kInt16, Numbers{1, 2, 3, 4}, {2, 2});
  const Tensor places = int32s({1, 1, 1, 0}, {2, 2});
  const Tensor updates = tensor_of(DType::kInt16, Numbers{5, 6, 7, 8}, {2, 2});
  // Column 0 gets 5, then 7 in row 1; column 1 gets 6 in row 1, 8 in row 0.
  expect_same(
      {1, 8, 7, 6},
      numbers_in(execute(scatter(into, places, updates, ScatterMode::kSet))));
  // Rows stay apart along the other axis.
  expect_same({1, 6, 8, 7}, numbers_in(execute(scatter(into, places, updates,
                                                       ScatterMode::kSet, 1))));
  // The template itself is not touched.
  expect_same({1, 2, 3, 4}, numbers_in(into));
}

TEST(IndexingTest, ProfilesSayWhichUpdateStays) {
  const Call call = scatter(
      tensor_of(DType::kInt16, Numbers{1, 2, 3}), int32s({2, 0, 2, 2}, {4}),
      tensor_of(DType::kInt16, Numbers{5, 6, 7, 8}), ScatterMode::kSet);
  EXPECT_TRUE(answer(call).alternatives.empty());
  const Profile any = kNx.with("scatter.duplicates=any"_policy);
  expect_same({6, 2, 5}, numbers_in(execute(call, any)));
  EXPECT_EQ((std::vector<Alternatives>{{2, {{7, 0}, {8, 0}}}}),
            answer(call, any).alternatives);
}

TEST(IndexingTest, ProfilesSayWhatIsOutOfRange) {
  const Tensor none = tensor_of(DType::kInt8, Numbers{}, {0});
  const Tensor data = tensor_of(DType::kInt8, Numbers{1, 2}, {2});
  const Tensor places = int32s({-3, 0, 9}, {3});
  const auto clamp = kNx.with("gather.out_of_range=clamp"_policy);
  const auto any = kNx.with("gather.out_of_range=any"_policy);
  expect_same({1, 1, 2}, numbers_in(execute(gather(data, places, 0), clamp)));
  EXPECT_EQ((std::vector{Freedom::kAny, Freedom::kNone, Freedom::kAny}),
            answer(gather(data, places, 0), any).freedom);
  // An empty axis has no place to clamp to. If everything is open, the result
  // is filled with something.
  EXPECT_FALSE(Reference(clamp).execute(gather(none, places, 0)).ok());
  EXPECT_EQ((std::vector{Freedom::kAny, Freedom::kAny, Freedom::kAny}),
            answer(gather(none, places, 0), any).freedom);
  // The axis of gather says nothing of scatter.
  const Call sets =
      scatter(data, places, tensor_of(DType::kInt8, Numbers{7, 8, 9}),
              ScatterMode::kSet);
  EXPECT_FALSE(Reference(clamp).execute(sets).ok());
  expect_same({8, 2}, numbers_in(execute(
                          sets, kNx.with("scatter.out_of_range=drop"_policy))));
  expect_same(
      {8, 9},
      numbers_in(execute(sets, kNx.with("scatter.out_of_range=clamp"_policy))));
}

TEST(IndexingTest, SetKeepsBitsAndReachesLessFar) {
  const Tensor into =
      tensor_of_bits(DType::kFloat32, {0x7fa00001, 1, 2, 3}, {2, 2});
  const Tensor updates = tensor_of_bits(DType::kFloat32, {0xffa00002}, {1, 1});
  EXPECT_EQ((Bits{0x7fa00001, 1, 0xffa00002, 3}),
            bits_in(execute(scatter(into, int32s({1}, {1, 1}), updates,
                                    ScatterMode::kSet))));
}

TEST(IndexingTest, AddAccumulatesOntoTheTemplate) {
  const Tensor places = int32s({2, 0, 2}, {3});
  const auto added = [&](DType dtype, const Numbers& into,
                         const Numbers& updates, bool unique = false) {
    return numbers_in(execute(scatter(tensor_of(dtype, into), places,
                                      tensor_of(dtype, updates),
                                      ScatterMode::kAdd, 0, unique)));
  };
  expect_same({12, 20, 34}, added(DType::kFloat32, {10, 20, 30}, {1, 2, 3}));
  // The hint is only one, also where it is wrong.
  expect_same({12, 20, 34},
              added(DType::kFloat32, {10, 20, 30}, {1, 2, 3}, true));
  expect_same({-128, 0, 4}, added(DType::kInt8, {127, 0, 1}, {1, 1, 2}));
  // 2048 + 1 + 1: a float16 accumulator would stay at 2048.
  expect_same({1, -0.0, 2050},
              added(DType::kFloat16, {0, -0.0, 2048}, {1, 1, 1}));
  expect_same({kInf, 1, kNan},
              added(DType::kFloat32, {kInf, 1, -kInf}, {kInf, 1, 1}));
}

TEST(IndexingTest, AnswersSayWhatASumIsMadeOf) {
  const Answer given = answer(scatter(
      tensor_of(DType::kFloat32, Numbers{1, -5, 7}), int32s({0, 0, 1}, {3}),
      tensor_of(DType::kFloat32, Numbers{-3, 0x1p-24, 5}), ScatterMode::kAdd));
  EXPECT_EQ((std::vector<double>{4 + 0x1p-24, 10, 0}), given.scale);
  // The last place is the template's, not rounded.
  EXPECT_EQ((std::vector<std::int64_t>{-1, -1, 0}), given.roundings);
  EXPECT_EQ((std::vector<std::int64_t>{3, 2, 1}), given.terms);
  EXPECT_EQ((std::vector<double>{0x1p-24 / 0x1p-22, 0, 0}), given.residue);
  EXPECT_EQ((std::vector<Freedom>{Freedom::kNone, Freedom::kZeroSign,
                                  Freedom::kNone}),
            given.freedom);
}

}  // namespace
}  // namespace assay::test
