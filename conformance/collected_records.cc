// Keeps the records of a run, and makes those of passed cases again from the
// plan.
// Tested by tests/conformance/collected_records_test.cc.
#include "conformance/collected_records.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "conformance/case_runner.h"

namespace assay {
namespace {

constexpr const char* kGuarded = "guard_pages";

}  // namespace

CollectedRecords::CollectedRecords(const std::vector<PlannedCase>& plan)
    : plan_(plan), kept_(plan.size()) {
  positions_.reserve(plan.size());
  for (std::size_t i = 0; i < plan.size(); ++i)
    positions_.emplace_back(std::hash<std::string>{}(plan[i].id()), i);
  std::sort(positions_.begin(), positions_.end());
}

std::optional<std::size_t> CollectedRecords::position_of(
    const std::string& id) const {
  const std::size_t hash = std::hash<std::string>{}(id);
  for (auto at = std::lower_bound(positions_.begin(), positions_.end(),
                                  std::pair(hash, std::size_t{0}));
       at != positions_.end() && at->first == hash; ++at)
    if (plan_[at->second].id() == id) return at->second;
  return std::nullopt;
}

Record CollectedRecords::rebuilt(const Passed& passed,
                                 const PlannedCase& plan) {
  Record record = record_of(plan);
  record.compared = passed.compared;
  record.max_ulp = passed.max_ulp;
  record.tightness = passed.tightness;
  record.worst_operands = passed.worst_operands;
  record.memory = passed.is_guarded ? kGuarded : "canaries";
  return record;
}

Verdict CollectedRecords::verdict_at(std::size_t position) const {
  const auto* whole = std::get_if<Boxed<Record>>(&kept_[position]);
  return whole != nullptr ? (*whole)->verdict : Verdict::kPass;
}

void CollectedRecords::take(std::string_view line) {
  const auto json = nlohmann::ordered_json::parse(line, nullptr, false);
  if (auto controls = controls_from_json(json)) {
    controls_.insert_or_assign(controls->first, std::move(controls->second));
    return;
  }
  if (auto record = record_from_json(json))
    take(*std::move(record), std::nullopt);
}

void CollectedRecords::take(Record record,
                            std::optional<ControlCount> controls) {
  if (controls) controls_.insert_or_assign(record.id, *std::move(controls));
  const auto position = position_of(record.id);
  if (!position) return;
  Kept& place = kept_[*position];
  const bool is_first = std::holds_alternative<std::monostate>(place);
  if (!is_first && verdict_at(*position) >= record.verdict) return;
  if (is_first) ++count_;
  Passed passed{.compared = record.compared,
                .max_ulp = record.max_ulp,
                .tightness = record.tightness,
                .worst_operands = record.worst_operands,
                .is_guarded = record.memory == kGuarded};
  if (rebuilt(passed, plan_[*position]) == record)
    place = std::move(passed);
  else
    place = Boxed<Record>(std::move(record));
}

std::vector<std::size_t> CollectedRecords::missing() const {
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < kept_.size(); ++i)
    if (std::holds_alternative<std::monostate>(kept_[i])) missing.push_back(i);
  return missing;
}

ControlCount CollectedRecords::controls() const {
  ControlCount all;
  for (const auto& [id, controls] : controls_) all.add(controls);
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    if (!plan_[i].controlled ||
        std::holds_alternative<std::monostate>(kept_[i]) ||
        verdict_at(i) != Verdict::kPass)
      continue;
    const auto* passed = std::get_if<Passed>(&kept_[i]);
    const std::int64_t compared =
        passed != nullptr ? passed->compared
                          : std::get<Boxed<Record>>(kept_[i])->compared;
    const std::string id = plan_[i].id();
    if (compared > 0 && !controls_.contains(id))
      all.add("none", false, id + ": it passed without a control");
  }
  return all;
}

std::vector<Boxed<Record>> CollectedRecords::take_all() {
  std::vector<Boxed<Record>> all(kept_.size());
  for (std::size_t i = 0; i < kept_.size(); ++i)
    if (auto* whole = std::get_if<Boxed<Record>>(&kept_[i]))
      all[i] = std::move(*whole);
    else if (const auto* passed = std::get_if<Passed>(&kept_[i]))
      all[i] = rebuilt(*passed, plan_[i]);
  kept_.assign(kept_.size(), {});
  count_ = 0;
  return all;
}

}  // namespace assay
