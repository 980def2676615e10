// Converts the counts of a set to JSON and back, and finds them in the head of
// a run.
// Tested by tests/harness/record/set_cells_test.cc.
#include "harness/record/set_cells.h"

#include <nlohmann/json.hpp>

#include "harness/record/record.h"
#include "spec/op_sets.h"

namespace assay {

nlohmann::ordered_json to_json(const SetCells& cells) {
  return {{"name", cells.name},
          {"planned", cells.is_planned},
          {"claimed", cells.is_claimed},
          {"cells_required", cells.required},
          {"cells_optional", cells.optional},
          {"cells_claimed", cells.claimed}};
}

SetCells set_cells_from_json(const nlohmann::ordered_json& json) {
  SetCells cells;
  json.at("name").get_to(cells.name);
  json.at("planned").get_to(cells.is_planned);
  json.at("claimed").get_to(cells.is_claimed);
  json.at("cells_required").get_to(cells.required);
  json.at("cells_optional").get_to(cells.optional);
  json.at("cells_claimed").get_to(cells.claimed);
  return cells;
}

std::vector<SetCells> sets_of(const RunRecord& run) {
  if (!run.sets.empty()) return run.sets;
  return {{.name = std::string(kOpSets[0].name),
           .is_planned = true,
           .is_claimed = true,
           .required = run.cells_required,
           .optional = run.cells_optional,
           .claimed = run.cells_claimed}};
}

std::string planned_sets_text(const RunRecord& run) {
  std::string text;
  for (const SetCells& cells : sets_of(run)) {
    if (!cells.is_planned) continue;
    if (!text.empty()) text += ",";
    text += cells.name;
  }
  return text;
}

}  // namespace assay
