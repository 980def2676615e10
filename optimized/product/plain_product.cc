// Implements plain products: two matrices of floats whose rows are contiguous
// and whose extents are small enough that no block of them is copied, or one
// row by a matrix.
// Tested by tests/optimized/plain_product_test.cc.
#include "optimized/product/plain_product.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "optimized/product/product.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "spec/op_table.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// From this extent on, the plan of a call takes a negligible time. That of a
// row by a matrix never does, because b sweeps from the caches what a call
// reads, and longer ways read more.
constexpr std::int64_t kMostExtent = 128;
constexpr std::int64_t kMostOfRow = std::int64_t{1} << 16;

// Returns whether the extents suit a plain product. Then the sums of an element
// are one chain, or, for a row, parts of the same length as those of any row.
bool suits_plain_product(std::int64_t m, std::int64_t n, std::int64_t k) {
  const auto is_within = [&](std::int64_t most) {
    return k > 0 && k <= most && n > 1 && n <= most;
  };
  if (m == 1) return is_within(kMostOfRow);
  return (m > 2 || k <= kFewRows) && m > 0 && m <= kMostExtent &&
         is_within(kMostExtent) && k <= settings().matmul_depth;
}

// Multiplies a row by a matrix whose rows are contiguous.
template <typename T>
void multiply_single_row(std::int64_t n, std::int64_t k, const T* a, const T* b,
                         std::int64_t b_row, T* c) {
  Product product;
  product.m = product.matrix_rows = 1;
  product.n = product.c_row = n;
  product.k = k;
  product.a = {a, k, 1};
  product.b = {b, b_row, 1};
  product.c = c;
  const ProductBlocks by{std::min(k, kFewRows), 1, n, 0, false, false, false};
  // Has room for the last columns of a few rows.
  alignas(64) T near[kFewRows * kWidestTile];
  multiply_floats(product, by, std::is_same_v<T, double>, near);
}

template <typename T>
bool multiply_matrices(const Tensor& a, const Tensor& b, const Tensor& c) {
  const std::int64_t m = a.view.shape()[0];
  const std::int64_t k = a.view.shape()[1];
  const std::int64_t n = b.view.shape()[1];
  if (!suits_plain_product(m, n, k)) return false;
  const Strides& a_strides = a.view.strides();
  const Strides& b_strides = b.view.strides();
  const Strides& c_strides = c.view.strides();
  if (a_strides[1] != 1 || b_strides[1] != 1 || c_strides[1] != 1 ||
      (c_strides[0] != n && m != 1) || c.view.offset() != 0)
    return false;
  if (is_worth_threads((m * k + k * n + m * n) * std::int64_t{sizeof(T)},
                       2 * m * n * k))
    return false;
  const auto* left = reinterpret_cast<const T*>(HostMemory::storage_of(a));
  const auto* right = reinterpret_cast<const T*>(HostMemory::storage_of(b));
  auto* to = reinterpret_cast<T*>(HostMemory::storage_of(c));
  if (left == nullptr || right == nullptr || to == nullptr) return false;
  left += a.view.offset();
  right += b.view.offset();
  if (m != 1)
    return multiply_in_place(m, n, k, left, a_strides[0], right, b_strides[0],
                             to);
  multiply_single_row(n, k, left, right, b_strides[0], to);
  return true;
}

}  // namespace

bool multiply_plain(const Call& call) {
  if (call.outs[0].view.rank() != 2) return false;
  const Tensor& a = call.operands[0];
  const Tensor& b = call.operands[1];
  const Tensor& c = call.outs[0];
  if (c.dtype == DType::kFloat32) return multiply_matrices<float>(a, b, c);
  if (c.dtype == DType::kFloat64) return multiply_matrices<double>(a, b, c);
  return false;
}

}  // namespace assay::optimized
