// Chooses terms and factors by dtype, small enough that accumulation stays
// exact.
// Tested by tests/harness/operands/exact_operands_test.cc.
#include "harness/operands/exact_operands.h"

#include <algorithm>

#include "spec/float_codec.h"

namespace assay {
namespace {

bool is_eight_bit_float(DType dtype) {
  return is_real(dtype) && spec_of(dtype).bits == 8;
}

std::int64_t draw_small(DType dtype, ValueStream& stream) {
  const std::uint64_t largest = is_eight_bit_float(dtype) ? 2 : 7;
  const auto magnitude = static_cast<std::int64_t>(1 + stream.below(largest));
  const bool has_sign = category_of(dtype) != Category::kUnsigned;
  return has_sign && stream.below(2) == 0 ? -magnitude : magnitude;
}

// Draws ±1, or in one of four cases ±2 or ±1/2; but never 1.
double draw_power(ValueStream& stream) {
  if (stream.below(4) != 0) return -1;
  const double power = stream.below(2) == 0 ? 2 : 0.5;
  return stream.below(2) == 0 ? power : -power;
}

}  // namespace

ElementBits small_integer(DType dtype, std::int64_t value) {
  if (is_real(dtype) || is_complex(dtype))
    return {encode_real(format_of(dtype), static_cast<double>(value)), 0};
  const int unused = 64 - spec_of(dtype).bits;
  return {static_cast<std::uint64_t>(value) << unused >> unused, 0};
}

ElementBits draw_term(DType dtype, ValueStream& stream) {
  ElementBits bits = small_integer(dtype, draw_small(dtype, stream));
  if (is_complex(dtype))
    bits.im = small_integer(dtype, draw_small(dtype, stream)).re;
  return bits;
}

ElementBits draw_factor(DType dtype, ValueStream& stream) {
  if (is_integer(dtype)) {
    constexpr std::int64_t kOdd[] = {-1, 3, 5, 7};
    return small_integer(dtype, kOdd[stream.below(std::size(kOdd))]);
  }
  const std::uint64_t power = encode_real(format_of(dtype), draw_power(stream));
  if (is_complex(dtype) && stream.below(2) == 0) return {0, power};
  return {power, 0};
}

std::int64_t address_count(DType dtype) {
  if (dtype == DType::kBool) return 1;
  if (is_integer(dtype)) {
    const int bits = spec_of(dtype).bits;
    return bits > 32 ? INT64_MAX : (std::int64_t{1} << bits) - 1;
  }
  return std::int64_t{2} << format_of(dtype).precision;
}

// Numbers the addresses 1, 2, 3, …; for floats up to 2^p and then from -1
// downward.
ElementBits address_element(DType dtype, std::int64_t number) {
  const std::int64_t id = number % address_count(dtype);
  if (!is_real(dtype) && !is_complex(dtype))
    return small_integer(dtype, id + 1);
  const std::int64_t half = address_count(dtype) / 2;
  const std::int64_t value = id < half ? id + 1 : half - id - 1;
  ElementBits bits = small_integer(dtype, value);
  if (is_complex(dtype)) bits.im = small_integer(dtype, -value).re;
  return bits;
}

std::vector<ElementBits> elements_by_index(
    const Shape& shape, const std::function<ElementBits(const Index&)>& f) {
  std::vector<ElementBits> elements;
  for (const Index& at : indices(shape)) elements.push_back(f(at));
  return elements;
}

}  // namespace assay
