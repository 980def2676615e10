// Tests inference of threefry, gather, scatter, unfold and fold: the results,
// and every precondition broken once, with a control call that differs in that
// one thing.
#include <gtest/gtest.h>

#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;
using test::i32;

TEST(InferIndexing, Threefry) {
  expect_type("threefry"_op, {i32({3, 2}), i32({3, 2})}, {}, i32({3, 2}));
  expect_type("threefry"_op, {i32({0, 2}), i32({0, 2})}, {}, i32({0, 2}));
  expect_broken("threefry"_op, {i32({3, 2}), i32({2, 2})}, {},
                "threefry.same_shape");
  expect_broken("threefry"_op, {i32({2, 3}), i32({2, 3})}, {},
                "threefry.pairs");
  expect_broken("threefry"_op, {i32({}), i32({})}, {}, "threefry.pairs");
  expect_broken("threefry"_op, {f32({2}), i32({2})}, {}, "threefry.int32");
  expect_broken("threefry"_op, {i32({2}), {DType::kUint32, {2}}}, {},
                "threefry.int32");
}

TEST(InferIndexing, Gather) {
  const Attributes axis = Attributes().axis(1);
  expect_type("gather"_op, {f32({2, 3}), i32({2, 7})}, axis, f32({2, 7}));
  expect_type("gather"_op, {f32({2, 3}), i32({1, 0})}, axis, f32({1, 0}));
  expect_broken("gather"_op, {f32({2, 3}), i32({2})}, axis, "gather.rank");
  expect_broken("gather"_op, {f32({2, 3}), i32({3, 3})}, axis,
                "gather.extents");
  expect_broken("gather"_op, {f32({2, 3}), f32({2, 3})}, axis, "gather.int32");
  for (std::int64_t wrong : {-1, 2})
    expect_broken("gather"_op, {f32({2, 3}), i32({2, 3})},
                  Attributes().axis(wrong), "gather.axis");
  expect_broken("gather"_op, {f32({}), i32({})}, Attributes().axis(0),
                "gather.axis");
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
  expect_broken("scatter"_op, {f32({2, 3}), i32({2}), f32({2})}, along(1),
                "scatter.rank");
  expect_broken("scatter"_op, {f32({2, 3}), i32({2, 3}), f32({2, 3})}, along(2),
                "scatter.axis");
  expect_broken("scatter"_op, {f32({2, 3}), i32({2, 3}), f32({2, 2})}, along(1),
                "scatter.same_shape");
  expect_broken("scatter"_op, {f32({2, 3}), i32({3, 3}), f32({3, 3})}, along(1),
                "scatter.extents");
  expect_broken("scatter"_op, {f32({2, 3}), f32({2, 3}), f32({2, 3})}, along(1),
                "scatter.dtypes");
  expect_broken("scatter"_op, {f32({2, 3}), i32({2, 3}), i32({2, 3})}, along(1),
                "scatter.dtypes");
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
  expect_broken("unfold"_op, {f32({8})}, one({9}, {1}, {1}, {0, 0}),
                "unfold.fits");
  expect_type("unfold"_op, {f32({8})}, one({9}, {1}, {1}, {0, 1}), f32({9, 1}));
  expect_broken("unfold"_op, {f32({8})},
                one({1, 1}, {1, 1}, {1, 1}, {0, 0, 0, 0}), "unfold.rank");
  expect_broken("unfold"_op, {f32({8})}, one({}, {}, {}, {}), "unfold.lengths");
  expect_broken("unfold"_op, {f32({8})}, one({1}, {1, 1}, {1}, {0, 0}),
                "unfold.lengths");
  expect_broken("unfold"_op, {f32({8})}, one({1}, {1}, {1}, {0, 0, 0, 0}),
                "unfold.lengths");
  for (const Attributes& wrong :
       {one({0}, {1}, {1}, {0, 0}), one({1}, {0}, {1}, {0, 0}),
        one({1}, {1}, {0}, {0, 0}), one({1}, {1}, {1}, {-1, 0}),
        one({1}, {1}, {1}, {0, -1})})
    expect_broken("unfold"_op, {f32({8})}, wrong, "unfold.positive");
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
  expect_broken("fold"_op, {f32({5, 3, 5})}, fold({8}, {3}), "fold.consistent");
  expect_broken("fold"_op, {f32({5, 2, 6})}, fold({8}, {3}), "fold.consistent");
  expect_broken("fold"_op, {f32({6})}, fold({8}, {3}), "fold.consistent");
  expect_broken("fold"_op, {f32({3, 0})}, fold({2}, {3}), "fold.consistent");
  expect_broken("fold"_op, {f32({3, 6})}, fold({8, 1}, {3}), "fold.lengths");
  expect_broken("fold"_op, {f32({3, 6})}, fold({-8}, {3}), "fold.positive");
  expect_broken("fold"_op, {f32({0, 6})}, fold({8}, {0}), "fold.positive");
}

}  // namespace
}  // namespace assay
