// Implements the linear layer by products of matrices. The leading axes of an
// operand become the rows of one matrix where its strides allow it; otherwise
// they are the batch of a product.
// Tested by tests/optimized/linear_test.cc and the linear family.
#include "optimized/product/linear.h"

#include <algorithm>
#include <optional>

#include "optimized/layout/compute_type.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/product/contraction.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Returns the tensor with all its leading axes as one, if strides can say that.
std::optional<Tensor> as_rows(const Tensor& x) {
  const Shape& shape = x.view.shape();
  const Shape leading(shape.begin(), shape.end() - 1);
  const auto rows = x.view.reshape({element_count(leading), shape.back()});
  if (!rows.ok()) return std::nullopt;
  return Tensor{x.dtype, *rows, x.buffer};
}

Tensor turned(const Tensor& matrix) {
  return {matrix.dtype, *matrix.view.permute({1, 0}), matrix.buffer};
}

// Multiplies each row of x, along its last axis, by the matrix.
void multiply_rows(const Tensor& out, const Tensor& x, const Tensor& matrix,
                   const Tensor* bias) {
  const auto rows = as_rows(x);
  if (rows) return matmul(*as_rows(out), *rows, matrix, bias);
  // x has a rank of two at least, because an axis alone is a row.
  Shape shape = x.view.shape();
  shape[shape.size() - 2] = matrix.view.shape()[0];
  shape.back() = matrix.view.shape()[1];
  Strides strides(shape.size(), 0);
  std::copy_n(matrix.view.strides().begin(), 2, strides.end() - 2);
  const View repeated(shape, strides, matrix.view.offset());
  matmul(out, x, {matrix.dtype, repeated, matrix.buffer}, bias);
}

// Returns the tensor with all its leading axes as one, in a copy if need be.
Result<Tensor> rows_of(Backend& memory, const Tensor& x) {
  if (auto rows = as_rows(x)) return *rows;
  const Result<Tensor> copy = memory.buffer(x.dtype, x.view.shape());
  if (!copy.ok()) return copy.status();
  strided_copy(HostMemory::storage_of(*copy), copy->view,
               HostMemory::storage_of(x), x.view,
               static_cast<std::size_t>(bytes_of(x.dtype)));
  return *as_rows(*copy);
}

}  // namespace

void linear(const Tensor& out, const Tensor& x, const Tensor& weight,
            const Tensor* bias) {
  multiply_rows(out, x, weight, bias);
}

void linear_x_backward(const Tensor& gx, const Tensor& weight,
                       const Tensor& grad) {
  multiply_rows(gx, grad, turned(weight), nullptr);
}

Status linear_weight_backward(Backend& memory, const Tensor& gw,
                              const Tensor& x, const Tensor& grad) {
  const auto left = rows_of(memory, x);
  if (!left.ok()) return left.status();
  const auto right = rows_of(memory, grad);
  if (!right.ok()) return right.status();
  matmul(gw, turned(*left), *right);
  return {};
}

}  // namespace assay::optimized
