// Makes tensors in host memory and gives access to their elements.
#pragma once

#include "optimized/optimized.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized::test {

inline Tensor room(DType dtype, const Shape& shape) {
  static const auto backend = make_optimized();
  return *backend->buffer(dtype, shape);
}

template <typename T>
T* elements_of(const Tensor& x) {
  return reinterpret_cast<T*>(HostMemory::storage_of(x));
}

}  // namespace assay::optimized::test
