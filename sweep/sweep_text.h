// What a sweep found, for people: one sweep in full, or a row per sweep.
// Tested by tests/sweep/sweep_file_test.cc.
#pragma once

#include <string>
#include <vector>

#include "sweep/sweep_file.h"

namespace assay {

// Returns the text of one sweep, of some lines. The head is of this program's
// op table.
std::string text_of(const Sweep& sweep);

// Returns a table in Markdown: op, worst error and where it is, the share of
// results that are correctly rounded, breaks of monotonicity, digest.
std::string table_of(const std::vector<Sweep>& sweeps);

// Returns whether every result was permitted and no block is missing.
bool is_clean(const Sweep& sweep);

}  // namespace assay
