// Multiplies integers in unsigned arithmetic. Four rows of b at a time are
// added to a row of c, in blocks of b that stay in L1. The compiler turns the
// inner loop into vectors.
// Tested by tests/optimized/contraction_test.cc.
#include <algorithm>

#include "optimized/product/product.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/product/product_integers.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// A block of b takes 16 KiB: kDepth rows of kBytes bytes.
constexpr std::int64_t kDepth = 32;
constexpr std::int64_t kBytes = 512;

// Computes c[j] += Σ x[r]·b[r][j]. Products of 8 and 16 bits are computed in 32
// unsigned bits; otherwise the language would compute them in int, which those
// of 16 bits can overflow.
template <typename T, int rows>
HWY_INLINE void add_rows(const T* x, const T* HWY_RESTRICT b,
                         std::int64_t b_row, std::int64_t count,
                         T* HWY_RESTRICT c) {
  using Wide = std::conditional_t<(sizeof(T) < 4), std::uint32_t, T>;
  for (std::int64_t j = 0; j < count; ++j) {
    Wide sum = c[j];
    for (int r = 0; r < rows; ++r)
      sum += static_cast<Wide>(static_cast<Wide>(x[r]) *
                               static_cast<Wide>(b[r * b_row + j]));
    c[j] = static_cast<T>(sum);
  }
}

template <typename T>
void multiply_one(const Product& p, const T* a, const T* b, T* c) {
  constexpr std::int64_t kColumns = kBytes / sizeof(T);
  for (std::int64_t i = 0; i < p.m; ++i)
    std::fill_n(c + i * p.c_row, p.n, T(0));
  for (std::int64_t j = 0; j < p.n; j += kColumns) {
    const std::int64_t columns = std::min(kColumns, p.n - j);
    for (std::int64_t k0 = 0; k0 < p.k; k0 += kDepth) {
      const std::int64_t k1 = std::min(p.k, k0 + kDepth);
      for (std::int64_t i = 0; i < p.m; ++i) {
        T* row = c + i * p.c_row + j;
        const T* x = a + i * p.a.row;
        std::int64_t kk = k0;
        for (; kk + 4 <= k1; kk += 4) {
          const T four[] = {x[kk * p.a.column], x[(kk + 1) * p.a.column],
                            x[(kk + 2) * p.a.column], x[(kk + 3) * p.a.column]};
          add_rows<T, 4>(four, b + kk * p.b.row + j, p.b.row, columns, row);
        }
        for (; kk < k1; ++kk)
          add_rows<T, 1>(x + kk * p.a.column, b + kk * p.b.row + j, p.b.row,
                         columns, row);
      }
    }
  }
}

template <typename T>
void multiply_batch(const Product& p) {
  for_outer(p.batch, p.batch.count(), [&](const auto& offsets) {
    multiply_one(p, static_cast<const T*>(p.a.elements) + offsets[1],
                 static_cast<const T*>(p.b.elements) + offsets[2],
                 static_cast<T*>(p.c) + offsets[0]);
  });
}

void multiply_of(const Product& p, DType compute) {
  switch (compute) {
    case DType::kInt16:
    case DType::kUint16:
      return multiply_batch<std::uint16_t>(p);
    case DType::kInt32:
    case DType::kUint32:
      return multiply_batch<std::uint32_t>(p);
    case DType::kInt64:
    case DType::kUint64:
      return multiply_batch<std::uint64_t>(p);
    default:
      return multiply_batch<std::uint8_t>(p);
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(multiply_of);

void multiply_integers(const Product& product, DType compute) {
  HWY_DYNAMIC_DISPATCH(multiply_of)(product, compute);
}

}  // namespace assay::optimized
#endif
