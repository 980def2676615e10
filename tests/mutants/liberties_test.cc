// Every unspecified clause accepts what it leaves open: a backend that takes
// the liberty passes all of the clause's cases, and did take it.
#include "tests/mutants/liberties.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "tests/mutants/mutant_rows.h"

namespace assay::mutants {
namespace {

using MakeLiberty = std::function<std::unique_ptr<Liberty>()>;

template <typename T, typename... Arguments>
MakeLiberty take(Arguments... arguments) {
  return [=] { return std::make_unique<T>(arguments...); };
}

struct Row {
  std::string_view clause;  // an id, or the aspect of several ops
  MakeLiberty make;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      {"donation.contents", take<ScribblesIntoDonations>()},
      {"donation.result_alias", take<AnswersInDonations>()},
      {"donation.failed", take<ScribblesIntoDonations>()},
      {"complex_nonfinite", take<AnswersAnythingWhereOpen>()},
      {"max.signed_zero", take<FlipsZeroSigns>()},
      {"min.signed_zero", take<FlipsZeroSigns>()},
      {"reduce_sum.signed_zero", take<FlipsZeroSigns>()},
      {"reduce_prod.range", take<AnswersAnythingWhereOpen>()},
      {"reduce_max.signed_zero", take<FlipsZeroSigns>()},
      {"reduce_min.signed_zero", take<FlipsZeroSigns>()},
      {"associative_scan.signed_zero", take<FlipsOpenZeroSigns>()},
      {"scatter.signed_zero", take<FlipsZeroSigns>()},
      {"scatter.smaller", take<RefusesCalls>(StatusCode::kInvalid)},
      {"scatter.smaller", take<RefusesCalls>(StatusCode::kUnsupported)},
      {"scatter.empty", take<RefusesCalls>(StatusCode::kInvalid)},
      {"scatter.empty", take<RefusesCalls>(StatusCode::kUnsupported)},
      {"partial_overflow", take<AnswersAnythingWhereOpen>()},
      {"fold.signed_zero", take<FlipsZeroSigns>()},
      {"matmul.signed_zero", take<FlipsZeroSigns>()},
      {"sort.signed_zero", take<SwapsEqualNeighbours>()},
      {"argsort.ties", take<SwapsEqualNeighbours>()},
      {"sort_with_indices.ties", take<SwapsEqualNeighbours>()},
      {"topk.zeros", take<FlipsOpenZeroSigns>()},
      {"buffer.contents", take<FillsBuffers>()},
      {"contiguous.may_share", take<SharesOrCopies>(true)},
      {"contiguous.may_share", take<SharesOrCopies>(false)},
      {"assign.overlap", take<ScribblesIntoDestinations>()},
      {"assign.overlap", take<RefusesCalls>(StatusCode::kInvalid)},
      {"assign.overlap", take<RefusesCalls>(StatusCode::kUnsupported)},
      {"assign.repeated", take<ScribblesIntoDestinations>()},
      {"assign.repeated", take<RefusesCalls>(StatusCode::kInvalid)},
      {"assign.repeated", take<RefusesCalls>(StatusCode::kUnsupported)},
      {"fourier.nonfinite", take<AnswersAnythingWhereNotFinite>()},
      {"fourier.repeated_axes", take<AnswersAnything>()},
      {"fourier.repeated_axes", take<RefusesCalls>(StatusCode::kInvalid)},
      {"fourier.repeated_axes", take<RefusesCalls>(StatusCode::kUnsupported)},
      {"linalg.nonfinite", take<GivesUp>("no_convergence")},
      {"linalg.nonfinite", take<GivesUp>("not_positive_definite")},
      {"cholesky.borderline", take<ShiftsBorderlineMatrices>()},
      {"eig.order", take<ReversesEigenvalues>()},
      {"max_pool.signed_zero", take<FlipsOpenZeroSigns>()},
      {"max_pool_backward.signed_zero", take<FlipsZeroSigns>()},
      {"avg_pool.signed_zero", take<FlipsZeroSigns>()},
      {"avg_pool_backward.signed_zero", take<FlipsZeroSigns>()},
      {"adaptive_avg_pool.signed_zero", take<FlipsZeroSigns>()},
      {"adaptive_avg_pool_backward.signed_zero", take<FlipsZeroSigns>()},
      {"conv.signed_zero", take<FlipsOpenZeroSigns>()},
      {"conv_transpose.signed_zero", take<FlipsOpenZeroSigns>()},
      {"conv_x_backward.signed_zero", take<FlipsOpenZeroSigns>()},
      {"conv_weight_backward.signed_zero", take<FlipsOpenZeroSigns>()},
      {"conv_transpose_x_backward.signed_zero", take<FlipsOpenZeroSigns>()},
      {"conv_transpose_weight_backward.signed_zero",
       take<FlipsOpenZeroSigns>()},
      {"linear.signed_zero", take<FlipsOpenZeroSigns>()},
      {"linear_x_backward.signed_zero", take<FlipsOpenZeroSigns>()},
      {"linear_weight_backward.signed_zero", take<FlipsOpenZeroSigns>()},
      {"bias_backward.signed_zero", take<FlipsOpenZeroSigns>()},
      {"mean.signed_zero", take<FlipsZeroSigns>()},
      {"cross.signed_zero", take<FlipsOpenZeroSigns>()},
      {"max_abs.most_negative", take<AnswersAnythingWhereOpen>()},
      {"attention.signed_zero", take<FlipsZeroSigns>()},
      {"activation.signed_zero", take<FlipsZeroSigns>()},
      {"normalization.signed_zero", take<FlipsZeroSigns>()},
      {"relu.signed_zero", take<FlipsOpenZeroSigns>()},
      {"leaky_relu.signed_zero", take<FlipsOpenZeroSigns>()},
      {"prelu.signed_zero", take<FlipsOpenZeroSigns>()},
      {"clamp.signed_zero", take<FlipsOpenZeroSigns>()},
      {"hypot.infinity_and_nan", take<AnswersAnythingWhereOpen>()},
      {"shift_left.count", take<AnswersAnythingWhereOpen>()},
      {"shift_right.count", take<AnswersAnythingWhereOpen>()},
      {"attention.coarse_scores", take<AnswersAnythingWhereOpen>()},
      {"attention.nonfinite", take<AnswersAnythingWhereOpen>()},
      {"batch_norm.no_variance", take<AnswersAnythingWhereOpen>()},
      {"gelu.minus_infinity", take<AnswersAnythingWhereOpen>()},
      {"gelu_backward.infinity", take<AnswersAnythingWhereOpen>()},
      {"hard_sigmoid.undefined", take<AnswersAnythingWhereOpen>()},
      {"layer_norm.far_mean", take<AnswersAnythingWhereOpen>()},
      {"layer_norm.no_variance", take<AnswersAnythingWhereOpen>()},
      {"prelu.at_zero", take<AnswersAnythingWhereOpen>()},
      {"sigmoid_backward.outside", take<AnswersAnythingWhereOpen>()},
      {"resampling.signed_zero", take<FlipsZeroSigns>()},
      {"selection.signed_zero", take<FlipsOpenZeroSigns>()},
      {"scatter_nd.duplicates", take<TakesAlternatives>()},
      {"interpolate.breakpoint", take<TakesAlternatives>()},
      {"quantize.near_half", take<TakesAlternatives>()},
      {"quantize.nan", take<AnswersAnythingWhereOpen>()},
      {"quantize_dynamic.near_half", take<TakesAlternatives>()},
      {"quantize_dynamic.nonfinite", take<AnswersAnythingWhereOpen>()},
      {"quantize_dynamic.scale_range", take<AnswersAnythingWhereOpen>()},
      {"interpolate.zero_weight", take<AnswersAnythingWhereOpen>()},
      {"interpolate_backward.breakpoint", take<AnswersAnythingWhereOpen>()},
      {"interpolate_backward.zero_weight", take<AnswersAnythingWhereOpen>()},
      {"grid_sample_2d.nonfinite_grid", take<AnswersAnythingWhereOpen>()},
      {"grid_sample_2d.zero_weight", take<AnswersAnythingWhereOpen>()},
      {"grid_sample_2d.near_half", take<AnswersAnythingWhereOpen>()},
      {"grid_sample_2d.lost_position", take<AnswersAnythingWhereOpen>()},
      {"abs_real.inf_nan", take<AnswersAnythingWhereOpen>()},
      {"clamp_general.signed_zero", take<FlipsOpenZeroSigns>()},
      {"dot_general.signed_zero", take<FlipsOpenZeroSigns>()},
      {"dot_general_update.alpha_zero", take<AnswersAnythingWhereOpen>()},
      {"dot_general_update.nonfinite", take<AnswersAnythingWhereOpen>()},
      {"dot_general_update.signed_zero", take<FlipsOpenZeroSigns>()},
      {"einsum.range", take<AnswersAnythingWhereOpen>()},
      {"einsum.signed_zero", take<FlipsOpenZeroSigns>()},
      {"scatter_general.set_duplicates", take<TakesAlternatives>()},
      {"scatter_general.signed_zero", take<FlipsOpenZeroSigns>()},
      {"solve.borderline", take<GivesUp>("singular")},
  };
  return table;
}

bool is_about(const Row& row, std::string_view clause) {
  return clause == row.clause ||
         clause.substr(clause.find('.') + 1) == row.clause;
}

// The unspecified clauses that backends are judged by.
std::set<std::string_view> open_clauses() {
  std::set<std::string_view> found;
  for (const FamilySpec& family : every_family()) {
    const auto add = [&](const Clause& clause) {
      if (clause.status == ClauseStatus::kUnspecified &&
          is_judged_of_backends(family, clause))
        found.insert(clause.id);
    };
    for (const Clause& clause : family.clauses) add(clause);
    for (std::size_t i = 0; i < family.op_count; ++i)
      for (const Clause& clause : family.ops[i]->clauses) add(clause);
  }
  return found;
}

TEST(Liberties, EveryUnspecifiedClauseAcceptsWhatItLeavesOpen) {
  const auto plan = plan_cases(Level::kQuick, Filter());
  for (std::string_view clause : open_clauses()) {
    int liberties = 0;
    for (const Row& row : rows()) {
      if (!is_about(row, clause)) continue;
      ++liberties;
      auto made = row.make();
      const Liberty& liberty = *made;
      InProcessSubject subject(std::move(made));
      for (const PlannedCase& planned : plan) {
        if (planned.clause != clause) continue;
        const CaseOutcome outcome = run_case(prepared(planned), subject);
        EXPECT_EQ(outcome.verdict, Verdict::kPass)
            << planned.id() << ": "
            << (outcome.failure ? outcome.failure->message : "");
      }
      EXPECT_GT(liberty.taken(), 0) << clause << " was never made use of";
    }
    EXPECT_GT(liberties, 0) << "no liberty is tried of " << clause;
  }
}

// If a clause permits a refusal, it permits no other error. If it does not, a
// refusal is an error too.
TEST(Liberties, ARefusalIsPermittedWhereTheClauseSaysSo) {
  const auto verdict_of = [](const PlannedCase& plan, StatusCode code) {
    InProcessSubject subject(std::make_unique<RefusesCalls>(code));
    return run_case(prepared(plan), subject).verdict;
  };
  const std::set<std::string_view> open = {"scatter.smaller", "scatter.empty",
                                           "assign.overlap", "assign.repeated",
                                           "fourier.repeated_axes"};
  std::set<std::string_view> tried;
  for (const char* filter :
       {"scatter:*:dtype=float32", "gather:*:dtype=float32",
        "assign:*:dtype=float32", "fft:*:dtype=complex64"})
    for (const PlannedCase& plan : planned(filter, Level::kQuick)) {
      SCOPED_TRACE(plan.id());
      const bool permitted = open.contains(plan.clause);
      if (permitted) tried.insert(plan.clause);
      for (const StatusCode code :
           {StatusCode::kInvalid, StatusCode::kUnsupported})
        EXPECT_EQ(verdict_of(plan, code) == Verdict::kPass, permitted);
      for (const StatusCode code : {StatusCode::kNumeric, StatusCode::kInternal,
                                    StatusCode::kOutOfMemory})
        EXPECT_NE(verdict_of(plan, code), Verdict::kPass);
    }
  EXPECT_EQ(tried, open);
}

}  // namespace
}  // namespace assay::mutants
