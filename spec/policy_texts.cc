// Joins the rows of texts and finds those of a clause under a profile.
// Tested by tests/spec/policy_texts_test.cc.
#include "spec/policy_texts.h"

#include <algorithm>
#include <iterator>

#include "spec/built_in_profiles.h"
#include "spec/op_table.h"
#include "spec/open_demands.h"
#include "spec/policy_texts_arrays.h"
#include "spec/policy_texts_elementwise.h"
#include "spec/subnormal.h"

namespace assay {
namespace {

constexpr auto kPolicyTexts = [] {
  std::array<PolicyText,
             std::size(kElementwisePolicyTexts) + std::size(kArrayPolicyTexts)>
      rows{};
  const auto next = std::copy(std::begin(kElementwisePolicyTexts),
                              std::end(kElementwisePolicyTexts), rows.begin());
  std::copy(std::begin(kArrayPolicyTexts), std::end(kArrayPolicyTexts), next);
  return rows;
}();

// Calls a function with each name of a list that spaces separate.
template <typename Take>
constexpr void each_name(std::string_view list, Take take) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    take(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

constexpr bool stands_for_aspect(std::string_view name) {
  return name.starts_with("*.");
}

constexpr std::string_view aspect_in(std::string_view id) {
  return id.substr(id.find('.') + 1);
}

static_assert(
    [] {
      for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
        for (std::uint8_t value = 1; value < kPolicyAxes[axis].values.size();
             ++value) {
          if (kPolicyAxes[axis].values[value].empty()) break;
          const auto is_about = [&](const PolicyText& row) {
            return row.policy.axis == axis && row.policy.value == value;
          };
          if (!std::any_of(kPolicyTexts.begin(), kPolicyTexts.end(), is_about))
            return false;
        }
      return true;
    }(),
    "a value of a policy axis has no row in spec/policy_texts_*.h");
static_assert(
    [] {
      bool found = true;
      for (const PolicyText& row : kPolicyTexts)
        each_name(row.clauses, [&](std::string_view name) {
          if (!stands_for_aspect(name))
            found &= op_table::clause_named(name).has_value();
        });
      for (const OpenDemand& row : kOpenDemands)
        each_name(row.clauses, [&](std::string_view name) {
          if (!stands_for_aspect(name))
            found &= op_table::clause_named(name).has_value();
        });
      return found;
    }(),
    "a row of spec/policy_texts_*.h or spec/open_demands.h names a clause that "
    "does not exist");

// Says how a row speaks of a clause: by its id, by its aspect or not at all.
enum class Match : std::uint8_t { kNone, kAspect, kId };

Match match_of(std::string_view names, std::string_view clause) {
  Match match = Match::kNone;
  each_name(names, [&](std::string_view name) {
    if (name == clause)
      match = Match::kId;
    else if (stands_for_aspect(name) && match == Match::kNone &&
             aspect_in(name) == aspect_in(clause))
      match = Match::kAspect;
  });
  return match;
}

// Returns how the text of a row speaks of a clause. An aspect stands for the
// ops to which float.subnormal applies.
Match match_of(const PolicyText& row, std::string_view clause) {
  const Match match = match_of(row.clauses, clause);
  if (match != Match::kAspect) return match;
  const auto op = op_named(clause.substr(0, clause.find('.')));
  return op && has_subnormal_policy(*op) ? match : Match::kNone;
}

// Returns the rows that say something of a clause under a profile.
std::vector<const PolicyText*> rows_of(std::string_view clause,
                                       const Profile& profile) {
  std::vector<const PolicyText*> rows;
  for (const PolicyText& row : kPolicyTexts)
    if (profile.is(row.policy) && match_of(row, clause) != Match::kNone)
      rows.push_back(&row);
  return rows;
}

}  // namespace

std::vector<PolicyText> policy_texts() {
  return {kPolicyTexts.begin(), kPolicyTexts.end()};
}

std::string clause_text(const Clause& clause, const Profile& profile) {
  const auto rows = rows_of(clause.id, profile);
  const bool is_replaced = std::any_of(
      rows.begin(), rows.end(),
      [](const PolicyText* row) { return row->effect != TextEffect::kAdds; });
  std::string text(is_replaced ? "" : clause.text);
  const auto append = [&](bool adds) {
    for (const PolicyText* row : rows) {
      if ((row->effect == TextEffect::kAdds) != adds) continue;
      if (!text.empty()) text += ' ';
      text += row->text;
    }
  };
  append(false);
  append(true);
  return text;
}

std::vector<Policy> governing_policies(std::string_view clause,
                                       const Profile& profile) {
  std::vector<Policy> policies;
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
    const Policy policy{axis, profile.values[axis]};
    const bool governs = std::any_of(
        kPolicyTexts.begin(), kPolicyTexts.end(), [&](const PolicyText& row) {
          if (row.policy.axis != axis) return false;
          const Match match = match_of(row, clause);
          return policy.value == 0
                     ? match == Match::kId
                     : match != Match::kNone && profile.is(row.policy);
        });
    if (governs) policies.push_back(policy);
  }
  return policies;
}

std::string policy_text(Policy policy) {
  const PolicyAxis& axis = kPolicyAxes[policy.axis];
  return std::string(axis.name) + " = " +
         std::string(axis.values[policy.value]);
}

std::string policies_text(std::string_view clause, const Profile& profile) {
  std::string text;
  for (const Policy policy : governing_policies(clause, profile))
    text += (text.empty() ? "" : ", ") + policy_text(policy);
  return text;
}

std::vector<std::string_view> profiles_with(Policy policy) {
  std::vector<std::string_view> names;
  for (const Profile* profile : kProfiles)
    if (profile->is(policy)) names.push_back(profile->name);
  return names;
}

std::vector<Policy> policies_of_axis(std::size_t axis) {
  std::vector<Policy> policies;
  for (std::string_view value : kPolicyAxes[axis].values)
    if (!value.empty())
      policies.push_back({axis, static_cast<std::uint8_t>(policies.size())});
  return policies;
}

std::string_view open_demand(const Clause& clause, const Profile& profile) {
  if (clause.status != ClauseStatus::kUnspecified) return {};
  for (const PolicyText* row : rows_of(clause.id, profile))
    if (row->effect == TextEffect::kDecides) return {};
  std::string_view demand;
  for (const OpenDemand& row : kOpenDemands) {
    const Match match = match_of(row.clauses, clause.id);
    if (match == Match::kId) return row.text;
    if (match == Match::kAspect) demand = row.text;
  }
  return demand;
}

std::string broken_text(const Clause& clause, const Profile& profile) {
  std::string text = clause_text(clause, profile);
  if (const auto demand = open_demand(clause, profile); !demand.empty())
    text = std::string(demand) + " Left open: " + text;
  const std::string policies = policies_text(clause.id, profile);
  return policies.empty() ? text : text + " (" + policies + ")";
}

}  // namespace assay
