// Tests inference: the result of every signature, and every precondition broken
// once, with a control call that differs in that one thing.
#include "spec/infer.h"

#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_type;
using test::f32;
using test::Types;

TensorType flag(Shape shape) { return {DType::kBool, std::move(shape)}; }

// Expects `invalid` with a sentence that names the op.
void expect_invalid(Op op, const Types& operands,
                    const Attributes& attributes) {
  const auto types = infer(op, operands, attributes, DType::kFloat64);
  ASSERT_FALSE(types.ok()) << name_of(op) << " gives "
                           << shape_text((*types)[0].shape);
  EXPECT_EQ(types.status().code, StatusCode::kInvalid);
  EXPECT_FALSE(types.status().message.empty());
}

TEST(Infer, ResultsOfEverySignature) {
  const TensorType x = f32({2, 3});
  expect_type("exp"_op, {x}, {}, x);
  expect_type("add"_op, {x, x}, {}, x);
  expect_type("cmplt"_op, {x, x}, {}, flag({2, 3}));
  expect_type("where"_op, {flag({2, 3}), x, x}, {}, x);
  expect_type("argmax"_op, {x}, Attributes().axis(1).keepdims(false),
              {DType::kInt32, {2}});
  expect_type("argmin"_op, {x}, Attributes().axis(0).keepdims(true),
              {DType::kInt32, {1, 3}});
  expect_type("associative_scan"_op, {x}, Attributes().axis(0).op(Scan::kSum),
              x);
  expect_type("sort"_op, {x}, Attributes().axis(1).descending(true), x);
  expect_type("argsort"_op, {x}, Attributes().axis(1).descending(false),
              {DType::kInt32, {2, 3}});
  expect_type("pad"_op, {x}, Attributes().padding({{1, 0}, {2, 3}}).value({}),
              f32({3, 8}));
  expect_type("cat"_op, {x, f32({2, 0}), f32({2, 4})}, Attributes().axis(1),
              f32({2, 7}));
  expect_type("cast"_op, {x}, {}, {DType::kInt4, {2, 3}}, DType::kInt4);
  expect_type("copy"_op, {x}, {}, x);
  expect_type("contiguous"_op, {x}, {}, x);
  expect_type("assign"_op, {x}, {}, x);
  expect_type("buffer"_op, {}, Attributes().dtype(DType::kInt8).shape({4, 0}),
              {DType::kInt8, {4, 0}});
  expect_type("full"_op, {},
              Attributes().dtype(DType::kInt8).shape({}).value({1, 0}),
              {DType::kInt8, {}});
}

TEST(Infer, ReductionsKeepOrDropTheirAxes) {
  const TensorType x = f32({2, 3, 4});
  const auto reduce = [](std::vector<std::int64_t> axes, bool keepdims) {
    return Attributes().axes(std::move(axes)).keepdims(keepdims);
  };
  expect_type("reduce_sum"_op, {x}, reduce({1}, false), f32({2, 4}));
  expect_type("reduce_sum"_op, {x}, reduce({1}, true), f32({2, 1, 4}));
  expect_type("reduce_max"_op, {x}, reduce({2, 0}, false), f32({3}));
  expect_type("reduce_max"_op, {x}, reduce({2, 0}, true), f32({1, 3, 1}));
  expect_type("reduce_prod"_op, {x}, reduce({}, false), x);
  expect_type("reduce_prod"_op, {x}, reduce({0, 1, 2}, false), f32({}));
  expect_type("reduce_sum"_op, {f32({})}, reduce({}, true), f32({}));
  // An empty axis breaks no precondition; the backend decides about it.
  expect_type("reduce_max"_op, {f32({2, 0})}, reduce({1}, false), f32({2}));
}

TEST(Infer, MovementGivesTheShapeOfTheView) {
  const TensorType x = f32({2, 1, 3});
  expect_type("expand"_op, {x}, Attributes().shape({2, 5, 3}), f32({2, 5, 3}));
  expect_type("reshape"_op, {x}, Attributes().shape({6}), f32({6}));
  expect_type("permute"_op, {x}, Attributes().permutation({2, 0, 1}),
              f32({3, 2, 1}));
  expect_type("shrink"_op, {x}, Attributes().ranges({{0, 1}, {0, 1}, {1, 3}}),
              f32({1, 1, 2}));
  expect_type("flip"_op, {x}, Attributes().flips({true, false, true}), x);
}

TEST(Infer, CountsOperands) {
  const TensorType x = f32({2});
  for (const Types& operands : {Types{}, Types{x, x}})
    expect_invalid("exp"_op, operands, {});
  for (const Types& operands : {Types{x}, Types{x, x, x}}) {
    expect_invalid("add"_op, operands, {});
    expect_invalid("cmpeq"_op, operands, {});
  }
  expect_invalid("where"_op, {flag({2}), x}, {});
  const Attributes made = Attributes().dtype(DType::kInt8).shape({2});
  expect_type("buffer"_op, {}, made, {DType::kInt8, {2}});
  expect_invalid("buffer"_op, {x}, made);
  expect_type("cat"_op, {x}, Attributes().axis(0), x);
  expect_invalid("cat"_op, {}, Attributes().axis(0));
}

TEST(Infer, NeedsExactlyTheAttributesOfTheOp) {
  const TensorType x = f32({2});
  const Attributes good = Attributes().axis(0).descending(false);
  expect_type("sort"_op, {x}, good, x);
  expect_invalid("sort"_op, {x}, Attributes().axis(0));
  expect_invalid("sort"_op, {x}, Attributes().descending(false));
  expect_invalid("sort"_op, {x}, Attributes(good).keepdims(true));
  expect_invalid("exp"_op, {x}, Attributes().axis(0));
}

TEST(Infer, ChecksTheEntriesOfAttributes) {
  const TensorType x = f32({2});
  const Attributes sort = Attributes().axis(0).descending(false);
  expect_type("sort"_op, {x}, sort, x);
  expect_invalid("sort"_op, {x}, Attributes(sort).set(AttributeKey::kAxis, {}));
  expect_invalid("sort"_op, {x},
                 Attributes(sort).set(AttributeKey::kAxis, {0, 0}));
  expect_invalid("sort"_op, {x},
                 Attributes(sort).set(AttributeKey::kDescending, {2}));
  const Attributes scan = Attributes().axis(0).op(Scan::kMin);
  expect_type("associative_scan"_op, {x}, scan, x);
  for (std::int64_t wrong : {-1, 4})
    expect_invalid("associative_scan"_op, {x},
                   Attributes(scan).set(AttributeKey::kOp, {wrong}));
  const Attributes full =
      Attributes().dtype(DType::kBool).shape({2}).value({1, 0});
  expect_type("full"_op, {}, full, flag({2}));
  for (std::int64_t wrong : {-1, kDTypeCount})
    expect_invalid("full"_op, {},
                   Attributes(full).set(AttributeKey::kDType, {wrong}));
  for (const Attributes::Integers& wrong :
       {Attributes::Integers{}, Attributes::Integers{1},
        Attributes::Integers{1, 0, 1, 0}})
    expect_invalid("full"_op, {},
                   Attributes(full).set(AttributeKey::kValue, wrong));
  const Attributes pad = Attributes().padding({{0, 1}}).value({});
  expect_type("pad"_op, {x}, pad, f32({3}));
  expect_invalid("pad"_op, {x},
                 Attributes(pad).set(AttributeKey::kPadding, {0, 1, 0}));
  expect_type("flip"_op, {x}, Attributes().flips({true}), x);
  expect_invalid("flip"_op, {x}, Attributes().set(AttributeKey::kFlips, {-1}));
}

TEST(Infer, NeedsShapesOfRankUpTo32) {
  const Shape widest(32, 1);
  expect_type("exp"_op, {f32(widest)}, {}, f32(widest));
  expect_invalid("exp"_op, {f32(Shape(33, 1))}, {});
  expect_invalid("exp"_op, {f32({-1})}, {});
  expect_invalid("exp"_op, {f32({INT64_MAX, 2})}, {});
  const Attributes made = Attributes().dtype(DType::kInt8);
  expect_type("buffer"_op, {}, Attributes(made).shape(widest),
              {DType::kInt8, widest});
  expect_invalid("buffer"_op, {}, Attributes(made).shape(Shape(33, 1)));
  expect_invalid("buffer"_op, {}, Attributes(made).shape({-1}));
  // Results too: an op may not lead out of the range.
  expect_type("reshape"_op, {f32({1})}, Attributes().shape(widest),
              f32(widest));
  expect_invalid("reshape"_op, {f32({1})}, Attributes().shape(Shape(33, 1)));
  expect_invalid("expand"_op, {f32({})}, Attributes().shape(Shape(33, 1)));
  expect_invalid("expand"_op, {f32({1})}, Attributes().shape({-1}));
  expect_invalid("expand"_op, {f32({1})}, Attributes().shape({INT64_MAX}));
  const std::int64_t large = std::int64_t{1} << 40;
  expect_type("cat"_op, {f32({large - 1}), f32({1})}, Attributes().axis(0),
              f32({large}));
  expect_invalid("cat"_op, {f32({large}), f32({1})}, Attributes().axis(0));
  for (std::int64_t after : {large, INT64_MAX})
    expect_invalid("pad"_op, {f32({1})},
                   Attributes().padding({{after, after}}).value({}));
}

TEST(Infer, NeedsOneDType) {
  const TensorType x = f32({2});
  const TensorType other = {DType::kFloat64, {2}};
  expect_type("add"_op, {x, x}, {}, x);
  expect_invalid("add"_op, {x, other}, {});
  expect_invalid("cmpeq"_op, {x, other}, {});
  expect_invalid("where"_op, {flag({2}), x, other}, {});
  expect_invalid("cat"_op, {x, other}, Attributes().axis(0));
}

TEST(Infer, NeedsOneShape) {
  expect_invalid("add"_op, {f32({2}), f32({1})}, {});
  expect_invalid("add"_op, {f32({2}), f32({2, 1})}, {});
  expect_invalid("cmpeq"_op, {f32({}), f32({1})}, {});
  expect_type("where"_op, {flag({2}), f32({2}), f32({2})}, {}, f32({2}));
  expect_invalid("where"_op, {flag({1}), f32({2}), f32({2})}, {});
  expect_invalid("where"_op, {flag({2}), f32({1}), f32({2})}, {});
  expect_invalid("where"_op, {flag({2}), f32({2}), f32({1})}, {});
}

TEST(Infer, NeedsABoolCondition) {
  expect_invalid("where"_op, {f32({2}), f32({2}), f32({2})}, {});
  expect_invalid("where"_op, {{DType::kUint8, {2}}, f32({2}), f32({2})}, {});
}

TEST(Infer, NeedsAxesWithinTheRank) {
  const TensorType x = f32({2, 3});
  for (std::int64_t axis : {-1, 2}) {
    expect_invalid("argmax"_op, {x}, Attributes().axis(axis).keepdims(false));
    expect_invalid("sort"_op, {x}, Attributes().axis(axis).descending(false));
    expect_invalid("argsort"_op, {x},
                   Attributes().axis(axis).descending(false));
    expect_invalid("associative_scan"_op, {x},
                   Attributes().axis(axis).op(Scan::kSum));
    expect_invalid("cat"_op, {x}, Attributes().axis(axis));
    expect_invalid("reduce_sum"_op, {x},
                   Attributes().axes({axis}).keepdims(false));
  }
  // Rank 0 has no axis to name.
  expect_invalid("argmax"_op, {f32({})}, Attributes().axis(0).keepdims(false));
  expect_invalid("sort"_op, {f32({})}, Attributes().axis(0).descending(true));
  expect_invalid("reduce_sum"_op, {x},
                 Attributes().axes({0, 0}).keepdims(false));
}

TEST(Infer, NeedsMovementsThatFit) {
  const TensorType x = f32({2, 3});
  for (const Shape& shape : {Shape{5}, Shape{7}, Shape{-2, -3}, Shape{0, 6}})
    expect_invalid("reshape"_op, {x}, Attributes().shape(shape));
  // View.reshape allows this; the op does not.
  expect_invalid("reshape"_op, {f32({0})}, Attributes().shape({2}));
  expect_type("reshape"_op, {f32({0, 2})}, Attributes().shape({5, 0}),
              f32({5, 0}));
  for (const Shape& shape : {Shape{3, 3}, Shape{2, 3, 1}, Shape{2}})
    expect_invalid("expand"_op, {x}, Attributes().shape(shape));
  for (const Attributes::Integers& axes :
       {Attributes::Integers{0}, Attributes::Integers{0, 0},
        Attributes::Integers{0, 2}, Attributes::Integers{-1, 0}})
    expect_invalid("permute"_op, {x}, Attributes().permutation(axes));
  const auto shrink = [](std::int64_t start, std::int64_t stop) {
    return Attributes().ranges({{0, 2}, {start, stop}});
  };
  expect_type("shrink"_op, {x}, shrink(0, 3), x);
  expect_invalid("shrink"_op, {x}, shrink(1, 1));
  expect_invalid("shrink"_op, {x}, shrink(2, 1));
  expect_invalid("shrink"_op, {x}, shrink(0, 4));
  expect_invalid("shrink"_op, {x}, shrink(-1, 2));
  expect_invalid("shrink"_op, {x}, Attributes().ranges({{0, 2}}));
  expect_invalid("flip"_op, {x}, Attributes().flips({true}));
}

TEST(Infer, NeedsPaddingThatFits) {
  const TensorType x = f32({2, 3});
  const auto pad = [](std::vector<std::pair<std::int64_t, std::int64_t>> p) {
    return Attributes().padding(p).value({});
  };
  expect_type("pad"_op, {x}, pad({{0, 0}, {0, 1}}), f32({2, 4}));
  expect_invalid("pad"_op, {x}, pad({{0, 0}}));
  expect_invalid("pad"_op, {x}, pad({{0, 0}, {0, -1}}));
  expect_invalid("pad"_op, {x}, pad({{-1, 0}, {0, 1}}));
}

TEST(Infer, NeedsMembersThatFit) {
  const TensorType x = f32({2, 3});
  expect_type("cat"_op, {x, f32({2, 5})}, Attributes().axis(1), f32({2, 8}));
  expect_invalid("cat"_op, {x, f32({2, 5})}, Attributes().axis(0));
  expect_invalid("cat"_op, {x, f32({2, 3, 1})}, Attributes().axis(1));
  expect_invalid("cat"_op, {x, f32({2})}, Attributes().axis(1));
  expect_invalid("cat"_op, {x, f32({0, 3})}, Attributes().axis(1));
}

}  // namespace
}  // namespace assay
