// Joins the groups of workloads into one list, and makes operands of the sizes
// and layouts that they share.
// Tested by tests/bench/workload_test.cc.
#include "bench/catalogue.h"

namespace assay::bench {

std::int64_t elements_at(Level level, DType dtype) {
  constexpr std::int64_t kBytes[] = {64, 12 << 10, 192 << 10, 4 << 20,
                                     64 << 20};
  return kBytes[static_cast<std::size_t>(level)] * 8 / spec_of(dtype).bits;
}

Operand transposed(DType dtype, std::int64_t rows, std::int64_t columns) {
  Operand operand = dense(dtype, {rows, columns});
  operand.view = View({rows, columns}, {1, rows}, 0);
  return operand;
}

Operand strided_rows(DType dtype, std::int64_t rows, std::int64_t columns,
                     std::int64_t row_bytes) {
  const std::int64_t stride = row_bytes * 8 / spec_of(dtype).bits;
  Operand operand = dense(dtype, {rows * stride});
  operand.view = View({rows, columns}, {stride, 1}, 0);
  return operand;
}

std::vector<Workload> catalogue(bool quick) {
  Catalogue list(quick);
  add_elementwise(list);
  add_movement(list);
  add_reductions(list);
  add_sorts(list);
  add_algebra(list);
  add_indexing(list);
  return list.take();
}

}  // namespace assay::bench
