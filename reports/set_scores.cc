// Tested by tests/reports/set_scores_test.cc.
#include "reports/set_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace assay {

std::vector<SetScore> set_scores(const RunRecord& run, const Summary& summary,
                                 const OpSetTable& table) {
  std::vector<SetScore> scores;
  for (SetCells& cells : sets_of(run)) {
    const auto proven = summary.proven_of.find(cells.name);
    scores.push_back({std::move(cells),
                      proven == summary.proven_of.end() ? 0 : proven->second});
  }
  for (const OpSet& set : table.sets) {
    const bool is_named = std::any_of(
        scores.begin(), scores.end(),
        [&](const SetScore& score) { return score.cells.name == set.name; });
    if (!is_named) scores.push_back({.cells = {.name = std::string(set.name)}});
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
    return fmt::format("{} proven / {} claimed / {} required cells",
                       score.proven, cells.claimed, cells.required);
  return cells.is_claimed ? "not selected" : "not claimed";
}

std::string score_line(const SetScore& score) {
  return score_label(score) + ": " + score_text(score);
}

nlohmann::ordered_json scores_json(const std::vector<SetScore>& scores) {
  auto json = nlohmann::ordered_json::array();
  for (const SetScore& score : scores)
    json.push_back({{"name", score.cells.name},
                    {"planned", score.cells.is_planned},
                    {"is_claimed", score.cells.is_claimed},
                    {"proven", score.proven},
                    {"claimed", score.cells.claimed},
                    {"required", score.cells.required}});
  return json;
}

}  // namespace assay
