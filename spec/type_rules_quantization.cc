// Derives the types of quantized elements and their scales, and rejects calls
// that break a precondition.
// Tested by tests/spec/infer_quantization_test.cc.
#include <utility>

#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Returns the shape of the scales: that of one, or that of the blocks.
Result<Shape> shape_of_scales(const CallTypes& call) {
  constexpr std::string_view kClause = "quantization.block_size"_clause;
  const Shape& shape = call.operands[0].shape;
  const auto& block = call.attributes.integers(AttributeKey::kBlockSize);
  if (block.empty()) return Shape{};
  if (block.size() != shape.size())
    return broken(call.op, kClause,
                  fmt::format("block_size has {} entries for rank {}",
                              block.size(), shape.size()));
  Shape blocks;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (block[axis] < 1 || shape[axis] % block[axis] != 0)
      return broken(call.op, kClause,
                    fmt::format("block_size {} does not divide the extent {}",
                                block[axis], shape[axis]));
    blocks.push_back(shape[axis] / block[axis]);
  }
  return blocks;
}

Status check_limits(const CallTypes& call) {
  const auto qmin = call.attributes.integers(AttributeKey::kQMin)[0];
  const auto qmax = call.attributes.integers(AttributeKey::kQMax)[0];
  if (-128 <= qmin && qmin <= 0 && 0 < qmax && qmax <= 127) return {};
  return broken(call.op, "quantization.limits"_clause,
                fmt::format("qmin is {} and qmax {}", qmin, qmax));
}

Status check_scale(const CallTypes& call) {
  const auto shape = shape_of_scales(call);
  if (!shape) return shape.status();
  const TensorType& scale = call.operands[1];
  if (scale.dtype == DType::kFloat32 && scale.shape == *shape) return {};
  return broken(
      call.op, "quantization.scale_type"_clause,
      fmt::format("scale is {} {}, not float32 {}", name_of(scale.dtype),
                  shape_text(scale.shape), shape_text(*shape)));
}

}  // namespace

std::size_t variant_of_scales(const Attributes& attributes) {
  const auto* block_size = attributes.find(AttributeKey::kBlockSize);
  return block_size == nullptr || block_size->empty() ? 0 : 1;
}

TypesResult types_quantized(const CallTypes& call) {
  if (Status s = check_limits(call); !s.ok()) return s;
  if (Status s = check_scale(call); !s.ok()) return s;
  return one_type(DType::kInt8, call.operands[0].shape);
}

TypesResult types_dequantized(const CallTypes& call) {
  const DType dtype = call.attributes.dtype();
  if (!kWideFloats.contains(dtype))
    return broken(call.op, "dequantize.float_dtype"_clause,
                  fmt::format("dtype is {}", name_of(dtype)));
  if (Status s = check_scale(call); !s.ok()) return s;
  return one_type(dtype, call.operands[0].shape);
}

TypesResult types_quantized_with_scale(const CallTypes& call) {
  if (Status s = check_limits(call); !s.ok()) return s;
  auto scales = shape_of_scales(call);
  if (!scales) return scales.status();
  std::vector<TensorType> types;
  types.push_back({DType::kInt8, call.operands[0].shape});
  types.push_back({DType::kFloat32, *std::move(scales)});
  return types;
}

}  // namespace assay
