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

// Which operands a node takes, and how many nodes make the op.
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
    {"abs", kFloats, Reach::kStrided},
    {"neg", kFloats, Reach::kStrided},
    {"sign", kFloats, Reach::kStrided},
    {"tanh", kFloats, Reach::kStrided},
    {"exp", kFloats, Reach::kStrided},
    {"log", kFloats, Reach::kStrided},
    {"sqrt", kFloats, Reach::kStrided},
    {"sin", kFloats, Reach::kStrided},
    {"cos", kFloats, Reach::kStrided},
    {"floor", kFloats, Reach::kStrided},
    {"ceil", kFloats, Reach::kStrided},
    {"round", kFloats, Reach::kStrided},
    {"trunc", kFloats, Reach::kStrided},
    {"expm1", kFloats, Reach::kStrided},
    {"relu", kFloats, Reach::kStrided},
    {"sigmoid", kFloats, Reach::kStrided},
    {"gelu", kFloats, Reach::kStrided},
    {"leaky_relu", kF32 | DTypeSet{DType::kFloat16}, Reach::kStrided},
    {"clamp", kF32 | DTypeSet{DType::kFloat16}, Reach::kStrided},
    {"add", kFloats, Reach::kStrided},
    {"sub", kFloats, Reach::kStrided},
    {"mul", kFloats, Reach::kStrided},
    {"div", kFloats, Reach::kStrided},
    {"reduce_sum", kF32, Reach::kStrided, Nodes::kSeveral, 1},
    {"mean", kF32, Reach::kStrided, Nodes::kSeveral, 1},
    {"argmax", kF32, Reach::kStrided, Nodes::kSeveral},
    {"associative_scan", kF32, Reach::kStrided, Nodes::kSeveral, -1, "sum"},
    {"argsort", kF32, Reach::kStrided, Nodes::kSeveral},
    {"softmax", kF32, Reach::kStrided, Nodes::kSeveral},
    {"layer_norm", kF32, Reach::kStrided, Nodes::kSeveral},
    {"matmul", kF32, Reach::kStrided, Nodes::kSeveral},
    {"linear", kF32, Reach::kRowMajor, Nodes::kSeveral},
    {"linear_x_backward", kF32, Reach::kRowMajor},
    {"linear_weight_backward", kF32, Reach::kRowMajor},
    {"conv", kF32, Reach::kRowMajor, Nodes::kSeveral, -1, "2d"},
    {"interpolate", kF32, Reach::kStrided, Nodes::kOne, -1,
     "nearest bilinear bicubic"},
    {"attention", kF32, Reach::kRowMajor, Nodes::kSeveral, -1, " softcap"},
    {"embedding", kF32, Reach::kRowMajor},
    {"embedding_backward", kF32, Reach::kRowMajor},
    {"repeat", kF32 | DTypeSet{DType::kFloat16, DType::kInt16, DType::kInt32},
     Reach::kStrided},
    {"cat", kElements, Reach::kStrided, Nodes::kSeveral},
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
    if (row.axes >= 0) claim.min_axes = claim.max_axes = row.axes;
    return claim;
  }
  return Claim{};
}

}  // namespace assay_ggml
