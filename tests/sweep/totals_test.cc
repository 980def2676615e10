// Totals add up to the same in every order, and survive their own JSON.
#include "sweep/totals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace assay {
namespace {

Totals some(std::uint64_t seed) {
  Totals totals;
  totals.inputs = 100 + seed;
  totals.open = seed;
  totals.digest = digest_of(seed, 3) | std::uint64_t{1} << 63;
  totals.rejected = 2 * seed;
  totals.breaks = 3 * seed;
  totals.steps[seed % totals.steps.size()] = 5 + seed;
  return totals;
}

TEST(Totals, AddUpInEveryOrder) {
  std::vector<Totals> parts = {some(1), some(2), some(3), some(4)};
  parts[0].worst = SweptInput{9, 1, 2, 0.75};
  parts[2].worst = SweptInput{4, 1, 2, 0.75};
  parts[3].worst = SweptInput{1, 1, 2, 0.625};
  parts[1].first_rejected = SweptInput{8, 5, 6, HUGE_VAL};
  parts[3].first_rejected = SweptInput{7, 5, 6, 20};
  Totals forward;
  for (const Totals& part : parts) forward.add(part);
  Totals backward;
  for (std::size_t i = parts.size(); i-- > 0;) backward.add(parts[i]);
  EXPECT_EQ(forward, backward);
  EXPECT_EQ(410u, forward.inputs);
  EXPECT_EQ(20u, forward.rejected);
  EXPECT_EQ(30u, forward.breaks);
  EXPECT_EQ(10u, forward.open);
  EXPECT_EQ(7u, forward.steps[2]);
  // The larger error, and of two the lower input.
  EXPECT_EQ((SweptInput{4, 1, 2, 0.75}), forward.worst);
  EXPECT_EQ((SweptInput{7, 5, 6, 20}), forward.first_rejected);
}

TEST(Totals, HaveADigestOfInputsAndResults) {
  EXPECT_NE(digest_of(1, 2), digest_of(2, 1));
  EXPECT_NE(digest_of(1, 2), digest_of(1, 3));
  // Two results that are exchanged are noticed.
  EXPECT_NE(digest_of(1, 5) + digest_of(2, 6),
            digest_of(1, 6) + digest_of(2, 5));
}

TEST(Totals, SurviveJson) {
  Totals totals = some(6);
  for (const double ulp : {0.1, HUGE_VAL}) {
    totals.worst = SweptInput{1, 0xffffffff, 3, ulp};
    const auto read = totals_from_json(to_json(totals));
    ASSERT_TRUE(read) << read.status().message;
    EXPECT_EQ(totals, *read);
  }
  totals.worst.reset();
  EXPECT_EQ(totals, *totals_from_json(to_json(totals)));
}

TEST(Totals, RefuseOtherJson) {
  const auto good = to_json(some(1));
  for (const char* key : {"inputs", "digest", "steps", "breaks"}) {
    auto bad = good;
    bad.erase(key);
    EXPECT_FALSE(totals_from_json(bad)) << key;
    bad[key] = "x";
    EXPECT_FALSE(totals_from_json(bad)) << key;
  }
}

TEST(StepBin, HasBinsWithoutGaps) {
  EXPECT_EQ(0u, step_bin(0));
  EXPECT_EQ(4u, step_bin(4));
  EXPECT_EQ(5u, step_bin(5));
  EXPECT_EQ(5u, step_bin(8));
  EXPECT_EQ(6u, step_bin(9));
  EXPECT_EQ(7u, step_bin(17));
  EXPECT_EQ(7u, step_bin(64));
  EXPECT_EQ(8u, step_bin(65));
  EXPECT_EQ(8u, step_bin(~std::uint64_t{0}));
  EXPECT_EQ("other", kStepNames[kOtherSteps]);
}

}  // namespace
}  // namespace assay
