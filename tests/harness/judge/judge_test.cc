// Tests what the judge accepts and refuses: NaN, infinities, zeros and distance
// in that order. It also tests mistakes that judges make.
#include "harness/judge/judge.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "harness/judge/acceptance.h"
#include "tests/harness/float_bits.h"

namespace assay {
namespace {

using test::elements;
using test::f32;
using test::kInf;
using test::kNan;
using test::kSign;

const DType kF = DType::kFloat32;

// Permits the interval [low, high] around value, for each element.
Permitted within(std::vector<std::uint64_t> values, std::uint64_t below,
                 std::uint64_t above) {
  Permitted permitted{.values = elements(values), .accuracy = Accuracy::kUlp};
  for (std::uint64_t value : values)
    permitted.accept.push_back({false, value - below, value + above});
  return permitted;
}
bool takes(const Permitted& permitted, std::vector<std::uint64_t> got,
           DType dtype = kF) {
  return judge(dtype, permitted, elements(std::move(got))).pass;
}

struct Pair {
  std::uint64_t expected;
  std::uint64_t got;
  bool exact;  // taken by class exact
  bool bits;   // taken by class bits
};
const Pair kPairs[] = {
    {kNan, kNan, true, true},
    {kNan, kNan | kSign | 5, true, false},
    {kNan, kInf | 1, true, false},  // signaling
    {kNan, kInf, false, false},
    {kNan, 0, false, false},
    {kInf, kInf, true, true},
    {kInf, kInf | kSign, false, false},
    {kInf, kInf - 1, false, false},
    {kInf, kNan, false, false},
    {0, 0, true, true},
    {0, kSign, false, false},
    {kSign, 0, false, false},
    {0, 1, false, false},
    {0, kNan, false, false},
    {0x3f800000, 0x3f800000, true, true},
    {0x3f800000, 0x3f800001, false, false},
    {0x3f800000, 0xbf800000, false, false},
};

TEST(Judge, ExactAndBits) {
  for (const Pair& pair : kPairs)
    for (Accuracy accuracy :
         {Accuracy::kExact, Accuracy::kCorrectlyRounded, Accuracy::kBits}) {
      const Permitted permitted{.values = elements({pair.expected}),
                                .accuracy = accuracy};
      EXPECT_EQ(takes(permitted, {pair.got}),
                accuracy == Accuracy::kBits ? pair.bits : pair.exact)
          << std::hex << pair.expected << " " << pair.got;
    }
}

TEST(Judge, IntegersAreTheirBits) {
  for (DType dtype : {DType::kInt8, DType::kUint64, DType::kBool}) {
    const Permitted permitted{.values = elements({1})};
    EXPECT_TRUE(takes(permitted, {1}, dtype));
    EXPECT_FALSE(takes(permitted, {0}, dtype));
  }
  // The bits of a NaN of some float are an ordinary integer.
  EXPECT_FALSE(takes({.values = elements({kNan})}, {kNan | 1}, DType::kInt32));
}

TEST(Judge, IntervalEndsAreInside) {
  const Permitted permitted = within({f32(1.5f)}, 2, 3);
  for (int step = -4; step <= 5; ++step)
    EXPECT_EQ(takes(permitted, {f32(1.5f) + static_cast<std::uint64_t>(step)}),
              step >= -2 && step <= 3)
        << step;
}

// The judge reports the largest error of the rejected elements. It is infinity
// if a sign of zero, a NaN or an infinity is wrong, because that has no
// distance.
TEST(Judge, MeasuresWhatItRejects) {
  const std::uint64_t two = f32(2.0f), zero = f32(0.0f);
  const Permitted permitted = within({two, two, two}, 1, 1);
  const auto rejected = [&](const std::vector<std::uint64_t>& got) {
    return judge(DType::kFloat32, permitted, elements(got)).rejected_ulp;
  };
  EXPECT_EQ(0, rejected({two, two + 1, two}));
  EXPECT_EQ(3, rejected({two + 2, two, two + 3}));
  EXPECT_EQ(HUGE_VAL, rejected({two + 2, kNan, two}));
  EXPECT_EQ(HUGE_VAL, rejected({two + 2, two, kInf}));
  Permitted zeros{.values = elements({zero}),
                  .accuracy = Accuracy::kUlp,
                  .accept = {{false, zero, f32(1)}},
                  .residue = {0.25}};
  EXPECT_EQ(
      HUGE_VAL,
      judge(DType::kFloat32, zeros, elements({zero | kSign})).rejected_ulp);
  const Permitted exact{.values = elements({two})};
  EXPECT_EQ(2, judge(DType::kFloat32, exact, elements({two + 2})).rejected_ulp);
  EXPECT_EQ(HUGE_VAL,
            judge(DType::kInt32, exact, elements({two + 2})).rejected_ulp);
}

TEST(Judge, NanIsNeverWithinAnInterval) {
  const Permitted wide{.values = elements({0}),
                       .accuracy = Accuracy::kUlp,
                       .accept = {{false, kInf | kSign, kInf}}};
  EXPECT_TRUE(takes(wide, {f32(-7)}));
  EXPECT_TRUE(takes(wide, {kInf}));
  for (std::uint64_t nan : {kNan, kNan | kSign, kInf | 1, kSign | 0x7fffffffu})
    EXPECT_FALSE(takes(wide, {nan})) << nan;
}

// A NaN at any one of 40 places, in every class.
TEST(Judge, ANanInAnyPositionIsSeen) {
  std::vector<std::uint64_t> values;
  for (int i = 0; i < 40; ++i) values.push_back(f32(static_cast<float>(i)));
  const Permitted exact{.values = elements(values)};
  const Permitted ulp = within(values, 0, 1000);
  Permitted normwise{.values = elements(values),
                     .accuracy = Accuracy::kNormwise,
                     .bound = std::vector<double>(40, 1e30)};
  for (std::size_t at = 0; at < values.size(); ++at) {
    std::vector<std::uint64_t> got = values;
    got[at] = kNan;
    EXPECT_FALSE(takes(exact, got)) << at;
    EXPECT_FALSE(takes(ulp, got)) << at;
    EXPECT_FALSE(takes(normwise, got, DType::kComplex64)) << at;
    const Judgement judgement = judge(kF, ulp, elements(got));
    EXPECT_EQ(judgement.mismatches, 1);
    EXPECT_EQ(judgement.first->position, static_cast<std::int64_t>(at));
    EXPECT_EQ(judgement.first->error, HUGE_VAL);
  }
}

TEST(Judge, NothingButNanForNan) {
  const Permitted permitted{.values = elements({kNan}),
                            .accuracy = Accuracy::kUlp,
                            .accept = {accept_only(kNan)}};
  EXPECT_TRUE(takes(permitted, {kNan | kSign}));
  for (std::uint64_t other : {std::uint64_t{0}, kInf, f32(1), kSign | kInf})
    EXPECT_FALSE(takes(permitted, {other}));
}

TEST(Judge, AnyIsAnythingAndCountsAsNotCompared) {
  Permitted permitted = within({f32(1), f32(2)}, 1, 1);
  permitted.accept[0].any = true;
  for (std::uint64_t bits : {kNan, kInf, std::uint64_t{0}})
    EXPECT_TRUE(takes(permitted, {bits, f32(2)}));
  EXPECT_FALSE(takes(permitted, {f32(1), kNan}));
  EXPECT_EQ(judge(kF, permitted, elements({kNan, f32(2)})).compared, 1);
}

TEST(Judge, OverflowWindow) {
  const std::uint64_t largest = kInf - 1;
  const Permitted permitted{.values = elements({largest}),
                            .accuracy = Accuracy::kUlp,
                            .accept = {{false, largest - 2, kInf}}};
  EXPECT_TRUE(takes(permitted, {kInf}));
  EXPECT_TRUE(takes(permitted, {largest - 2}));
  EXPECT_FALSE(takes(permitted, {largest - 3}));
  EXPECT_FALSE(takes(permitted, {kInf | kSign}));
  EXPECT_FALSE(takes(permitted, {kNan}));
  // float8_e4m3fn: NaN takes the place of infinity.
  const Permitted narrow{.values = elements({0x7e}),
                         .accuracy = Accuracy::kUlp,
                         .accept = {{false, 0x7d, 0x7f}}};
  for (std::uint64_t bits : {0x7du, 0x7eu, 0x7fu, 0xffu})
    EXPECT_TRUE(takes(narrow, {bits}, DType::kFloat8E4m3fn)) << bits;
  EXPECT_FALSE(takes(narrow, {0x7c}, DType::kFloat8E4m3fn));
  EXPECT_FALSE(takes(narrow, {0xfe}, DType::kFloat8E4m3fn));
}

TEST(Judge, DiscsAreClosedAndWithoutNan) {
  const Permitted permitted{.values = {{f32(3), f32(4)}},
                            .accuracy = Accuracy::kNormwise,
                            .bound = {0.5}};
  const auto lands = [&](float re, float im) {
    return judge(DType::kComplex64, permitted, {{f32(re), f32(im)}}).pass;
  };
  EXPECT_TRUE(lands(3, 4));
  EXPECT_TRUE(lands(3.5f, 4));
  EXPECT_TRUE(lands(3, 3.5f));
  EXPECT_FALSE(lands(3.5000002f, 4));
  EXPECT_FALSE(lands(3.4f, 4.4f));  // each part within, the modulus not
  EXPECT_FALSE(lands(std::nanf(""), 4));
  EXPECT_FALSE(lands(3, std::nanf("")));
  EXPECT_FALSE(lands(HUGE_VALF, 4));
  EXPECT_FALSE(lands(HUGE_VALF, std::nanf("")));
  Permitted open = permitted;
  open.bound = {-1};
  EXPECT_TRUE(judge(DType::kComplex64, open, {{kNan, kInf}}).pass);
  Permitted exact = permitted;
  exact.bound = {0};
  EXPECT_TRUE(judge(DType::kComplex64, exact, permitted.values).pass);
  EXPECT_FALSE(judge(DType::kComplex64, exact, {{f32(3), f32(4) + 1}}).pass);
}

// The classes that measure norms say how far beyond its bound a result is.
TEST(Judge, ShowsErrorsBesideBoundsThatAreNotInUlps) {
  const auto excess_of = [](DType dtype, const Permitted& permitted,
                            const std::vector<ElementBits>& got) {
    const Judgement judgement = judge(dtype, permitted, got);
    return judgement.first ? judgement.first->excess : "accepted";
  };
  const Permitted disc{.values = {{f32(3), f32(4)}},
                       .accuracy = Accuracy::kNormwise,
                       .bound = {0.5}};
  EXPECT_EQ("error 2, allowed 0.5 (4 times)",
            excess_of(DType::kComplex64, disc, {{f32(5), f32(4)}}));
  EXPECT_EQ("", excess_of(DType::kComplex64, disc, {{f32(HUGE_VALF), f32(4)}}));
  Permitted sum = within({f32(1)}, 3, 3);
  EXPECT_EQ("", excess_of(kF, sum, elements({f32(3)})));  // in ULPs
  sum.accuracy = Accuracy::kConditionAware;
  // A stored case has the range alone.
  EXPECT_EQ("error 2, allowed 3.58e-07 (5.592e+06 times)",
            excess_of(kF, sum, elements({f32(3)})));
  sum.allowed = {0.25};
  EXPECT_EQ("error 0.5, allowed 0.25 (2 times)",
            excess_of(kF, sum, elements({f32(0.5f)})));
  EXPECT_EQ("", excess_of(kF, sum, elements({kNan})));
  sum.allowed = {0};
  EXPECT_EQ("error 0.5, allowed 0", excess_of(kF, sum, elements({f32(1.5f)})));
  EXPECT_EQ("accepted", excess_of(kF, sum, elements({f32(1)})));
}

// A product over no axes is a copy, of what is not finite too.
TEST(Judge, WhatIsNotFiniteHasNoDisc) {
  const auto lands = [](ElementBits expected, ElementBits got) {
    const Permitted permitted{
        .values = {expected}, .accuracy = Accuracy::kProduct, .bound = {0}};
    return judge(DType::kComplex64, permitted, {got}).pass;
  };
  EXPECT_TRUE(lands({f32(1), kNan}, {f32(1), kNan | kSign}));
  EXPECT_TRUE(lands({f32(1), kInf}, {f32(1), kInf}));
  EXPECT_TRUE(lands({0, kNan}, {kSign, kNan}));
  EXPECT_FALSE(lands({f32(1), kNan}, {f32(2), kNan}));
  EXPECT_FALSE(lands({f32(1), kNan}, {f32(1), f32(1)}));
  EXPECT_FALSE(lands({f32(1), kInf}, {f32(1), kInf | kSign}));
  EXPECT_FALSE(lands({f32(1), kInf}, {f32(1), f32(1)}));
}

TEST(Judge, ComplexIntervalsHoldForBothParts) {
  const Permitted permitted{
      .values = {{f32(1), f32(2)}},
      .accuracy = Accuracy::kConditionAware,
      .accept = {{false, f32(1), f32(1) + 1}, {false, f32(2), f32(2) + 1}}};
  const auto lands = [&](std::uint64_t re, std::uint64_t im) {
    return judge(DType::kComplex64, permitted, {{re, im}}).pass;
  };
  EXPECT_TRUE(lands(f32(1) + 1, f32(2) + 1));
  EXPECT_FALSE(lands(f32(1) + 2, f32(2)));
  EXPECT_FALSE(lands(f32(1), f32(2) + 2));
  EXPECT_FALSE(lands(f32(1), kNan));
  // An open part leaves the other one judged, and the element compared.
  Permitted half = permitted;
  half.accept[0].any = true;
  const auto judged = [&](std::uint64_t im) {
    return judge(DType::kComplex64, half, {{kNan, im}});
  };
  EXPECT_TRUE(judged(f32(2)).pass);
  EXPECT_EQ(judged(f32(2)).compared, 1);
  EXPECT_FALSE(judged(f32(2) + 2).pass);
}

TEST(Judge, GroupsMayChangePlacesAndNotRepeat) {
  const Permitted permitted{.values = elements({4, 1, 3, 0, 2}),
                            .interchangeable = {{1, 2, 3}}};
  const DType indices = DType::kInt32;
  EXPECT_TRUE(takes(permitted, {4, 1, 3, 0, 2}, indices));
  EXPECT_TRUE(takes(permitted, {4, 0, 1, 3, 2}, indices));
  EXPECT_FALSE(takes(permitted, {4, 0, 0, 3, 2}, indices));  // 1 is lost
  EXPECT_FALSE(takes(permitted, {4, 1, 3, 2, 0}, indices));  // left the group
  EXPECT_FALSE(takes(permitted, {0, 1, 3, 4, 2}, indices));
  EXPECT_EQ(judge(indices, permitted, elements({4, 0, 1, 3, 2})).compared, 5);
}

TEST(Judge, AlternativesBelongToTheirPlace) {
  const Permitted permitted{
      .values = elements({1, 2, 3}),
      .accuracy = Accuracy::kBits,
      .alternatives = {{0, elements({7})}, {2, elements({8, 9})}}};
  const DType dtype = DType::kInt32;
  EXPECT_TRUE(takes(permitted, {1, 2, 3}, dtype));
  EXPECT_TRUE(takes(permitted, {7, 2, 9}, dtype));
  EXPECT_TRUE(takes(permitted, {1, 2, 8}, dtype));
  EXPECT_FALSE(takes(permitted, {8, 2, 3}, dtype));
  EXPECT_FALSE(takes(permitted, {1, 7, 3}, dtype));
  EXPECT_FALSE(takes(permitted, {1, 2, 4}, dtype));
  EXPECT_EQ(judge(dtype, permitted, elements({7, 2, 9})).compared, 3);
  EXPECT_EQ(judge(dtype, permitted, elements({1, 2, 4})).first->accepted,
            "one of 3 values");
  // In the class bits every bit counts, also in a NaN.
  const Permitted nans{.values = elements({0}),
                       .accuracy = Accuracy::kBits,
                       .alternatives = {{0, elements({kNan})}}};
  EXPECT_TRUE(takes(nans, {kNan}));
  EXPECT_FALSE(takes(nans, {kNan | 1}));
}

TEST(Judge, AGroupOfZerosAndNans) {
  const Permitted permitted{.values = elements({0, kSign, f32(1)}),
                            .interchangeable = {{0, 1}}};
  EXPECT_TRUE(takes(permitted, {kSign, 0, f32(1)}));
  EXPECT_FALSE(takes(permitted, {0, 0, f32(1)}));  // a -0 became +0
  const Permitted three{.values = elements({0, kSign, 0}),
                        .interchangeable = {{0, 1, 2}}};
  EXPECT_TRUE(takes(three, {kSign, 0, 0}));
  EXPECT_FALSE(takes(three, {kSign, kSign, 0}));  // the same set of values
  const Permitted nans{.values = elements({kNan, kNan | 1}),
                       .interchangeable = {{0, 1}}};
  EXPECT_TRUE(takes(nans, {kNan | kSign, kNan | 7}));
  EXPECT_FALSE(takes(nans, {kNan, kInf}));
}

TEST(Judge, AnotherNumberOfElementsIsNoPass) {
  const Permitted permitted{.values = elements({1, 2})};
  EXPECT_FALSE(takes(permitted, {1}));
  EXPECT_FALSE(takes(permitted, {1, 2, 3}));
  EXPECT_FALSE(takes(permitted, {}));
  EXPECT_FALSE(judge(kF, permitted, {}).first.has_value());
}

// Errors are measured for single elements. Many small ones do not add up to a
// large one.
TEST(Judge, ErrorsDoNotAddUp) {
  const std::vector<std::uint64_t> values(100, f32(1.5f));
  std::vector<std::uint64_t> got = values;
  for (std::uint64_t& bits : got) bits += 3;
  const Judgement judgement =
      judge(kF, within(values, 3, 3), elements(std::move(got)));
  EXPECT_TRUE(judgement.pass);
  EXPECT_EQ(judgement.max_ulp, 3);
  EXPECT_EQ(judgement.compared, 100);
  const std::uint64_t one = f32(1.5f);
  const Judgement growing = judge(kF, within({one, one, one}, 3, 3),
                                  elements({one + 1, one + 2, one + 3}));
  EXPECT_TRUE(growing.pass);
  EXPECT_EQ(growing.max_ulp, 3);
  EXPECT_EQ(growing.worst, 2);
}

// One element off by little more than allowed, among many that are exact.
TEST(Judge, OneBadElementIsNotAveragedAway) {
  std::vector<std::uint64_t> values(1000, f32(1.5f));
  std::vector<std::uint64_t> got = values;
  got[567] += 4;
  const Judgement judgement =
      judge(kF, within(values, 3, 3), elements(std::move(got)));
  EXPECT_FALSE(judgement.pass);
  EXPECT_EQ(judgement.mismatches, 1);
  EXPECT_EQ(judgement.first->position, 567);
  EXPECT_EQ(judgement.first->error, 4);
  EXPECT_EQ(judgement.max_ulp, 0);
  EXPECT_EQ(judgement.first->accepted, "[1.4999996, 1.5000004]");
}

TEST(Judge, FirstMismatchIsReportedAndAllAreCounted) {
  const Permitted permitted{.values = elements({1, 2, 3, 4})};
  const Judgement judgement =
      judge(DType::kInt8, permitted, elements({1, 9, 3, 8}));
  EXPECT_EQ(judgement.mismatches, 2);
  EXPECT_EQ(judgement.first->position, 1);
  EXPECT_EQ(judgement.first->expected, (ElementBits{2, 0}));
  EXPECT_EQ(judgement.first->got, (ElementBits{9, 0}));
}

TEST(JudgeAny, EveryPermittedAnswerIsTakenAndNoMixture) {
  const std::vector<Permitted> any_of = {{.values = elements({1, 2})},
                                         {.values = elements({3, 4})}};
  const auto takes_any = [&](std::vector<std::uint64_t> got) {
    return judge_any(DType::kInt8, any_of, elements(std::move(got)));
  };
  EXPECT_TRUE(takes_any({1, 2}).pass);
  EXPECT_TRUE(takes_any({3, 4}).pass);
  EXPECT_FALSE(takes_any({1, 4}).pass);
  EXPECT_EQ(takes_any({3, 5}).mismatches, 1);  // the nearer answer counts
  EXPECT_FALSE(judge_any(DType::kInt8, {}, elements({1})).pass);
}

}  // namespace
}  // namespace assay
