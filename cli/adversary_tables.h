// Prints the tables of `assay adversary`, as text or as Markdown.
// Tested by tests/cli/adversary_command_test.cc.
#pragma once

#include <string>
#include <vector>

#include "tests/adversary/score.h"

namespace assay {

// Says which stages were run, and which of the survivors level deep found.
struct StagesRun {
  adversary::Stage last = adversary::Stage::kRelations;
  bool has_deep = false;
  std::vector<bool> deep;  // per row
  bool vectors = false;    // golden vectors instead of any stage
};

// Prints the share found per class and stage, then every survivor of level
// standard by name.
void print_score(const std::vector<adversary::BugRow>& rows,
                 const std::vector<adversary::Found>& found,
                 const StagesRun& run, bool markdown);

// Prints a table of families and roles against rungs, then the ops in which a
// cliff survives. The rows are those of every_cliff().
void print_cliffs(const std::vector<adversary::BugRow>& rows,
                  const std::vector<adversary::Found>& found, bool markdown);

// Runs `assay check` at level deep on a bug. Returns whether it was found.
bool is_found_deep(const adversary::BugRow& row, const std::string& plugin,
                   int jobs);

}  // namespace assay
