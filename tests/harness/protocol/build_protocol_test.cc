// Every case of op set protocol passes on a backend that keeps its clauses, in
// this process and through the C header, and shows what it is about.
#include "harness/protocol/build_protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/case/case_json.h"
#include "harness/case/case_types.h"
#include "harness/run/run_case.h"
#include "harness/subject/in_process_subject.h"
#include "harness/subject/plugin_subject.h"
#include "spec/sdk/export_backend.h"
#include "tests/harness/plans.h"
#include "tests/mutants/two_place_reference.h"

namespace assay {
namespace {

using mutants::TwoPlaceReference;

constexpr std::string_view kRows[] = {"session", "placement", "reclaim",
                                      "donation", "fusion"};

// Calls a function with `count` cases of each clause on each dtype.
template <typename F>
void for_each_protocol_case(int count, F f) {
  for (const std::string_view row : kRows) {
    const Op op = *op_named(row);
    for (const DTypeSpec& dtype : kDTypes)
      for (const Clause& clause : spec_of(op).clauses) {
        if (!spec_of(op).variants[0].dtypes().contains(dtype.dtype) ||
            !is_applicable(op, "", dtype.dtype, dtype.dtype, clause.id))
          continue;
        const int least = clause_case(clause.id)->least_cases;
        for (int number = 0; number < std::max(count, least); ++number)
          f(test::plan_of(op, clause.id, dtype.dtype, {}, number));
      }
  }
}

void expect_pass(const PlannedCase& plan, Subject& subject) {
  if (std::getenv("PT_TRACE")) fprintf(stderr, "%s\n", plan.id().c_str());
  Reference oracle;
  const Case test_case = test::prepared(plan);
  const CaseOutcome outcome = run_case(test_case, subject, nullptr, &oracle);
  EXPECT_EQ(outcome.verdict, Verdict::kPass)
      << plan.id() << ": "
      << (outcome.failure ? outcome.failure->message : outcome.needs);
}

std::unique_ptr<Backend> two_places() {
  return std::make_unique<TwoPlaceReference>();
}

TEST(BuildProtocol, PassesOnABackendWithTwoPlaces) {
  InProcessSubject subject(two_places(), two_places);
  for_each_protocol_case(
      1, [&](const PlannedCase& plan) { expect_pass(plan, subject); });
}

TEST(BuildProtocol, PassesWhereOpsRunOnTheHost) {
  InProcessSubject subject(
      std::make_unique<TwoPlaceReference>(TwoPlaceReference::kHost));
  for_each_protocol_case(1, [&](const PlannedCase& plan) {
    if (name_of(plan.op) == "placement") expect_pass(plan, subject);
  });
}

TEST(BuildProtocol, PassesThroughTheCHeader) {
  const AssayBackendV1* table = exported_table(
      Exported<TwoPlaceReference>::make, Exported<TwoPlaceReference>::create);
  auto library = PluginLibrary::of_table(table, "two_places.so");
  ASSERT_TRUE(library.ok()) << library.status().message;
  auto subject = PluginSubject::start(*library);
  ASSERT_TRUE(subject.ok()) << subject.status().message;
  for_each_protocol_case(1, [&](const PlannedCase& plan) {
    if (plan.number < 4) expect_pass(plan, **subject);
  });
}

TEST(BuildProtocol, IsUnsupportedWhereThereIsOnePlace) {
  class OnePlace : public TwoPlaceReference {
   public:
    Result<Places> places() override { return Places{{"host"}, 0}; }
    Result<std::uint32_t> place_of(const Tensor&) override { return 0u; }
  };
  InProcessSubject subject(std::make_unique<OnePlace>());
  Reference oracle;
  const PlannedCase plan =
      test::plan_of(*op_named("placement"), "placement.refused"_clause);
  const CaseOutcome outcome =
      run_case(test::prepared(plan), subject, nullptr, &oracle);
  EXPECT_EQ(outcome.verdict, Verdict::kUnsupported);
  EXPECT_EQ(outcome.unsupported_kind, "placement");
}

// A case that was written to a file and read again is the same case.
TEST(BuildProtocol, ComesBackFromItsFile) {
  for_each_protocol_case(1, [&](const PlannedCase& plan) {
    if (plan.number > 1) return;
    const Case test_case = test::prepared(plan);
    const std::string text = case_to_json(test_case).dump();
    EXPECT_NE(text.find("\"format\":3"), std::string::npos) << plan.id();
    const auto read = parse_case(text);
    ASSERT_TRUE(read.ok()) << plan.id() << ": " << read.status().message;
    EXPECT_EQ(case_to_json(*read).dump(), text) << plan.id();
  });
}

// Refused calls concern every kind of op, and every tensor of a call alone.
TEST(BuildProtocol, RefusesEveryKindOfOpAndTensor) {
  std::set<std::string> seen;
  for_each_protocol_case(1, [&](const PlannedCase& plan) {
    if (plan.clause != "placement.refused"_clause) return;
    const Case test_case = build_case(plan, 0);
    const Step& step = test_case.steps[0];
    std::string away;
    for (const CaseTensor& tensor : test_case.tensors)
      if (!tensor.place.empty()) away += tensor.name + " ";
    EXPECT_FALSE(away.empty()) << plan.id();
    seen.insert(std::string(name_of(step.op)) + ": " + away);
  });
  for (const char* wanted :
       {"add: x ", "add: y ", "add: out ", "add: x y out ", "cat: x ",
        "reduce_sum: x ", "cast: out ", "gather: y ", "matmul: x ",
        "triangular_solve: x ", "triangular_solve: y "})
    EXPECT_TRUE(seen.contains(wanted)) << wanted;
}

TEST(BuildProtocol, DrawsPlansOfEveryOp) {
  std::set<Op> seen;
  for_each_protocol_case(12, [&](const PlannedCase& plan) {
    if (name_of(plan.op) != "fusion") return;
    const Case test_case = build_case(plan, 0);
    for (const Step& step : test_case.steps)
      if (step.plan)
        for (const PlanStep& one : step.plan->steps) seen.insert(one.op);
  });
  for (const Op op : fusible_ops())
    EXPECT_TRUE(seen.contains(op) || name_of(op) == "pow") << name_of(op);
}

}  // namespace
}  // namespace assay
