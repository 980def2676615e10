// Reads and writes single elements of a storage buffer as raw bits. Elements of
// int4 and uint4 are packed two to a byte, with even indices in the low nibble.
// Tested by tests/spec/element_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
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

// Reads and writes the element at `index` (in elements) of a storage buffer.
ElementBits load_element(const std::byte* storage, DType dtype,
                         std::int64_t index);
void store_element(std::byte* storage, DType dtype, std::int64_t index,
                   ElementBits bits);

// Returns whether a component of a real or complex element is a NaN; false
// for other categories.
bool is_nan_element(DType dtype, ElementBits bits);

// Returns an integer element sign- or zero-extended to 64 bits.
std::int64_t signed_value(DType dtype, ElementBits bits);

}  // namespace assay
