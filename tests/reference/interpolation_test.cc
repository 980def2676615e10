// Tests interpolation against numbers worked out by hand and against the
// formulas in long double, and its gradient against the adjoint identity.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "reference/nn/interpolation_axis.h"
#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

constexpr Op kResize = "interpolate"_op;
constexpr Op kResizeBack = "interpolate_backward"_op;
constexpr Interpolation kWays[] = {
    Interpolation::kNearest, Interpolation::kNearestExact,
    Interpolation::kBilinear, Interpolation::kBicubic,
    Interpolation::kLanczos3};

Attributes resize_to(Interpolation way, Shape sizes, bool aligns) {
  return Attributes()
      .interpolation(way)
      .set(AttributeKey::kOutputSize, std::move(sizes))
      .flag(AttributeKey::kAlignCorners, aligns);
}

// Returns a row of an image, resized to another number of columns.
Numbers resized_row(Interpolation way, const Numbers& row, std::int64_t out,
                    bool aligns = false, DType dtype = DType::kFloat64) {
  const Tensor x = tensor_of(dtype, row, {1, 1, 1, std::ssize(row)});
  return numbers_in(
      execute(call_of(kResize, {x}, resize_to(way, {1, out}, aligns))));
}

TEST(InterpolationTest, NearestTakesPlaces) {
  const Numbers row = {10, 20, 30};
  for (bool aligns : {false, true}) {
    expect_same({10, 10, 20, 20, 30},
                resized_row(Interpolation::kNearest, row, 5, aligns));
    expect_same({10, 10, 20, 30, 30},
                resized_row(Interpolation::kNearestExact, row, 5, aligns));
    expect_same({10}, resized_row(Interpolation::kNearest, row, 1, aligns));
    expect_same({20},
                resized_row(Interpolation::kNearestExact, row, 1, aligns));
  }
}

TEST(InterpolationTest, BilinearTakesWeightedMeans) {
  constexpr auto kWay = Interpolation::kBilinear;
  expect_same({1, 2, 4, 5}, resized_row(kWay, {1, 5}, 4));
  expect_same({1, 3, 5}, resized_row(kWay, {1, 5}, 3, true));
  expect_same({1}, resized_row(kWay, {1, 5, 9}, 1, true));
  expect_same({5}, resized_row(kWay, {1, 5, 9}, 1));
  // No other taps than the two around 1.5 and 5.5.
  expect_same({2, 7}, resized_row(kWay, {9, 1, 3, 9, 9, 4, 10, 9}, 2));
}

// Keys' kernel at 1/2 is 19/32, and at 3/2 it is -3/32.
TEST(InterpolationTest, BicubicTakesFourTaps) {
  expect_same({1.3125, 6.1875},
              resized_row(Interpolation::kBicubic, {1, 2, 4, 8}, 2));
}

TEST(InterpolationTest, LanczosDividesByItsWeights) {
  const auto constant =
      resized_row(Interpolation::kLanczos3, {7, 7, 7, 7, 7}, 13);
  for (double y : constant) EXPECT_NEAR(y, 7, 1e-14);
}

TEST(InterpolationTest, OfTheSameSizeKeepsElements) {
  const Numbers row = {0.1, -3, 1e30, 5e-3, 7};
  for (Interpolation way : kWays)
    for (bool aligns : {false, true})
      expect_same(row, resized_row(way, row, 5, aligns));
}

// The kernels once more, in long double and for any real position.
long double kernel_at(Interpolation way, long double t) {
  t = std::fabs(t);
  const long double a = -0.75L;
  const auto sinc = [](long double x) {
    const long double angle = std::numbers::pi_v<long double> * x;
    return x == 0 ? 1 : std::sin(angle) / angle;
  };
  if (way == Interpolation::kBilinear) return std::max(1 - t, 0.0L);
  if (way == Interpolation::kLanczos3) return t < 3 ? sinc(t) * sinc(t / 3) : 0;
  if (t < 1) return (a + 2) * t * t * t - (a + 3) * t * t + 1;
  return t < 2 ? a * (t * t * t - 5 * t * t + 8 * t - 4) : 0;
}

// Returns the weight of each place for position o.
std::vector<long double> weights_at(Interpolation way, std::int64_t o,
                                    std::int64_t in, std::int64_t out,
                                    bool aligns) {
  std::vector<long double> weights(static_cast<std::size_t>(in), 0);
  const auto ratio = static_cast<long double>(in) / out;
  if (is_nearest(way)) {
    const long double shift = way == Interpolation::kNearest ? 0 : 0.5L;
    weights[static_cast<std::size_t>((o + shift) * ratio + 1e-12L)] = 1;
    return weights;
  }
  long double c = (o + 0.5L) * ratio - 0.5L;
  if (aligns)
    c = out == 1 ? 0 : static_cast<long double>(o * (in - 1)) / (out - 1);
  if (way == Interpolation::kBilinear) c = std::max(c, 0.0L);
  long double sum = 0;
  for (std::int64_t place = -4; place < in + 4; ++place) {
    const bool is_inside = place >= 0 && place < in;
    if (way == Interpolation::kLanczos3 && !is_inside) continue;
    const long double weight = kernel_at(way, c - place);
    weights[static_cast<std::size_t>(
        std::clamp<std::int64_t>(place, 0, in - 1))] += weight;
    sum += weight;
  }
  for (long double& weight : weights) weight /= sum;
  return weights;
}

// Returns numbers that differ from place to place.
Numbers image_numbers(std::int64_t count, int step) {
  Numbers numbers;
  for (std::int64_t k = 0; k < count; ++k)
    numbers.push_back(static_cast<double>((k * step + 3) % 29) - 14);
  return numbers;
}

struct Sizes {
  std::int64_t in;
  std::int64_t out;
};
constexpr Sizes kSizePairs[] = {{5, 7}, {7, 3}, {1, 4}, {4, 1},
                                {6, 6}, {3, 8}, {9, 2}};

// Calls f(way, aligns, rows, columns) for each mode and many sizes.
template <typename F>
void each_image(F f) {
  for (Interpolation way : kWays)
    for (bool aligns : {false, true})
      for (const Sizes& rows : kSizePairs)
        for (const Sizes& columns : kSizePairs) f(way, aligns, rows, columns);
}

TEST(InterpolationTest, AgreesWithTheFormulasInLongDouble) {
  each_image([](Interpolation way, bool aligns, Sizes rows, Sizes columns) {
    const Shape shape = {1, 2, rows.in, columns.in};
    const Numbers x = image_numbers(element_count(shape), 7);
    const Tensor y =
        execute(call_of(kResize, {tensor_of(DType::kFloat64, x, shape)},
                        resize_to(way, {rows.out, columns.out}, aligns)));
    const Numbers got = numbers_in(y);
    std::size_t k = 0;
    for (const Index& at : indices(y.view.shape())) {
      const auto v = weights_at(way, at[2], rows.in, rows.out, aligns);
      const auto w = weights_at(way, at[3], columns.in, columns.out, aligns);
      long double sum = 0;
      for (std::size_t i = 0; i < v.size(); ++i)
        for (std::size_t j = 0; j < w.size(); ++j)
          sum += v[i] * w[j] *
                 x[(static_cast<std::size_t>(at[1]) * v.size() + i) * w.size() +
                   j];
      EXPECT_NEAR(got[k++], static_cast<double>(sum), 1e-13);
    }
  });
}

TEST(InterpolationTest, GradientIsTheAdjoint) {
  each_image([](Interpolation way, bool aligns, Sizes rows, Sizes columns) {
    const Shape in = {1, 2, rows.in, columns.in};
    const Shape out = {1, 2, rows.out, columns.out};
    const Numbers x = image_numbers(element_count(in), 11);
    const Numbers grad = image_numbers(element_count(out), 5);
    const Attributes sizes = resize_to(way, {rows.out, columns.out}, aligns);
    const Numbers y = numbers_in(
        execute(call_of(kResize, {tensor_of(DType::kFloat64, x, in)}, sizes)));
    // x is not read.
    const Tensor lent = tensor_of(DType::kFloat64, Numbers(x.size(), kNan), in);
    const Numbers gx = numbers_in(execute(call_of(
        kResizeBack, {lent, tensor_of(DType::kFloat64, grad, out)}, sizes)));
    long double before = 0;
    long double after = 0;
    for (std::size_t k = 0; k < y.size(); ++k) before += y[k] * grad[k];
    for (std::size_t k = 0; k < x.size(); ++k) after += x[k] * gx[k];
    EXPECT_NEAR(static_cast<double>(before), static_cast<double>(after), 1e-9);
  });
}

TEST(InterpolationTest, GradientOfNearestKeepsTheTotal) {
  const Tensor x = tensor_of(DType::kFloat32, Numbers(3, kNan), {1, 1, 1, 3});
  const Tensor grad =
      tensor_of(DType::kFloat32, Numbers{1, 2, 4, 8, 16}, {1, 1, 1, 5});
  const auto back = [&](Interpolation way) {
    return numbers_in(execute(
        call_of(kResizeBack, {x, grad}, resize_to(way, {1, 5}, false))));
  };
  expect_same({3, 12, 16}, back(Interpolation::kNearest));
  expect_same({3, 4, 24}, back(Interpolation::kNearestExact));
}

// 22·(30/44) in float32 is just below 15.
TEST(InterpolationTest, BreakpointsHaveTwoAnswers) {
  Numbers row;
  for (int k = 0; k < 30; ++k) row.push_back(k);
  const Tensor x = tensor_of(DType::kFloat32, row, {1, 1, 1, 30});
  const Attributes sizes = resize_to(Interpolation::kNearest, {1, 44}, false);
  const Answer right = answer(call_of(kResize, {x}, sizes));
  ASSERT_EQ(right.alternatives.size(), 1u);
  EXPECT_EQ(right.alternatives[0].position, 22);
  EXPECT_EQ(decode_real(kFormatFloat32, right.alternatives[0].elements[0].re),
            14);
  EXPECT_EQ(numbers_in(right.tensors[0])[22], 15);
  const Tensor grad = tensor_of(DType::kFloat32, Numbers(44, 1), {1, 1, 1, 44});
  const Answer back = answer(call_of(kResizeBack, {x, grad}, sizes));
  ASSERT_EQ(back.freedom.size(), 30u);
  for (std::size_t k = 0; k < 30; ++k)
    EXPECT_EQ(back.freedom[k] == Freedom::kAny, k == 14 || k == 15) << k;
  // A dyadic ratio has none.
  const Answer half = answer(call_of(
      kResize, {x}, resize_to(Interpolation::kNearest, {1, 15}, false)));
  EXPECT_TRUE(half.alternatives.empty());
}

TEST(InterpolationTest, BreakpointsOfBothAxesHaveFourAnswers) {
  const Tensor x =
      tensor_of(DType::kFloat32, image_numbers(16, 1), {1, 1, 4, 4});
  const Answer right = answer(call_of(
      kResize, {x}, resize_to(Interpolation::kNearestExact, {6, 6}, false)));
  // Position 1 of an axis is at 1 exactly, and position 4 at 3.
  ASSERT_EQ(right.alternatives.size(), 20u);
  for (const Alternatives& others : right.alternatives) {
    const auto is_at = [](std::int64_t o) { return o == 1 || o == 4; };
    const std::size_t both =
        is_at(others.position / 6) && is_at(others.position % 6) ? 3u : 1u;
    EXPECT_EQ(others.elements.size(), both) << others.position;
  }
}

TEST(InterpolationTest, NonfiniteElementsReachTheirTaps) {
  constexpr auto kWay = Interpolation::kBilinear;
  // At the ends the NaN has the weight 0, or is next to the taps.
  const Numbers spread = resized_row(kWay, {1, kNan, 4}, 6);
  for (std::size_t k = 1; k < 5; ++k) EXPECT_TRUE(std::isnan(spread[k])) << k;
  // An image of one row has a second tap of weight 0 there, so this has two.
  const Tensor square =
      tensor_of(DType::kFloat64, Numbers{-kInf, 4, 5, 6}, {1, 1, 2, 2});
  const Numbers below = numbers_in(
      execute(call_of(kResize, {square}, resize_to(kWay, {2, 4}, false))));
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(below[k], -kInf) << k;
  const Tensor x =
      tensor_of(DType::kFloat32, Numbers{1, 2, kNan, 3}, {1, 1, 1, 4});
  const Answer same =
      answer(call_of(kResize, {x}, resize_to(kWay, {1, 4}, false)));
  // The neighbours of the NaN may get it, and the NaN itself stays.
  ASSERT_EQ(same.freedom.size(), 4u);
  EXPECT_EQ(same.freedom[0], Freedom::kAny);
  EXPECT_EQ(same.freedom[1], Freedom::kAny);
  EXPECT_EQ(same.freedom[2], Freedom::kNone);
  EXPECT_EQ(same.freedom[3], Freedom::kAny);
}

}  // namespace
}  // namespace assay::test
