// Makes the tensors that a factorization returns.
#pragma once

#include <algorithm>

#include "adapters/eigen/tensor_ops.h"

namespace assay_eigen {

// Returns the shape of a batch of matrices with other last extents.
inline Shape with_last(const Shape& shape,
                       std::initializer_list<std::int64_t> last) {
  Shape changed(shape.begin(), shape.end() - 2);
  changed.insert(changed.end(), last);
  return changed;
}

inline assay::DType real_of(assay::DType dtype) {
  if (dtype == assay::DType::kComplex64) return assay::DType::kFloat32;
  if (dtype == assay::DType::kComplex128) return assay::DType::kFloat64;
  return dtype;
}
inline assay::DType complex_of(assay::DType dtype) {
  if (dtype == assay::DType::kFloat32) return assay::DType::kComplex64;
  if (dtype == assay::DType::kFloat64) return assay::DType::kComplex128;
  return dtype;
}

// Makes tensors of the given types, fills them with f, and returns them.
template <typename F>
Result<Tensors> made(HostMemory& memory,
                     const std::vector<std::pair<assay::DType, Shape>>& types,
                     const F& f) {
  Tensors tensors;
  for (const auto& [dtype, shape] : types) {
    Result<Tensor> tensor = memory.buffer(dtype, shape);
    if (!tensor) return tensor.status();
    tensors.push_back(*std::move(tensor));
  }
  if (Status s = f(tensors); !s.ok()) return s;
  return tensors;
}

}  // namespace assay_eigen
