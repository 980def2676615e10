// States for each op set whether a run plans it, how many cells it requires,
// and how many of them the subject claims. Reports draw scores from it. Tested
// by tests/harness/record/set_cells_test.cc.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace assay {

struct RunRecord;

// Counts the cells of a set's own rows. Cells of shared rows count in the set
// that owns them.
struct SetCells {
  std::string name;
  bool is_planned = false;
  bool is_claimed = false;  // the subject claims a cell, required or optional
  std::int64_t required = 0;
  std::int64_t optional = 0;
  // Counts required cells, or optional ones if the set requires none.
  std::int64_t claimed = 0;

  // Returns the number of cells that the set is scored by.
  std::int64_t scored() const { return required > 0 ? required : optional; }
  std::string_view need() const {
    return required > 0 ? "required" : "optional";
  }

  friend bool operator==(const SetCells&, const SetCells&) = default;
};

nlohmann::ordered_json to_json(const SetCells& cells);
// Throws std::exception if a key is missing or of another type.
SetCells set_cells_from_json(const nlohmann::ordered_json& json);

// Returns the sets that the head of a run lists. If it lists none, returns the
// first set of the table with the counts of the head.
std::vector<SetCells> sets_of(const RunRecord& run);

// Returns the names of the planned sets with commas between them: "nx,nn".
std::string planned_sets_text(const RunRecord& run);

}  // namespace assay
