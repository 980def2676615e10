// Lists the workloads of elementwise ops: by size, by layout, and by op and
// dtype at one size.
// Tested by tests/bench/workload_test.cc.
#include "bench/catalogue.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

// Returns as many copies of the operand as the op takes.
std::vector<Operand> same_operands(Op op, const Operand& operand) {
  return std::vector(spec_of(op).signature.operands.size(), operand);
}

// Adds sizes that fit each cache, and odd ones, which end in the middle of a
// vector.
void add_sizes(Catalogue& list) {
  for (const std::int64_t n : {1, 7, 64})
    list.add(n != 7, "add"_op, "contiguous", Level::kCall,
             std::vector(2, dense(kF32, {n})));
  for (const Level level :
       {Level::kL1, Level::kL2, Level::kL3, Level::kMemory}) {
    const std::int64_t n = elements_at(level, kF32);
    list.add(level != Level::kMemory, "add"_op, "contiguous", level,
             std::vector(2, dense(kF32, {n})));
    if (level != Level::kMemory)
      list.full("add"_op, "contiguous", level,
                std::vector(2, dense(kF32, {n - 1})));
    list.full("div"_op, "contiguous", level,
              std::vector(2, dense(kF32, {n}, 0.5, 2)));
    list.add(level == Level::kL2, "exp"_op, "contiguous", level,
             std::vector(1, dense(kF32, {n}, -5, 5)));
  }
  list.full("exp"_op, "contiguous", Level::kCall,
            std::vector(1, dense(kF32, {64}, -5, 5)));
}

void add_layouts(Catalogue& list) {
  constexpr std::int64_t kSide = 512;
  const Operand plain = dense(kF32, {kSide, kSide});
  const auto layout = [&](bool is_quick, const char* name, Operand a,
                          Operand b) {
    list.add(is_quick, "add"_op, name, Level::kL3,
             std::vector{std::move(a), std::move(b)});
  };
  const Operand turned = transposed(kF32, kSide, kSide);
  layout(true, "transposed", turned, plain);
  layout(false, "both_transposed", turned, turned);
  Operand row = dense(kF32, {kSide});
  row.view = View({kSide, kSide}, {0, 1}, 0);
  layout(true, "broadcast_row", plain, row);
  row.view = View({kSide, kSide}, {1, 0}, 0);
  layout(false, "broadcast_column", plain, row);
  Operand flipped = plain;
  flipped.view = View({kSide, kSide}, {kSide, -1}, kSide - 1);
  layout(true, "flipped", flipped, plain);
  Operand offset = dense(kF32, {kSide * kSide + 1});
  offset.view = View({kSide, kSide}, {kSide, 1}, 1);
  layout(false, "offset_1", offset, plain);
  Operand second = dense(kF32, {2 * kSide * kSide});
  second.view = View({kSide, kSide}, {2 * kSide, 2}, 0);
  layout(true, "every_second", second, plain);
  // Rows at equal offsets in their pages compete for few sets of a cache.
  for (const std::int64_t bytes : {4096, 4160})
    list.add(bytes == 4096, "add"_op,
             bytes == 4096 ? "stride_4096" : "stride_4160", Level::kL2,
             std::vector(2, strided_rows(kF32, 512, 16, bytes)));
  // Reads along a column: every element is in another cache line.
  for (const std::int64_t bytes : {4096, 4160}) {
    Operand columns = strided_rows(kF32, 512, 16, bytes);
    columns.view = *columns.view.permute({1, 0});
    list.full("add"_op,
              bytes == 4096 ? "column_stride_4096" : "column_stride_4160",
              Level::kL2, std::vector(2, columns));
  }
}

void add_ops(Catalogue& list) {
  const auto add = [&](bool is_quick, Op op, DType dtype, double low,
                       double high) {
    list.add(is_quick, op, "contiguous", Level::kL2,
             same_operands(op, dense(dtype, {elements_at(Level::kL2, dtype)},
                                     low, high)));
  };
  add(true, "add"_op, kF64, -1, 1);
  add(true, "add"_op, kI32, -1000, 1000);
  add(true, "add"_op, kF16, -1, 1);
  add(false, "add"_op, kBf16, -1, 1);
  add(false, "add"_op, kI8, -100, 100);
  add(false, "sub"_op, kF32, -1, 1);
  add(false, "add"_op, DType::kComplex64, -1, 1);
  add(true, "mul"_op, kF32, -1, 1);
  add(false, "mul"_op, kF16, -1, 1);
  add(false, "mul"_op, DType::kComplex64, -1, 1);
  add(true, "div"_op, kF64, 0.5, 2);
  add(false, "div"_op, kI32, 1, 1000);
  add(true, "mod"_op, kF32, 0.5, 100);
  add(false, "mod"_op, kI32, 1, 1000);
  add(true, "max"_op, kF32, -1, 1);
  add(false, "min"_op, kF32, -1, 1);
  add(true, "cmplt"_op, kF32, -1, 1);
  add(false, "cmple"_op, kF64, -1, 1);
  add(false, "cmpeq"_op, kI32, 0, 3);
  add(false, "cmpne"_op, kF32, 0, 3);
  add(false, "and"_op, kI32, 0, 1000);
  add(false, "or"_op, kI32, 0, 1000);
  add(false, "xor"_op, kI32, 0, 1000);
  add(false, "neg"_op, kF32, -1, 1);
  add(false, "abs"_op, kF32, -1, 1);
  add(false, "sign"_op, kF32, -1, 1);
  add(true, "sqrt"_op, kF32, 0, 4);
  add(false, "floor"_op, kF32, -100, 100);
  add(false, "ceil"_op, kF32, -100, 100);
  add(false, "trunc"_op, kF32, -100, 100);
  add(false, "round"_op, kF32, -100, 100);
  add(false, "recip"_op, kF32, 0.5, 2);
  for (const Level level : {Level::kL3, Level::kMemory}) {
    const Operand x = dense(kF32, {elements_at(level, kF32)});
    for (const Op op : {"neg"_op, "cmplt"_op})
      list.full(op, "contiguous", level, same_operands(op, x));
  }
  add(true, "exp"_op, kF64, -5, 5);
  add(false, "exp"_op, kF16, -5, 5);
  for (const Level level : {Level::kL2, Level::kL3, Level::kMemory}) {
    const Shape shape = {elements_at(level, kF32)};
    list.add(level == Level::kL2, "where"_op, "contiguous", level,
             std::vector{dense(DType::kBool, shape, 0, 2), dense(kF32, shape),
                         dense(kF32, shape)});
  }
}

// Adds functions at L2, where the computation takes the time, and in memory.
void add_transcendentals(Catalogue& list) {
  const auto add = [&](bool is_quick, Op op, double low, double high) {
    for (const DType dtype : {kF32, kF64})
      for (const Level level : {Level::kL2, Level::kMemory})
        list.add(is_quick && level == Level::kL2, op, "contiguous", level,
                 same_operands(
                     op, dense(dtype, {elements_at(level, dtype)}, low, high)));
  };
  add(true, "log"_op, 0.01, 100);
  add(true, "sin"_op, -10, 10);
  add(true, "tanh"_op, -3, 3);
  add(false, "cos"_op, -10, 10);
  add(false, "tan"_op, -10, 10);
  add(false, "asin"_op, -1, 1);
  add(false, "acos"_op, -1, 1);
  add(false, "atan"_op, -10, 10);
  add(false, "sinh"_op, -5, 5);
  add(false, "cosh"_op, -5, 5);
  add(false, "erf"_op, -3, 3);
  add(true, "pow"_op, 0.1, 3);
  add(false, "atan2"_op, -1, 1);
  list.full(
      "exp"_op, "contiguous", Level::kMemory,
      std::vector{dense(kF64, {elements_at(Level::kMemory, kF64)}, -5, 5)});
}

}  // namespace

void add_elementwise(Catalogue& list) {
  add_sizes(list);
  add_layouts(list);
  add_ops(list);
  add_transcendentals(list);
}

}  // namespace assay::bench
