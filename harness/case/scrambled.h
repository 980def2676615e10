// Hashes positions to random words. Data that must differ from element to
// element but need not outlive a library version use it. Case files name it as
// a short form of long lists.
// Tested by tests/harness/case/integer_sequence_test.cc.
#pragma once

#include <cstdint>

namespace assay {

// Returns word k: the finalizer of SplitMix64 (Steele, Lea and Flood, "Fast
// splittable pseudorandom number generators", OOPSLA 2014).
constexpr std::uint64_t scrambled(std::uint64_t seed, std::uint64_t k) {
  std::uint64_t z = seed + (k + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

}  // namespace assay
