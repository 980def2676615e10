// Tests inference of pools and their gradients: counts of windows, dtypes of
// indices, variants, and every precondition broken once.
#include <gtest/gtest.h>

#include "spec/infer.h"
#include "spec/op_table.h"
#include "spec/pool_windows.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;
using Integers = Attributes::Integers;

constexpr Op kMax = "max_pool"_op;
constexpr Op kIndexed = "max_pool_with_indices"_op;
constexpr Op kMaxBack = "max_pool_backward"_op;
constexpr Op kAvg = "avg_pool"_op;
constexpr Op kAvgBack = "avg_pool_backward"_op;
constexpr Op kBins = "adaptive_avg_pool"_op;
constexpr Op kBinsBack = "adaptive_avg_pool_backward"_op;

Attributes windows(Op op, Integers kernel, Integers stride, Integers padding,
                   bool rounds_up = false) {
  const std::size_t axes = kernel.size();
  Attributes attributes;
  attributes.set(AttributeKey::kKernelSize, std::move(kernel))
      .set(AttributeKey::kStride, std::move(stride))
      .set(AttributeKey::kPadding, std::move(padding))
      .flag(AttributeKey::kCeilMode, rounds_up);
  const OpSpec& spec = spec_of(op);
  if (spec.has(AttributeKey::kDilation))
    attributes.set(AttributeKey::kDilation, Integers(axes, 1));
  if (spec.has(AttributeKey::kCountIncludePad))
    attributes.flag(AttributeKey::kCountIncludePad, true);
  if (spec.has(AttributeKey::kIndexDType))
    attributes.set(AttributeKey::kIndexDType,
                   {static_cast<std::int64_t>(DType::kInt64)});
  return attributes;
}
Attributes bins(Integers sizes) {
  return Attributes().set(AttributeKey::kOutputSize, std::move(sizes));
}

TEST(InferPooling, CountsWindows) {
  const auto count = [](std::int64_t extent, std::int64_t kernel,
                        std::int64_t stride, std::int64_t padding,
                        bool rounds_up, const Profile& profile = kNx) {
    return pool_counts(
        {extent},
        windows(kMax, {kernel}, {stride}, {padding, padding}, rounds_up),
        profile)[0];
  };
  EXPECT_EQ(4, count(5, 2, 1, 0, false));
  EXPECT_EQ(2, count(5, 2, 2, 0, false));
  EXPECT_EQ(3, count(5, 2, 2, 0, true));
  EXPECT_EQ(2, count(4, 2, 2, 0, true));
  EXPECT_EQ(3, count(5, 2, 2, 1, false));
  // Rounded up there is a window at 3, which is after the operand.
  EXPECT_EQ(2, count(3, 2, 2, 1, true));
  const Profile plain = kNx.with("pool.ceil=plain"_policy);
  EXPECT_EQ(3, count(3, 2, 2, 1, true, plain));
  EXPECT_EQ(3, count(5, 2, 2, 0, true, plain));
  // Such calls are refused, but have an out.
  EXPECT_EQ(1, count(5, 0, 2, 0, false));
  EXPECT_EQ(1, count(5, 2, 0, 0, false));
}

TEST(InferPooling, GivesTheShapeOfThePool) {
  expect_type(kMax, {f32({2, 3, 5})}, windows(kMax, {2}, {1}, {0, 0}),
              f32({2, 3, 4}));
  expect_type(kAvg, {f32({0, 3, 5, 4})},
              windows(kAvg, {2, 3}, {2, 1}, {1, 1, 0, 1}), f32({0, 3, 3, 3}));
  expect_type(kBins, {f32({2, 3, 5})}, bins({7}), f32({2, 3, 7}));
  const auto types =
      infer(kIndexed, std::vector{f32({1, 1, 3})},
            windows(kIndexed, {2}, {1}, {0, 0}), DType::kFloat32);
  ASSERT_TRUE(types.ok());
  ASSERT_EQ(2u, types->size());
  EXPECT_EQ(DType::kInt64, (*types)[1].dtype);
  EXPECT_EQ((Shape{1, 1, 2}), (*types)[1].shape);
  expect_type(kAvgBack, {f32({1, 1, 3}), f32({1, 1, 2})},
              windows(kAvgBack, {2}, {1}, {0, 0}), f32({1, 1, 3}));
  expect_type(kMaxBack,
              {f32({1, 1, 3}), f32({1, 1, 2}), {DType::kInt32, {1, 1, 2}}},
              windows(kMaxBack, {2}, {1}, {0, 0}), f32({1, 1, 3}));
  expect_type(kBinsBack, {f32({1, 1, 3}), f32({1, 1, 4})}, bins({4}),
              f32({1, 1, 3}));
}

TEST(InferPooling, SelectsVariantsByAxesAndPadding) {
  const auto variant = [](Integers kernel, Integers padding) {
    const Integers stride(kernel.size(), 1);
    return variant_of(kMax, windows(kMax, kernel, stride, padding)).name;
  };
  EXPECT_EQ("1d", variant({2}, {1, 1}));
  EXPECT_EQ("2d", variant({2, 2}, {1, 1, 0, 0}));
  EXPECT_EQ("asymmetric", variant({2, 2}, {1, 1, 0, 1}));
  EXPECT_EQ("3d", variant({2, 2, 2}, {0, 0, 0, 0, 0, 0}));
  EXPECT_EQ("2d", variant_of(kBins, bins({3, 1})).name);
  EXPECT_EQ("1d", variant_of(kBins, Attributes()).name);
  EXPECT_EQ("1d", variant_of(kMax, Attributes()).name);
}

TEST(PoolingRows, HaveTheDTypesOfTheContract) {
  const DTypeSet floats = {DType::kFloat16, DType::kBfloat16, DType::kFloat32,
                           DType::kFloat64};
  for (Op op : {kMax, kIndexed, kMaxBack, kAvg, kAvgBack, kBins, kBinsBack}) {
    const bool has_integers = op == kMax || op == kIndexed || op == kMaxBack;
    const bool requires_three = op == kBins || op == kBinsBack;
    for (const Variant& variant : spec_of(op).variants) {
      const bool is_required =
          variant.name == "1d" || variant.name == "2d" || requires_three;
      EXPECT_EQ(is_required ? floats : DTypeSet(), variant.required)
          << name_of(op) << variant.name;
      EXPECT_EQ(floats | (has_integers ? kWideIntegers : DTypeSet()),
                variant.dtypes())
          << name_of(op) << variant.name;
    }
  }
}

TEST(InferPooling, RejectsBrokenPreconditions) {
  const auto x = f32({1, 2, 5});
  const auto one = windows(kMax, {2}, {1}, {0, 0});
  expect_broken(kMax, {x}, windows(kMax, {2}, {1, 1}, {0, 0}),
                "pooling.lengths");
  expect_broken(kBins, {x}, bins({}), "pooling.lengths");
  expect_broken(kMax, {f32({1, 2, 5, 1})}, one, "pooling.rank");
  expect_broken(kMax, {f32({1, 0, 5})}, one, "pooling.extents");
  expect_broken(kMax, {f32({1, 2, 0})}, one, "pooling.extents");
  expect_broken(kMax, {x}, windows(kMax, {2}, {-1}, {0, 0}),
                "pooling.positive");
  expect_broken(kBins, {x}, bins({0}), "pooling.positive");
  expect_broken(kAvgBack, {x, f32({1, 2, 1})},
                windows(kAvgBack, {2}, {0}, {0, 0}), "pooling.positive");
  expect_broken(kMax, {x}, windows(kMax, {3}, {1}, {2, 2}), "pooling.padding");
  expect_broken(kMax, {x}, windows(kMax, {3}, {1}, {1, 0}), "pooling.padding");
  expect_broken(kMax, {x}, windows(kMax, {6}, {1}, {0, 0}), "pooling.fits");
  Attributes huge = one;
  huge.set(AttributeKey::kKernelSize, {std::int64_t{1} << 40})
      .set(AttributeKey::kDilation, {std::int64_t{1} << 40});
  expect_broken(kMax, {x}, huge, "pooling.fits");
  for (DType index : {DType::kFloat32, DType::kUint32, DType::kInt4}) {
    Attributes indexed = windows(kIndexed, {2}, {1}, {0, 0});
    indexed.set(AttributeKey::kIndexDType, {static_cast<std::int64_t>(index)});
    expect_broken(kIndexed, {x}, indexed,
                  "max_pool_with_indices.index_integer");
  }
  const auto back = windows(kAvgBack, {2}, {1}, {0, 0});
  expect_broken(kAvgBack, {x, f32({1, 2, 5})}, back, "pooling.gradient");
  expect_broken(kAvgBack, {x, {DType::kFloat64, {1, 2, 4}}}, back,
                "pooling.gradient");
  expect_broken(kMaxBack, {x, f32({1, 2, 4}), {DType::kInt64, {1, 2, 4}}},
                windows(kMaxBack, {2}, {1}, {0, 0}), "pooling.gradient");
}

}  // namespace
}  // namespace assay
