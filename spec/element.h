// Reads and writes single elements of a storage buffer as raw bits. Elements of
// int4 and uint4 are packed two to a byte, with even indices in the low nibble.
// Tested by tests/spec/element_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "spec/dtype.h"

namespace assay {

// Holds the bits of an element. Bool, integers and reals use only `re`, zero
// extended; complex elements use both components.
struct ElementBits {
  std::uint64_t re = 0;
  std::uint64_t im = 0;
  friend bool operator==(const ElementBits&, const ElementBits&) = default;
};

using Bytes = std::vector<std::byte>;

// Returns how many bytes `count` elements occupy.
std::int64_t storage_bytes(DType dtype, std::int64_t count);

// Read and write a number whose bytes i have the least significant one first,
// whatever the byte order of the machine. Without a loop they compile to one
// instruction on a little-endian machine.
template <std::size_t... i>
std::uint64_t load_bytes(const std::byte* from, std::index_sequence<i...>) {
  return ((std::to_integer<std::uint64_t>(from[i]) << (8 * i)) | ...);
}
template <std::size_t... i>
void store_bytes(std::byte* to, std::uint64_t bits, std::index_sequence<i...>) {
  ((to[i] = static_cast<std::byte>(bits >> (8 * i) & 0xff)), ...);
}

// Calls `f` with an index sequence whose length is `width`, the bytes of a
// component.
template <typename F>
[[gnu::always_inline]] inline auto with_bytes(std::size_t width, F f) {
  switch (width) {
    case 8:
      return f(std::make_index_sequence<8>{});
    case 4:
      return f(std::make_index_sequence<4>{});
    case 2:
      return f(std::make_index_sequence<2>{});
    default:
      return f(std::make_index_sequence<1>{});
  }
}

// Read and write the element at `index` (in elements) of a storage buffer.
// They are inline because every loop over elements calls them.
inline ElementBits load_element(const std::byte* storage, DType dtype,
                                std::int64_t index) {
  const int bits = spec_of(dtype).bits;
  if (bits == 4) {
    const auto byte = std::to_integer<std::uint64_t>(storage[index / 2]);
    return {index % 2 == 0 ? byte & 0xf : byte >> 4, 0};
  }
  const auto width = static_cast<std::size_t>(bits / 8);
  const std::byte* from = storage + index * static_cast<std::int64_t>(width);
  const auto load = [](const std::byte* part, std::size_t bytes) {
    return with_bytes(bytes, [part](auto i) { return load_bytes(part, i); });
  };
  if (!is_complex(dtype)) return {load(from, width), 0};
  return {load(from, width / 2), load(from + width / 2, width / 2)};
}
inline void store_element(std::byte* storage, DType dtype, std::int64_t index,
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
  const auto store = [](std::byte* part, std::size_t bytes, std::uint64_t x) {
    with_bytes(bytes, [part, x](auto i) { store_bytes(part, x, i); });
  };
  if (!is_complex(dtype)) return store(to, width, bits.re);
  store(to, width / 2, bits.re);
  store(to + width / 2, width / 2, bits.im);
}

// Writes the elements of a whole storage buffer.
void store_elements(std::byte* storage, DType dtype,
                    const std::vector<ElementBits>& elements);

// Returns whether a component of a real or complex element is a NaN; false
// for other categories.
bool is_nan_element(DType dtype, ElementBits bits);

// Returns an integer element sign- or zero-extended to 64 bits.
std::int64_t signed_value(DType dtype, ElementBits bits);

}  // namespace assay
