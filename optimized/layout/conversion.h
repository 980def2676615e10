// Converts contiguous elements between their dtype and its compute type: narrow
// floats to float and back, rounded once to nearest with ties to even, and
// 4-bit integers to bytes and back.
// Tested by tests/optimized/conversion_test.cc on every bit pattern.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/dtype.h"

namespace assay::optimized {

// Widens `count` narrow floats from `storage` exactly; signaling NaNs become
// quiet.
void widen(DType narrow, const std::byte* storage, float* out,
           std::int64_t count);

// Rounds `count` floats into the storage of a narrow float. A caller that
// computed with more bits than a float has must round to odd first; then this
// is the only rounding that shows.
void narrow(DType narrow, const float* x, std::byte* storage,
            std::int64_t count);

// Read and write 4-bit integers from position `first` of packed storage on, as
// int8 or uint8. Writing leaves the neighbours of the range as they were.
void unpack_nibbles(DType packed, const std::byte* storage, std::int64_t first,
                    std::uint8_t* out, std::int64_t count);
void pack_nibbles(const std::uint8_t* x, std::byte* storage, std::int64_t first,
                  std::int64_t count);

}  // namespace assay::optimized
