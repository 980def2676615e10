// Limits the claims to what MKL has. BLAS and LAPACK take matrices in row-major
// order; vector mathematics and transforms take strides.
#include <string_view>

#include "adapters/mkl/matrices.h"
#include "spec/op_table.h"

namespace assay_mkl {
namespace {

using assay::DTypeSet;

constexpr DTypeSet kTypes = {DType::kFloat32, DType::kFloat64,
                             DType::kComplex64, DType::kComplex128};

// Names the ops on matrices, which have no strides but the leading dimension.
constexpr std::string_view kDense[] = {"matmul",   "triangular_solve",
                                       "solve",    "lu_factor",
                                       "cholesky", "qr",
                                       "svd",      "eig",
                                       "eigh"};
// Names what the base class provides and MKL does not.
constexpr std::string_view kUnclaimed[] = {"expand",     "reshape", "permute",
                                           "shrink",     "flip",    "full",
                                           "contiguous", "copy",    "assign"};

}  // namespace

std::optional<assay::Claim> narrowed(const assay::Cell& cell,
                                     assay::Claim claim) {
  const std::string_view op = assay::name_of(cell.op);
  if (!kTypes.contains(cell.dtype)) return std::nullopt;
  for (const std::string_view name : kUnclaimed)
    if (op == name) return std::nullopt;
  for (const std::string_view name : kDense)
    if (op == name) claim.layouts = {"contiguous", "offset"};
  if (op == "qr") claim.composed = true;
  if (op == "rfft" &&
      (cell.dtype == DType::kFloat32) != (cell.result == DType::kComplex64))
    return std::nullopt;
  if (op.ends_with("fft")) {
    claim.layouts = {"contiguous", "offset", "transpose", "slice"};
    claim.min_axes = 1;
    claim.max_axes = 7;
  }
  return claim;
}

}  // namespace assay_mkl
