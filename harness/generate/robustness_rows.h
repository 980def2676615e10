// Lists what robustness mode calls. For each precondition of a cell there are
// calls that break it and nothing else. Each has a control that differs in that
// one thing and is accepted. Tested by tests/spec/precondition_test.cc and
// tests/harness/generate/robustness_case_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "harness/families/robustness_row.h"

namespace assay {

// Returns the rows of a cell, grouped by clause. There are none if the cell has
// no preconditions.
std::vector<RobustnessRow> robustness_rows(const Cell& cell);

// Returns the types of the results of a row's calls, or of its given outs.
std::vector<TensorType> result_types(const Cell& cell,
                                     const RobustnessRow& row);

// Add the rows of robustness_rows(), one function for each group of ops.
void add_elementwise_rows(const Cell& cell, RobustnessRows& rows);
void add_axis_rows(const Cell& cell, RobustnessRows& rows);
void add_movement_rows(const Cell& cell, RobustnessRows& rows);
void add_random_rows(const Cell& cell, RobustnessRows& rows);
void add_indexing_rows(const Cell& cell, RobustnessRows& rows);
void add_contraction_rows(const Cell& cell, RobustnessRows& rows);
void add_fourier_rows(const Cell& cell, RobustnessRows& rows);
void add_linalg_rows(const Cell& cell, RobustnessRows& rows);

}  // namespace assay
