// Unsigned keys whose order is the one that a sort is to give: ascending keys
// for ascending and for descending elements, and the highest key for NaN.
// Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace assay::optimized {

template <std::size_t bytes>
struct KeyOfBytes;
template <>
struct KeyOfBytes<1> {
  using Type = std::uint8_t;
};
template <>
struct KeyOfBytes<2> {
  using Type = std::uint16_t;
};
template <>
struct KeyOfBytes<4> {
  using Type = std::uint32_t;
};
template <>
struct KeyOfBytes<8> {
  using Type = std::uint64_t;
};

template <typename T>
struct SortKey {
  using Key = typename KeyOfBytes<sizeof(T)>::Type;
  static constexpr int kBits = 8 * static_cast<int>(sizeof(T));
  static constexpr Key kSign = static_cast<Key>(Key{1} << (kBits - 1));
  static constexpr Key kNan = static_cast<Key>(~Key{0});

  // The bits of a float are turned round where it is negative, so that -0 is
  // before +0 and every bit but those of NaN comes back.
  static Key of(T x, bool descending) {
    const Key bits = std::bit_cast<Key>(x);
    const Key turn = descending ? kNan : Key{0};
    if constexpr (std::is_floating_point_v<T>) {
      const Key negative = static_cast<Key>(Key{0} - (bits >> (kBits - 1)));
      const Key key = bits ^ (negative | kSign) ^ turn;
      // No branch, so that the lowest of many keys is found by vectors.
      return key | static_cast<Key>(Key{0} - Key{x != x});
    } else {
      constexpr Key sign = std::is_signed_v<T> ? kSign : Key{0};
      return static_cast<Key>(bits ^ sign ^ turn);
    }
  }

  static T element(Key key, bool descending) {
    const Key turn = descending ? kNan : Key{0};
    const Key turned = static_cast<Key>(key ^ turn);
    if constexpr (std::is_floating_point_v<T>) {
      const Key positive = static_cast<Key>(Key{0} - (turned >> (kBits - 1)));
      const T x = std::bit_cast<T>(
          static_cast<Key>(turned ^ (static_cast<Key>(~positive) | kSign)));
      return key == kNan ? std::numeric_limits<T>::quiet_NaN() : x;
    } else {
      constexpr Key sign = std::is_signed_v<T> ? kSign : Key{0};
      return std::bit_cast<T>(static_cast<Key>(turned ^ sign));
    }
  }
};

}  // namespace assay::optimized
