// Tests the relation contraction: the reference keeps it in every dtype, and
// subjects whose einsum, dot_general or matmul differ break it.
#include <gtest/gtest.h>

#include "harness/relation/relation.h"
#include "harness/relation/relation_trial.h"
#include "harness/subject/in_process_subject.h"
#include "spec/built_in_profiles.h"
#include "spec/op_table.h"
#include "tests/mutants/mutant.h"

namespace assay {
namespace {

PlannedCase contraction_plan(DType dtype, int number) {
  PlannedCase plan{.op = "einsum"_op, .dtype = dtype, .result = dtype};
  plan.relation = Relation::kContraction;
  plan.number = number;
  return plan;
}

// Multiplies the first element of each result of an op by 1 + 2^-8, or adds 1
// to it if it is an integer.
template <typename IsSpoilt>
class SpoilsContractions : public mutants::Mutant {
 public:
  using Mutant::Mutant;

 private:
  void spoil(const Call& call, Tensors& made) override {
    if (!IsSpoilt()(call)) return;
    const Tensor& result = made.empty() ? call.outs[0] : made[0];
    if (result.view.numel() == 0) return;
    const Index first(result.view.rank(), 0);
    ElementBits bits = mutants::element_at(result, first);
    if (is_integer(result.dtype)) {
      bits.re ^= 1;
    } else {
      const FloatFormat& format = format_of(result.dtype);
      bits.re = encode_real(format, decode_real(format, bits.re) * 1.25 + 1);
    }
    mutants::put_at(result, first, bits);
  }
};

struct OfMatmul {
  bool operator()(const Call& call) const { return call.op == "matmul"_op; }
};
struct OfDotGeneral {
  bool operator()(const Call& call) const {
    return call.op == "dot_general"_op;
  }
};
// Computes what the first operand's rank decides.
struct OfOrders {
  bool operator()(const Call& call) const {
    return call.op == "einsum"_op && call.operands.size() > 2 &&
           call.operands[0].view.numel() > call.operands[1].view.numel();
  }
};

template <typename Backend>
Verdict verdict_of_contraction(DType dtype, int number,
                               const Profile& profile = kNx) {
  InProcessSubject subject(std::make_unique<Backend>(profile));
  const PlannedCase plan = contraction_plan(dtype, number);
  const CaseOutcome outcome = run_relation(plan, 1, subject, profile);
  return outcome.verdict;
}

TEST(ContractionRelation, HoldsForTheReference) {
  for (const DType dtype :
       {DType::kInt8, DType::kUint64, DType::kFloat8E5m2, DType::kFloat16,
        DType::kBfloat16, DType::kFloat32, DType::kFloat64, DType::kComplex64,
        DType::kComplex128})
    for (int number = 0; number < 6; ++number)
      for (const Profile* profile : {&kNx, &kTenferro, &kStablehlo})
        EXPECT_EQ(verdict_of_contraction<Reference>(dtype, number, *profile),
                  Verdict::kPass)
            << name_of(dtype) << " " << number << " " << profile->name;
}

TEST(ContractionRelation, SeesWhatDiffers) {
  for (const DType dtype : {DType::kInt32, DType::kFloat32}) {
    // Not every trial compares with matmul.
    int differing = 0;
    for (int number = 0; number < 6; ++number)
      differing += verdict_of_contraction<SpoilsContractions<OfMatmul>>(
                       dtype, number) == Verdict::kFail
                       ? 1
                       : 0;
    EXPECT_GT(differing, 0) << name_of(dtype);
    for (const int number : {1, 4})
      EXPECT_EQ((verdict_of_contraction<SpoilsContractions<OfDotGeneral>>(
                    dtype, number)),
                Verdict::kFail);
  }
  int seen = 0;
  for (const int number : {2, 5})
    for (const DType dtype : {DType::kInt32, DType::kFloat32, DType::kFloat64})
      seen += verdict_of_contraction<SpoilsContractions<OfOrders>>(
                  dtype, number) == Verdict::kFail;
  EXPECT_GT(seen, 0);
}

TEST(ContractionRelation, IsOneOfEinsumAlone) {
  const auto is_of = [](Op op, std::string_view variant) {
    return is_related(Relation::kContraction,
                      {op, variant, DType::kFloat32, DType::kFloat32});
  };
  EXPECT_TRUE(is_of("einsum"_op, ""));
  EXPECT_FALSE(is_of("einsum"_op, "embed"));
  EXPECT_FALSE(is_of("dot_general"_op, ""));
  EXPECT_FALSE(is_of("matmul"_op, ""));
}

}  // namespace
}  // namespace assay
