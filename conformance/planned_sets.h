// Decides which op sets a run plans: those that the command line names, or
// those of which the subject claims a row of their own.
// Tested by tests/conformance/planned_sets_test.cc.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/record/set_cells.h"
#include "spec/cells.h"
#include "spec/op_sets.h"
#include "spec/result.h"

namespace assay {

class PlannedSets {
 public:
  // Plans every set of the table.
  explicit PlannedSets(const OpSetTable& table = kOpSetTable)
      : table_(table), is_planned_(table.sets.size(), true) {}

  // Plans the sets of a text such as "nx", "nx,nn" or "all". Fails with one
  // sentence if the table lacks a name.
  static Result<PlannedSets> parse(std::string_view text,
                                   const OpSetTable& table = kOpSetTable);

  // Plans the sets that own a claimed op; the first set of the table if none
  // does, so that a subject without claims is asked, too.
  static PlannedSets claimed_by(std::span<const Op> claimed,
                                const OpSetTable& table = kOpSetTable);

  // Returns whether a planned set owns or shares the op.
  bool contains(Op op) const;
  // Returns whether the set of that name is planned.
  bool names(std::string_view set) const;
  bool is_every() const;
  // Returns the names of the planned sets with commas between them.
  std::string text() const;
  const OpSetTable& table() const { return table_; }

 private:
  OpSetTable table_;
  std::vector<bool> is_planned_;  // by position in the table
};

// Returns whether a subject claims a cell.
using ClaimsCell = std::function<bool(const Cell& cell)>;

// Counts the cells of each set of the table.
std::vector<SetCells> count_set_cells(const PlannedSets& sets,
                                      const ClaimsCell& claims);

// Returns whether the head of a run need not list the sets: the first set is
// planned alone, and the subject claims no row that another set owns.
bool is_first_set_alone(std::span<const SetCells> sets);

// Returns a line for each set, saying how many required cells are claimed:
// "op set nx: 994 of 1496 required cells claimed".
std::string claimed_sets_text(std::span<const SetCells> sets);

}  // namespace assay
