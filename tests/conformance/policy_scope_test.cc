// Asks the oracle whether any op outside of the scope of an axis answers
// otherwise under another value of it, and whether each axis changes an answer
// of the ops that are asked for its value.
#include "spec/policy_scope.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "conformance/plan.h"
#include "harness/cause/hypotheses.h"
#include "harness/families/drawn_families.h"
#include "harness/subject/in_process_subject.h"
#include "reference/reference.h"
#include "spec/file_profile.h"

namespace assay {
namespace {

bool is_sampled(DType dtype) {
#ifdef ASSAY_SANITIZED
  return dtype == DType::kInt8;  // the whole sample takes a minute
#else
  return dtype == DType::kFloat16 || dtype == DType::kInt8 ||
         dtype == DType::kComplex64;
#endif
}

// One case of each clause of each op in each category of dtypes.
std::vector<PlannedCase> sample() {
  std::vector<PlannedCase> cases;
  std::set<std::string> seen;
  for (PlannedCase& planned : plan_cases(Level::kQuick, Filter(), kNx))
    // Programs of op set protocol have calls of many ops.
    if (planned.relation == Relation::kNone && planned.rung == 0 &&
        !surrounds_calls(planned.op) && is_sampled(planned.dtype) &&
        seen.insert(std::string(name_of(planned.op)) +
                    std::string(planned.clause) +
                    std::string(name_of(planned.dtype)))
            .second)
      cases.push_back(std::move(planned));
  return cases;
}

TEST(PolicyScope, HasEveryOpThatAnAxisChanges) {
  InProcessSubject subject(std::make_unique<Reference>());
  Hypotheses hypotheses(
      kNx,
      [](const Profile& profile) {
        return std::make_unique<Reference>(profile);
      },
      subject, 5);
  std::set<std::size_t> changing;
  for (const PlannedCase& planned : sample())
    for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
      const bool is_narrow = !kPolicyScopes[axis].ops.empty();
      if (!is_narrow) continue;
      const bool is_inside = is_in_scope(axis, name_of(planned.op));
      for (std::uint8_t value = 1; value < kPolicyAxes[axis].values.size() &&
                                   !kPolicyAxes[axis].values[value].empty();
           ++value) {
        if (is_inside && changing.contains(axis)) break;
        const Agreement agreement =
            hypotheses.try_on(planned, policy_name({axis, value}));
        if (agreement != Agreement::kUntouched) changing.insert(axis);
        EXPECT_TRUE(is_inside || agreement == Agreement::kUntouched)
            << planned.id() << " depends on " << kPolicyAxes[axis].name;
      }
    }
  EXPECT_LT(3u, changing.size());
}

}  // namespace
}  // namespace assay
