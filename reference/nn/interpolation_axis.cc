// Computes source positions with integers, and weights from them.
// Tested by tests/reference/interpolation_test.cc.
#include "reference/nn/interpolation_axis.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace assay {
namespace {

// Returns ⌊a / b⌋ for a positive b.
std::int64_t floor_of(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

// Returns 4·d³ times Keys' kernel of s/d, where a = -3/4:
// (a + 2)t³ - (a + 3)t² + 1 for t < 1, a·t³ - 5a·t² + 8a·t - 4a for t < 2.
LongReal keys(std::int64_t distance, std::int64_t denominator) {
  const LongReal s = from_integer(distance);
  const LongReal d = from_integer(denominator);
  if (distance < denominator)
    return 5.0 * s * s * s - 9.0 * s * s * d + 4.0 * d * d * d;
  if (distance < 2 * denominator)
    return -3.0 * s * s * s + 15.0 * s * s * d - 24.0 * s * d * d +
           12.0 * d * d * d;
  return 0.0;
}

}  // namespace

std::int64_t AxisTaps::low() const {
  std::int64_t place = taps.front().place;
  for (const AxisTap& tap : taps) place = std::min(place, tap.place);
  return std::max<std::int64_t>(place - 1, 0);
}
std::int64_t AxisTaps::high(std::int64_t extent) const {
  std::int64_t place = taps.front().place;
  for (const AxisTap& tap : taps) place = std::max(place, tap.place);
  return std::min(place + 1, extent - 1);
}

std::int64_t InterpolationAxis::inside(std::int64_t place) const {
  return std::clamp<std::int64_t>(place, 0, in_ - 1);
}

InterpolationAxis::Position InterpolationAxis::position(std::int64_t o) const {
  switch (way_) {
    case Interpolation::kNearest:
      return {o * in_, out_};  // interpolate.nearest, interpolate.nearest_alike
    case Interpolation::kNearestExact:
      return {(2 * o + 1) * in_, 2 * out_};  // interpolate.nearest_exact
    default:
      break;
  }
  if (!aligns_)
    return {(2 * o + 1) * in_ - out_, 2 * out_};  // interpolate.half_pixels
  if (out_ == 1) return {0, 1};                   // interpolate.align_corners
  return {o * (in_ - 1), out_ - 1};               // interpolate.align_corners,
                                                  // interpolate.corners
}

// Weights 1 - f and f at ⌊c⌋ and the place after it.
AxisTaps InterpolationAxis::linear(Position c) const {
  c.numerator = std::max<std::int64_t>(c.numerator, 0);
  const std::int64_t first = c.numerator / c.denominator;
  const std::int64_t rest = c.numerator % c.denominator;
  return {{{first, from_integer(c.denominator - rest)},
           {inside(first + 1), from_integer(rest)}},  // interpolate.border
          from_integer(c.denominator)};               // interpolate.constant
}

AxisTaps InterpolationAxis::cubic(Position c) const {
  const std::int64_t first = floor_of(c.numerator, c.denominator);
  AxisTaps taps;
  for (std::int64_t place = first - 1; place <= first + 2; ++place)
    taps.taps.push_back({inside(place),  // interpolate.border
                         keys(std::abs(c.numerator - place * c.denominator),
                              c.denominator)});  // interpolate.bicubic
  const LongReal d = from_integer(c.denominator);
  taps.whole = 4.0 * d * d * d;
  return taps;
}

AxisTaps InterpolationAxis::lanczos(Position c) const {
  const std::int64_t first = floor_of(c.numerator, c.denominator);
  AxisTaps taps;
  taps.whole = 0.0;
  for (std::int64_t place = first - 2; place <= first + 3; ++place) {
    if (place != inside(place)) continue;  // interpolate.border
    const LongReal t = from_integer(c.numerator - place * c.denominator) /
                       from_integer(c.denominator);
    const LongReal weight = sinc(t) * sinc(t / 3.0);  // interpolate.lanczos3
    taps.taps.push_back({place, weight});
    taps.whole = taps.whole + weight;  // interpolate.constant
  }
  return taps;
}

AxisTaps InterpolationAxis::taps(std::int64_t o) const {
  const Position c = position(o);
  switch (way_) {
    case Interpolation::kBilinear:
      return linear(c);
    case Interpolation::kBicubic:
      return cubic(c);
    case Interpolation::kLanczos3:
      return lanczos(c);
    default:
      return {{{c.numerator / c.denominator, 1.0}}, 1.0};
  }
}

bool InterpolationAxis::may_take_one_before(std::int64_t o) const {
  const auto steps = static_cast<std::uint64_t>(out_ / std::gcd(in_, out_));
  const Position c = position(o);
  return !std::has_single_bit(steps) && c.numerator > 0 &&
         c.numerator % c.denominator == 0;
}

}  // namespace assay
