// Adds terms and products to a fixed-point number that is wide enough for each
// of them, so that a sum is rounded only once.
// Tested by tests/reference/exact_sum_test.cc.
#include "reference/exact_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/scalar.h"
#include "spec/float_codec.h"

namespace assay {

void ExactSum::add(double term) {
  if (std::isnan(term)) {
    has_nan_ = true;
  } else if (std::isinf(term)) {
    (term < 0 ? has_minus_infinity_ : has_plus_infinity_) = true;
  } else if (term != 0) {
    const Magnitude magnitude = magnitude_of(term);
    add_scaled(term < 0, magnitude.significand, magnitude.exponent);
  }
}

// (a·2^28 + b) · (c·2^28 + d) = ac·2^56 + (ad + bc)·2^28 + bd, where a and c
// have 25 bits, b and d 28.
void ExactSum::add_product(double x, double y) {
  if (!std::isfinite(x) || !std::isfinite(y)) return add(x * y);
  if (x == 0 || y == 0) return;
  const bool negative = std::signbit(x) != std::signbit(y);
  const Magnitude left = magnitude_of(x);
  const Magnitude right = magnitude_of(y);
  const int exponent = left.exponent + right.exponent;
  constexpr std::uint64_t kLow = (std::uint64_t{1} << 28) - 1;
  const std::uint64_t a = left.significand >> 28;
  const std::uint64_t b = left.significand & kLow;
  const std::uint64_t c = right.significand >> 28;
  const std::uint64_t d = right.significand & kLow;
  add_scaled(negative, a * c, exponent + 56);
  add_scaled(negative, a * d + b * c, exponent + 28);
  add_scaled(negative, b * d, exponent);
}

std::int64_t* ExactSum::digits_at(std::size_t place) {
  constexpr std::size_t kUsual = 8;  // digits of a sum of float32
  if (digits_.empty()) {
    digits_.reserve(kUsual);
    first_ = place;
  } else if (place < first_) {
    digits_.insert(digits_.begin(), first_ - place, 0);
    first_ = place;
  }
  const std::size_t at = place - first_;
  if (digits_.size() < at + 3) digits_.resize(at + 3);
  return digits_.data() + at;
}

// The 56 bits, shifted by up to 31, extend over three digits of 32 bits.
void ExactSum::add_scaled(bool negative, std::uint64_t significand,
                          int exponent) {
  const auto place = static_cast<std::size_t>((exponent - kLowest) / 32);
  const int shift = (exponent - kLowest) % 32;
  const std::uint64_t low = (significand & 0xffff'ffff) << shift;
  const std::uint64_t high = ((significand >> 32) << shift) + (low >> 32);
  const std::int64_t sign = negative ? -1 : 1;
  std::int64_t* const digits = digits_at(place);
  digits[0] += sign * static_cast<std::int64_t>(low & 0xffff'ffff);
  digits[1] += sign * static_cast<std::int64_t>(high & 0xffff'ffff);
  digits[2] += sign * static_cast<std::int64_t>(high >> 32);
  if (++pending_ == std::int64_t{1} << 30) carry();
}

// Brings every digit except the top one into [0, 2^32). The top digit has the
// sign, and is small enough to be one digit of the magnitude.
void ExactSum::carry() {
  constexpr std::int64_t kLimit = std::int64_t{1} << 32;
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    if (i + 1 == digits_.size()) {
      if (digits_[i] > -kLimit && digits_[i] < kLimit) break;
      digits_.push_back(0);
    }
    digits_[i + 1] += digits_[i] >> 32;
    digits_[i] &= 0xffff'ffff;
  }
  pending_ = 0;
}

ExactReal ExactSum::value() {
  if (has_nan_ || (has_plus_infinity_ && has_minus_infinity_))
    return exact(kNaN);
  if (has_plus_infinity_) return exact(kInfinity);
  if (has_minus_infinity_) return exact(-kInfinity);
  return finite_value();
}

ExactReal ExactSum::finite_value() {
  carry();
  std::size_t top = digits_.size();
  while (top > 0 && digits_[top - 1] == 0) --top;
  if (top == 0) return {};
  ExactReal result;
  result.negative = digits_[top - 1] < 0;
  ExactSum negated;
  if (result.negative) {
    for (const std::int64_t digit : digits_) negated.digits_.push_back(-digit);
    negated.carry();
    while (negated.digits_[top - 1] == 0) --top;
  }
  const auto& magnitude = result.negative ? negated.digits_ : digits_;
  // The five highest digits hold at least 128 bits from the leading one.
  std::uint64_t window[5] = {};
  for (std::size_t i = 0; i < 5 && i < top; ++i)
    window[i] = static_cast<std::uint64_t>(magnitude[top - 1 - i]);
  const int shift = std::countl_zero(window[0]) - 32;
  const std::uint64_t first = window[0] << 32 | window[1];
  const std::uint64_t second = window[2] << 32 | window[3];
  const std::uint64_t third = window[4] << 32;
  const auto joined = [shift](std::uint64_t high, std::uint64_t low) {
    return shift == 0 ? high : high << shift | low >> (64 - shift);
  };
  result.kind = ExactReal::Kind::kFinite;
  result.high = joined(first, second);
  result.low = joined(second, third);
  result.exponent = static_cast<int>(first_ + top) * 32 + kLowest - 64 - shift;
  result.sticky = third << shift != 0;
  for (std::size_t i = 0; i + 5 < top; ++i)
    result.sticky = result.sticky || magnitude[i] != 0;
  return result;
}

}  // namespace assay
