// Tests inference of attention: the shape of the result, the variant of a call,
// and preconditions broken once. tests/spec/precondition_test.cc breaks them on
// every cell.
#include <gtest/gtest.h>

#include "spec/float_codec.h"
#include "spec/infer.h"
#include "spec/op_table.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;

constexpr Op kAttention = "attention"_op;

Attributes attending(bool is_masked, bool is_biased) {
  return Attributes()
      .flag(AttributeKey::kCausal, false)
      .flag(AttributeKey::kMasked, is_masked)
      .flag(AttributeKey::kBiased, is_biased);
}
ElementBits float_bits(double value) {
  return {encode_real(kFormatFloat32, value), 0};
}

TEST(InferAttention, HasARowPerQueryAndAColumnPerPartOfAValue) {
  expect_type(kAttention,
              {f32({1, 2, 3, 4}), f32({1, 2, 5, 4}), f32({1, 2, 5, 6})},
              attending(false, false), f32({1, 2, 3, 6}));
  expect_type(kAttention,
              {f32({0, 2, 3, 4}), f32({0, 2, 0, 4}), f32({0, 2, 0, 6})},
              attending(false, false), f32({0, 2, 3, 6}));
  expect_type(kAttention,
              {f32({1, 1, 3, 4}),
               f32({1, 1, 5, 4}),
               f32({1, 1, 5, 6}),
               {DType::kBool, {1, 1, 3, 5}},
               f32({1, 1, 3, 5})},
              attending(true, true), f32({1, 1, 3, 6}));
}

TEST(InferAttention, NamesTheVariantByWhatIsGiven) {
  const auto variant = [](Attributes attributes) {
    return variant_of(kAttention, attributes).name;
  };
  EXPECT_EQ(variant(attending(false, false)), "");
  EXPECT_EQ(variant(attending(true, false)), "mask");
  EXPECT_EQ(variant(attending(false, true)), "bias");
  EXPECT_EQ(variant(attending(true, true)), "combined");
  Attributes limited = attending(false, false);
  limited.element(AttributeKey::kSoftcap, float_bits(2));
  EXPECT_EQ(variant(limited), "softcap");
  limited.flag(AttributeKey::kBiased, true);
  EXPECT_EQ(variant(limited), "combined");
}

TEST(InferAttention, NamesTheBrokenClause) {
  const TensorType query = f32({1, 2, 3, 4});
  const TensorType key = f32({1, 2, 5, 4});
  const TensorType value = f32({1, 2, 5, 6});
  const Attributes plain = attending(false, false);
  expect_broken(kAttention, {f32({2, 3, 4}), key, value}, plain,
                "attention.rank");
  expect_broken(kAttention, {query, f32({1, 2, 5, 3}), value}, plain,
                "attention.extents");
  expect_broken(kAttention, {query, f32({1, 1, 5, 4}), value}, plain,
                "attention.extents");
  expect_broken(kAttention, {query, key, f32({1, 2, 4, 6})}, plain,
                "attention.extents");
  expect_broken(kAttention, {f32({1, 2, 3, 0}), f32({1, 2, 5, 0}), value},
                plain, "attention.extents");
  expect_broken(kAttention, {query, key, value, {DType::kBool, {1, 1, 3, 5}}},
                attending(true, false), "attention.extents");
  expect_broken(kAttention, {query, key, {DType::kFloat64, {1, 2, 5, 6}}},
                plain, "attention.same_dtype");
  for (const double softcap : {0.0, -1.0, HUGE_VAL, std::nan("")}) {
    Attributes attributes = plain;
    attributes.element(AttributeKey::kSoftcap, float_bits(softcap));
    expect_broken(kAttention, {query, key, value}, attributes,
                  "attention.softcap_positive");
  }
  Attributes attributes = plain;
  attributes.element(AttributeKey::kScale, float_bits(HUGE_VAL));
  expect_broken(kAttention, {query, key, value}, attributes,
                "attention.finite_scale");
}

}  // namespace
}  // namespace assay
