// Keeps values of functions that take long to evaluate. One case needs the same
// value several times: for the answer, for the result, for results in other
// layouts, and for elements that repeat.
// Tested by tests/reference/kept_values_test.cc.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay {

// Returns the bits of an operand, which tell -0 from +0 and NaN from NaN.
inline std::uint64_t operand_bits(double x) {
  return std::bit_cast<std::uint64_t>(x);
}

// Keeps values of functions F of `count` words. It has a fixed number of
// places, and a value takes the place of another, so that its memory does not
// grow. An object serves one thread.
template <typename F, std::size_t count, typename Value>
class KeptValues {
 public:
  using Operands = std::array<std::uint64_t, count>;

  // Returns the kept value of f of these operands; calls `evaluate` if there is
  // none.
  template <typename Evaluate>
  const Value& value(F f, const Operands& operands, Evaluate evaluate) {
    if (places_.empty()) places_.resize(kPlaces);
    Place& place = places_[number_of(f, operands)];
    if (place.f == f && place.operands == operands) return place.value;
    place.value = evaluate();
    place.f = f;
    place.operands = operands;
    return place.value;
  }

 private:
  static constexpr std::size_t kPlaces = 4096;

  struct Place {
    F f = nullptr;
    Operands operands{};
    Value value{};
  };

  // Mixes the words with an odd factor, whose product has its best bits on top.
  static std::size_t number_of(F f, const Operands& operands) {
    constexpr std::uint64_t kFactor = 0x9e37'79b9'7f4a'7c15;
    std::uint64_t mixed = reinterpret_cast<std::uintptr_t>(f);
    for (const std::uint64_t word : operands)
      mixed = (std::rotl(mixed, 29) ^ word) * kFactor;
    return mixed >> (64 - std::bit_width(kPlaces - 1));
  }

  std::vector<Place> places_;
};

}  // namespace assay
