// Tests that the profile of the reference is inferred under every built-in
// profile, and every value of every axis that shows in answers.
#include "conformance/infer_profile.h"

#include "spec/built_in_profiles.h"
#include "spec/file_profile.h"
#include "spec/policy_scope.h"
#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

class InferProfile : public ScratchRun {
 protected:
  InferredProfile infer(const Profile& followed, const std::string& filter) {
    CheckOptions asked = options(filter);
    asked.make_subject = [followed]() -> Result<std::unique_ptr<Subject>> {
      return std::unique_ptr<Subject>(std::make_unique<InProcessSubject>(
          std::make_unique<Reference>(followed)));
    };
    asked.make_oracle_of = [](const Profile& profile) {
      return std::make_unique<Reference>(profile);
    };
    asked.jobs = 2;
    auto inferred = infer_profile(asked, folder_);
    EXPECT_TRUE(inferred.ok()) << inferred.status().message;
    return *std::move(inferred);
  }
};

// A dtype of each kind decides every axis, and all of them take minutes. The
// terms exclude the others; casts have two dtypes and remain.
constexpr const char* kFewDtypes =
    "-dtype=bfloat16,-dtype=float8_e4m3fn,-dtype=float8_e5m2,-dtype=float64,"
    "-dtype=int8,-dtype=int16,-dtype=int64,-dtype=uint8,-dtype=uint16,"
    "-dtype=uint32,-dtype=uint64,-dtype=complex128";

// Joins the values in which two profiles differ, for messages.
std::string differences(const Profile& a, const Profile& b) {
  std::string text;
  for (const auto& [axis, value] : differing_values(a, b))
    text += axis + "=" + value + " ";
  return text;
}

TEST_F(InferProfile, FindsEveryBuiltInProfile) {
#ifdef ASSAY_SANITIZED
  GTEST_SKIP() << "each takes a minute with the sanitizers";
#endif
  for (const Profile* profile : kProfiles) {
    // The axes of these two ops alone need a real dtype narrower than float32.
    const InferredProfile inferred =
        infer(*profile, std::string("*,") + kFewDtypes +
                            ",-dtype=float16,attention:*:dtype=float16,"
                            "associative_scan:*:dtype=float16");
    EXPECT_EQ(profile->name, inferred.nearest);
    EXPECT_EQ("", differences(inferred.profile, *profile)) << profile->name;
  }
}

// The values of these axes change no answer of the reference: an open value, or
// one that only the caller's promise tells apart.
bool shows_in_answers(std::size_t axis, std::uint8_t value) {
  const std::string_view name = kPolicyAxes[axis].values[value];
  return name != "any" && name != "within_bound" && name != "precondition" &&
         kPolicyAxes[axis].name != "triangular_solve.transpose" &&
         kPolicyAxes[axis].name != "view.write" &&
         kPolicyAxes[axis].name != "triangular_solve.unit_diag" &&
         kPolicyAxes[axis].name != "session.bits" &&
         kPolicyAxes[axis].name != "fusion.contract";
}

TEST_F(InferProfile, FindsEveryValueOfEveryAxis) {
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
#ifdef ASSAY_SANITIZED
    if (axis % 8 != 1) continue;  // each takes many seconds
#endif
    const PolicyScope& scope = kPolicyScopes[axis];
    std::string filter(scope.ops.empty() ? scope.probes : scope.ops);
    std::replace(filter.begin(), filter.end(), ' ', ',');
    filter += std::string(",") + kFewDtypes;
    for (std::uint8_t value = 1; value < kPolicyAxes[axis].values.size() &&
                                 !kPolicyAxes[axis].values[value].empty();
         ++value) {
      if (!shows_in_answers(axis, value)) continue;
      const Policy policy{axis, value};
      const InferredProfile inferred = infer(kNx.with(policy), filter);
      const auto& evidence = inferred.axes[axis].values;
      EXPECT_TRUE(evidence[value].holds()) << policy_name(policy);
      for (std::uint8_t other = 0; other < evidence.size(); ++other)
        EXPECT_TRUE(other == value || !shows_in_answers(axis, other) ||
                    !evidence[other].holds())
            << policy_name({axis, other}) << " of " << policy_name(policy);
    }
  }
}

// A subject that follows one value in float32 and another one elsewhere follows
// none.
class RoundsTwoWays : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    static Reference even(kNx.with("round.half=even"_policy));
    const bool is_even =
        call.op == "round"_op && call.operands[0].dtype == DType::kFloat32;
    return is_even ? even.execute(call) : Reference::execute(call);
  }
};

TEST_F(InferProfile, NamesAnAxisThatIsAnsweredInTwoWays) {
  CheckOptions asked = options("round");
  asked.make_subject = []() -> Result<std::unique_ptr<Subject>> {
    return std::unique_ptr<Subject>(
        std::make_unique<InProcessSubject>(std::make_unique<RoundsTwoWays>()));
  };
  asked.make_oracle_of = [](const Profile& profile) {
    return std::make_unique<Reference>(profile);
  };
  const auto inferred = infer_profile(asked, folder_);
  ASSERT_TRUE(inferred.ok());
  const AxisEvidence& axis = inferred->axes[*policy_axis_named("round.half")];
  EXPECT_TRUE(axis.is_inconsistent());
  EXPECT_FALSE(axis.values[0].example.empty());
}

}  // namespace
}  // namespace assay
