// Loads and stores elements of every width, independently of the byte order of
// the machine.
// Tested by tests/spec/element_test.cc.
#include "spec/element.h"

#include <cstring>

#include "spec/float_codec.h"

namespace assay {
namespace {

// Reads `width` bytes with the least significant one first.
std::uint64_t load_bytes(const std::byte* from, std::size_t width) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < width; ++i)
    bits |= std::to_integer<std::uint64_t>(from[i]) << (8 * i);
  return bits;
}

void store_bytes(std::byte* to, std::size_t width, std::uint64_t bits) {
  for (std::size_t i = 0; i < width; ++i)
    to[i] = static_cast<std::byte>(bits >> (8 * i) & 0xff);
}

}  // namespace

std::int64_t storage_bytes(DType dtype, std::int64_t count) {
  return (count * spec_of(dtype).bits + 7) / 8;
}

ElementBits load_element(const std::byte* storage, DType dtype,
                         std::int64_t index) {
  const int bits = spec_of(dtype).bits;
  if (bits == 4) {
    const auto byte = std::to_integer<std::uint64_t>(storage[index / 2]);
    return {index % 2 == 0 ? byte & 0xf : byte >> 4, 0};
  }
  const auto width = static_cast<std::size_t>(bits / 8);
  const std::byte* from = storage + index * static_cast<std::int64_t>(width);
  if (!is_complex(dtype)) return {load_bytes(from, width), 0};
  return {load_bytes(from, width / 2), load_bytes(from + width / 2, width / 2)};
}

void store_element(std::byte* storage, DType dtype, std::int64_t index,
                   ElementBits bits) {
  const int width_bits = spec_of(dtype).bits;
  if (width_bits == 4) {
    std::byte& byte = storage[index / 2];
    const auto nibble = static_cast<std::byte>(bits.re & 0xf);
    byte = index % 2 == 0 ? (byte & std::byte{0xf0}) | nibble
                          : (byte & std::byte{0x0f}) | nibble << 4;
    return;
  }
  const auto width = static_cast<std::size_t>(width_bits / 8);
  std::byte* to = storage + index * static_cast<std::int64_t>(width);
  if (!is_complex(dtype)) {
    store_bytes(to, width, bits.re);
  } else {
    store_bytes(to, width / 2, bits.re);
    store_bytes(to + width / 2, width / 2, bits.im);
  }
}

bool is_nan_element(DType dtype, ElementBits bits) {
  if (is_real(dtype)) return is_nan_bits(format_of(dtype), bits.re);
  if (is_complex(dtype))
    return is_nan_bits(format_of(dtype), bits.re) ||
           is_nan_bits(format_of(dtype), bits.im);
  return false;
}

std::int64_t signed_value(DType dtype, ElementBits bits) {
  const int unused = 64 - spec_of(dtype).bits;
  const std::uint64_t top = bits.re << unused;
  if (category_of(dtype) == Category::kSigned)
    return static_cast<std::int64_t>(top) >> unused;
  return static_cast<std::int64_t>(top >> unused);
}

}  // namespace assay
