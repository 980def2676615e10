// Implements slices with starts as copies between views.
// Tested by tests/optimized/general_test.cc and the indexing family of lax.
#include "optimized/general/dynamic_slices.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "optimized/layout/axes.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/strided_copy.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

using Places = std::array<std::int64_t, kMaxRank>;

// Returns where the window of this shape begins along each axis of x, moved
// inside.
Places window_places(const Tensor& starts, const Shape& x,
                     const Shape& window) {
  const std::byte* storage = HostMemory::storage_of(starts);
  const bool is_long = starts.dtype == DType::kInt64;
  Places places{};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::int64_t at =
        starts.view.offset() +
        static_cast<std::int64_t>(i) * starts.view.strides()[0];
    const std::int64_t start =
        is_long ? reinterpret_cast<const std::int64_t*>(storage)[at]
                : reinterpret_cast<const std::int32_t*>(storage)[at];
    places[i] = std::clamp<std::int64_t>(start, 0, x[i] - window[i]);
  }
  return places;
}

// The elements of a tensor, as its strides lead to them.
template <typename Byte>
struct Place {
  Byte* first;
  const Strides& strides;

  Byte* at(const Places& places, std::int64_t element) const {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < strides.size(); ++i)
      offset += places[i] * strides[i];
    return first + offset * element;
  }
};

// Copies a box of these extents from one place to another.
void copy_box(Place<std::byte> to, const Places& to_places,
              Place<const std::byte> from, const Places& from_places,
              const std::int64_t* extents, std::size_t element_bytes) {
  Axes<2> axes;
  for (std::size_t i = 0; i < to.strides.size(); ++i)
    if (extents[i] != 1)
      axes.add({extents[i], {to.strides[i], from.strides[i]}});
  const auto element = static_cast<std::int64_t>(element_bytes);
  strided_copy(to.at(to_places, element), from.at(from_places, element), axes,
               element_bytes);
}

Place<const std::byte> place_of(const ElementsIn& x) {
  return {
      x.storage() + x.view().offset() * static_cast<std::int64_t>(x.bytes()),
      x.view().strides()};
}

}  // namespace

void dynamic_slice(const Tensor& out, const Tensor& x, const Tensor& starts) {
  const Shape& shape = out.view.shape();
  if (out.view.numel() == 0) return;
  ElementsOut to(out);
  const ElementsIn from(x);
  copy_box({to.storage(), out.view.strides()}, {}, place_of(from),
           window_places(starts, x.view.shape(), shape), shape.data(),
           to.bytes());
  to.store();
}

void dynamic_update_slice(const Tensor& out, const Tensor& x,
                          const Tensor& update, const Tensor& starts) {
  if (out.view.numel() == 0) return;
  const Shape& shape = out.view.shape();
  const Shape& window = update.view.shape();
  ElementsOut to(out);
  const Place<std::byte> target{to.storage(), out.view.strides()};
  const ElementsIn base(x);
  const Places places = window_places(starts, shape, window);
  Box box{places, {}};
  std::copy(window.begin(), window.end(), box.extents.begin());
  copy_around(box, shape, target.first, target.strides, place_of(base).first,
              base.view().strides(), to.bytes());
  if (update.view.numel() != 0)
    copy_box(target, places, place_of(ElementsIn(update)), {}, window.data(),
             to.bytes());
  to.store();
}

}  // namespace assay::optimized
