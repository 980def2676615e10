// Compares what an inspection measures with its bound, and keeps the first
// complaint.
// Tested by tests/harness/judge/judge_residual_test.cc.
#include "harness/judge/inspection.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/judge/excess_text.h"

namespace assay {

void Inspection::at_most(std::string_view what, long double amount,
                         long double bound) {
  if (failed()) return;
  if (amount <= bound) {
    if (bound > 0)
      judgement_.worst = std::max(judgement_.worst, amount / bound);
    return;
  }
  fail(fmt::format("{} is {}", what, excess_text(amount, bound)));
}

void Inspection::finite(const Matrix& x, std::string_view name) {
  demand(x.is_finite(), fmt::format("{} has NaN or infinity", name));
}

void Inspection::fail(std::string what) {
  judgement_.complaint = fmt::format("matrix {}: {}", number_, what);
}

}  // namespace assay
