// Plans the cases about views. Some are rows written by hand, one or more for
// each clause, as the JSON of their parts; the others are drawn chains of
// transformations. A clause that refuses something also has a control: a row
// that differs in that one thing and is accepted.
// Tested by tests/harness/view/view_case_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "harness/view/view_case.h"

namespace assay {

// Holds the parts of a case as members of JSON objects, without braces, and
// without the brackets around the steps.
struct ViewCaseRow {
  std::string_view clause;
  std::string_view view;
  std::string_view steps;
  std::string_view expect;
};

// Return the rows about creation, properties and symbolic extents, and those
// about the transformations.
std::vector<ViewCaseRow> view_property_rows();
std::vector<ViewCaseRow> view_transformation_rows();
// Returns rows about views that have an offset, strides or a mask from their
// creation or from earlier steps.
std::vector<ViewCaseRow> view_chain_rows();

// Returns chains of up to four steps, without ids. They are the same in every
// run, because each depends only on its clause and number.
std::vector<ViewCase> view_chain_cases();

// Returns every case with its id view/STEP:ASPECT:case=N, where STEP is the
// last step or create; the id of a control also has control=yes. Fails if a row
// is not a valid case.
Result<std::vector<ViewCase>> planned_view_cases();

}  // namespace assay
