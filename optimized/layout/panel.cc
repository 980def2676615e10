// Implements panels: finds out what can be used in place, and gathers the rest.
// Tested by tests/optimized/reduction_test.cc.
#include "optimized/layout/panel.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "optimized/layout/conversion.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/panel_transpose.h"

namespace assay::optimized {
namespace {

// Gathers in tiles of whole cache lines on either side, so that a line shared
// by many rows is read once.
template <typename T>
void gather_elements(std::byte* target, const std::byte* source,
                     const Run& rows, const Run& columns) {
  T* out = reinterpret_cast<T*>(target);
  const T* in = reinterpret_cast<const T*>(source);
  if (columns.stride == 0) {
    for (std::int64_t r = 0; r < rows.extent; ++r)
      std::fill_n(out + r * columns.extent, columns.extent,
                  in[r * rows.stride]);
    return;
  }
  const bool is_transposed = std::abs(rows.stride) < std::abs(columns.stride);
  const std::int64_t tile =
      is_transposed ? std::int64_t{16} : std::max<std::int64_t>(rows.extent, 1);
  for (std::int64_t from = 0; from < rows.extent; from += tile) {
    const std::int64_t to = std::min(from + tile, rows.extent);
    for (std::int64_t left = 0; left < columns.extent; left += 64) {
      const std::int64_t right =
          is_transposed ? std::min(left + 64, columns.extent) : columns.extent;
      for (std::int64_t r = from; r < to; ++r)
        for (std::int64_t c = left; c < right; ++c)
          out[r * columns.extent + c] =
              in[r * rows.stride + c * columns.stride];
      if (!is_transposed) break;
    }
  }
}

}  // namespace

Panel::Panel(DType dtype, const std::byte* storage)
    : dtype_(dtype),
      storage_(storage),
      element_bytes_(spec_of(dtype).bits / 8) {}

bool Panel::is_in_place(const Run& columns) const {
  const bool is_plain =
      compute_dtype_of(dtype_) == dtype_ || dtype_ == DType::kBool;
  return is_plain && (columns.stride == 1 || columns.extent == 1);
}

std::byte* Panel::room(Scratch& scratch, std::int64_t& held,
                       std::int64_t bytes) {
  if (bytes > held) {
    scratch = Scratch(bytes);
    held = bytes;
  }
  return scratch.bytes();
}

void Panel::gather(std::byte* out, std::int64_t offset, const Run& rows,
                   const Run& columns) const {
  const std::byte* in = storage_ + offset * element_bytes_;
  if (rows.stride == 1 && (element_bytes_ == 4 || element_bytes_ == 8)) {
    transpose(in, columns.stride, columns.extent, rows.extent, out,
              columns.extent, element_bytes_);
    return;
  }
  switch (element_bytes_) {
    case 1:
      return gather_elements<std::uint8_t>(out, in, rows, columns);
    case 2:
      return gather_elements<std::uint16_t>(out, in, rows, columns);
    case 4:
      return gather_elements<std::uint32_t>(out, in, rows, columns);
    case 8:
      return gather_elements<std::uint64_t>(out, in, rows, columns);
    default:
      return gather_elements<Bits128>(out, in, rows, columns);
  }
}

void Panel::unpack(std::byte* out, std::int64_t offset, const Run& rows,
                   const Run& columns) const {
  auto* to = reinterpret_cast<std::uint8_t*>(out);
  for (std::int64_t r = 0; r < rows.extent; ++r) {
    const std::int64_t first = offset + r * rows.stride;
    if (columns.stride == 1) {
      unpack_nibbles(dtype_, storage_, first, to, columns.extent);
      to += columns.extent;
      continue;
    }
    for (std::int64_t c = 0; c < columns.extent; ++c)
      unpack_nibbles(dtype_, storage_, first + c * columns.stride, to++, 1);
  }
}

Panel::Block Panel::fetch(std::int64_t offset, const Run& rows,
                          const Run& columns) {
  if (is_in_place(columns))
    return {storage_ + offset * element_bytes_, rows.stride};
  const std::int64_t count = rows.extent * columns.extent;
  if (element_bytes_ == 0) {
    std::byte* out = room(wide_, wide_bytes_, count);
    unpack(out, offset, rows, columns);
    return {out, columns.extent};
  }
  if (!is_narrow_real(dtype_)) {
    std::byte* out = room(wide_, wide_bytes_, count * element_bytes_);
    gather(out, offset, rows, columns);
    return {out, columns.extent};
  }
  std::byte* out = room(wide_, wide_bytes_, count * 4);
  auto* wide = reinterpret_cast<float*>(out);
  if (columns.stride == 1) {
    for (std::int64_t r = 0; r < rows.extent; ++r)
      widen(dtype_, storage_ + (offset + r * rows.stride) * element_bytes_,
            wide + r * columns.extent, columns.extent);
  } else {
    std::byte* raw = room(raw_, raw_bytes_, count * element_bytes_);
    gather(raw, offset, rows, columns);
    widen(dtype_, raw, wide, count);
  }
  return {out, columns.extent};
}

}  // namespace assay::optimized
