// Tests the verdicts on what a subject does: one row for each fault, and the
// reference, which has none, on a case of every plan.
#include "harness/run/run_case.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/harness/meddling.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

using test::bytes_of;
using test::plan_of;
using test::subject_of;
using Made = Result<Tensors>;

constexpr ElementBits kNan{0x7fc00000, 0};

CaseOutcome outcome_of(const PlannedCase& plan, test::Meddling::Change change) {
  auto subject = subject_of(std::move(change));
  return run_case(test::prepared(plan), subject);
}

struct Misdeed {
  std::string_view name;
  PlannedCase plan;
  test::Meddling::Change change;
  Verdict verdict;
  std::string_view message;
};

const PlannedCase kAdd = plan_of("add"_op, "elementwise.stray_writes");
const PlannedCase kCopy = plan_of("copy"_op, "copy.value");

Made flip_last_bit(const Call& call, Made made) {
  const Tensor& out = call.outs[0];
  bytes_of(out)[storage_bytes(out.dtype, out.view.numel()) - 1] ^= std::byte{1};
  return made;
}

const Misdeed kMisdeeds[] = {
    {"AWrongElement", kAdd, flip_last_bit, Verdict::kFail, "1 of 17 elements"},
    {"NothingIsWritten", kAdd,
     [](const Call& call, Made made) {
       bytes_of(call.outs[0])[0] = std::byte{0xa5};
       bytes_of(call.outs[0])[3] = std::byte{0xa5};
       return made;
     },
     Verdict::kFail, "are not accepted"},
    {"WritesBehindTheResult", kAdd,
     [](const Call& call, Made made) {
       bytes_of(call.outs[0])[call.outs[0].view.numel() * 4] = std::byte{0};
       return made;
     },
     Verdict::kWroteOutside, "behind the elements of out"},
    {"WritesTheNibbleBehindTheResult",
     plan_of("neg"_op, "elementwise.stray_writes", DType::kInt4),
     [](const Call& call, Made made) {
       EXPECT_EQ(call.outs[0].view.numel() % 2, 1);
       bytes_of(call.outs[0])[call.outs[0].view.numel() / 2] ^= std::byte{0x10};
       return made;
     },
     Verdict::kWroteOutside, "behind the elements of out"},
    {"ModifiesAnOperand", kAdd,
     [](const Call& call, Made made) {
       bytes_of(call.operands[1])[0] ^= std::byte{1};
       return made;
     },
     Verdict::kModifiedOperand, "operand b was modified"},
    {"ModifiesAndErrs", kAdd,
     [](const Call& call, Made made) {
       bytes_of(call.operands[1])[0] ^= std::byte{1};
       return flip_last_bit(call, std::move(made));
     },
     Verdict::kModifiedOperand, "operand b was modified"},
    {"Declines", kAdd,
     [](const Call&, const Made&) -> Made {
       return Status::unsupported("dtype", "no");
     },
     Verdict::kFail, "add is claimed, and answered unsupported (dtype): no"},
    {"CallsItInvalid", kAdd,
     [](const Call&, const Made&) -> Made { return Status::invalid("no"); },
     Verdict::kFail, "add answered invalid: no; expected ok"},
    {"RunsOutOfMemory", kAdd,
     [](const Call&, const Made&) -> Made {
       return Status{StatusCode::kOutOfMemory, "", "full"};
     },
     Verdict::kOutOfMemory, "out_of_memory"},
    {"ReturnsAnotherDType", kCopy,
     [](const Call&, Made made) {
       (*made)[0].dtype = DType::kInt32;
       return made;
     },
     Verdict::kWrongMetadata, "y has dtype int32, expected float32"},
    {"ReturnsAnotherShape", kCopy,
     [](const Call&, Made made) {
       (*made)[0].view = View({1, 1, 1});
       return made;
     },
     Verdict::kWrongMetadata, "has shape [1, 1, 1]"},
    {"ReturnsAViewOutsideItsBuffer", kCopy,
     [](const Call&, Made made) {
       const View& view = (*made)[0].view;
       (*made)[0].view = View(view.shape(), view.strides(), 1);
       return made;
     },
     Verdict::kWrongMetadata, "leaves its storage"},
    {"ReturnsAStridedTensor",
     plan_of("contiguous"_op, "contiguous.value", DType::kFloat32,
             Layout::kFlip),
     [](const Call& call, const Made&) { return Made(call.operands); },
     Verdict::kWrongMetadata, "expected a C-contiguous tensor"},
    {"ReturnsNothing", kCopy,
     [](const Call&, const Made&) { return Made(Tensors{}); }, Verdict::kFail,
     "returned 0 tensors where 1"},
    {"AnswersWhereAnErrorIsDue", plan_of("reduce_max"_op, "reduce_max.empty"),
     [](const Call&, const Made&) { return Made(Tensors{}); }, Verdict::kFail,
     "reduce_max answered ok; expected invalid"},
    {"AnswersAnotherError", plan_of("reduce_max"_op, "reduce_max.empty"),
     [](const Call&, const Made&) -> Made { return Status::internal("oops"); },
     Verdict::kFail, "answered internal: oops; expected invalid"},
    {"AnswersAnotherKindOfError",
     plan_of("cholesky"_op, "cholesky.not_positive_definite"),
     [](const Call&, const Made&) -> Made {
       return Status{StatusCode::kNumeric, "singular", "no"};
     },
     Verdict::kFail, "answered numeric (singular): no; expected numeric"},
};

// A matrix at the border of singularity may be refused or solved in any way.
TEST(RunCase, MayCompareNothingWhereEveryBoundIsOpen) {
  Case test_case = test::prepared(plan_of("solve"_op, "linalg.conditions"));
  for (double& bound : test_case.expect[0].any_of[0].matrices->residual)
    bound = -1;
  EXPECT_TRUE(may_compare_nothing(test_case));
  auto subject = subject_of([](const Call&, Made made) { return made; });
  const CaseOutcome outcome = run_case(test_case, subject);
  EXPECT_EQ(name_of(Verdict::kPass), name_of(outcome.verdict));
  EXPECT_EQ(0, outcome.compared);
  test_case.expect[0].any_of[0].matrices->residual[0] = 0;
  EXPECT_FALSE(may_compare_nothing(test_case));
}

TEST(RunCase, MisdeedsAndTheirVerdicts) {
  for (const Misdeed& misdeed : kMisdeeds) {
    SCOPED_TRACE(misdeed.name);
    const CaseOutcome outcome = outcome_of(misdeed.plan, misdeed.change);
    EXPECT_EQ(name_of(outcome.verdict), name_of(misdeed.verdict));
    ASSERT_TRUE(outcome.failure.has_value());
    EXPECT_NE(outcome.failure->message.find(misdeed.message), std::string::npos)
        << outcome.failure->message;
  }
}

TEST(RunCase, AFailureNamesTheElement) {
  const PlannedCase plan = plan_of("add"_op, "add.value", DType::kInt8);
  const CaseOutcome outcome = outcome_of(plan, [](const Call& call, Made made) {
    bytes_of(call.outs[0])[0] = std::byte{0x80};
    return made;
  });
  ASSERT_EQ(outcome.verdict, Verdict::kFail);
  const Failure& failure = *outcome.failure;
  EXPECT_EQ(failure.tensor, "out");
  EXPECT_EQ(failure.index,
            Shape(test::prepared(plan).find("out")->view.rank(), 0));
  EXPECT_EQ(failure.got->decimal, "-128");
  EXPECT_EQ(failure.got->bits, "0x80");
  EXPECT_EQ(failure.operands.substr(0, 2), "a=");
  EXPECT_NE(failure.operands.find(", b="), std::string::npos);
}

// Sums are judged by their scale, so their errors are no ULPs.
TEST(RunCase, AFailureSaysHowFarBeyondItsBoundASumIs) {
  const auto message_of = [](const PlannedCase& plan) {
    const CaseOutcome outcome =
        outcome_of(plan, [](const Call& call, Made made) {
          // The highest bit of the significand of a float32.
          bytes_of(call.outs[0])[2] ^= std::byte{0x40};
          return made;
        });
    return outcome.failure ? outcome.failure->message : "";
  };
  const std::string sum = message_of(
      plan_of("reduce_sum"_op, "reduce_sum.accuracy", DType::kFloat32));
  EXPECT_NE(sum.find("; the first has error "), std::string::npos) << sum;
  EXPECT_NE(sum.find(", allowed "), std::string::npos) << sum;
  EXPECT_EQ(sum.find("ULP"), std::string::npos) << sum;
  const std::string exp =
      message_of(plan_of("exp"_op, "exp.value", DType::kFloat32));
  EXPECT_NE(exp.find(" ULP off"), std::string::npos) << exp;
}

TEST(RunCase, AnAnswerThatVariesIsNondeterministic) {
  int calls = 0;
  const CaseOutcome outcome =
      outcome_of(plan_of("exp"_op, "elementwise.repeatable"),
                 [&](const Call& call, Made made) {
                   // The second answer is one unit off, well within the bound.
                   if (++calls == 2) bytes_of(call.outs[0])[0] ^= std::byte{1};
                   return made;
                 });
  EXPECT_EQ(outcome.verdict, Verdict::kNondeterministic);
  EXPECT_NE(outcome.failure->message.find("expected the bits of out"),
            std::string::npos);
}

// The same call gives the same bits, those of a NaN too.
TEST(RunCase, AnotherNanIsNondeterministic) {
  Case test_case = build_case(plan_of("neg"_op, "elementwise.repeatable"), 0);
  for (CaseTensor& tensor : test_case.tensors)
    if (tensor.storage) tensor.storage->assign(tensor.storage->size(), kNan);
  Reference oracle;
  ASSERT_TRUE(prepare_case(test_case, oracle, kNx).ok());
  for (bool varies : {false, true}) {
    int calls = 0;
    auto subject = subject_of([&](const Call& call, Made made) {
      if (++calls % 2 == 0 && varies) bytes_of(call.outs[0])[0] ^= std::byte{2};
      return made;
    });
    EXPECT_EQ(run_case(test_case, subject).verdict,
              varies ? Verdict::kNondeterministic : Verdict::kPass);
  }
}

// If the cell of another step is not claimed, the case says what it needs.
TEST(RunCase, NeedsTheOpsOfItsOtherSteps) {
  class WithoutAssign : public Reference {
   public:
    std::optional<Claim> claim(const Cell& cell) const override {
      if (cell.op == "assign"_op) return std::nullopt;
      return Reference::claim(cell);
    }
    Result<Tensors> execute(const Call& call) override {
      if (call.op != "assign"_op) return Reference::execute(call);
      return Status::unsupported("op", "no assign");
    }
  };
  InProcessSubject subject(std::make_unique<WithoutAssign>());
  const CaseOutcome outcome =
      run_case(test::prepared(plan_of("copy"_op, "copy.fresh")), subject);
  EXPECT_EQ(outcome.verdict, Verdict::kUnsupported);
  EXPECT_EQ(outcome.unsupported_kind, "op");
  EXPECT_EQ(outcome.needs, "assign");
  EXPECT_FALSE(outcome.failure.has_value());
}

// Inside the claim a refusal is one of the answers that the clause permits.
TEST(RunCase, ARefusalThatIsPermittedPassesInsideTheClaimAlone) {
  class WithoutScatter : public test::Meddling {
   public:
    using Meddling::Meddling;
    std::optional<Claim> claim(const Cell& cell) const override {
      if (cell.op == "scatter"_op) return std::nullopt;
      return Meddling::claim(cell);
    }
  };
  PlannedCase smaller = plan_of("scatter"_op, "scatter.smaller");
  smaller.variant = "set";
  const Case test_case = test::prepared(smaller);
  for (const char* kind : {"invalid", "unsupported", "numeric"}) {
    SCOPED_TRACE(kind);
    const Status status = kind == std::string_view("invalid")
                              ? Status::invalid("too small")
                          : kind == std::string_view("unsupported")
                              ? Status::unsupported("rank", "only rank 1")
                              : Status{StatusCode::kNumeric, "singular", ""};
    const auto refuse = [status](const Call&, const Made&) -> Made {
      return status;
    };
    auto subject = subject_of(refuse);
    const CaseOutcome inside = run_case(test_case, subject);
    InProcessSubject unclaimed(std::make_unique<WithoutScatter>(refuse));
    const CaseOutcome outside = run_case(test_case, unclaimed);
    if (status.code == StatusCode::kNumeric) {
      EXPECT_EQ(inside.verdict, Verdict::kFail);
      EXPECT_EQ(inside.failure->message,
                "scatter answered numeric (singular); expected ok, invalid or "
                "unsupported");
      continue;
    }
    EXPECT_EQ(inside.verdict, Verdict::kPass);
    EXPECT_EQ(outside.verdict, status.code == StatusCode::kUnsupported
                                   ? Verdict::kUnsupported
                                   : Verdict::kPass);
  }
}

TEST(RunCase, AFalseClaimSaysWhatItWasOf) {
  const CaseOutcome outcome = outcome_of(kAdd, [](const Call&, Made) -> Made {
    return Status{StatusCode::kUnsupported, "layout", ""};
  });
  EXPECT_EQ(Verdict::kFail, outcome.verdict);
  EXPECT_EQ("layout", outcome.unsupported_kind);
  EXPECT_FALSE(outcome.failure->distance.has_value());
}

// A distance is told only where it is all that is wrong.
TEST(RunCase, ADistanceIsToldWhereItIsAll) {
  const auto far = [](const Call& call, Made made) {
    bytes_of(call.outs[0])[0] ^= std::byte{4};
    return made;
  };
  const CaseOutcome outcome = outcome_of(kAdd, far);
  EXPECT_EQ(Verdict::kFail, outcome.verdict);
  EXPECT_LT(1, outcome.failure->distance.value_or(0));
  const CaseOutcome both = outcome_of(kAdd, [&](const Call& call, Made made) {
    bytes_of(call.operands[1])[0] ^= std::byte{1};
    return far(call, std::move(made));
  });
  EXPECT_EQ(Verdict::kModifiedOperand, both.verdict);
  EXPECT_FALSE(both.failure->distance.has_value());
}

TEST(RunCase, BreakdownsHaveTheirVerdicts) {
  const auto pass_on = [](const Call&, Made made) { return made; };
  using Kind = Breakdown::Kind;
  for (const auto& [kind, verdict] :
       {std::pair{Kind::kCrashed, Verdict::kCrashed},
        {Kind::kTimedOut, Verdict::kTimedOut},
        {Kind::kProtocolError, Verdict::kProtocolError}}) {
    test::Fragile subject(pass_on, kind, 0);
    const CaseOutcome outcome = run_case(test::prepared(kAdd), subject);
    EXPECT_EQ(outcome.verdict, verdict);
    EXPECT_EQ(outcome.failure->message, "it broke down");
  }
}

TEST(RunCase, APassThatComparedNothingIsTheHarnesssMistake) {
  Case test_case = test::prepared(plan_of("add"_op, "add.value"));
  Permitted& permitted = test_case.expect[0].any_of[0];
  permitted.accept.assign(permitted.values.size(), {true, 0, 0});
  auto subject = subject_of([](const Call&, Made made) { return made; });
  EXPECT_FALSE(may_compare_nothing(test_case));
  EXPECT_EQ(run_case(test_case, subject).verdict, Verdict::kHarnessError);
  test_case.clause = "max.signed_zero";  // leaves its value open
  EXPECT_TRUE(may_compare_nothing(test_case));
  EXPECT_EQ(run_case(test_case, subject).verdict, Verdict::kPass);
}

TEST(RunCase, AResultWithoutExpectationIsTheHarnesssMistake) {
  Case test_case = test::prepared(plan_of("add"_op, "add.value"));
  test_case.expect[0].any_of.clear();
  auto subject = subject_of([](const Call&, Made made) { return made; });
  EXPECT_EQ(run_case(test_case, subject).verdict, Verdict::kHarnessError);
}

class Honest : public testing::TestWithParam<std::size_t> {};

// The case of every plan passes on the oracle itself, and compares elements.
TEST_P(Honest, ReferencePassesWhatItForetold) {
  // The reference has one place, so it does not claim placement.
  if (kOps[GetParam()]->name == "placement") return;
  InProcessSubject subject(std::make_unique<Reference>());
  Reference oracle;  // judges each step of a plan by what it was given
  test::for_each_plan_of(
      static_cast<Op>(GetParam()), [&](const PlannedCase& plan) {
        const Case test_case = test::prepared(plan);
        const CaseOutcome outcome =
            run_case(test_case, subject, nullptr, &oracle);
        ASSERT_EQ(name_of(outcome.verdict), "pass")
            << plan.id() << ": "
            << (outcome.failure ? outcome.failure->message : "");
        EXPECT_TRUE(outcome.compared > 0 || may_compare_nothing(test_case))
            << plan.id();
        EXPECT_LE(outcome.max_ulp, 0.5) << plan.id();
      });
}
std::string name_of_param(const testing::TestParamInfo<std::size_t>& row) {
  return std::string(kOps[row.param]->name);
}
INSTANTIATE_TEST_SUITE_P(Ops, Honest,
                         testing::Range(std::size_t{0}, kOps.size()),
                         name_of_param);

}  // namespace
}  // namespace assay
