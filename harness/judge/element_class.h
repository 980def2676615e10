// Sorts elements into the classes by which wrong results are told apart.
// Tested by tests/harness/judge/element_class_test.cc.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "spec/element.h"

namespace assay {

// A complex element has the class of its worse component, in this order.
enum class ElementClass : std::uint8_t {
  kValue,
  kZero,  // all components are zero
  kSubnormal,
  kInfinity,
  kNan,
  kNear,  // a wrong element that is only a few ULP, or a few bounds, away
};
inline constexpr std::string_view kElementClassNames[] = {
    "value", "zero", "subnormal", "inf", "nan", "near"};
constexpr std::string_view name_of(ElementClass c) {
  return kElementClassNames[static_cast<int>(c)];
}

// A wrong element within this many ULP, or this many times its bound, is near.
inline constexpr double kNearUlp = 16;

// Returns the class of an element. Integers and booleans are values.
ElementClass class_of(DType dtype, ElementBits bits);

// Counts the wrong elements of one pair of classes, and keeps the first.
struct PairCount {
  ElementClass expected = ElementClass::kValue;
  ElementClass got = ElementClass::kValue;
  std::int64_t count = 0;
  std::int64_t position = 0;  // of the first one
  ElementBits expected_bits;
  ElementBits got_bits;
  bool same_got = true;  // all of them have the bits of the first
};

// Adds a wrong element to the counts.
void count_pair(std::vector<PairCount>& pairs, PairCount one);

}  // namespace assay
