// Derives the walks over index vectors and windows from the lists of axes.
// Tested by tests/optimized/general_test.cc and the indexing family of lax.
#include "optimized/general/index_windows.h"

#include <algorithm>
#include <cstdlib>

#include "spec/sdk/host_memory.h"

namespace assay::optimized {

IndexWindows::IndexWindows(const Shape& x, const Strides& strides,
                           const Tensor& indices, const Shape& outer,
                           const WindowDimensions& dimensions,
                           const std::vector<std::int64_t>& sizes)
    : x_(x), indices_(indices), dimensions_(dimensions) {
  const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  const Strides outer_strides = row_major_strides(outer);
  const View& view = indices.view;
  const auto rank = static_cast<std::int64_t>(view.rank());
  // Index axes without that of index vectors are the batch axes, in order.
  const auto batch_axes = other_axes(dimensions.window, outer.size());
  auto next = batch_axes.begin();
  for (std::int64_t axis = 0; axis < rank; ++axis) {
    if (axis == dimensions.index_vector) {
      component_stride_ = view.strides()[at(axis)];
      continue;
    }
    std::int64_t batching = 0;
    for (std::size_t i = 0; i < dimensions.batching.size(); ++i)
      if (dimensions.of_indices[i] == axis)
        batching = strides[at(dimensions.batching[i])];
    const std::size_t of_outer = *next++;
    if (outer[of_outer] != 1)
      batch_.add(
          {outer[of_outer],
           {view.strides()[at(axis)], outer_strides[of_outer], batching}});
  }
  if (batch_.count() == 0) batch_.add({1, {0, 0, 0}});
  const auto window_axes = axes_of_windows(dimensions, x.size());
  for (std::size_t i = 0; i < window_axes.size(); ++i) {
    const auto of_outer = at(dimensions.window[i]);
    const WindowAxis axis{static_cast<std::int64_t>(window_axes[i]),
                          outer[of_outer], outer_strides[of_outer],
                          strides[window_axes[i]]};
    window_axes_.push_back(axis);
    if (axis.extent != 1)
      window_.add({axis.extent, {axis.outer_stride, axis.x_stride}});
  }
  for (const std::int64_t axis : dimensions.index_map)
    components_.push_back({x[at(axis)] - sizes[at(axis)], strides[at(axis)]});
  constexpr std::int64_t kNear = std::int64_t{1} << 30;
  std::int64_t reach = 0;
  bool has_near_extents = true;
  for (std::size_t i = 0; i < x.size(); ++i) {
    has_near_extents = has_near_extents && x[i] < kNear;
    reach += std::max<std::int64_t>(x[i] - 1, 0) * std::abs(strides[i]);
    if (x[i] > 1 && std::abs(strides[i]) >= kNear) has_near_extents = false;
  }
  is_near_ =
      indices.dtype == DType::kInt32 && has_near_extents && reach < kNear;
}

std::int64_t IndexWindows::window_size() const {
  std::int64_t size = 1;
  for (std::size_t i = 0; i < window_.count(); ++i) size *= window_[i].extent;
  return size;
}

std::int64_t IndexWindows::run() const {
  if (window_.count() == 0) return 1;
  const Axis<2>& inner = window_[window_.count() - 1];
  return inner.strides[0] == 1 && inner.strides[1] == 1 ? inner.extent : 1;
}

std::vector<std::pair<std::int64_t, std::int64_t>> IndexWindows::rows() const {
  std::vector<std::pair<std::int64_t, std::int64_t>> places;
  for_outer(window_, window_.count() - (run() == 1 ? 0 : 1),
            [&](const auto& offsets) {
              places.emplace_back(offsets[0], offsets[1]);
            });
  return places;
}

std::int64_t IndexWindows::component(std::int64_t index_offset,
                                     std::size_t number) const {
  const std::byte* storage = HostMemory::storage_of(indices_);
  const std::int64_t at = indices_.view.offset() + index_offset +
                          static_cast<std::int64_t>(number) * component_stride_;
  return indices_.dtype == DType::kInt64
             ? reinterpret_cast<const std::int64_t*>(storage)[at]
             : reinterpret_cast<const std::int32_t*>(storage)[at];
}

IndexWindows::Clipped IndexWindows::clipped(std::int64_t index_offset) const {
  Clipped part;
  const auto& map = dimensions_.index_map;
  for (std::size_t k = 0; k < map.size(); ++k) {
    const auto axis = static_cast<std::size_t>(map[k]);
    const std::int64_t start = component(index_offset, k);
    // A start at an end of its dtype must not be added to.
    if (start >= x_[axis] || start <= -x_[axis]) {
      part.is_empty = true;
      return part;
    }
    part.x += start * components_[k].stride;
    const bool is_of_window =
        std::any_of(window_axes_.begin(), window_axes_.end(),
                    [&](const WindowAxis& w) { return w.x_axis == map[k]; });
    if (!is_of_window && start < 0) part.is_empty = true;
  }
  for (const WindowAxis& axis : window_axes_) {
    std::int64_t start = 0;
    for (std::size_t k = 0; k < map.size(); ++k)
      if (map[k] == axis.x_axis) start = component(index_offset, k);
    const std::int64_t extent = x_[static_cast<std::size_t>(axis.x_axis)];
    const std::int64_t first = std::max<std::int64_t>(-start, 0);
    const std::int64_t last = std::min(axis.extent, extent - start);
    if (first >= last) {
      part.is_empty = true;
      return part;
    }
    part.outer += first * axis.outer_stride;
    part.x += first * axis.x_stride;
    if (last - first != 1)
      part.axes.add({last - first, {axis.outer_stride, axis.x_stride}});
  }
  return part;
}

bool IndexWindows::gather(const Axes<3>& walk,
                          const std::array<std::int64_t, 3>& at, std::byte* to,
                          const std::byte* from,
                          std::size_t element_bytes) const {
  const std::size_t inner = walk.count() - 1;
  const std::int64_t extent = walk[inner].extent;
  const std::array<std::int64_t, 3> steps = walk[inner].strides;
  if (window_.count() != 0 || steps[1] != 1) return false;
  IndexVectors vectors = index_vectors(steps[0]);
  const auto* first = static_cast<const std::byte*>(vectors.first);
  const std::int64_t index_bytes = vectors.is_long ? 8 : 4;
  for_outer(walk, inner, [&](const auto& offsets) {
    vectors.first = first + (at[0] + offsets[0]) * index_bytes;
    gather_placed(
        to + (at[1] + offsets[1]) * static_cast<std::int64_t>(element_bytes),
        from, element_bytes, vectors, at[2] + offsets[2], steps[2], extent);
  });
  return true;
}

IndexVectors IndexWindows::index_vectors(std::int64_t step) const {
  const bool is_long = indices_.dtype == DType::kInt64;
  return {.first = HostMemory::storage_of(indices_) +
                   indices_.view.offset() * (is_long ? 8 : 4),
          .is_long = is_long,
          .step = step,
          .component_step = component_stride_,
          .components = components_.data(),
          .component_count = static_cast<std::int64_t>(components_.size())};
}

}  // namespace assay::optimized
