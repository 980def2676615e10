// Writes what a sweep found as text: one sweep in full, or one row per sweep.
// Tested by tests/sweep/sweep_file_test.cc.
#pragma once

#include <string>
#include <vector>

#include "sweep/sweep_file.h"

namespace assay {

// Returns several lines of text about one sweep. The ops of the head must be in
// this program's op table.
std::string text_of(const Sweep& sweep);

// Returns a Markdown table: op, worst error and its input, how many results are
// not correctly rounded, breaks of monotonicity, and digest.
std::string table_of(const std::vector<Sweep>& sweeps);

// Returns the operands of an input, each as its value and its bits, with
// commas.
std::string operands_text(const Inputs& inputs, std::uint64_t input);

// Returns whether every result was permitted and no block is missing.
bool is_clean(const Sweep& sweep);

}  // namespace assay
