// Declares the sums of products in runs along rows, which serve every compute
// type and leave out every tap over padding. Other methods multiply padding by
// zero, which is wrong where a weight is not finite, and fall back on these.
// Tested by tests/optimized/convolution_test.cc.
#pragma once

#include "optimized/convolution/correlation.h"
#include "optimized/convolution/frame.h"

namespace assay::optimized {

// Stores the rows [first, last) of the result. Rows are numbered in the order
// of batch, channel and the outer spatial axes; there are batch · groups ·
// outputs · axes[0].count · axes[1].count.
void correlate_rows(const Correlation& sums, DType compute, std::int64_t first,
                    std::int64_t last);

// Stores the results of a block in the channels [first, last) of all groups.
void correlate_rows(const Correlation& sums, DType compute, const Block& block,
                    std::int64_t first, std::int64_t last);

// Stores the elements [first, last) of gw in row-major order.
void sum_taps(const TapSums& sums, DType compute, std::int64_t first,
              std::int64_t last);

}  // namespace assay::optimized
