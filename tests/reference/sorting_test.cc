// Tests sort and argsort: directions, NaN, stability, complex order, policies,
// and which places of the result may be exchanged.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

using Places = std::vector<std::vector<std::int64_t>>;

Call sorting(Op op, const Tensor& x, bool descending = false,
             std::int64_t axis = 0) {
  return call_of(op, {x}, Attributes().axis(axis).descending(descending));
}
Numbers sorted(DType dtype, const Numbers& x, bool descending = false,
               const Profile& profile = kNx) {
  return numbers_in(
      execute(sorting("sort"_op, tensor_of(dtype, x), descending), profile));
}
Numbers order(DType dtype, const Numbers& x, bool descending = false,
              const Profile& profile = kNx) {
  return numbers_in(
      execute(sorting("argsort"_op, tensor_of(dtype, x), descending), profile));
}

TEST(SortingTest, NanComesLastInEitherDirection) {
  for (DType dtype : {DType::kFloat32, DType::kFloat16, DType::kFloat8E5m2}) {
    const Numbers x = {3, kNan, -kInf, kInf, kNan, 1};
    expect_same({-kInf, 1, 3, kInf, kNan, kNan}, sorted(dtype, x));
    expect_same({kInf, 3, 1, -kInf, kNan, kNan}, sorted(dtype, x, true));
    expect_same({2, 5, 0, 3, 1, 4}, order(dtype, x));
    expect_same({3, 0, 5, 2, 1, 4}, order(dtype, x, true));
  }
}

TEST(SortingTest, IntegersAndBool) {
  expect_same({-8, -1, 0, 7}, sorted(DType::kInt4, {0, 7, -8, -1}));
  expect_same({0, 1, 255}, sorted(DType::kUint8, {255, 0, 1}));
  expect_same({255, 1, 0}, sorted(DType::kUint8, {255, 0, 1}, true));
  expect_same({0, 1, 1}, sorted(DType::kBool, {1, 0, 1}));
  const Tensor x = tensor_of_bits(DType::kUint64,
                                  {~std::uint64_t{0}, std::uint64_t{1} << 63});
  expect_same({1, 0}, numbers_in(execute(sorting("argsort"_op, x))));
}

TEST(SortingTest, TiesStayInOrder) {
  expect_same({1, 3, 0, 2}, order(DType::kInt32, {5, 1, 5, 1}));
  expect_same({0, 2, 1, 3}, order(DType::kInt32, {5, 1, 5, 1}, true));
  expect_same({0, 1, 2}, order(DType::kFloat32, {0, -0.0, 0}));
}

TEST(SortingTest, SortsInPlaceAlongAnyAxis) {
  const Tensor x = tensor_of(DType::kInt32, Numbers{3, 1, 2, 9, 8, 7}, {2, 3});
  expect_same({1, 2, 3, 7, 8, 9},
              numbers_in(execute(sorting("sort"_op, x, false, 1))));
  expect_same({9, 8, 7, 3, 1, 2},
              numbers_in(execute(sorting("sort"_op, x, true, 0))));
  Call call = sorting("argsort"_op, x, false, 1);
  call.outs = {x};
  expect_same({1, 2, 0, 2, 1, 0}, numbers_in(execute(call)));
}

TEST(SortingTest, KeepsEveryBit) {
  const Tensor x =
      tensor_of_bits(DType::kFloat32, {0x7fa0'0001, 0x3f80'0000, 0xffc0'0007});
  EXPECT_EQ((Bits{0x3f80'0000, 0x7fa0'0001, 0xffc0'0007}),
            bits_in(execute(sorting("sort"_op, x))));
}

TEST(SortingTest, ComplexSortsByPartsWithNanLast) {
  const Tensor x = tensor_of(
      DType::kComplex64,
      ComplexNumbers{{2, 0}, {0, kNan}, {1, 5}, {1, -5}, {kNan, 0}, {-1, 9}});
  expect_same({5, 3, 2, 0, 1, 4},
              numbers_in(execute(sorting("argsort"_op, x))));
  expect_same({0, 2, 3, 5, 1, 4},
              numbers_in(execute(sorting("argsort"_op, x, true))));
  EXPECT_EQ((Places{{4, 5}}), answer(sorting("sort"_op, x)).interchangeable);
}

TEST(SortingTest, AnswersSayWhichPlacesMayBeExchanged) {
  const Tensor x =
      tensor_of(DType::kFloat32,
                Numbers{0, 4, -0.0, kNan, 4, kNan, 7, 7, 1, 0, 0, 2}, {2, 6});
  EXPECT_EQ((Places{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {10, 11}}),
            answer(sorting("argsort"_op, x, false, 1)).interchangeable);
  // In the result of a sort only zeros of both signs can be told apart.
  EXPECT_EQ((Places{{0, 1}}),
            answer(sorting("sort"_op, x, false, 1)).interchangeable);
  // Along the other axis places are six apart: 0 and 7, -0 and 1, ….
  const Tensor y = tensor_of(DType::kInt8, Numbers{1, 2, 1, 3}, {2, 2});
  EXPECT_EQ((Places{{0, 2}}),
            answer(sorting("argsort"_op, y, false, 0)).interchangeable);
}

TEST(SortingTest, ProfilesPlaceNan) {
  const Profile greatest = kNx.with("sort.nan=greatest"_policy);
  expect_same({1, 2, kNan},
              sorted(DType::kFloat32, {2, kNan, 1}, false, greatest));
  expect_same({kNan, 2, 1},
              sorted(DType::kFloat32, {2, kNan, 1}, true, greatest));
  const Profile total = kNx.with("sort.nan=total_order"_policy);
  const Tensor x = tensor_of_bits(
      DType::kFloat32, {0x7fc0'0000, 0, 0x8000'0000, 0xffc0'0000, 0xff80'0000});
  EXPECT_EQ((Bits{0xffc0'0000, 0xff80'0000, 0x8000'0000, 0, 0x7fc0'0000}),
            bits_in(execute(sorting("sort"_op, x), total)));
  EXPECT_EQ((Bits{0x7fc0'0000, 0, 0x8000'0000, 0xff80'0000, 0xffc0'0000}),
            bits_in(execute(sorting("sort"_op, x, true), total)));
  EXPECT_TRUE(answer(sorting("sort"_op, x), total).interchangeable.empty());
  const Tensor z =
      tensor_of(DType::kComplex64, ComplexNumbers{{1, kNan}, {0, 0}});
  const Answer any =
      answer(sorting("sort"_op, z), kNx.with("sort.complex_nan=any"_policy));
  EXPECT_EQ((std::vector<Freedom>{Freedom::kAny, Freedom::kAny}), any.freedom);
}

TEST(SortingTest, NothingToSort) {
  const Tensor none = tensor_of(DType::kFloat32, Numbers{}, {0, 3});
  EXPECT_TRUE(Reference().execute(sorting("sort"_op, none, false, 0)).ok());
  EXPECT_TRUE(Reference().answer(sorting("argsort"_op, none, false, 1)).ok());
}

}  // namespace
}  // namespace assay::test
