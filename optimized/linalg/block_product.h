// Multiplies blocks of a matrix that is being factored, and stores, adds or
// subtracts the product. Unlike matmul it updates a matrix in place, and its
// left operand may be a transposed view.
// Tested by tests/optimized/linalg_kernels_test.cc.
#pragma once

#include <cstdint>

#include "optimized/resources/parallel.h"

namespace assay::optimized {

enum class Into { kStore, kAdd, kSubtract };

// c = a·b, c += a·b or c -= a·b for row-major c of m by n elements and b of k
// by n. Strides count elements and may be negative. a has strides in both
// directions. c overlaps neither a nor b.
template <typename T>
struct BlockProduct {
  std::int64_t m = 0, n = 0, k = 0;
  const T* a = nullptr;
  std::int64_t a_row = 0, a_column = 1;
  const T* b = nullptr;
  std::int64_t b_row = 0;
  T* c = nullptr;
  std::int64_t c_row = 0;
  Into into = Into::kStore;
};

// The sum of an element is one chain per part of k, so it depends neither on m
// and n nor on strides. If k is 0, kStore stores zeros.
void multiply_block(const BlockProduct<float>& product);
void multiply_block(const BlockProduct<double>& product);

// Calls multiply(first, last) for ranges of the columns of a product, which
// threads take. A term of a sum is `flops` operations.
template <typename P, typename F>
void in_column_ranges(const P& product, std::int64_t flops, const F& multiply) {
  constexpr std::int64_t kColumns = 128;
  in_ranges(product.n, kColumns,
            is_worth_threads(0, flops * product.m * product.n * product.k),
            multiply);
}

}  // namespace assay::optimized
