// Tries explanations of a failure: a value of a policy axis that the profile
// does not have, or a mistake of a whole kernel (harness/cause/alteration.h).
// An explanation holds for a case if the subject's whole answer is right under
// it. Nothing is compared with the elements of one answer alone, so a chance
// agreement of one element explains nothing.
// Tested by tests/harness/cause/hypotheses_test.cc.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/case/case.h"
#include "harness/case/planned_case.h"
#include "harness/subject/subject.h"
#include "spec/profile.h"

namespace assay {

// Makes an oracle that answers under a profile, which outlives it.
using OracleOf = std::function<std::unique_ptr<Oracle>(const Profile& profile)>;

// Returns whether two preparations of a case accept the same answers. What
// reports say of distances plays no part.
bool asks_the_same(const Case& a, const Case& b);

// Says what an explanation makes of a case.
enum class Agreement : std::uint8_t {
  kUntouched,  // it expects what the profile expects
  kAgrees,     // it expects something else, and that is what the subject does
  kDisagrees,  // it expects something else than the subject does
};

// Tries the explanations for the cases of one profile. Makes an oracle for each
// value of a policy axis when it is first needed.
class Hypotheses {
 public:
  // The profile and the subject must outlive this.
  Hypotheses(const Profile& profile, OracleOf make_oracle, Subject& subject,
             std::uint64_t run_seed);

  // Returns the explanations that may be tried for a case: values of the policy
  // axes that the op is in scope of, as "mod.sign=divisor", and the names of
  // alterations. Several policy values joined by "+" are one explanation, too.
  std::vector<std::string> for_case(const PlannedCase& plan) const;

  // Tries one explanation on a case that is planned under the profile.
  Agreement try_on(const PlannedCase& plan, const std::string& name);

  // Returns what a case says of the policy axes that its op is in scope of:
  // "mod.sign=divisor" for a value that the subject agrees with, and
  // "!mod.sign=dividend" for one that it does not. Names no value of an axis
  // for which every value expects the same.
  std::vector<std::string> evidence(const PlannedCase& plan);

  // Returns the explanations that make the whole answer to a case right, and,
  // with a "!" before them, the mistakes that would have given another answer.
  std::vector<std::string> explaining(const PlannedCase& plan);

 private:
  struct Variant {
    const Profile* profile = nullptr;
    std::unique_ptr<Oracle> oracle;
  };
  // Returns the profile and the oracle of a policy value, or those of the
  // profile itself if `name` is empty.
  Variant& variant_of(const std::string& name);
  Agreement try_relation(const PlannedCase& plan, const std::string& name);
  // Returns the case as it is judged under an explanation; nothing if the
  // explanation does not apply.
  std::optional<Case> prepared(const PlannedCase& plan,
                               const std::string& name);

  const Profile& profile_;
  OracleOf make_oracle_;
  Subject& subject_;
  std::uint64_t seed_;
  std::map<std::string, Variant> variants_;
  // The case that was tried last, as the profile judges it.
  std::string judged_id_;
  std::optional<Case> judged_;
};

}  // namespace assay
