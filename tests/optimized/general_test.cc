// Checks gathers and scatters of more windows than are placed at a time, pads
// with huge gaps and edges, and triangles of long rows, against plain loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "optimized/general/dynamic_slices.h"
#include "optimized/general/indexing_general.h"
#include "optimized/general/structure.h"
#include "optimized/optimized.h"
#include "optimized/resources/settings.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;
using List = std::vector<std::int64_t>;

class GeneralTargets : public test::SettingsCases {};

template <typename T>
void number(const Tensor& x) {
  for (std::int64_t i = 0; i < x.view.numel(); ++i)
    elements_of<T>(x)[i] = static_cast<T>(i + 1);
}

// Index vectors of two components: rows of 9, 40 beyond both ends included.
template <typename Index>
Tensor random_indices(DType dtype, std::int64_t count) {
  const Tensor indices = room(dtype, {count, 2});
  std::mt19937 random(7);
  for (std::int64_t i = 0; i < 2 * count; ++i)
    elements_of<Index>(indices)[i] =
        static_cast<Index>(static_cast<int>(random() % 130) - 40);
  return indices;
}

template <typename T, typename Index>
void expect_gathered(DType dtype, DType index_dtype, std::int64_t count,
                     std::int64_t height, std::int64_t width) {
  constexpr std::int64_t kRows = 50, kColumns = 60;
  const Tensor x = room(dtype, {kRows, kColumns});
  number<T>(x);
  const Tensor indices = random_indices<Index>(index_dtype, count);
  const Tensor out = room(dtype, {count, height, width});
  const List window = {1, 2}, none = {}, map = {0, 1};
  gather_general(out, x, indices, {window, none, map, 1, none, none},
                 {height, width});
  const auto* index = elements_of<Index>(indices);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto row = std::clamp<std::int64_t>(index[2 * i], 0, kRows - height);
    const auto column =
        std::clamp<std::int64_t>(index[2 * i + 1], 0, kColumns - width);
    for (std::int64_t r = 0; r < height; ++r)
      for (std::int64_t c = 0; c < width; ++c)
        ASSERT_EQ(elements_of<T>(out)[(i * height + r) * width + c],
                  elements_of<T>(x)[(row + r) * kColumns + column + c])
            << i << " of " << count;
  }
}

TEST_P(GeneralTargets, GatherMoreWindowsThanArePlacedAtATime) {
  for (const std::int64_t count : {1, 15, 512, 1301})
    for (const auto& [height, width] : {std::pair{1, 1}, std::pair{1, 5},
                                        std::pair{3, 2}, std::pair{2, 16}}) {
      expect_gathered<float, std::int32_t>(DType::kFloat32, DType::kInt32,
                                           count, height, width);
      expect_gathered<double, std::int64_t>(DType::kFloat64, DType::kInt64,
                                            count, height, width);
      expect_gathered<std::uint8_t, std::int32_t>(DType::kUint8, DType::kInt32,
                                                  count, height, width);
    }
}

TEST_P(GeneralTargets, GatherPointsOfContiguousIndices) {
  constexpr std::int64_t kCount = 1303, kExtent = 70;
  const Tensor x = room(DType::kFloat32, {kExtent});
  number<float>(x);
  const Tensor indices = room(DType::kInt32, {kCount});
  for (std::int64_t i = 0; i < kCount; ++i)
    elements_of<std::int32_t>(indices)[i] =
        static_cast<std::int32_t>(i * 37 % 90 - 10);
  elements_of<std::int32_t>(indices)[5] = std::numeric_limits<int>::min();
  elements_of<std::int32_t>(indices)[6] = std::numeric_limits<int>::max();
  const Tensor out = room(DType::kFloat32, {kCount});
  const List none = {}, first = {0};
  gather_general(out, x, indices, {none, first, first, 1, none, none}, {1});
  for (std::int64_t i = 0; i < kCount; ++i)
    ASSERT_EQ(elements_of<float>(out)[i],
              static_cast<float>(1 + std::clamp<std::int64_t>(
                                         elements_of<std::int32_t>(indices)[i],
                                         0, kExtent - 1)));
}

// A batching axis adds its own offset to each window.
TEST_P(GeneralTargets, GatherAlongLongBatchingAxes) {
  constexpr std::int64_t kBatch = 1301, kExtent = 5;
  const List none = {}, first = {0}, second = {1};
  for (const DType dtype : {DType::kFloat32, DType::kInt16}) {
    const Tensor x = room(dtype, {kBatch, kExtent});
    if (dtype == DType::kFloat32)
      number<float>(x);
    else
      number<std::int16_t>(x);
    const Tensor indices = room(DType::kInt32, {kBatch, 1});
    for (std::int64_t i = 0; i < kBatch; ++i)
      elements_of<std::int32_t>(indices)[i] =
          static_cast<std::int32_t>(i * 7 % 9 - 2);
    const Tensor out = room(dtype, {kBatch});
    gather_general(out, x, indices, {none, second, second, 1, first, first},
                   {1, 1});
    for (std::int64_t i = 0; i < kBatch; ++i) {
      const std::int64_t from =
          i * kExtent + std::clamp<std::int64_t>(i * 7 % 9 - 2, 0, 4);
      if (dtype == DType::kFloat32)
        ASSERT_EQ(elements_of<float>(out)[i], elements_of<float>(x)[from]);
      else
        ASSERT_EQ(elements_of<std::int16_t>(out)[i],
                  elements_of<std::int16_t>(x)[from]);
    }
  }
}

// Windows that leave x lose only the elements outside.
TEST_P(GeneralTargets, ScatterClippedWindows) {
  constexpr std::int64_t kRows = 50, kColumns = 60;
  const List window = {1, 2}, none = {}, map = {0, 1};
  for (const std::int64_t count : {3, 1301})
    for (const auto& [height, width] : {std::pair{1, 1}, std::pair{3, 5}}) {
      const Tensor x = room(DType::kInt32, {kRows, kColumns});
      number<std::int32_t>(x);
      const Tensor indices = random_indices<std::int32_t>(DType::kInt32, count);
      const Tensor updates = room(DType::kInt32, {count, height, width});
      number<std::int32_t>(updates);
      const Tensor out = room(DType::kInt32, {kRows, kColumns});
      scatter_general(out, x, indices, updates, ScatterMode::kAdd,
                      {window, none, map, 1, none, none});
      std::vector<std::int32_t> sums(
          elements_of<std::int32_t>(x),
          elements_of<std::int32_t>(x) + kRows * kColumns);
      const auto* index = elements_of<std::int32_t>(indices);
      for (std::int64_t e = 0; e < count * height * width; ++e) {
        const std::int64_t i = e / (height * width);
        const std::int64_t r = index[2 * i] + e / width % height;
        const std::int64_t c = index[2 * i + 1] + e % width;
        if (r >= 0 && r < kRows && c >= 0 && c < kColumns)
          sums[static_cast<std::size_t>(r * kColumns + c)] +=
              elements_of<std::int32_t>(updates)[e];
      }
      EXPECT_TRUE(
          std::equal(sums.begin(), sums.end(), elements_of<std::int32_t>(out)));
    }
}

// A signaling NaN that no update changes keeps its bits, and a quiet one is the
// maximum of its place.
TEST_P(GeneralTargets, ScatterKeepsBitsOfNarrowFloats) {
  constexpr std::int64_t kCount = 1100;
  const Tensor x = room(DType::kBfloat16, {kCount});
  for (std::int64_t i = 0; i < kCount; ++i)
    elements_of<std::uint16_t>(x)[i] = i % 2 == 0 ? 0x7f81 : 0x3f80;
  const Tensor indices = room(DType::kInt32, {1, 1});
  elements_of<std::int32_t>(indices)[0] = 1;
  const Tensor updates = room(DType::kBfloat16, {1});
  elements_of<std::uint16_t>(updates)[0] = 0x7fc0;
  const List none = {}, first = {0};
  for (const ScatterMode mode :
       {ScatterMode::kAdd, ScatterMode::kMin, ScatterMode::kMax}) {
    const Tensor out = room(DType::kBfloat16, {kCount});
    scatter_general(out, x, indices, updates, mode,
                    {none, first, first, 1, none, none});
    for (std::int64_t i = 0; i < kCount; ++i) {
      const std::uint16_t bits = elements_of<std::uint16_t>(out)[i];
      if (i == 1)
        EXPECT_GT(bits & 0x7fff, 0x7f80);
      else
        ASSERT_EQ(bits, i % 2 == 0 ? 0x7f81 : 0x3f80);
    }
  }
}

TEST_P(GeneralTargets, PadWithHugeGaps) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  const Tensor x = room(DType::kInt32, {2});
  number<std::int32_t>(x);
  // Element 1 is at 2^63 - 1 + low, so it is the only one that is left.
  const Tensor out = room(DType::kInt32, {4});
  pad_general(out, x, {-(kMost - 2)}, {kMost - 1}, {9, 0});
  EXPECT_EQ(std::vector<std::int32_t>(elements_of<std::int32_t>(out),
                                      elements_of<std::int32_t>(out) + 4),
            (std::vector<std::int32_t>{9, 9, 2, 9}));
  pad_general(out, x, {std::numeric_limits<std::int64_t>::min()}, {5}, {9, 0});
  EXPECT_EQ(std::count(elements_of<std::int32_t>(out),
                       elements_of<std::int32_t>(out) + 4, 9),
            4);
}

// Rows with gaps that are longer than a piece, in order and transposed.
TEST_P(GeneralTargets, PadBetweenTheElementsOfLongRows) {
  constexpr std::int64_t kRows = 3, kColumns = 5003;
  for (const bool is_transposed : {false, true}) {
    Tensor x = room(DType::kFloat32, is_transposed ? Shape{kColumns, kRows}
                                                   : Shape{kRows, kColumns});
    number<float>(x);
    if (is_transposed) x.view = *x.view.permute({1, 0});
    for (const std::int64_t interior : {1, 2, 9}) {
      constexpr std::int64_t kLow = 4, kHigh = 7;
      const std::int64_t step = interior + 1;
      const std::int64_t width = kLow + (kColumns - 1) * step + 1 + kHigh;
      const Tensor out = room(DType::kFloat32, {2 * kRows, width});
      pad_general(out, x, {1, kLow}, {1, interior}, {0x40a00000, 0});
      for (std::int64_t i = 0; i < out.view.numel(); ++i) {
        const std::int64_t row = i / width - 1, place = i % width - kLow;
        const bool is_gap = row % 2 != 0 || place < 0 || place % step != 0 ||
                            place / step >= kColumns;
        ASSERT_EQ(elements_of<float>(out)[i],
                  is_gap ? 5.0F
                         : elements_of<float>(
                               x)[x.view.linear_index({row / 2, place / step})])
            << i;
      }
    }
  }
}

// Windows of every size at every place, also beyond the ends.
TEST_P(GeneralTargets, UpdateSlicesOfAllSizes) {
  const Shape shape = {3, 4, 5};
  const Tensor x = room(DType::kInt16, shape);
  number<std::int16_t>(x);
  const Tensor starts = room(DType::kInt32, {3});
  auto* start = elements_of<std::int32_t>(starts);
  for (const Index& window : IndexSpace({4, 5, 6}))
    for (const int shift : {-2, 0, 1, 2, 9}) {
      const Tensor update = room(DType::kInt16, window);
      for (std::int64_t i = 0; i < update.view.numel(); ++i)
        elements_of<std::int16_t>(update)[i] =
            static_cast<std::int16_t>(1000 + i);
      std::array<std::int64_t, 3> places{};
      for (std::size_t k = 0; k < 3; ++k) {
        start[k] = shift + static_cast<int>(k);
        places[k] = std::clamp<std::int64_t>(start[k], 0, shape[k] - window[k]);
      }
      const Tensor out = room(DType::kInt16, shape);
      dynamic_update_slice(out, x, update, starts);
      const Tensor back = room(DType::kInt16, window);
      dynamic_slice(back, out, starts);
      std::int64_t i = 0;
      for (const Index& at : IndexSpace(shape)) {
        bool is_inside = true;
        Index inside;
        for (std::size_t k = 0; k < 3; ++k) {
          inside.push_back(at[k] - places[k]);
          is_inside = is_inside && inside[k] >= 0 && inside[k] < window[k];
        }
        ASSERT_EQ(elements_of<std::int16_t>(out)[i],
                  is_inside ? elements_of<std::int16_t>(
                                  update)[update.view.linear_index(inside)]
                            : elements_of<std::int16_t>(x)[i]);
        ++i;
      }
      EXPECT_TRUE(
          std::equal(elements_of<std::int16_t>(update),
                     elements_of<std::int16_t>(update) + update.view.numel(),
                     elements_of<std::int16_t>(back)));
    }
}

TEST_P(GeneralTargets, TrianglesOfLongRows) {
  for (const std::int64_t columns : {63, 65, 200}) {
    constexpr std::int64_t kBatch = 3, kRows = 90;
    const Tensor stored = room(DType::kFloat32, {kBatch, columns, kRows});
    number<float>(stored);
    const Tensor turned{stored.dtype, *stored.view.permute({0, 2, 1}),
                        stored.buffer};
    const Tensor x = room(DType::kFloat32, {kBatch, kRows, columns});
    number<float>(x);
    const Tensor out = room(DType::kFloat32, {kBatch, kRows, columns});
    for (const Tensor& operand : {x, turned})
      for (const std::int64_t k :
           {std::numeric_limits<std::int64_t>::min(), std::int64_t{-70},
            std::int64_t{0}, std::int64_t{100},
            std::numeric_limits<std::int64_t>::max()})
        for (const bool lower : {true, false}) {
          (lower ? lower_triangle : upper_triangle)(out, operand, k);
          for (const Index& at : indices(out.view.shape())) {
            const std::int64_t i = at[1], j = at[2];
            const bool stays = lower ? j - i <= k : j - i >= k;
            const float kept =
                elements_of<float>(operand)[operand.view.linear_index(at)];
            ASSERT_EQ(elements_of<float>(out)[out.view.linear_index(at)],
                      stays ? kept : 0)
                << at[0] << ", " << i << ", " << j << ", k " << k;
          }
        }
  }
}

INSTANTIATE_TEST_SUITE_P(All, GeneralTargets,
                         ::testing::Values("threads=1",
                                           "threads=2,thread_bytes=1",
                                           "target=scalar", "target=sse4",
                                           "target=avx2"));

}  // namespace
}  // namespace assay::optimized
