// Computes the score of the view cases: for every broken view module, the case
// of its clause that finds it.
// Tested by tests/mutants/view_rows_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/view/view_case.h"
#include "harness/view/view_subject.h"

namespace assay::mutants {

// A broken view module by its name, with the clause that it breaks.
struct BrokenView {
  std::string_view name;
  std::string_view clause;
  std::function<std::unique_ptr<ViewSubject>()> make;
};
inline void PrintTo(const BrokenView& row, std::ostream* out) {
  *out << row.name;
}

// Returns every one: the modules of spec/ with one answer changed, and those
// that make one of the mistakes of view_slips.h.
std::vector<BrokenView> broken_views();

struct ViewScore {
  BrokenView row;
  std::string killer;     // the first case of its own clause that fails
  int cases = 0;          // that were run until then
  std::string elsewhere;  // else the first case of another clause that fails

  bool is_killed() const { return !killer.empty(); }
};

// Runs each on the cases of its own clause, and where none of them fails on
// all the others.
std::vector<ViewScore> score_views(std::span<const BrokenView> rows,
                                   std::span<const ViewCase> cases);

}  // namespace assay::mutants
