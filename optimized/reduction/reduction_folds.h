// Declares what a reduction does on one compute type: kernels that fold a
// block, and a state that gathers the results of blocks.
// Tested by tests/optimized/reduction_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/attributes.h"
#include "spec/dtype.h"

namespace assay::optimized {

// Stores out[k] = the fold of row k, or out[c] = the fold of column c. Row k
// begins row_stride · k elements after x. The order of a fold depends on the
// extents of the block alone. A block without elements gives the identity.
using FoldKernel = void (*)(const std::byte* x, std::int64_t row_stride,
                            std::int64_t rows, std::int64_t columns,
                            std::byte* out);

struct FoldKernels {
  FoldKernel rows = nullptr;
  FoldKernel columns = nullptr;
  // Folds columns in the order in which rows are folded; null if there is no
  // such kernel.
  FoldKernel columns_as_rows = nullptr;
  // Folds columns as `columns` does, and fetches rows that follow each other
  // from memory; null if there is no such kernel.
  FoldKernel columns_of_memory = nullptr;
  // True if every order gives the same bits.
  bool is_any_order = false;
  // True if the kernels read elements of 2 bytes and widen them. Others read
  // the compute type.
  bool reads_narrow = false;
};

// Returns the kernels of sums and products of a dtype.
FoldKernels sum_kernels(Scan op, DType dtype);

// Returns the kernels of extrema of a dtype. Those of floats are NaN if any
// element is.
FoldKernels extremum_kernels(Scan op, DType dtype);

// Returns the kernels of the largest magnitude, which is NaN if any element is.
FoldKernels magnitude_kernels(DType dtype);

// Gathers the results of blocks, `count` of them side by side. Sums of floats
// continue in float64; those of float64 keep the error of every addition.
struct FoldState {
  std::int64_t bytes = 0;  // size of one result's state
  void (*start)(std::byte* state, std::int64_t count) = nullptr;
  void (*merge)(std::byte* state, const std::byte* block,
                std::int64_t count) = nullptr;
  // If `to_odd`, floats are rounded to odd, because they are rounded once more.
  void (*finish)(const std::byte* state, std::byte* out, std::int64_t count,
                 bool to_odd) = nullptr;
};

FoldState fold_state(Scan op, DType compute);

}  // namespace assay::optimized
