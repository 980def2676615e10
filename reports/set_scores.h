// Computes the score of a run for each op set. Scores are never added up,
// because a subject that lacks a whole set is not worse at another one.
// Tested by tests/reports/set_scores_test.cc.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reports/summary.h"

namespace assay {

struct SetScore {
  SetCells cells;  // of a part of a run, `claimed` counts selected cells only
  std::int64_t proven = 0;
  // The required cells of which a filtered run or a shard has cases. Empty if
  // these are all required cells.
  std::optional<std::int64_t> selected;
};

// Returns the sets that the head of the run lists, and after them the other
// sets of the table, which are neither planned nor claimed.
std::vector<SetScore> set_scores(const RunRecord& run, const Summary& summary,
                                 const OpSetTable& table = kOpSetTable);

// Returns what the line of a set speaks of: "score nx" if the set was planned,
// otherwise "op set nn".
std::string score_label(const SetScore& score);

// Returns "980 proven / 994 claimed / 1496 required cells" of a planned set, or
// "16 proven / 16 claimed / 16 selected of 1496 required cells" if the run is a
// part; otherwise "not claimed", or "not selected" if the subject claims the
// set and the command line left it out.
std::string score_text(const SetScore& score);

// Returns both as one line, without its end: "score nx: 980 proven / …".
std::string score_line(const SetScore& score);

// Returns the scores for programs.
nlohmann::ordered_json scores_json(const std::vector<SetScore>& scores);

}  // namespace assay
