// Joins the level sweeps of shards. Sweeps have no records, so merging records
// alone would lose a cell that only its sweep found broken.
// Tested by tests/cli/merge_command_test.cc.
#pragma once

#include <filesystem>
#include <string>

#include "conformance/merge.h"
#include "reports/swept_cells.h"
#include "spec/result.h"

namespace assay {

// Returns whether the run in a folder has all its records, but not all sweeps
// of its level.
bool has_open_sweeps(const std::filesystem::path& folder);

// Reads the files in sweeps/ of the merged runs' folders, and copies them to
// sweeps/ in `out`, unless that is empty. A sweep that did not finish counts as
// broken. Lines that replay a case begin with `command`. Fails if a file
// cannot be read or copied, or if two shards have one sweep with different
// results.
Result<SweptCells> merge_level_sweeps(const Merged& merged,
                                      const std::filesystem::path& out,
                                      const std::string& command);

}  // namespace assay
