// The format in which sums and products run, as far as the contract reaches:
// the error bounds of accumulating ops and the range they are judged in.
#pragma once

#include "spec/dtype.h"
#include "spec/profile.h"

namespace assay {

// Returns float32 for 16- and 8-bit floats, unless the profile rounds every
// step to the dtype; otherwise the format of the dtype's component.
constexpr const FloatFormat& accumulator_format(DType dtype,
                                                const Profile& profile) {
  const bool widened = profile.is("sum.accumulator=float32"_policy);
  return is_narrow_real(dtype) && widened ? kFormatFloat32 : format_of(dtype);
}

}  // namespace assay
