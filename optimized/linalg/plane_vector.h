// Multiplies complex matrices with vectors as products of real ones, on planes.
// Tested by the linalg family of the suite.
#pragma once

#include <cstdint>
#include <vector>

#include "optimized/linalg/matrix_vector.h"
#include "optimized/linalg/plane_product.h"

namespace assay::optimized {

// Some rows of a matrix. The stride counts elements.
template <typename T, std::size_t planes>
struct PlaneRows {
  Planes<const T*, planes> rows = {};
  std::int64_t stride = 0;
  std::int64_t count = 0, columns = 0;

  RowBlock<T> plane(std::size_t p) const {
    return {rows[p], stride, count, columns};
  }
};

// Computes y += Σ_r sign · factors[r · step] · rows[r]. If `conjugates`, the
// factors are conjugated.
template <typename T, std::size_t planes>
void add_rows(const PlaneRows<T, planes>& a, Planes<const T*, planes> factors,
              std::int64_t step, bool conjugates, T sign,
              Planes<T*, planes> y) {
  add_rows(a.plane(0), factors[0], step, sign, y[0]);
  if constexpr (planes == 2) {
    const T imaginary = conjugates ? -sign : sign;
    add_rows(a.plane(1), factors[1], step, -imaginary, y[0]);
    add_rows(a.plane(1), factors[0], step, sign, y[1]);
    add_rows(a.plane(0), factors[1], step, imaginary, y[1]);
  }
}

// Computes y[r] = rows[r]·x, with conjugated rows if `conjugates`.
template <typename T, std::size_t planes>
void dot_rows(const PlaneRows<T, planes>& a, bool conjugates,
              Planes<const T*, planes> x, Planes<T*, planes> y,
              std::vector<T>& room) {
  dot_rows(a.plane(0), x[0], y[0]);
  if constexpr (planes == 2) {
    if (room.size() < static_cast<std::size_t>(a.count))
      room.resize(static_cast<std::size_t>(a.count));
    dot_rows(a.plane(1), x[1], room.data());
    for (std::int64_t r = 0; r < a.count; ++r)
      y[0][r] += conjugates ? room.data()[r] : -room.data()[r];
    dot_rows(a.plane(0), x[1], y[1]);
    dot_rows(a.plane(1), x[0], room.data());
    for (std::int64_t r = 0; r < a.count; ++r)
      y[1][r] += conjugates ? -room.data()[r] : room.data()[r];
  }
}

// Computes what rows [first, last) and the columns that mirror them add to y =
// conj(A)·x for a Hermitian matrix, as multiply_symmetric() says. `room` has
// `last` elements if there are two planes.
template <typename T, std::size_t planes>
void multiply_conjugate(const PlaneRows<T, planes>& a, std::int64_t first,
                        std::int64_t last, Planes<const T*, planes> x,
                        Planes<T*, planes> y, [[maybe_unused]] T* room) {
  multiply_symmetric(a.plane(0), first, last, T(1), x[0], y[0]);
  if constexpr (planes == 2) {
    multiply_symmetric(a.plane(1), first, last, T(-1), x[1], room);
    for (std::int64_t j = 0; j < last; ++j) y[0][j] += room[j];
    multiply_symmetric(a.plane(0), first, last, T(1), x[1], y[1]);
    multiply_symmetric(a.plane(1), first, last, T(-1), x[0], room);
    for (std::int64_t j = 0; j < last; ++j) y[1][j] -= room[j];
  }
}

}  // namespace assay::optimized
