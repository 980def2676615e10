// Holds the steps that the reductions to tridiagonal and to bidiagonal form
// share.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "optimized/linalg/plane_vector.h"
#include "optimized/linalg/reflectors.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {

// Returns how many reflections of a matrix of n columns make a block. Each
// vector is corrected for those before it in its block, which takes longer than
// updating a small matrix more often.
inline std::int64_t block_width(std::int64_t n) {
  constexpr std::int64_t kFew = 8, kBlocks = 16;
  return std::min({n, std::max(n / kBlocks, kFew), settings().factor_block});
}

// Rows that are a multiple of many cache lines apart would compete for the few
// ways of the same sets, so the stride of long rows has a line more.
template <typename T>
std::int64_t padded_stride(std::int64_t columns) {
  constexpr std::int64_t kLines = 8;
  const std::int64_t stride = unit_ceiling<T>(columns);
  const std::int64_t lines = stride / vector_unit<T>;
  return lines > kLines && lines % kLines == 0 ? stride + vector_unit<T>
                                               : stride;
}

// Zeros for each plane.
template <typename T, std::size_t planes>
class PlaneVector {
 public:
  explicit PlaneVector(std::int64_t count)
      : count_(count), elements_(planes * static_cast<std::size_t>(count)) {}

  Planes<T*, planes> begin() {
    Planes<T*, planes> parts;
    for (std::size_t p = 0; p < planes; ++p)
      parts[p] = elements_.data() + static_cast<std::int64_t>(p) * count_;
    return parts;
  }

 private:
  std::int64_t count_;
  std::vector<T> elements_;
};

template <typename P, std::size_t planes>
void copy_planes(
    const std::array<P, planes>& from, std::int64_t count,
    const std::array<std::remove_const_t<std::remove_pointer_t<P>>*, planes>&
        to) {
  for (std::size_t p = 0; p < planes; ++p) std::copy_n(from[p], count, to[p]);
}

template <typename T, std::size_t planes>
void clear_planes(const std::array<T*, planes>& to, std::int64_t count) {
  for (T* plane : to) std::fill_n(plane, count, T(0));
}

// Replaces the elements [first, last) of x by tau · x - shift · v.
template <typename T, std::size_t planes>
void combine(PlaneValue<T, planes> tau, T shift, Planes<const T*, planes> v,
             std::int64_t first, std::int64_t last, Planes<T*, planes> x) {
  for (std::int64_t i = first; i < last; ++i) {
    if constexpr (planes == 1) {
      x[0][i] = tau * x[0][i] - shift * v[0][i];
    } else {
      const T re = x[0][i], im = x[1][i];
      x[0][i] = tau.real() * re - tau.imag() * im - shift * v[0][i];
      x[1][i] = tau.real() * im + tau.imag() * re - shift * v[1][i];
    }
  }
}

// Turns x of `count` elements into a vector v with v[0] = 1, such that the
// adjoint of the reflection I - tau·v·vᴴ moves x to (beta, 0, …). Returns beta,
// which is real.
template <typename T, std::size_t planes>
T make_reflector(Planes<T*, planes> x, std::int64_t count,
                 PlaneValue<T, planes>& tau) {
  // Such elements are far smaller than a rounding error of the matrix.
  constexpr T kSmallest = sizeof(T) == 4 ? T(0x1p-110) : T(0x1p-960);
  const T alpha = x[0][0];
  [[maybe_unused]] const T imaginary = x[planes - 1][0];
  T norm = 0;
  for (const T* plane : x) {
    // Four sums, because an addition waits for the one before.
    T sums[4] = {};
    std::int64_t i = 1;
    for (; i + 4 <= count; i += 4)
      for (int c = 0; c < 4; ++c) sums[c] += plane[i + c] * plane[i + c];
    for (; i < count; ++i) sums[0] += plane[i] * plane[i];
    norm += (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  tau = 0;
  if constexpr (planes == 2) norm += imaginary * imaginary;
  if (!(norm > kSmallest)) {
    clear_planes(x, count);
    x[0][0] = 1;
    return alpha;
  }
  const T beta = -std::copysign(std::sqrt(alpha * alpha + norm), alpha);
  if constexpr (planes == 1) {
    tau = (beta - alpha) / beta;
    const T scale = 1 / (alpha - beta);
    for (std::int64_t i = 1; i < count; ++i) x[0][i] *= scale;
  } else {
    tau = {(beta - alpha) / beta, -imaginary / beta};
    const std::complex<T> scale =
        std::complex<T>(1) / std::complex<T>(alpha - beta, imaginary);
    for (std::int64_t i = 1; i < count; ++i) {
      const T re = x[0][i], im = x[1][i];
      x[0][i] = re * scale.real() - im * scale.imag();
      x[1][i] = re * scale.imag() + im * scale.real();
    }
    x[1][0] = 0;
  }
  x[0][0] = 1;
  return beta;
}

// Stores the dot products with vector j of a block in their column.
template <typename T, std::size_t planes>
void keep_products(Planes<T*, planes> dots, std::int64_t j, std::int64_t count,
                   Planes<T*, planes> products) {
  for (std::size_t p = 0; p < planes; ++p)
    for (std::int64_t s = 0; s < j; ++s)
      products[p][s * count + j] = dots[p][s];
}

}  // namespace assay::optimized
