// Elements by their bits, and the bits of float32 that tests name.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "spec/element.h"

namespace assay::test {

inline constexpr std::uint64_t kNan = 0x7fc00000;
inline constexpr std::uint64_t kInf = 0x7f800000;
inline constexpr std::uint64_t kSign = 0x80000000;

inline std::uint64_t f32(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

inline std::vector<ElementBits> elements(
    const std::vector<std::uint64_t>& bits) {
  std::vector<ElementBits> list;
  for (std::uint64_t re : bits) list.push_back({re, 0});
  return list;
}

}  // namespace assay::test
