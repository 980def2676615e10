// Limits the claims to what Eigen has: its dtypes, ranks up to 4 for tensors,
// whose maps have no strides, and one axis for transforms.
#include <string_view>

#include "adapters/eigen/tensor_ops.h"
#include "spec/op_table.h"

namespace assay_eigen {
namespace {

using assay::DType;
using assay::DTypeSet;

constexpr DTypeSet kFloats4 = {DType::kFloat16, DType::kBfloat16,
                               DType::kFloat32, DType::kFloat64};
constexpr DTypeSet kReals = kFloats4 | assay::kWideIntegers;
constexpr DTypeSet kOrdered = kReals | assay::kBools;
constexpr DTypeSet kNumbers = kReals | assay::kComplexes;
constexpr DTypeSet kAll = kNumbers | assay::kBools;
constexpr DTypeSet kWide = {DType::kFloat32, DType::kFloat64, DType::kComplex64,
                            DType::kComplex128};

struct Limit {
  std::string_view op;
  DTypeSet dtypes;
  std::int64_t max_rank = assay::kMaxRank;
  bool is_dense = true;  // takes operands in row-major order alone
};

// Has the ops that do not take arrays.
constexpr Limit kLimits[] = {
    {"max", kOrdered},
    {"min", kOrdered},
    {"clamp", kReals},
    {"relu", kFloats4},
    {"cast", kAll},
    {"reduce_sum", kNumbers, 4},
    {"reduce_prod", kNumbers, 4},
    {"reduce_max", kOrdered, 4},
    {"reduce_min", kOrdered, 4},
    {"mean", kFloats4, 4},
    {"any", assay::kBools, 4},
    {"all", assay::kBools, 4},
    {"argmax", kOrdered},
    {"argmin", kOrdered},
    {"associative_scan", kNumbers | assay::kBools},
    {"full", kAll},
    {"copy", kAll},
    {"assign", kAll},
    {"reshape", kAll},
    {"permute", kAll, 4},
    {"expand", kAll, 4},
    {"shrink", kAll, 4},
    {"flip", kAll, 4},
    {"slice_general", kAll, 4},
    {"pad", kAll, 4},
    {"cat", kAll, 4},
    {"repeat", kAll},
    {"matmul", kNumbers, assay::kMaxRank, false},
    {"triangular_solve", kWide, assay::kMaxRank, false},
    {"solve", kWide, assay::kMaxRank, false},
    {"cholesky", kWide, assay::kMaxRank, false},
    {"qr", kWide, assay::kMaxRank, false},
    {"svd", kWide, assay::kMaxRank, false},
    {"eig", kWide, assay::kMaxRank, false},
    {"eigh", kWide, assay::kMaxRank, false},
    {"fft", assay::kComplexes},
    {"ifft", assay::kComplexes},
    {"rfft", kWide},
    {"buffer", kAll},
    {"from_host", kAll},
    {"to_host", kAll},
    {"view", kAll},
    {"dtype", kAll},
    {"context", kAll},
};

// Names what the base class provides and Eigen does not.
constexpr std::string_view kUnclaimed[] = {"contiguous"};

}  // namespace

std::optional<assay::Claim> narrowed(const assay::Cell& cell,
                                     assay::Claim claim) {
  const std::string_view op = assay::name_of(cell.op);
  for (const std::string_view name : kUnclaimed)
    if (op == name) return std::nullopt;
  for (const Limit& limit : kLimits) {
    if (op != limit.op) continue;
    if (!limit.dtypes.contains(cell.dtype)) return std::nullopt;
    if (op == "cast" && (!kAll.contains(cell.result) ||
                         (assay::kComplexes.contains(cell.dtype) &&
                          !assay::kComplexes.contains(cell.result))))
      return std::nullopt;
    if (op == "associative_scan" && cell.dtype == DType::kBool &&
        (cell.variant == "sum" || cell.variant == "prod"))
      return std::nullopt;
    if (op == "rfft" &&
        (cell.dtype == DType::kFloat32) != (cell.result == DType::kComplex64))
      return std::nullopt;
    if (limit.is_dense && op != "view" && op != "to_host")
      claim.layouts = {"contiguous", "offset"};
    claim.max_rank = limit.max_rank;
    if (op == "cat") claim.max_operands = 2;
    if (op.ends_with("fft")) claim.max_axes = 1;
  }
  return claim;
}

}  // namespace assay_eigen
