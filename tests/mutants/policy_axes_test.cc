// Every value of every policy axis, judged by every value of that axis: a
// subject that has a value passes under it, and fails under each value that
// excludes it, on cases that the suite has. So an axis without a case that
// tells its values apart fails here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "harness/generate/build_case.h"
#include "harness/run/prepare.h"
#include "spec/built_in_profiles.h"
#include "spec/file_profile.h"
#include "tests/mutants/axis_row.h"
#include "tests/mutants/convolution_mutants.h"
#include "tests/mutants/factor_followers.h"
#include "tests/mutants/fusion_mutants.h"
#include "tests/mutants/lax_indexing_mutants.h"
#include "tests/mutants/memory_mutants.h"
#include "tests/mutants/mutant_rows.h"
#include "tests/mutants/ordering_mutants.h"
#include "tests/mutants/policy_followers.h"
#include "tests/mutants/policy_subjects.h"
#include "tests/mutants/session_mutants.h"
#include "tests/mutants/structural_mutants.h"
#include "tests/mutants/value_mutants.h"

namespace assay::mutants {
namespace {

const std::vector<AxisRow>& axis_rows() {
  static const std::vector<AxisRow> table = {
      {"round.half", "round:half:dtype=float32", {"0", "1"}},
      {"mod.sign", "mod:sign:dtype=int32", {"0", "1"}},
      {"div.integer", "div:truncate:dtype=int32", {"0", "1"}},
      {"div.integer_zero", "div:integer_zero:dtype=int32", {"0", "1", "012"}},
      {"mod.integer_zero", "mod:integer_zero:dtype=int32", {"0", "1", "012"}},
      {"recip.integer_zero", "recip:integer_zero:dtype=int32", {"0", "01"}},
      {"max.nan",
       "max:nan:dtype=float32,max_abs:nan:dtype=float32,"
       "max_with_index:nan:dtype=float32,min_with_index:nan:dtype=float32",
       {"0", "1", "012"}},
      {"sign.nan", "sign:nan:dtype=float32", {"0", "1"}},
      {"sign.zero", "sign:zero:dtype=float32", {"0", "1"}},
      {"sign.complex", "sign:complex:dtype=complex64", {"0", "1"}},
      {"clamp_general.crossed",
       "clamp_general:*:crossed:dtype=float32",
       {"0", "1", "012"}},
      {"pow.negative_exponent",
       "pow:negative_exponent:dtype=int32",
       {"0", "1", "2", "0123"}},
      {"pow.overflow", "pow:wrap:dtype=int64", {"0", "01"}},
      {"cast.out_of_range",
       "cast:out_of_range:dtype=float32,to=int8",
       {"0", "01", "2"}},
      {"cast.float8_overflow",
       "cast:overflow:dtype=float32,to=float8_e4m3fn",
       {"0", "1", "012"}},
      {"cast.complex_bool", "cast:bool:dtype=complex64,to=bool", {"0", "1"}},
      {"convert.check", "convert:refused:dtype=float64", {"0", "1"}},
      {"sum.order",
       "reduce_sum:accuracy:dtype=float32",
       {"0", "01"},
       maker_of<SumsWithOneAccumulator>()},
      {"sum.accumulator",
       "associative_scan:sum:running:dtype=float16",
       {"0", "01"}},
      {"sum.float64", "reduce_sum:accuracy:dtype=float64", {"0", "01"}},
      {"prod.accumulator",
       "associative_scan:prod:running:dtype=float16",
       {"0", "01"}},
      {"scan.narrow",
       "associative_scan:sum:running:dtype=float16",
       {"0", "01"}},
      {"float.subnormal",
       "add:value:dtype=float32,mul:value:dtype=float32,"
       "mul:subnormal:dtype=float32",
       {"0", "1", "2", "3", "01234"},
       maker_of<FlushesHere>()},
      {"layout.bits",
       "exp:layout_invariance:dtype=float32",
       {"0", "01"},
       maker_of<DiffersOnStrides>()},
      {"reduce.empty", "reduce_sum:empty:dtype=float32", {"0", "1"}},
      {"max.empty", "reduce_max:empty:dtype=float32", {"0", "1", "012"}},
      {"argmax.nan", "argmax:nan:dtype=float32", {"0", "1", "012"}},
      {"sort.nan", "sort:*:nan_last:dtype=float32", {"0", "1", "2", "0123"}},
      {"sort.complex_nan", "sort:*:nan_last:dtype=complex64", {"0", "01"}},
      {"contiguous.offset", "contiguous:offset:dtype=float32", {"0", "1"}},
      {"gather.negative", "gather:range:dtype=float32", {"-", "1"}},
      {"gather.out_of_range", "gather:range", {"-", "01", "2", "23"}},
      {"scatter.out_of_range", "scatter:*:range", {"-", "01", "2", "3"}},
      {"scatter.base", "scatter:add:value:dtype=float32", {"0", "1"}},
      {"fft.norm", "ifft:value:dtype=complex64", {"0", "1"}},
      {"triangular_solve.transpose",
       "triangular_solve:*:dtype=complex64",
       {"0", "1"}},
      {"svd.values", "svd:value:dtype=float32", {"0", "1"}},
      {"eig.values", "eig:complex128:dtype=float32", {"0", "1"}},
      {"flip.result", "flip:zero_copy", {"0", "1"}},
      {"view.write",
       "permute:zero_copy:dtype=float32",
       {"0", "01", "012"},
       maker_of<CopiesInsteadOfViewing>(),
       maker_of<CopiesOnWrite>()},
      {"solve.singular",
       "triangular_solve:singular:dtype=float32",
       {"0", "01"}},
      {"cholesky.failure",
       "cholesky:not_positive_definite:dtype=float32",
       {"0", "01"}},
      {"cholesky.triangle",
       "cholesky:triangle:dtype=float32",
       {"0", "01"},
       maker_of<FillsTheOtherTriangle>()},
      {"triangular_solve.unit_diag",
       "triangular_solve:diagonal_unread:dtype=float32",
       {"0", "01"},
       maker_of<ReadsUnitDiagonals>()},
      {"eig.norm",
       "eig:unit_columns:dtype=float64",
       {"0", "01"},
       maker_of<LengthensEigenvectors>()},
      {"session.bits",
       "session:same_bits",
       {"0", "01"},
       maker_of<RoundsInSessions>()},
      {"fusion.contract",
       "fusion:exact_bits:dtype=float32",
       {"0", "01"},
       maker_of<ContractsProducts>()},
      {"lu.parity", "lu:parity:dtype=complex64", {"0", "1"}},
      {"full_piv_lu.singular",
       "full_piv_lu:singular:dtype=float32",
       {"0", "12", "012"},
       maker_of<RefusesSingularMatrices<2>>()},
      {"scatter.duplicates", "scatter:set:last_wins", {"0", "01"}},
      {"conv.padding",
       "conv:1d:padding_is_no_term:dtype=float32",
       {"0", "01"},
       maker_of<Convolves<ConvolutionFault::kMultipliesPadding>>()},
      {"conv.algorithm",
       "conv:1d:*:dtype=float32",
       {"0", "01"},
       maker_of<ConvolvesByTransforms>()},
      {"pool.ceil", "max_pool:*:ceil_start:dtype=float32", {"0", "1"}},
      {"pool.nan", "max_pool:*:nan:dtype=float32", {"0", "01"}},
      {"topk.tie",
       "topk:first_tie:dtype=int32",
       {"0", "01"},
       maker_of<arrays::TakesTheLastTie>()},
      {"shift.count", "shift_right:count:dtype=int32", {"0123", "1", "2", "3"}},
      {"mean.integer", "mean:truncated:dtype=int8", {"0", "1"}},
      {"quantize.half", "quantize:*:half:dtype=float32", {"0", "1"}},
      {"dynamic_slice.negative",
       "dynamic_slice:negative:dtype=int32,"
       "dynamic_update_slice:negative:dtype=int32",
       {"0", "1"}},
      {"gather_general.out_of_range",
       "gather_general:out_of_range:dtype=float32",
       {"0", "01"}},
      {"scatter_general.out_of_range",
       "scatter_general:*:out_of_range:dtype=float32",
       {"0", "1", "2", "0123"}},
      {"scatter_general.order",
       "scatter_general:*:order:dtype=float32",
       {"0", "01"},
       maker_of<arrays::RoundsEachUpdate<true>>()},
      {"dot_general.order", "dot_general:value:dtype=int32", {"0", "1"}},
      {"attention.causal", "attention:causal_offset:dtype=float32", {"0", "1"}},
      {"attention.empty_row", "attention:empty_row:dtype=float32", {"0", "1"}},
      {"attention.weights",
       "attention:*:accumulator:dtype=float16",
       {"0", "01"}},
      {"reshape.order", "reshape:value:dtype=float32", {"0", "1"}},
      {"broadcast_in_dim.order",
       "broadcast_in_dim:any_axes:dtype=float32",
       {"0", "1"}},
  };
  return table;
}

std::size_t axis_named(std::string_view name) {
  std::size_t axis = 0;
  while (axis < kPolicyAxisCount && kPolicyAxes[axis].name != name) ++axis;
  return axis;
}

std::size_t value_count(std::size_t axis) {
  const auto& values = kPolicyAxes[axis].values;
  return static_cast<std::size_t>(std::find(values.begin(), values.end(), "") -
                                  values.begin());
}

// Holds the subjects of a row, and the cases of each value.
class AxisTrial {
 public:
  explicit AxisTrial(const AxisRow& row)
      : row_(row), axis_(axis_named(row.axis)) {}

  std::size_t count() const { return value_count(axis_); }

  Profile profile(std::size_t value) const {
    // Dtypes and judges look the profile up by the name that a case has.
    const Policy policy{axis_, static_cast<std::uint8_t>(value)};
    return value == 0 ? kNx
                      : **keep_profile(policy_name(policy), kNx.with(policy));
  }

  std::unique_ptr<Backend> subject(std::size_t value) const {
    if (row_.last && value + 1 == count()) return row_.last();
    if (row_.middle && value == 1) return row_.middle();
    if (kPolicyAxes[axis_].values[value] == "any")
      return std::make_unique<AnswersAnythingWhereProfileDoes>(profile(value));
    return std::make_unique<Reference>(profile(value));
  }

  std::vector<Case> cases(std::size_t value) const {
    const Profile profile = this->profile(value);
    const auto filter = Filter::parse(row_.filter);
    EXPECT_TRUE(filter.ok()) << row_.filter;
    Reference oracle(profile);
    std::vector<Case> prepared;
    for (const PlannedCase& plan :
         plan_cases(Level::kQuick, *filter, profile)) {
      prepared.push_back(build_case(plan, 3));
      const Status status = prepare_case(prepared.back(), oracle, profile);
      EXPECT_TRUE(status.ok()) << plan.id() << ": " << status.message;
    }
    return prepared;
  }

 private:
  const AxisRow& row_;
  std::size_t axis_;
};

// The first failure of a subject; empty if it passes.
std::string failure_of(const std::vector<Case>& cases,
                       std::unique_ptr<Backend> backend) {
  InProcessSubject subject(std::move(backend));
  for (const Case& test_case : cases) {
    const CaseOutcome outcome = run_case(test_case, subject);
    if (outcome.verdict == Verdict::kPass) continue;
    return test_case.id + ": " +
           (outcome.failure ? outcome.failure->message
                            : std::string(name_of(outcome.verdict)));
  }
  return "";
}

void expect_told_apart(const AxisRow& row) {
  const AxisTrial trial(row);
  ASSERT_EQ(trial.count(), row.passing.size());
  for (std::size_t judged = 0; judged < trial.count(); ++judged) {
    const auto cases = trial.cases(judged);
    const std::string_view passing = row.passing[judged];
    EXPECT_EQ(cases.empty(), passing == "-") << judged;
    if (cases.empty()) continue;
    EXPECT_NE(passing.find(static_cast<char>('0' + judged)), passing.npos);
    for (std::size_t kept = 0; kept < trial.count(); ++kept) {
      const bool passes =
          passing.find(static_cast<char>('0' + kept)) != passing.npos;
      const std::string failure = failure_of(cases, trial.subject(kept));
      EXPECT_EQ(passes, failure.empty())
          << "a subject with value " << kept << " under value " << judged
          << ": " << failure;
    }
  }
}

class PolicyAxes : public testing::TestWithParam<AxisRow> {};

TEST_P(PolicyAxes, ValuesAreToldApart) { expect_told_apart(GetParam()); }

std::string name_of_axis(const testing::TestParamInfo<AxisRow>& row) {
  std::string name(row.param.axis);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Axes, PolicyAxes, testing::ValuesIn(axis_rows()),
                         name_of_axis);

TEST(PolicyAxesTable, HasEveryAxisOnce) {
  std::multiset<std::string_view> tried;
  for (const AxisRow& row : axis_rows()) tried.insert(row.axis);
  std::multiset<std::string_view> stated;
  for (const PolicyAxis& axis : kPolicyAxes) stated.insert(axis.name);
  EXPECT_EQ(tried, stated);
}

// Each op of an axis tells its values apart by itself.
TEST(PolicyAxesTable, ActsOnEachOp) {
  for (const char* filter :
       {"max_abs:nan:dtype=float16", "max_with_index:nan:dtype=float32",
        "min_with_index:nan:dtype=float64"}) {
    SCOPED_TRACE(filter);
    expect_told_apart({"max.nan", filter, {"0", "1", "012"}});
  }
  for (const char* filter :
       {"expand:zero_copy:dtype=float32", "reshape:zero_copy:dtype=int8",
        "reshape:compatible_strides:dtype=float32",
        "shrink:zero_copy:dtype=bool", "flip:zero_copy:dtype=float32",
        "slice:zero_copy:dtype=float32", "unfold_view:zero_copy:dtype=int32"}) {
    SCOPED_TRACE(filter);
    expect_told_apart({"view.write",
                       filter,
                       {"0", "01", "012"},
                       maker_of<CopiesInsteadOfViewing>(),
                       maker_of<CopiesOnWrite>()});
  }
  expect_told_apart(
      {"reshape.order", "reshape:may_copy:dtype=int16", {"0", "1"}});
  for (const char* filter :
       {"conv:2d:isolated_nan:dtype=float16",
        "conv_transpose:1d:nonfinite:dtype=float32",
        "conv_x_backward:2d:nonfinite:dtype=float64",
        "conv_weight_backward:1d:nonfinite:dtype=float32",
        "conv_transpose_x_backward:3d:nonfinite:dtype=float32",
        "conv_transpose_weight_backward:1d:nonfinite:dtype=float32"}) {
    SCOPED_TRACE(filter);
    expect_told_apart({"conv.algorithm", filter, {"0", "01"}});
  }
  for (const char* filter :
       {"conv:1d:every_term:dtype=float32", "conv:1d:value:dtype=float32",
        "conv:1d:isolated_nan:dtype=float32"}) {
    SCOPED_TRACE(filter);
    expect_told_apart({"conv.algorithm",
                       filter,
                       {"0", "01"},
                       maker_of<ConvolvesByTransforms>()});
  }
}

// Each value but the first is told from the first one.
TEST(PolicyAxesTable, FirstValueExcludesTheOthers) {
  for (const AxisRow& row : axis_rows()) {
    // An axis that begins with `any` is about a clause that is open.
    if (kPolicyAxes[axis_named(row.axis)].values[0] == "any") continue;
    EXPECT_TRUE(row.passing[0] == "0" || row.passing[0] == "-") << row.axis;
  }
}

}  // namespace
}  // namespace assay::mutants
