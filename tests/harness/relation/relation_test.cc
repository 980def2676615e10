// Relations between results of one subject: the reference keeps every one, and
// a mutant breaks each; what the contract leaves open names no clause.
#include "harness/relation/relation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "harness/relation/relation_trial.h"
#include "harness/subject/in_process_subject.h"
#include "spec/built_in_profiles.h"
#include "spec/cells.h"
#include "tests/mutants/mutant.h"

namespace assay {
namespace {

using mutants::element_at;
using mutants::put_at;
using mutants::real_at;

// The reference, with a function that spoils what it made.
class Spoilt : public mutants::Mutant {
 public:
  using Spoil = std::function<void(const Call&, Tensors&)>;
  explicit Spoilt(Spoil spoil) : spoil_(std::move(spoil)) {}

 protected:
  void spoil(const Call& call, Tensors& made) override { spoil_(call, made); }

 private:
  Spoil spoil_;
};

const Tensor& result_of(const Call& call, const Tensors& made) {
  return made.empty() ? call.outs.front() : made.front();
}

// Flips the last bit of an element.
void nudge(const Tensor& tensor, const Index& at) {
  ElementBits bits = element_at(tensor, at);
  bits.re ^= 1;
  put_at(tensor, at, bits);
}

PlannedCase planned(Relation relation, Op op, DType dtype,
                    std::string_view variant = "") {
  PlannedCase plan{
      .op = op, .variant = variant, .dtype = dtype, .result = dtype};
  plan.relation = relation;
  plan.clause = binding_clause(relation, plan.cell(), kNx);
  return plan;
}

CaseOutcome outcome_of_spoilt(const PlannedCase& plan,
                              const Spoilt::Spoil& spoil) {
  InProcessSubject subject(std::make_unique<Spoilt>(spoil));
  return run_relation(plan, 0, subject, kNx);
}

void keep(const Call&, Tensors&) {}

struct BreachRow {
  std::string_view name;
  PlannedCase plan;
  Spoilt::Spoil spoil;
};

// Breaks the op of a plan at one index of its result.
Spoilt::Spoil at_index(
    const std::function<bool(const Call&, const Index&)>& is_there) {
  return [is_there](const Call& call, Tensors& made) {
    const Tensor& result = result_of(call, made);
    for (const Index& at : indices(result.view.shape()))
      if (is_there(call, at)) return nudge(result, at);
  };
}

Spoilt::Spoil every_third_call() {
  return [calls = 0](const Call& call, Tensors& made) mutable {
    if (++calls % 3 != 0) return;
    const Tensor& result = result_of(call, made);
    nudge(result, Index(result.view.rank(), 0));
  };
}

bool is_strided(const Call& call, const Index&) {
  return std::any_of(call.operands.begin(), call.operands.end(),
                     [](const Tensor& x) { return !x.view.is_c_contiguous(); });
}
// Returns whether the index is in the tail after the last vector of four.
bool is_in_tail(const Call& call, const Index& at) {
  const std::int64_t count = call.operands[0].view.shape()[0];
  return at[0] >= count - count % 4;
}
bool is_in_later_entry(const Call&, const Index& at) { return at[0] == 2; }

std::vector<BreachRow> breach_rows() {
  constexpr Op kAdd = "add"_op, kExp = "exp"_op, kMul = "mul"_op,
               kFloor = "floor"_op, kSort = "sort"_op, kFold = "fold"_op,
               kFft = "fft"_op, kIfft = "ifft"_op, kMatmul = "matmul"_op,
               kSolve = "triangular_solve"_op, kSum = "reduce_sum"_op,
               kMax = "reduce_max"_op, kCmp = "cmpeq"_op;
  const auto f32 = DType::kFloat32;
  const auto swapped = [](const Call& call, const Index& at) {
    return real_at(call.operands[0], at) < real_at(call.operands[1], at);
  };
  // Drops the last term of long rows.
  const auto drops_last = [](const Call& call, Tensors&) {
    const Tensor& x = call.operands[0];
    const std::int64_t last = x.view.shape()[1] - 1;
    if (last < 100) return;
    for (const Index& at : indices(call.outs[0].view.shape())) {
      const double sum = real_at(call.outs[0], at) - real_at(x, {at[0], last});
      put_at(call.outs[0], at, {encode_real(format_of(x.dtype), sum), 0});
    }
  };
  return {
      {"LayoutOfBoundOp", planned(Relation::kLayout, kAdd, f32),
       at_index(is_strided)},
      {"LayoutOfSum", planned(Relation::kLayout, kSum, f32),
       at_index(is_strided)},
      {"PositionInTail", planned(Relation::kPosition, kExp, f32),
       at_index(is_in_tail)},
      {"PositionOfIntegers", planned(Relation::kPosition, kAdd, DType::kInt8),
       at_index(is_in_tail)},
      {"ConcatOfElements", planned(Relation::kConcat, kMul, f32),
       at_index(is_in_tail)},
      {"ConcatOfSums", planned(Relation::kConcat, kSum, f32), drops_last},
      {"ConcatOfNarrowSums", planned(Relation::kConcat, kSum, DType::kInt32),
       at_index([](const Call& call, const Index&) {
         return call.operands[0].view.shape()[1] > 100;
       })},
      {"ConcatOfMaxima", planned(Relation::kConcat, kMax, f32),
       at_index([](const Call& call, const Index&) {
         return call.operands[0].view.shape()[1] > 100;
       })},
      {"SwappedOperands", planned(Relation::kSwap, kMul, f32),
       at_index(swapped)},
      {"SwappedComparison", planned(Relation::kSwap, kCmp, f32),
       at_index(swapped)},
      {"FloorOfIntegers", planned(Relation::kIdempotence, kFloor, f32),
       at_index([](const Call& call, const Index& at) {
         const double x = real_at(call.operands[0], at);
         return x == std::floor(x) && std::fabs(x) < 8;
       })},
      {"SortOfSorted", planned(Relation::kIdempotence, kSort, f32),
       at_index([](const Call& call, const Index&) {
         return real_at(call.operands[0], {0, 0}) <=
                real_at(call.operands[0], {0, 1});
       })},
      {"FoldOverwrites", planned(Relation::kRoundTrip, kFold, DType::kInt8),
       at_index([](const Call& call, const Index&) {
         return call.op == "fold"_op;
       })},
      {"IfftScales", planned(Relation::kRoundTrip, kFft, DType::kComplex64),
       [](const Call& call, Tensors& made) {
         constexpr Op kInverse = "ifft"_op;
         if (call.op != kInverse) return;
         const Tensor& y = made.front();
         mutants::replace_each(y, [](const Index&, ElementBits bits) {
           const double re = decode_real(kFormatFloat32, bits.re);
           return ElementBits{encode_real(kFormatFloat32, re * (1 + 0x1p-12)),
                              bits.im};
         });
       }},
      {"ChangesWithTime", planned(Relation::kRepeat, kSum, f32),
       every_third_call()},
      {"ChangesTransforms",
       planned(Relation::kRepeat, kIfft, DType::kComplex64),
       every_third_call()},
      {"MatmulByEntry", planned(Relation::kBatch, kMatmul, f32),
       at_index(is_in_later_entry)},
      {"SolveByEntry", planned(Relation::kBatch, kSolve, f32),
       at_index(is_in_later_entry)},
  };
}

TEST(Relations, AreKeptByTheReferenceAndBrokenByMutants) {
  for (const BreachRow& row : breach_rows()) {
    SCOPED_TRACE(row.name);
    ASSERT_TRUE(is_related(row.plan.relation, row.plan.cell()));
    const CaseOutcome right = outcome_of_spoilt(row.plan, keep);
    EXPECT_EQ(Verdict::kPass, right.verdict)
        << (right.failure ? right.failure->message : "");
    EXPECT_GT(right.compared, 0);
    const CaseOutcome wrong = outcome_of_spoilt(row.plan, row.spoil);
    EXPECT_EQ(Verdict::kFail, wrong.verdict);
    EXPECT_TRUE(wrong.failure.has_value());
  }
}

// All of them, on one dtype of a kind each.
TEST(Relations, HoldForTheReferenceOnEveryOp) {
  std::set<Relation> seen;
  for (const auto& [cell, required] : every_cell()) {
    const bool is_chosen =
        cell.dtype == DType::kInt8 || cell.dtype == DType::kUint4 ||
        cell.dtype == DType::kBfloat16 || cell.dtype == DType::kFloat32 ||
        cell.dtype == DType::kFloat8E4m3fn || cell.dtype == DType::kBool ||
        cell.dtype == DType::kComplex64;
    for (int i = 1; i < kRelationCount; ++i) {
      const auto relation = static_cast<Relation>(i);
      if (!is_chosen || !is_related(relation, cell)) continue;
      // Contexts and threads are for relation_threads_test.
      if (relation == Relation::kContexts || relation == Relation::kThreads) {
        seen.insert(relation);
        continue;
      }
      PlannedCase plan = planned(relation, cell.op, cell.dtype, cell.variant);
      plan.result = cell.result;
      const CaseOutcome outcome = outcome_of_spoilt(plan, keep);
      EXPECT_EQ(Verdict::kPass, outcome.verdict)
          << plan.id() << ": "
          << (outcome.failure ? outcome.failure->message : "");
      seen.insert(relation);
    }
  }
  EXPECT_EQ(static_cast<std::size_t>(kRelationCount - 1), seen.size());
}

TEST(Relations, BindWhereTheContractSaysSo) {
  const auto clause = [](Relation relation, Op op, DType dtype,
                         const Profile& profile = kNx) {
    return binding_clause(relation, {op, "", dtype, dtype}, profile);
  };
  const auto f32 = DType::kFloat32;
  constexpr Op kAdd = "add"_op, kExp = "exp"_op, kMatmul = "matmul"_op,
               kMul = "mul"_op, kFft = "fft"_op, kSum = "reduce_sum"_op,
               kFold = "fold"_op;
  EXPECT_EQ("add.value", clause(Relation::kSwap, kAdd, f32));
  EXPECT_EQ("add.value", clause(Relation::kPosition, kAdd, f32));
  EXPECT_EQ("", clause(Relation::kPosition, kExp, f32));
  EXPECT_EQ("elementwise.layout_invariance",
            clause(Relation::kLayout, kExp, f32));
  // The operands of layout add up exactly.
  EXPECT_EQ("reduce_sum.value", clause(Relation::kLayout, kSum, f32));
  EXPECT_EQ("matmul.value", clause(Relation::kLayout, kMatmul, f32));
  EXPECT_EQ("elementwise.repeatable", clause(Relation::kRepeat, kExp, f32));
  EXPECT_EQ("", clause(Relation::kSwap, kMul, DType::kComplex64));
  EXPECT_EQ("", clause(Relation::kBatch, kMatmul, f32));
  EXPECT_EQ("matmul.value", clause(Relation::kBatch, kMatmul, DType::kInt8));
  EXPECT_EQ("reduce_sum.accuracy", clause(Relation::kConcat, kSum, f32));
  EXPECT_EQ("fold.overlap", clause(Relation::kRoundTrip, kFold, f32));
  EXPECT_EQ("ifft.not_normalised",
            clause(Relation::kRoundTrip, kFft, DType::kComplex64));
  EXPECT_EQ("", clause(Relation::kAccuracy, kMatmul, f32));
  EXPECT_EQ("", clause(Relation::kSwap, kAdd, f32, kNumpy));
  EXPECT_EQ("elementwise.repeatable",
            clause(Relation::kRepeat, kAdd, f32, kNumpy));
}

TEST(Relations, LeaveOpenWhatAClauseLeavesOpen) {
  // The zero that max returns for +0 and -0 may be either one.
  constexpr Op kMax = "max"_op;
  const PlannedCase plan = planned(Relation::kSwap, kMax, DType::kFloat16);
  const CaseOutcome outcome =
      outcome_of_spoilt(plan, [](const Call& call, Tensors&) {
        const Tensor& out = call.outs.front();
        for (const Index& at : indices(out.view.shape()))
          if (real_at(call.operands[0], at) == 0 &&
              real_at(call.operands[1], at) == 0)
            put_at(out, at, element_at(call.operands[0], at));
      });
  EXPECT_EQ(Verdict::kPass, outcome.verdict)
      << (outcome.failure ? outcome.failure->message : "");
}

// A float32 matmul, of operands rounded to fewer bits or with a narrow sum.
class ImpreciseMatmul : public mutants::Mutant {
 public:
  ImpreciseMatmul(int operand_bits, int sum_bits)
      : operand_bits_(operand_bits), sum_bits_(sum_bits) {}

 protected:
  void spoil(const Call& call, Tensors&) override {
    const auto cut = [](double value, int bits) {
      int exponent = 0;
      const double fraction = std::frexp(value, &exponent);
      return std::ldexp(std::nearbyint(std::ldexp(fraction, bits)),
                        exponent - bits);
    };
    const Tensor& a = call.operands[0];
    const Tensor& b = call.operands[1];
    for (const Index& at : indices(call.outs[0].view.shape())) {
      double sum = 0;
      for (std::int64_t k = 0; k < a.view.shape()[1]; ++k)
        sum = cut(sum + cut(real_at(a, {at[0], k}), operand_bits_) *
                            cut(real_at(b, {k, at[1]}), operand_bits_),
                  sum_bits_);
      put_at(call.outs[0], at, {encode_real(kFormatFloat32, sum), 0});
    }
  }

 private:
  int operand_bits_;
  int sum_bits_;
};

TEST(Relations, AccuracySeesAnImpreciseMatmul) {
  constexpr Op kMatmul = "matmul"_op;
  PlannedCase plan = planned(Relation::kAccuracy, kMatmul, DType::kFloat32);
  const auto verdict_of = [&](int operand_bits, int sum_bits) {
    InProcessSubject subject(
        std::make_unique<ImpreciseMatmul>(operand_bits, sum_bits));
    const CaseOutcome outcome = run_relation(plan, 0, subject, kNx);
    EXPECT_FALSE(outcome.measured.empty());
    return outcome.verdict;
  };
  for (plan.number = 0; plan.number < 2; ++plan.number) {
    EXPECT_EQ(Verdict::kPass, verdict_of(24, 24)) << plan.number;
    EXPECT_EQ(Verdict::kFail, verdict_of(8, 24)) << "bfloat16 operands";
    EXPECT_EQ(Verdict::kFail, verdict_of(11, 24)) << "tf32 operands";
    EXPECT_EQ(Verdict::kFail, verdict_of(24, 11)) << "float16 accumulator";
  }
}

}  // namespace
}  // namespace assay
