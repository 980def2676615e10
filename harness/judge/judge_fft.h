// The judge of the fft class: each slice is weighed as a whole, by the 2-norm
// of its error and by its largest error.
// Tested by tests/harness/judge/judge_fft_test.cc.
#pragma once

#include "harness/judge/judge.h"

namespace assay {

// Judges a result of this shape against permitted.slices. Errors are in ulps
// of the largest value of their slice; the mismatch is the worst element.
Judgement judge_slices(DType dtype, const Permitted& permitted,
                       const std::vector<ElementBits>& got, const Shape& shape);

}  // namespace assay
