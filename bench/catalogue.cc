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

Level level_of_bytes(std::int64_t bytes) {
  return bytes <= 48 << 10   ? Level::kL1
         : bytes <= 1 << 20  ? Level::kL2
         : bytes <= 16 << 20 ? Level::kL3
                             : Level::kMemory;
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

Operand indices_below(std::int64_t extent, const Shape& shape) {
  return dense(kI32, shape, 0, as_double(extent));
}

std::vector<Workload> catalogue(bool quick) {
  Catalogue list(quick);
  add_elementwise(list);
  add_movement(list);
  add_reductions(list);
  add_sorts(list);
  add_algebra(list);
  add_indexing(list);
  add_layers(list);
  add_attention(list);
  add_tensors(list);
  add_lax(list);
  return list.take();
}

}  // namespace assay::bench
