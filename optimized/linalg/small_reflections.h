// Reduces many small matrices side by side to triangles by Householder
// reflections, and forms the product of the reflections.
// Tested by tests/optimized/linalg_kernels_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// Element e of matrix c is at e * vector_unit<T> + c. Reduces vector_unit<T>
// matrices with `rows` rows and `columns` columns: leaves the triangles on and
// above the diagonals, and the vectors below, without their first elements,
// which are 1. Reflection j of each matrix has a factor in row j of tau.
void reflect_lanes(float* a, std::int64_t rows, std::int64_t columns,
                   float* tau);
void reflect_lanes(double* a, std::int64_t rows, std::int64_t columns,
                   double* tau);

// Stores the first `inner` columns of the products of the reflections that
// reflect_lanes() left in a.
void form_lanes(const float* a, std::int64_t rows, std::int64_t columns,
                const float* tau, std::int64_t inner, float* q);
void form_lanes(const double* a, std::int64_t rows, std::int64_t columns,
                const double* tau, std::int64_t inner, double* q);

}  // namespace assay::optimized
