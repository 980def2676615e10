// Prepares a case once for each explanation, and runs it again where that
// expects something else.
// Tested by tests/harness/cause/hypotheses_test.cc.
#include "harness/cause/hypotheses.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/cause/alteration.h"
#include "harness/generate/build_case.h"
#include "harness/relation/relation_trial.h"
#include "harness/run/prepare.h"
#include "harness/run/run_case.h"
#include "spec/file_profile.h"
#include "spec/policy_scope.h"

namespace assay {
namespace {

// Returns whether two answers are permitted alike. What the report says of
// distances plays no part.
bool permits_the_same(const Permitted& a, const Permitted& b) {
  return a.values == b.values && a.accuracy == b.accuracy &&
         a.accept == b.accept && a.bound == b.bound && a.slices == b.slices &&
         a.matrices == b.matrices && a.interchangeable == b.interchangeable &&
         a.alternatives == b.alternatives;
}

bool expects_the_same(const Expectation& a, const Expectation& b) {
  return a.tensor == b.tensor && a.dtype == b.dtype && a.shape == b.shape &&
         a.contiguous == b.contiguous && a.metadata_only == b.metadata_only &&
         a.same_bits_as == b.same_bits_as &&
         std::equal(a.any_of.begin(), a.any_of.end(), b.any_of.begin(),
                    b.any_of.end(), permits_the_same);
}

}  // namespace

bool asks_the_same(const Case& a, const Case& b) {
  const auto same_step = [](const Step& one, const Step& other) {
    return one.status == other.status && one.kind == other.kind;
  };
  return std::equal(a.expect.begin(), a.expect.end(), b.expect.begin(),
                    b.expect.end(), expects_the_same) &&
         std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(),
                    b.steps.end(), same_step);
}

Hypotheses::Hypotheses(const Profile& profile, OracleOf make_oracle,
                       Subject& subject, std::uint64_t run_seed)
    : profile_(profile),
      make_oracle_(std::move(make_oracle)),
      subject_(subject),
      seed_(run_seed) {}

std::vector<std::string> Hypotheses::for_case(const PlannedCase& plan) const {
  std::vector<std::string> names;
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
    if (!is_in_scope(axis, name_of(plan.op))) continue;
    const auto& values = kPolicyAxes[axis].values;
    for (std::size_t value = 0; value < values.size(); ++value)
      if (!values[value].empty() && value != profile_.values[axis])
        names.push_back(policy_name({axis, static_cast<std::uint8_t>(value)}));
  }
  // A case of a relation compares results of the subject with each other.
  if (plan.relation == Relation::kNone)
    for (const Alteration& alteration : all_alterations())
      names.emplace_back(alteration.name);
  return names;
}

Hypotheses::Variant& Hypotheses::variant_of(const std::string& name) {
  Variant& variant = variants_[name];
  if (variant.oracle != nullptr) return variant;
  variant.profile = &profile_;
  if (const auto policies = policies_named(name); !policies.empty()) {
    Profile changed = profile_;
    for (const Policy policy : policies) changed = changed.with(policy);
    // Cases name their profile, so the changed one needs a name of its own.
    auto kept =
        keep_profile(fmt::format("{}+{}", profile_.name, name), changed);
    if (kept) variant.profile = *kept;
  }
  variant.oracle = make_oracle_(*variant.profile);
  return variant;
}

std::optional<Case> Hypotheses::prepared(const PlannedCase& plan,
                                         const std::string& name) {
  Case test_case = build_case(plan, seed_);
  const Alteration* alteration = alteration_named(name);
  Variant& variant = variant_of(alteration == nullptr ? name : "");
  test_case.profile = variant.profile->name;
  if (alteration == nullptr) {
    if (!prepare_case(test_case, *variant.oracle, *variant.profile).ok())
      return std::nullopt;
    return test_case;
  }
  Case altered = test_case;
  for (Expectation& expectation : altered.expect) {
    if (expectation.closed_form) return std::nullopt;
    expectation.shared_answers.clear();
  }
  if (!alteration->alter(altered)) return std::nullopt;
  if (!prepare_case(altered, *variant.oracle, *variant.profile).ok())
    return std::nullopt;
  // A mistake that makes a call invalid says nothing of the answer to it.
  const bool is_answered = std::all_of(
      altered.steps.begin(), altered.steps.end(),
      [](const Step& step) { return step.status == StatusCode::kOk; });
  if (!is_answered || !alteration->restore(test_case, altered))
    return std::nullopt;
  test_case.expect = std::move(altered.expect);
  for (std::size_t i = 0; i < test_case.steps.size(); ++i) {
    test_case.steps[i].status = altered.steps[i].status;
    test_case.steps[i].kind = altered.steps[i].kind;
  }
  return test_case;
}

Agreement Hypotheses::try_on(const PlannedCase& plan, const std::string& name) {
  if (subject_.breakdown()) return Agreement::kUntouched;
  if (plan.relation != Relation::kNone) return try_relation(plan, name);
  const auto test_case = prepared(plan, name);
  if (!test_case) return Agreement::kUntouched;
  if (const std::string id = plan.id(); judged_id_ != id) {
    judged_ = prepared(plan, "");
    judged_id_ = id;
  }
  if (!judged_ || asks_the_same(*judged_, *test_case))
    return Agreement::kUntouched;
  return is_failure(run_case(*test_case, subject_).verdict)
             ? Agreement::kDisagrees
             : Agreement::kAgrees;
}

// A relation that a policy value does not change passes or fails under it as
// before, so only a pass says something.
Agreement Hypotheses::try_relation(const PlannedCase& plan,
                                   const std::string& name) {
  const CaseOutcome outcome =
      run_relation(plan, seed_, subject_, *variant_of(name).profile);
  return is_failure(outcome.verdict) ? Agreement::kUntouched
                                     : Agreement::kAgrees;
}

std::vector<std::string> Hypotheses::evidence(const PlannedCase& plan) {
  std::vector<std::string> names;
  std::optional<bool> passes;  // under the profile itself
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
    if (!is_probed(axis, name_of(plan.op))) continue;
    const auto& values = kPolicyAxes[axis].values;
    std::vector<Agreement> agreements;
    for (std::uint8_t value = 0; value < values.size(); ++value)
      if (!values[value].empty())
        agreements.push_back(value == profile_.values[axis]
                                 ? Agreement::kUntouched
                                 : try_on(plan, policy_name({axis, value})));
    const bool tells =
        std::any_of(agreements.begin(), agreements.end(),
                    [](Agreement one) { return one != Agreement::kUntouched; });
    if (!tells) continue;
    if (!passes)
      passes = judged_ && !is_failure(run_case(*judged_, subject_).verdict);
    for (std::uint8_t value = 0; value < agreements.size(); ++value) {
      // A value that expects what the profile expects agrees as that does.
      const bool agrees = agreements[value] == Agreement::kUntouched
                              ? *passes
                              : agreements[value] == Agreement::kAgrees;
      names.push_back((agrees ? "" : "!") + policy_name({axis, value}));
    }
  }
  return names;
}

std::vector<std::string> Hypotheses::explaining(const PlannedCase& plan) {
  std::vector<std::string> names;
  for (const std::string& name : for_case(plan)) {
    const Agreement agreement = try_on(plan, name);
    if (agreement == Agreement::kAgrees)
      names.push_back(name);
    else if (agreement == Agreement::kDisagrees &&
             alteration_named(name) != nullptr)
      names.push_back("!" + name);
  }
  return names;
}

}  // namespace assay
