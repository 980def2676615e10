// Compares interpolation, its gradient and samples of grids with plain loops in
// double, at sizes with several vectors and odd ends, on every target.
#include "optimized/resampling/resampling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>

#include "optimized/resampling/axis_taps.h"
#include "optimized/resources/settings.h"
#include "spec/sdk/host_memory.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

constexpr Interpolation kWays[] = {
    Interpolation::kNearest, Interpolation::kNearestExact,
    Interpolation::kBilinear, Interpolation::kBicubic,
    Interpolation::kLanczos3};

float sample_of(std::int64_t i) {
  const auto mixed = static_cast<std::uint32_t>(i) * 2654435761u;
  return static_cast<float>(mixed >> 8) * 0x1p-23F - 1;
}

Tensor samples(DType dtype, const Shape& shape) {
  const Tensor x = room(dtype, shape);
  for (std::int64_t i = 0; i < x.view.numel(); ++i)
    if (dtype == DType::kFloat32)
      elements_of<float>(x)[i] = sample_of(i);
    else
      elements_of<double>(x)[i] = static_cast<double>(sample_of(i));
  return x;
}

double element(const Tensor& x, std::int64_t i) {
  return x.dtype == DType::kFloat32
             ? static_cast<double>(elements_of<float>(x)[i])
             : elements_of<double>(x)[i];
}

class Resampling : public test::SettingsCases {};

// Calls f(o, place, weight) for the taps along both axes of one plane.
template <typename F>
void for_taps(const AxisTaps& taps, F f) {
  for (std::int64_t o = 0; o < taps.out; ++o)
    for (std::int64_t t = 0; t < taps.count; ++t)
      if (taps.place(o, t) >= 0) f(o, taps.place(o, t), taps.weight(o, t));
}

void expect_interpolated(Interpolation way, DType dtype, const Shape& in,
                         const Shape& out, bool aligns) {
  SCOPED_TRACE(testing::Message() << static_cast<int>(way) << " " << in[3]
                                  << " to " << out[3] << " " << aligns);
  const AxisTaps rows = interpolation_taps(way, in[2], out[2], aligns);
  const AxisTaps columns = interpolation_taps(way, in[3], out[3], aligns);
  const Tensor x = samples(dtype, in), grad = samples(dtype, out);
  const Tensor y = room(dtype, out), gx = room(dtype, in);
  interpolate(y, x, way, aligns);
  interpolate_backward(gx, x, grad, way, aligns);
  std::vector<double> sums(static_cast<std::size_t>(y.view.numel()));
  std::vector<double> gradients(static_cast<std::size_t>(x.view.numel()));
  for (std::int64_t plane = 0; plane < in[0] * in[1]; ++plane)
    for_taps(rows, [&](std::int64_t p, std::int64_t i, double v) {
      for_taps(columns, [&](std::int64_t q, std::int64_t j, double w) {
        const std::int64_t to = (plane * out[2] + p) * out[3] + q;
        const std::int64_t from = (plane * in[2] + i) * in[3] + j;
        sums[static_cast<std::size_t>(to)] += v * w * element(x, from);
        gradients[static_cast<std::size_t>(from)] += v * w * element(grad, to);
      });
    });
  const double unit = dtype == DType::kFloat32 ? 1e-5 : 1e-13;
  for (std::int64_t i = 0; i < y.view.numel(); ++i)
    ASSERT_NEAR(element(y, i), sums[static_cast<std::size_t>(i)], unit);
  for (std::int64_t i = 0; i < x.view.numel(); ++i)
    ASSERT_NEAR(element(gx, i), gradients[static_cast<std::size_t>(i)],
                unit * 16);
}

TEST_P(Resampling, SumsTheTapsAndReturnsGradients) {
  const std::pair<Shape, Shape> sizes[] = {
      {{1, 2, 20, 37}, {1, 2, 40, 74}}, {{1, 2, 31, 90}, {1, 2, 17, 61}},
      {{2, 1, 3, 5}, {2, 1, 50, 133}},  {{1, 1, 1, 1}, {1, 1, 7, 40}},
      {{1, 1, 9, 200}, {1, 1, 2, 3}},   {{1, 1, 19, 33}, {1, 1, 19, 33}}};
  for (const Interpolation way : kWays)
    for (const auto& [in, out] : sizes)
      for (const bool aligns : {false, true}) {
        expect_interpolated(way, DType::kFloat32, in, out, aligns);
        expect_interpolated(way, DType::kFloat64, in, out, aligns);
      }
}

// Weights of an axis sum to 1, and positions are mirror images.
TEST(AxisTaps, HaveSumsOfOneAndAreSymmetric) {
  for (const Interpolation way :
       {Interpolation::kBilinear, Interpolation::kBicubic,
        Interpolation::kLanczos3})
    for (const bool aligns : {false, true})
      for (const std::int64_t in : {1, 2, 5, 64})
        for (const std::int64_t out : {1, 3, 17, 128}) {
          const AxisTaps taps = interpolation_taps(way, in, out, aligns);
          std::vector<double> response(static_cast<std::size_t>(out * in));
          for_taps(taps, [&](std::int64_t o, std::int64_t place, double w) {
            response[static_cast<std::size_t>(o * in + place)] += w;
          });
          for (std::int64_t o = 0; o < out; ++o) {
            double sum = 0;
            for (std::int64_t i = 0; i < in; ++i) {
              const double w = response[static_cast<std::size_t>(o * in + i)];
              sum += w;
              if (aligns && out == 1) continue;
              EXPECT_NEAR(w,
                          response[static_cast<std::size_t>((out - 1 - o) * in +
                                                            in - 1 - i)],
                          1e-14);
            }
            EXPECT_NEAR(sum, 1, 1e-14);
          }
        }
}

// An infinity reaches only the elements of whose taps it is one.
TEST_P(Resampling, KeepsInfinitiesApart) {
  const Tensor x = samples(DType::kFloat32, {1, 1, 40, 100});
  elements_of<float>(x)[20 * 100 + 50] = INFINITY;
  const Tensor gx = room(DType::kFloat32, {1, 1, 20, 50});
  interpolate_backward(gx, gx, x, Interpolation::kBilinear, false);
  for (std::int64_t i = 0; i < 20 * 50; ++i) {
    const bool is_near = std::abs(i / 50 - 10) < 2 && std::abs(i % 50 - 25) < 2;
    EXPECT_TRUE(is_near || std::isfinite(elements_of<float>(gx)[i])) << i;
  }
  EXPECT_EQ(elements_of<float>(gx)[10 * 50 + 25], INFINITY);
}

// Returns the position of a grid's element, by the formulas of the contract.
double place_of(double g, std::int64_t n, PaddingMode padding, bool aligns) {
  const auto extent = static_cast<double>(n);
  double at = aligns ? (g + 1) * (extent - 1) / 2 : ((g + 1) * extent - 1) / 2;
  if (padding == PaddingMode::kReflection) {
    const double low = aligns ? 0 : -0.5;
    const double high = aligns ? extent - 1 : extent - 0.5;
    if (high == low) at = 0;
    while (high != low && (at < low || at > high))
      at = at < low ? 2 * low - at : 2 * high - at;
  }
  return padding == PaddingMode::kZeros ? at : std::clamp(at, 0.0, extent - 1);
}

TEST_P(Resampling, SamplesGrids) {
  for (const Shape& shape : {Shape{2, 3, 30, 41}, Shape{1, 2, 1, 9}})
    for (const PaddingMode padding :
         {PaddingMode::kZeros, PaddingMode::kBorder, PaddingMode::kReflection})
      for (const bool aligns : {false, true})
        for (const bool takes_nearest : {false, true}) {
          const Tensor x = samples(DType::kFloat32, shape);
          const Tensor grid = samples(DType::kFloat32, {shape[0], 19, 37, 2});
          for (std::int64_t i = 0; i < grid.view.numel(); ++i)
            elements_of<float>(grid)[i] *= i % 5 == 0 ? 2.5F : 1.0F;
          elements_of<float>(grid)[0] = 1e6F;
          elements_of<float>(grid)[7] = -3e30F;
          const Tensor y = room(DType::kFloat32, {shape[0], shape[1], 19, 37});
          grid_sample(y, x, grid, takes_nearest, padding, aligns);
          for (const Index& at : indices(y.view.shape())) {
            const std::int64_t pair = (at[0] * 19 + at[2]) * 37 + at[3];
            const float g = elements_of<float>(grid)[2 * pair];
            const float h = elements_of<float>(grid)[2 * pair + 1];
            if (std::fabs(g) > 100 || std::fabs(h) > 100) continue;
            const double row = place_of(h, shape[2], padding, aligns);
            const double column = place_of(g, shape[3], padding, aligns);
            const auto value = [&](double i, double j) {
              if (i < 0 || i >= static_cast<double>(shape[2]) || j < 0 ||
                  j >= static_cast<double>(shape[3]))
                return 0.0;
              return element(x, x.view.linear_index(
                                    {at[0], at[1], static_cast<std::int64_t>(i),
                                     static_cast<std::int64_t>(j)}));
            };
            const double found = element(y, y.view.linear_index(at));
            if (takes_nearest) {
              const auto off = [](double v) {
                return std::fabs(v - std::floor(v) - 0.5);
              };
              // Rounding decides near halfway.
              if (off(row) <= 1e-3 || off(column) <= 1e-3) continue;
              ASSERT_EQ(found, value(std::round(row), std::round(column)));
              continue;
            }
            const double i = std::floor(row), j = std::floor(column);
            const double down = row - i, right = column - j;
            ASSERT_NEAR(found,
                        (1 - down) * (1 - right) * value(i, j) +
                            (1 - down) * right * value(i, j + 1) +
                            down * (1 - right) * value(i + 1, j) +
                            down * right * value(i + 1, j + 1),
                        1e-4);
          }
        }
}

TEST_P(Resampling, DoesNotDependOnThreads) {
  const Settings before = settings();
  const Tensor x = samples(DType::kFloat32, {2, 3, 23, 45});
  const Tensor grid = samples(DType::kFloat32, {2, 31, 29, 2});
  std::string once[3];
  for (const std::int64_t threads : {1, 2}) {
    Settings now = before;
    now.threads = threads;
    now.thread_bytes = now.thread_flops = 1;
    use_settings(now);
    const Tensor y[3] = {room(DType::kFloat32, {2, 3, 46, 90}),
                         room(DType::kFloat32, {2, 3, 46, 90}),
                         room(DType::kFloat32, {2, 3, 31, 29})};
    interpolate(y[0], x, Interpolation::kBicubic, false);
    interpolate(y[1], x, Interpolation::kNearest, false);
    grid_sample(y[2], x, grid, false, PaddingMode::kReflection, true);
    for (int i = 0; i < 3; ++i) {
      const std::string bytes(
          reinterpret_cast<const char*>(HostMemory::storage_of(y[i])),
          static_cast<std::size_t>(y[i].view.numel()) * sizeof(float));
      if (once[i].empty()) once[i] = bytes;
      EXPECT_TRUE(once[i] == bytes) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryTarget, Resampling,
                         ::testing::Values("target=scalar", "target=sse4",
                                           "target=avx2", "target=avx512"));

}  // namespace
}  // namespace assay::optimized
