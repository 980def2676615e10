// Tests inference of interpolation, its gradient and grid samples: shapes,
// variants, and every precondition broken once.
#include <gtest/gtest.h>

#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;
using Integers = Attributes::Integers;

constexpr Op kInterpolate = "interpolate"_op;
constexpr Op kInterpolateBack = "interpolate_backward"_op;
constexpr Op kGridSample = "grid_sample_2d"_op;

Attributes resized(Integers sizes,
                   Interpolation way = Interpolation::kBilinear) {
  return Attributes()
      .interpolation(way)
      .set(AttributeKey::kOutputSize, std::move(sizes))
      .flag(AttributeKey::kAlignCorners, true);
}
Attributes sampled(Interpolation way = Interpolation::kBilinear) {
  return Attributes()
      .interpolation(way)
      .padding_mode(PaddingMode::kBorder)
      .flag(AttributeKey::kAlignCorners, false);
}

TEST(InferResampling, GivesTheShapeOfTheImage) {
  const auto x = f32({2, 3, 5, 4});
  expect_type(kInterpolate, {x}, resized({7, 1}), f32({2, 3, 7, 1}));
  expect_type(kInterpolate, {f32({0, 3, 5, 4})}, resized({1, 1}),
              f32({0, 3, 1, 1}));
  expect_type(kInterpolateBack, {x, f32({2, 3, 7, 1})}, resized({7, 1}), x);
  expect_type(kGridSample, {x, f32({2, 6, 9, 2})}, sampled(),
              f32({2, 3, 6, 9}));
}

TEST(InferResampling, SelectsVariantsByInterpolation) {
  for (int way = 0; way < 5; ++way) {
    const auto attributes = resized({1, 1}, static_cast<Interpolation>(way));
    for (Op op : {kInterpolate, kInterpolateBack})
      EXPECT_EQ(variant_of(op, attributes).name, kInterpolationNames[way]);
  }
  EXPECT_EQ(variant_of(kGridSample, sampled()).name, "bilinear");
  EXPECT_EQ(variant_of(kGridSample, sampled(Interpolation::kNearest)).name,
            "nearest");
  EXPECT_EQ(variant_of(kGridSample, Attributes()).name, "bilinear");
}

TEST(ResamplingRows, HaveTheDTypesOfTheContract) {
  const DTypeSet floats = {DType::kFloat16, DType::kBfloat16, DType::kFloat32,
                           DType::kFloat64};
  for (Op op : {kInterpolate, kInterpolateBack, kGridSample})
    for (const Variant& variant : spec_of(op).variants) {
      const bool is_optional =
          variant.name == "lanczos3" ||
          (op == kInterpolateBack && variant.name == "nearest_exact");
      EXPECT_EQ(variant.dtypes(), floats) << name_of(op) << variant.name;
      EXPECT_EQ(variant.required, is_optional ? DTypeSet() : floats)
          << name_of(op) << variant.name;
    }
}

TEST(InferResampling, RejectsBrokenPreconditions) {
  const auto x = f32({1, 2, 5, 4});
  const auto sizes = resized({3, 3});
  expect_broken(kInterpolate, {f32({1, 2, 5})}, sizes, "resampling.rank");
  expect_broken(kInterpolate, {f32({1, 2, 5, 4, 1})}, sizes, "resampling.rank");
  expect_broken(kInterpolate, {f32({1, 0, 5, 4})}, sizes, "resampling.extents");
  expect_broken(kInterpolate, {f32({1, 2, 5, 0})}, sizes, "resampling.extents");
  for (const Integers& wrong :
       {Integers{3}, Integers{3, 3, 3}, Integers{0, 3}, Integers{3, -1},
        Integers{3, std::int64_t{1} << 41}})
    expect_broken(kInterpolate, {x}, resized(wrong), "resampling.output_size");
  expect_broken(kInterpolateBack, {x, f32({1, 2, 3, 4})}, sizes,
                "resampling.gradient");
  expect_broken(kInterpolateBack, {x, {DType::kFloat64, {1, 2, 3, 3}}}, sizes,
                "resampling.gradient");
  expect_broken(kGridSample, {x, f32({1, 6, 2})}, sampled(), "resampling.rank");
  for (const Shape& wrong : {Shape{2, 6, 6, 2}, Shape{1, 0, 6, 2},
                             Shape{1, 6, 0, 2}, Shape{1, 6, 6, 3}})
    expect_broken(kGridSample, {x, f32(wrong)}, sampled(),
                  "grid_sample_2d.grid");
  expect_broken(kGridSample, {x, {DType::kFloat64, {1, 6, 6, 2}}}, sampled(),
                "grid_sample_2d.grid");
  for (Interpolation way : {Interpolation::kNearestExact,
                            Interpolation::kBicubic, Interpolation::kLanczos3})
    expect_broken(kGridSample, {x, f32({1, 6, 6, 2})}, sampled(way),
                  "grid_sample_2d.modes");
}

}  // namespace
}  // namespace assay
