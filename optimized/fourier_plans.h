// What the transforms need of a library: batches of transforms over axes of
// arrays in row-major order, in float or double. Only the file that implements
// this names the library.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "spec/shape.h"

namespace assay::optimized {

// Returns whether the array lies where plans expect it; others are copied by
// the caller, so that a result does not depend on where its operand lies.
bool is_aligned_for_plans(const void* array);

// Transforms arrays of a shape over distinct axes, out of place or in place.
// The exponent is negative unless `inverse`.
void transform_complex(const std::complex<float>* x, std::complex<float>* y,
                       const Shape& shape,
                       const std::vector<std::int64_t>& axes, bool inverse);
void transform_complex(const std::complex<double>* x, std::complex<double>* y,
                       const Shape& shape,
                       const std::vector<std::int64_t>& axes, bool inverse);

// From real arrays of a shape to the n/2 + 1 bins of the given axis, and back;
// the latter destroys x. The shape is that of the real array.
void transform_real(const float* x, std::complex<float>* y, const Shape& shape,
                    std::int64_t axis);
void transform_real(const double* x, std::complex<double>* y,
                    const Shape& shape, std::int64_t axis);
void transform_to_real(std::complex<float>* x, float* y, const Shape& shape,
                       std::int64_t axis);
void transform_to_real(std::complex<double>* x, double* y, const Shape& shape,
                       std::int64_t axis);

}  // namespace assay::optimized
