// Computes the lowest and highest element of a view in 128 bits and compares
// them with the buffer.
// Tested by tests/harness/subject/wire_test.cc and plugin_backend_test.cc.
#include "harness/subject/tensor_bounds.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

Status check_bounds(const View& view, DType dtype, std::int64_t buffer_bytes,
                    std::string_view buffer) {
  if (view.numel() == 0) return {};
  // Wide enough for any product of a stride and an extent.
  __extension__ using Wide = __int128;
  Wide low = view.offset();
  Wide high = view.offset();
  for (std::size_t axis = 0; axis < view.rank(); ++axis) {
    const Wide reach =
        Wide{view.shape()[axis] - 1} * Wide{view.strides()[axis]};
    (reach < 0 ? low : high) += reach;
  }
  const Wide capacity = Wide{buffer_bytes} * 8 / Wide{spec_of(dtype).bits};
  if (low >= 0 && high < capacity) return {};
  const auto shown = [](Wide index) {
    constexpr Wide kEdge = INT64_MAX;
    return static_cast<std::int64_t>(std::clamp(index, -kEdge, kEdge));
  };
  return Status::internal(fmt::format(
      "shape {}, strides {} and offset {} reach elements {} to {} where the "
      "{} bytes of {} hold {} of {}",
      shape_text(view.shape()), shape_text(view.strides()), view.offset(),
      shown(low), shown(high), buffer_bytes, buffer, shown(capacity),
      name_of(dtype)));
}

}  // namespace assay
