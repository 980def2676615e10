// Reads the names of op sets, finds the sets that a subject claims, and counts
// the cells of each.
// Tested by tests/conformance/planned_sets_test.cc.
#include "conformance/planned_sets.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/nearest_name.h"

namespace assay {
namespace {

// Returns the status for a name that is not the name of an op set.
Status no_such_set(std::string_view name, const OpSetTable& table) {
  std::vector<std::string> names;
  for (const OpSet& set : table.sets) names.emplace_back(set.name);
  const std::string known = fmt::format("{}", fmt::join(names, ", "));
  names.emplace_back(kEveryOpSet);
  return Status::invalid(
      fmt::format("there is no op set \"{}\"{}; expected {} or {}", name,
                  did_you_mean(name, names), known, kEveryOpSet));
}

}  // namespace

Result<PlannedSets> PlannedSets::parse(std::string_view text,
                                       const OpSetTable& table) {
  PlannedSets sets(table);
  sets.is_planned_.assign(table.sets.size(), false);
  for (;;) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view name = text.substr(0, end);
    const std::size_t position = op_set_position(name, table);
    if (name == kEveryOpSet)
      sets.is_planned_.assign(table.sets.size(), true);
    else if (position == table.sets.size())
      return no_such_set(name, table);
    else
      sets.is_planned_[position] = true;
    if (end == text.size()) return sets;
    text.remove_prefix(end + 1);
  }
}

PlannedSets PlannedSets::claimed_by(std::span<const Op> claimed,
                                    const OpSetTable& table) {
  PlannedSets sets(table);
  bool is_any = false;
  for (std::size_t i = 0; i < table.sets.size(); ++i) {
    sets.is_planned_[i] = std::any_of(
        claimed.begin(), claimed.end(),
        [&](Op op) { return is_owned_by(op, table.sets[i], table); });
    is_any = is_any || sets.is_planned_[i];
  }
  if (!is_any) sets.is_planned_.front() = true;
  return sets;
}

bool PlannedSets::contains(Op op) const {
  for (std::size_t i = 0; i < is_planned_.size(); ++i)
    if (is_planned_[i] && is_in_set(op, table_.sets[i], table_)) return true;
  return false;
}

bool PlannedSets::names(std::string_view set) const {
  const std::size_t position = op_set_position(set, table_);
  return position < is_planned_.size() && is_planned_[position];
}

bool PlannedSets::is_every() const {
  return std::find(is_planned_.begin(), is_planned_.end(), false) ==
         is_planned_.end();
}

std::string PlannedSets::text() const {
  std::string text;
  for (const OpSet& set : table_.sets)
    if (names(set.name))
      text += fmt::format("{}{}", text.empty() ? "" : ",", set.name);
  return text;
}

std::vector<SetCells> count_set_cells(const PlannedSets& sets,
                                      const ClaimsCell& claims) {
  const OpSetTable& table = sets.table();
  std::vector<SetCells> counts;
  for (const OpSet& set : table.sets)
    counts.push_back(
        {.name = std::string(set.name), .is_planned = sets.names(set.name)});
  for (const auto& [cell, required] : every_cell()) {
    const std::size_t owner = op_set_position(table.owner(cell.op), table);
    if (owner == counts.size()) continue;
    SetCells& own = counts[owner];
    const bool is_claimed = claims(cell);
    ++(required ? own.required : own.optional);
    own.is_claimed = own.is_claimed || is_claimed;
    const bool is_scored = required || table.sets[owner].is_optional;
    if (is_scored && is_claimed) ++own.claimed;
  }
  return counts;
}

bool is_first_set_alone(std::span<const SetCells> sets) {
  return sets.front().is_planned &&
         std::none_of(sets.begin() + 1, sets.end(), [](const SetCells& cells) {
           return cells.is_planned || cells.is_claimed;
         });
}

std::string claimed_sets_text(std::span<const SetCells> sets) {
  std::string text;
  for (const SetCells& cells : sets) {
    if (cells.is_claimed)
      text += fmt::format("op set {}: {} of {} {} cells claimed\n", cells.name,
                          cells.claimed, cells.scored(), cells.need());
    else if (cells.required > 0)
      text += fmt::format("op set {}: not claimed\n", cells.name);
  }
  return text;
}

}  // namespace assay
