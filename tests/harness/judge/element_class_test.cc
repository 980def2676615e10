// Tests the classes of elements, and that wrong elements are counted by them.
#include "harness/judge/element_class.h"

#include <gtest/gtest.h>

#include "harness/judge/judge.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

ElementBits single(double value) {
  return {encode_real(format_of(DType::kFloat32), value), 0};
}

TEST(ElementClass, OfReals) {
  const auto of = [](double value) {
    return class_of(DType::kFloat32, single(value));
  };
  EXPECT_EQ(ElementClass::kNan, of(NAN));
  EXPECT_EQ(ElementClass::kInfinity, of(-HUGE_VAL));
  EXPECT_EQ(ElementClass::kZero, of(-0.0));
  EXPECT_EQ(ElementClass::kSubnormal, of(0x1p-140));
  EXPECT_EQ(ElementClass::kValue, of(0x1p-126));
  EXPECT_EQ(ElementClass::kValue, class_of(DType::kInt8, {0, 0}));
}

TEST(ElementClass, OfComplexElementsIsThatOfTheWorseComponent) {
  const auto of = [](double re, double im) {
    return class_of(DType::kComplex64, {single(re).re, single(im).re});
  };
  EXPECT_EQ(ElementClass::kZero, of(0, -0.0));
  EXPECT_EQ(ElementClass::kValue, of(0, 1));
  EXPECT_EQ(ElementClass::kNan, of(HUGE_VAL, NAN));
  EXPECT_EQ(ElementClass::kInfinity, of(1, HUGE_VAL));
}

TEST(ElementClass, CountsEachPairOnce) {
  const Permitted permitted{
      .values = {single(1), single(1), single(0), single(NAN), single(2)},
      .accuracy = Accuracy::kExact};
  const auto judgement =
      judge(DType::kFloat32, permitted,
            {single(NAN), single(NAN), single(7), single(NAN), single(9)});
  ASSERT_EQ(3u, judgement.pairs.size());
  EXPECT_EQ(ElementClass::kValue, judgement.pairs[0].expected);
  EXPECT_EQ(ElementClass::kNan, judgement.pairs[0].got);
  EXPECT_EQ(2, judgement.pairs[0].count);
  EXPECT_EQ(0, judgement.pairs[0].position);
  EXPECT_TRUE(judgement.pairs[0].same_got);
  EXPECT_EQ(ElementClass::kZero, judgement.pairs[1].expected);
  EXPECT_EQ(2, judgement.pairs[1].position);
  EXPECT_EQ(4, judgement.pairs[2].position);
}

TEST(ElementClass, AFewUlpAreNear) {
  const ElementBits one = single(1);
  const Permitted permitted{.values = {one, one}, .accuracy = Accuracy::kExact};
  const auto judgement =
      judge(DType::kFloat32, permitted, {{one.re + 3, 0}, {one.re + 300, 0}});
  ASSERT_EQ(2u, judgement.pairs.size());
  EXPECT_EQ(ElementClass::kNear, judgement.pairs[0].got);
  EXPECT_EQ(ElementClass::kValue, judgement.pairs[1].got);
}

}  // namespace
}  // namespace assay
