// Compares the ratios of two runs of benchmarks, and writes sentences about
// them.
// Tested by tests/reports/bench_baseline_test.cc.
#include "reports/bench_baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace assay {
namespace {

bool has_ratio(const BenchRow& row) {
  return row.verdict != BenchVerdict::kWithheld && !row.peer.empty();
}

// Returns how far a control deviates from a tie.
double stray(const Interval& control) {
  return std::max(control.high - 1, 1 / control.low - 1);
}

// Returns the share of the earlier ratio that is left. A NaN counts as nothing.
double share_left(const BenchChange& change) {
  const double share = change.after.median / change.before.median;
  return std::isnan(share) ? 0 : share;
}

}  // namespace

BenchComparison compare_benches(const BenchRun& before, const BenchRun& after,
                                double tolerance) {
  const bool is_single =
      before.subjects.size() == 1 && after.subjects.size() == 1;
  const auto key = [&](const BenchRow& row) {
    return std::tuple(row.id, is_single ? "" : row.subject, row.peer);
  };
  std::map<std::tuple<std::string, std::string, std::string>, const BenchRow*>
      rows;
  for (const BenchRow& row : after.rows)
    if (has_ratio(row)) rows[key(row)] = &row;
  BenchComparison comparison;
  for (const BenchRow& old_row : before.rows) {
    if (!has_ratio(old_row)) continue;
    const auto found = rows.find(key(old_row));
    if (found == rows.end()) {
      comparison.missing.push_back(old_row.id);
      continue;
    }
    const BenchRow& row = *found->second;
    ++comparison.compared;
    const double band =
        std::max({tolerance, stray(old_row.control), stray(row.control)});
    // Written so that a NaN counts as fallen.
    if (!(row.ratio.high * (1 + band) >= old_row.ratio.low))
      comparison.regressions.push_back(
          {row.id, row.subject, row.peer, old_row.ratio, row.ratio});
  }
  std::stable_sort(comparison.regressions.begin(), comparison.regressions.end(),
                   [](const BenchChange& a, const BenchChange& b) {
                     return share_left(a) < share_left(b);
                   });
  return comparison;
}

std::string comparison_text(const BenchComparison& comparison) {
  std::string text =
      fmt::format("baseline: {} ratios compared, {} fallen\n",
                  comparison.compared, comparison.regressions.size());
  for (const BenchChange& change : comparison.regressions)
    text += fmt::format(
        "  {} of {} against {}: was {:.2f} [{:.2f}, {:.2f}], is {:.2f} "
        "[{:.2f}, {:.2f}]\n",
        change.id, change.subject, change.peer, change.before.median,
        change.before.low, change.before.high, change.after.median,
        change.after.low, change.after.high);
  if (!comparison.missing.empty())
    text += fmt::format(
        "  {} ratios of the baseline are missing here, such as {}\n",
        comparison.missing.size(), comparison.missing[0]);
  return text;
}

}  // namespace assay
