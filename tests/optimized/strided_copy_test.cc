// Checks copies between random layouts, element by element against
// linear_index().
#include "optimized/layout/strided_copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include "optimized/layout/spread_run.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

std::int64_t draw(std::mt19937& random, std::int64_t below) {
  return static_cast<std::int64_t>(random() %
                                   static_cast<std::uint32_t>(below));
}

// Makes a view of random strides over its own storage: axes in any order, with
// gaps, some reversed, and some repeated if `repeats`.
View random_view(std::mt19937& random, const Shape& shape, bool repeats,
                 std::int64_t& storage) {
  std::vector<std::size_t> order(shape.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  Strides strides(shape.size());
  std::int64_t stride = 1 + draw(random, 2);
  std::int64_t offset = draw(random, 3);
  for (const std::size_t axis : order) {
    if (repeats && draw(random, 4) == 0) continue;
    strides[axis] = stride;
    if (draw(random, 3) == 0) {
      offset += stride * (shape[axis] - 1);
      strides[axis] = -stride;
    }
    stride *= shape[axis];
    stride += draw(random, 2);
  }
  storage = offset + stride + 3;
  return View(shape, strides, offset);
}

template <typename T>
void check(std::mt19937& random) {
  Shape shape;
  for (std::int64_t rank = draw(random, 5); rank > 0; --rank)
    shape.push_back(1 + draw(random, draw(random, 3) == 0 ? 40 : 6));
  std::int64_t from_size = 0, to_size = 0;
  const View from = random_view(random, shape, true, from_size);
  const View to = random_view(random, shape, false, to_size);
  std::vector<T> source(static_cast<std::size_t>(from_size));
  for (std::size_t i = 0; i < source.size(); ++i)
    std::memset(&source[i], static_cast<int>(random() % 255), sizeof(T));
  std::vector<T> target(static_cast<std::size_t>(to_size));
  std::vector<T> expected = target;
  for (const Index& at : indices(shape))
    expected[static_cast<std::size_t>(to.linear_index(at))] =
        source[static_cast<std::size_t>(from.linear_index(at))];
  strided_copy(reinterpret_cast<std::byte*>(target.data()), to,
               reinterpret_cast<const std::byte*>(source.data()), from,
               sizeof(T));
  ASSERT_EQ(
      0, std::memcmp(expected.data(), target.data(), target.size() * sizeof(T)))
      << shape_text(shape) << shape_text(from.strides())
      << shape_text(to.strides());
}

TEST(StridedCopy, MovesEveryElementToItsPlaceAndNoOther) {
  std::mt19937 random(7);
  for (int i = 0; i < 1000; ++i) {
    check<std::uint8_t>(random);
    check<std::uint16_t>(random);
    check<std::uint32_t>(random);
    check<std::uint64_t>(random);
    check<std::array<std::uint64_t, 2>>(random);
  }
}

// Elements of the box may be anything.
TEST(CopyAround, MovesEveryElementOutsideOfABox) {
  std::mt19937 random(11);
  for (int i = 0; i < 2000; ++i) {
    Shape shape;
    for (std::int64_t rank = draw(random, 4); rank > 0; --rank)
      shape.push_back(1 + draw(random, draw(random, 2) == 0 ? 40 : 5));
    Box box;
    for (std::size_t k = 0; k < shape.size(); ++k) {
      box.first[k] = draw(random, shape[k]);
      box.extents[k] = draw(random, shape[k] - box.first[k] + 1);
    }
    std::int64_t from_size = 0, to_size = 0;
    const View from = random_view(random, shape, true, from_size);
    const View to = random_view(random, shape, false, to_size);
    std::vector<std::uint32_t> source(static_cast<std::size_t>(from_size));
    for (std::uint32_t& element : source)
      element = static_cast<std::uint32_t>(random());
    std::vector<std::uint32_t> target(static_cast<std::size_t>(to_size));
    std::vector<std::uint32_t> expected = target;
    const auto bytes = [](auto& all, const View& view) {
      return reinterpret_cast<std::byte*>(all.data() + view.offset());
    };
    copy_around(box, shape, bytes(target, to), to.strides(),
                bytes(source, from), from.strides(), sizeof(std::uint32_t));
    for (const Index& at : indices(shape)) {
      bool is_inside = true;
      for (std::size_t k = 0; k < shape.size(); ++k)
        is_inside = is_inside && at[k] >= box.first[k] &&
                    at[k] < box.first[k] + box.extents[k];
      const auto place = static_cast<std::size_t>(to.linear_index(at));
      expected[place] =
          is_inside ? target[place]
                    : source[static_cast<std::size_t>(from.linear_index(at))];
    }
    ASSERT_EQ(expected, target) << shape_text(shape);
  }
}

class SpreadRuns : public test::SettingsCases {};

// Places between the elements keep their values, even if they are rewritten, or
// are filled.
template <typename T>
void expect_spread(std::int64_t step, std::int64_t count) {
  const auto made = [](std::int64_t size, int first) {
    std::vector<T> all(static_cast<std::size_t>(size));
    for (T& element : all) std::memset(&element, first++ % 250 + 1, sizeof(T));
    return all;
  };
  const std::vector<T> from = made(count, 100), fill = made(1, 77);
  const std::vector<T> before = made(count * step + 1, 0);
  const auto bytes = [](auto& all) {
    return reinterpret_cast<std::byte*>(all.data());
  };
  for (const auto& [fills, rewrites] :
       {std::pair{false, false}, {false, true}, {true, false}}) {
    std::vector<T> expected = before, to = before;
    for (std::int64_t i = 0; i < count * step; ++i)
      if (i % step == 0)
        expected[static_cast<std::size_t>(i)] =
            from[static_cast<std::size_t>(i / step)];
      else if (fills)
        expected[static_cast<std::size_t>(i)] = fill[0];
    const auto* source = reinterpret_cast<const std::byte*>(from.data());
    if (fills)
      spread_run(bytes(to), source,
                 reinterpret_cast<const std::byte*>(fill.data()), step, count,
                 sizeof(T));
    else
      spread_elements(bytes(to), source, step, count, sizeof(T), rewrites);
    ASSERT_EQ(std::memcmp(to.data(), expected.data(), to.size() * sizeof(T)), 0)
        << count << " elements, " << step << " apart";
  }
}

// Counts around vectors, and more than a piece of the result.
TEST_P(SpreadRuns, StoreEveryElementAtItsPlace) {
  for (const std::int64_t step : {1, 2, 3, 5, 8, 9, 3000})
    for (const std::int64_t count : {0, 1, 7, 16, 33, 64, 130, 4100}) {
      if (step * count > 100000) continue;
      expect_spread<std::uint8_t>(step, count);
      expect_spread<std::uint16_t>(step, count);
      expect_spread<std::uint32_t>(step, count);
      expect_spread<std::uint64_t>(step, count);
      expect_spread<std::array<std::uint64_t, 2>>(step, count);
    }
}

INSTANTIATE_TEST_SUITE_P(All, SpreadRuns,
                         ::testing::ValuesIn(test::kSettingsCases));

}  // namespace
}  // namespace assay::optimized
