// Derives the types of the results of pools and of their gradients, and rejects
// calls that break a precondition.
// Tested by tests/spec/infer_pooling_test.cc.
#include <algorithm>

#include "spec/op_table.h"
#include "spec/pool_windows.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Most spatial axes that a pool has.
constexpr std::size_t kMostAxes = 3;

// Returns the attribute that has one entry for each spatial axis of any call.
AttributeKey axes_key(Op op) {
  return spec_of(op).has(AttributeKey::kOutputSize) ? AttributeKey::kOutputSize
                                                    : AttributeKey::kKernelSize;
}

std::int64_t dilation_at(const Attributes& attributes, std::size_t axis) {
  const auto* dilation = attributes.find(AttributeKey::kDilation);
  return dilation == nullptr ? 1 : (*dilation)[axis];
}

bool is_gradient(Op op) {
  return spec_of(op).signature.types == types_of_pool_gradient;
}

Status check_lengths(const CallTypes& call) {
  const std::size_t axes = call.attributes.integers(axes_key(call.op)).size();
  if (axes == 0 || axes > kMostAxes)
    return broken(call.op, "pooling.lengths"_clause,
                  fmt::format("{} has {} entries, not one to three",
                              spec_of(axes_key(call.op)).name, axes));
  for (AttributeKey key : {AttributeKey::kStride, AttributeKey::kPadding,
                           AttributeKey::kDilation}) {
    const auto* integers = call.attributes.find(key);
    const std::size_t wanted = key == AttributeKey::kPadding ? 2 * axes : axes;
    if (integers != nullptr && integers->size() != wanted)
      return broken(call.op, "pooling.lengths"_clause,
                    fmt::format("{} has {} integers for {} spatial axes",
                                spec_of(key).name, integers->size(), axes));
  }
  return {};
}

// Returns the least value that an entry of an attribute may have.
std::int64_t least_entry(Op op, AttributeKey key) {
  if (key == AttributeKey::kPadding) return 0;
  const bool may_be_zero =
      key == AttributeKey::kKernelSize || key == AttributeKey::kStride;
  return may_be_zero && !is_gradient(op) ? 0 : 1;
}

Status check_entries(const CallTypes& call) {
  for (AttributeKey key : {AttributeKey::kKernelSize, AttributeKey::kStride,
                           AttributeKey::kDilation, AttributeKey::kPadding,
                           AttributeKey::kOutputSize}) {
    const auto* integers = call.attributes.find(key);
    if (integers == nullptr) continue;
    for (std::int64_t entry : *integers)
      if (entry < least_entry(call.op, key) || !checked_element_count({entry}))
        return broken(
            call.op, "pooling.positive"_clause,
            fmt::format("{} has the entry {}", spec_of(key).name, entry));
  }
  return {};
}

Status check_operand(const CallTypes& call, std::size_t axes) {
  const Shape& shape = call.operands[0].shape;
  if (shape.size() != axes + 2)
    return broken(
        call.op, "pooling.rank"_clause,
        fmt::format("x has rank {} for {} spatial axes", shape.size(), axes));
  for (std::size_t axis = 1; axis < shape.size(); ++axis)
    if (shape[axis] == 0)
      return broken(call.op, "pooling.extents"_clause,
                    fmt::format("axis {} of x has extent 0", axis));
  return {};
}

// Rejects padding that is too wide, and windows that do not fit.
Status check_windows(const CallTypes& call) {
  const Shape& shape = call.operands[0].shape;
  const auto padding = call.attributes.padding();
  const auto& kernel = call.attributes.integers(AttributeKey::kKernelSize);
  for (std::size_t i = 0; i < kernel.size(); ++i) {
    const auto [before, after] = padding[i];
    if (2 * std::max(before, after) > kernel[i] ||
        (before != after && kernel.size() != 2))
      return broken(call.op, "pooling.padding"_clause,
                    fmt::format("padding [{}, {}] of a kernel of {}", before,
                                after, kernel[i]));
    // d·(k - 1) + 1 <= extent, in a form that cannot overflow.
    const std::int64_t extent = shape[i + 2] + before + after;
    if (kernel[i] - 1 > (extent - 1) / dilation_at(call.attributes, i))
      return broken(
          call.op, "pooling.fits"_clause,
          fmt::format("no window of {} fits into {}", kernel[i], extent));
  }
  return {};
}

// Checks everything but the gradients, and returns the type of the values that
// the pool gives.
Result<TensorType> pooled_type(const CallTypes& call) {
  if (Status s = check_lengths(call); !s.ok()) return s;
  if (Status s = check_entries(call); !s.ok()) return s;
  const auto& sizes = call.attributes.integers(axes_key(call.op));
  if (Status s = check_operand(call, sizes.size()); !s.ok()) return s;
  const TensorType& x = call.operands[0];
  const Shape spatial(x.shape.begin() + 2, x.shape.end());
  Shape counts = sizes;
  if (axes_key(call.op) == AttributeKey::kKernelSize) {
    if (Status s = check_windows(call); !s.ok()) return s;
    counts = pool_counts(spatial, call.attributes, call.profile);
  }
  Shape shape = {x.shape[0], x.shape[1]};
  shape.insert(shape.end(), counts.begin(), counts.end());
  return TensorType{x.dtype, std::move(shape)};
}

}  // namespace

Shape pool_counts(const Shape& spatial, const Attributes& attributes,
                  const Profile& profile) {
  const auto& kernel = attributes.integers(AttributeKey::kKernelSize);
  const auto& stride = attributes.integers(AttributeKey::kStride);
  const auto padding = attributes.padding();
  const bool rounds_up = attributes.flag(AttributeKey::kCeilMode);
  const bool drops_outside = profile.is("pool.ceil=start_inside"_policy);
  Shape counts;
  for (std::size_t i = 0; i < spatial.size(); ++i) {
    if (kernel[i] == 0 || stride[i] == 0) {
      counts.push_back(1);
      continue;
    }
    const auto [before, after] = padding[i];
    const std::int64_t room =
        spatial[i] + before + after -
        (dilation_at(attributes, i) * (kernel[i] - 1) + 1);
    std::int64_t count = room / stride[i] + 1;
    if (rounds_up && room % stride[i] != 0) ++count;
    const std::int64_t last = (count - 1) * stride[i];
    if (rounds_up && drops_outside && last >= spatial[i] + before) --count;
    counts.push_back(count);
  }
  return counts;
}

std::size_t variant_of_windows(const Attributes& attributes) {
  constexpr std::size_t kAsymmetric = 3;
  const auto* padding = attributes.find(AttributeKey::kPadding);
  if (padding != nullptr && padding->size() == 4 &&
      ((*padding)[0] != (*padding)[1] || (*padding)[2] != (*padding)[3]))
    return kAsymmetric;
  const auto* kernel = attributes.find(AttributeKey::kKernelSize);
  const std::size_t axes = kernel == nullptr ? 1 : kernel->size();
  return std::clamp<std::size_t>(axes, 1, kMostAxes) - 1;
}

std::size_t variant_of_bins(const Attributes& attributes) {
  const auto* sizes = attributes.find(AttributeKey::kOutputSize);
  const std::size_t axes = sizes == nullptr ? 1 : sizes->size();
  return std::clamp<std::size_t>(axes, 1, kMostAxes) - 1;
}

bool slides_nowhere(const Shape&, const Attributes& attributes) {
  for (AttributeKey key : {AttributeKey::kKernelSize, AttributeKey::kStride}) {
    const auto& integers = attributes.integers(key);
    if (std::find(integers.begin(), integers.end(), 0) != integers.end())
      return true;
  }
  return false;
}

TypesResult types_pooled(const CallTypes& call) {
  auto y = pooled_type(call);
  if (!y) return y.status();
  std::vector<TensorType> types = {*y};
  if (call.attributes.find(AttributeKey::kIndexDType) == nullptr) return types;
  const auto index =
      checked_index_dtype(call);  // max_pool_with_indices.index_integer
  if (!index) return index.status();
  types.push_back({*index, y->shape});
  return types;
}

TypesResult types_pooled_to_size(const CallTypes& call) {
  auto y = pooled_type(call);
  if (!y) return y.status();
  return std::vector<TensorType>{*std::move(y)};
}

TypesResult types_of_pool_gradient(const CallTypes& call) {
  const auto y = pooled_type(call);
  if (!y) return y.status();
  for (std::size_t i = 1; i < call.operands.size(); ++i) {
    const TensorType& operand = call.operands[i];
    const bool is_index = i == 2;
    if (operand.shape != y->shape ||
        operand.dtype != (is_index ? DType::kInt32 : y->dtype))
      return broken(
          call.op, "pooling.gradient"_clause,
          fmt::format("operand {} is {} {}, the pool gives {} {}", i,
                      name_of(operand.dtype), shape_text(operand.shape),
                      name_of(y->dtype), shape_text(y->shape)));
  }
  return std::vector<TensorType>{call.operands[0]};
}

}  // namespace assay
