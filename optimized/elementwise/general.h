// Declares the elementwise ops of lax whose operands may have rank 0, whose
// result is of another dtype, or which refuse dtypes.
// Tested by the suite on every target.
#pragma once

#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Stores the moduli of complex numbers in `out`, which is real.
Status abs_real(const Tensor& out, const Tensor& x);

// Stores min(max(x, lower), upper). Bounds of rank 0 hold for every element.
Status clamp_general(const Tensor& out, const Tensor& x, const Tensor& lower,
                     const Tensor& upper);

// Stores the elements of `on_true` where `pred` is true, else those of
// `on_false`. A predicate of rank 0 selects a whole operand.
Status select_general(const Tensor& out, const Tensor& pred,
                      const Tensor& on_true, const Tensor& on_false);

// Stores x in the dtype of out. Returns `unsupported`, and writes nothing, if
// that dtype lacks values of the dtype of x.
Status convert(const Tensor& out, const Tensor& x);

}  // namespace assay::optimized
