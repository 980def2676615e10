// Tests the steps of a program that are not calls, and the outcomes that only
// cases of op set protocol have.
#include <gtest/gtest.h>

#include "harness/run/program.h"
#include "harness/run/protocol_outcome.h"
#include "spec/op_table.h"
#include "tests/harness/plans.h"
#include "tests/mutants/two_place_reference.h"

namespace assay {
namespace {

using mutants::TwoPlaceReference;

Case case_of(std::string_view clause) {
  const Op op = *op_named(clause.substr(0, clause.find('.')));
  return test::prepared(test::plan_of(op, clause_named(clause)->id));
}

TEST(ProgramProtocol, NamesPlacesOfTheSubject) {
  TwoPlaceReference on_device;
  TwoPlaceReference on_host(TwoPlaceReference::kHost);
  Program device(on_device);
  Program host(on_host);
  EXPECT_EQ(1u, *device.place_named("home"));
  EXPECT_EQ(0u, *device.place_named("away"));
  EXPECT_EQ(0u, *host.place_named("home"));
  EXPECT_EQ(1u, *host.place_named("away"));
  EXPECT_EQ(1u, *host.place_named("device"));
  EXPECT_EQ(2u, *host.place_named("nowhere"));
  EXPECT_EQ("placement", host.place_named("moon").status().kind);
}

TEST(ProgramProtocol, KnowsTheWayOut) {
  const Case test_case = case_of("placement.hint");
  TwoPlaceReference on_device;
  Program device(on_device);
  ASSERT_TRUE(device.make_tensors(test_case).ok());
  EXPECT_EQ("upload", device.way_out(test_case.steps[0]));
  TwoPlaceReference on_host(TwoPlaceReference::kHost);
  Program host(on_host);
  ASSERT_TRUE(host.make_tensors(test_case).ok());
  EXPECT_EQ("download", host.way_out(test_case.steps[0]));
  Status status = Status::unsupported("placement", "Upload x first");
  EXPECT_FALSE(missing_word(test_case.steps[0], status, device));
  EXPECT_TRUE(missing_word(test_case.steps[0], status, host));
}

TEST(ProgramProtocol, ReclaimedTensorsHaveNoName) {
  Case test_case = case_of("reclaim.other_dtype");
  TwoPlaceReference backend;
  Program program(backend);
  ASSERT_TRUE(program.make_tensors(test_case).ok());
  for (const Step& step : test_case.steps) ASSERT_TRUE(program.run(step).ok());
  EXPECT_EQ(nullptr, program.find("bytes_0"));
  EXPECT_NE(nullptr, program.find("source"));
  const auto operand = program.changed_operand(test_case);
  EXPECT_TRUE(operand.ok() && !*operand);
}

// A program that is left in the middle ends its session.
TEST(ProgramProtocol, EndsAnOpenSession) {
  class Counts : public TwoPlaceReference {
   public:
    Status session_begin() override { return ++open, Status(); }
    Status session_end() override { return --open, Status(); }
    int open = 0;
  };
  Counts backend;
  const Case test_case = case_of("session.value");
  {
    Program program(backend);
    ASSERT_TRUE(program.make_tensors(test_case).ok());
    ASSERT_TRUE(program.run(test_case.steps[0]).ok());
    EXPECT_EQ(1, backend.open);
  }
  EXPECT_EQ(0, backend.open);
}

TEST(ProgramProtocol, ADeclinedPlanIsNotJudged) {
  TwoPlaceReference backend;
  Program program(backend);
  const Status status = Status::unsupported("plan", "too long");
  const Case other = case_of("fusion.exact_bits");
  const auto outcome = not_judged(other, other.steps[0], status, program);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(Verdict::kUnsupported, outcome->verdict);
  const Case about = case_of("fusion.decline");
  EXPECT_EQ(Verdict::kPass,
            not_judged(about, about.steps[0], status, program)->verdict);
  EXPECT_FALSE(not_judged(about, about.steps[0],
                          Status::unsupported("dtype", ""), program));
}

}  // namespace
}  // namespace assay
