// Lists the workloads of the tensor ops that neural networks need beside their
// layers: functions, statistics, selection and quantization.
// Tested by tests/bench/workload_test.cc.
#include "bench/catalogue.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

Attributes index_dtype(DType dtype) {
  return Attributes().set(AttributeKey::kIndexDType,
                          {static_cast<std::int64_t>(dtype)});
}

void add_pointwise(Catalogue& list) {
  const auto function = [&](Op op, int operands, DType dtype, double low,
                            double high, Attributes attributes = {}) {
    for (const Level level : {Level::kL2, Level::kMemory})
      list.add(
          level == Level::kL2, op, "contiguous", level,
          std::vector(static_cast<std::size_t>(operands),
                      dense(dtype, {elements_at(level, dtype)}, low, high)),
          attributes);
  };
  for (const DType dtype : {kF32, kF64}) {
    function("log1p"_op, 1, dtype, -0.5, 4);
    function("asinh"_op, 1, dtype, -4, 4);
    function("acosh"_op, 1, dtype, 1, 8);
    function("atanh"_op, 1, dtype, -0.9, 0.9);
    function("hypot"_op, 2, dtype, -4, 4);
  }
  const auto bound = [](double value) {
    return ElementBits{encode_real(format_of(kF32), value), 0};
  };
  function("clamp"_op, 1, kF32, -4, 4,
           Attributes()
               .element(AttributeKey::kLow, bound(-1))
               .element(AttributeKey::kHigh, bound(1)));
  function("is_nan"_op, 1, kF32, -4, 4);
  function("is_inf"_op, 1, kF32, -4, 4);
  function("bitwise_not"_op, 1, kI32, -1e6, 1e6);
  function("shift_left"_op, 2, kI32, 0, 8);
  function("shift_right"_op, 2, kI32, 0, 8);
}

void add_statistics(Catalogue& list) {
  const auto over = [](const Attributes::Integers& axes) {
    return Attributes().axes(axes).keepdims(false);
  };
  for (const Op op : {"mean"_op, "max_abs"_op, "any"_op, "all"_op}) {
    const bool is_logical = op == "any"_op || op == "all"_op;
    const DType dtype = is_logical ? DType::kBool : kF32;
    for (const Level level : {Level::kL2, Level::kMemory}) {
      const std::int64_t rows = elements_at(level, dtype) / 256;
      // Neither a first true nor a first false ends the search early.
      const Operand x = is_logical
                            ? dense(dtype, {rows, 256}, op == "all"_op ? 1 : 0,
                                    op == "all"_op ? 2 : 1)
                            : dense(dtype, {rows, 256});
      list.add(level == Level::kL2, op, "all_axes", level, std::vector{x},
               over({0, 1}));
      list.full(op, "axis_last", level, std::vector{x}, over({1}));
      list.full(op, "axis_0", level, std::vector{x}, over({0}));
    }
  }
  for (const Op op : {"max_with_index"_op, "min_with_index"_op})
    for (const std::int64_t axis : {0, 1})
      list.add(axis == 1, op, axis == 0 ? "axis_0" : "axis_last", Level::kL2,
               std::vector{dense(kF32, {256, 256})},
               index_dtype(kI32).axis(axis).keepdims(false));
  for (const std::int64_t axis : {0, 1})
    list.add(axis == 1, "cross"_op, axis == 0 ? "axis_0" : "axis_last",
             Level::kL2,
             std::vector(2, axis == 0 ? dense(kF32, {3, 16384})
                                      : dense(kF32, {16384, 3})),
             Attributes().axis(axis));
}

void add_ordering(Catalogue& list) {
  for (const std::int64_t rows : {1, 256}) {
    const Operand x = dense(kF32, {rows, rows == 1 ? 65536 : 256});
    list.add(rows == 256, "sort_with_indices"_op, "axis_last", Level::kL2,
             std::vector{x}, index_dtype(kI32).axis(1).descending(false));
  }
  const auto topk = [&](bool is_quick, const Shape& shape, std::int64_t k) {
    list.add(is_quick, "topk"_op, "of_" + std::to_string(k), Level::kL2,
             std::vector{dense(kF32, shape)},
             index_dtype(kI32).axis(1).set(AttributeKey::kK, {k}));
  };
  topk(true, {64, 1000}, 5);
  topk(false, {1, 50257}, 50);
  topk(false, {256, 256}, 128);
}

// Rows of embeddings, and points.
void add_reads(Catalogue& list) {
  const auto rows = [&](bool is_quick, std::int64_t count, std::int64_t width,
                        std::int64_t reads) {
    const Operand table = dense(kF32, {count, width});
    const Operand places = indices_below(count, {reads});
    const Level level = level_of_bytes(2 * reads * width * 4);
    list.add(is_quick, "select"_op, "rows", level, std::vector{table, places},
             Attributes().axis(0));
    list.add(is_quick, "embedding"_op, "rows", level,
             std::vector{table, places});
    list.add(is_quick, "gather_nd"_op, "rows", level,
             std::vector{table, indices_below(count, {reads, 1})});
    list.add(is_quick, "embedding_backward"_op, "rows", level,
             std::vector{table, dense(kF32, {reads, width}), places});
    list.add(is_quick, "select_update"_op, "rows_add", level,
             std::vector{table, places, dense(kF32, {reads, width})},
             Attributes().axis(0).update(UpdateMode::kAdd));
    list.add(is_quick, "scatter_nd"_op, "rows_add", level,
             std::vector{table, indices_below(count, {reads, 1}),
                         dense(kF32, {reads, width})},
             Attributes().update(UpdateMode::kAdd));
  };
  rows(true, 256, 64, 256);
  rows(false, 30522, 768, 512);
  list.full("select"_op, "columns", Level::kL2,
            std::vector{dense(kF32, {256, 256}), indices_below(256, {256})},
            Attributes().axis(1));
  list.full(
      "gather_nd"_op, "points", Level::kL2,
      std::vector{dense(kF32, {256, 256}), indices_below(256, {16384, 2})});
  list.quick("scatter_reduce"_op, "or", Level::kL2,
             std::vector{dense(DType::kBool, {16384}, 0, 2),
                         indices_below(16384, {16384}),
                         dense(DType::kBool, {16384}, 0, 2)},
             Attributes().axis(0).update(UpdateMode::kOr));
}

void add_regions(Catalogue& list) {
  for (const Level level : {Level::kL2, Level::kMemory}) {
    const std::int64_t n = elements_at(level, kF32);
    const std::int64_t rows = n / 256;
    const bool is_quick = level == Level::kL2;
    list.add(is_quick, "mask_select"_op, "half", level,
             std::vector{dense(kF32, {n}), dense(DType::kBool, {n}, 0, 2)});
    list.add(is_quick, "argwhere"_op, "half", level,
             std::vector{dense(DType::kBool, {rows, 256}, 0, 2)},
             index_dtype(kI32));
    list.add(is_quick, "repeat"_op, "axis_0", level,
             std::vector{dense(kF32, {rows / 2, 256})},
             Attributes().axis(0).set(AttributeKey::kTimes, {2}));
    list.add(
        is_quick, "slice_assign"_op, "rows", level,
        std::vector{dense(kF32, {rows, 256}), dense(kF32, {rows / 2, 128})},
        Attributes()
            .ranges({{0, rows / 2}, {0, 256}})
            .set(AttributeKey::kSteps, {1, 2}));
    list.add(is_quick, "arange"_op, "step_3", level, std::vector<Operand>{},
             Attributes()
                 .dtype(kI32)
                 .set(AttributeKey::kStart, {0})
                 .set(AttributeKey::kStop, {3 * n})
                 .set(AttributeKey::kStep, {3}));
  }
}

void add_quantization(Catalogue& list) {
  for (const Level level : {Level::kL2, Level::kMemory}) {
    const std::int64_t rows = elements_at(level, kF32) / 256;
    const bool is_quick = level == Level::kL2;
    const auto blocks = [&](bool is_whole) {
      return Attributes().set(
          AttributeKey::kBlockSize,
          is_whole ? Attributes::Integers{} : Attributes::Integers{1, 256});
    };
    for (const bool is_whole : {true, false}) {
      const Operand scale = is_whole ? dense(kF32, {}, 0.01, 0.02)
                                     : dense(kF32, {rows, 1}, 0.01, 0.02);
      const std::string name = is_whole ? "tensor" : "rows";
      const auto limits = [&] {
        return blocks(is_whole)
            .set(AttributeKey::kQMin, {-127})
            .set(AttributeKey::kQMax, {127});
      };
      const Operand x = dense(kF32, {rows, 256});
      list.add(is_quick, "quantize"_op, name, level, std::vector{x, scale},
               limits());
      list.add(is_quick, "quantize_dynamic"_op, name, level, std::vector{x},
               limits());
      list.add(is_quick, "dequantize"_op, name, level,
               std::vector{dense(kI8, {rows, 256}, -127, 127), scale},
               blocks(is_whole).dtype(kF32), 0, kF32);
    }
  }
}

}  // namespace

void add_tensors(Catalogue& list) {
  add_pointwise(list);
  add_statistics(list);
  add_ordering(list);
  add_reads(list);
  add_regions(list);
  add_quantization(list);
}

}  // namespace assay::bench
