// Implements slices with starts as copies between views.
// Tested by tests/optimized/general_test.cc and the indexing family of lax.
#include "optimized/general/dynamic_slices.h"

#include <algorithm>
#include <cstdint>

#include "optimized/general/viewed.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/strided_copy.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Returns the offset in x of the window of this shape, moved inside.
std::int64_t window_offset(const Tensor& starts, const Shape& x,
                           const Strides& strides, const Shape& window) {
  const std::byte* storage = HostMemory::storage_of(starts);
  const bool is_long = starts.dtype == DType::kInt64;
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::int64_t at =
        starts.view.offset() +
        static_cast<std::int64_t>(i) * starts.view.strides()[0];
    const std::int64_t start =
        is_long ? reinterpret_cast<const std::int64_t*>(storage)[at]
                : reinterpret_cast<const std::int32_t*>(storage)[at];
    offset += std::clamp<std::int64_t>(start, 0, x[i] - window[i]) * strides[i];
  }
  return offset;
}

}  // namespace

void dynamic_slice(const Tensor& out, const Tensor& x, const Tensor& starts) {
  const Shape& shape = out.view.shape();
  if (out.view.numel() == 0) return;
  const std::int64_t offset =
      window_offset(starts, x.view.shape(), x.view.strides(), shape);
  copy_elements(
      out, viewed(x, View(shape, x.view.strides(), x.view.offset() + offset)));
}

void dynamic_update_slice(const Tensor& out, const Tensor& x,
                          const Tensor& update, const Tensor& starts) {
  ElementsOut to(out);
  if (out.view.numel() == 0) return;
  const View whole(out.view.shape());
  const Shape& window = update.view.shape();
  if (window != out.view.shape()) {
    const ElementsIn base(x);
    strided_copy(to.storage(), whole, base.storage(), base.view(), to.bytes());
  }
  if (update.view.numel() != 0) {
    const ElementsIn from(update);
    const std::int64_t offset =
        window_offset(starts, whole.shape(), whole.strides(), window);
    strided_copy(to.storage(), View(window, whole.strides(), offset),
                 from.storage(), from.view(), to.bytes());
  }
  to.store();
}

}  // namespace assay::optimized
