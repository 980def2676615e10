// Implements the seeds and random streams of cases. Their exact output is part
// of the case format: another output would change every case.
// Tested by tests/harness/case/seed_test.cc.
#include "harness/case/seed.h"

#include <bit>
#include <string>

#include "harness/case/sha256.h"

namespace assay {

std::uint64_t case_seed(std::uint64_t run_seed, std::string_view case_id) {
  std::string message = std::to_string(run_seed);
  message += '\0';
  message += case_id;
  const auto digest = sha256(message);
  std::uint64_t seed = 0;
  for (std::size_t i = 0; i < 8; ++i)
    seed |= std::uint64_t{digest[i]} << (8 * i);
  return seed;
}

namespace {

// Does four rounds and adds the next key. Inline, because x and y have to stay
// in registers.
template <int... rotations>
[[gnu::always_inline]] inline void mix(std::uint32_t& x, std::uint32_t& y,
                                       std::uint32_t key_of_x,
                                       std::uint32_t key_of_y) {
  ((x += y, y = std::rotl(y, rotations) ^ x), ...);
  x += key_of_x;
  y += key_of_y;
}

}  // namespace

std::array<std::uint32_t, 2> threefry2x32(
    std::array<std::uint32_t, 2> key, std::array<std::uint32_t, 2> counter) {
  const std::uint32_t first = key[0];
  const std::uint32_t second = key[1];
  const std::uint32_t third = 0x1bd11bda ^ first ^ second;
  std::uint32_t x = counter[0] + first;
  std::uint32_t y = counter[1] + second;
  mix<13, 15, 26, 6>(x, y, second, third + 1);
  mix<17, 29, 16, 24>(x, y, third, first + 2);
  mix<13, 15, 26, 6>(x, y, first, second + 3);
  mix<17, 29, 16, 24>(x, y, second, third + 4);
  mix<13, 15, 26, 6>(x, y, third, first + 5);
  return {x, y};
}

std::uint64_t ValueStream::next() {
  const auto [low, high] = threefry2x32(key_, {stream_, counter_++});
  return std::uint64_t{high} << 32 | low;
}

}  // namespace assay
