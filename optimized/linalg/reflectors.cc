// Applies blocks of Householder reflections.
// Tested by tests/optimized/linalg_kernels_test.cc.
#include "optimized/linalg/reflectors.h"

#include <algorithm>

#include "optimized/linalg/block_product.h"

namespace assay::optimized {

template <typename T>
void set_triangle(ReflectorBlock<T>& block, const T* tau, const T* products) {
  const std::int64_t n = block.count;
  block.t.assign(static_cast<std::size_t>(n * n), T(0));
  T* t = block.t.data();
  for (std::int64_t j = 0; j < n; ++j) {
    t[j * n + j] = tau[j];
    for (std::int64_t i = 0; i < j; ++i) {
      T sum = 0;
      for (std::int64_t s = i; s < j; ++s)
        sum += t[i * n + s] * products[s * n + j];
      t[i * n + j] = -tau[j] * sum;
    }
  }
}

template <typename T>
void apply_block(const ReflectorBlock<T>& block, bool transposed, T* c,
                 std::int64_t c_row, std::int64_t columns,
                 std::vector<T>& room) {
  const std::int64_t n = block.count;
  if (n == 0 || columns == 0) return;
  const auto size = static_cast<std::size_t>(2 * n * columns);
  if (room.size() < size) room.resize(size);
  T* projections = room.data();
  T* factors = projections + n * columns;
  multiply_block(BlockProduct<T>{.m = n,
                                 .n = columns,
                                 .k = block.rows,
                                 .a = block.v,
                                 .a_row = block.column,
                                 .a_column = block.row,
                                 .b = c,
                                 .b_row = c_row,
                                 .c = projections,
                                 .c_row = columns});
  multiply_block(BlockProduct<T>{.m = n,
                                 .n = columns,
                                 .k = n,
                                 .a = block.t.data(),
                                 .a_row = transposed ? 1 : n,
                                 .a_column = transposed ? n : 1,
                                 .b = projections,
                                 .b_row = columns,
                                 .c = factors,
                                 .c_row = columns});
  multiply_block(BlockProduct<T>{.m = block.rows,
                                 .n = columns,
                                 .k = n,
                                 .a = block.v,
                                 .a_row = block.row,
                                 .a_column = block.column,
                                 .b = factors,
                                 .b_row = columns,
                                 .c = c,
                                 .c_row = c_row,
                                 .into = Into::kSubtract});
}

template void set_triangle(ReflectorBlock<float>&, const float*, const float*);
template void set_triangle(ReflectorBlock<double>&, const double*,
                           const double*);
template void apply_block(const ReflectorBlock<float>&, bool, float*,
                          std::int64_t, std::int64_t, std::vector<float>&);
template void apply_block(const ReflectorBlock<double>&, bool, double*,
                          std::int64_t, std::int64_t, std::vector<double>&);

}  // namespace assay::optimized
