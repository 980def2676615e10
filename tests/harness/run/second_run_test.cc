// Programs run twice on backends that leave elements unwritten, read what an
// out held, or answer as they please.
#include "harness/run/second_run.h"

#include <gtest/gtest.h>

#include <string>

#include "harness/run/run_case.h"
#include "spec/built_in_profiles.h"
#include "tests/harness/meddling.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

using test::message_of;
using Made = Result<Tensors>;
using Change = std::function<void(const Call&, const Bytes& held)>;

// The reference, followed by a change that knows what the out held before.
class Remembering : public Reference {
 public:
  explicit Remembering(Change change) : change_(std::move(change)) {}
  Result<Tensors> execute(const Call& call) override {
    const auto bytes = host_buffer_of(call.outs[0])->bytes();
    const Bytes held(bytes.begin(), bytes.end());
    auto made = Reference::execute(call);
    if (made.ok()) change_(call, held);
    return made;
  }

 private:
  Change change_;
};

// Seeds of a case that is run twice, and of one that is not.
constexpr std::uint64_t kTwice = 0;
constexpr std::uint64_t kOnce = 2;

CaseOutcome outcome_of(Change change, std::uint64_t seed, Op op, DType dtype,
                       std::string_view clause) {
  Case test_case =
      test::prepared({op, "", dtype, dtype, clause, Layout::kContiguous, 0});
  test_case.seed = seed;
  InProcessSubject subject(std::make_unique<Remembering>(std::move(change)));
  return run_case(test_case, subject);
}
CaseOutcome outcome_of_add(Change change, std::uint64_t seed,
                           DType dtype = DType::kFloat32) {
  return outcome_of(std::move(change), seed, "add"_op, dtype, "add.value");
}

void keep_last(const Call& call, const Bytes& held) {
  const Tensor& out = call.outs[0];
  const std::int64_t last = out.view.numel() - 1;
  store_element(test::bytes_of(out), out.dtype, last,
                load_element(held.data(), out.dtype, last));
}

TEST(SecondRun, TheElementThatWasNotWrittenIsNamed) {
  for (std::uint64_t seed : {kTwice, kOnce}) {
    const CaseOutcome outcome = outcome_of_add(keep_last, seed);
    EXPECT_EQ(outcome.verdict, Verdict::kFail);
    EXPECT_NE(message_of(outcome).find("was never written, or depends on what "
                                       "out held before"),
              std::string::npos)
        << message_of(outcome);
    ASSERT_TRUE(outcome.failure.has_value());
    const Shape last = outcome.failure->index;
    EXPECT_NE(message_of(outcome).find("element " + shape_text(last)),
              std::string::npos)
        << message_of(outcome);
  }
}

// A kernel for strided operands that leaves the last element out. The other
// layout is at fault, and no answer varies.
TEST(SecondRun, TheElementThatAnotherLayoutLeavesOutIsNamed) {
  const Change change = [](const Call& call, const Bytes& held) {
    if (!call.operands[0].view.is_c_contiguous()) keep_last(call, held);
  };
  for (std::uint64_t seed : {kTwice, kOnce}) {
    const CaseOutcome outcome =
        outcome_of(change, seed, "exp"_op, DType::kFloat32,
                   "elementwise.layout_invariance");
    EXPECT_EQ(name_of(outcome.verdict), "fail");
    EXPECT_NE(message_of(outcome).find("expected the bits of out"),
              std::string::npos)
        << message_of(outcome);
    EXPECT_NE(message_of(outcome).find("of out_again was never written"),
              std::string::npos)
        << message_of(outcome);
  }
}

// A result that has other bits in another layout, and always the same ones, is
// wrong but does not vary.
TEST(SecondRun, OtherBitsOfAnotherLayoutAreNotNondeterministic) {
  const auto outcome_with = [](int period) {
    int calls = 0;
    return outcome_of(
        [&](const Call& call, const Bytes&) {
          if (!call.operands[0].view.is_c_contiguous() && calls++ % period == 0)
            test::bytes_of(call.outs[0])[0] ^= std::byte{1};
        },
        kOnce, "exp"_op, DType::kFloat32, "elementwise.layout_invariance");
  };
  EXPECT_EQ(name_of(outcome_with(1).verdict), "fail");
  EXPECT_EQ(message_of(outcome_with(1)).find("never written"),
            std::string::npos);
  EXPECT_EQ(name_of(outcome_with(2).verdict), "nondeterministic");
}

// beta * out with beta = 0 is not zero if out holds a NaN.
TEST(SecondRun, OldContentIsFoundByItsNan) {
  const Change change = [](const Call& call, const Bytes& held) {
    const Tensor& out = call.outs[0];
    for (std::int64_t i = 0; i < out.view.numel(); ++i)
      if (is_nan_element(out.dtype, load_element(held.data(), out.dtype, i)))
        store_element(test::bytes_of(out), out.dtype, i,
                      load_element(held.data(), out.dtype, i));
  };
  EXPECT_EQ(outcome_of_add(change, kOnce).verdict, Verdict::kPass);
  for (DType dtype : {DType::kFloat32, DType::kFloat16, DType::kFloat8E4m3fn,
                      DType::kFloat8E5m2, DType::kComplex64}) {
    const CaseOutcome outcome = outcome_of_add(change, kTwice, dtype);
    EXPECT_EQ(outcome.verdict, Verdict::kFail) << name_of(dtype);
    EXPECT_NE(message_of(outcome).find("element ["), std::string::npos);
    ASSERT_TRUE(outcome.failure.has_value());
    EXPECT_EQ(outcome.failure->tensor, "out");
  }
}

TEST(SecondRun, AnAnswerThatVariesIsNondeterministic) {
  int calls = 0;
  const CaseOutcome outcome = outcome_of(
      [&](const Call& call, const Bytes&) {
        // Every second answer is one unit off, well within the bound.
        if (++calls > 1)
          test::bytes_of(call.outs[0])[0] ^= std::byte(calls % 2 + 1);
      },
      kTwice, "exp"_op, DType::kFloat32, "exp.value");
  EXPECT_EQ(name_of(outcome.verdict), "nondeterministic");
  EXPECT_NE(message_of(outcome).find("does not come again"), std::string::npos)
      << message_of(outcome);
}

// An addition of two NaNs may return either one, depending on where operands
// are stored. A copy keeps every bit.
TEST(SecondRun, PayloadsComeAgainWhereTheyAreKept) {
  const auto verdict_of = [](Op op, std::string_view clause) {
    int calls = 0;
    bool met = false;
    const CaseOutcome outcome = outcome_of(
        [&](const Call& call, const Bytes&) {
          ++calls;
          const Tensor& out = call.outs[0];
          for (std::int64_t i = 0; i < out.view.numel(); ++i) {
            ElementBits bits = load_element(test::bytes_of(out), out.dtype, i);
            if (!is_nan_element(out.dtype, bits) || calls == 1) continue;
            bits.re ^= 2;
            store_element(test::bytes_of(out), out.dtype, i, bits);
            met = true;
          }
        },
        kTwice, op, DType::kFloat32, clause);
    EXPECT_TRUE(met) << clause;
    return outcome.verdict;
  };
  EXPECT_EQ(verdict_of("add"_op, "add.nan"), Verdict::kPass);
  EXPECT_EQ(name_of(verdict_of("where"_op, "where.bits")), "nondeterministic");
}

// The first element of an answer that has no alternatives.
std::int64_t untouched_in(const Permitted& permitted) {
  std::int64_t position = 0;
  for (const Alternatives& several : permitted.alternatives)
    if (several.position == position) ++position;
  return position;
}

// A result that the profile leaves open may vary, unless a clause says
// otherwise.
TEST(SecondRun, WhatIsOpenMayVary) {
  for (const Profile* profile : {&kNumpy, &kNx}) {
    Case test_case = build_case({"cast"_op, "", DType::kFloat32, DType::kInt8,
                                 "cast.out_of_range", Layout::kContiguous, 0},
                                0);
    test_case.seed = kTwice;
    Reference oracle(*profile);
    ASSERT_TRUE(prepare_case(test_case, oracle, *profile).ok());
    const auto& accept = test_case.expect[0].any_of[0].accept;
    int calls = 0;
    auto subject = test::subject_of([&](const Call& call, Made made) {
      ++calls;
      std::byte* bytes = test::bytes_of(call.outs.at(0));
      for (std::size_t i = 0; i < accept.size(); ++i)
        if (accept[i].any) bytes[i] = static_cast<std::byte>(calls);
      return made;
    });
    const bool is_open = profile == &kNumpy;
    EXPECT_EQ(is_open, !accept.empty() && accept[0].any);
    EXPECT_EQ(run_case(test_case, subject).verdict, Verdict::kPass);
    EXPECT_EQ(calls, 2);
  }
}

// If any of several updates may stay, it may be another one next time.
TEST(SecondRun, SeveralRightElementsMayTakeTurns) {
  for (const bool changes_another : {false, true}) {
    Case test_case =
        build_case({"scatter"_op, "set", DType::kInt32, DType::kInt32,
                    "scatter.last_wins", Layout::kContiguous, 2},
                   5);
    test_case.seed = kTwice;
    Reference oracle(kNumpy);
    ASSERT_TRUE(prepare_case(test_case, oracle, kNumpy).ok());
    const Permitted& permitted = test_case.expect[0].any_of[0];
    ASSERT_FALSE(permitted.alternatives.empty());
    ASSERT_LT(untouched_in(permitted), std::ssize(permitted.values));
    const Alternatives& several = permitted.alternatives.front();
    int calls = 0;
    auto subject = test::subject_of([&](const Call&, Made made) -> Made {
      for (std::size_t i = 0; i < permitted.values.size(); ++i)
        store_element(test::bytes_of(made->front()), DType::kInt32,
                      static_cast<std::int64_t>(i), permitted.values[i]);
      if (++calls == 1) return made;
      ElementBits other = several.elements.front();
      if (changes_another) other.re ^= 0x10000;
      const std::int64_t position =
          changes_another ? untouched_in(permitted) : several.position;
      store_element(test::bytes_of(made->front()), DType::kInt32, position,
                    other);
      return made;
    });
    const Verdict verdict = run_case(test_case, subject).verdict;
    EXPECT_EQ(calls, 2);
    EXPECT_EQ(name_of(verdict), changes_another ? "nondeterministic" : "pass");
  }
}

TEST(SecondRun, AnotherStatusIsNondeterministic) {
  int calls = 0;
  auto subject = test::subject_of([&](const Call&, Made made) -> Made {
    if (++calls > 1) return Status::internal("tired");
    return made;
  });
  Case test_case = test::prepared({"add"_op, "", DType::kInt8, DType::kInt8,
                                   "add.value", Layout::kContiguous, 0});
  test_case.seed = kTwice;
  const CaseOutcome outcome = run_case(test_case, subject);
  EXPECT_EQ(outcome.verdict, Verdict::kNondeterministic);
  EXPECT_NE(message_of(outcome).find("answered internal: tired"),
            std::string::npos);
}

// A view that repeats one element may be of any size, and is not read.
TEST(SecondRun, AnotherShapeIsNondeterministic) {
  int calls = 0;
  auto subject = test::subject_of([&](const Call&, Made made) -> Made {
    if (++calls > 1) made->front().view = View({std::int64_t{1} << 32}, {0}, 0);
    return made;
  });
  Case test_case = test::prepared({"flip"_op, "", DType::kInt8, DType::kInt8,
                                   "flip.value", Layout::kContiguous, 0});
  test_case.seed = kTwice;
  const CaseOutcome outcome = run_case(test_case, subject);
  EXPECT_EQ(outcome.verdict, Verdict::kNondeterministic);
  EXPECT_NE(message_of(outcome).find("in a second run int8 [4294967296]"),
            std::string::npos)
      << message_of(outcome);
}

TEST(SecondRun, ABreakdownInTheSecondRunIsTheVerdict) {
  test::Fragile subject([](const Call&, Made made) { return made; },
                        Breakdown::Kind::kCrashed, 1);
  Case test_case = test::prepared({"add"_op, "", DType::kInt8, DType::kInt8,
                                   "add.value", Layout::kContiguous, 0});
  test_case.seed = kTwice;
  EXPECT_EQ(run_case(test_case, subject).verdict, Verdict::kCrashed);
}

TEST(SecondRun, AnEighthOfTheCasesIsRunTwice) {
  Case test_case;
  int twice = 0;
  for (test_case.seed = 0; test_case.seed < 800; ++test_case.seed)
    twice += is_run_twice(test_case) ? 1 : 0;
  EXPECT_EQ(twice, 100);
  // As many between guards as between canaries.
  for (test_case.seed = 0; !is_run_twice(test_case); ++test_case.seed) {
  }
  EXPECT_EQ(test_case.seed, 0u);
  test_case.seed = 1;
  EXPECT_TRUE(is_run_twice(test_case));
}

}  // namespace
}  // namespace assay
