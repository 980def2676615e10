// Evaluates threefry: Threefry-2x32 with 20 rounds (Salmon, Moraes, Dror and
// Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011, section 3.3).
// Tested by tests/reference/random_test.cc.
#include <bit>
#include <cstdint>

#include "reference/tensor_ops.h"

namespace assay {
namespace {

// Holds one block of two words.
struct Block {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

Block threefry(Block key, Block counter) {
  constexpr int kRounds = 20;
  constexpr int kRotations[] = {13, 15, 26, 6, 17, 29, 16, 24};
  constexpr std::uint32_t kParity = 0x1bd11bda;
  const std::uint32_t keys[] = {key.first, key.second,
                                kParity ^ key.first ^ key.second};
  std::uint32_t x = counter.first + keys[0];
  std::uint32_t y = counter.second + keys[1];
  for (std::uint32_t round = 1; round <= kRounds; ++round) {
    x += y;
    y = std::rotl(y, kRotations[(round - 1) % 8]) ^ x;
    if (round % 4 != 0) continue;
    const std::uint32_t injection = round / 4;  // threefry.rounds
    x += keys[injection % 3];
    y += keys[(injection + 1) % 3] + injection;
  }
  return {x, y};
}

// Returns the two words of the pair that begins at `at`.
Block block_at(const Elements& x, Index at) {
  Block block;
  block.first = static_cast<std::uint32_t>(x.bits(at).re);
  at.back() = 1;
  block.second = static_cast<std::uint32_t>(x.bits(at).re);
  return block;
}

}  // namespace

// out[…, :] = threefry(key[…, :], counter[…, :]).
Result<Tensors> evaluate(OpTag<"threefry">, const Evaluation& call) {
  const Elements key = call.operand(0);
  const Elements counter = call.operand(1);
  const Results out = call.results();
  Shape pairs = key.view().shape();
  pairs.back() = 1;
  for (const Index& at : indices(pairs)) {
    const Block words = threefry(  // threefry.value, threefry.words
        block_at(key, at), block_at(counter, at));
    out.put(at, ElementBits{words.first, 0});
    Index second = at;
    second.back() = 1;
    out.put(second, ElementBits{words.second, 0});
  }
  return Tensors{};
}

}  // namespace assay
