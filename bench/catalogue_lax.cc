// Lists the workloads of op set lax: products of any axes, gathers and scatters
// of slices, dynamic slices, and linear systems.
// Tested by tests/bench/workload_test.cc.
#include "bench/catalogue.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"
#include "spec/subscripts.h"

namespace assay::bench {
namespace {

using List = Attributes::Integers;
using Key = AttributeKey;

void add_lax_functions(Catalogue& list) {
  for (const Level level : {Level::kL2, Level::kMemory}) {
    const bool is_quick = level == Level::kL2;
    const std::int64_t n = elements_at(level, kF32);
    const Operand x = dense(kF32, {n}, -4, 4);
    const Operand z = dense(kC64, {n / 2});
    const Operand chosen = dense(DType::kBool, {n}, 0, 2);
    list.add(is_quick, "conj"_op, "contiguous", level, std::vector{z});
    list.add(is_quick, "abs_real"_op, "contiguous", level, std::vector{z},
             Attributes(), 0, kF32);
    list.add(is_quick, "rsqrt"_op, "contiguous", level,
             std::vector{dense(kF32, {n}, 0.5, 4)});
    list.add(is_quick, "expm1"_op, "contiguous", level, std::vector{x});
    list.add(is_quick, "cmpgt"_op, "contiguous", level, std::vector{x, x});
    list.add(is_quick, "cmpge"_op, "contiguous", level, std::vector{x, x});
    list.add(is_quick, "clamp_general"_op, "contiguous", level,
             std::vector{x, dense(kF32, {n}, -2, -1), dense(kF32, {n}, 1, 2)});
    list.add(is_quick, "clamp_general"_op, "scalar_bounds", level,
             std::vector{x, dense(kF32, {}, -1, -1), dense(kF32, {}, 1, 1)});
    list.add(is_quick, "select_general"_op, "contiguous", level,
             std::vector{chosen, x, x});
    list.add(is_quick, "convert"_op, "contiguous", level,
             std::vector{dense(kI32, {n}, -1000, 1000)}, Attributes(), 0, kF64);
  }
}

// slice_general, broadcast_in_dim and extract_diagonal may return views, whose
// times would be compared with those of copies.
void add_structure(Catalogue& list) {
  for (const Level level : {Level::kL2, Level::kMemory}) {
    const bool is_quick = level == Level::kL2;
    const std::int64_t n = level == Level::kL2 ? 192 : 4096;
    const Operand x = dense(kF32, {n, n});
    const auto pad = [&](const char* name, std::int64_t interior) {
      list.add(is_quick, "pad_general"_op, name, level, std::vector{x},
               Attributes()
                   .set(Key::kEdgeLow, {1, 1})
                   .set(Key::kEdgeHigh, {1, 1})
                   .set(Key::kInterior, {0, interior})
                   .value({encode_real(format_of(kF32), 0), 0}));
    };
    pad("edges", 0);
    pad("interior", 1);
    list.add(is_quick, "embed_diagonal"_op, "matrices", level,
             std::vector{dense(kF32, {n / 4, n / 16})},
             Attributes().set(Key::kAxisA, {1}).set(Key::kAxisB, {2}));
    list.add(is_quick, "tril"_op, "square", level, std::vector{x},
             Attributes().set(Key::kK, {0}));
    list.add(is_quick, "triu"_op, "square", level, std::vector{x},
             Attributes().set(Key::kK, {0}));
  }
}

// Starts are operands, so only their limits are known here.
void add_dynamic_slices(Catalogue& list) {
  for (const std::int64_t n : {128, 2048}) {
    const bool is_quick = n == 128;
    const Level level = is_quick ? Level::kL2 : Level::kL3;
    const Operand x = dense(kF32, {n, n});
    const Operand starts = indices_below(n / 2, {2});
    list.add(is_quick, "dynamic_slice"_op, "half", level,
             std::vector{x, starts},
             Attributes().set(Key::kSliceSizes, {n / 2, n / 2}));
    list.add(is_quick, "dynamic_update_slice"_op, "half", level,
             std::vector{x, dense(kF32, {n / 2, n / 2}), starts});
    list.full("dynamic_update_slice"_op, "one_row", level,
              std::vector{x, dense(kF32, {1, n}), starts});
  }
}

// Rows of a table, and points of a matrix.
void add_slice_gathers(Catalogue& list) {
  const auto gather = [&](bool is_quick, const char* name, const Operand& x,
                          const Operand& starts, const List& sizes,
                          std::int64_t rows) {
    const bool is_row = sizes.back() != 1;
    list.add(is_quick, "gather_general"_op, name,
             level_of_bytes(2 * rows * sizes.back() * 4),
             std::vector{x, starts},
             Attributes()
                 .set(Key::kOffsetDims, is_row ? List{1} : List{})
                 .set(Key::kCollapsedSliceDims, is_row ? List{0} : List{0, 1})
                 .set(Key::kStartIndexMap, is_row ? List{0} : List{0, 1})
                 .set(Key::kIndexVectorDim, {1})
                 .set(Key::kSliceSizes, sizes)
                 .set(Key::kOperandBatchingDims, {})
                 .set(Key::kStartIndicesBatchingDims, {})
                 .flag(Key::kIndicesAreSorted, false));
  };
  const auto scatter = [&](bool is_quick, const std::string& name,
                           const Operand& x, const Operand& places,
                           const Operand& updates, ScatterMode mode) {
    const bool is_row = updates.view.shape().size() == 2;
    list.add(
        is_quick, "scatter_general"_op,
        name + "_" +
            std::string(kScatterModeNames[static_cast<std::size_t>(mode)]),
        level_of_bytes(2 * updates.bytes()), std::vector{x, places, updates},
        Attributes()
            .mode(mode)
            .set(Key::kUpdateWindowDims, is_row ? List{1} : List{})
            .set(Key::kInsertedWindowDims, is_row ? List{0} : List{0, 1})
            .set(Key::kScatterDimsToOperandDims, is_row ? List{0} : List{0, 1})
            .set(Key::kIndexVectorDim, {1})
            .set(Key::kOperandBatchingDims, {})
            .set(Key::kStartIndicesBatchingDims, {})
            .flag(Key::kIndicesAreSorted, false)
            .flag(Key::kUniqueIndices, false));
  };
  for (const std::int64_t count : {256, 8192}) {
    const bool is_quick = count == 256;
    const std::int64_t width = is_quick ? 64 : 256;
    const Operand table = dense(kF32, {count, width});
    const Operand rows = indices_below(count, {count / 2, 1});
    gather(is_quick, "rows", table, rows, {1, width}, count / 2);
    scatter(is_quick, "rows", table, rows, dense(kF32, {count / 2, width}),
            ScatterMode::kAdd);
    scatter(false, "rows", table, rows, dense(kF32, {count / 2, width}),
            ScatterMode::kSet);
    const std::int64_t points = is_quick ? 8192 : 262144;
    const Operand at = indices_below(width, {points, 2});
    const Operand square = dense(kF32, {width, width});
    gather(is_quick, "points", square, at, {1, 1}, points);
    scatter(is_quick, "points", square, at, dense(kF32, {points}),
            ScatterMode::kAdd);
  }
}

void add_general_products(Catalogue& list) {
  struct Axes {
    List lhs_contracting, rhs_contracting, lhs_batch, rhs_batch;
  };
  const auto dot = [&](bool is_quick, const char* name, DType dtype,
                       const Shape& lhs, const Shape& rhs, const Axes& axes,
                       double flops) {
    list.add(is_quick, "dot_general"_op, name,
             level_of_bytes(2 * (element_count(lhs) + element_count(rhs)) *
                            spec_of(dtype).bits / 8),
             std::vector{dense(dtype, lhs, -3, 3), dense(dtype, rhs, -3, 3)},
             Attributes()
                 .set(Key::kLhsContracting, axes.lhs_contracting)
                 .set(Key::kRhsContracting, axes.rhs_contracting)
                 .set(Key::kLhsBatch, axes.lhs_batch)
                 .set(Key::kRhsBatch, axes.rhs_batch),
             flops);
  };
  const double cube = 2.0 * 256 * 256 * 256;
  dot(true, "small", kF32, {8, 16, 16}, {8, 16, 16}, {{2}, {1}, {0}, {0}},
      2.0 * 8 * 4096);
  for (const DType dtype : {kF32, kF64})
    dot(dtype == kF32, "matrices", dtype, {256, 256}, {256, 256},
        {{1}, {0}, {}, {}}, cube);
  dot(false, "both_transposed", kF32, {256, 256}, {256, 256},
      {{0}, {1}, {}, {}}, cube);
  dot(false, "batch_4x4", kF32, {4096, 4, 4}, {4096, 4, 4},
      {{2}, {1}, {0}, {0}}, 2.0 * 4096 * 64);
  // Scores of heads that stand behind the positions.
  dot(false, "heads", kF32, {512, 12, 64}, {512, 12, 64}, {{2}, {2}, {1}, {1}},
      2.0 * 12 * 512 * 512 * 64);
  dot(false, "two_axes", kF32, {64, 32, 48}, {48, 32, 64},
      {{1, 2}, {1, 0}, {}, {}}, 2.0 * 64 * 64 * 32 * 48);
  list.quick("dot_general_update"_op, "matrices", Level::kL2,
             std::vector{dense(kF32, {128, 128}, -3, 3),
                         dense(kF32, {128, 128}, -3, 3)},
             Attributes()
                 .set(Key::kLhsContracting, {1})
                 .set(Key::kRhsContracting, {0})
                 .set(Key::kLhsBatch, {})
                 .set(Key::kRhsBatch, {})
                 .flag(Key::kLhsConj, false)
                 .flag(Key::kRhsConj, false)
                 .element(Key::kAlpha, {encode_real(format_of(kF32), 1), 0})
                 .element(Key::kBeta, {encode_real(format_of(kF32), 0), 0}),
             2.0 * 128 * 128 * 128);
}

// Networks of tensors, named by their subscripts.
void add_einsums(Catalogue& list) {
  const auto einsum = [&](bool is_quick, const std::string& text,
                          const std::vector<Shape>& shapes, double flops = 0) {
    Subscripts subscripts;
    Labels labels;
    std::string name;
    for (const char letter : text) {
      if (letter == ',' || letter == '>') {
        subscripts.inputs.push_back(std::move(labels));
        labels.clear();
        name += letter == ',' ? "_" : "_to_";
      } else {
        labels.push_back(letter - 'a');
        name += letter;
      }
    }
    subscripts.output = labels;
    std::vector<Operand> operands;
    std::int64_t bytes = 0;
    for (const Shape& shape : shapes) {
      operands.push_back(dense(kF32, shape));
      bytes += operands.back().bytes();
    }
    list.add(is_quick, "einsum"_op, name, level_of_bytes(2 * bytes),
             std::move(operands),
             Attributes().set(Key::kSubscripts, subscript_integers(subscripts)),
             flops);
  };
  einsum(true, "ij,jk>ik", {{64, 64}, {64, 64}}, 2.0 * 64 * 64 * 64);
  einsum(true, "ij,jk,kl>il", {{16, 24}, {24, 16}, {16, 24}},
         2.0 * 16 * 24 * (16 + 16));
  einsum(true, "ii>i", {{256, 256}});
  einsum(true, "ij>j", {{128, 128}});
  einsum(false, "ii>i", {{2048, 2048}});
  einsum(false, "ij,jk>ik", {{256, 256}, {256, 256}}, 2.0 * 256 * 256 * 256);
  einsum(false, "ijb,jkb>ikb", {{32, 32, 64}, {32, 32, 64}},
         2.0 * 64 * 32 * 32 * 32);
  einsum(false, "bij,bjk>bik", {{64, 64, 64}, {64, 64, 64}},
         2.0 * 64 * 64 * 64 * 64);
  einsum(false, "i,j,k>ijk", {{128}, {128}, {64}});
  // The operations of the networks are those of the cheapest order.
  einsum(false, "ij,jk,kl,lm>im", {{64, 512}, {512, 64}, {64, 512}, {512, 64}},
         2.0 * 64 * 64 * (512 + 512 + 64));
  // A site of a matrix product state between its environments.
  einsum(false, "abc,adf,dbeg,fgh>ceh",
         {{32, 2, 32}, {32, 8, 32}, {8, 2, 2, 4}, {32, 4, 32}},
         2.0 * (32 * 64 * 256 + 16 * 1024 * 8 + 128 * 64 * 32));
  einsum(false, "ai,bj,ck,abc>ijk",
         {{32, 32}, {32, 32}, {32, 32}, {32, 32, 32}}, 6.0 * 32 * 32 * 32 * 32);
}

void add_systems(Catalogue& list) {
  const auto system = [&](bool is_quick, const Shape& shape, DType dtype) {
    Operand a = dense(dtype, shape);
    a.fill = Fill::kPositive;
    Shape sides = shape;
    sides.back() = shape.size() == 2 ? 8 : 1;
    const Operand b = dense(dtype, sides);
    const double n = as_double(shape.back());
    const double flops = 2.0 / 3 * n * as_double(element_count(shape));
    const Level level = level_of_bytes(2 * a.bytes());
    const char* name = shape.size() == 2 ? "square" : "batched";
    list.add(is_quick, "lu"_op, name, level, std::vector{a}, Attributes(),
             flops);
    list.add(is_quick, "lu_factor"_op, name, level, std::vector{a},
             Attributes(), flops);
    list.add(is_quick, "solve"_op, name, level, std::vector{a, b}, Attributes(),
             flops);
    if (shape.back() <= 64) {
      list.add(is_quick, "full_piv_lu"_op, name, level, std::vector{a},
               Attributes(), flops);
      list.add(is_quick, "full_piv_lu_solve"_op, name, level, std::vector{a, b},
               Attributes().flag(Key::kTranspose, false), flops);
    }
    Operand triangle = a;
    triangle.fill = Fill::kTriangle;
    list.add(is_quick, "triangular_solve_general"_op, name, level,
             std::vector{triangle, b},
             Attributes()
                 .flag(Key::kLeftSide, true)
                 .flag(Key::kLower, true)
                 .transpose_a(TransposeA::kNone)
                 .flag(Key::kUnitDiag, false),
             n * as_double(element_count(sides)));
  };
  system(true, {64, 64}, kF32);
  system(false, {512, 512}, kF32);
  system(false, {512, 512}, kF64);
  system(false, {1024, 8, 8}, kF32);
}

}  // namespace

void add_lax(Catalogue& list) {
  add_lax_functions(list);
  add_structure(list);
  add_dynamic_slices(list);
  add_slice_gathers(list);
  add_general_products(list);
  add_einsums(list);
  add_systems(list);
}

}  // namespace assay::bench
