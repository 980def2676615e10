// Lists every bug of the adversary, and the cliffs that are made by rule.
// Tested by tests/adversary/bug_table_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/adversary/bug_row.h"

namespace assay::adversary {

// The tables, one per class (see the file of each).
BugRows size_bugs();
BugRows array_size_bugs();
BugRows indexing_size_bugs();
BugRows layout_bugs();
BugRows array_layout_bugs();
BugRows axis_bugs();
BugRows value_bugs();
BugRows integer_value_bugs();
BugRows order_value_bugs();
BugRows narrow_value_bugs();
BugRows complex_value_bugs();
BugRows lax_elementwise_bugs();
BugRows state_bugs();
BugRows aliasing_bugs();
BugRows degenerate_bugs();
BugRows product_bugs();
BugRows linalg_bugs();
BugRows pivoted_bugs();
BugRows transform_bugs();
BugRows memory_bugs();
BugRows convolution_bugs();
BugRows pooling_bugs();
BugRows resampling_bugs();
BugRows activation_bugs();
BugRows normalization_bugs();
BugRows statistics_bugs();
BugRows region_bugs();
BugRows pointwise_bugs();
BugRows ordering_bugs();
BugRows indexed_bugs();
BugRows attention_bugs();
BugRows quantization_bugs();
BugRows lax_movement_bugs();
BugRows lax_indexing_bugs();
BugRows lax_contraction_bugs();

// Returns all rows, class by class; names are unique.
const std::vector<BugRow>& every_bug();

// Names the row without a bug whose target is that of the ops of set nn.
inline constexpr std::string_view kNetworkControl = "control:nn";

// Returns whether the ops of a row are those of set nn. A row has ops of one
// set.
bool is_about_networks(const BugRow& row);

// Returns the bug of a name: a row of the table, "control" or kNetworkControl
// (no bug), or a cliff such as "cliff:sort:axis:4096:zeros". Nothing where
// there is none.
std::optional<BugRow> bug_named(std::string_view name);

}  // namespace assay::adversary
