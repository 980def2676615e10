// Adds and multiplies 64-bit integers and detects overflow.
// Tested by tests/spec/symbolic_shape_test.cc.
#pragma once

#include <cstdint>
#include <optional>

namespace assay {

// Returns a + b, or nothing if the sum overflows int64.
inline std::optional<std::int64_t> checked_sum(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
  return result;
}

// Returns a · b, or nothing if the product overflows int64.
inline std::optional<std::int64_t> checked_product(std::int64_t a,
                                                   std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

}  // namespace assay
