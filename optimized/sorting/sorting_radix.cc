// Counts the values of every digit in one pass over the keys, and then moves
// the keys once for each digit in which they differ.
// Tested by tests/optimized/sorting_test.cc.
#include "optimized/sorting/sorting_radix.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "optimized/layout/dense.h"

namespace assay::optimized {
namespace {

constexpr int kDigitBits = 8;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;

template <typename Key>
std::size_t digit_of(Key key, std::size_t digit) {
  return static_cast<std::size_t>(key >> (kDigitBits * digit)) % kDigits;
}

template <typename Key>
void sort_by_digits(Key* keys, std::int64_t count, int bits) {
  std::array<std::array<std::int64_t, kDigits>, sizeof(Key)> places{};
  const auto digits =
      static_cast<std::size_t>((bits + kDigitBits - 1) / kDigitBits);
  for (std::int64_t i = 0; i < count; ++i)
    for (std::size_t digit = 0; digit < digits; ++digit)
      ++places[digit][digit_of(keys[i], digit)];
  const Scratch memory(count * static_cast<std::int64_t>(sizeof(Key)));
  Key* from = keys;
  Key* to = reinterpret_cast<Key*>(memory.bytes());
  for (std::size_t digit = 0; digit < digits; ++digit) {
    auto& place = places[digit];
    if (place[digit_of(from[0], digit)] == count) continue;
    std::exclusive_scan(place.begin(), place.end(), place.begin(),
                        std::int64_t{0});
    for (std::int64_t i = 0; i < count; ++i)
      to[place[digit_of(from[i], digit)]++] = from[i];
    std::swap(from, to);
  }
  if (from != keys) std::copy_n(from, count, keys);
}

}  // namespace

void sort_radix(std::uint16_t* keys, std::int64_t count, int bits) {
  sort_by_digits(keys, count, bits);
}
void sort_radix(std::uint32_t* keys, std::int64_t count, int bits) {
  sort_by_digits(keys, count, bits);
}
void sort_radix(std::uint64_t* keys, std::int64_t count, int bits) {
  sort_by_digits(keys, count, bits);
}

}  // namespace assay::optimized
