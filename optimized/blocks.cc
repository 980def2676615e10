// Tested by tests/optimized/blocks_test.cc.
#include "optimized/blocks.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "optimized/axes.h"
#include "optimized/conversion.h"
#include "optimized/dense.h"
#include "optimized/settings.h"
#include "optimized/strided_copy.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

std::int64_t bytes_of(DType dtype) {
  return std::max<std::int64_t>(spec_of(dtype).bits / 8, 1);
}

// Copies `count` elements from `from`, `stride` elements apart.
template <typename T>
void gather_run(const std::byte* from, std::int64_t stride, std::int64_t count,
                std::byte* to) {
  const T* in = reinterpret_cast<const T*>(from);
  T* out = reinterpret_cast<T*>(to);
  if (stride == 0)
    std::fill_n(out, count, *in);
  else
    for (std::int64_t i = 0; i < count; ++i) out[i] = in[i * stride];
}

// Reads an operand in row-major order, a range after the other.
class BlockReader {
 public:
  BlockReader(const Tensor& x, bool as_is, std::int64_t block)
      : storage_(HostMemory::storage_of(x)),
        dtype_(x.dtype),
        element_(bytes_of(x.dtype)),
        offset_(x.view.offset()),
        axes_({&x.view}) {
    const DType as = as_is ? x.dtype : compute_dtype_of(x.dtype);
    widens_ = is_narrow_real(x.dtype) && !as_is;
    is_packed_ = kPacked.contains(x.dtype);
    is_direct_ = x.view.is_row_major();
    if (!is_direct_ && !is_packed_ && is_transposed()) {
      ordered_ = Scratch(x.view.numel() * element_);
      strided_copy(ordered_.bytes(), View(x.view.shape()), storage_, x.view,
                   static_cast<std::size_t>(element_));
      storage_ = ordered_.bytes();
      offset_ = 0;
      is_direct_ = true;
    }
    if (!is_direct_ || is_packed_) gathered_ = Scratch(block * element_);
    if (widens_) wide_ = Scratch(block * bytes_of(as));
  }

  // Returns whether all elements are one range that a kernel can read.
  bool is_whole() const { return is_direct_ && !widens_ && !is_packed_; }

  // Returns the elements [first, first + count), which stay until the next
  // call.
  const std::byte* read(std::int64_t first, std::int64_t count) {
    const std::byte* raw = nullptr;
    if (is_packed_) {
      gather_nibbles(first, count);
      return gathered_.bytes();
    }
    if (is_direct_) {
      raw = storage_ + (offset_ + first) * element_;
    } else {
      gather(first, count);
      raw = gathered_.bytes();
    }
    if (!widens_) return raw;
    widen(dtype_, raw, reinterpret_cast<float*>(wide_.bytes()), count);
    return wide_.bytes();
  }

 private:
  // Whether neighbours in memory are far apart in row-major order, so that a
  // line would be read once per element.
  bool is_transposed() const {
    if (axes_.count() < 2) return false;
    const std::int64_t inner = std::abs(axes_[axes_.count() - 1].strides[0]);
    for (std::size_t i = 0; i + 1 < axes_.count(); ++i) {
      const std::int64_t stride = std::abs(axes_[i].strides[0]);
      if (stride != 0 && stride < inner) return true;
    }
    return false;
  }

  // Calls visit(offset, stride, count, done) for the runs along the innermost
  // axis that make up the range.
  template <typename F>
  void for_runs(std::int64_t first, std::int64_t count, F visit) const {
    std::array<std::int64_t, kMaxRank> at{};
    std::int64_t offset = offset_;
    std::int64_t rest = first;
    for (std::size_t i = axes_.count(); i-- > 0;) {
      at[i] = rest % axes_[i].extent;
      rest /= axes_[i].extent;
      offset += at[i] * axes_[i].strides[0];
    }
    const std::size_t inner = axes_.count() - 1;
    const Axis<1>& axis = axes_[inner];
    for (std::int64_t done = 0; done < count;) {
      const std::int64_t run = std::min(axis.extent - at[inner], count - done);
      visit(offset, axis.strides[0], run, done);
      done += run;
      offset += run * axis.strides[0];
      at[inner] += run;
      for (std::size_t i = inner; at[i] == axes_[i].extent && i > 0; --i) {
        at[i] = 0;
        offset +=
            axes_[i - 1].strides[0] - axes_[i].extent * axes_[i].strides[0];
        ++at[i - 1];
      }
    }
  }

  void gather(std::int64_t first, std::int64_t count) const {
    const auto size = static_cast<std::size_t>(element_);
    for_runs(first, count,
             [&](std::int64_t offset, std::int64_t stride, std::int64_t run,
                 std::int64_t done) {
               const std::byte* from = storage_ + offset * element_;
               std::byte* to = gathered_.bytes() + done * element_;
               if (stride == 1)
                 std::memcpy(to, from, static_cast<std::size_t>(run) * size);
               else if (size == 1)
                 gather_run<std::uint8_t>(from, stride, run, to);
               else if (size == 2)
                 gather_run<std::uint16_t>(from, stride, run, to);
               else if (size == 4)
                 gather_run<std::uint32_t>(from, stride, run, to);
               else if (size == 8)
                 gather_run<std::uint64_t>(from, stride, run, to);
               else
                 gather_run<std::array<std::uint64_t, 2>>(from, stride, run,
                                                          to);
             });
  }

  void gather_nibbles(std::int64_t first, std::int64_t count) const {
    auto* to = reinterpret_cast<std::uint8_t*>(gathered_.bytes());
    if (axes_.count() == 0)
      return unpack_nibbles(dtype_, storage_, offset_, to, 1);
    for_runs(first, count,
             [&](std::int64_t offset, std::int64_t stride, std::int64_t run,
                 std::int64_t done) {
               if (stride == 1)
                 unpack_nibbles(dtype_, storage_, offset, to + done, run);
               else
                 for (std::int64_t i = 0; i < run; ++i)
                   unpack_nibbles(dtype_, storage_, offset + i * stride,
                                  to + done + i, 1);
             });
  }

  const std::byte* storage_;
  DType dtype_;
  std::int64_t element_;  // bytes
  std::int64_t offset_;   // elements
  Axes<1> axes_;
  bool is_direct_ = false;
  bool is_packed_ = false;
  bool widens_ = false;
  Scratch ordered_, gathered_, wide_;
};

}  // namespace

void run_blocks(const Tensor& out, std::span<const Tensor* const> operands,
                Kernel kernel, bool as_is) {
  const std::int64_t count = out.view.numel();
  if (count == 0) return;
  std::int64_t block = std::min(settings().block, count);
  const DType as = compute_dtype_of(out.dtype);
  const bool narrows = is_narrow_real(out.dtype) && !as_is;
  const bool packs = kPacked.contains(out.dtype);
  std::byte* storage = HostMemory::storage_of(out);
  const std::int64_t element = bytes_of(out.dtype);
  bool is_whole = !narrows && !packs;
  std::vector<BlockReader> readers;
  readers.reserve(operands.size());
  for (const Tensor* x : operands) {
    readers.emplace_back(*x, as_is, block);
    is_whole = is_whole && readers.back().is_whole();
  }
  if (is_whole) block = count;
  Scratch result;
  if (narrows || packs) result = Scratch(block * bytes_of(as));
  const std::byte* in[kMaxOperands];
  for (std::int64_t first = 0; first < count; first += block) {
    const std::int64_t some = std::min(block, count - first);
    for (std::size_t i = 0; i < readers.size(); ++i)
      in[i] = readers[i].read(first, some);
    const std::int64_t place = out.view.offset() + first;
    if (narrows) {
      kernel(result.bytes(), in, some);
      narrow(out.dtype, reinterpret_cast<const float*>(result.bytes()),
             storage + place * element, some);
    } else if (packs) {
      kernel(result.bytes(), in, some);
      pack_nibbles(reinterpret_cast<const std::uint8_t*>(result.bytes()),
                   storage, place, some);
    } else {
      kernel(storage + place * element, in, some);
    }
  }
}

}  // namespace assay::optimized
