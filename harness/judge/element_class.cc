// Reads the class of an element from its bits.
// Tested by tests/harness/judge/element_class_test.cc.
#include "harness/judge/element_class.h"

#include <algorithm>

#include "spec/float_codec.h"

namespace assay {
namespace {

ElementClass class_of_part(const FloatFormat& format, std::uint64_t bits) {
  if (is_nan_bits(format, bits)) return ElementClass::kNan;
  if (is_infinity_bits(format, bits)) return ElementClass::kInfinity;
  const std::uint64_t magnitude = bits & (sign_bit(format) - 1);
  if (magnitude == 0) return ElementClass::kZero;
  return magnitude < smallest_normal_bits(format) ? ElementClass::kSubnormal
                                                  : ElementClass::kValue;
}

}  // namespace

ElementClass class_of(DType dtype, ElementBits bits) {
  if (!is_real(dtype) && !is_complex(dtype)) return ElementClass::kValue;
  const FloatFormat& format = format_of(dtype);
  const ElementClass re = class_of_part(format, bits.re);
  if (!is_complex(dtype)) return re;
  const ElementClass im = class_of_part(format, bits.im);
  // A zero beside a value does not make the element one.
  if (re == ElementClass::kZero || im == ElementClass::kZero)
    return re == ElementClass::kZero ? im : re;
  return std::max(re, im);
}

void count_pair(std::vector<PairCount>& pairs, PairCount one) {
  for (PairCount& pair : pairs) {
    if (pair.expected != one.expected || pair.got != one.got) continue;
    ++pair.count;
    pair.same_got = pair.same_got && pair.got_bits == one.got_bits;
    return;
  }
  one.count = 1;
  pairs.push_back(one);
}

}  // namespace assay
