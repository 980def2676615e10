// Tests matmul: values of every category, batches, empty sums, products that
// float64 cannot hold, and the facts that an answer has about a sum of
// products.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

Call matmul(const Tensor& a, const Tensor& b) {
  return call_of("matmul"_op, {a, b});
}
Numbers dot(DType dtype, const Numbers& x, const Numbers& y) {
  const auto count = static_cast<std::int64_t>(x.size());
  return numbers_in(execute(matmul(tensor_of(dtype, x, {1, count}),
                                   tensor_of(dtype, y, {count, 1}))));
}

TEST(ContractionTest, Matrices) {
  for (DType dtype : {DType::kInt32, DType::kUint8, DType::kFloat32}) {
    const Tensor a = tensor_of(dtype, Numbers{1, 2, 3, 4, 5, 6}, {2, 3});
    const Tensor b = tensor_of(dtype, Numbers{1, 0, 2, 1, 0, 3}, {3, 2});
    expect_same({5, 11, 14, 23}, numbers_in(execute(matmul(a, b))));
  }
  const Tensor row = tensor_of(DType::kFloat32, Numbers{}, {2, 0});
  const Tensor column = tensor_of(DType::kFloat32, Numbers{}, {0, 2});
  expect_same({0, 0, 0, 0}, numbers_in(execute(matmul(row, column))));
  EXPECT_EQ((Shape{0, 0}), execute(matmul(column, row)).view.shape());
}

TEST(ContractionTest, BatchesApartAndRepeated) {
  const Tensor a = tensor_of(DType::kFloat32, Numbers{1, 2, 3, 4}, {2, 1, 2});
  Tensor b = tensor_of(DType::kFloat32, Numbers{5, 6, 7, 8}, {2, 2, 1});
  expect_same({17, 53}, numbers_in(execute(matmul(a, b))));
  b.view = View({2, 2, 1}, {0, 1, 1}, 0);
  expect_same({17, 39}, numbers_in(execute(matmul(a, b))));
}

TEST(ContractionTest, IntegersWrap) {
  expect_same({-31}, dot(DType::kInt8, {15, 15}, {15, 0}));
  expect_same({14}, dot(DType::kUint4, {15, 3}, {15, 15}));
  EXPECT_EQ((Bits{0xfffffffffffffffe}),
            bits_in(execute(
                matmul(tensor_of_bits(DType::kUint64, {UINT64_MAX}, {1, 1}),
                       tensor_of_bits(DType::kUint64, {2}, {1, 1})))));
}

TEST(ContractionTest, ComplexNumbersAreNotConjugated) {
  const Tensor a =
      tensor_of(DType::kComplex64, ComplexNumbers{{1, 2}, {0, 1}}, {1, 2});
  const Tensor b =
      tensor_of(DType::kComplex64, ComplexNumbers{{3, 4}, {0, 1}}, {2, 1});
  EXPECT_EQ((ComplexNumbers{{-6, 10}}), complexes_in(execute(matmul(a, b))));
}

TEST(ContractionTest, SumsOfProductsAreExactAndRoundedOnce) {
  // (1 + 2^-52)² = 1 + 2^-51 + 2^-104. float64 has no place for the last bit.
  const double x = 1 + 0x1p-52;
  expect_same({0x1p-104}, dot(DType::kFloat64, {x, 1}, {x, -1 - 0x1p-51}));
  // Products beyond the range of float64, at both ends, cancel exactly.
  expect_same({1}, dot(DType::kFloat64, {0x1p1000, 1, 0x1p1000},
                       {0x1p1000, 1, -0x1p1000}));
  expect_same({0x1p-1074},
              dot(DType::kFloat64, {0x1p-1074, 0x1p-1074, 0x1p-600},
                  {0x1p-1074, 1, 0x1p-600}));
  // Halfway between two subnormals, but for the smallest product of all.
  expect_same({0x1p-1073},
              dot(DType::kFloat64, {0x1p-1074, 0x1p-538, 0x1p-1074},
                  {1, 0x1p-537, 0x1p-1074}));
  expect_same({0x1p-1074},
              dot(DType::kFloat64, {0x1p-1074, 0x1p-538, 0x1p-1074},
                  {1, 0x1p-537, -0x1p-1074}));
  // 2048 + 1 + 1: a float16 accumulator would stay at 2048.
  expect_same({2050}, dot(DType::kFloat16, {2048, 1, 1}, {1, 1, 1}));
  expect_same({kInf}, dot(DType::kFloat16, {256}, {256}));
}

TEST(ContractionTest, NonFiniteProducts) {
  expect_same({kInf}, dot(DType::kFloat32, {kInf, 1}, {2, -1}));
  expect_same({-kInf}, dot(DType::kFloat32, {kInf, 1}, {-2, 1}));
  expect_same({kNan}, dot(DType::kFloat32, {kInf, kInf}, {1, -1}));
  expect_same({kNan}, dot(DType::kFloat32, {kInf}, {0}));
  expect_same({kNan}, dot(DType::kFloat32, {kNan, 1}, {0, 1}));
  // Each row has its own sum.
  const Tensor a = tensor_of(DType::kFloat32, Numbers{kNan, 1, 1, 1}, {2, 2});
  const Tensor b = tensor_of(DType::kFloat32, Numbers{0, 1}, {2, 1});
  expect_same({kNan, 1}, numbers_in(execute(matmul(a, b))));
}

TEST(ContractionTest, AnswersSayWhatASumIsMadeOf) {
  const Answer real = answer(
      matmul(tensor_of(DType::kFloat32, Numbers{1, 2, 0x1p-12}, {1, 3}),
             tensor_of(DType::kFloat32, Numbers{1, -2, 0x1p-14}, {3, 1})));
  EXPECT_EQ((std::vector<double>{5 + 0x1p-26}), real.scale);
  EXPECT_EQ((std::vector<std::int64_t>{3}), real.terms);
  EXPECT_EQ((std::vector<double>{0x1p-26 / 0x1p-22}), real.residue);
  const Answer complex = answer(
      matmul(tensor_of(DType::kComplex64, ComplexNumbers{{1, 2}}, {1, 1}),
             tensor_of(DType::kComplex64, ComplexNumbers{{-3, 5}}, {1, 1})));
  EXPECT_EQ((ComplexNumbers{{-13, -1}}), complexes_in(complex.tensors[0]));
  EXPECT_EQ((std::vector<double>{13, 11}), complex.scale);
  EXPECT_EQ((std::vector<std::int64_t>{2}), complex.terms);  // of each part
  EXPECT_TRUE(complex.roundings.empty());                    // as many
  // |a·b| beyond float32 leaves a float32 sum open.
  const Answer open = answer(
      matmul(tensor_of(DType::kFloat32, Numbers{0x1p100, 0x1p100}, {1, 2}),
             tensor_of(DType::kFloat32, Numbers{0x1p100, -0x1p100}, {2, 1})));
  EXPECT_EQ((std::vector<Freedom>{Freedom::kAny}), open.freedom);
}

}  // namespace
}  // namespace assay::test
