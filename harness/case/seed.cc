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

template <int... rotations>
void mix(std::uint32_t& x, std::uint32_t& y) {
  ((x += y, y = std::rotl(y, rotations) ^ x), ...);
}

}  // namespace

std::array<std::uint32_t, 2> threefry2x32(
    std::array<std::uint32_t, 2> key, std::array<std::uint32_t, 2> counter) {
  const std::uint32_t keys[3] = {key[0], key[1], 0x1bd11bda ^ key[0] ^ key[1]};
  std::uint32_t x = counter[0] + keys[0];
  std::uint32_t y = counter[1] + keys[1];
  for (std::uint32_t injection = 1; injection <= 5; ++injection) {
    if (injection % 2 == 1)
      mix<13, 15, 26, 6>(x, y);
    else
      mix<17, 29, 16, 24>(x, y);
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
