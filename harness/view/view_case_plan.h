// The cases about views: rows written by hand, one or more per clause, as the
// JSON of their parts, and chains of transformations that are drawn. A clause
// that refuses something has a row that is accepted as well, its control, which
// differs in that one thing.
// Tested by tests/harness/view/view_case_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "harness/view/view_case.h"

namespace assay {

// The parts of a case as the members of its objects: without braces, and
// without brackets around steps.
struct ViewCaseRow {
  std::string_view clause;
  std::string_view view;
  std::string_view steps;
  std::string_view expect;
};

// Rows about creation, properties and symbolic extents, and about the
// transformations.
std::vector<ViewCaseRow> view_property_rows();
std::vector<ViewCaseRow> view_transformation_rows();
// Rows about views that earlier steps, or their creation, gave an offset,
// strides or a mask.
std::vector<ViewCaseRow> view_chain_rows();

// Returns chains of up to four steps, without ids. They are the same in every
// run, and each depends on its clause and number alone.
std::vector<ViewCase> view_chain_cases();

// Returns every case, with ids view/STEP:ASPECT:case=N, where STEP is the last
// step or create, and control=yes for controls. Fails where a row is no case.
Result<std::vector<ViewCase>> planned_view_cases();

}  // namespace assay
