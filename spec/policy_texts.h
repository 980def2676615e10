// Says what a clause demands under a profile. The text of a clause in the op
// table is that of nx. Each value of a policy axis that is not canonical has
// rows here that replace the texts which it makes false, so that explanations
// and reports never print what another profile demands.
// Tested by tests/spec/policy_texts_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/op.h"
#include "spec/profile.h"

namespace assay {

// Says what a policy value does to the text of a clause. kDecides replaces the
// text of an unspecified clause and leaves nothing open.
enum class TextEffect : std::uint8_t { kReplaces, kAdds, kDecides };

// Holds the text of clauses under one value of a policy axis. If several rows
// hold for a clause under a profile, their texts follow each other. The id
// "*.value" stands for the clauses of that aspect of each op to which
// float.subnormal applies.
struct PolicyText {
  Policy policy;
  std::string_view clauses;  // ids, separated by spaces
  std::string_view text;     // whole sentences
  TextEffect effect = TextEffect::kReplaces;
};

// Holds what an unspecified clause still demands of a case about it.
struct OpenDemand {
  std::string_view clauses;  // ids and "*.aspect", separated by spaces
  std::string_view text;
};

// Returns every row, in the order of the axes for the elementwise ops and
// conversions, followed by the others.
std::vector<PolicyText> policy_texts();

// Returns the text of a clause under a profile.
std::string clause_text(const Clause& clause, const Profile& profile = kNx);

// Returns the values of the policy axes that decide what a clause says under a
// profile. A canonical value is among them if another value of its axis has a
// text for this very clause.
std::vector<Policy> governing_policies(std::string_view clause,
                                       const Profile& profile);

// Returns "mod.sign = divisor".
std::string policy_text(Policy policy);
// Returns "mod.sign = divisor, …" for the governing policies of a clause; empty
// if there are none.
std::string policies_text(std::string_view clause, const Profile& profile);

// Returns the names of the built-in profiles that have this value.
std::vector<std::string_view> profiles_with(Policy policy);

// Returns the values of an axis as policies, the canonical one first.
std::vector<Policy> policies_of_axis(std::size_t axis);

// Returns what an unspecified clause still demands. Returns an empty text for
// clauses with another status, and if the profile decides what nx leaves open.
std::string_view open_demand(const Clause& clause,
                             const Profile& profile = kNx);

// Returns what a failing case shows to be broken: the text of the clause, or
// for an unspecified clause what it still demands and then what it leaves open.
// The values of the governing policies follow in parentheses.
std::string broken_text(const Clause& clause, const Profile& profile = kNx);

}  // namespace assay
