// Makes tensors in host memory and gives access to their elements.
#pragma once

#include <cmath>
#include <cstdint>

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

// Returns elements between -scale and scale that repeat late.
template <typename T>
Tensor waves(DType dtype, const Shape& shape, double scale = 1) {
  Tensor x = room(dtype, shape);
  for (std::int64_t i = 0; i < x.view.numel(); ++i) {
    const auto at = static_cast<double>(i);
    elements_of<T>(x)[i] = static_cast<T>(scale * std::sin(1.7 * at * at + at));
  }
  return x;
}

// Returns the same elements with the axes reversed in memory.
template <typename T>
Tensor reversed_in_memory(const Tensor& x) {
  Shape shape(x.view.shape().rbegin(), x.view.shape().rend());
  const Strides strides = row_major_strides(shape);
  Tensor turned = room(x.dtype, shape);
  turned.view =
      View(x.view.shape(), Strides(strides.rbegin(), strides.rend()), 0);
  for (const Index& at : indices(x.view.shape()))
    elements_of<T>(turned)[turned.view.linear_index(at)] =
        elements_of<T>(x)[x.view.linear_index(at)];
  return turned;
}

}  // namespace assay::optimized::test
