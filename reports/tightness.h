// Computes tightness, the largest observed error as a share of the allowed one,
// per op and dtype. A bound that no backend comes near finds few bugs.
// Tested by tests/reports/tightness_test.cc.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/record/record.h"

namespace assay {

// A bound is loose if even the worst backend uses less than this share of it.
inline constexpr double kLooseShare = 0.05;

struct TightestCase {
  double share = 0;  // above 1 if an error was not accepted
  std::string id;    // the case in which it occurred
};

// A cell of records: "op:variant" and dtype.
struct TightnessCell {
  std::string op;
  std::string dtype;
  auto operator<=>(const TightnessCell&) const = default;
};
using Tightness = std::map<TightnessCell, TightestCase>;

// Returns the largest share per cell, and for equal shares the first id. Leaves
// out cells that require exact bits.
Tightness tightness_of(const std::vector<Record>& records);

// Returns a Markdown table with one row per op and dtype, in the order of the
// op table, one column per run, and a mark where the bound is loose in all
// runs.
std::string tightness_table(const std::vector<RunRecord>& runs,
                            const std::vector<Tightness>& shares);

// Returns a share as "0.512"; from 10 on it has no more than three digits.
std::string share_text(double share);

}  // namespace assay
