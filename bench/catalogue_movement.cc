// Lists the workloads of copies into and out of row-major order, casts, pads
// and concatenations.
// Tested by tests/bench/workload_test.cc.
#include "bench/catalogue.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

void add_copies(Catalogue& list) {
  for (const Level level :
       {Level::kCall, Level::kL1, Level::kL2, Level::kL3, Level::kMemory})
    list.add(level == Level::kL2, "assign"_op, "contiguous", level,
             std::vector{dense(kF32, {elements_at(level, kF32)})});
  for (const Level level : {Level::kL2, Level::kL3, Level::kMemory}) {
    Operand one = dense(kF32, {1});
    one.view = View({elements_at(level, kF32)}, {0}, 0);
    list.full("assign"_op, "fill", level, std::vector{one});
  }
  const auto turned = [&](bool is_quick, DType dtype, Level level,
                          std::int64_t side) {
    list.add(is_quick, "assign"_op, "transposed", level,
             std::vector{transposed(dtype, side, side)});
  };
  turned(true, kF32, Level::kL2, 256);
  turned(true, kF32, Level::kL3, 1024);
  turned(false, kF32, Level::kL3, 1000);
  turned(false, kF32, Level::kMemory, 4096);
  turned(true, kI8, Level::kL3, 1024);
  turned(false, kF16, Level::kL3, 1024);
  turned(false, kF64, Level::kL3, 1024);
  // From channels last to channels first, and back.
  Operand images = dense(kF32, {8, 64, 28, 28});
  images.view = *View({8, 28, 28, 64}).permute({0, 3, 1, 2});
  list.quick("assign"_op, "channels_first", Level::kL3, std::vector{images});
  images.view = *View({8, 64, 28, 28}).permute({0, 2, 3, 1});
  list.full("assign"_op, "channels_last", Level::kL3, std::vector{images});
  list.full("assign"_op, "stride_4096", Level::kL2,
            std::vector{strided_rows(kF32, 512, 16, 4096)});
  list.full("assign"_op, "stride_4160", Level::kL2,
            std::vector{strided_rows(kF32, 512, 16, 4160)});
  list.full("copy"_op, "contiguous", Level::kL3,
            std::vector{dense(kF32, {elements_at(Level::kL3, kF32)})});
  for (const Level level : {Level::kL2, Level::kMemory})
    list.full("full"_op, "contiguous", level, std::vector<Operand>(),
              Attributes()
                  .dtype(kF32)
                  .shape({elements_at(level, kF32)})
                  .value({0x3f800000, 0}));
  list.quick("contiguous"_op, "transposed", Level::kL3,
             std::vector{transposed(kF32, 1024, 1024)});
}

void add_casts(Catalogue& list) {
  const auto cast = [&](bool is_quick, DType from, DType to, double low,
                        double high, Level level = Level::kL2) {
    list.add(is_quick, "cast"_op, "contiguous", level,
             std::vector{dense(from, {elements_at(level, kF32)}, low, high)},
             Attributes(), 0.0, to);
  };
  cast(true, kF32, kF16, -100, 100);
  cast(false, kF16, kF32, -100, 100);
  cast(false, kF32, DType::kBfloat16, -100, 100);
  cast(false, DType::kBfloat16, kF32, -100, 100);
  cast(true, kF32, kI32, -1000, 1000);
  cast(false, kI32, kF32, -1000, 1000);
  cast(false, kF64, kF32, -100, 100);
  cast(true, kF32, kF64, -100, 100);
  cast(false, kF32, kI8, -100, 100);
  cast(false, kI8, kF32, -100, 100);
  cast(false, DType::kInt64, kI32, -1000, 1000);
  for (const Level level : {Level::kL3, Level::kMemory}) {
    cast(false, kF32, kF16, -100, 100, level);
    cast(false, kF32, kI32, -1000, 1000, level);
    cast(false, kF32, kF64, -100, 100, level);
    cast(false, kI8, kF32, -100, 100, level);
  }
}

}  // namespace

void add_movement(Catalogue& list) {
  add_copies(list);
  add_casts(list);
  const auto pad_and_cat = [&](Level level, std::int64_t side) {
    const bool is_quick = level == Level::kL2;
    list.add(is_quick, "pad"_op, "both_axes", level,
             std::vector{dense(kF32, {side - 2, side - 2})},
             Attributes().padding({{1, 1}, {1, 1}}).value({0, 0}));
    for (const std::int64_t axis : {0, 1})
      list.add(is_quick && axis == 1, "cat"_op,
               axis == 0 ? "axis_0" : "axis_last", level,
               std::vector(2, dense(kF32, {side, side / 2})),
               Attributes().axis(axis));
  };
  pad_and_cat(Level::kL2, 256);
  pad_and_cat(Level::kL3, 1024);
  pad_and_cat(Level::kMemory, 4096);
}

}  // namespace assay::bench
