// Declares threefry: random words by Threefry-2x32 with 20 rounds.
// Tested by the random family of the suite.
#pragma once

#include "spec/tensor.h"

namespace assay::optimized {

// Stores out[…, :] = threefry(key[…, :], counter[…, :]).
void threefry(const Tensor& out, const Tensor& key, const Tensor& counter);

}  // namespace assay::optimized
