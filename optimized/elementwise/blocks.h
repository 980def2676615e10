// Runs one elementwise kernel on operands of any layout and dtype. Operands are
// brought block by block into plain memory of their compute type, and each
// block of results is converted to the out's dtype. Operands that already have
// the right form are not copied.
// Tested by tests/optimized/blocks_test.cc, and by the suite with blocks of
// eight elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "optimized/layout/compute_type.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Stores out[i] = f(in[0][i], in[1][i], …) for i < count. Everything is
// contiguous and needs no alignment. out may be one of the operands, at the
// same place.
using Kernel = void (*)(std::byte* out, const std::byte* const* in,
                        std::int64_t count);

inline constexpr std::size_t kMaxOperands = 3;

// Rows of `count` elements of an out and two operands. Steps lead from one row
// to the next, in elements. An operand that repeats has one element per row.
struct RowWalk {
  std::int64_t rows = 1;
  std::int64_t count = 0;
  std::int64_t out_step = 0;
  std::int64_t steps[2] = {};
  bool repeats[2] = {};  // not both
};

// Does the same as a Kernel of two operands for each row of the walk.
using RowsKernel = void (*)(std::byte* out, const std::byte* const* in,
                            const RowWalk& walk);

// Runs the kernel once over everything if all of it is plain memory and the
// call is for one thread. Small calls then cost little more than their checks.
// Returns false, and writes nothing, otherwise. The arguments are those of
// run_blocks(), which tries this first.
bool run_whole(const Tensor& out, std::span<const Tensor* const> operands,
               Kernel kernel, bool as_is);

// Runs a kernel over all elements of `out`, which is C-contiguous. Operands
// have its shape. The kernel gets each in the compute type of its dtype, or in
// its own dtype if `as_is`. It writes the compute type of the out's dtype,
// which is bytes of 0 and 1 for bool. If there is a kernel of rows too, it
// serves operands that consist of rows.
void run_blocks(const Tensor& out, std::span<const Tensor* const> operands,
                Kernel kernel, bool as_is = false, RowsKernel rows = nullptr);

}  // namespace assay::optimized
