// Plans the cases that tell policy values apart, collects what each says, and
// chooses a value for every axis.
// Tested by tests/conformance/infer_profile_test.cc.
#include "conformance/infer_profile.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "conformance/worker_pool.h"
#include "spec/built_in_profiles.h"
#include "spec/file_profile.h"
#include "spec/policy_scope.h"

namespace assay {
namespace {

// Most often the second round settles everything.
constexpr int kMostRounds = 3;

// Has an answer where nx has a precondition, so that the plan has cases there.
constexpr Profile kDefined = kNx.with("gather.negative=wrap"_policy)
                                 .with("gather.out_of_range=error"_policy)
                                 .with("scatter.out_of_range=error"_policy);

// Returns the cases of level quick that may tell values of an axis apart, each
// once.
std::vector<PlannedCase> telling_cases(const Filter& filter, Shapes shapes) {
  std::vector<PlannedCase> chosen;
  std::set<std::string> ids;
  const auto add = [&](std::vector<PlannedCase> cases) {
    for (PlannedCase& planned : cases) {
      planned.shapes = shapes;
      bool is_asked = false;
      for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
        is_asked = is_asked || is_probed(axis, name_of(planned.op));
      if (is_asked && filter.selects(planned) &&
          planned.relation == Relation::kNone && is_of_first_round(planned) &&
          ids.insert(planned.id()).second)
        chosen.push_back(std::move(planned));
    }
  };
  add(plan_cases(Level::kQuick, Filter(), kNx));
  add(plan_cases(Level::kQuick, *Filter::parse("gather,scatter"), kDefined));
  return chosen;
}

// Returns whether a value promises so little that others fit whatever it fits.
bool is_open_value(std::string_view value) {
  return value == "any" || value == "within_bound" || value == "precondition";
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

// Returns the value of the nearest profile if it holds: an open value holds
// wherever another one does, so the answers alone cannot tell. Otherwise
// returns the first that holds and is not open.
std::uint8_t chosen_value(std::size_t number, const AxisEvidence& axis,
                          const Profile& nearest) {
  if (axis.is_unknown()) return nearest.values[number];
  const auto is_open = [&](std::size_t value) {
    return is_open_value(kPolicyAxes[number].values[value]);
  };
  const std::uint8_t near = nearest.values[number];
  if (axis.values[near].holds()) return near;
  for (const bool open : {false, true})
    for (std::size_t value = 0; value < axis.values.size(); ++value)
      if (axis.values[value].holds() && is_open(value) == open)
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

// Holds the evidence of each op separately, because the cases of an op may be
// asked again.
using EvidenceOfOps = std::map<std::string, std::vector<AxisEvidence>>;

void take_evidence(const Record& record, EvidenceOfOps& of_ops) {
  if (record.explained_by.empty()) return;
  auto& axes = of_ops.try_emplace(record.op, no_evidence()).first->second;
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

std::vector<AxisEvidence> sum_of(const EvidenceOfOps& of_ops) {
  std::vector<AxisEvidence> sum = no_evidence();
  for (const auto& [op, axes] : of_ops)
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
      for (std::size_t i = 0; i < axes[axis].values.size(); ++i) {
        const ValueEvidence& one = axes[axis].values[i];
        ValueEvidence& all = sum[axis].values[i];
        all.agree += one.agree;
        all.disagree += one.disagree;
        if (all.example.empty()) all.example = one.example;
      }
  return sum;
}

// Chooses a value for every axis from the evidence.
void choose(InferredProfile& inferred) {
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
}

// Keeps a profile under a name that says its values, so that the same name
// always means the same profile.
Result<const Profile*> kept_by_values(const Profile& profile) {
  std::string name = "inferred-";
  for (const std::uint8_t value : profile.values)
    name += static_cast<char>('0' + value);
  return keep_profile(name, profile);
}

// Asks the subject each of the cases, judged against `base`.
Status gather(const CheckOptions& options, const Profile& base,
              const std::vector<PlannedCase>& plan,
              const std::filesystem::path& folder, EvidenceOfOps& of_ops) {
  std::vector<std::size_t> to_do(plan.size());
  std::iota(to_do.begin(), to_do.end(), std::size_t{0});
  CheckOptions trial = options;
  trial.profile = &base;
  trial.trial = Trial::kEvidence;
  trial.out = folder;
  auto lines = PartialRecords::open(folder / "evidence.partial", false);
  if (!lines) return lines.status();
  RunSignals signals;
  WorkerPool pool(trial, plan, to_do, *lines, signals,
                  [&](const HandedCase& done) {
                    if (done.record->verdict == Verdict::kPass)
                      take_evidence(*done.record, of_ops);
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
  return {};
}

// Returns the ops that depend on several axes of which one has another value
// than `base`. Their cases are asked again, because one axis may have spoiled
// what they say of another.
std::set<std::string> ops_to_ask_again(const InferredProfile& inferred,
                                       const Profile& base,
                                       const EvidenceOfOps& of_ops) {
  std::set<std::string> ops;
  for (const auto& [op, axes] : of_ops) {
    int probed = 0;
    bool has_other = false;
    for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
      if (!is_probed(axis, op)) continue;
      ++probed;
      has_other = has_other || inferred.axes[axis].is_inconsistent() ||
                  inferred.profile.values[axis] != base.values[axis];
    }
    if (probed > 1 && has_other) ops.insert(op);
  }
  return ops;
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
  std::vector<PlannedCase> plan = telling_cases(options.filter, options.shapes);
  InferredProfile inferred{kNx, {}, {}};
  EvidenceOfOps of_ops;
  Profile base = kNx;
  for (int round = 0; round < kMostRounds && !plan.empty(); ++round) {
    const auto kept = kept_by_values(base);
    if (!kept) return kept.status();
    if (Status status = gather(options, **kept, plan, folder, of_ops);
        !status.ok())
      return status;
    inferred.axes = sum_of(of_ops);
    choose(inferred);
    const auto ops = ops_to_ask_again(inferred, base, of_ops);
    if (inferred.profile.values == base.values || ops.empty()) break;
    base = inferred.profile;
    for (const std::string& op : ops) of_ops.erase(op);
    std::erase_if(plan, [&](const PlannedCase& planned) {
      return !ops.contains(std::string(name_of(planned.op)));
    });
  }
  return inferred;
}

}  // namespace assay
