// Reduces far doubles with integer arithmetic on the bits of 2 / pi.
// Tested by tests/optimized/math_test.cc.
#include "optimized/functions/far_angle.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace assay::optimized {
namespace {

__extension__ typedef unsigned __int128 LongProduct;

// The first 1216 bits of 2 / pi, as many as the largest double needs:
// floor(2^1216 * 2 / pi), with pi computed by scripts/find_near_multiples.py.
constexpr int kWords = 19;
constexpr std::uint64_t kTwoOverPi[kWords] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c,
    0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
    0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab};
constexpr double kHalfPi[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// Returns the 64 bits of 2 / pi that follow the first `start` ones. Bits before
// the point and beyond the table are 0.
std::uint64_t bits_from(int start) {
  const auto word = [](int at) {
    return at < 0 || at >= kWords ? 0 : kTwoOverPi[at];
  };
  const int at = (start + 640) / 64 - 10;
  const int shift = (start + 640) % 64;
  if (shift == 0) return word(at);
  return word(at) << shift | word(at + 1) >> (64 - shift);
}

}  // namespace

// Payne and Hanek, "Radian reduction for trigonometric functions" (1983). x is
// m 2^e with an integer m below 2^53. Bits of 2 / pi that are worth 4 or more
// after the shift by e only add whole turns and are dropped. 256 bits are kept.
// 2 of them are quarters and at least 200 are right, which is enough, as no
// double is nearer to a multiple of pi / 2 than 2^-61.
FarAngle far_angle(double x) {
  if (!std::isfinite(x)) return {0, x - x, x - x};
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1075;
  const std::uint64_t m = (bits & 0xfffffffffffff) | std::uint64_t{1} << 52;
  std::uint64_t product[4];  // the most significant word first
  std::uint64_t carry = 0;
  for (int k = 3; k >= 0; --k) {
    const LongProduct part =
        LongProduct{m} * bits_from(exponent - 2 + 64 * k) + carry;
    product[k] = static_cast<std::uint64_t>(part);
    carry = static_cast<std::uint64_t>(part >> 64);
  }
  auto quarters = static_cast<unsigned>(product[0] >> 62);
  product[0] &= UINT64_MAX >> 2;
  bool negative = product[0] >> 61 != 0;
  if (negative) {
    // The next quarter is nearer; the distance to it is the complement.
    ++quarters;
    for (std::uint64_t& word : product) word = ~word;
    product[0] &= UINT64_MAX >> 2;
  }
  // Takes 106 bits from the first one on, as two doubles of 53. Taking a word
  // at a time loses what is below 2^-254.
  int place = 0;
  while (place < 3 && product[place] == 0) ++place;
  const int zeros = std::countl_zero(product[place]);
  const auto word_at = [&](int at) { return at < 4 ? product[at] : 0; };
  const auto shifted = [&](int at) {
    return zeros == 0 ? word_at(at)
                      : word_at(at) << zeros | word_at(at + 1) >> (64 - zeros);
  };
  const std::uint64_t first = shifted(place);
  const std::uint64_t second = shifted(place + 1);
  const int scale = 2 - 64 * place - zeros;  // first is worth 2^(scale - 64)
  const double high = std::ldexp(static_cast<double>(first >> 11), scale - 53);
  const double low = std::ldexp(
      static_cast<double>((first & 0x7ff) << 42 | second >> 22), scale - 106);
  if (x < 0) negative = !negative, quarters = 0 - quarters;
  const double sign = negative ? -1 : 1;
  const double hi = high * kHalfPi[0];
  const double lo =
      std::fma(high, kHalfPi[0], -hi) + high * kHalfPi[1] + low * kHalfPi[0];
  // The polynomials assume that lo is at most half an ulp of hi.
  const double top = hi + lo;
  return {static_cast<double>(quarters & 3), sign * top,
          sign * (lo - (top - hi))};
}

void replace_far_angles(const double* x, std::size_t count, double from,
                        double zero, double* quarters, double* hi, double* lo) {
  for (std::size_t i = 0; i < count; ++i) {
    if (std::fabs(x[i]) < from) continue;
    const FarAngle angle = far_angle(x[i]);
    quarters[i] = zero + angle.quarters;
    hi[i] = angle.hi;
    lo[i] = angle.lo;
  }
}

}  // namespace assay::optimized
