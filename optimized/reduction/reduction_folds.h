// What a reduction does on one compute type: kernels that fold a block, and a
// state in which the results of blocks are gathered.
// Tested by tests/optimized/reduction_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/attributes.h"
#include "spec/dtype.h"

namespace assay::optimized {

// out[k] = the fold of row k, or out[c] = that of column c; row k begins
// row_stride · k elements behind x. Every block is folded in an order that
// depends on its extents alone; one of no elements gives the identity.
using FoldKernel = void (*)(const std::byte* x, std::int64_t row_stride,
                            std::int64_t rows, std::int64_t columns,
                            std::byte* out);

struct FoldKernels {
  FoldKernel rows = nullptr;
  FoldKernel columns = nullptr;
  // Folds columns in the order of rows, or null.
  FoldKernel columns_as_rows = nullptr;
  // Whether every order gives the same bits.
  bool is_any_order = false;
};

// Sums and products; extrema of floats are NaN where an element is.
FoldKernels sum_kernels(Scan op, DType compute);
FoldKernels extremum_kernels(Scan op, DType compute);

// Results of blocks, `count` of them side by side. Sums of floats go on in
// float64, those of float64 with the error of every addition kept.
struct FoldState {
  std::int64_t bytes = 0;  // of the state of one result
  void (*start)(std::byte* state, std::int64_t count) = nullptr;
  void (*merge)(std::byte* state, const std::byte* block,
                std::int64_t count) = nullptr;
  // With `to_odd`, a float is rounded to odd, for one more rounding to come.
  void (*finish)(const std::byte* state, std::byte* out, std::int64_t count,
                 bool to_odd) = nullptr;
};

FoldState fold_state(Scan op, DType compute);

}  // namespace assay::optimized
