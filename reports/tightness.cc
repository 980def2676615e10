// Finds the largest share of every cell, and makes the table of several runs.
// Tested by tests/reports/tightness_test.cc.
#include "reports/tightness.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "spec/op_lookup.h"

namespace assay {
namespace {

// Returns the place of a cell in the op table: op, variant, dtype.
std::tuple<std::size_t, std::string, std::size_t, std::string> place_of(
    const TightnessCell& cell) {
  const auto colon = cell.op.find(':');
  const auto op = op_named(cell.op.substr(0, colon));
  const auto dtype = dtype_named(cell.dtype.substr(0, cell.dtype.find('>')));
  return {op ? static_cast<std::size_t>(*op) : every_op().size(), cell.op,
          dtype ? static_cast<std::size_t>(*dtype) : kDTypes.size(),
          cell.dtype};
}

}  // namespace

Tightness tightness_of(const std::vector<Record>& records) {
  Tightness shares;
  for (const Record& record : records) {
    if (!(record.tightness > 0)) continue;  // also skips NaN
    if (is_of_robustness(record) || is_metamorphic(record)) continue;
    TightestCase& place = shares[{
        record.variant.empty() ? record.op : record.op + ":" + record.variant,
        record.dtype}];
    const bool is_worse =
        record.tightness > place.share ||
        (record.tightness == place.share && record.id < place.id);
    if (is_worse) place = {record.tightness, record.id};
  }
  return shares;
}

std::string share_text(double share) {
  return share < 10 ? fmt::format("{:.3f}", share)
                    : fmt::format("{:.3g}", share);
}

std::string tightness_table(const std::vector<RunRecord>& runs,
                            const std::vector<Tightness>& shares) {
  std::set<TightnessCell> seen;
  for (const Tightness& run : shares)
    for (const auto& [cell, place] : run) seen.insert(cell);
  std::vector<TightnessCell> cells(seen.begin(), seen.end());
  std::sort(cells.begin(), cells.end(), [](const auto& a, const auto& b) {
    return place_of(a) < place_of(b);
  });
  std::string text = "| op | dtype |";
  std::string rule = "|---|---|";
  for (const RunRecord& run : runs) {
    text += fmt::format(" {} {} |", run.subject_name, run.subject_version);
    rule += "---|";
  }
  text += " |\n" + rule + "---|\n";
  for (const TightnessCell& cell : cells) {
    text += fmt::format("| {} | {} |", cell.op, cell.dtype);
    double worst = 0;
    for (const Tightness& run : shares) {
      const auto found = run.find(cell);
      const bool is_there = found != run.end();
      text +=
          fmt::format(" {} |", is_there ? share_text(found->second.share) : "");
      if (is_there) worst = std::max(worst, found->second.share);
    }
    text += worst < kLooseShare ? " loose |\n" : " |\n";
  }
  return text;
}

}  // namespace assay
