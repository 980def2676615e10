// Elementwise calls on any layout: operands are brought block by block into
// plain memory of their compute type, one kernel serves all layouts, and its
// block is brought into the out's dtype. What lies right already is not copied.
// Tested by tests/optimized/blocks_test.cc, and by the suite with blocks of
// eight elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "optimized/layout/compute_type.h"
#include "spec/tensor.h"

namespace assay::optimized {

// out[i] = f(in[0][i], in[1][i], …) for i < count. Everything is contiguous and
// needs no alignment; out may be one of the operands, at the same place.
using Kernel = void (*)(std::byte* out, const std::byte* const* in,
                        std::int64_t count);

inline constexpr std::size_t kMaxOperands = 3;

// Runs a kernel over all elements of `out`, which is C-contiguous. Operands
// have its shape; each is handed over in the compute type of its dtype, or
// whole in its own dtype where `as_is`. The kernel writes the compute type of
// the out's dtype (bytes of 0 and 1 for bool).
void run_blocks(const Tensor& out, std::span<const Tensor* const> operands,
                Kernel kernel, bool as_is = false);

}  // namespace assay::optimized
