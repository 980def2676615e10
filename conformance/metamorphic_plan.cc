// Plans the relations of every cell, those that are part of a level and those
// that are not, and counts them.
// Tested by tests/conformance/metamorphic_test.cc.
#include "conformance/metamorphic_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/plan_size.h"
#include "harness/record/record.h"
#include "harness/relation/relation.h"

namespace assay {
namespace {

// The number of relations of levels standard and deep, by profile. They are
// counted apart from the cases of kPlanSizes, so that additional cases cannot
// hide lost relations.
constexpr PlanSize kRelationSizes[] = {
    {Level::kStandard, "nx", 8188},       {Level::kStandard, "numpy", 4418},
    {Level::kStandard, "torch", 4418},    {Level::kStandard, "burn", 4418},
    {Level::kStandard, "tenferro", 4418},
};

// Returns how many cases of a relation a level has. The accuracy gate gets data
// of both kinds even at level quick.
int case_count(Relation relation, const Cell& cell, Level level) {
  if (level == Level::kQuick) return relation == Relation::kAccuracy ? 2 : 1;
  return most_cases(relation, cell);
}

bool is_in_run(const PlannedCase& plan, Level level) {
  return level != Level::kQuick && is_of_standard(plan.relation) &&
         !plan.clause.empty();
}

std::vector<PlannedCase> related_cases(Level level, const Filter& filter,
                                       const Profile& profile,
                                       const PlannedSets& sets, bool in_run) {
  std::vector<PlannedCase> cases;
  for (const auto& [cell, required] : every_cell()) {
    if (!filter.may_select(cell.op) || !sets.contains(cell.op)) continue;
    for (int i = 1; i < kRelationCount; ++i) {
      const auto relation = static_cast<Relation>(i);
      if (!is_related(relation, cell)) continue;
      PlannedCase plan{.op = cell.op,
                       .variant = cell.variant,
                       .dtype = cell.dtype,
                       .result = cell.result,
                       .clause = binding_clause(relation, cell, profile)};
      plan.relation = relation;
      if (is_in_run(plan, level) != in_run) continue;
      const int count = case_count(relation, cell, level);
      for (; plan.number < count; ++plan.number) {
        if (!filter.selects(plan)) continue;
        // The first one of every cell has a live control.
        plan.controlled =
            cases.empty() || !(cases.back().cell() == plan.cell());
        cases.push_back(plan);
      }
    }
  }
  return cases;
}

}  // namespace

std::vector<PlannedCase> plan_relations(Level level, const Filter& filter,
                                        const Profile& profile,
                                        const PlannedSets& sets) {
  if (level == Level::kQuick) return {};
  return related_cases(level, filter, profile, sets, true);
}

std::vector<PlannedCase> plan_metamorphic(Level level, const Filter& filter,
                                          const Profile& profile,
                                          const PlannedSets& sets) {
  return related_cases(level, filter, profile, sets, false);
}

std::int64_t relation_count(const Profile& profile, std::string_view set) {
  for (const PlanSize& size : kRelationSizes)
    if (size.profile == profile.name && size.set == set) return size.cases;
  return 0;
}

std::optional<std::string> fallen_relations(
    Level level, const Profile& profile, const std::vector<PlannedCase>& plan,
    const PlannedSets& sets) {
  if (level == Level::kQuick) return std::nullopt;
  for (const OpSet& set : sets.table().sets) {
    if (!sets.names(set.name)) continue;
    const auto there = std::count_if(
        plan.begin(), plan.end(), [&](const PlannedCase& planned) {
          return planned.relation != Relation::kNone &&
                 is_owned_by(planned.op, set, sets.table());
        });
    const std::int64_t count = relation_count(profile, set.name);
    if (there < count)
      return fmt::format(
          "level {} of profile {} has {} relations, and suite {} has {}; a "
          "suite with fewer needs a version of its own",
          kLevelNames[static_cast<int>(level)], profile.name, there,
          kSuiteVersion, count);
  }
  return std::nullopt;
}

}  // namespace assay
