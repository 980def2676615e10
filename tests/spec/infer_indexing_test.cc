// Inference of threefry, gather, scatter, unfold and fold: results, and every
// guarantee broken once, each beside a call that differs in that one thing.
#include <gtest/gtest.h>

#include "spec/infer.h"

namespace assay {
namespace {

using Types = std::vector<TensorType>;

TensorType f32(Shape shape) { return {DType::kFloat32, std::move(shape)}; }
TensorType i32(Shape shape) { return {DType::kInt32, std::move(shape)}; }

void expect_type(Op op, const Types& operands, const Attributes& attributes,
                 const TensorType& expected) {
  const auto types = infer(op, operands, attributes, DType::kFloat64);
  ASSERT_TRUE(types.ok()) << name_of(op) << ": " << types.status().message;
  ASSERT_EQ(types->size(), 1u);
  EXPECT_EQ((*types)[0].dtype, expected.dtype);
  EXPECT_EQ((*types)[0].shape, expected.shape);
}

// Expects `invalid` with the broken clause as its kind.
void expect_broken(std::string_view clause, Op op, const Types& operands,
                   const Attributes& attributes) {
  ASSERT_NE(clause_named(clause), nullptr);
  const auto types = infer(op, operands, attributes, DType::kFloat64);
  ASSERT_FALSE(types.ok()) << clause;
  EXPECT_EQ(types.status().code, StatusCode::kInvalid);
  EXPECT_EQ(types.status().kind, clause) << types.status().message;
}

TEST(InferIndexing, Threefry) {
  expect_type("threefry"_op, {i32({3, 2}), i32({3, 2})}, {}, i32({3, 2}));
  expect_type("threefry"_op, {i32({0, 2}), i32({0, 2})}, {}, i32({0, 2}));
  expect_broken("threefry.same_shape", "threefry"_op,
                {i32({3, 2}), i32({2, 2})}, {});
  expect_broken("threefry.pairs", "threefry"_op, {i32({2, 3}), i32({2, 3})},
                {});
  expect_broken("threefry.pairs", "threefry"_op, {i32({}), i32({})}, {});
  expect_broken("threefry.int32", "threefry"_op, {f32({2}), i32({2})}, {});
  expect_broken("threefry.int32", "threefry"_op,
                {i32({2}), {DType::kUint32, {2}}}, {});
}

TEST(InferIndexing, Gather) {
  const Attributes axis = Attributes().axis(1);
  expect_type("gather"_op, {f32({2, 3}), i32({2, 7})}, axis, f32({2, 7}));
  expect_type("gather"_op, {f32({2, 3}), i32({1, 0})}, axis, f32({1, 0}));
  expect_broken("gather.rank", "gather"_op, {f32({2, 3}), i32({2})}, axis);
  expect_broken("gather.extents", "gather"_op, {f32({2, 3}), i32({3, 3})},
                axis);
  expect_broken("gather.int32", "gather"_op, {f32({2, 3}), f32({2, 3})}, axis);
  for (std::int64_t wrong : {-1, 2})
    expect_broken("gather.axis", "gather"_op, {f32({2, 3}), i32({2, 3})},
                  Attributes().axis(wrong));
  expect_broken("gather.axis", "gather"_op, {f32({}), i32({})},
                Attributes().axis(0));
}

TEST(InferIndexing, Scatter) {
  const auto along = [](std::int64_t axis) {
    return Attributes()
        .axis(axis)
        .mode(ScatterMode::kAdd)
        .flag(AttributeKey::kUniqueIndices, false);
  };
  expect_type("scatter"_op, {f32({2, 3}), i32({2, 7}), f32({2, 7})}, along(1),
              f32({2, 3}));
  expect_type("scatter"_op, {f32({2, 3}), i32({1, 0}), f32({1, 0})}, along(1),
              f32({2, 3}));
  expect_broken("scatter.rank", "scatter"_op, {f32({2, 3}), i32({2}), f32({2})},
                along(1));
  expect_broken("scatter.axis", "scatter"_op,
                {f32({2, 3}), i32({2, 3}), f32({2, 3})}, along(2));
  expect_broken("scatter.same_shape", "scatter"_op,
                {f32({2, 3}), i32({2, 3}), f32({2, 2})}, along(1));
  expect_broken("scatter.extents", "scatter"_op,
                {f32({2, 3}), i32({3, 3}), f32({3, 3})}, along(1));
  expect_broken("scatter.dtypes", "scatter"_op,
                {f32({2, 3}), f32({2, 3}), f32({2, 3})}, along(1));
  expect_broken("scatter.dtypes", "scatter"_op,
                {f32({2, 3}), i32({2, 3}), i32({2, 3})}, along(1));
}

using Integers = Attributes::Integers;
Attributes windows(Integers kernel, Integers stride, Integers dilation,
                   Integers padding) {
  return Attributes()
      .set(AttributeKey::kKernelSize, std::move(kernel))
      .set(AttributeKey::kStride, std::move(stride))
      .set(AttributeKey::kDilation, std::move(dilation))
      .set(AttributeKey::kPadding, std::move(padding));
}

TEST(InferIndexing, Unfold) {
  // 8 + 1 + 2 places, of which a window of 3, 2 apart, spans 5.
  expect_type("unfold"_op, {f32({4, 8})}, windows({3}, {2}, {2}, {1, 2}),
              f32({4, 3, 4}));
  expect_type("unfold"_op, {f32({4, 8})},
              windows({2, 3}, {1, 2}, {1, 1}, {0, 0, 0, 1}), f32({6, 12}));
  expect_type("unfold"_op, {f32({0, 8})}, windows({8}, {1}, {1}, {0, 0}),
              f32({0, 8, 1}));
  const auto one = [](Integers kernel, Integers stride, Integers dilation,
                      Integers padding) {
    return windows(std::move(kernel), std::move(stride), std::move(dilation),
                   std::move(padding));
  };
  expect_broken("unfold.fits", "unfold"_op, {f32({8})},
                one({9}, {1}, {1}, {0, 0}));
  expect_type("unfold"_op, {f32({8})}, one({9}, {1}, {1}, {0, 1}), f32({9, 1}));
  expect_broken("unfold.rank", "unfold"_op, {f32({8})},
                one({1, 1}, {1, 1}, {1, 1}, {0, 0, 0, 0}));
  expect_broken("unfold.lengths", "unfold"_op, {f32({8})}, one({}, {}, {}, {}));
  expect_broken("unfold.lengths", "unfold"_op, {f32({8})},
                one({1}, {1, 1}, {1}, {0, 0}));
  expect_broken("unfold.lengths", "unfold"_op, {f32({8})},
                one({1}, {1}, {1}, {0, 0, 0, 0}));
  for (const Attributes& wrong :
       {one({0}, {1}, {1}, {0, 0}), one({1}, {0}, {1}, {0, 0}),
        one({1}, {1}, {0}, {0, 0}), one({1}, {1}, {1}, {-1, 0}),
        one({1}, {1}, {1}, {0, -1})})
    expect_broken("unfold.positive", "unfold"_op, {f32({8})}, wrong);
}

TEST(InferIndexing, Fold) {
  const auto fold = [](Integers output, Integers kernel) {
    const Integers ones(kernel.size(), 1);
    const Integers zeros(2 * kernel.size(), 0);
    return windows(std::move(kernel), ones, ones, zeros)
        .set(AttributeKey::kOutputSize, std::move(output));
  };
  expect_type("fold"_op, {f32({5, 3, 6})}, fold({8}, {3}), f32({5, 8}));
  expect_type("fold"_op, {f32({4, 6})}, fold({3, 4}, {2, 2}), f32({3, 4}));
  expect_type("fold"_op, {f32({0, 3, 6})}, fold({8}, {3}), f32({0, 8}));
  expect_broken("fold.consistent", "fold"_op, {f32({5, 3, 5})}, fold({8}, {3}));
  expect_broken("fold.consistent", "fold"_op, {f32({5, 2, 6})}, fold({8}, {3}));
  expect_broken("fold.consistent", "fold"_op, {f32({6})}, fold({8}, {3}));
  expect_broken("fold.consistent", "fold"_op, {f32({3, 0})}, fold({2}, {3}));
  expect_broken("fold.lengths", "fold"_op, {f32({3, 6})}, fold({8, 1}, {3}));
  expect_broken("fold.positive", "fold"_op, {f32({3, 6})}, fold({-8}, {3}));
  expect_broken("fold.positive", "fold"_op, {f32({0, 6})}, fold({8}, {0}));
}

}  // namespace
}  // namespace assay
