// Tests that a failure is put down to the clause that it breaks, and not to the
// one that its case asks about.
#include "harness/run/broken_clause.h"

#include <gtest/gtest.h>

#include "tests/harness/meddling.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

using test::bytes_of;
using test::plan_of;
using Made = Result<Tensors>;

// Runs the case of a plan, which must fail, and returns what it breaks.
std::string broken_by(const PlannedCase& plan, Subject& subject) {
  Reference oracle;
  ShrunkCase failed{test::prepared(plan), {}};
  failed.outcome = run_case(failed.test_case, subject);
  EXPECT_TRUE(is_failure(failed.outcome.verdict)) << plan.id();
  return broken_clause(plan, failed, {oracle, subject, kNx});
}

// Every element of every result is wrong.
Made spoil_all(const Call& call, Made made) {
  for (const Tensor& out : call.outs.empty() ? *made : call.outs)
    for (std::int64_t k = 0; k < out.view.numel(); ++k)
      bytes_of(out)[static_cast<std::size_t>(storage_bytes(out.dtype, k))] ^=
          std::byte{1};
  return made;
}

TEST(BrokenClause, OfWrongValuesIsTheOneAboutTheOperands) {
  auto subject = test::subject_of(spoil_all);
  for (const char* aspect :
       {"strided_operands", "operands_kept", "stray_writes", "repeatable",
        "exact_alias", "every_element"}) {
    const std::string clause = std::string("elementwise.") + aspect;
    EXPECT_EQ("add.value",
              broken_by(plan_of("add"_op, clause, DType::kInt32), subject))
        << clause;
  }
  EXPECT_EQ("",
            broken_by(plan_of("add"_op, "add.value", DType::kInt32), subject));
  EXPECT_EQ("matmul.value",
            broken_by(plan_of("matmul"_op, "contraction.strided_operands",
                              DType::kInt32, Layout::kTranspose),
                      subject));
  EXPECT_EQ(
      "unfold.value",
      broken_by(plan_of("unfold"_op, "unfold.fresh", DType::kInt32), subject));
}

// Results are right only if the first operand is contiguous.
Made spoil_strided(const Call& call, Made made) {
  return call.operands[0].view.is_c_contiguous() ? made : spoil_all(call, made);
}

TEST(BrokenClause, IsTheAskedOneIfAPlainCallIsRight) {
  auto subject = test::subject_of(spoil_strided);
  EXPECT_EQ("", broken_by(plan_of("add"_op, "elementwise.strided_operands",
                                  DType::kInt32, Layout::kTranspose),
                          subject));
  EXPECT_EQ("", broken_by(plan_of("reduce_sum"_op, "reduction.strided_operands",
                                  DType::kInt32, Layout::kTranspose),
                          subject));
}

Made write_operand(const Call& call, Made made) {
  bytes_of(call.operands[0])[0] ^= std::byte{1};
  return made;
}

TEST(BrokenClause, FollowsTheVerdict) {
  // An even seed, since guarded operands cannot be written.
  auto subject = test::subject_of(write_operand);
  PlannedCase plan = plan_of("add"_op, "add.value", DType::kInt32);
  for (plan.number = 0; case_seed(0, plan.id()) % 2 == 1;) ++plan.number;
  EXPECT_EQ("elementwise.operands_kept", broken_by(plan, subject));
}

// Results have the dtype float32, whatever is asked for.
Made narrow(const Call&, Made made) {
  for (Tensor& tensor : *made) tensor.dtype = DType::kFloat32;
  return made;
}

TEST(BrokenClause, OfAWrongDtypeIsTheOneAboutIt) {
  auto subject = test::subject_of(narrow);
  for (const char* clause : {"svd.value", "svd.thin", "linalg.repeatable"})
    EXPECT_EQ("svd.float64",
              broken_by(plan_of("svd"_op, clause, DType::kFloat64), subject))
        << clause;
  EXPECT_EQ("", broken_by(plan_of("svd"_op, "svd.float64", DType::kFloat64),
                          subject));
}

Made refuse(const Call&, Made) { return Status::invalid("no"); }

TEST(BrokenClause, OfARefusalIsTheOpUnlessTheCaseAsksAboutValues) {
  auto subject = test::subject_of(refuse);
  EXPECT_EQ("add", broken_by(plan_of("add"_op, "elementwise.repeatable",
                                     DType::kInt32),
                             subject));
  EXPECT_EQ("",
            broken_by(plan_of("add"_op, "add.value", DType::kInt32), subject));
}

}  // namespace
}  // namespace assay
