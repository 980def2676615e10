// Tightness: the largest error that was observed as a share of the one that is
// allowed, per op and dtype. Bounds that no backend comes near see little.
// Tested by tests/reports/tightness_test.cc.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/record/record.h"

namespace assay {

// A bound is loose where the worst of all backends takes less of it.
inline constexpr double kLooseShare = 0.05;

struct TightestCase {
  double share = 0;  // above 1 where an error was not accepted
  std::string id;    // the case that it was seen in
};

// The cell, "op:variant" and dtype, of records.
struct TightnessCell {
  std::string op;
  std::string dtype;
  auto operator<=>(const TightnessCell&) const = default;
};
using Tightness = std::map<TightnessCell, TightestCase>;

// Returns the largest share per cell; of equal ones the first id counts. Cells
// whose bits are demanded are left out.
Tightness tightness_of(const std::vector<Record>& records);

// Returns a Markdown table: a row per op and dtype in the order of the op
// table, a column per run, and a mark where all are loose.
std::string tightness_table(const std::vector<RunRecord>& runs,
                            const std::vector<Tightness>& shares);

// Returns "0.512", or "12" and more without a fraction.
std::string share_text(double share);

}  // namespace assay
