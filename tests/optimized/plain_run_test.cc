// Checks that copies and fills give the same bytes past the caches as in them,
// wherever they begin.
#include "optimized/resources/plain_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "optimized/resources/cache_sizes.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::byte kUntouched{0xa5};

Bytes random_bytes(std::size_t count) {
  std::mt19937 random(3);
  Bytes bytes(count);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random() % 256);
  return bytes;
}

class PlainRun : public testing::TestWithParam<const char*> {
 protected:
  ~PlainRun() override { use_settings(Settings()); }

  // Chooses the target, and stores results of at least `stream_bytes` past the
  // caches.
  void choose(std::int64_t stream_bytes) {
    use_settings(Settings());
    auto chosen = parse_settings(std::string("target=") + GetParam());
    if (!chosen) GTEST_SKIP() << "the machine has no " << GetParam();
    chosen->stream_bytes = stream_bytes;
    use_settings(*chosen);
  }
};

TEST_P(PlainRun, CopiesWhatIsThereAndNoMore) {
  choose(1);
  if (IsSkipped()) return;
  const Bytes from = random_bytes(400);
  for (std::size_t at = 0; at < 70; at += 3)
    for (const std::size_t count : {0u, 1u, 15u, 63u, 64u, 65u, 130u, 257u}) {
      Bytes past(400, kUntouched), in(400, kUntouched), expected = in;
      std::copy_n(from.begin() + 7, count,
                  expected.begin() + static_cast<std::ptrdiff_t>(at));
      const auto bytes = static_cast<std::int64_t>(count);
      copy_past_caches(past.data() + at, from.data() + 7, bytes);
      end_past_caches();
      ASSERT_EQ(expected, past) << at << ", " << count;
      copy_bytes(in.data() + at, from.data() + 7, bytes);
      ASSERT_EQ(expected, in) << at << ", " << count;
    }
}

// Long copies are another function's.
TEST_P(PlainRun, CopiesNothingAroundLongRuns) {
  choose(1 << 30);
  if (IsSkipped()) return;
  const auto least = static_cast<std::size_t>(long_copy_bytes());
  const Bytes from = random_bytes(least + 200);
  for (const std::size_t count : {least - 1, least, least + 65}) {
    Bytes to(from.size(), kUntouched), expected = to;
    std::copy_n(from.begin() + 7, count, expected.begin() + 33);
    copy_bytes(to.data() + 33, from.data() + 7,
               static_cast<std::int64_t>(count));
    ASSERT_TRUE(expected == to) << count;
  }
}

TEST_P(PlainRun, CopiesRowsAndNothingBetweenThem) {
  choose(1 << 30);
  if (IsSkipped()) return;
  const Bytes from = random_bytes(2000);
  for (std::int64_t bytes = 16; bytes < 300; bytes += bytes < 80 ? 1 : 37)
    for (const std::int64_t step : {bytes, bytes + 1, bytes + 64}) {
      const ByteRows rows = {4, bytes, step, bytes + 3};
      Bytes to(2000, kUntouched), expected = to;
      for (std::int64_t row = 0; row < rows.count; ++row)
        std::copy_n(from.begin() + 5 + row * rows.from_step, bytes,
                    expected.begin() + 9 + row * rows.to_step);
      copy_rows(to.data() + 9, from.data() + 5, rows);
      ASSERT_EQ(expected, to) << bytes << ", " << step;
    }
}

TEST_P(PlainRun, FillsWithElementsOfEverySize) {
  for (const std::int64_t stream_bytes : {1, 1 << 20}) {
    choose(stream_bytes);
    if (IsSkipped()) return;
    const Bytes element = random_bytes(16);
    for (const std::size_t size : {1u, 2u, 4u, 8u, 16u})
      for (std::size_t at = 0; at < 70; ++at)
        for (const std::size_t count : {0u, 1u, 3u, 17u, 64u, 100u}) {
          Bytes to(2000, kUntouched), expected = to;
          for (std::size_t i = 0; i < count; ++i)
            std::copy_n(
                element.begin(), size,
                expected.begin() + static_cast<std::ptrdiff_t>(at + i * size));
          fill_run(to.data() + at, element.data(), size,
                   static_cast<std::int64_t>(count));
          ASSERT_EQ(expected, to) << size << ", " << at << ", " << count;
        }
  }
}

TEST_P(PlainRun, GoesPastTheCachesForThePartsOfALargeResult) {
  choose(1000);
  if (IsSkipped()) return;
  EXPECT_FALSE(goes_past_caches(10));
  {
    const PartOfResult large(1000);
    EXPECT_TRUE(goes_past_caches(10));
    {
      const PartOfResult none(0);
      EXPECT_FALSE(goes_past_caches(10));
    }
    EXPECT_TRUE(goes_past_caches(10));
  }
  EXPECT_FALSE(goes_past_caches(10));
}

TEST(ResultSize, DecidesWhetherL2HoldsAPart) {
  EXPECT_TRUE(is_held_by_l2(l2_bytes()));
  EXPECT_FALSE(is_held_by_l2(l2_bytes() + 1));
  const PartOfResult large(l2_bytes() + 1);
  EXPECT_FALSE(is_held_by_l2(10));
}

INSTANTIATE_TEST_SUITE_P(Targets, PlainRun,
                         testing::Values("scalar", "sse4", "avx2", "avx512"));

}  // namespace
}  // namespace assay::optimized
