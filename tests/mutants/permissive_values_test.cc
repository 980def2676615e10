// Values of policy axes that permit more than nx does: mutants that go beyond
// what they permit are caught, and the references of profiles pass.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "conformance/plan.h"
#include "harness/generate/build_case.h"
#include "harness/ladder/ladder.h"
#include "harness/run/prepare.h"
#include "harness/run/run_case.h"
#include "harness/subject/in_process_subject.h"
#include "spec/built_in_profiles.h"
#include "tests/mutants/memory_mutants.h"
#include "tests/mutants/policy_followers.h"

namespace assay::mutants {
namespace {

constexpr std::uint64_t kSeed = 7;

// Returns a profile with this value: one that has a name, since the types of a
// case are inferred by the name of its profile, or PyTorch's with it changed.
Profile profile_with(Policy policy) {
  for (const Profile* profile : kProfiles)
    if (profile->is(policy)) return *profile;
  return kTorch.with(policy);
}

// Runs the cases of a filter, judged by a profile; how many came to what.
std::map<Verdict, int> verdicts_of(std::string_view filter,
                                   const Profile& profile,
                                   std::unique_ptr<Backend> backend) {
  std::map<Verdict, int> verdicts;
  const auto parsed = Filter::parse(filter);
  EXPECT_TRUE(parsed.ok()) << parsed.status().message;
  if (!parsed) return verdicts;
  Reference oracle(profile);
  InProcessSubject subject(std::move(backend));
  for (const PlannedCase& plan :
       plan_cases(Level::kStandard, *parsed, profile)) {
    if (plan.rung != 0) continue;  // large tensors show no more
    Case test_case = build_case(plan, kSeed);
    const Status prepared = prepare_case(test_case, oracle, profile);
    EXPECT_TRUE(prepared.ok()) << plan.id() << ": " << prepared.message;
    if (!prepared.ok()) continue;
    ++verdicts[run_case(test_case, subject).verdict];
  }
  return verdicts;
}

int failures_in(const std::map<Verdict, int>& verdicts) {
  int failures = 0;
  for (const auto& [verdict, count] : verdicts)
    if (is_failure(verdict)) failures += count;
  return failures;
}

// A matrix without a solution spoils the others of its batch.
class SpoilsTheBatch : public Mutant {
 public:
  using Mutant::Mutant;

 private:
  void spoil(const Call& call, Tensors& made) override {
    const FloatFormat& format = format_of(call.operands[0].dtype);
    bool has_nan = false;
    for (const Index& at : indices(made[0].view.shape()))
      has_nan = has_nan || !std::isfinite(real_at(made[0], at));
    if (!has_nan) return;
    replace_each(made[0], [&](const Index&, ElementBits) {
      return ElementBits{quiet_nan_bits(format), 0};
    });
  }
};

// Returns NaN for every matrix.
class GivesNan : public Mutant {
 public:
  using Mutant::Mutant;

 private:
  void spoil(const Call& call, Tensors& made) override {
    const FloatFormat& format = format_of(call.operands[0].dtype);
    replace_each(made[0], [&](const Index&, ElementBits) {
      return ElementBits{quiet_nan_bits(format), 0};
    });
  }
};

// A place of several updates gets an element that is none of them.
class SetsAnotherElement : public Mutant {
 public:
  using Mutant::Mutant;

 private:
  void spoil(const Call& call, Tensors& made) override {
    const auto answered = Reference::answer(call);
    if (!answered) return;
    const View place(made[0].view.shape());
    for (const Alternatives& several : answered->alternatives)
      for (const Index& at : indices(place.shape()))
        if (place.linear_index(at) == several.position)
          put_at(made[0], at, element_at(call.operands[0], at));
  }
};

// Opens every element if one index is out of range.
class OpensEveryElement : public Mutant {
 public:
  using Mutant::Mutant;

 private:
  void spoil(const Call& call, Tensors& made) override {
    const auto answered = Reference::answer(call);
    if (!answered || answered->freedom.empty()) return;
    const Tensor& result = (call.outs.empty() ? made : call.outs)[0];
    replace_each(result, [](const Index&, ElementBits bits) {
      return ElementBits{bits.re ^ 1, bits.im};
    });
  }
};

struct WideRow {
  std::string_view name;
  Policy policy;
  std::string_view filter;
  std::unique_ptr<Backend> (*make)(const Profile&);
};
template <typename T>
std::unique_ptr<Backend> make_for(const Profile& profile) {
  return std::make_unique<T>(profile);
}

// Makes a mutant that follows nx where its fault is not.
template <typename T>
std::unique_ptr<Backend> make_plain(const Profile&) {
  return std::make_unique<T>();
}

// The value `any` of an axis does not permit everything.
TEST(PermissiveValues, AnyIsNotEverything) {
  const WideRow rows[] = {
      {"SpoilsTheBatch", "solve.singular=any"_policy,
       "triangular_solve:one_fails:dtype=float32", make_for<SpoilsTheBatch>},
      {"GivesNan", "cholesky.failure=any"_policy,
       "cholesky:positive_definite:dtype=float32", make_for<GivesNan>},
      {"SetsAnotherElement", "scatter.duplicates=any"_policy,
       "scatter:set:last_wins", make_for<SetsAnotherElement>},
      {"OpensEveryElement", "gather.out_of_range=any"_policy, "gather:range",
       make_for<OpensEveryElement>},
      {"OpensEveryElement", "gather_general.out_of_range=any"_policy,
       "gather_general:out_of_range", make_for<OpensEveryElement>},
      {"OpensEveryElement", "scatter_general.out_of_range=any"_policy,
       "scatter_general:*:out_of_range", make_for<OpensEveryElement>},
      {"TransformsAllButTheLastTap", "conv.algorithm=any"_policy,
       "conv:1d:every_term:dtype=float32",
       make_for<TransformsAllButTheLastTap>},
      {"RoundsValuesCoarsely", "attention.weights=dtype"_policy,
       "attention:accumulator:dtype=float16", make_for<RoundsValuesCoarsely>},
      {"CopiesInsteadOfViewing", "view.write=value"_policy,
       "permute:zero_copy:dtype=float32", make_plain<CopiesInsteadOfViewing>},
      {"CopiesInsteadOfViewing", "view.write=value"_policy,
       "reshape:compatible_strides:dtype=float32",
       make_plain<CopiesInsteadOfViewing>},
      {"CopiesInsteadOfViewing", "view.write=value"_policy,
       "slice:zero_copy:dtype=float32,unfold_view:zero_copy:dtype=float32",
       make_plain<CopiesInsteadOfViewing>},
  };
  for (const WideRow& row : rows) {
    SCOPED_TRACE(row.name);
    const Profile profile = profile_with(row.policy);
    EXPECT_EQ(0, failures_in(verdicts_of(row.filter, profile,
                                         make_for<Reference>(profile))));
    EXPECT_LT(0,
              failures_in(verdicts_of(row.filter, profile, row.make(profile))));
  }
}

// A flip that copies is not asked for 2^31 elements.
TEST(PermissiveValues, CopiesOfFlipStaySmall) {
  const auto filter = Filter::parse("flip");
  ASSERT_TRUE(filter.ok());
  const auto beyond = [&](const Profile& profile) {
    int count = 0;
    for (const PlannedCase& plan : plan_cases(Level::kDeep, *filter, profile))
      if (plan.rung == kBeyondInt32Rung) ++count;
    return count;
  };
  EXPECT_EQ(2, beyond(kNx));
  EXPECT_EQ(0, beyond(kNx.with("flip.result=copy"_policy)));
}

// Every case of the ops that these axes concern is right for the reference of
// each profile that has a name.
TEST(PermissiveValues, ReferencesOfProfilesPass) {
  for (const Profile* profile : kProfiles) {
    SCOPED_TRACE(profile->name);
    const auto verdicts = verdicts_of(
        "eig:*:dtype=complex64,cholesky:*:dtype=float32,"
        "triangular_solve:*:dtype=complex64,flip:*:dtype=int4,"
        "gather:*:dtype=int8,scatter:*:dtype=complex64,svd:value:dtype=float16,"
        "eigh:value:dtype=bfloat16",
        *profile, std::make_unique<Reference>(*profile));
    EXPECT_LT(100, verdicts.at(Verdict::kPass));
    EXPECT_EQ(0, failures_in(verdicts));
  }
}

}  // namespace
}  // namespace assay::mutants
