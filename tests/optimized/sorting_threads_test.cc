// Checks that rows sorted by several threads have the bits that one thread
// gives them, however uneven the keys are, and that the steps of such a sort do
// what they say. scripts/tsan.sh runs this under ThreadSanitizer.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "optimized/resources/settings.h"
#include "optimized/sorting/quicksort.h"
#include "optimized/sorting/sorting.h"
#include "optimized/sorting/sorting_split.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

// Ways to fill a row.
enum class Fill {
  kAny,
  kFew,       // few values, which are counted
  kTies,      // more values than are counted, but many equal ones
  kOne,       // one value
  kSkewed,    // nearly all elements are equal
  kLate,      // few values, and others at the end alone
  kSorted,    // ascending
  kReversed,  // descending
  kNear       // keys that differ in their lowest bits, and some others
};
constexpr Fill kFills[] = {Fill::kAny,    Fill::kFew,      Fill::kTies,
                           Fill::kOne,    Fill::kSkewed,   Fill::kLate,
                           Fill::kSorted, Fill::kReversed, Fill::kNear};

class SortThreads : public test::SettingsCases {
 protected:
  template <typename T>
  T element(Fill fill, std::int64_t i, std::int64_t count) {
    const auto any = static_cast<T>(static_cast<std::int32_t>(random_()));
    const auto small = static_cast<T>(random_() % 100);
    switch (fill) {
      case Fill::kAny:
        if constexpr (std::is_floating_point_v<T>) {
          if (random_() % 50 == 0) return std::numeric_limits<T>::quiet_NaN();
          if (random_() % 50 == 0) return random_() % 2 == 0 ? T(0) : -T(0);
        }
        return any;
      case Fill::kFew:
        return static_cast<T>(random_() % 7);
      case Fill::kTies:
        return small;
      case Fill::kOne:
        return T{3};
      case Fill::kSkewed:
        return random_() % 20 == 0 ? any : T{3};
      case Fill::kLate:
        return i > count - 100 ? small : static_cast<T>(random_() % 7);
      case Fill::kSorted:
        return static_cast<T>(i);
      case Fill::kReversed:
        return static_cast<T>(count - i);
      default:
        if constexpr (sizeof(T) == 8) {
          if (i % 5 == 0) return any;
          if constexpr (std::is_floating_point_v<T>)
            return 1 + std::ldexp(small, -52);
        }
        return small;
    }
  }

  // Sorts with 1, 2 and 7 threads, and expects the same bits each time.
  template <typename T>
  void expect_same(DType dtype, const Shape& shape, std::int64_t axis) {
    const Tensor x = room(dtype, shape);
    const std::int64_t count = x.view.numel();
    const Settings own = settings();
    for (const Fill fill : kFills)
      for (const bool descending : {false, true}) {
        for (std::int64_t i = 0; i < count; ++i)
          elements_of<T>(x)[i] = element<T>(fill, i, count);
        std::vector<T> sorted;
        std::vector<std::int32_t> order;
        for (const std::int64_t threads : {1, 2, 7}) {
          Settings now = own;
          now.threads = threads;
          now.thread_bytes = now.thread_flops = 1;
          use_settings(now);
          const Tensor out = room(dtype, shape);
          const Tensor positions = room(DType::kInt32, shape);
          ASSERT_TRUE(sort(out, x, axis, descending).ok());
          ASSERT_TRUE(argsort(positions, x, axis, descending).ok());
          const T* values = elements_of<T>(out);
          const std::int32_t* places = elements_of<std::int32_t>(positions);
          if (threads == 1) {
            sorted.assign(values, values + count);
            order.assign(places, places + count);
          }
          const auto size = static_cast<std::size_t>(count);
          ASSERT_EQ(0, std::memcmp(sorted.data(), values, size * sizeof(T)))
              << name_of(dtype) << " " << count << ", fill "
              << static_cast<int>(fill) << ", " << threads << " threads";
          ASSERT_EQ(0, std::memcmp(order.data(), places, size * 4))
              << name_of(dtype) << " " << count << ", fill "
              << static_cast<int>(fill) << ", " << threads << " threads";
        }
        use_settings(own);
      }
  }

  std::mt19937 random_{5};
};

TEST_P(SortThreads, GiveTheSameBits) {
  for (const Shape& shape : {Shape{1, 40}, Shape{1, 1000}, Shape{1, 9001},
                             Shape{3, 2001}, Shape{150, 40}}) {
    expect_same<float>(DType::kFloat32, shape, 1);
    expect_same<double>(DType::kFloat64, shape, 1);
    expect_same<std::int32_t>(DType::kInt32, shape, 1);
    expect_same<std::int64_t>(DType::kInt64, shape, 1);
    expect_same<std::uint16_t>(DType::kUint16, shape, 1);
    expect_same<std::int8_t>(DType::kInt8, shape, 1);
  }
}

TEST_P(SortThreads, GiveTheSameBitsToColumns) {
  for (const Shape& shape : {Shape{5000, 2}, Shape{40, 300}, Shape{700, 45}}) {
    expect_same<float>(DType::kFloat32, shape, 0);
    expect_same<std::int64_t>(DType::kInt64, shape, 0);
  }
}

template <typename Key>
void expect_steps(std::mt19937& random) {
  for (const std::int64_t count : {0, 1, 31, 255, 256, 1000, 4099})
    for (const Key values : {Key{1}, Key{16}, Key{17}, Key{1} << 30}) {
      std::vector<Key> keys;
      for (std::int64_t i = 0; i < count; ++i)
        keys.push_back(static_cast<Key>(random()) % values);
      std::vector<Key> expected = keys;
      std::sort(expected.begin(), expected.end());
      const auto distinct = [&] {
        std::vector<Key> all = expected;
        return std::unique(all.begin(), all.end()) - all.begin();
      }();
      ValueCounts<Key> counts = {{Key{9}, 5}};
      count_values(keys.data(), count, counts);
      ASSERT_EQ((distinct > 16 ? 0 : distinct) + 1, std::ssize(counts));
      for (std::size_t i = 1; i < counts.size(); ++i)
        EXPECT_EQ(std::count(keys.begin(), keys.end(), counts[i].first),
                  counts[i].second);
      for (const Key pivot : {Key{0}, Key{8}, Key{1} << 29, Key{1} << 31}) {
        std::vector<Key> parts = keys;
        const std::int64_t below = partition_keys(parts.data(), count, pivot);
        EXPECT_EQ(std::lower_bound(expected.begin(), expected.end(), pivot) -
                      expected.begin(),
                  below);
        EXPECT_TRUE(std::all_of(parts.begin(), parts.begin() + below,
                                [=](Key key) { return key < pivot; }));
        std::sort(parts.begin(), parts.end());
        EXPECT_EQ(expected, parts);
      }
    }
}

TEST_P(SortThreads, PartitionAndCount) {
  expect_steps<std::uint32_t>(random_);
  expect_steps<std::uint64_t>(random_);
}

// Threads get about equal numbers of keys, even if keys are many times the
// same, and each bucket begins at a multiple of the unit.
TEST(SortThreadsBalance, BucketsAreNearlyEqual) {
  constexpr std::int64_t kCount = 100000, kThreads = 4;
  Settings four;
  four.threads = kThreads;
  use_settings(four);
  std::mt19937 random(1);
  for (const std::uint64_t values : {60U, 1000U, 1U << 30})
    for (const std::uint64_t unit : {1U, 8U}) {
      std::vector<std::uint64_t> given;
      for (std::int64_t i = 0; i < kCount; ++i)
        given.push_back(random() % values * 4);
      std::vector<std::uint64_t> keys(given.size());
      std::vector<std::int64_t> filled(given.size());
      std::array<std::int64_t, kThreads> sizes{}, begins{};
      std::atomic<std::size_t> buckets = 0;
      const auto state = sort_split(SplitRow<std::uint64_t>{
          .keys = keys.data(),
          .count = kCount,
          .fill =
              [&](std::int64_t first, std::int64_t some) {
                std::copy_n(given.begin() + first, some, keys.begin() + first);
                for (std::int64_t i = first; i < first + some; ++i)
                  ++filled[static_cast<std::size_t>(i)];
              },
          .sample =
              [&](std::int64_t step, std::int64_t size, std::uint64_t* to) {
                for (std::int64_t i = 0; i < size; ++i)
                  to[i] = given[static_cast<std::size_t>(i * step)];
              },
          .sort =
              [&](std::uint64_t* some, std::int64_t size) {
                std::sort(some, some + size);
                const std::size_t bucket = buckets++;
                sizes[bucket] = size;
                begins[bucket] = some - keys.data();
              },
          .done = {},
          .unit = unit});
      ASSERT_EQ(SplitState::kSorted, state);
      EXPECT_EQ(std::size_t{kThreads}, buckets);
      EXPECT_LT(*std::max_element(sizes.begin(), sizes.end()),
                kCount / kThreads * 5 / 4);
      for (const std::int64_t begin : begins) {
        if (begin == 0) continue;
        const auto at = static_cast<std::size_t>(begin);
        EXPECT_LT(keys[at - 1] / unit, keys[at] / unit);
      }
      EXPECT_TRUE(std::all_of(filled.begin(), filled.end(),
                              [](std::int64_t times) { return times == 1; }));
      std::sort(given.begin(), given.end());
      EXPECT_EQ(given, keys);
    }
  use_settings({});
}

INSTANTIATE_TEST_SUITE_P(Every, SortThreads,
                         ::testing::ValuesIn(test::kSettingsCases));

}  // namespace
}  // namespace assay::optimized
