// Tested by tests/harness/seed_test.cc.
#include "harness/seed.h"

#include <bit>
#include <string>

#include "harness/sha256.h"

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

std::array<std::uint32_t, 2> threefry2x32(
    std::array<std::uint32_t, 2> key, std::array<std::uint32_t, 2> counter) {
  constexpr int kRotations[8] = {13, 15, 26, 6, 17, 29, 16, 24};
  const std::uint32_t keys[3] = {key[0], key[1], 0x1bd11bda ^ key[0] ^ key[1]};
  std::uint32_t x = counter[0] + keys[0];
  std::uint32_t y = counter[1] + keys[1];
  for (std::uint32_t round = 0; round < 20; ++round) {
    x += y;
    y = std::rotl(y, kRotations[round % 8]) ^ x;
    if (round % 4 != 3) continue;
    const std::uint32_t injection = round / 4 + 1;
    x += keys[injection % 3];
    y += keys[(injection + 1) % 3] + injection;
  }
  return {x, y};
}

std::uint64_t ValueStream::next() {
  const auto [low, high] = threefry2x32(key_, {stream_, counter_++});
  return std::uint64_t{high} << 32 | low;
}

}  // namespace assay
