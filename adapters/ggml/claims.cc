// Lists the ops with the dtypes of the nodes behind them, and their limits.
#include "adapters/ggml/claims.h"

#include <ggml.h>

#include <string_view>
#include <vector>

namespace assay_ggml {

using assay::Cell;
using assay::Claim;
using assay::DType;
using assay::DTypeSet;

namespace {

constexpr DTypeSet kF32 = {DType::kFloat32};
constexpr DTypeSet kFloats = {DType::kFloat32, DType::kFloat16,
                              DType::kBfloat16};

// Which operands a node takes, and how many nodes make the op. ggml.h has the
// stride of the fastest axis as the size of an element. Nodes that copy take
// any positive strides.
enum class Reach { kRowMajor, kStrided };
enum class Nodes { kOne, kSeveral };

struct Row {
  std::string_view op;
  DTypeSet dtypes;
  Reach reach;
  Nodes nodes = Nodes::kOne;
  std::int64_t axes = -1;  // how many axes a call works along, or any number
  std::string_view variants = "";  // with blanks between them, "" for all
};

constexpr Row kRows[] = {
    {"abs", kFloats, Reach::kRowMajor},
    {"neg", kFloats, Reach::kRowMajor},
    {"sign", kFloats, Reach::kRowMajor},
    {"tanh", kFloats, Reach::kRowMajor},
    {"exp", kFloats, Reach::kRowMajor},
    {"log", kFloats, Reach::kRowMajor},
    {"sqrt", kFloats, Reach::kRowMajor},
    {"sin", kFloats, Reach::kRowMajor},
    {"cos", kFloats, Reach::kRowMajor},
    {"floor", kFloats, Reach::kRowMajor},
    {"ceil", kFloats, Reach::kRowMajor},
    {"round", kFloats, Reach::kRowMajor},
    {"trunc", kFloats, Reach::kRowMajor},
    {"expm1", kFloats, Reach::kRowMajor},
    {"relu", kFloats, Reach::kRowMajor},
    {"sigmoid", kFloats, Reach::kRowMajor},
    {"gelu", kF32 | DTypeSet{DType::kFloat16}, Reach::kRowMajor},
    {"leaky_relu", kF32 | DTypeSet{DType::kFloat16}, Reach::kRowMajor},
    {"clamp", kF32 | DTypeSet{DType::kFloat16}, Reach::kRowMajor},
    {"add", kFloats, Reach::kRowMajor},
    {"sub", kFloats, Reach::kRowMajor},
    {"mul", kFloats, Reach::kRowMajor},
    {"div", kFloats, Reach::kRowMajor},
    {"reduce_sum", kF32, Reach::kStrided, Nodes::kSeveral, 1},
    {"mean", kF32, Reach::kStrided, Nodes::kSeveral, 1},
    {"argmax", kF32, Reach::kStrided, Nodes::kSeveral},
    {"associative_scan", kF32, Reach::kStrided, Nodes::kSeveral, -1, "sum"},
    {"argsort", kF32, Reach::kStrided, Nodes::kSeveral},
    {"softmax", kF32, Reach::kRowMajor, Nodes::kSeveral},
    {"layer_norm", kF32, Reach::kRowMajor, Nodes::kSeveral},
    {"matmul", kFloats, Reach::kRowMajor, Nodes::kSeveral},
    {"linear", kF32, Reach::kRowMajor, Nodes::kSeveral},
    {"linear_x_backward", kF32, Reach::kRowMajor},
    {"linear_weight_backward", kF32, Reach::kRowMajor},
    {"conv", kF32, Reach::kRowMajor, Nodes::kSeveral, -1, "1d 2d"},
    {"interpolate", kF32, Reach::kRowMajor, Nodes::kOne, -1,
     "nearest bilinear bicubic"},
    {"attention", kF32, Reach::kRowMajor, Nodes::kSeveral, -1, " softcap"},
    {"embedding", kF32, Reach::kRowMajor},
    {"embedding_backward", kF32, Reach::kRowMajor},
    {"repeat", kF32 | DTypeSet{DType::kFloat16, DType::kInt16, DType::kInt32},
     Reach::kRowMajor},
    {"cat", kElements, Reach::kStrided},
    {"copy", kElements, Reach::kStrided},
    {"contiguous", kElements, Reach::kStrided},
    {"assign", kElements, Reach::kStrided},
    {"cast", kFloats | DTypeSet{DType::kInt32}, Reach::kStrided},
};

bool has_word(std::string_view words, std::string_view word) {
  while (true) {
    const std::size_t end = words.find(' ');
    if (words.substr(0, end) == word) return true;
    if (end == std::string_view::npos) return false;
    words.remove_prefix(end + 1);
  }
}

// Returns whether ggml_cpy converts between two dtypes.
bool is_cast(DType from, DType to) {
  if (from == DType::kInt32) return to == DType::kFloat32;
  if (to == DType::kInt32) return from == DType::kFloat32;
  return kFloats.contains(from) && kFloats.contains(to);
}

}  // namespace

std::optional<Claim> claim_of(const Cell& cell) {
  const std::string_view name = assay::spec_of(cell.op).name;
  for (const Row& row : kRows) {
    if (row.op != name) continue;
    if (!row.dtypes.contains(cell.dtype)) return std::nullopt;
    if (!row.variants.empty() && !has_word(row.variants, cell.variant))
      return std::nullopt;
    if (name == "cast" && !is_cast(cell.dtype, cell.result))
      return std::nullopt;
    Claim claim;
    claim.max_rank = GGML_MAX_DIMS;
    claim.composed = row.nodes == Nodes::kSeveral;
    claim.layouts = {"contiguous", "offset"};
    if (row.reach == Reach::kStrided) {
      claim.layouts.emplace_back("transpose");
      claim.layouts.emplace_back("slice");
    }
    // ggml_concat takes two tensors. One is copied.
    if (name == "cat") claim.max_operands = 2;
    if (row.axes >= 0) claim.min_axes = claim.max_axes = row.axes;
    return claim;
  }
  return Claim{};
}

}  // namespace assay_ggml
