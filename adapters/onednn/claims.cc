// Lists the ops with the dtypes and layouts that oneDNN documents for the call
// behind each. bfloat16 needs a processor with AVX-512, as oneDNN documents.
#include "adapters/onednn/claims.h"

#include <dnnl.hpp>
#include <string_view>
#include <vector>

namespace assay_onednn {

using assay::Cell;
using assay::Claim;
using assay::DType;
using assay::DTypeSet;

namespace {

// Which layouts the operands may have. oneDNN takes positive strides alone, so
// no row has `flip`, `broadcast` or `mixed`.
enum class Reach {
  kRowMajor,  // source and destination share one descriptor
  kOneStep,   // one of the two innermost axes must have stride 1
  kStrided
};

struct Row {
  std::string_view op;
  DTypeSet dtypes;
  Reach reach;
  std::int64_t max_rank = DNNL_MAX_NDIMS;
  std::string_view variants = "";  // "" for all
};

constexpr DTypeSet kF32 = {DType::kFloat32};
constexpr DTypeSet kFloats = {DType::kFloat32, DType::kBfloat16};
constexpr DTypeSet kBytes = {DType::kInt8, DType::kUint8};
constexpr DTypeSet kIntegers = {DType::kInt32, DType::kInt8, DType::kUint8};

constexpr Row kRows[] = {
    {"abs", kFloats, Reach::kRowMajor},
    {"sqrt", kFloats, Reach::kRowMajor},
    {"exp", kFloats, Reach::kRowMajor},
    {"log", kFloats, Reach::kRowMajor},
    {"tanh", kFloats, Reach::kRowMajor},
    {"recip", kFloats, Reach::kRowMajor},
    {"round", kF32, Reach::kRowMajor},
    {"clamp", kFloats, Reach::kRowMajor},
    {"relu", kFloats | kBytes, Reach::kRowMajor},
    {"leaky_relu", kFloats, Reach::kRowMajor},
    {"gelu", kFloats, Reach::kRowMajor},
    {"sigmoid", kFloats, Reach::kRowMajor},
    {"log_sigmoid", kFloats, Reach::kRowMajor},
    {"relu_backward", kFloats, Reach::kRowMajor},
    {"gelu_backward", kFloats, Reach::kRowMajor},
    {"sigmoid_backward", kFloats, Reach::kRowMajor},
    {"log_sigmoid_backward", kFloats, Reach::kRowMajor},
    {"prelu", kFloats, Reach::kRowMajor, 5},
    {"add", kFloats, Reach::kStrided},
    {"sub", kFloats, Reach::kStrided},
    {"mul", kFloats, Reach::kStrided},
    {"div", kFloats, Reach::kStrided},
    {"max", kFloats | kBytes, Reach::kStrided},
    {"min", kFloats | kBytes, Reach::kStrided},
    {"cmpeq", kF32 | kBytes, Reach::kStrided},
    {"cmpne", kF32 | kBytes, Reach::kStrided},
    {"cmplt", kF32 | kBytes, Reach::kStrided},
    {"cmple", kF32 | kBytes, Reach::kStrided},
    {"cmpgt", kF32 | kBytes, Reach::kStrided},
    {"cmpge", kF32 | kBytes, Reach::kStrided},
    {"reduce_sum", kFloats, Reach::kStrided},
    {"reduce_prod", kFloats, Reach::kStrided},
    {"reduce_max", kFloats | kBytes, Reach::kStrided},
    {"reduce_min", kFloats | kBytes, Reach::kStrided},
    {"mean", kFloats, Reach::kStrided},
    {"bias_backward", kFloats, Reach::kStrided},
    {"matmul", kFloats, Reach::kOneStep},
    {"linear", kFloats, Reach::kRowMajor},
    {"linear_x_backward", kFloats, Reach::kRowMajor},
    {"linear_weight_backward", kFloats, Reach::kRowMajor},
    {"softmax", kFloats, Reach::kStrided},
    {"log_softmax", kFloats, Reach::kStrided},
    {"layer_norm", kF32, Reach::kRowMajor, 5},
    {"batch_norm", kF32, Reach::kRowMajor, 5},
    {"conv", kFloats, Reach::kStrided},
    {"conv_x_backward", kFloats, Reach::kStrided},
    {"conv_weight_backward", kFloats, Reach::kStrided},
    {"conv_transpose", kFloats, Reach::kStrided},
    {"conv_transpose_x_backward", kFloats, Reach::kStrided},
    {"conv_transpose_weight_backward", kFloats, Reach::kStrided},
    {"max_pool", kFloats | kIntegers, Reach::kStrided},
    {"avg_pool", kFloats, Reach::kStrided},
    {"avg_pool_backward", kFloats, Reach::kStrided},
    {"interpolate", kFloats, Reach::kRowMajor, DNNL_MAX_NDIMS, "nearest_exact"},
    {"interpolate_backward", kFloats, Reach::kRowMajor, DNNL_MAX_NDIMS,
     "nearest_exact"},
    {"cat", kElements, Reach::kStrided},
    {"copy", kElements, Reach::kStrided},
    {"contiguous", kElements, Reach::kStrided},
    {"assign", kElements, Reach::kStrided},
    {"cast", kElements, Reach::kStrided},
    {"dequantize", {DType::kInt8}, Reach::kStrided, DNNL_MAX_NDIMS, "tensor"},
};

std::vector<std::string> layouts_of(Reach reach) {
  std::vector<std::string> layouts = {"contiguous", "offset"};
  if (reach != Reach::kRowMajor) layouts.emplace_back("transpose");
  if (reach == Reach::kStrided) layouts.emplace_back("slice");
  return layouts;
}

// Returns whether reorder converts between two dtypes as a cast does. To
// integers it rounds to nearest where a cast truncates, and it saturates where
// a cast of integers wraps, so only casts that need neither are claimed.
bool is_cast(DType from, DType to) {
  switch (from) {
    case DType::kFloat32:
      return to == DType::kBfloat16 || to == DType::kFloat16;
    case DType::kBfloat16:
    case DType::kFloat16:
    case DType::kInt32:
      return to == DType::kFloat32;
    case DType::kInt8:
    case DType::kUint8:
      return to == DType::kFloat32 || to == DType::kBfloat16 ||
             to == DType::kInt32;
    default:
      return false;
  }
}

bool has_bfloat16() {
  return dnnl::get_effective_cpu_isa() >= dnnl::cpu_isa::avx512_core;
}

}  // namespace

std::optional<Claim> claim_of(const Cell& cell) {
  const std::string_view name = assay::spec_of(cell.op).name;
  for (const Row& row : kRows) {
    if (row.op != name) continue;
    if (!row.dtypes.contains(cell.dtype)) return std::nullopt;
    if (!row.variants.empty() && row.variants != cell.variant)
      return std::nullopt;
    if (name == "cast" && !is_cast(cell.dtype, cell.result))
      return std::nullopt;
    if (name == "dequantize" && cell.result != DType::kFloat32 &&
        cell.result != DType::kBfloat16)
      return std::nullopt;
    for (const DType dtype : {cell.dtype, cell.result})
      if (dtype == DType::kBfloat16 && !has_bfloat16()) return std::nullopt;
    Claim claim;
    claim.max_rank = row.max_rank;
    claim.layouts = layouts_of(row.reach);
    const std::string_view group = assay::spec_of(cell.op).signature.name;
    if (group == "reduction") claim.min_axes = 1;
    return claim;
  }
  return Claim{};
}

}  // namespace assay_onednn
