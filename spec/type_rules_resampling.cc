// Derives the types of the results of interpolation, its gradient and grid
// samples, and rejects calls that break a precondition.
// Tested by tests/spec/infer_resampling_test.cc.
#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// An image has the axes N, C, H and W.
constexpr std::size_t kImageRank = 4;

Status check_rank(const CallTypes& call, std::size_t operand) {
  const std::size_t rank = call.operands[operand].shape.size();
  if (rank == kImageRank) return {};
  return broken(
      call.op, "resampling.rank"_clause,
      fmt::format("operand {} has rank {}, not {}", operand, rank, kImageRank));
}

Status check_image(const CallTypes& call) {
  if (Status s = check_rank(call, 0); !s.ok()) return s;
  const Shape& shape = call.operands[0].shape;
  for (std::size_t axis = 1; axis < kImageRank; ++axis)
    if (shape[axis] == 0)
      return broken(call.op, "resampling.extents"_clause,
                    fmt::format("axis {} of x has extent 0", axis));
  return {};
}

Status check_sizes(const CallTypes& call) {
  const auto& sizes = call.attributes.integers(AttributeKey::kOutputSize);
  if (sizes.size() != 2)
    return broken(call.op, "resampling.output_size"_clause,
                  fmt::format("output_size has {} entries", sizes.size()));
  for (std::int64_t size : sizes)
    if (size < 1 || !checked_element_count({size}))
      return broken(call.op, "resampling.output_size"_clause,
                    fmt::format("output_size has the entry {}", size));
  return {};
}

}  // namespace

std::size_t variant_of_grid_sample(const Attributes& attributes) {
  const auto* mode = attributes.find(AttributeKey::kInterpolation);
  constexpr auto kNearest = static_cast<std::int64_t>(Interpolation::kNearest);
  return mode != nullptr && !mode->empty() && mode->front() == kNearest ? 1 : 0;
}

TypesResult types_interpolated(const CallTypes& call) {
  if (Status s = check_image(call); !s.ok()) return s;
  if (Status s = check_sizes(call); !s.ok()) return s;
  const TensorType& x = call.operands[0];
  const auto& sizes = call.attributes.integers(AttributeKey::kOutputSize);
  return std::vector<TensorType>{
      {x.dtype, {x.shape[0], x.shape[1], sizes[0], sizes[1]}}};
}

TypesResult types_of_interpolation_gradient(const CallTypes& call) {
  const auto y = types_interpolated(call);
  if (!y) return y.status();
  const TensorType& wanted = y->front();
  const TensorType& grad = call.operands[1];
  if (grad.shape != wanted.shape || grad.dtype != wanted.dtype)
    return broken(call.op, "resampling.gradient"_clause,
                  fmt::format("grad is {} {}, interpolate gives {} {}",
                              name_of(grad.dtype), shape_text(grad.shape),
                              name_of(wanted.dtype), shape_text(wanted.shape)));
  return std::vector<TensorType>{call.operands[0]};
}

TypesResult types_grid_sampled(const CallTypes& call) {
  if (Status s = check_image(call); !s.ok()) return s;
  if (Status s = check_rank(call, 1); !s.ok()) return s;
  const Interpolation mode = call.attributes.interpolation();
  if (mode != Interpolation::kBilinear && mode != Interpolation::kNearest)
    return broken(call.op, "grid_sample_2d.modes"_clause,
                  fmt::format("interpolation is {}",
                              kInterpolationNames[static_cast<int>(mode)]));
  const TensorType& x = call.operands[0];
  const TensorType& grid = call.operands[1];
  if (grid.dtype != x.dtype || grid.shape[0] != x.shape[0] ||
      grid.shape[1] < 1 || grid.shape[2] < 1 || grid.shape[3] != 2)
    return broken(call.op, "grid_sample_2d.grid"_clause,
                  fmt::format("grid is {} {} for x of {} {}",
                              name_of(grid.dtype), shape_text(grid.shape),
                              name_of(x.dtype), shape_text(x.shape)));
  return std::vector<TensorType>{
      {x.dtype, {x.shape[0], x.shape[1], grid.shape[1], grid.shape[2]}}};
}

}  // namespace assay
