// Tested by the suite on every target.
#include "optimized/cast.h"

namespace assay::optimized {

void cast(const Tensor& out, const Tensor& x) {
  const Tensor* operands[] = {&x};
  const bool is_number = is_real(out.dtype) || is_complex(out.dtype);
  run_blocks(out, operands,
             is_number ? cast_to_float(x.dtype, out.dtype)
                       : cast_to_integer(x.dtype, out.dtype));
}

}  // namespace assay::optimized
