// Declares the ops that are not elementwise functions of arrays. They take
// tensors and dispatch on dtypes and ranks themselves, so that each subject is
// compiled on its own.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spec/backend.h"
#include "spec/cells.h"
#include "spec/sdk/host_memory.h"

namespace assay_eigen {

using Axes = std::vector<std::int64_t>;
using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;
using assay::ElementBits;
using assay::HostMemory;
using assay::Result;
using assay::Scan;
using assay::Shape;
using assay::Status;
using assay::Tensor;
using assay::Tensors;

// Returns the claim on a cell that the class has a function for, or nothing.
std::optional<assay::Claim> narrowed(const assay::Cell& cell,
                                     assay::Claim claim);

inline Status numeric(std::string kind, std::string message) {
  return {assay::StatusCode::kNumeric, std::move(kind), std::move(message)};
}

// movement.cc
Result<Tensor> full(HostMemory& memory, assay::DType dtype, const Shape& shape,
                    ElementBits value);
Status assign(const Tensor& out, const Tensor& x);
Result<Tensor> permute(HostMemory& memory, const Tensor& x, const Axes& axes);
Result<Tensor> expand(HostMemory& memory, const Tensor& x, const Shape& shape);
Result<Tensor> shrink(HostMemory& memory, const Tensor& x, const Pairs& ranges);
Result<Tensor> flip(HostMemory& memory, const Tensor& x,
                    const std::vector<bool>& axes);
Status pad(const Tensor& y, const Tensor& x, const Pairs& padding,
           ElementBits value);
Status cat(const Tensor& out, const Tensor& a, const Tensor& b,
           std::int64_t axis);
Status repeat(const Tensor& out, const Tensor& x, std::int64_t axis,
              std::int64_t times);
Result<Tensor> slice_general(HostMemory& memory, const Tensor& x,
                             const Axes& starts, const Axes& limits,
                             const Axes& strides);

// reductions.cc
enum class Reduction { kSum, kProd, kMean, kMax, kMin, kAny, kAll };
Status reduce(Reduction reduction, const Tensor& out, const Tensor& x,
              const Axes& axes);
Status arg_reduce(bool is_max, const Tensor& out, const Tensor& x,
                  std::int64_t axis);
Status scan(const Tensor& out, const Tensor& x, std::int64_t axis, Scan op);

// bounds.cc
Status larger(const Tensor& out, const Tensor& a, const Tensor& b);
Status smaller(const Tensor& out, const Tensor& a, const Tensor& b);
Status clamp(const Tensor& out, const Tensor& x, std::optional<ElementBits> low,
             std::optional<ElementBits> high);
Status relu(const Tensor& out, const Tensor& x);

// conversion.cc
Status cast(const Tensor& out, const Tensor& x);

// products.cc
Status matmul(const Tensor& out, const Tensor& a, const Tensor& b);
Status triangular_solve(const Tensor& y, const Tensor& a, const Tensor& b,
                        bool upper, bool transpose, bool unit_diag);
Status solve(const Tensor& x, const Tensor& a, const Tensor& b);

// factors.cc
Status cholesky(const Tensor& factor, const Tensor& a, bool upper);
Status qr(const Tensors& factors, const Tensor& a);
Status svd(const Tensors& factors, const Tensor& a, bool full_matrices);
Status eig(const Tensors& factors, const Tensor& a);
Status eigh(const Tensors& factors, const Tensor& a);

// fourier.cc
Status fft(const Tensor& out, const Tensor& x, std::int64_t axis,
           bool is_inverse);
Status rfft(const Tensor& out, const Tensor& x, std::int64_t axis);

}  // namespace assay_eigen
