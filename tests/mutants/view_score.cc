// Tested by tests/mutants/view_rows_test.cc.
#include "tests/mutants/view_score.h"

#include "tests/mutants/breakable_view.h"
#include "tests/mutants/view_mutants.h"
#include "tests/mutants/view_rows.h"
#include "tests/mutants/view_step_rows.h"
#include "tests/mutants/view_transform_rows.h"

namespace assay::mutants {
namespace {

bool fails(const ViewCase& view_case, const BrokenView& row) {
  const auto subject = row.make();
  return judge_view_case(view_case, *subject).verdict != Verdict::kPass;
}

}  // namespace

std::vector<BrokenView> broken_views() {
  std::vector<BrokenView> rows;
  const auto append = [&](const auto& table) {
    for (const ViewMutantRow& row : table)
      rows.push_back({row.name, row.clause, [fault = row.fault] {
                        return std::make_unique<ViewMutant>(fault);
                      }});
  };
  append(kViewPropertyMutants);
  append(kViewIndexMutants);
  append(kViewReshapeMutants);
  append(kViewTransformMutants);
  for (std::size_t i = 0; i < std::size(kViewSlips); ++i)
    rows.push_back({kViewSlips[i].name, kViewSlips[i].clause, [i] {
                      return std::make_unique<BreakableView>(Slip::at(i));
                    }});
  return rows;
}

std::vector<ViewScore> score_views(std::span<const BrokenView> rows,
                                   std::span<const ViewCase> cases) {
  std::vector<ViewScore> scores;
  for (const BrokenView& row : rows) {
    ViewScore score{row, {}, 0, {}};
    for (const ViewCase& view_case : cases) {
      if (view_case.clause != row.clause) continue;
      ++score.cases;
      if (!fails(view_case, row)) continue;
      score.killer = view_case.id;
      break;
    }
    for (const ViewCase& view_case : cases) {
      if (score.is_killed() || !score.elsewhere.empty()) break;
      if (view_case.clause != row.clause && fails(view_case, row))
        score.elsewhere = view_case.id;
    }
    scores.push_back(std::move(score));
  }
  return scores;
}

}  // namespace assay::mutants
