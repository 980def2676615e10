// Tests that failing cases become small and still fail in the same way.
#include "harness/run/shrink.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/run/program.h"
#include "tests/harness/meddling.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

using test::bytes_of;
using test::plan_of;
using Made = Result<Tensors>;

struct Shrunk {
  Case before;
  ShrunkCase after;
};

// Runs the case of a plan, which must fail, and shrinks it.
Shrunk shrunk(const PlannedCase& plan, Subject& subject, int attempts = 200) {
  Reference oracle;
  const Case test_case = test::prepared(plan);
  ShrunkCase failed{test_case, run_case(test_case, subject)};
  EXPECT_TRUE(is_failure(failed.outcome.verdict)) << plan.id();
  ShrinkContext context{oracle, subject, kNx, 0, attempts};
  return {test_case, shrink_case(plan, failed, context)};
}

// The last element of every result is wrong.
Made spoil_last(const Call& call, Made made) {
  const Tensor& out = call.outs[0];
  if (out.view.numel() > 0)
    bytes_of(out)[storage_bytes(out.dtype, out.view.numel()) - 1] ^=
        std::byte{0x10};
  return made;
}

TEST(Shrink, AnElementwiseFailureBecomesOneElement) {
  auto subject = test::subject_of(spoil_last);
  const Shrunk result = shrunk(
      plan_of("add"_op, "elementwise.every_element", DType::kFloat32, {}, 5),
      subject);
  EXPECT_GT(result.before.find("a")->view.numel(), 1);
  const Case& small = result.after.test_case;
  EXPECT_EQ(result.after.outcome.verdict, Verdict::kFail);
  EXPECT_EQ(small.find("a")->view.numel(), 1);
  EXPECT_EQ(small.find("out")->view.numel(), 1);
  EXPECT_EQ(small.clause, result.before.clause);
  EXPECT_EQ(small.id, result.before.id);
}

// The mean of nothing has elements where its operand, of the same rank, has
// none.
TEST(Shrink, LeavesAnEmptyOperandEmpty) {
  auto subject = test::subject_of(spoil_last);
  int kept_axes = 0;
  for (int number = 0; number < 4; ++number) {
    const PlannedCase plan =
        plan_of("mean"_op, "mean.empty", DType::kFloat32, {}, number);
    if (test::prepared(plan).find("out")->view.numel() == 0) continue;
    const Shrunk result = shrunk(plan, subject);
    kept_axes += result.before.steps[0].attributes.keepdims() ? 1 : 0;
    EXPECT_EQ(result.after.outcome.verdict, Verdict::kFail);
    EXPECT_EQ(result.after.test_case.find("x")->view.numel(), 0);
  }
  EXPECT_GT(kept_axes, 0);
}

TEST(Shrink, TheShrunkCaseFailsOnTheSubjectAndPassesOnTheOracle) {
  auto subject = test::subject_of(spoil_last);
  for (const PlannedCase& plan :
       {plan_of("add"_op, "add.value", DType::kInt8),
        plan_of("sort"_op, "sort.value", DType::kFloat32),
        plan_of("reduce_sum"_op, "reduce_sum.value", DType::kInt32),
        plan_of("cat"_op, "cat.value", DType::kInt16),
        plan_of("exp"_op, "elementwise.strided_operands", DType::kFloat64,
                Layout::kMixed)}) {
    const Shrunk result = shrunk(plan, subject);
    EXPECT_EQ(run_case(result.after.test_case, subject).verdict,
              result.after.outcome.verdict)
        << plan.id();
    InProcessSubject honest(std::make_unique<Reference>());
    const CaseOutcome outcome = run_case(result.after.test_case, honest);
    EXPECT_EQ(outcome.verdict, Verdict::kPass) << plan.id();
    std::size_t before = 0;
    std::size_t after = 0;
    for (const CaseTensor& t : result.before.tensors)
      before += t.storage ? t.storage->size() : 0;
    for (const CaseTensor& t : result.after.test_case.tensors)
      after += t.storage ? t.storage->size() : 0;
    EXPECT_LE(after, before) << plan.id();
  }
}

// Fails only where an operand is negative: that element must stay, and the
// clause keep governing it.
TEST(Shrink, KeepsTheElementThatMatters) {
  auto subject = test::subject_of([](const Call& call, Made made) -> Made {
    const auto bytes = host_buffer_of(call.operands[0])->bytes();
    const auto values =
        elements_of(call.operands[0], Bytes(bytes.begin(), bytes.end()));
    for (std::size_t i = 0; i < values.size(); ++i)
      if ((values[i].re & 0x80) != 0) bytes_of(call.outs[0])[i] ^= std::byte{1};
    return made;
  });
  const Shrunk result = shrunk(
      plan_of("add"_op, "elementwise.every_element", DType::kInt8, {}, 8),
      subject);
  const CaseTensor& a = *result.after.test_case.find("a");
  ASSERT_EQ(a.storage->size(), 1u);
  EXPECT_NE(a.storage->front().re & 0x80, 0u);
  EXPECT_EQ(result.after.test_case.find("b")->storage->front().re, 0u);
}

TEST(Shrink, KeepsTheVerdict) {
  // Modifies an operand where there are two elements, else errs.
  auto subject = test::subject_of([](const Call& call, Made made) -> Made {
    if (call.outs[0].view.numel() >= 2)
      bytes_of(call.operands[0])[0] ^= std::byte{1};
    else
      bytes_of(call.outs[0])[0] ^= std::byte{1};
    return made;
  });
  const Shrunk result = shrunk(
      plan_of("add"_op, "elementwise.operands_kept", DType::kInt8, {}, 2),
      subject);
  EXPECT_EQ(result.after.outcome.verdict, Verdict::kModifiedOperand);
  EXPECT_GE(result.after.test_case.find("out")->view.numel(), 2);
}

// Each row of a result is rotated by one element, where it has two.
Made rotate_rows(const Call& call, Made made) {
  const Tensor& out = call.outs[0];
  if (out.view.numel() == 0 || out.view.rank() == 0) return made;
  const auto columns = static_cast<std::size_t>(out.view.shape().back());
  const std::size_t row =
      columns * static_cast<std::size_t>(spec_of(out.dtype).bits) / 8;
  const auto bytes =
      static_cast<std::size_t>(storage_bytes(out.dtype, out.view.numel()));
  for (std::size_t at = 0; at < bytes; at += row)
    std::rotate(bytes_of(out) + at, bytes_of(out) + at + row / columns,
                bytes_of(out) + at + row);
  return made;
}

// One column would show a wrong element, and not where it belongs.
TEST(Shrink, KeepsRowsAndColumnsWhereThePlaceIsWrong) {
  auto subject = test::subject_of(rotate_rows);
  const Shrunk result = shrunk(
      plan_of("add"_op, "elementwise.every_element", DType::kInt32, {}, 5),
      subject);
  EXPECT_GT(result.before.find("a")->view.shape().back(), 3);
  const Case& small = result.after.test_case;
  EXPECT_EQ(small.find("out")->view.shape(), (Shape{2, 3}));
  // Their elements tell the places.
  for (const char* name : {"a", "b"}) {
    const std::vector<ElementBits> elements = test::shown(*small.find(name));
    for (std::size_t i = 0; i < elements.size(); ++i)
      EXPECT_EQ(elements[i].re, i + 1) << name;
  }
}

TEST(Shrink, KeepsColumnsOfWhatIsReadInAnotherOrder) {
  // This flip returns the operand unchanged.
  auto subject = test::subject_of([](const Call& call, Made made) -> Made {
    if (call.op != "flip"_op) return made;
    return Tensors{call.operands[0]};
  });
  const auto is_told = [](const CaseOutcome& outcome) {
    return test::message_of(outcome).find("was read instead of") !=
           std::string::npos;
  };
  int wide = 0;
  for (int number = 0; number < 6; ++number) {
    const PlannedCase plan =
        plan_of("flip"_op, "flip.value", DType::kFloat32, {}, number);
    const Case test_case = test::prepared(plan);
    if (!is_told(run_case(test_case, subject)) ||
        test_case.expect[0].shape.back() < 3)
      continue;
    ++wide;
    const Shrunk result = shrunk(plan, subject);
    EXPECT_TRUE(is_told(result.after.outcome)) << plan.id();
    EXPECT_GE(result.after.test_case.expect[0].shape.back(), 3) << plan.id();
  }
  EXPECT_GT(wide, 0);
}

TEST(Shrink, CountsItsAttempts) {
  int calls = 0;
  auto subject = test::subject_of([&](const Call& call, Made made) {
    ++calls;
    return spoil_last(call, std::move(made));
  });
  const PlannedCase plan =
      plan_of("sort"_op, "sort.value", DType::kFloat32, Layout::kMixed, 4);
  shrunk(plan, subject, 0);
  EXPECT_EQ(calls, 1);
  shrunk(plan, subject, 10);
  EXPECT_LE(calls, 12);
}

TEST(Shrink, RestartsASubjectThatBreaksDown) {
  test::Fragile subject(spoil_last, Breakdown::Kind::kCrashed, 1);
  const Shrunk result =
      shrunk(plan_of("add"_op, "add.value", DType::kInt8), subject);
  EXPECT_EQ(result.after.outcome.verdict, Verdict::kFail);
  EXPECT_GT(subject.restarts(), 0);
  EXPECT_FALSE(subject.breakdown().has_value());
}

}  // namespace
}  // namespace assay
