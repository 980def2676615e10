// Tests the judge of slices: bounds are closed, each slice is judged
// separately, non-finite elements fail, and the worst element is named.
#include "harness/judge/judge_fft.h"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/case/slice_numbers.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

constexpr DType kF64 = DType::kFloat64;

ElementBits f64(double re, double im = 0) {
  return {encode_real(format_of(kF64), re), encode_real(format_of(kF64), im)};
}
std::vector<ElementBits> doubles(const std::vector<double>& values) {
  std::vector<ElementBits> list;
  for (double value : values) list.push_back(f64(value));
  return list;
}

// Two slices, the columns of [2, 2].
const Permitted kColumns{.values = doubles({8, 16, -8, 16}),
                         .accuracy = Accuracy::kFft,
                         .slices = SliceBounds{{0}, {0.5, 1}, {0.375, 1}}};
Judgement judged(const std::vector<double>& got,
                 const Permitted& permitted = kColumns) {
  return judge(kF64, permitted, doubles(got), {2, 2});
}

TEST(SliceNumbers, CountTheOtherAxesInRowMajorOrder) {
  const Shape shape = {2, 3, 4};
  const SliceNumbers rows(shape, {1});
  EXPECT_EQ(rows.count(), 8u);
  EXPECT_EQ(rows.of({0, 2, 3}), 3u);
  EXPECT_EQ(rows.of({1, 0, 1}), 5u);
  const SliceNumbers two(shape, {2, 0});
  EXPECT_EQ(two.count(), 3u);
  EXPECT_EQ(two.of({1, 2, 3}), 2u);
  EXPECT_EQ(SliceNumbers(shape, {0, 1, 2}).count(), 1u);
  EXPECT_EQ(SliceNumbers({0, 3}, {1}).count(), 0u);
  EXPECT_EQ(SliceNumbers({2, 2}, {0, 0}).count(), 2u);
}

TEST(JudgeFft, BoundsAreClosed) {
  EXPECT_TRUE(judged({8, 16, -8, 16}).pass);
  EXPECT_EQ(judged({8, 16, -8, 16}).compared, 4);
  EXPECT_TRUE(judged({8.375, 16, -8, 16}).pass);
  EXPECT_FALSE(judged({8.4375, 16, -8, 16}).pass);  // 0.4375 of one element
  EXPECT_TRUE(judged({8.3, 16, -8.4 + 0.1, 16}).pass);
  EXPECT_FALSE(judged({8.375, 16, -8.375, 16}).pass);  // 0.53 in the 2-norm
  EXPECT_TRUE(judged({8, 17, -8, 16}).pass);
  EXPECT_FALSE(judged({8, 17, -8, 16.0625}).pass);
}

TEST(JudgeFft, NothingButFiniteNumbersPasses) {
  Permitted wide = kColumns;
  wide.slices->l2 = {HUGE_VAL, HUGE_VAL};
  wide.slices->max = {HUGE_VAL, HUGE_VAL};
  EXPECT_TRUE(judged({0, 0, 1e300, 0}, wide).pass);
  for (double value : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    for (std::size_t place = 0; place < 4; ++place) {
      std::vector<double> got = {8, 16, -8, 16};
      got[place] = value;
      EXPECT_FALSE(judged(got).pass) << value << " at " << place;
      EXPECT_FALSE(judged(got, wide).pass) << value << " at " << place;
    }
  }
  Permitted unbounded = kColumns;
  unbounded.slices->max[0] = std::nan("");
  EXPECT_FALSE(judged({8, 16, -8, 16}, unbounded).pass);
}

TEST(JudgeFft, AnOpenSliceIsNotCompared) {
  Permitted open = kColumns;
  open.slices->l2[0] = -1;
  open.slices->max[0] = -1;
  const Judgement judgement = judged({std::nan(""), 16, HUGE_VAL, 16}, open);
  EXPECT_TRUE(judgement.pass);
  EXPECT_EQ(judgement.compared, 2);
  EXPECT_FALSE(judged({8, 16, -8, 18}, open).pass);
}

TEST(JudgeFft, ZeroBoundsLeaveOnlyTheSignOfZero) {
  Permitted exact = kColumns;
  exact.values = doubles({0, 1, 2, 3});
  exact.slices->l2 = {0, 0};
  exact.slices->max = {0, 0};
  EXPECT_TRUE(judged({0, 1, 2, 3}, exact).pass);
  EXPECT_TRUE(judged({-0.0, 1, 2, 3}, exact).pass);
  EXPECT_FALSE(judged({0x1p-1074, 1, 2, 3}, exact).pass);
  EXPECT_FALSE(judged({0, 1, 2, std::nextafter(3.0, 4.0)}, exact).pass);
}

TEST(JudgeFft, NamesTheWorstElement) {
  const Judgement judgement = judged({8.5, 16, -9.5, 19});
  EXPECT_EQ(judgement.mismatches, 3);
  ASSERT_TRUE(judgement.first.has_value());
  EXPECT_TRUE(judgement.first->is_worst);
  // 1.5 of 8 and 3 of 16 are as many ulps; of equals, the first.
  EXPECT_EQ(judgement.first->position, 2);
  EXPECT_EQ(judgement.first->error, std::ldexp(1.5, 49));
  EXPECT_EQ(judgement.first->expected, f64(-8));
  EXPECT_NE(judgement.first->accepted.find("0.375"), std::string::npos);
  EXPECT_EQ(judgement.first->excess, "error 1.5, allowed 0.375 (4 times)");
  const Judgement second = judged({8.5, 16, -8, 20});
  EXPECT_EQ(second.first->position, 3);
  const Judgement nan = judged({8.5, 16, std::nan(""), 20});
  EXPECT_EQ(nan.first->position, 2);
  EXPECT_EQ(nan.first->error, HUGE_VAL);
  EXPECT_EQ(nan.first->excess, "");
  // Each element within its bound, the slice not: one mismatch.
  const Judgement slice = judged({8.375, 16, -8.375, 16});
  EXPECT_EQ(slice.mismatches, 1);
  EXPECT_EQ(slice.first->excess,
            "error in the 2-norm of its slice 0.53, allowed 0.5 (1.061 times)");
  EXPECT_EQ(judged({8.25, 16, -8, 16}).max_ulp, std::ldexp(0.25, 49));
}

TEST(JudgeFft, ComplexElementsAreWeighedByModulus) {
  const Permitted permitted{.values = {f64(3, 4), f64(0, 0)},
                            .accuracy = Accuracy::kFft,
                            .slices = SliceBounds{{0}, {1}, {0.5}}};
  const auto lands = [&](double re, double im) {
    return judge(DType::kComplex128, permitted, {f64(re, im), f64(0)}, {2})
        .pass;
  };
  EXPECT_TRUE(lands(3.5, 4));
  EXPECT_TRUE(lands(3.25, 4.25));
  EXPECT_FALSE(lands(3.4, 4.4));  // each part within, the modulus not
  EXPECT_FALSE(lands(3, std::nan("")));
}

TEST(JudgeFft, AnotherShapeIsNotJudged) {
  const Judgement judgement =
      judge(kF64, kColumns, doubles({8, 16, -8, 16}), {4});
  EXPECT_FALSE(judgement.pass);
  EXPECT_FALSE(judgement.first.has_value());
}

}  // namespace
}  // namespace assay
