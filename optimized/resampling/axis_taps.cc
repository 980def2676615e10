// Computes taps from exact source positions, which are quotients of integers.
// Tested by tests/optimized/resampling_test.cc.
#include "optimized/resampling/axis_taps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace assay::optimized {
namespace {

// The position of an element: `whole`, and a fraction in [0, 1).
struct Position {
  std::int64_t whole;
  double fraction;
};

Position position_at(std::int64_t numerator, std::int64_t denominator) {
  std::int64_t whole = numerator / denominator;
  std::int64_t rest = numerator % denominator;
  if (rest < 0) {
    rest += denominator;
    --whole;
  }
  return {whole, static_cast<double>(rest) / static_cast<double>(denominator)};
}

Position source(std::int64_t o, std::int64_t in, std::int64_t out,
                bool aligns_corners, bool clamps) {
  if (aligns_corners)
    return out == 1 ? Position{0, 0} : position_at(o * (in - 1), out - 1);
  const std::int64_t numerator = (2 * o + 1) * in - out;
  return position_at(clamps ? std::max<std::int64_t>(numerator, 0) : numerator,
                     2 * out);
}

// Returns Keys' kernel with a = -3/4 at a distance in [0, 2].
double keys(double t) {
  constexpr double kA = -0.75;
  if (t < 1) return ((kA + 2) * t - (kA + 3)) * t * t + 1;
  return ((kA * t - 5 * kA) * t + 8 * kA) * t - 4 * kA;
}

double sinc(double t) {
  if (t == 0) return 1;
  const double x = std::numbers::pi * t;
  return std::sin(x) / x;
}

// Returns Lanczos' kernel at a distance of up to 3.
double lanczos(double t) {
  if (t != 0 && t == std::floor(t)) return 0;
  return sinc(t) * sinc(t / 3);
}

std::int64_t tap_count(Interpolation way) {
  switch (way) {
    case Interpolation::kBilinear:
      return 2;
    case Interpolation::kBicubic:
      return 4;
    case Interpolation::kLanczos3:
      return 6;
    default:
      return 1;
  }
}

// Makes taps that are all absent.
AxisTaps absent_taps(std::int64_t in, std::int64_t out, std::int64_t count) {
  AxisTaps taps{
      .in = in, .out = out, .count = count, .places = {}, .weights = {}};
  taps.places.assign(static_cast<std::size_t>(count * out), -1);
  taps.weights.assign(static_cast<std::size_t>(count * out), 0.0);
  return taps;
}

void set_tap(AxisTaps& taps, std::int64_t o, std::int64_t t, std::int64_t place,
             double weight) {
  const auto at = static_cast<std::size_t>(t * taps.out + o);
  taps.places[at] = static_cast<std::int32_t>(place);
  taps.weights[at] = weight;
}

void set_lanczos(AxisTaps& taps, std::int64_t o, const Position& at) {
  double sum = 0;
  for (std::int64_t t = 0; t < 6; ++t) {
    const std::int64_t place = at.whole + t - 2;
    if (place < 0 || place >= taps.in) continue;
    const double weight =
        lanczos(std::fabs(at.fraction - static_cast<double>(t - 2)));
    set_tap(taps, o, t, place, weight);
    sum += weight;
  }
  for (std::int64_t t = 0; t < 6; ++t)
    taps.weights[static_cast<std::size_t>(t * taps.out + o)] /= sum;
}

}  // namespace

std::int64_t AxisTaps::reach() const {
  std::int64_t most = 1;
  for (std::int64_t o = 0; o < out; ++o) {
    std::int64_t low = std::numeric_limits<std::int64_t>::max(), high = -1;
    for (std::int64_t t = 0; t < count; ++t) {
      if (place(o, t) < 0) continue;
      low = std::min<std::int64_t>(low, place(o, t));
      high = std::max<std::int64_t>(high, place(o, t));
    }
    if (high >= 0) most = std::max(most, high - low + 1);
  }
  return most;
}

AxisTaps interpolation_taps(Interpolation way, std::int64_t in,
                            std::int64_t out, bool aligns_corners) {
  AxisTaps taps = absent_taps(in, out, tap_count(way));
  const auto inside = [&](std::int64_t place) {
    return std::clamp<std::int64_t>(place, 0, in - 1);
  };
  for (std::int64_t o = 0; o < out; ++o) {
    if (way == Interpolation::kNearest) {
      set_tap(taps, o, 0, o * in / out, 1);
      continue;
    }
    if (way == Interpolation::kNearestExact) {
      set_tap(taps, o, 0, (2 * o + 1) * in / (2 * out), 1);
      continue;
    }
    const Position at =
        source(o, in, out, aligns_corners, way == Interpolation::kBilinear);
    if (way == Interpolation::kBilinear) {
      set_tap(taps, o, 0, at.whole, 1 - at.fraction);
      set_tap(taps, o, 1, inside(at.whole + 1), at.fraction);
    } else if (way == Interpolation::kBicubic) {
      for (std::int64_t t = 0; t < 4; ++t)
        set_tap(taps, o, t, inside(at.whole + t - 1),
                keys(std::fabs(at.fraction - static_cast<double>(t - 1))));
    } else {
      set_lanczos(taps, o, at);
    }
  }
  return taps;
}

AxisTaps transposed_taps(const AxisTaps& taps) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(taps.in));
  const auto for_each = [&](auto f) {
    for (std::int64_t o = 0; o < taps.out; ++o)
      for (std::int64_t t = 0; t < taps.count; ++t)
        if (taps.place(o, t) >= 0 && taps.weight(o, t) != 0)
          f(o, static_cast<std::size_t>(taps.place(o, t)), taps.weight(o, t));
  };
  for_each([&](std::int64_t, std::size_t place, double) { ++counts[place]; });
  AxisTaps transposed =
      absent_taps(taps.out, taps.in,
                  std::max<std::int64_t>(
                      1, *std::max_element(counts.begin(), counts.end())));
  std::fill(counts.begin(), counts.end(), 0);
  for_each([&](std::int64_t o, std::size_t place, double weight) {
    set_tap(transposed, static_cast<std::int64_t>(place), counts[place]++, o,
            weight);
  });
  return transposed;
}

}  // namespace assay::optimized
