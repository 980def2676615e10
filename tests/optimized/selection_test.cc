// Checks selections, statistics and orders at sizes that the suite's cases do
// not reach: several blocks, odd tails, wide rows, many values at one place.
// Results of two threads have the bits of one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "optimized/reduction/statistics.h"
#include "optimized/reduction/truth.h"
#include "optimized/resources/settings.h"
#include "optimized/selection/indexed_reads.h"
#include "optimized/selection/indexed_updates.h"
#include "optimized/selection/masks.h"
#include "optimized/selection/ordered.h"
#include "optimized/selection/regions.h"
#include "spec/op_table.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

class Selections : public test::SettingsCases {
 protected:
  // Returns small integers as floats, so that sums are exact in any order.
  Tensor integers(const Shape& shape) {
    const Tensor made = room(DType::kFloat32, shape);
    auto* all = elements_of<float>(made);
    for (std::int64_t i = 0; i < made.view.numel(); ++i)
      all[i] = static_cast<float>(static_cast<int>(random_() % 17) - 8);
    return made;
  }
  Tensor indices(std::int64_t count, std::int64_t extent) {
    const Tensor made = room(DType::kInt32, {count});
    auto* all = elements_of<std::int32_t>(made);
    for (std::int64_t i = 0; i < count; ++i)
      all[i] = static_cast<std::int32_t>(random_() %
                                         static_cast<std::uint64_t>(extent));
    return made;
  }
  Tensor mask(const Shape& shape, std::uint64_t share) {
    const Tensor made = room(DType::kBool, shape);
    auto* all = elements_of<std::uint8_t>(made);
    for (std::int64_t i = 0; i < made.view.numel(); ++i)
      all[i] = random_() % 100 < share ? 1 : 0;
    return made;
  }

  std::mt19937_64 random_{7};
  std::unique_ptr<Backend> backend_ = make_optimized();
};

// Widths around vectors and lines, rows in order and reversed.
TEST_P(Selections, ReadRowsOfAllWidths) {
  constexpr std::int64_t kRows = 37, kTaken = 301;
  for (const std::int64_t width : {1, 2, 3, 5, 7, 15, 16, 17, 33, 192, 769}) {
    const Tensor x = integers({kRows, width});
    const Tensor list = indices(kTaken, kRows);
    const Tensor out = room(DType::kFloat32, {kTaken, width});
    for (const bool is_reversed : {false, true}) {
      Tensor shown = x;
      if (is_reversed) shown.view = *x.view.flip({true, true});
      ASSERT_TRUE(embedding(out, shown, list).ok());
      for (std::int64_t i = 0; i < kTaken; ++i) {
        const std::int64_t row = elements_of<std::int32_t>(list)[i];
        for (std::int64_t k = 0; k < width; ++k)
          ASSERT_EQ(elements_of<float>(out)[i * width + k],
                    elements_of<float>(x)[shown.view.linear_index({row, k})]);
      }
    }
  }
}

// Points of one to five coordinates, in order and reversed, of elements of one,
// four and eight bytes. A wrong coordinate is found wherever it is.
TEST_P(Selections, ReadPoints) {
  constexpr std::int64_t kTaken = 301;
  constexpr std::string_view kRange = "selection.range"_clause;
  const auto expect_points = [&]<typename T>(DType dtype, std::int64_t rank) {
    const Shape shape(static_cast<std::size_t>(rank), 3);
    Tensor x = room(dtype, shape);
    for (std::int64_t i = 0; i < x.view.numel(); ++i)
      elements_of<T>(x)[i] = static_cast<T>(i + 1);
    Tensor list = indices(kTaken * rank, 3);
    list.view = View({kTaken, rank});
    auto* all = elements_of<std::int32_t>(list);
    const Tensor out = room(dtype, {kTaken});
    for (const bool is_reversed : {false, true}) {
      if (is_reversed)
        x.view = *x.view.flip(std::vector<bool>(shape.size(), true));
      ASSERT_TRUE(gather_nd(out, x, list).ok());
      for (std::int64_t i = 0; i < kTaken; ++i)
        ASSERT_EQ(elements_of<T>(out)[i],
                  elements_of<T>(x)[x.view.linear_index(
                      Index(all + i * rank, all + (i + 1) * rank))])
            << i << " of rank " << rank;
    }
    for (const std::int64_t at :
         {std::int64_t{0}, 100 * rank, kTaken * rank - 1})
      for (const std::int32_t wrong : {-1, 3}) {
        const std::int32_t right = std::exchange(all[at], wrong);
        EXPECT_EQ(gather_nd(out, x, list).kind, kRange);
        all[at] = right;
      }
  };
  for (const std::int64_t rank : {1, 2, 3, 4, 5}) {
    expect_points.operator()<std::uint8_t>(DType::kUint8, rank);
    expect_points.operator()<float>(DType::kFloat32, rank);
    expect_points.operator()<std::int64_t>(DType::kInt64, rank);
  }
}

template <typename T>
void expect_steps(DType dtype, std::int64_t count, std::int64_t step,
                  std::int64_t start) {
  const Tensor out = room(dtype, {count});
  arange(out, step, start);
  for (std::int64_t i = 0; i < count; ++i)
    ASSERT_EQ(elements_of<T>(out)[i], static_cast<T>(start + i * step))
        << i << " of " << count;
}

// Integers wrap.
TEST_P(Selections, StepsOfAllSizes) {
  for (const std::int64_t count : {1, 15, 64, 1001, 20011})
    for (const std::int64_t step : {1, -3, 100000}) {
      expect_steps<std::int8_t>(DType::kInt8, count, step, -7);
      expect_steps<std::uint16_t>(DType::kUint16, count, step, 65000);
      expect_steps<std::int32_t>(DType::kInt32, count, step, -7);
      expect_steps<std::int64_t>(DType::kInt64, count, step,
                                 std::int64_t{1} << 40);
    }
}

// A column of a matrix per index: slices are not adjacent.
TEST_P(Selections, ReadColumns) {
  const Tensor x = integers({129, 65});
  const Tensor list = indices(50, 129);
  Tensor turned = x;
  turned.view = *x.view.permute({1, 0});
  const Tensor out = room(DType::kFloat32, {65, 50});
  ASSERT_TRUE(select(out, turned, list, 1).ok());
  for (std::int64_t r = 0; r < 65; ++r)
    for (std::int64_t i = 0; i < 50; ++i)
      ASSERT_EQ(
          elements_of<float>(out)[r * 50 + i],
          elements_of<float>(x)[elements_of<std::int32_t>(list)[i] * 65 + r]);
}

// The order of sums is that of the indices, for any number of threads.
TEST_P(Selections, AddInTheOrderOfIndices) {
  constexpr std::int64_t kRows = 5, kValues = 400;
  for (const std::int64_t width : {1, 3, 130, 1031}) {
    const Tensor x = integers({kRows, width});
    const Tensor values = integers({kValues, width});
    for (std::int64_t i = 0; i < values.view.numel(); ++i)
      elements_of<float>(values)[i] /= 3;
    const Tensor list = indices(kValues, kRows);
    const Tensor out = room(DType::kFloat32, {kRows, width});
    std::vector<float> sums(elements_of<float>(x),
                            elements_of<float>(x) + kRows * width);
    std::vector<float> fresh(sums.size());
    for (std::int64_t i = 0; i < kValues; ++i)
      for (std::int64_t k = 0; k < width; ++k) {
        const auto at = static_cast<std::size_t>(
            elements_of<std::int32_t>(list)[i] * width + k);
        sums[at] += elements_of<float>(values)[i * width + k];
        fresh[at] += elements_of<float>(values)[i * width + k];
      }
    ASSERT_TRUE(select_update(out, x, list, values, 0, UpdateMode::kAdd).ok());
    EXPECT_TRUE(std::equal(sums.begin(), sums.end(), elements_of<float>(out)));
    ASSERT_TRUE(embedding_backward(out, values, list).ok());
    EXPECT_TRUE(
        std::equal(fresh.begin(), fresh.end(), elements_of<float>(out)));
  }
}

// Rows that no index names are zero, before, between and after the others.
TEST_P(Selections, GradientsOfOtherRowsAreZero) {
  constexpr std::int64_t kRows = 60, kTaken = 19;
  const Tensor grad = integers({kTaken, 3});
  const Tensor list = room(DType::kInt32, {kTaken});
  std::vector<float> expected(3 * kRows);
  for (std::int64_t i = 0; i < kTaken; ++i) {
    const std::int64_t row = (5 + i * 7) % kRows;  // each at most once
    elements_of<std::int32_t>(list)[i] = static_cast<std::int32_t>(row);
    std::copy_n(elements_of<float>(grad) + 3 * i, 3,
                expected.begin() + 3 * row);
  }
  const Tensor out = room(DType::kFloat32, {kRows, 3});
  std::fill_n(elements_of<float>(out), 3 * kRows, 1.0F);
  ASSERT_TRUE(embedding_backward(out, grad, list).ok());
  EXPECT_TRUE(
      std::equal(expected.begin(), expected.end(), elements_of<float>(out)));
}

// A wrong index is found before anything is written.
TEST_P(Selections, RefuseBeforeWriting) {
  const Tensor x = integers({7, 64});
  const Tensor values = integers({100, 64});
  const Tensor out = room(DType::kFloat32, {7, 64});
  for (const std::int32_t wrong : {7, -1}) {
    const Tensor list = indices(100, 7);
    elements_of<std::int32_t>(list)[99] = wrong;
    std::fill_n(elements_of<float>(out), 7 * 64, 77.0F);
    EXPECT_EQ(select_update(out, x, list, values, 0, UpdateMode::kAdd).kind,
              "selection.range"_clause);
    EXPECT_EQ(embedding_backward(out, values, list).kind,
              "selection.range"_clause);
    EXPECT_EQ(std::count(elements_of<float>(out),
                         elements_of<float>(out) + 7 * 64, 77.0F),
              7 * 64);
  }
}

// Several parts of a mask, and shares of true elements from none to all.
TEST_P(Selections, KeepWhatTheMaskShows) {
  for (const std::int64_t columns : {1, 3, 64, 1000, 4099})
    for (const std::uint64_t share : {0U, 1U, 50U, 100U}) {
      const Shape shape = {140001 / columns, columns};
      const Tensor x = integers(shape);
      const Tensor kept = mask(shape, share);
      const auto* is_kept = elements_of<std::uint8_t>(kept);
      const auto found = mask_select(*backend_, x, kept);
      const auto places = argwhere(*backend_, kept, DType::kInt64);
      ASSERT_TRUE(found && places);
      std::int64_t count = 0;
      for (std::int64_t i = 0; i < x.view.numel(); ++i) {
        if (is_kept[i] == 0) continue;
        ASSERT_LT(count, found->view.numel());
        ASSERT_EQ(elements_of<float>(*found)[count], elements_of<float>(x)[i]);
        ASSERT_EQ(elements_of<std::int64_t>(*places)[2 * count], i / columns);
        ASSERT_EQ(elements_of<std::int64_t>(*places)[2 * count + 1],
                  i % columns);
        ++count;
      }
      EXPECT_EQ(found->view.numel(), count);
      EXPECT_EQ(places->view.shape()[0], count);
    }
}

// One element decides, wherever it is. -0 is false and NaN is true.
TEST_P(Selections, OneElementDecides) {
  for (const std::int64_t count : {1, 63, 1025, 70001}) {
    const Tensor x = room(DType::kFloat32, {count});
    const Tensor out = room(DType::kBool, {});
    auto* elements = elements_of<float>(x);
    for (const std::int64_t at : {std::int64_t{0}, count / 2, count - 1}) {
      std::fill_n(elements, count, -0.0F);
      any(out, x, {0});
      EXPECT_EQ(*elements_of<std::uint8_t>(out), 0);
      elements[at] = std::numeric_limits<float>::quiet_NaN();
      any(out, x, {0});
      EXPECT_EQ(*elements_of<std::uint8_t>(out), 1);
      std::fill_n(elements, count, 1.0F);
      all(out, x, {0});
      EXPECT_EQ(*elements_of<std::uint8_t>(out), 1);
      elements[at] = -0.0F;
      all(out, x, {0});
      EXPECT_EQ(*elements_of<std::uint8_t>(out), 0);
    }
  }
}

TEST_P(Selections, StatisticsOfRowsAndColumns) {
  const Tensor x = integers({300, 257});
  const auto* all = elements_of<float>(x);
  for (const std::int64_t axis : {0, 1}) {
    const std::int64_t kept = axis == 0 ? 257 : 300;
    const std::int64_t count = axis == 0 ? 300 : 257;
    const Tensor means = room(DType::kFloat32, {kept});
    const Tensor largest = room(DType::kFloat32, {kept});
    mean(means, x, {axis});
    max_abs(largest, x, {axis});
    for (std::int64_t i = 0; i < kept; ++i) {
      float sum = 0, most = 0;
      for (std::int64_t k = 0; k < count; ++k) {
        const float each = axis == 0 ? all[k * 257 + i] : all[i * 257 + k];
        sum += each;
        most = std::max(most, std::fabs(each));
      }
      EXPECT_EQ(elements_of<float>(means)[i], sum / static_cast<float>(count));
      EXPECT_EQ(elements_of<float>(largest)[i], most);
    }
  }
}

// Compares with a stable sort. Few values make many ties; rising rows renew
// their candidates at every element, and NaNs come last.
TEST_P(Selections, TakeTheLargest) {
  for (const std::int64_t count : {40, 1000, 5003})
    for (const std::int64_t k : {1, 9, 50})
      for (const int kind : {0, 1, 2, 3}) {
        if (k > count) continue;
        const Tensor x = integers({3, count});
        auto* all = elements_of<float>(x);
        for (std::int64_t i = 0; i < 3 * count; ++i) {
          if (kind == 1) all[i] = static_cast<float>(i);
          if (kind == 2 && i % count >= 20)
            all[i] = std::numeric_limits<float>::quiet_NaN();
          if (kind == 3) all[i] = -static_cast<float>(i % 7);
        }
        const Tensor values = room(DType::kFloat32, {3, k});
        const Tensor places = room(DType::kInt64, {3, k});
        ASSERT_TRUE(topk(*backend_, values, places, x, 1, k).ok());
        for (std::int64_t row = 0; row < 3; ++row) {
          const float* from = all + row * count;
          std::vector<std::int64_t> order(static_cast<std::size_t>(count));
          std::iota(order.begin(), order.end(), std::int64_t{0});
          std::stable_sort(order.begin(), order.end(),
                           [&](std::int64_t a, std::int64_t b) {
                             return from[a] > from[b] ||
                                    (from[a] == from[a] && from[b] != from[b]);
                           });
          for (std::int64_t i = 0; i < k; ++i) {
            const std::int64_t place = order[static_cast<std::size_t>(i)];
            ASSERT_EQ(elements_of<std::int64_t>(places)[row * k + i], place);
            ASSERT_EQ(std::memcmp(elements_of<float>(values) + row * k + i,
                                  from + place, sizeof(float)),
                      0);
          }
        }
      }
}

// Rows with gaps are stored whole, in vectors; ends of rows and the rows beside
// the region keep what x has.
TEST_P(Selections, AssignToEveryFewElementsOfRows) {
  const Tensor x = integers({9, 203});
  const std::pair<std::int64_t, std::int64_t> rows{1, 8};
  for (const auto& columns :
       {std::pair<std::int64_t, std::int64_t>{0, 203}, {0, 202}, {3, 190}})
    for (const std::vector<std::int64_t>& steps :
         {std::vector<std::int64_t>{1, 2}, {-1, 2}, {2, 3}, {3, 9}, {1, 500}}) {
      const auto region = *x.view.slice({rows, columns}, steps);
      const Tensor value = integers(region.shape());
      const Tensor out = room(DType::kFloat32, x.view.shape());
      ASSERT_TRUE(slice_assign(out, x, value, {rows, columns}, steps).ok());
      std::vector<float> expected(elements_of<float>(x),
                                  elements_of<float>(x) + x.view.numel());
      for (const Index& at : assay::indices(region.shape()))
        expected[static_cast<std::size_t>(region.linear_index(at))] =
            elements_of<float>(value)[value.view.linear_index(at)];
      ASSERT_TRUE(
          std::equal(expected.begin(), expected.end(), elements_of<float>(out)))
          << steps[0] << ", " << steps[1];
    }
}

INSTANTIATE_TEST_SUITE_P(
    Settings, Selections,
    ::testing::Values("", "target=scalar", "target=sse4", "target=avx2",
                      "tiny=1", "threads=2", "threads=2,tiny=1",
                      "threads=2,thread_bytes=1,thread_flops=1"));

}  // namespace
}  // namespace assay::optimized
