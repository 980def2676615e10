// Tests what each value of float.subnormal permits, on calls of the reference.
#include "harness/judge/subnormal_answers.h"

#include <gtest/gtest.h>

#include "harness/judge/judge.h"
#include "harness/run/program.h"
#include "reference/reference.h"
#include "spec/op_table.h"
#include "tests/harness/float_bits.h"

namespace assay {
namespace {

using test::f32;

constexpr Profile kAny = kNx.with("float.subnormal=any"_policy);
constexpr Profile kFlushOutput =
    kNx.with("float.subnormal=flush_output"_policy);
constexpr Profile kFlushInput = kNx.with("float.subnormal=flush_input"_policy);
constexpr Profile kFlushBoth = kNx.with("float.subnormal=flush_both"_policy);

std::vector<ElementBits> float_bits(const std::vector<double>& values) {
  std::vector<ElementBits> elements;
  for (double value : values)
    elements.push_back({encode_real(kFormatFloat32, value)});
  return elements;
}

Tensor floats_in(Oracle& oracle, const std::vector<ElementBits>& elements) {
  const std::int64_t count = std::ssize(elements);
  Bytes bytes(4 * elements.size());
  for (std::int64_t i = 0; i < count; ++i)
    store_element(bytes.data(), DType::kFloat32, i,
                  elements[static_cast<std::size_t>(i)]);
  return *oracle.from_host(DType::kFloat32, count, bytes);
}

// Returns what is permitted as the result of an elementwise call on float32.
Permitted permitted_on(Op op, const std::vector<std::vector<double>>& operands,
                       const Profile& profile, DType type = DType::kFloat32) {
  Reference oracle(profile);
  Call call{op, {}, {}, {}};
  OperandValues values;
  for (const auto& operand : operands) {
    values.push_back(float_bits(operand));
    call.operands.push_back(floats_in(oracle, values.back()));
  }
  const auto count = static_cast<std::int64_t>(operands[0].size());
  call.outs.push_back(*oracle.buffer(type, {count}));
  const auto answer = oracle.answer(call);
  EXPECT_TRUE(answer.ok()) << answer.status().message;
  const Tensor& result = answer->tensors.front();
  Permitted found =
      permitted_answer(call, type, elements_of(result, *oracle.to_host(result)),
                       *answer, values, profile);
  EXPECT_TRUE(
      permit_flushed_operands(call, type, values, oracle, profile, found).ok());
  return found;
}

bool is_accepted(const Permitted& permitted, const std::vector<double>& got) {
  return judge(DType::kFloat32, permitted, float_bits(got)).pass;
}

TEST(SubnormalAnswers, ResultsMayBeZeroAndMustBeUnderAFlush) {
  const std::vector<std::vector<double>> x = {{0x1p-126, -0x1p-126, 1},
                                              {0.5, 0.5, 0.5}};
  const std::vector<double> kept = {0x1p-127, -0x1p-127, 0.5};
  const std::vector<double> zeros = {0, -0.0, 0.5};
  EXPECT_TRUE(is_accepted(permitted_on("mul"_op, x, kNx), kept));
  EXPECT_FALSE(is_accepted(permitted_on("mul"_op, x, kNx), zeros));
  EXPECT_TRUE(is_accepted(permitted_on("mul"_op, x, kFlushInput), kept));
  EXPECT_FALSE(is_accepted(permitted_on("mul"_op, x, kFlushInput), zeros));
  for (const Profile& profile : {kFlushOutput, kFlushBoth}) {
    EXPECT_FALSE(is_accepted(permitted_on("mul"_op, x, profile), kept));
    EXPECT_TRUE(is_accepted(permitted_on("mul"_op, x, profile), zeros));
  }
  // Each element for itself, with its own sign and no other value.
  const Permitted any = permitted_on("mul"_op, x, kAny);
  EXPECT_TRUE(is_accepted(any, kept));
  EXPECT_TRUE(is_accepted(any, zeros));
  EXPECT_TRUE(is_accepted(any, {0, -0x1p-127, 0.5}));
  EXPECT_FALSE(is_accepted(any, {-0.0, -0x1p-127, 0.5}));
  EXPECT_FALSE(is_accepted(any, {0x1p-126, -0x1p-127, 0.5}));
  EXPECT_FALSE(is_accepted(any, {0, 0, 0}));
}

TEST(SubnormalAnswers, OperandsMayBeZero) {
  const std::vector<std::vector<double>> x = {{0x1p-130, 3}, {0x1p10, 2}};
  const Permitted any = permitted_on("mul"_op, x, kAny);
  EXPECT_TRUE(is_accepted(any, {0x1p-120, 6}));
  EXPECT_TRUE(is_accepted(any, {0, 6}));
  EXPECT_FALSE(is_accepted(any, {-0x1p-120, 6}));
  EXPECT_FALSE(is_accepted(any, {0x1p-120, 0}));
  EXPECT_FALSE(
      is_accepted(permitted_on("mul"_op, x, kFlushInput), {0x1p-120, 6}));
  EXPECT_TRUE(is_accepted(permitted_on("mul"_op, x, kFlushInput), {0, 6}));
  EXPECT_FALSE(is_accepted(permitted_on("mul"_op, x, kFlushOutput), {0, 6}));
  EXPECT_FALSE(is_accepted(permitted_on("mul"_op, x, kNx), {0, 6}));
}

// 5 - 3, 5 - 0, 0 - 3 and 0, in units of the smallest subnormal.
TEST(SubnormalAnswers, EachOperandCountsForItself) {
  const double unit = 0x1p-149;
  const Permitted any = permitted_on("sub"_op, {{5 * unit}, {3 * unit}}, kAny);
  for (double units : {2.0, 5.0, -3.0, 0.0})
    EXPECT_TRUE(is_accepted(any, {units * unit})) << units;
  for (double units : {6.0, -4.0, 8.0})
    EXPECT_FALSE(is_accepted(any, {units * unit})) << units;
}

// log of a subnormal is a number, and of a zero an infinity; ceil is 1 or 0.
TEST(SubnormalAnswers, FunctionsHaveTheValueOfZeroToo) {
  const Permitted log = permitted_on("log"_op, {{0x1p-130, 1}}, kAny);
  EXPECT_TRUE(is_accepted(log, {-90.10913347279, 0}));
  EXPECT_TRUE(is_accepted(log, {-HUGE_VAL, 0}));
  EXPECT_FALSE(is_accepted(log, {-90, 0}));
  EXPECT_FALSE(is_accepted(log, {-HUGE_VAL, 1}));
  const Permitted ceil = permitted_on("ceil"_op, {{0x1p-130}}, kAny);
  EXPECT_TRUE(is_accepted(ceil, {1}));
  EXPECT_TRUE(is_accepted(ceil, {0}));
  EXPECT_FALSE(is_accepted(ceil, {2}));
  // sub / sub is 1, 0, an infinity or NaN.
  EXPECT_TRUE(
      permitted_on("div"_op, {{0x1p-130}, {0x1p-130}}, kAny).accept[0].any);
  // A comparison may go either way, where it depends on it.
  const Permitted less =
      permitted_on("cmplt"_op, {{0, 0}, {0x1p-130, 1}}, kAny, DType::kBool);
  EXPECT_TRUE(judge(DType::kBool, less, {{1}, {1}}).pass);
  EXPECT_TRUE(judge(DType::kBool, less, {{0}, {1}}).pass);
  EXPECT_FALSE(judge(DType::kBool, less, {{0}, {0}}).pass);
}

// The sign of 2^-130 (1 + i) is (1 + i) / √2, and that of zero is zero.
TEST(SubnormalAnswers, DiscsReachTheOtherValue) {
  Permitted found;
  found.accuracy = Accuracy::kNormwise;
  Reference oracle(kAny);
  const std::uint64_t tiny = f32(0x1p-130F);
  OperandValues values = {{{tiny, tiny}, {f32(3), 0}}};
  Bytes bytes(16);
  for (std::int64_t i = 0; i < 2; ++i)
    store_element(bytes.data(), DType::kComplex64, i,
                  values[0][static_cast<std::size_t>(i)]);
  const Call call{"sign"_op,
                  {*oracle.from_host(DType::kComplex64, 2, bytes)},
                  {},
                  {*oracle.buffer(DType::kComplex64, {2})}};
  const std::uint64_t root = f32(0.70710678F);
  found.values = {{root, root}, {f32(1), 0}};
  found.bound = {1e-6, 1e-6};
  ASSERT_TRUE(permit_flushed_operands(call, DType::kComplex64, values, oracle,
                                      kAny, found)
                  .ok());
  EXPECT_EQ(found.bound[1], 1e-6);
  const auto passes_with = [&](ElementBits first) {
    return judge(DType::kComplex64, found, {first, {f32(1), 0}}).pass;
  };
  EXPECT_TRUE(passes_with({root, root}));
  EXPECT_TRUE(passes_with({0, 0}));
  EXPECT_FALSE(passes_with({f32(-0.7F), 0}));
}

TEST(SubnormalAnswers, AbsAndNegAreNotGoverned) {
  for (const char* name : {"abs", "neg"})
    for (const Profile& profile : {kAny, kFlushBoth}) {
      const double sign = name == std::string_view("abs") ? 1 : -1;
      const Permitted found =
          permitted_on(*op_named(name), {{0x1p-130}}, profile);
      EXPECT_TRUE(is_accepted(found, {sign * 0x1p-130})) << name;
      EXPECT_FALSE(is_accepted(found, {sign * 0.0})) << name;
    }
}

// (1 - 2^-24)·2^-126 rounds to the smallest normal. Some processors look
// whether it is subnormal before rounding, others after.
TEST(SubnormalAnswers, WhatRoundsToTheSmallestNormalMayBeEither) {
  const std::vector<std::vector<double>> x = {{1 - 0x1p-24, 2},
                                              {0x1p-126, 0x1p-126}};
  for (const Profile& profile : {kAny, kFlushOutput, kFlushBoth}) {
    const Permitted found = permitted_on("mul"_op, x, profile);
    EXPECT_TRUE(is_accepted(found, {0x1p-126, 0x1p-125}));
    EXPECT_TRUE(is_accepted(found, {0, 0x1p-125}));
    EXPECT_FALSE(is_accepted(found, {-0.0, 0x1p-125}));
    EXPECT_FALSE(is_accepted(found, {0x1p-126, 0}));
  }
  EXPECT_FALSE(is_accepted(permitted_on("mul"_op, x, kNx), {0, 0x1p-125}));
}

// Around the smallest normal, an interval keeps its normal end.
TEST(SubnormalAnswers, IntervalsKeepTheirNormalEnds) {
  Permitted found;
  found.accuracy = Accuracy::kUlp;
  found.values = {{f32(0x1p-126)}};
  found.accept = {{false, f32(0x1p-126) - 3, f32(0x1p-126) + 3}};
  const Call call{"exp"_op, {{DType::kFloat32, View(Shape{1}), {}}}, {}, {}};
  Permitted any = found;
  permit_flushed_results(call, DType::kFloat32, {}, kAny, any);
  EXPECT_EQ(any.accept[0], (Acceptance{false, 0, f32(0x1p-126) + 3}));
  found.accept = {{false, f32(0x1p-126) - 9, f32(0x1p-126) - 3}};
  found.values = {{f32(0x1p-126) - 5}};
  permit_flushed_results(call, DType::kFloat32, {}, kFlushBoth, found);
  EXPECT_EQ(found.accept[0], (Acceptance{false, 0, 0}));
  EXPECT_EQ(found.values[0], ElementBits{});
}

TEST(SubnormalAnswers, ScatterKeepsPlacesThatNothingIsAddedTo) {
  const Tensor x{DType::kFloat32, View(Shape{2}), {}};
  const Call call{"scatter"_op,
                  {x, {DType::kInt32, View(Shape{2}), {}}, x},
                  Attributes().axis(0).mode(ScatterMode::kAdd),
                  {}};
  Permitted found;
  found.accuracy = Accuracy::kConditionAware;
  found.values = {{1}, {1}};
  Answer answer;
  answer.terms = {1, 2};
  answer.roundings = {0, -1};
  permit_flushed_results(call, DType::kFloat32, answer, kFlushBoth, found);
  EXPECT_EQ(found.accept[0], accept_only(1));
  EXPECT_EQ(found.accept[1], accept_only(0));
}

TEST(SubnormalAnswers, UnderflowIsThatOfTheSmallestNormal) {
  EXPECT_EQ(underflow_unit(kFormatFloat32, kNx), 0x1p-149L);
  for (const Profile& profile : {kAny, kFlushInput, kFlushOutput, kFlushBoth}) {
    EXPECT_EQ(underflow_unit(kFormatFloat32, profile), 0x1p-126L);
    EXPECT_EQ(sum_bound(DType::kFloat32, 3, 0, 0, 0, profile), 5 * 0x1p-126L);
  }
}

}  // namespace
}  // namespace assay
