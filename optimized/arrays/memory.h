// Allocates the buffers of the backend and implements the ops that only move
// elements. Buffers come from an arena that keeps freed memory, because the
// first touch of a page costs more than most ops.
// Tested by tests/optimized/memory_test.cc and the suite.
#pragma once

#include "spec/sdk/host_memory.h"

namespace assay::optimized {

class Memory : public HostMemory {
 public:
  // Returns memory of the arena, or `out_of_memory` if the system has none.
  Result<Tensor> buffer(DType dtype, const Shape& shape) override;
  Result<Tensor> from_host(DType dtype, std::int64_t count,
                           std::span<const std::byte> storage) override;

  Result<Tensor> full(DType dtype, const Shape& shape, ElementBits value);
  Result<Tensor> copy(const Tensor& x);
  Result<Tensor> contiguous(const Tensor& x);
  Result<Tensor> reshape(const Tensor& x, const Shape& shape);
  Status assign(const Tensor& out, const Tensor& x);
};

}  // namespace assay::optimized
