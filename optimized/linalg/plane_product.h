// Multiplies blocks of complex matrices. A complex matrix is stored as two
// planes, its real and its imaginary parts, and a real matrix as one, so that
// most sources are templates of the number of planes.
// Tested by tests/optimized/linalg_kernels_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <type_traits>

#include "optimized/layout/dense.h"
#include "optimized/linalg/block_product.h"
#include "optimized/resources/parallel.h"

namespace assay::optimized {

template <typename P, std::size_t planes>
using Planes = std::array<P, planes>;

// The type of an element.
template <typename T, std::size_t planes>
using PlaneValue = std::conditional_t<planes == 1, T, std::complex<T>>;

// Returns the planes from another element on.
template <typename P, std::size_t planes>
std::array<P, planes> advanced(std::array<P, planes> from,
                               std::int64_t offset) {
  for (P& plane : from) plane += offset;
  return from;
}

template <typename T, std::size_t planes>
Planes<const T*, planes> constant(const Planes<T*, planes>& from) {
  Planes<const T*, planes> to;
  std::copy(from.begin(), from.end(), to.begin());
  return to;
}

// Planes of `count` elements each.
template <typename T, std::size_t planes>
class PlaneRoom {
 public:
  explicit PlaneRoom(std::int64_t count)
      : scratch_(std::int64_t{planes * sizeof(T)} * count), count_(count) {}

  Planes<T*, planes> begin() const {
    Planes<T*, planes> parts;
    for (std::size_t p = 0; p < planes; ++p)
      parts[p] = reinterpret_cast<T*>(scratch_.bytes()) +
                 static_cast<std::int64_t>(p) * count_;
    return parts;
  }

 private:
  Scratch scratch_;
  std::int64_t count_;
};

// Splits complex elements into planes, and joins them again. Threads take
// elements.
template <typename T, typename F>
void in_elements(std::int64_t count, const F& work) {
  constexpr std::int64_t kElements = 4096;
  in_ranges(count, kElements,
            is_worth_threads(std::int64_t{8 * sizeof(T)} * count), work);
}
template <typename T>
void split_planes(const std::complex<T>* from, std::int64_t count,
                  Planes<T*, 2> to) {
  in_elements<T>(count, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) {
      to[0][i] = from[i].real();
      to[1][i] = from[i].imag();
    }
  });
}
template <typename T>
void join_planes(Planes<T*, 2> from, std::int64_t count, std::complex<T>* to) {
  in_elements<T>(count, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
      to[i] = {from[0][i], from[1][i]};
  });
}

// c = a·b, c += a·b or c -= a·b, like BlockProduct. If `conjugates`, a is
// conjugated. The sum of an element is one chain per part of k for each plane,
// as in BlockProduct.
template <typename T, std::size_t planes>
struct PlaneProduct {
  std::int64_t m = 0, n = 0, k = 0;
  Planes<const T*, planes> a = {};
  std::int64_t a_row = 0, a_column = 1;
  bool conjugates = false;
  Planes<const T*, planes> b = {};
  std::int64_t b_row = 0;
  Planes<T*, planes> c = {};
  std::int64_t c_row = 0;
  Into into = Into::kStore;
};

void multiply_planes(const PlaneProduct<float, 2>& product);
void multiply_planes(const PlaneProduct<double, 2>& product);
template <typename T>
void multiply_planes(const PlaneProduct<T, 1>& p) {
  multiply_block(BlockProduct<T>{p.m, p.n, p.k, p.a[0], p.a_row, p.a_column,
                                 p.b[0], p.b_row, p.c[0], p.c_row, p.into});
}

}  // namespace assay::optimized
