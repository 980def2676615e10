// Counts the cells of a whole run by its head and those of a part by its
// records, and words the line of each set.
// Tested by tests/reports/set_scores_test.cc.
#include "reports/set_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace assay {
namespace {

// Returns the score of one set. The head counts the cells of a whole run, so
// those of a part are counted in its records.
SetScore score_of(const RunRecord& run, const Summary& summary,
                  SetCells cells) {
  const auto found = summary.cells_of.find(cells.name);
  const CellCount count =
      found == summary.cells_of.end() ? CellCount() : found->second;
  SetScore score{.cells = std::move(cells), .proven = count.proven};
  const bool is_part = !run.filter.empty() || run.shard_count > 1;
  if (is_part && score.cells.is_planned &&
      count.selected < score.cells.scored()) {
    score.cells.claimed = count.claimed;
    score.selected = count.selected;
  }
  return score;
}

}  // namespace

std::vector<SetScore> set_scores(const RunRecord& run, const Summary& summary,
                                 const OpSetTable& table) {
  std::vector<SetScore> scores;
  for (SetCells& cells : sets_of(run)) {
    const std::size_t known = op_set_position(cells.name, table);
    const bool is_optional =
        known < table.sets.size() && table.sets[known].is_optional;
    if (!is_optional || cells.is_planned || cells.is_claimed)
      scores.push_back(score_of(run, summary, std::move(cells)));
  }
  for (const OpSet& set : table.sets) {
    const bool is_named = std::any_of(
        scores.begin(), scores.end(),
        [&](const SetScore& score) { return score.cells.name == set.name; });
    if (!is_named && !set.is_optional)
      scores.push_back({.cells = {.name = std::string(set.name)}});
  }
  return scores;
}

std::string score_label(const SetScore& score) {
  return fmt::format("{} {}", score.cells.is_planned ? "score" : "op set",
                     score.cells.name);
}

std::string score_text(const SetScore& score) {
  const SetCells& cells = score.cells;
  if (cells.is_planned)
    return fmt::format(
        "{} proven / {} claimed / {}{} {} cells", score.proven, cells.claimed,
        score.selected ? fmt::format("{} selected of ", *score.selected) : "",
        cells.scored(), cells.need());
  return cells.is_claimed ? "not selected" : "not claimed";
}

std::string score_line(const SetScore& score) {
  return score_label(score) + ": " + score_text(score);
}

nlohmann::ordered_json scores_json(const std::vector<SetScore>& scores) {
  auto json = nlohmann::ordered_json::array();
  for (const SetScore& score : scores) {
    json.push_back({{"name", score.cells.name},
                    {"planned", score.cells.is_planned},
                    {"is_claimed", score.cells.is_claimed},
                    {"proven", score.proven},
                    {"claimed", score.cells.claimed},
                    {"required", score.cells.required}});
    if (score.cells.required == 0 && score.cells.optional > 0)
      json.back()["optional"] = score.cells.optional;
    if (score.selected) json.back()["selected"] = *score.selected;
  }
  return json;
}

}  // namespace assay
