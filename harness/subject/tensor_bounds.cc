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

Status check_places(const Places& places) {
  const auto& names = places.names;
  if (names.empty() || names[0] != "host")
    return Status::internal(
        fmt::format("the first place is \"{}\" where host is expected",
                    names.empty() ? "" : names[0]));
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].empty() || std::find(names.begin(), names.end(), names[i]) !=
                                names.begin() + static_cast<std::ptrdiff_t>(i))
      return Status::internal(fmt::format(
          "the name \"{}\" of place {} is empty or that of another place",
          names[i], i));
  if (places.home >= names.size())
    return Status::internal(fmt::format("home is {} where there are {} places",
                                        places.home, names.size()));
  return {};
}

}  // namespace assay
