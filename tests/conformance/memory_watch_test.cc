// Tests whether the case at hand or the cases before it are blamed for memory.
#include "conformance/memory_watch.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using Finding = MemoryWatch::Finding;
constexpr std::size_t kLimit = 1000;

TEST(MemoryWatch, BlamesTheFirstCaseOfAProcess) {
  MemoryWatch watch;
  EXPECT_EQ(Finding::kFine, watch.look(1000, 0, kLimit));
  EXPECT_EQ(Finding::kTooMuch, watch.look(1001, 0, kLimit));
}

TEST(MemoryWatch, RunsALaterCaseAgain) {
  MemoryWatch watch;
  EXPECT_EQ(Finding::kFine, watch.look(100, 0, kLimit));
  EXPECT_EQ(Finding::kRunAgain, watch.look(1001, 1, kLimit));
}

// In two cases in a row the process holds more than after the first case by
// half of the limit.
TEST(MemoryWatch, SeesWhatGrowsFromCaseToCase) {
  MemoryWatch watch;
  EXPECT_EQ(Finding::kFine, watch.look(100, 0, kLimit));
  EXPECT_EQ(Finding::kFine, watch.look(200, 1, kLimit));
  EXPECT_EQ(Finding::kFine, watch.look(700, 2, kLimit));
  EXPECT_EQ(Finding::kFine, watch.look(701, 3, kLimit));
  EXPECT_EQ(Finding::kFine, watch.look(702, 3, kLimit));
  EXPECT_EQ(Finding::kGrown, watch.look(702, 4, kLimit));
}

// One case needs much memory and gives it back.
TEST(MemoryWatch, BearsOneLargeCase) {
  MemoryWatch watch;
  EXPECT_EQ(Finding::kFine, watch.look(200, 1, kLimit));
  EXPECT_EQ(Finding::kFine, watch.look(900, 2, kLimit));
  EXPECT_EQ(Finding::kFine, watch.look(300, 3, kLimit));
  EXPECT_EQ(Finding::kFine, watch.look(900, 3, kLimit));
  EXPECT_EQ(Finding::kFine, watch.look(900, 4, kLimit));
  EXPECT_EQ(Finding::kGrown, watch.look(900, 5, kLimit));
}

TEST(MemoryWatch, SaysWhatItSaw) {
  MemoryWatch watch;
  constexpr std::size_t kMega = std::size_t{1} << 20;
  watch.look(50 * kMega, 0, 300 * kMega);
  watch.look(301 * kMega, 0, 300 * kMega);
  EXPECT_EQ(
      "the process held 301 MB where --memory allows 300; it held 50 MB in the "
      "beginning of the case, its first",
      watch.message(301 * kMega, 300 * kMega));
}

}  // namespace
}  // namespace assay
