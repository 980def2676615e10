// Defines a table with a second op set, for the tests of reports: the toy set
// owns the sorting family and shares a row of nx.
#pragma once

#include "harness/record/record.h"
#include "spec/op_sets.h"

namespace assay {

inline std::string_view toy_owner(Op op) {
  return family_of(op).name == "sorting" ? "toy" : "nx";
}
inline constexpr std::string_view kToyShared[] = {"neg"};
inline constexpr OpSet kToySets[] = {{"nx", "", {}}, {"toy", "", kToyShared}};
inline constexpr OpSetTable kToyTable{kToySets, toy_owner};

// Gives a run both sets, of which those named are planned.
inline RunRecord with_toy_sets(RunRecord run, bool plans_nx, bool plans_toy) {
  run.sets = {{"nx", plans_nx, true, 1352, 40, 12},
              {"toy", plans_toy, plans_toy, 68, 8, 20}};
  return run;
}

}  // namespace assay
