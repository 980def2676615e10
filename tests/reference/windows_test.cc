// Tests unfold and fold against loops over one axis and over several axes, and
// against each other: fold undoes unfold except for the overlaps.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

struct Axis {
  std::int64_t extent;
  std::int64_t kernel;
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  std::int64_t before = 0;
  std::int64_t after = 0;
};

Attributes attributes_of(const std::vector<Axis>& axes) {
  Shape kernel;
  Shape stride;
  Shape dilation;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding;
  for (const Axis& axis : axes) {
    kernel.push_back(axis.kernel);
    stride.push_back(axis.stride);
    dilation.push_back(axis.dilation);
    padding.emplace_back(axis.before, axis.after);
  }
  return Attributes()
      .padding(padding)
      .set(AttributeKey::kKernelSize, kernel)
      .set(AttributeKey::kStride, stride)
      .set(AttributeKey::kDilation, dilation);
}
Shape shape_of(Shape leading, const std::vector<Axis>& axes) {
  for (const Axis& axis : axes) leading.push_back(axis.extent);
  return leading;
}
Numbers counted(std::int64_t count) {
  Numbers numbers;
  for (std::int64_t i = 1; i <= count; ++i)
    numbers.push_back(static_cast<double>(i));
  return numbers;
}
Tensor unfolded(const Tensor& x, const std::vector<Axis>& axes) {
  return execute(call_of("unfold"_op, {x}, attributes_of(axes)));
}
Call fold(const Tensor& x, const std::vector<Axis>& axes) {
  Attributes attributes = attributes_of(axes);
  attributes.set(AttributeKey::kOutputSize, shape_of({}, axes));
  return call_of("fold"_op, {x}, attributes);
}

TEST(WindowsTest, UnfoldsOneAxis) {
  const Tensor x = tensor_of(DType::kFloat32, counted(5));
  expect_same({1, 2, 3, 4, 2, 3, 4, 5}, numbers_in(unfolded(x, {{5, 2}})));
  // Windows start 2 apart; the third would leave the operand.
  expect_same({1, 3, 3, 5}, numbers_in(unfolded(x, {{5, 2, 2, 2}})));
  // Two zeros before and one after.
  expect_same({0, 2, 5, 0, 3, 0},
              numbers_in(unfolded(x, {{5, 2, 3, 1, 2, 1}})));
}

TEST(WindowsTest, UnfoldsInRowMajorOrder) {
  const Tensor x = tensor_of(DType::kInt32, counted(9), {3, 3});
  const Tensor y = unfolded(x, {{3, 2}, {3, 2}});
  EXPECT_EQ((Shape{4, 4}), y.view.shape());
  expect_same({1, 2, 4, 5, 2, 3, 5, 6, 4, 5, 7, 8, 5, 6, 8, 9}, numbers_in(y));
  const Tensor batch = unfolded(x, {{3, 2}});  // the first axis leads
  EXPECT_EQ((Shape{3, 2, 2}), batch.view.shape());
  expect_same({1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9}, numbers_in(batch));
  const Tensor none = tensor_of(DType::kInt32, Numbers{}, {0, 3});
  EXPECT_EQ((Shape{0, 2, 2}), unfolded(none, {{3, 2}}).view.shape());
}

TEST(WindowsTest, FoldSumsOverlapsAndDropsThePadding) {
  const Tensor x = tensor_of(DType::kFloat32, counted(8), {2, 4});
  // Window l holds 1 + l and 5 + l at places l and l + 1.
  expect_same({1, 7, 9, 11, 8}, numbers_in(execute(fold(x, {{5, 2}}))));
  // One place of padding before: the first element of the first window falls
  // into it.
  expect_same({7, 9, 11, 8},
              numbers_in(execute(fold(x, {{4, 2, 1, 1, 1, 0}}))));
  // Windows of one element, two apart: nothing covers places 1 and 3.
  const Tensor apart = tensor_of(DType::kFloat32, Numbers{3, 4}, {1, 2});
  expect_same({3, 0, 4, 0}, numbers_in(execute(fold(apart, {{4, 1, 2}}))));
  const Tensor bytes = tensor_of(DType::kInt8, Numbers{0, 127, 1, 0}, {2, 2});
  expect_same({0, -128, 0}, numbers_in(execute(fold(bytes, {{3, 2}}))));
  // Windows [1, 2048, 1] and [1, inf, -inf], one apart.
  const Tensor large =
      tensor_of(DType::kFloat16, Numbers{1, 1, 2048, kInf, 1, -kInf}, {3, 2});
  expect_same({1, 2048, kInf, -kInf},
              numbers_in(execute(fold(large, {{4, 3}}))));
  // 2048 + 1 + 1 in float16: one rounding, at the end.
  const Tensor narrow =
      tensor_of(DType::kFloat16, Numbers{0, 0, 1, 0, 1, 0, 2048, 0, 0}, {3, 3});
  expect_same({0, 0, 2050, 0, 0}, numbers_in(execute(fold(narrow, {{5, 3}}))));
}

TEST(WindowsTest, AnswersOfFoldSayWhatASumIsMadeOf) {
  const Tensor x =
      tensor_of(DType::kFloat32, Numbers{1, 0x1p-24, -5, 7}, {2, 2});
  const Answer given = answer(fold(x, {{3, 2}}));
  EXPECT_EQ((std::vector<std::int64_t>{1, 2, 1}), given.terms);
  EXPECT_EQ((std::vector<double>{1, 5 + 0x1p-24, 7}), given.scale);
  EXPECT_EQ(-5.0, numbers_in(given.tensors[0])[1]);
  EXPECT_EQ(0x1p-24 / 0x1p-21, given.residue[1]);
}

// fold(unfold(x)) is x times the number of windows over each place, which is
// fold(unfold(1)); on 1 to 4 spatial axes, strided, dilated and padded.
TEST(WindowsTest, FoldUndoesUnfold) {
  const std::vector<std::vector<Axis>> windows = {
      {{7, 3, 2, 2, 1, 2}},
      {{5, 2, 1, 1, 0, 1}, {4, 3, 2, 1, 2, 0}},
      {{3, 2, 1, 1, 1, 0}, {2, 1, 1, 1, 0, 0}, {4, 2, 2, 2, 0, 1}},
      {{2, 2}, {3, 2, 1, 1, 1, 1}, {2, 1, 2}, {3, 2, 1, 2, 0, 0}},
      {{4, 1, 3}},  // gaps
  };
  for (const auto& axes : windows) {
    for (const Shape& leading : {Shape{}, Shape{2}, Shape{2, 1}}) {
      const Shape shape = shape_of(leading, axes);
      const std::int64_t count = element_count(shape);
      const auto round_trip = [&](const Numbers& x) {
        const Tensor columns =
            unfolded(tensor_of(DType::kFloat64, x, shape), axes);
        const Tensor y = execute(fold(columns, axes));
        EXPECT_EQ(shape, y.view.shape());
        return numbers_in(y);
      };
      const Numbers x = counted(count);
      const Numbers covers =
          round_trip(Numbers(static_cast<std::size_t>(count), 1));
      Numbers expected;
      for (std::size_t i = 0; i < x.size(); ++i)
        expected.push_back(x[i] * covers[i]);
      expect_same(expected, round_trip(x));
    }
  }
}

// Σ unfold(x)·y = Σ x·fold(y) for every y: fold is the adjoint of unfold, on
// integers exactly.
TEST(WindowsTest, FoldIsTheAdjointOfUnfold) {
  const std::vector<Axis> axes = {{5, 3, 2, 1, 1, 0}, {4, 2, 1, 2, 0, 2}};
  const Tensor x = tensor_of(DType::kFloat64, counted(40), shape_of({2}, axes));
  const Tensor columns = unfolded(x, axes);
  const Tensor y = tensor_of(DType::kFloat64, counted(columns.view.numel()),
                             columns.view.shape());
  const auto product = [](const Tensor& a, const Tensor& b) {
    const Numbers left = numbers_in(a), right = numbers_in(b);
    double sum = 0;
    for (std::size_t i = 0; i < left.size(); ++i) sum += left[i] * right[i];
    return sum;
  };
  EXPECT_EQ(product(columns, y), product(x, execute(fold(y, axes))));
}

// A convolution by unfold and matmul is the one that loops spell out.
TEST(WindowsTest, ConvolutionByUnfoldAndMatmul) {
  const Numbers signal = counted(9), weights = {2, -1, 3};
  const std::vector<Axis> axes = {{9, 3, 2, 2, 1, 3}};
  const Tensor columns = unfolded(tensor_of(DType::kFloat32, signal), axes);
  const Tensor row = tensor_of(DType::kFloat32, weights, {1, 3});
  const Numbers by_matmul =
      numbers_in(execute(call_of("matmul"_op, {row, columns})));
  Numbers by_loops;
  for (int start = -1; start + 4 < 9 + 3; start += 2) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const int at = start + 2 * k;
      if (at >= 0 && at < 9)
        sum += weights[static_cast<std::size_t>(k)] *
               signal[static_cast<std::size_t>(at)];
    }
    by_loops.push_back(sum);
  }
  expect_same(by_loops, by_matmul);
}

}  // namespace
}  // namespace assay::test
