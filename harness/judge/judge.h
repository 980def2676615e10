// The judge: whether a result is one that a case permits, and if not, where it
// first differs and by how much. Every acceptance is written positively.
// Tested by tests/harness/judge/judge_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/case/case.h"

namespace assay {

// The element that is not accepted: the first, or the worst of its slice.
struct Mismatch {
  std::int64_t position = 0;  // row-major, or in storage order
  ElementBits expected;
  ElementBits got;
  std::string accepted;   // the accepted range, where it is wider than a value
  double error = 0;       // in ulps; infinity where that means nothing
  bool is_worst = false;  // not the first of them but the worst
};

struct Judgement {
  bool pass = false;
  std::int64_t compared = 0;  // elements that were compared, not left open
  std::int64_t mismatches = 0;
  double max_ulp = 0;       // the largest finite error of an accepted element
  std::int64_t worst = -1;  // where that element is; -1 if every error is 0
  // The largest error of a rejected element; infinity where something else
  // than a distance is wrong.
  double rejected_ulp = 0;
  // The largest error as a share of what is allowed of it, above 1 for what is
  // rejected; 0 where the bits are demanded.
  double tightness = 0;
  std::optional<Mismatch> first;
};

// Returns whether `got` is the expected element: the same bits or, unless every
// bit counts, NaN for NaN.
bool same_element(DType dtype, bool every_bit, ElementBits expected,
                  ElementBits got);

// Judges the elements of a tensor against one permitted answer. The shape is
// needed where slices or matrices are judged as a whole.
Judgement judge(DType dtype, const Permitted& permitted,
                const std::vector<ElementBits>& got, const Shape& shape = {});

// Judges against each permitted answer; the best one counts.
Judgement judge_any(DType dtype, const std::vector<Permitted>& any_of,
                    const std::vector<ElementBits>& got,
                    const Shape& shape = {});

}  // namespace assay
