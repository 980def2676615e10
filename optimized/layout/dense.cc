// Implements dense operands and results: decides whether a tensor can be used
// in place, and otherwise orders, unpacks or widens it, on several threads.
// Tested by the suite.
#include "optimized/layout/dense.h"

#include <algorithm>
#include <new>
#include <utility>

#include "optimized/layout/conversion.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/arena.h"
#include "optimized/resources/parallel.h"
#include "spec/element.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

constexpr std::align_val_t kScratchAlignment{64};
constexpr std::size_t kLargePage = std::size_t{2} << 20;
// The C library may return memory of this size to the system after each call.
constexpr std::size_t kKept = std::size_t{32} << 10;
// Ranges of threads begin at multiples of this many elements.
constexpr std::int64_t kUnit = 64;

}  // namespace

Scratch::Scratch(std::int64_t bytes) {
  const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 64));
  if (size < kKept) {
    bytes_ = static_cast<std::byte*>(::operator new(size, kScratchAlignment));
    return;
  }
  large_ = size < kLargePage / 2
               ? size
               : (size + kLargePage - 1) / kLargePage * kLargePage;
  bytes_ = Arena::process().take(large_);
  if (bytes_ == nullptr) throw std::bad_alloc();
}
Scratch::~Scratch() {
  if (large_ == 0)
    ::operator delete(bytes_, kScratchAlignment);
  else
    Arena::process().give_back(bytes_, large_);
}
Scratch::Scratch(Scratch&& other) noexcept
    : bytes_(std::exchange(other.bytes_, nullptr)),
      large_(std::exchange(other.large_, 0)) {}
Scratch& Scratch::operator=(Scratch&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  std::swap(large_, other.large_);
  return *this;
}

DenseBytes::DenseBytes(const Tensor& x) {
  const std::byte* storage = HostMemory::storage_of(x);
  const std::int64_t count = x.view.numel();
  const DType as = compute_dtype_of(x.dtype);
  if (count == 0) return;
  if (kPacked.contains(x.dtype)) {
    scratch_ = Scratch(count);
    auto* out = reinterpret_cast<std::uint8_t*>(scratch_.bytes());
    if (x.view.is_row_major()) {
      unpack_nibbles(x.dtype, storage, x.view.offset(), out, count);
    } else {
      for (const Index& at : indices(x.view.shape()))
        unpack_nibbles(x.dtype, storage, x.view.linear_index(at), out++, 1);
    }
    bytes_ = scratch_.bytes();
    return;
  }
  const std::int64_t size = bytes_of(x.dtype);
  const std::byte* raw = storage + x.view.offset() * size;
  Scratch ordered;
  if (!x.view.is_row_major()) {
    ordered = Scratch(count * size);
    strided_copy(ordered.bytes(), View(x.view.shape()), storage, x.view,
                 static_cast<std::size_t>(size));
    raw = ordered.bytes();
  }
  if (is_narrow_real(x.dtype)) {
    scratch_ = Scratch(count * bytes_of(as));
    auto* wide = reinterpret_cast<float*>(scratch_.bytes());
    in_ranges(count, kUnit, is_worth_threads(count * (size + 4)),
              [&](std::int64_t first, std::int64_t last) {
                widen(x.dtype, raw + first * size, wide + first, last - first);
              });
    raw = scratch_.bytes();
  } else {
    scratch_ = std::move(ordered);
  }
  bytes_ = raw;
}

DenseOutBytes::DenseOutBytes(const Tensor& out) : out_(out) {
  const DType as = compute_dtype_of(out.dtype);
  const std::int64_t size = bytes_of(as);
  if (as == out.dtype || out.dtype == DType::kBool) {
    bytes_ = HostMemory::storage_of(out) + out.view.offset() * size;
    return;
  }
  scratch_ = Scratch(out.view.numel() * size);
  bytes_ = scratch_.bytes();
}

void DenseOutBytes::store() {
  std::byte* storage = HostMemory::storage_of(out_);
  const std::int64_t count = out_.view.numel();
  if (kPacked.contains(out_.dtype))
    return pack_nibbles(reinterpret_cast<const std::uint8_t*>(bytes_), storage,
                        out_.view.offset(), count);
  if (!is_narrow_real(out_.dtype)) return;
  const auto* wide = reinterpret_cast<const float*>(bytes_);
  const std::int64_t step = bytes_of(out_.dtype);
  storage += out_.view.offset() * step;
  in_ranges(count, kUnit, is_worth_threads(count * (step + 4)),
            [&](std::int64_t first, std::int64_t last) {
              narrow(out_.dtype, wide + first, storage + first * step,
                     last - first);
            });
}

Tensor permuted(const Tensor& x, const std::vector<std::int64_t>& axes) {
  return {x.dtype, *x.view.permute(axes), x.buffer};
}

}  // namespace assay::optimized
