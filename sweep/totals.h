// Sums up the results of a set of inputs. Totals of disjoint sets add up to
// those of their union, in any order: they consist of counts, a checksum that
// is a sum, and extremes for which the lowest input wins a tie.
// Tested by tests/sweep/totals_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "spec/result.h"

namespace assay {

// One input with the bits that the subject returned and those of the correctly
// rounded answer.
struct SweptInput {
  std::uint64_t input = 0;
  std::uint64_t got = 0;
  std::uint64_t expected = 0;
  double ulp = 0;  // |got - exact| in ulps of the exact value, or infinity
  friend bool operator==(const SweptInput&, const SweptInput&) = default;
};

// The classes of distances between a result and the correctly rounded one,
// counted in representable values.
inline constexpr std::array<std::string_view, 10> kStepNames = {
    "0",   "1",    "2",     "3",    "4",
    "5-8", "9-16", "17-64", "more", "other"};  // other: NaN for a number, …
inline constexpr std::size_t kOtherSteps = kStepNames.size() - 1;

// Returns the bin of a distance in the histogram.
constexpr std::size_t step_bin(std::uint64_t steps) {
  if (steps <= 4) return static_cast<std::size_t>(steps);
  return steps <= 8 ? 5 : steps <= 16 ? 6 : steps <= 64 ? 7 : 8;
}

struct Totals {
  std::uint64_t inputs = 0;
  std::uint64_t open = 0;      // inputs whose answer the contract does not fix
  std::uint64_t digest = 0;    // of every result, modulo 2^64
  std::uint64_t rejected = 0;  // results that the contract does not permit
  // Neighbours x < y of one sign whose results contradict the direction of the
  // function.
  std::uint64_t breaks = 0;
  std::array<std::uint64_t, kStepNames.size()> steps{};
  // The largest error; nothing if every result is correctly rounded.
  std::optional<SweptInput> worst;
  std::optional<SweptInput> first_rejected;

  // Adds the totals of other inputs.
  void add(const Totals& other);
  void note_worst(const SweptInput& candidate);
  void note_rejected(const SweptInput& candidate);
  friend bool operator==(const Totals&, const Totals&) = default;
};

// Returns what one result adds to a digest. Results are told apart by their
// bits. The caller has given all NaNs the same bits.
constexpr std::uint64_t digest_of(std::uint64_t input, std::uint64_t bits) {
  std::uint64_t z = (input << 32) + bits;
  z *= 0x9e3779b97f4a7c15;  // odd constants of splitmix64
  z ^= z >> 32;
  z *= 0xbf58476d1ce4e5b9;
  return z ^ z >> 29;
}

nlohmann::ordered_json to_json(const Totals& totals);
Result<Totals> totals_from_json(const nlohmann::ordered_json& json);

}  // namespace assay
