// Lists the workloads of reductions, extrema, scans and sorts. Their "layout"
// names the axis.
// Tested by tests/bench/workload_test.cc.
#include "bench/catalogue.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

constexpr const char* kAxisNames[] = {"axis_0", "axis_last"};

Attributes over(Attributes::Integers axes) {
  return Attributes().axes(std::move(axes)).keepdims(false);
}
Attributes along(std::int64_t axis) {
  return Attributes().axis(axis).keepdims(false);
}

}  // namespace

void add_reductions(Catalogue& list) {
  const auto reduce = [&](bool is_quick, Op op, DType dtype, double low,
                          double high) {
    const Operand x = dense(dtype, {512, 512}, low, high);
    list.add(is_quick, op, "all", Level::kL2, std::vector{x}, over({0, 1}));
    for (const std::int64_t axis : {0, 1})
      list.add(is_quick, op, kAxisNames[axis], Level::kL2, std::vector{x},
               over({axis}));
  };
  reduce(true, "reduce_sum"_op, kF32, -1, 1);
  reduce(false, "reduce_sum"_op, kF64, -1, 1);
  reduce(false, "reduce_sum"_op, DType::kFloat16, -1, 1);
  reduce(false, "reduce_sum"_op, kI32, -1000, 1000);
  reduce(true, "reduce_max"_op, kF32, -1, 1);
  reduce(false, "reduce_min"_op, kI32, -1e6, 1e6);
  reduce(false, "reduce_prod"_op, kF32, 0.9, 1.1);
  list.quick("reduce_sum"_op, "all", Level::kCall,
             std::vector{dense(kF32, {64})}, over({0}));
  list.full("reduce_sum"_op, "all", Level::kL3,
            std::vector{dense(kF32, {elements_at(Level::kL3, kF32)})},
            over({0}));
  list.full("reduce_sum"_op, "all", Level::kMemory,
            std::vector{dense(kF32, {elements_at(Level::kMemory, kF32)})},
            over({0}));
  list.full("reduce_sum"_op, "axis_middle", Level::kL2,
            std::vector{dense(kF32, {64, 64, 64})}, over({1}));
  list.quick("reduce_sum"_op, "short_rows", Level::kL2,
             std::vector{dense(kF32, {32768, 8})}, over({1}));
  list.full("reduce_sum"_op, "transposed", Level::kL2,
            std::vector{transposed(kF32, 512, 512)}, over({1}));
  for (const std::int64_t axis : {0, 1}) {
    list.quick("argmax"_op, kAxisNames[axis], Level::kL2,
               std::vector{dense(kF32, {512, 512})}, along(axis));
    list.full("argmin"_op, kAxisNames[axis], Level::kL2,
              std::vector{dense(kI32, {512, 512}, -1e6, 1e6)}, along(axis));
    for (const Scan scan : {Scan::kSum, Scan::kMax})
      list.add(scan == Scan::kSum, "associative_scan"_op,
               std::string(kScanNames[static_cast<std::size_t>(scan)]) + "_" +
                   kAxisNames[axis],
               Level::kL2, std::vector{dense(kF32, {256, 256})},
               Attributes().axis(axis).op(scan));
  }
}

void add_sorts(Catalogue& list) {
  const auto sort = [&](bool is_quick, const char* layout, Level level,
                        Operand x, std::int64_t axis) {
    for (const Op op : {"sort"_op, "argsort"_op})
      list.add(is_quick, op, layout, level, std::vector{x},
               Attributes().axis(axis).descending(false));
  };
  sort(true, "contiguous", Level::kL1, dense(kF32, {1000}), 0);
  sort(false, "contiguous", Level::kL1, dense(kF32, {10000}), 0);
  sort(true, "contiguous", Level::kL2, dense(kF32, {100000}), 0);
  sort(false, "contiguous", Level::kL3, dense(kF32, {1000000}), 0);
  sort(false, "contiguous", Level::kMemory, dense(kF32, {10000000}), 0);
  sort(true, "contiguous", Level::kL2, dense(kI32, {100000}, -1e9, 1e9), 0);
  sort(false, "contiguous", Level::kMemory, dense(kI32, {10000000}, -1e9, 1e9),
       0);
  sort(false, "contiguous", Level::kL2, dense(kF64, {100000}), 0);
  sort(false, "few_values", Level::kL2, dense(kI32, {100000}, 0, 10), 0);
  sort(true, "axis_last", Level::kL2, dense(kF32, {1000, 50}), 1);
  sort(true, "axis_0", Level::kL2, dense(kF32, {50, 1000}), 0);
}

}  // namespace assay::bench
