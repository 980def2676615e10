// Maps elements to unsigned keys whose ascending order is the required one, for
// ascending and descending sorts. NaN has the highest key.
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

  // Returns the key of x. The bits of negative floats are inverted, so that -0
  // sorts before +0 and every element except NaN can be recovered bit by bit.
  static Key of(T x, bool descending) {
    const Key bits = std::bit_cast<Key>(x);
    const Key turn = descending ? kNan : Key{0};
    if constexpr (std::is_floating_point_v<T>) {
      const Key negative = static_cast<Key>(Key{0} - (bits >> (kBits - 1)));
      const Key key = bits ^ (negative | kSign) ^ turn;
      // This has no branch, so that the compiler finds the lowest of many keys
      // with vectors.
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
