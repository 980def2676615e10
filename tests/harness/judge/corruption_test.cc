// Corruptions of every judge class: what is called certain, the judge refuses;
// what some permitted answer might take, is never called certain.
#include "harness/judge/corruption.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "harness/judge/acceptance.h"
#include "harness/judge/judge.h"
#include "tests/harness/float_bits.h"

namespace assay {
namespace {

using test::elements;
using test::f32;
using test::kInf;
using test::kNan;
using test::kSign;

// Returns evidence whose result is the expected one.
Evidence accepted(DType dtype, Permitted permitted) {
  Evidence evidence{dtype,
                    {std::ssize(permitted.values)},
                    permitted.values,
                    {std::move(permitted)}};
  EXPECT_TRUE(
      judge_any(dtype, evidence.any_of, evidence.got, evidence.shape).pass);
  return evidence;
}

std::vector<Evidence> every_class() {
  const std::vector<std::uint64_t> some = {f32(1), kNan, f32(-0.0f), kInf,
                                           f32(2.5f)};
  Permitted ulp{.values = elements(some), .accuracy = Accuracy::kUlp};
  for (std::uint64_t bits : some) ulp.accept.push_back(accept_only(bits));
  ulp.accept[0] = {false, f32(1) - 4, f32(1) + 4};
  ulp.accept[4].any = true;
  Permitted interval{.values = elements({f32(1), f32(0)}),
                     .accuracy = Accuracy::kConditionAware,
                     .accept = {{false, f32(-1e30f), f32(1e30f)},
                                {false, f32(-1e-9f), f32(1e-9f)}}};
  Permitted overflow{.values = elements({0x7e}),
                     .accuracy = Accuracy::kUlp,
                     .accept = {{false, 0x7d, 0x7f}}};
  Permitted disc{.values = {{f32(3), f32(4)}, {f32(0), f32(1)}},
                 .accuracy = Accuracy::kNormwise,
                 .bound = {0.5, -1}};
  Permitted slices{.values = elements({f32(1), f32(2), f32(3), f32(4)}),
                   .accuracy = Accuracy::kFft,
                   .slices = SliceBounds{{0}, {1e-3}, {1e-3}}};
  return {
      accepted(DType::kFloat32, {.values = elements(some)}),
      accepted(DType::kFloat32,
               {.values = elements(some), .accuracy = Accuracy::kBits}),
      accepted(DType::kInt4, {.values = elements({0, 7, 15})}),
      accepted(DType::kBool, {.values = elements({0, 1, 1})}),
      accepted(DType::kInt32, {.values = elements({4, 1, 3, 0, 2}),
                               .interchangeable = {{1, 2, 3}}}),
      accepted(DType::kFloat32, {.values = elements({kNan, kNan, f32(1)}),
                                 .interchangeable = {{0, 1}}}),
      accepted(DType::kFloat32,
               {.values = elements(some),
                .accuracy = Accuracy::kBits,
                .alternatives = {{0, elements({f32(1) ^ 1, kNan})},
                                 {4, elements({f32(7)})}}}),
      accepted(DType::kComplex64,
               {.values = {{f32(1), kNan}, {f32(0), f32(-2)}}}),
      accepted(DType::kFloat32, ulp),
      accepted(DType::kFloat32, interval),
      accepted(DType::kFloat8E4m3fn, overflow),
      accepted(DType::kComplex64, disc),
      accepted(DType::kFloat32, slices),
  };
}

TEST(Corruption, OfResultsIsRefused) {
  std::set<std::string> kinds;
  for (const Evidence& evidence : every_class())
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      Evidence wrong = evidence;
      const auto done = corrupt_result(wrong, seed * 0x9e3779b97f4a7c15u);
      ASSERT_TRUE(done.has_value()) << name_of(evidence.dtype);
      kinds.insert(done->substr(0, 8));
      EXPECT_NE(evidence.got, wrong.got) << *done;
      EXPECT_FALSE(
          judge_any(wrong.dtype, wrong.any_of, wrong.got, wrong.shape).pass)
          << name_of(evidence.dtype) << ": " << *done;
    }
  EXPECT_EQ(
      (std::set<std::string>{"a NaN wa", "a bit wa", "the last", "the whol"}),
      kinds);
}

TEST(Corruption, OfExpectationsIsRefused) {
  for (const Evidence& evidence : every_class())
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Evidence wrong = evidence;
      const auto done = corrupt_expectation(wrong, seed);
      ASSERT_TRUE(done.has_value()) << name_of(evidence.dtype);
      EXPECT_EQ(evidence.got, wrong.got);
      EXPECT_FALSE(
          judge_any(wrong.dtype, wrong.any_of, wrong.got, wrong.shape).pass)
          << name_of(evidence.dtype) << ": " << *done;
    }
}

TEST(Corruption, OfWhatIsOpenIsNone) {
  Permitted open{.values = elements({f32(1), f32(2)}),
                 .accuracy = Accuracy::kUlp,
                 .accept = {{true, 0, 0}, {true, 0, 0}}};
  Evidence evidence = accepted(DType::kFloat32, open);
  EXPECT_FALSE(corrupt_result(evidence, 1).has_value());
  EXPECT_FALSE(corrupt_expectation(evidence, 1).has_value());
  Permitted disc{
      .values = {{0, 0}}, .accuracy = Accuracy::kNormwise, .bound = {-1}};
  evidence = accepted(DType::kComplex64, disc);
  EXPECT_FALSE(corrupt_result(evidence, 2).has_value());
  EXPECT_FALSE(corrupt_expectation(evidence, 2).has_value());
  evidence = accepted(DType::kInt8, {.values = {}});
  EXPECT_FALSE(corrupt_result(evidence, 3).has_value());
  EXPECT_FALSE(corrupt_expectation(evidence, 3).has_value());
  EXPECT_EQ(open.values, accepted(DType::kFloat32, open).got);
}

struct Certainty {
  Acceptance accept;
  std::uint64_t bits;
  bool refused;
};
const Certainty kCertainties[] = {
    {{false, f32(1), f32(2)}, f32(1), false},
    {{false, f32(1), f32(2)}, f32(2.5f), true},
    {{false, f32(1), f32(2)}, f32(0.5f), true},
    {{false, f32(1), f32(2)}, kNan, true},
    {{false, f32(1), f32(2)}, kInf, true},
    {{false, f32(1), kInf}, kInf, false},
    {{false, f32(-1), f32(1)}, kSign, false},
    {{false, 0, f32(1)}, kSign, false},  // a matter of signs alone
    {{false, 0, 0}, kSign, true},
    {{false, kNan, kNan}, f32(1), true},
    {{false, kNan, kNan}, kNan | kSign, false},
    {{true, 0, 0}, kNan, false},
};

TEST(Corruption, IsCertainOnlyWhereEveryJudgeRefuses) {
  for (const Certainty& row : kCertainties) {
    Evidence evidence{DType::kFloat32,
                      {1},
                      elements({f32(1)}),
                      {{.values = elements({f32(1)}),
                        .accuracy = Accuracy::kUlp,
                        .accept = {row.accept}}}};
    EXPECT_EQ(row.refused, is_surely_refused(evidence, 0, {row.bits, 0}))
        << std::hex << row.accept.low << " " << row.accept.high << " "
        << row.bits;
    // Another permitted answer may take it.
    evidence.any_of.push_back({.values = elements({row.bits})});
    EXPECT_FALSE(is_surely_refused(evidence, 0, {row.bits, 0}));
  }
  EXPECT_FALSE(is_surely_refused({}, 0, {}));
}

}  // namespace
}  // namespace assay
