// Tests the relation plan: the reference keeps it in every dtype, and subjects
// whose plans compute otherwise than their ops break it.
#include <gtest/gtest.h>

#include "harness/relation/relation.h"
#include "harness/relation/relation_trial.h"
#include "harness/subject/in_process_subject.h"
#include "spec/built_in_profiles.h"
#include "spec/cells.h"
#include "tests/mutants/fusion_mutants.h"

namespace assay {
namespace {

constexpr Op kFusion = "fusion"_op;

template <typename Backend>
CaseOutcome outcome_of_plan(DType dtype, int number, std::uint64_t seed) {
  InProcessSubject subject(std::make_unique<Backend>());
  PlannedCase plan{.op = kFusion, .dtype = dtype, .result = dtype};
  plan.relation = Relation::kPlan;
  plan.number = number;
  return run_relation(plan, seed, subject, kNx);
}

template <typename Backend>
int failures(DType dtype) {
  int count = 0;
  for (int number = 0; number < most_cases(Relation::kPlan, {.op = kFusion});
       ++number)
    count +=
        outcome_of_plan<Backend>(dtype, number, 7).verdict == Verdict::kFail;
  return count;
}

// Rounds each result of a plan once more, to 20 bits.
class RoundsTwice : public mutants::PlanMutant {
  void spoil(const Plan& plan, Tensors& made) override {
    const FloatFormat& format = format_of(plan.dtype);
    for (Tensor& tensor : made)
      mutants::replace_each(tensor, [&](const Index&, ElementBits bits) {
        const double value = decode_real(format, bits.re);
        const double rounded = std::ldexp(
            std::nearbyint(std::ldexp(value, 19 - std::ilogb(value))),
            std::ilogb(value) - 19);
        if (!std::isfinite(rounded)) return bits;
        return ElementBits{encode_real(format, rounded), 0};
      });
  }
};

// Forgets the last step.
class SkipsTheLastStep : public mutants::PlanMutant {
  void spoil(const Plan&, Tensors& made) override { made[1] = made[0]; }
};

class DeclinesPlans : public Reference {
  Result<Tensors> execute_plan(const Plan&) override {
    return Status::unsupported("plan", "too long");
  }
};
class FailsPlans : public Reference {
  Result<Tensors> execute_plan(const Plan&) override {
    return Status::internal("no");
  }
};
class LosesAnOutput : public mutants::PlanMutant {
  void spoil(const Plan&, Tensors& made) override { made.pop_back(); }
};

TEST(RelationPlan, HoldsForTheReference) {
  for (const auto& [cell, required] : every_cell()) {
    if (!is_related(Relation::kPlan, cell)) continue;
    for (int number = 0; number < most_cases(Relation::kPlan, cell); ++number)
      for (const std::uint64_t seed : {1u, 2u, 3u}) {
        const CaseOutcome outcome =
            outcome_of_plan<Reference>(cell.dtype, number, seed);
        EXPECT_EQ(Verdict::kPass, outcome.verdict)
            << name_of(cell.dtype) << " " << number << ": "
            << (outcome.failure ? outcome.failure->message : "");
        EXPECT_GT(outcome.compared, 1);
      }
  }
}

TEST(RelationPlan, BreaksIfThePlanComputesOtherwise) {
  EXPECT_GE(failures<RoundsTwice>(DType::kFloat32), 3);
  EXPECT_GE(failures<RoundsTwice>(DType::kFloat64), 3);
  EXPECT_EQ(6, failures<SkipsTheLastStep>(DType::kFloat32));
  EXPECT_GE(failures<SkipsTheLastStep>(DType::kComplex64), 5);
  EXPECT_GE(failures<SkipsTheLastStep>(DType::kInt32), 5);
  EXPECT_EQ(6, failures<FailsPlans>(DType::kInt32));
  EXPECT_EQ(6, failures<LosesAnOutput>(DType::kInt32));
}

TEST(RelationPlan, IsUnsupportedIfThePlanIsDeclined) {
  const CaseOutcome outcome =
      outcome_of_plan<DeclinesPlans>(DType::kFloat32, 0, 1);
  EXPECT_EQ(Verdict::kUnsupported, outcome.verdict);
  EXPECT_EQ("plan", outcome.unsupported_kind);
}

TEST(RelationPlan, BindsTheClausesOfFusion) {
  const auto clause = [](DType dtype) {
    return binding_clause(Relation::kPlan, {kFusion, "", dtype, dtype}, kNx);
  };
  EXPECT_EQ("fusion.local", clause(DType::kFloat32));
  EXPECT_EQ("fusion.exact_bits", clause(DType::kUint8));
}

}  // namespace
}  // namespace assay
