// Calls that break a precondition: the reference refuses each with its clause
// and accepts the control, backends that accept or misuse one are named, and
// case files keep what is asked.
#include "harness/generate/robustness_case.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "harness/case/case_json.h"
#include "harness/generate/build_case.h"
#include "harness/generate/robustness_rows.h"
#include "harness/run/prepare.h"
#include "harness/run/program.h"
#include "harness/run/run_case.h"
#include "spec/op_table.h"
#include "tests/harness/meddling.h"

namespace assay {
namespace {

using test::message_of;

// A plan of every row on every cell; of casts, on a diagonal and a column.
std::vector<PlannedCase> breaches() {
  std::vector<PlannedCase> plans;
  const auto add = [&](const Cell& cell) {
    std::map<std::string_view, int> numbers;
    for (const RobustnessRow& row : robustness_rows(cell))
      plans.push_back({cell.op, cell.variant, cell.dtype, cell.result,
                       row.clause, Layout::kContiguous, numbers[row.clause]++,
                       Breach::kBroken});
  };
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    const auto op = static_cast<Op>(i);
    // The reference refuses plans and places in functions of their own.
    if (set_of(op) == "protocol") continue;
    for (const Variant& variant : spec_of(op).variants)
      for (const DTypeSpec& from : kDTypes)
        for (const DTypeSpec& to : kDTypes)
          if (need_of(op, variant, from.dtype, to.dtype) != Need::kNone &&
              (op != "cast"_op || from.dtype == to.dtype ||
               to.dtype == DType::kInt8))
            add({op, variant.name, from.dtype, to.dtype});
  }
  return plans;
}

// The same on one dtype of each op and variant.
std::vector<PlannedCase> few_breaches() {
  std::vector<PlannedCase> plans;
  for (const PlannedCase& plan : breaches()) {
    const bool same_op = !plans.empty() && plans.back().op == plan.op &&
                         plans.back().variant == plan.variant;
    if (!same_op || (plans.back().dtype == plan.dtype &&
                     plans.back().result == plan.result))
      plans.push_back(plan);
  }
  return plans;
}

Case prepared(const PlannedCase& plan) {
  Reference oracle;
  Case test_case = build_case(plan, 0);
  const Status status = prepare_case(test_case, oracle, kNx);
  EXPECT_TRUE(status.ok()) << plan.id() << ": " << status.message;
  return test_case;
}

PlannedCase broken_plan(Op op, std::string_view clause, int number = 0,
                        DType dtype = DType::kFloat32) {
  return {op,     "",
          dtype,  dtype,
          clause, Layout::kContiguous,
          number, Breach::kBroken};
}

// A tensor of each result, as if the call had been fine.
Result<Tensors> accept(const Call& call, Result<Tensors> made) {
  if (made.status().code != StatusCode::kInvalid) return made;
  if (!spec_of(call.op).signature.returns_tensor()) return Tensors{};
  if (!call.outs.empty()) return Tensors{call.outs};
  Reference fresh;
  Tensors tensors;
  const std::size_t count =
      call.op == "svd"_op                                         ? 3
      : call.op == "lu"_op                                        ? 4
      : call.op == "full_piv_lu"_op                               ? 5
      : call.op == "lu_factor"_op                                 ? 2
      : call.op == "qr"_op || name_of(call.op).starts_with("eig") ? 2
                                                                  : 1;
  for (std::size_t i = 0; i < count; ++i)
    tensors.push_back(*fresh.buffer(DType::kFloat32, {2}));
  return tensors;
}

TEST(RobustnessCase, IsRefusedByTheReferenceWithItsClause) {
  Reference reference;
  for (const PlannedCase& plan : breaches()) {
    const Case test_case = prepared(plan);
    Program program(reference);
    ASSERT_TRUE(program.make_tensors(test_case).ok()) << plan.id();
    Status status;
    for (const Step& step : test_case.steps) {
      EXPECT_TRUE(status.ok()) << plan.id();
      status = program.run(step);
    }
    EXPECT_EQ(status.code, StatusCode::kInvalid) << plan.id();
    EXPECT_EQ(status.kind, plan.clause) << plan.id() << status.message;
  }
}

TEST(RobustnessCase, PassesOnTheReferenceAndSoDoesItsControl) {
  InProcessSubject subject(std::make_unique<Reference>());
  for (PlannedCase plan : breaches()) {
    const CaseOutcome broken = run_case(prepared(plan), subject);
    EXPECT_EQ(broken.verdict, Verdict::kPass) << message_of(broken);
    plan.breach = Breach::kControl;
    const Case control = prepared(plan);
    EXPECT_EQ(control.steps.back().status, StatusCode::kOk);
    EXPECT_FALSE(control.expect.empty()) << plan.id();
    const CaseOutcome allowed = run_case(control, subject);
    EXPECT_EQ(allowed.verdict, Verdict::kPass)
        << plan.id() << message_of(allowed);
  }
}

TEST(RobustnessCase, NamesABackendThatAcceptsIt) {
  auto subject = test::subject_of(accept);
  for (PlannedCase plan : few_breaches()) {
    const CaseOutcome outcome = run_case(prepared(plan), subject);
    EXPECT_TRUE(is_failure(outcome.verdict)) << plan.id();
    EXPECT_NE(outcome.verdict, Verdict::kHarnessError) << plan.id();
    // The answer for an index that may count from the end is compared.
    if (plan.clause.ends_with(".range") && plan.number == 4) continue;
    EXPECT_EQ(message_of(outcome), std::string(name_of(plan.op)) +
                                       " accepted a call that breaks " +
                                       std::string(plan.clause));
    plan.breach = Breach::kControl;
    EXPECT_EQ(run_case(prepared(plan), subject).verdict, Verdict::kPass);
  }
}

TEST(RobustnessCase, NamesABackendThatRefusesEverything) {
  auto subject = test::subject_of([](const Call&, Result<Tensors>) {
    return Result<Tensors>(Status::invalid("no"));
  });
  for (PlannedCase plan : few_breaches()) {
    plan.breach = Breach::kControl;
    EXPECT_EQ(run_case(prepared(plan), subject).verdict, Verdict::kFail)
        << plan.id();
  }
}

TEST(RobustnessCase, AcceptsBothRefusalsAndNoOtherError) {
  const Case test_case =
      prepared(broken_plan("add"_op, "elementwise.same_shape"_clause));
  const auto verdict_on = [&](Status status) {
    auto subject =
        test::subject_of([=](const Call&, Result<Tensors>) -> Result<Tensors> {
          return status;
        });
    return run_case(test_case, subject).verdict;
  };
  EXPECT_EQ(verdict_on(Status::invalid("")), Verdict::kPass);
  EXPECT_EQ(verdict_on({StatusCode::kInvalid, "anything", ""}), Verdict::kPass);
  EXPECT_EQ(verdict_on(Status::unsupported("layout", "")), Verdict::kPass);
  EXPECT_EQ(verdict_on(Status::internal("")), Verdict::kFail);
  EXPECT_EQ(verdict_on({StatusCode::kNumeric, "singular", ""}), Verdict::kFail);
  EXPECT_EQ(verdict_on({StatusCode::kOutOfMemory, "", ""}),
            Verdict::kOutOfMemory);
}

// A broken rule may make the call use memory that does not belong to it.
TEST(RobustnessCase, SeesWhatAnAcceptedCallWritesElsewhere) {
  auto beyond = test::subject_of([](const Call& call, Result<Tensors> made) {
    if (made.ok()) return made;
    store_element(test::bytes_of(call.outs[0]), call.outs[0].dtype,
                  call.outs[0].view.numel(), {1, 0});
    return Result<Tensors>(Tensors{});
  });
  const PlannedCase plan = broken_plan("neg"_op, "elementwise.out"_clause);
  EXPECT_EQ(run_case(prepared(plan), beyond).verdict, Verdict::kWroteOutside);
  auto in_place = test::subject_of([](const Call& call, Result<Tensors> made) {
    if (made.ok()) return made;
    store_element(test::bytes_of(call.operands[0]), call.operands[0].dtype, 0,
                  {1, 0});
    return Result<Tensors>(Tensors{});
  });
  EXPECT_EQ(run_case(prepared(plan), in_place).verdict,
            Verdict::kModifiedOperand);
}

// Contract: an index from the end wraps once, or is refused.
TEST(RobustnessCase, LetsAnIndexWrapOnce) {
  constexpr Policy kWrap = "gather.negative=wrap"_policy;
  for (DType dtype : {DType::kFloat32, DType::kInt4, DType::kComplex128})
    for (Op op : {Op("gather"_op), Op("scatter"_op)}) {
      PlannedCase plan = broken_plan(
          op,
          op == "gather"_op ? "gather.range"_clause : "scatter.range"_clause, 4,
          dtype);
      if (op == "scatter"_op) plan.variant = "set";
      const Case test_case = prepared(plan);
      ASSERT_EQ(test_case.expect.size(), 1u);
      InProcessSubject wraps(std::make_unique<Reference>(kNx.with(kWrap)));
      const CaseOutcome right = run_case(test_case, wraps);
      EXPECT_EQ(right.verdict, Verdict::kPass) << message_of(right);
      EXPECT_EQ(right.compared, 6);
      InProcessSubject refuses(std::make_unique<Reference>());
      EXPECT_EQ(run_case(test_case, refuses).verdict, Verdict::kPass);
      // Takes the first element instead of the last.
      auto clamps = test::subject_of([](const Call& call, Result<Tensors>) {
        Call changed = call;
        changed.operands[1] =
            *Reference().buffer(DType::kInt32, call.operands[1].view.shape());
        return Reference().execute(changed);
      });
      EXPECT_EQ(run_case(test_case, clamps).verdict, Verdict::kFail);
    }
}

TEST(RobustnessCase, StandsInACaseFile) {
  InProcessSubject honest(std::make_unique<Reference>());
  auto accepting = test::subject_of(accept);
  for (const PlannedCase& plan : few_breaches()) {
    const Case test_case = prepared(plan);
    const std::string text = case_to_json(test_case).dump();
    const auto read = parse_case(text);
    ASSERT_TRUE(read.ok()) << plan.id() << ": " << read.status().message;
    EXPECT_EQ(case_to_json(*read).dump(), text);
    EXPECT_EQ(run_case(*read, honest).verdict, Verdict::kPass) << plan.id();
    EXPECT_TRUE(is_failure(run_case(*read, accepting).verdict)) << plan.id();
  }
}

// Without the mark, a step that infer() rejects is not a valid case.
TEST(RobustnessCase, IsNoCaseWithoutItsMark) {
  Case test_case =
      prepared(broken_plan("add"_op, "elementwise.same_shape"_clause));
  test_case.steps.back().kind.clear();
  EXPECT_FALSE(parse_case(case_to_json(test_case).dump()).ok());
}

// A backend that lacks the op of another step says nothing of this one.
TEST(RobustnessCase, IsUnsupportedWhereAnotherStepIs) {
  class WithoutShrink : public Reference {
   public:
    std::optional<Claim> claim(const Cell& cell) const override {
      if (cell.op == "shrink"_op) return std::nullopt;
      return Reference::claim(cell);
    }
    Result<Tensors> execute(const Call& call) override {
      if (call.op != "shrink"_op) return Reference::execute(call);
      return Status::unsupported("op", "no shrink");
    }
  };
  const Case test_case =
      prepared(broken_plan("neg"_op, "elementwise.partial_overlap"_clause));
  InProcessSubject subject(std::make_unique<WithoutShrink>());
  EXPECT_EQ(run_case(test_case, subject).verdict, Verdict::kUnsupported);
  // If it is claimed, it may not be refused.
  auto lies = test::subject_of([](const Call& call, Result<Tensors> made) {
    if (call.op != "shrink"_op) return made;
    return Result<Tensors>(Status::unsupported("op", "no shrink"));
  });
  EXPECT_EQ(run_case(test_case, lies).verdict, Verdict::kFail);
}

}  // namespace
}  // namespace assay
