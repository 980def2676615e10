// Tests pools against numbers worked out by hand, against loops that are
// written in another way, and gradients against the adjoint identity.
#include <gtest/gtest.h>

#include <functional>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

struct PoolAxis {
  std::int64_t kernel;
  std::int64_t stride = 1;
  std::int64_t before = 0;
  std::int64_t after = 0;
  std::int64_t dilation = 1;
};

Attributes pool_attributes(Op op, const std::vector<PoolAxis>& axes,
                           bool rounds_up = false, bool includes = false) {
  Shape kernel, stride, dilation;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding;
  for (const PoolAxis& axis : axes) {
    kernel.push_back(axis.kernel);
    stride.push_back(axis.stride);
    dilation.push_back(axis.dilation);
    padding.emplace_back(axis.before, axis.after);
  }
  Attributes attributes;
  attributes.padding(padding)
      .set(AttributeKey::kKernelSize, kernel)
      .set(AttributeKey::kStride, stride)
      .flag(AttributeKey::kCeilMode, rounds_up);
  const OpSpec& spec = spec_of(op);
  if (spec.has(AttributeKey::kDilation))
    attributes.set(AttributeKey::kDilation, dilation);
  if (spec.has(AttributeKey::kCountIncludePad))
    attributes.flag(AttributeKey::kCountIncludePad, includes);
  if (spec.has(AttributeKey::kIndexDType))
    attributes.set(AttributeKey::kIndexDType,
                   {static_cast<std::int64_t>(DType::kInt64)});
  return attributes;
}

Tensor pool_row(const Numbers& numbers, DType dtype = DType::kFloat32) {
  return tensor_of(dtype, numbers,
                   {1, 1, static_cast<std::int64_t>(numbers.size())});
}

Numbers pooled(Op op, const Tensor& x, const std::vector<PoolAxis>& axes,
               bool rounds_up = false, bool includes = false,
               const Profile& profile = kNx) {
  return numbers_in(
      execute(call_of(op, {x}, pool_attributes(op, axes, rounds_up, includes)),
              profile));
}

// Returns the values and the indices of max_pool_with_indices.
std::pair<Numbers, Numbers> with_indices(const Tensor& x,
                                         const std::vector<PoolAxis>& axes,
                                         bool rounds_up = false) {
  constexpr Op kOp = "max_pool_with_indices"_op;
  const Call call = call_of(kOp, {x}, pool_attributes(kOp, axes, rounds_up));
  const Numbers values = numbers_in(execute(call));
  return {values, numbers_in(call.outs[1])};
}

TEST(MaxPoolTest, TakesTheLargestOfEachWindow) {
  constexpr Op kOp = "max_pool"_op;
  const Tensor x = pool_row({3, -1, 4, -1, -5});
  expect_same({4, 4, 4}, pooled(kOp, x, {{3}}));
  expect_same({3, 4}, pooled(kOp, x, {{2, 2}}));
  // The rest is a window of one element.
  expect_same({3, 4, -5}, pooled(kOp, x, {{2, 2}}, true));
  // Every window has the places two apart.
  expect_same({4, -1, 4}, pooled(kOp, x, {{2, 1, 0, 0, 2}}));
  // Padding does not win over -5.
  expect_same({3, 4, -1}, pooled(kOp, x, {{2, 2, 1, 1}}));
  const Tensor below = pool_row({-3, -kInf, -kInf, -kInf});
  expect_same({-3, -kInf, -kInf}, pooled(kOp, below, {{2}}));
  const Tensor lost = pool_row({kNan, 1, 2, kNan, 3});
  expect_same({kNan, 2, kNan, kNan}, pooled(kOp, lost, {{2}}));
  expect_same(
      {-128, 127},
      pooled(kOp, pool_row({-128, -128, 127, 0}, DType::kInt8), {{2, 2}}));
}

TEST(MaxPoolTest, CountsWindowsFromTheFirstAxisOn) {
  const Tensor x = tensor_of(
      DType::kInt32, Numbers{1, 2, 3, 4, 5, 6, 9, 8, 7, 0, 0, 5}, {1, 2, 2, 3});
  const Tensor y = execute(
      call_of("max_pool"_op, {x}, pool_attributes("max_pool"_op, {{2}, {2}})));
  EXPECT_EQ((Shape{1, 2, 1, 2}), y.view.shape());
  expect_same({5, 6, 9, 8}, numbers_in(y));
  const auto [values, indices] = with_indices(x, {{2}, {2}});
  expect_same({5, 6, 9, 8}, values);
  expect_same({4, 5, 0, 1}, indices);
}

TEST(MaxPoolTest, NamesTheFirstOfEqualElements) {
  const auto [values, indices] =
      with_indices(pool_row({2, 2, -0.0, 0, 1}), {{2}});
  expect_same({2, 2, -0.0, 1}, values);
  expect_same({0, 1, 2, 4}, indices);
  const auto below = with_indices(pool_row({-kInf, -kInf}), {{2, 1, 1, 1}});
  expect_same({0, 0, 1}, below.second);
}

TEST(MaxPoolTest, OfNothingIsTheLeastValueAndHasNoIndex) {
  // Both positions of the window are in the padding.
  const auto [values, indices] =
      with_indices(pool_row({5, 6}), {{2, 1, 1, 1, 3}});
  expect_same({-kInf}, values);
  expect_same({-1}, indices);
  expect_same(
      {-128},
      with_indices(pool_row({5, 6}, DType::kInt8), {{2, 1, 1, 1, 3}}).first);
  expect_same(
      {0},
      with_indices(pool_row({5, 6}, DType::kUint8), {{2, 1, 1, 1, 3}}).first);
}

TEST(MaxPoolTest, LeavesOpenWhichNanIsNamed) {
  constexpr Op kOp = "max_pool_with_indices"_op;
  const Call call = call_of(kOp, {pool_row({kNan, 1, kNan, 2, 3})},
                            pool_attributes(kOp, {{3, 2}}));
  const Answer given = answer(call);
  expect_same({kNan, kNan}, numbers_in(given.tensors[0]));
  expect_same({0, 2}, numbers_in(given.tensors[1]));
  const auto& open = given.about(1).alternatives;
  ASSERT_EQ(2u, open.size());
  EXPECT_EQ(0, open[0].position);
  EXPECT_EQ((std::vector<ElementBits>{{0, 0}, {2, 0}}), open[0].elements);
  EXPECT_EQ((std::vector<ElementBits>{{2, 0}}), open[1].elements);
  EXPECT_TRUE(given.freedom.empty());
  const Answer any = answer(call, kNx.with("pool.nan=any"_policy));
  EXPECT_EQ((std::vector<Freedom>{Freedom::kAny, Freedom::kAny}), any.freedom);
  EXPECT_EQ(any.freedom, any.about(1).freedom);
}

TEST(MaxPoolTest, LeavesTheSignOfAZeroOpen) {
  constexpr Op kOp = "max_pool"_op;
  const Call call = call_of(kOp, {pool_row({-0.0, 0, -0.0, -1})},
                            pool_attributes(kOp, {{2, 2}}));
  EXPECT_EQ((std::vector<Freedom>{Freedom::kZeroSign, Freedom::kNone}),
            answer(call).freedom);
}

TEST(PoolTest, RefusesWindowsThatCoverOrMoveNothing) {
  for (Op op : {"max_pool"_op, "max_pool_with_indices"_op, "avg_pool"_op})
    for (const PoolAxis& axis : {PoolAxis{0}, PoolAxis{2, 0}}) {
      const Call call =
          call_of(op, {pool_row({1, 2, 3})}, pool_attributes(op, {axis}));
      const auto made = Reference().execute(call);
      ASSERT_FALSE(made.ok()) << name_of(op);
      EXPECT_EQ(StatusCode::kInvalid, made.status().code);
    }
}

TEST(PoolTest, LeavesOutAWindowThatStartsAfterTheOperand) {
  constexpr Op kOp = "max_pool"_op;
  // Windows start at -1, 1 and 3, and 3 is after the operand.
  const Tensor x = pool_row({-1, -2, -3});
  const std::vector<PoolAxis> axes = {{2, 2, 1, 1}};
  expect_same({-1, -2}, pooled(kOp, x, axes, true));
  const Profile plain = kNx.with("pool.ceil=plain"_policy);
  for (Op op : {kOp, "avg_pool"_op}) {
    Call call = call_of(op, {x}, pool_attributes(op, axes, true));
    call.outs[0] = *Reference().buffer(DType::kFloat32, {1, 1, 3});
    const double nothing = op == kOp ? -kInf : 0;
    EXPECT_EQ(nothing, numbers_in(execute(call, plain))[2]);
  }
}

TEST(AvgPoolTest, DividesByWhatCounts) {
  constexpr Op kOp = "avg_pool"_op;
  const Tensor x = pool_row({6, 12, 18, 30, 60});
  expect_same({9, 15, 24, 45}, pooled(kOp, x, {{2}}));
  const std::vector<PoolAxis> padded = {{3, 2, 1, 1}};
  expect_same({9, 20, 45}, pooled(kOp, x, padded));
  expect_same({6, 20, 30}, pooled(kOp, x, padded, false, true));
  // The last window has 60 and a position that only rounding up adds.
  expect_same({9, 24, 60}, pooled(kOp, x, {{2, 2}}, true, false));
  expect_same({9, 24, 60}, pooled(kOp, x, {{2, 2}}, true, true));
  // It has 30 and 60, one position of padding, and one that is neither.
  const std::vector<PoolAxis> clipped = {{4, 4, 1, 1}};
  expect_same({12, 45}, pooled(kOp, x, clipped, true, false));
  expect_same({9, 30}, pooled(kOp, x, clipped, true, true));
}

TEST(AvgPoolTest, RoundsOnce) {
  constexpr Op kOp = "avg_pool"_op;
  const Tensor ones =
      tensor_of(DType::kFloat16, Numbers(4096, 1), {1, 1, 64, 64});
  expect_same({1}, pooled(kOp, ones, {{64}, {64}}));
  // 1/3 in float64, and (2^60 + 1)/3, which is not the third of 2^60.
  expect_same({1.0 / 3},
              pooled(kOp, pool_row({1, 0, 0}, DType::kFloat64), {{3}}));
  expect_same({kNan, kInf},
              pooled(kOp, pool_row({kInf, -kInf, kInf, 1}), {{2, 2}}));
}

TEST(AvgPoolTest, AnswersSayWhatAMeanIsMadeOf) {
  constexpr Op kOp = "avg_pool"_op;
  const Answer given = answer(call_of(kOp, {pool_row({1, -2, 4, 0, 0, 0})},
                                      pool_attributes(kOp, {{3, 3}})));
  EXPECT_EQ((std::vector<std::int64_t>{3, 3}), given.terms);
  EXPECT_EQ((std::vector<std::int64_t>{5, 5}), given.roundings);
  EXPECT_EQ((std::vector<double>{7.0 / 3, 0}), given.scale);
  EXPECT_EQ((std::vector<Freedom>{Freedom::kNone, Freedom::kZeroSign}),
            given.freedom);
  const double most = 0x1.fffffep127;
  EXPECT_EQ((std::vector<Freedom>{Freedom::kAny}),
            answer(call_of(kOp, {pool_row({most, -most})},
                           pool_attributes(kOp, {{2}})))
                .freedom);
}

Attributes bin_sizes(Shape output) {
  return Attributes().set(AttributeKey::kOutputSize, std::move(output));
}

TEST(AdaptiveAvgPoolTest, TakesTheMeansOfBins) {
  constexpr Op kOp = "adaptive_avg_pool"_op;
  const auto means = [&](const Tensor& x, Shape output) {
    return numbers_in(execute(call_of(kOp, {x}, bin_sizes(std::move(output)))));
  };
  const Tensor x = pool_row({6, 12, 18, 30, 60});
  expect_same({25.2},
              means(pool_row({6, 12, 18, 30, 60}, DType::kFloat64), {1}));
  expect_same({6, 12, 18, 30, 60}, means(x, {5}));
  expect_same({12, 36}, means(x, {2}));  // [0, 3) and [2, 5)
  // [0, 1), [0, 1), [0, 2), [1, 2), [1, 2)
  expect_same({6, 6, 9, 12, 12}, means(pool_row({6, 12}), {5}));
  const Tensor plane =
      tensor_of(DType::kFloat32, Numbers{1, 2, 3, 4, 5, 6}, {1, 1, 2, 3});
  expect_same({3, 4}, means(plane, {1, 2}));
}

// Σ y·g for y = pool(x) is Σ x·gx for every g. Divisors are powers of two, so
// that all numbers are exact.
double inner_product_of(const Tensor& a, const Tensor& b) {
  const Numbers left = numbers_in(a), right = numbers_in(b);
  double sum = 0;
  for (std::size_t i = 0; i < left.size(); ++i) sum += left[i] * right[i];
  return sum;
}
Numbers scattered_numbers(std::int64_t count, int step) {
  Numbers numbers;
  for (std::int64_t i = 0; i < count; ++i)
    numbers.push_back(static_cast<double>(i * step % 13 - 6));
  return numbers;
}
Tensor like(const Tensor& tensor, int step) {
  return tensor_of(DType::kFloat64,
                   scattered_numbers(tensor.view.numel(), step),
                   tensor.view.shape());
}

void expect_adjoint(Op op, Op gradient, const Shape& shape,
                    const Attributes& attributes) {
  const Tensor x = like({DType::kFloat64, View(shape), nullptr}, 5);
  const Tensor y = execute(call_of(op, {x}, attributes));
  const Tensor grad = like(y, 7);
  const Tensor unread = tensor_of(
      DType::kFloat64,
      Numbers(static_cast<std::size_t>(element_count(shape)), kNan), shape);
  const Tensor gx = execute(call_of(gradient, {unread, grad}, attributes));
  EXPECT_EQ(inner_product_of(y, grad), inner_product_of(x, gx)) << name_of(op);
}

TEST(PoolGradientTest, IsTheAdjointOfTheMean) {
  constexpr Op kAvg = "avg_pool"_op;
  constexpr Op kBack = "avg_pool_backward"_op;
  expect_adjoint(kAvg, kBack, {2, 3, 7},
                 pool_attributes(kAvg, {{2, 1, 1, 1}}, false, true));
  expect_adjoint(kAvg, kBack, {2, 1, 5, 6},
                 pool_attributes(kAvg, {{2, 2, 1, 1}, {4, 3}}));
  expect_adjoint(kAvg, kBack, {1, 2, 7}, pool_attributes(kAvg, {{2, 3}}, true));
  expect_adjoint(kAvg, kBack, {1, 2, 3, 4, 2},
                 pool_attributes(kAvg, {{1, 2}, {2, 1}, {2, 2, 1, 1}}));
  constexpr Op kBins = "adaptive_avg_pool"_op;
  constexpr Op kBinsBack = "adaptive_avg_pool_backward"_op;
  expect_adjoint(kBins, kBinsBack, {2, 2, 8}, bin_sizes({4}));
  expect_adjoint(kBins, kBinsBack, {1, 2, 3, 4}, bin_sizes({2, 7}));
}

TEST(PoolGradientTest, SharesAGradientByTheDivisorOfItsWindow) {
  constexpr Op kOp = "avg_pool_backward"_op;
  const auto gradient = [&](const Numbers& grad, const PoolAxis& axis,
                            bool rounds_up) {
    return numbers_in(execute(
        call_of(kOp, {pool_row({kNan, kNan, kNan, kNan, kNan}), pool_row(grad)},
                pool_attributes(kOp, {axis}, rounds_up, true))));
  };
  // Two whole windows, and one element that only the third holds.
  expect_same({1, 1, 2, 2, 5}, gradient({2, 4, 5}, {2, 2}, true));
  // Place 2 gets 3/3 + 6/3 + 9/3.
  expect_same({1, 3, 6, 5, 3}, gradient({3, 6, 9}, {3}, false));
  expect_same({1, 0, 0, 2, 0}, gradient({1, 2}, {1, 3}, false));
  constexpr Op kBins = "adaptive_avg_pool_backward"_op;
  // Place 2 is in [0, 3) and [2, 5).
  expect_same({1, 1, 3, 2, 2},
              numbers_in(execute(
                  call_of(kBins, {pool_row({0, 0, 0, 0, 0}), pool_row({3, 6})},
                          bin_sizes({2})))));
}

TEST(PoolGradientTest, GoesToTheNamedPosition) {
  constexpr Op kOp = "max_pool_backward"_op;
  const auto call_with = [&](const Numbers& grad, const Numbers& indices,
                             DType dtype) {
    return call_of(kOp,
                   {pool_row({0, 0, 0, 0, 0}, dtype), pool_row(grad, dtype),
                    pool_row(indices, DType::kInt32)},
                   pool_attributes(kOp, {{2}}));
  };
  const auto gradient = [&](const Numbers& grad, const Numbers& indices,
                            DType dtype = DType::kFloat32) {
    return numbers_in(execute(call_with(grad, indices, dtype)));
  };
  expect_same({0, 3, 0, 0, 12}, gradient({1, 2, 4, 8}, {1, 1, 4, 4}));
  expect_same({8, 0, 2, 0, 0}, gradient({1, 2, 4, 8}, {-1, 2, -1, 0}));
  expect_same({-56, 0, 0, 0, 0},
              gradient({100, 100, 0, 0}, {0, 0, 0, 0}, DType::kInt8));
  for (double wrong : {-2.0, 5.0}) {
    const auto made = Reference().execute(
        call_with({1, 2, 4, 8}, {0, 1, wrong, 3}, DType::kFloat32));
    ASSERT_FALSE(made.ok());
    EXPECT_EQ("max_pool_backward.range", made.status().kind);
  }
}

// Every window by loops over one list, whatever the number of axes.
TEST(PoolTest, AgreesWithLoopsOverPositions) {
  const std::vector<std::vector<PoolAxis>> all = {
      {{3, 2, 1, 1}},
      {{2, 2, 0, 0, 2}, {3, 1, 1, 1}},
      {{2, 1, 1, 0}, {3, 2, 0, 1, 2}},
      {{1, 2}, {2, 1, 1, 1}, {2, 2}},
  };
  for (const auto& axes : all) {
    Shape shape = {2, 2};
    for (std::size_t i = 0; i < axes.size(); ++i)
      shape.push_back(5 - static_cast<std::int64_t>(i));
    const std::int64_t count = element_count(shape);
    const Numbers x = scattered_numbers(count, 5);
    const Call call =
        call_of("max_pool"_op, {tensor_of(DType::kFloat64, x, shape)},
                pool_attributes("max_pool"_op, axes));
    const Tensor y = execute(call);
    const Numbers got = numbers_in(y);
    std::size_t k = 0;
    for (const Index& at : indices(y.view.shape())) {
      double largest = -kInf;
      std::int64_t flat = 0;
      for (const Index& i : indices(shape)) {
        bool is_in = i[0] == at[0] && i[1] == at[1];
        for (std::size_t a = 0; a < axes.size(); ++a) {
          const PoolAxis& axis = axes[a];
          const std::int64_t start = axis.stride * at[a + 2] - axis.before;
          const std::int64_t step = i[a + 2] - start;
          is_in = is_in && step >= 0 && step % axis.dilation == 0 &&
                  step / axis.dilation < axis.kernel;
        }
        if (is_in)
          largest = std::max(largest, x[static_cast<std::size_t>(flat)]);
        ++flat;
      }
      EXPECT_EQ(largest, got[k++]) << shape_text(at);
    }
  }
}

}  // namespace
}  // namespace assay::test
