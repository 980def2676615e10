// Counts the bytes of elements, and reads elements as numbers.
// Tested by tests/spec/element_test.cc.
#include "spec/element.h"

#include "spec/float_codec.h"

namespace assay {
std::int64_t storage_bytes(DType dtype, std::int64_t count) {
  return (count * spec_of(dtype).bits + 7) / 8;
}

void store_elements(std::byte* storage, DType dtype,
                    const std::vector<ElementBits>& elements) {
  const int bits = spec_of(dtype).bits;
  if (bits == 4) {
    for (std::size_t i = 0; i < elements.size(); ++i)
      store_element(storage, dtype, static_cast<std::int64_t>(i), elements[i]);
    return;
  }
  const bool has_parts = is_complex(dtype);
  const auto width = static_cast<std::size_t>(bits / (has_parts ? 16 : 8));
  with_bytes(width, [&](auto i) {
    for (const ElementBits& element : elements) {
      store_bytes(storage, element.re, i);
      storage += width;
      if (!has_parts) continue;
      store_bytes(storage, element.im, i);
      storage += width;
    }
  });
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
