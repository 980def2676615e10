// Implements access to element bits: in place, in row-major order, or unpacked
// from 4-bit integers.
// Tested by the movement and indexing families of the suite.
#include "optimized/layout/element_bits.h"

#include "optimized/layout/conversion.h"
#include "optimized/layout/strided_copy.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
ElementsIn::ElementsIn(const Tensor& x, bool dense)
    : storage_(HostMemory::storage_of(x)),
      view_(&x.view),
      bytes_(static_cast<std::size_t>(bytes_of(x.dtype))) {
  const std::int64_t count = view_->numel();
  if (count == 0) return;
  if (kPacked.contains(x.dtype)) {
    // Nibbles are unpacked in storage order between the bounds of the view, so
    // every layout costs one pass.
    const auto [low, high] = view_->bounds();
    scratch_ = Scratch(high - low + 1);
    unpack_nibbles(x.dtype, storage_, low,
                   reinterpret_cast<std::uint8_t*>(scratch_.bytes()),
                   high - low + 1);
    storage_ = scratch_.bytes();
    show(View(x.view.shape(), x.view.strides(), x.view.offset() - low));
  }
  if (!dense || view_->is_row_major()) return;
  Scratch ordered(count * static_cast<std::int64_t>(bytes_));
  const View to(view_->shape());
  strided_copy(ordered.bytes(), to, storage_, *view_, bytes_);
  scratch_ = std::move(ordered);
  storage_ = scratch_.bytes();
  show(to);
}

ElementsOut::ElementsOut(const Tensor& out)
    : out_(out),
      storage_(HostMemory::storage_of(out)),
      bytes_(static_cast<std::size_t>(bytes_of(out.dtype))) {
  if (!kPacked.contains(out.dtype)) {
    storage_ += out.view.offset() * static_cast<std::int64_t>(bytes_);
    return;
  }
  scratch_ = Scratch(out.view.numel());
  storage_ = scratch_.bytes();
}

void ElementsOut::store() {
  if (kPacked.contains(out_.dtype))
    pack_nibbles(reinterpret_cast<const std::uint8_t*>(storage_),
                 HostMemory::storage_of(out_), out_.view.offset(),
                 out_.view.numel());
}

void copy_elements(const Tensor& out, const Tensor& x) {
  if (out.view.numel() == 0) return;
  if (!kPacked.contains(out.dtype))
    return strided_copy(HostMemory::storage_of(out), out.view,
                        HostMemory::storage_of(x), x.view,
                        static_cast<std::size_t>(bytes_of(out.dtype)));
  ElementsOut to(out);
  const ElementsIn from(x);
  strided_copy(to.storage(), View(out.view.shape()), from.storage(),
               from.view(), to.bytes());
  to.store();
}

}  // namespace assay::optimized
