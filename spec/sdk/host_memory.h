// Implements tensors in host memory and the ops that only move elements, so
// that a backend on the CPU need not write them. Buffers are owned or wrap
// memory of the host.
// Tested by tests/spec/typed_backend_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "spec/backend.h"

namespace assay {

class HostMemory : public Backend {
 public:
  Result<Tensor> buffer(DType dtype, const Shape& shape) override;
  Result<Tensor> from_host(DType dtype, std::int64_t count,
                           std::span<const std::byte> storage) override;
  Result<Bytes> to_host(const Tensor& tensor) override;
  Result<Tensor> wrap(DType dtype, std::int64_t count,
                      std::span<std::byte> memory, bool writable) override;

  // Returns where the storage of a tensor begins, or null if the tensor is not
  // one of a HostMemory.
  static std::byte* storage_of(const Tensor& tensor);

  // Ops for every dtype. A function of the same name in a derived class
  // replaces the one here.
  Result<Tensor> full(DType dtype, const Shape& shape, ElementBits value);
  Result<Tensor> copy(const Tensor& x);
  Result<Tensor> contiguous(const Tensor& x);
  Result<Tensor> reshape(const Tensor& x, const Shape& shape);
  Status assign(const Tensor& out, const Tensor& x);
};

}  // namespace assay
