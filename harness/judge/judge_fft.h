// Judges results of the fft class: each slice is judged as a whole, by the
// 2-norm of its error and by its largest single error.
// Tested by tests/harness/judge/judge_fft_test.cc.
#pragma once

#include "harness/judge/judge.h"

namespace assay {

// Judges a result of this shape against permitted.slices. Errors are in ULPs of
// the largest expected value of their slice. The reported mismatch is the worst
// element of its slice.
Judgement judge_slices(DType dtype, const Permitted& permitted,
                       const std::vector<ElementBits>& got, const Shape& shape);

}  // namespace assay
