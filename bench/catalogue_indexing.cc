// Lists the workloads of gathers, scatters, windows and random numbers.
// Tested by tests/bench/workload_test.cc.
#include "bench/catalogue.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

void add_gathers(Catalogue& list) {
  for (const Level level :
       {Level::kL1, Level::kL2, Level::kL3, Level::kMemory}) {
    const std::int64_t n = elements_at(level, kF32) / 2;
    list.add(level == Level::kL2, "gather"_op, "axis_0", level,
             std::vector{dense(kF32, {n}), indices_below(n, {n})},
             Attributes().axis(0));
    if (level == Level::kMemory) continue;
    for (const ScatterMode mode : {ScatterMode::kSet, ScatterMode::kAdd})
      list.add(level == Level::kL2, "scatter"_op,
               kScatterModeNames[static_cast<std::size_t>(mode)].data(), level,
               std::vector{dense(kF32, {n}), indices_below(n, {n}),
                           dense(kF32, {n})},
               Attributes().axis(0).mode(mode).flag(
                   AttributeKey::kUniqueIndices, false));
  }
  for (const std::int64_t axis : {0, 1})
    list.full("gather"_op, axis == 0 ? "rows_axis_0" : "rows_axis_last",
              Level::kL2,
              std::vector{dense(kF32, {256, 128}),
                          indices_below(axis == 0 ? 256 : 128, {256, 128})},
              Attributes().axis(axis));
}

void add_windows(Catalogue& list) {
  const auto windows = [] {
    return Attributes()
        .padding({{1, 1}, {1, 1}})
        .set(AttributeKey::kKernelSize, {3, 3})
        .set(AttributeKey::kStride, {1, 1})
        .set(AttributeKey::kDilation, {1, 1});
  };
  list.quick("unfold"_op, "kernel_3x3", Level::kL2,
             std::vector{dense(kF32, {16, 32, 32})}, windows());
  list.full("unfold"_op, "kernel_3x3", Level::kL3,
            std::vector{dense(kF32, {64, 56, 56})}, windows());
  list.full("fold"_op, "kernel_3x3", Level::kL2,
            std::vector{dense(kF32, {16, 9, 1024})},
            windows().set(AttributeKey::kOutputSize, {32, 32}));
}

}  // namespace

void add_indexing(Catalogue& list) {
  add_gathers(list);
  add_windows(list);
  for (const Level level : {Level::kL2, Level::kL3}) {
    const Operand words =
        dense(kI32, {elements_at(level, kI32) / 2, 2}, -1e9, 1e9);
    list.add(level == Level::kL2, "threefry"_op, "contiguous", level,
             std::vector{words, words});
  }
}

}  // namespace assay::bench
