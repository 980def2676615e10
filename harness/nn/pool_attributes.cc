// Turns the windows of a case into the attributes of a call, and reads what a
// wish says about pools.
// Tested by tests/harness/nn/pool_geometry_test.cc.
#include "harness/nn/pool_geometry.h"
#include "harness/nn/pooling_rows.h"

namespace assay {

Shape PoolGeometry::spatial() const {
  Shape extents;
  for (const PoolAxis& axis : axes) extents.push_back(axis.extent);
  return extents;
}

Attributes PoolGeometry::attributes(const OpSpec& op, DType index_dtype) const {
  Shape kernel;
  Shape stride;
  Shape dilation;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding;
  for (const PoolAxis& axis : axes) {
    kernel.push_back(axis.kernel);
    stride.push_back(axis.stride);
    dilation.push_back(axis.dilation);
    padding.emplace_back(axis.before, axis.after);
  }
  Attributes attributes;
  attributes.padding(padding)
      .set(AttributeKey::kKernelSize, kernel)
      .set(AttributeKey::kStride, stride)
      .flag(AttributeKey::kCeilMode, rounds_up);
  if (op.has(AttributeKey::kDilation))
    attributes.set(AttributeKey::kDilation, dilation);
  if (op.has(AttributeKey::kCountIncludePad))
    attributes.flag(AttributeKey::kCountIncludePad, includes_padding);
  if (op.has(AttributeKey::kIndexDType))
    attributes.set(AttributeKey::kIndexDType,
                   {static_cast<std::int64_t>(index_dtype)});
  return attributes;
}

PoolCase pool_case_of(const CallWish& wish) {
  return special_of<PoolCase>(wish.row);
}

std::size_t pool_axes(std::string_view variant) {
  if (variant == "1d") return 1;
  return variant == "3d" ? 3 : 2;
}

}  // namespace assay
