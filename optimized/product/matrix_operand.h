// Reads the operands of products of matrices: in place if their elements are of
// the compute type, else from a copy in which repeated matrices occur once.
// Tested by tests/optimized/contraction_test.cc.
#pragma once

#include <cstddef>
#include <optional>

#include "optimized/layout/compute_type.h"
#include "optimized/layout/dense.h"
#include "optimized/product/product.h"
#include "spec/sdk/host_memory.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Returns the tensor without repetition: axes of stride 0 get extent 1, except
// for the last `kept` ones.
inline Tensor once(const Tensor& x, std::size_t kept) {
  Shape shape = x.view.shape();
  for (std::size_t i = 0; i + kept < shape.size(); ++i)
    if (x.view.strides()[i] == 0) shape[i] = 1;
  return {x.dtype, View(shape, x.view.strides(), x.view.offset()), x.buffer};
}

// Returns the strides of a row-major array of a part, 0 for repeated axes.
inline Strides repeated(const Shape& part) {
  Strides strides = row_major_strides(part);
  for (std::size_t i = 0; i < part.size(); ++i)
    if (part[i] == 1) strides[i] = 0;
  return strides;
}

// An operand as elements of the compute type, with its strides.
template <typename T>
class MatrixOperand {
 public:
  // Makes rows contiguous if `has_rows`. The tensor stays where it is while the
  // operand is used.
  MatrixOperand(const Tensor& x, bool has_rows) {
    const bool is_direct = compute_dtype_of(x.dtype) == x.dtype &&
                           (!has_rows || x.view.strides().back() == 1);
    if (is_direct) {
      strides_ = &x.view.strides();
      elements_ = reinterpret_cast<const T*>(HostMemory::storage_of(x)) +
                  x.view.offset();
      return;
    }
    const Tensor part = once(x, has_rows ? 1 : 0);
    dense_.emplace(part);
    elements_ = dense_->data();
    own_strides_ = repeated(part.view.shape());
  }
  MatrixOperand(const MatrixOperand&) = delete;
  MatrixOperand& operator=(const MatrixOperand&) = delete;

  const T* elements() const { return elements_; }
  MatrixPlace place() const {
    return {elements_, strides()[strides().size() - 2], strides().back()};
  }
  const Strides& strides() const { return *strides_; }

 private:
  const T* elements_ = nullptr;
  Strides own_strides_;
  const Strides* strides_ = &own_strides_;
  std::optional<Dense<T>> dense_;
};

}  // namespace assay::optimized
