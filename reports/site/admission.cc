// Implements the rules for runs that enter a site.
// Tested by tests/reports/site/admission_test.cc.
#include "reports/site/admission.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

std::string why_not_admitted(const ReportedRun& reported,
                             const SiteColumn& column) {
  const RunRecord& run = reported.run;
  if (run.suite_version != column.suite_version)
    return fmt::format("was judged by suite {}; expected {}", run.suite_version,
                       column.suite_version);
  if (run.level != column.level)
    return fmt::format("was judged at level {}; expected {}", run.level,
                       column.level);
  if (!run.filter.empty())
    return fmt::format(
        "has only the cases of --filter {}; expected all of them", run.filter);
  if (const std::string why = why_void(reported); !why.empty())
    return fmt::format("is void, because {}; expected no such run", why);
  if (const auto gaps = gaps_of(reported); !gaps.empty())
    return fmt::format("is not complete; expected a whole run. {}",
                       gaps.front());
  if (run.controls.made == 0)
    return "has no live controls; expected some, and all of them caught";
  const auto expected = std::count_if(
      reported.records.begin(), reported.records.end(), [](const Record& one) {
        return one.verdict == Verdict::kExpectedFailure ||
               one.verdict == Verdict::kFlaky;
      });
  if (expected > 0)
    return fmt::format(
        "hides {} failures by --expect; expected a run without it", expected);
  return {};
}

std::string why_fallen(const PublishedRun& run, const PublishedRun& before) {
  for (const auto& [set, cells] : before.sets) {
    const auto now = run.sets.find(set);
    if (now == run.sets.end())
      return fmt::format("lacks op set {}, which version {} was judged by", set,
                         before.version);
    if (now->second[1] < cells[1])
      return fmt::format("claims {} cells of {}; version {} claims {}",
                         now->second[1], set, before.version, cells[1]);
  }
  if (run.cases[0] < before.cases[0])
    return fmt::format("has {} cases; version {} has {}", run.cases[0],
                       before.version, before.cases[0]);
  return {};
}

}  // namespace assay
