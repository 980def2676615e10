// Plans the cases that tell policy values apart, collects what each says, and
// chooses a value for every axis.
// Tested by tests/conformance/infer_profile_test.cc.
#include "conformance/infer_profile.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "conformance/worker_pool.h"
#include "spec/file_profile.h"
#include "spec/policy_scope.h"

namespace assay {
namespace {

// Selects cases for the axes that are about every op, which would otherwise
// take all cases.
constexpr const char* kProbesOfEveryOp =
    "add:value,mul:value,mul:subnormal,exp:layout_invariance,"
    "reduce_sum:layout_invariance,add:layout_invariance";

// Has an answer where nx has a precondition, so that the plan has cases there.
constexpr Profile kDefined = kNx.with("gather.negative=wrap"_policy)
                                 .with("gather.out_of_range=error"_policy)
                                 .with("scatter.out_of_range=error"_policy);

bool has_own_axis(Op op) {
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
    if (!kPolicyScopes[axis].ops.empty() && is_in_scope(axis, name_of(op)))
      return true;
  return false;
}

// Returns the cases of level quick that may tell values apart, each once.
std::vector<PlannedCase> telling_cases() {
  std::vector<PlannedCase> chosen;
  std::set<std::string> ids;
  const auto add = [&](std::vector<PlannedCase> cases, bool all) {
    for (PlannedCase& planned : cases)
      if (planned.relation == Relation::kNone && planned.rung == 0 &&
          (all || has_own_axis(planned.op)) && ids.insert(planned.id()).second)
        chosen.push_back(std::move(planned));
  };
  add(plan_cases(Level::kQuick, Filter(), kNx), false);
  add(plan_cases(Level::kQuick, *Filter::parse("gather,scatter"), kDefined),
      true);
  add(plan_cases(Level::kQuick, *Filter::parse(kProbesOfEveryOp), kNx), true);
  return chosen;
}

bool is_open_value(std::string_view value) {
  return value == "any" || value == "within_bound";
}

// Returns how badly a profile fits: the axes with a value that does not hold,
// and then those with an open value, which fits more than it says.
std::pair<int, int> misfit(const Profile& profile,
                           const std::vector<AxisEvidence>& axes) {
  int wrong = 0;
  int open = 0;
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
    const std::uint8_t value = profile.values[axis];
    if (!axes[axis].is_unknown() && !axes[axis].values[value].holds()) ++wrong;
    if (is_open_value(kPolicyAxes[axis].values[value])) ++open;
  }
  return {wrong, open};
}

// Returns the value that explains the most where none explains everything.
std::uint8_t most_agreed(const AxisEvidence& axis) {
  const auto best =
      std::max_element(axis.values.begin(), axis.values.end(),
                       [](const ValueEvidence& a, const ValueEvidence& b) {
                         return a.agree - a.disagree < b.agree - b.disagree;
                       });
  return static_cast<std::uint8_t>(best - axis.values.begin());
}

std::uint8_t chosen_value(std::size_t number, const AxisEvidence& axis,
                          const Profile& nearest) {
  if (axis.is_unknown()) return nearest.values[number];
  if (axis.values[nearest.values[number]].holds())
    return nearest.values[number];
  for (const bool open : {false, true})
    for (std::size_t value = 0; value < axis.values.size(); ++value)
      if (axis.values[value].holds() &&
          is_open_value(kPolicyAxes[number].values[value]) == open)
        return static_cast<std::uint8_t>(value);
  return most_agreed(axis);
}

std::vector<AxisEvidence> no_evidence() {
  std::vector<AxisEvidence> axes(kPolicyAxisCount);
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
    for (const std::string_view value : kPolicyAxes[axis].values)
      if (!value.empty()) axes[axis].values.emplace_back();
  return axes;
}

void take_evidence(const Record& record, std::vector<AxisEvidence>& axes) {
  for (std::string_view name : record.explained_by) {
    const bool disagrees = name.starts_with('!');
    if (disagrees) name.remove_prefix(1);
    const auto policy = policy_named(name);
    if (!policy) continue;
    ValueEvidence& value = axes[policy->axis].values[policy->value];
    ++(disagrees ? value.disagree : value.agree);
    if (disagrees && (value.example.empty() || record.id < value.example))
      value.example = record.id;
  }
}

}  // namespace

bool AxisEvidence::is_unknown() const {
  return std::all_of(values.begin(), values.end(), [](const auto& value) {
    return value.agree + value.disagree == 0;
  });
}

bool AxisEvidence::is_inconsistent() const {
  return !is_unknown() &&
         std::none_of(values.begin(), values.end(),
                      [](const auto& value) { return value.holds(); });
}

Result<InferredProfile> infer_profile(const CheckOptions& options,
                                      const std::filesystem::path& folder) {
  const std::vector<PlannedCase> plan = telling_cases();
  std::vector<std::size_t> to_do(plan.size());
  std::iota(to_do.begin(), to_do.end(), std::size_t{0});
  CheckOptions trial = options;
  trial.profile = &kNx;
  trial.trial = Trial::kEvidence;
  trial.out = folder;
  auto lines = PartialRecords::open(folder / "evidence.partial", false);
  if (!lines) return lines.status();
  InferredProfile inferred{kNx, {}, no_evidence()};
  RunSignals signals;
  WorkerPool pool(trial, plan, to_do, *lines, signals,
                  [&](const Record& record, const auto&) {
                    if (record.verdict == Verdict::kPass)
                      take_evidence(record, inferred.axes);
                  });
  auto failure = pool.start();
  while (!failure && !pool.is_finished() && !signals.interrupted()) {
    pool.wait(20);  // milliseconds
    failure = pool.look();
  }
  pool.stop();
  if (failure) return Status::invalid(failure->message);
  if (signals.interrupted())
    return Status::invalid("interrupted while the profile was inferred");
  const auto nearest = std::min_element(
      std::begin(kProfiles), std::end(kProfiles),
      [&](const Profile* a, const Profile* b) {
        return misfit(*a, inferred.axes) < misfit(*b, inferred.axes);
      });
  inferred.nearest = (*nearest)->name;
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
    AxisEvidence& evidence = inferred.axes[axis];
    evidence.chosen = chosen_value(axis, evidence, **nearest);
    inferred.profile.values[axis] = evidence.chosen;
  }
  return inferred;
}

}  // namespace assay
