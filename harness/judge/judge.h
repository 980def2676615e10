// Decides whether a result is one that a case permits; if not, where it first
// differs and by how much. Conditions say what is accepted, so anything nobody
// thought of fails.
// Tested by tests/harness/judge/judge_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/judge/element_class.h"

namespace assay {

// Describes an element that was not accepted: the first one, or the worst of
// its slice.
struct Mismatch {
  std::int64_t position = 0;  // row-major, or in storage order
  ElementBits expected;
  ElementBits got;
  std::string accepted;   // the accepted range, if it is more than one value
  double error = 0;       // in ULPs; infinity if a distance is meaningless
  bool is_worst = false;  // the worst mismatch, not the first
  // The error beside the bound, if the class measures norms instead of ULPs:
  // "error 0.00032, allowed 1.1e-06 (290.9 times)".
  std::string excess = {};
};

// Holds the judgement of one result.
struct Judgement {
  bool pass = false;
  std::int64_t compared = 0;  // elements that were compared; open ones are not
  std::int64_t mismatches = 0;
  double max_ulp = 0;       // the largest finite error of an accepted element
  std::int64_t worst = -1;  // where that element is; -1 if every error is 0
  // The largest error of a rejected element; infinity if something other than a
  // distance is wrong.
  double rejected_ulp = 0;
  // The largest error as a share of what is allowed, above 1 for rejected
  // elements; 0 if the bits are demanded.
  double tightness = 0;
  std::optional<Mismatch> first;
  std::vector<PairCount> pairs;  // the mismatches by the classes of elements
};

// Returns whether `got` is the expected element. The bits must be equal; but
// unless `every_bit`, any NaN equals any NaN.
bool same_element(DType dtype, bool every_bit, ElementBits expected,
                  ElementBits got);

// Judges the elements of a tensor against one permitted answer. `shape` is
// needed only if slices or matrices are judged as a whole.
Judgement judge(DType dtype, const Permitted& permitted,
                const std::vector<ElementBits>& got, const Shape& shape = {});

// Judges against each permitted answer and returns the best judgement.
Judgement judge_any(DType dtype, const std::vector<Permitted>& any_of,
                    const std::vector<ElementBits>& got,
                    const Shape& shape = {});

}  // namespace assay
