// Derives every random choice of a case from the run seed and the case id.
// Element values come from Threefry-2x32 keyed by the case seed, so that they
// stay the same with every library version.
// Tested by tests/harness/case/seed_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace assay {

// Returns the first 8 bytes, little endian, of SHA-256(run seed in decimal, a
// zero byte, case id).
std::uint64_t case_seed(std::uint64_t run_seed, std::string_view case_id);

// Threefry-2x32 with 20 rounds (Salmon, Moraes, Dror and Shaw, "Parallel
// random numbers: as easy as 1, 2, 3", SC 2011).
std::array<std::uint32_t, 2> threefry2x32(std::array<std::uint32_t, 2> key,
                                          std::array<std::uint32_t, 2> counter);

// Generates a stream of random words. Word k depends only on the seed, the
// number of the stream, and k.
class ValueStream {
 public:
  ValueStream(std::uint64_t seed, std::uint32_t stream)
      : key_{static_cast<std::uint32_t>(seed),
             static_cast<std::uint32_t>(seed >> 32)},
        stream_(stream) {}

  // Returns the next 64 random bits.
  std::uint64_t next();

  // Returns a number from 0 to count - 1; the bias is below 2^-32 for the
  // small counts used here.
  std::uint64_t below(std::uint64_t count) { return next() % count; }

  // Returns a number in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::array<std::uint32_t, 2> key_;
  std::uint32_t stream_;
  std::uint32_t counter_ = 0;
};

}  // namespace assay
