// Declares the ops of BLAS, LAPACK and the Fourier transforms. They take
// tensors and call the function of MKL for the dtype.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spec/backend.h"
#include "spec/cells.h"
#include "spec/sdk/host_memory.h"

namespace assay_mkl {

using Axes = std::vector<std::int64_t>;
using assay::DType;
using assay::HostMemory;
using assay::Result;
using assay::Shape;
using assay::Status;
using assay::Tensor;
using assay::Tensors;

// Returns the claim on a cell that the class has a function for, or nothing.
std::optional<assay::Claim> narrowed(const assay::Cell& cell,
                                     assay::Claim claim);

// systems.cc
Status matmul(const Tensor& out, const Tensor& a, const Tensor& b);
Status triangular_solve(const Tensor& y, const Tensor& a, const Tensor& b,
                        bool upper, bool transpose, bool unit_diag);
Status solve(const Tensor& x, const Tensor& a, const Tensor& b);
Status lu_factor(const Tensor& packed, const Tensor& pivots, const Tensor& a);

// factors.cc
Result<Tensors> cholesky(HostMemory& memory, const Tensor& a, bool upper);
Result<Tensors> qr(HostMemory& memory, const Tensor& a, bool reduced);
Result<Tensors> svd(HostMemory& memory, const Tensor& a, bool full_matrices);
Result<Tensors> eig(HostMemory& memory, const Tensor& a, bool vectors);
Result<Tensors> eigh(HostMemory& memory, const Tensor& a, bool vectors);

// fourier.cc
Status transform(const Tensor& out, const Tensor& x, const Axes& axes,
                 bool is_inverse);

}  // namespace assay_mkl
