// Tests grid_sample_2d against numbers worked out by hand, and against the
// formula in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

constexpr Op kSample = "grid_sample_2d"_op;

Attributes sample_by(Interpolation way, PaddingMode padding, bool aligns) {
  return Attributes().interpolation(way).padding_mode(padding).flag(
      AttributeKey::kAlignCorners, aligns);
}

// Returns a call that samples an image at places of a grid of one row.
Call sample_call(const Tensor& x, const Numbers& grid,
                 const Attributes& attributes) {
  return call_of(kSample,
                 {x, tensor_of(x.dtype, grid, {1, 1, std::ssize(grid) / 2, 2})},
                 attributes);
}

// Returns samples of one row of elements, at positions along it.
Numbers samples_of_row(const Numbers& row, const Numbers& g, Interpolation way,
                       PaddingMode padding, bool aligns) {
  Numbers grid;
  for (double each : g) {
    grid.push_back(each);
    grid.push_back(0);
  }
  const Tensor x = tensor_of(DType::kFloat64, row, {1, 1, 1, std::ssize(row)});
  return numbers_in(
      execute(sample_call(x, grid, sample_by(way, padding, aligns))));
}

TEST(GridSampleTest, FindsPositions) {
  constexpr auto kWay = Interpolation::kBilinear;
  constexpr auto kZeros = PaddingMode::kZeros;
  expect_same({10, 15, 20, 30}, samples_of_row({10, 20, 30}, {-1, -0.5, 0, 1},
                                               kWay, kZeros, true));
  // Elements are at -3/4, -1/4, 1/4 and 3/4, and half of one is outside.
  expect_same({4, 8, 12, 8}, samples_of_row({8, 8, 8, 16}, {-1, -0.75, 0.5, 1},
                                            kWay, kZeros, false));
}

TEST(GridSampleTest, FirstCoordinateIsAlongTheLastAxis) {
  const Tensor x =
      tensor_of(DType::kFloat32, Numbers{1, 2, 3, 4, 5, 6}, {1, 1, 2, 3});
  const auto y = execute(sample_call(
      x, {1, -1, -1, 1},
      sample_by(Interpolation::kNearest, PaddingMode::kZeros, true)));
  expect_same({3, 4}, numbers_in(y));
}

TEST(GridSampleTest, PadsByTheMode) {
  constexpr auto kWay = Interpolation::kNearest;
  const Numbers row = {1, 2, 3, 4, 5};
  // Positions -1, 5, 7, 12 and far away.
  const Numbers g = {-1.5, 1.5, 2.5, 5, 1e6};
  expect_same({0, 0, 0, 0, 0},
              samples_of_row(row, g, kWay, PaddingMode::kZeros, true));
  expect_same({1, 5, 5, 5, 5},
              samples_of_row(row, g, kWay, PaddingMode::kBorder, true));
  // The mirrors are at 0 and 4: 1, 3, 1, 4, and 2000002 is 2 after a mirror.
  expect_same({2, 4, 2, 5, 3},
              samples_of_row(row, g, kWay, PaddingMode::kReflection, true));
  // The mirrors are at -1/2 and 3/2: positions -1, 2, 13/4, -3/4.
  expect_same({1, 2, 1, 1},
              samples_of_row({1, 2}, {-1.5, 1.5, 2.75, -1.25}, kWay,
                             PaddingMode::kReflection, false));
}

TEST(GridSampleTest, RoundsHalvesToEven) {
  // Positions 1/2, 3/2 and 5/2.
  const Numbers g = {-0.75, -0.25, 0.25};
  expect_same({1, 3, 3},
              samples_of_row({1, 2, 3, 4, 5}, g, Interpolation::kNearest,
                             PaddingMode::kZeros, true));
}

TEST(GridSampleTest, OfOneElementIsThatElement) {
  for (PaddingMode padding : {PaddingMode::kBorder, PaddingMode::kReflection})
    for (bool aligns : {false, true})
      expect_same({7, 7, 7},
                  samples_of_row({7}, {-9, 0, 0.5}, Interpolation::kBilinear,
                                 padding, aligns));
  expect_same({7, 7}, samples_of_row({7}, {-9, 0}, Interpolation::kBilinear,
                                     PaddingMode::kZeros, true));
  expect_same({0, 7}, samples_of_row({7}, {-9, 0}, Interpolation::kBilinear,
                                     PaddingMode::kZeros, false));
}

TEST(GridSampleTest, LeavesOpenWhatRoundingDecides) {
  const Tensor x =
      tensor_of(DType::kFloat32, Numbers{1, 2, kNan, 4}, {1, 1, 1, 4});
  const auto freedom_at = [&](double g, Interpolation way,
                              PaddingMode padding = PaddingMode::kZeros) {
    const Answer right =
        answer(sample_call(x, {g, 0}, sample_by(way, padding, false)));
    return right.freedom.empty() ? Freedom::kNone : right.freedom[0];
  };
  constexpr auto kNear = Interpolation::kNearest;
  constexpr auto kLinear = Interpolation::kBilinear;
  EXPECT_EQ(Freedom::kAny, freedom_at(kNan, kNear));
  EXPECT_EQ(Freedom::kAny, freedom_at(kInf, kLinear));
  // Position 3/2 exactly, and just above.
  EXPECT_EQ(Freedom::kNone, freedom_at(0, kNear));
  EXPECT_EQ(Freedom::kAny, freedom_at(0x1p-24, kNear));
  EXPECT_EQ(Freedom::kNone, freedom_at(0x1p-10, kNear));
  // The NaN at 2 has the weight 0 at position 1, and is next to 1/2.
  EXPECT_EQ(Freedom::kAny, freedom_at(-0.25, kLinear));
  EXPECT_EQ(Freedom::kAny, freedom_at(-0.5, kLinear));
  EXPECT_EQ(Freedom::kNone, freedom_at(0.125, kLinear));
  EXPECT_EQ(Freedom::kAny, freedom_at(0x1p26, kNear, PaddingMode::kReflection));
  EXPECT_EQ(Freedom::kNone, freedom_at(0x1p26, kNear, PaddingMode::kBorder));
  EXPECT_EQ(Freedom::kNone, freedom_at(0x1p26, kNear));
}

// Moves a position into the image, one mirror at a time.
long double folded(long double p, long double low, long double high) {
  while (p < low || p > high) p = p < low ? 2 * low - p : 2 * high - p;
  return p;
}

TEST(GridSampleTest, AgreesWithTheFormulaInLongDouble) {
  const Numbers image = {3, -1, 4, 1, -5, 9, 2, 6, -5, 3, 5, 8};
  const Tensor x = tensor_of(DType::kFloat64, image, {1, 1, 3, 4});
  for (PaddingMode padding :
       {PaddingMode::kZeros, PaddingMode::kBorder, PaddingMode::kReflection})
    for (bool aligns : {false, true})
      for (double gx = -3.1; gx < 3; gx += 0.37)
        for (double gy = -2.9; gy < 3; gy += 0.41) {
          const auto place = [&](double g, int n) -> long double {
            long double p =
                aligns ? (g + 1.0L) * (n - 1) / 2 : ((g + 1.0L) * n - 1) / 2;
            if (padding == PaddingMode::kReflection)
              p = aligns ? folded(p, 0, n - 1) : folded(p, -0.5L, n - 0.5L);
            if (padding != PaddingMode::kZeros)
              p = std::clamp<long double>(p, 0, n - 1);
            return p;
          };
          const long double column = place(gx, 4);
          const long double row = place(gy, 3);
          long double sum = 0;
          for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 4; ++j)
              sum += std::max(1 - std::fabs(row - i), 0.0L) *
                     std::max(1 - std::fabs(column - j), 0.0L) *
                     image[static_cast<std::size_t>(4 * i + j)];
          const auto y = numbers_in(execute(sample_call(
              x, {gx, gy},
              sample_by(Interpolation::kBilinear, padding, aligns))));
          EXPECT_NEAR(y[0], static_cast<double>(sum), 1e-13);
        }
}

}  // namespace
}  // namespace assay::test
