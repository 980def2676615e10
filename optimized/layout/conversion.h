// Contiguous elements between their dtype and its compute type: narrow floats
// as float, and back with one rounding to nearest, ties to even; 4-bit integers
// as bytes. Tested by tests/optimized/conversion_test.cc (every bit pattern).
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/dtype.h"

namespace assay::optimized {

// Widens `count` elements of a narrow float from `storage`, exactly; NaN is
// quieted.
void widen(DType narrow, const std::byte* storage, float* out,
           std::int64_t count);

// Rounds `count` floats into a narrow float's storage. A float that stands for
// a wider value has been rounded to odd, so that this rounding is the only one.
void narrow(DType narrow, const float* x, std::byte* storage,
            std::int64_t count);

// Reads and writes 4-bit integers from position `first` of packed storage, as
// int8 or uint8; writing keeps the neighbours of the range.
void unpack_nibbles(DType packed, const std::byte* storage, std::int64_t first,
                    std::uint8_t* out, std::int64_t count);
void pack_nibbles(const std::uint8_t* x, std::byte* storage, std::int64_t first,
                  std::int64_t count);

}  // namespace assay::optimized
