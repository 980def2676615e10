// Mutants of grid_sample_2d: a kernel in double with one thing wrong.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/mutants/resampling_mutants.h"

namespace assay::mutants::arrays {

// Says what is wrong with the kernel.
enum class GridFault {
  kSwapsCoordinates,
  kIgnoresCorners,
  kAlwaysCorners,
  kAlwaysClamps,
  kNeverClamps,      // takes zeros for border
  kClampsAtMirrors,  // takes border for reflection
  kMirrorsOnce,
  kRoundsHalvesUp,
  kLosesFarPositions,  // takes a position beyond 30 for 0
  kDividesByZero,      // loses positions on an axis of extent 1
  kSpreadsNan,         // adds 0 times the first element
  kRoundsEachStep,
};

template <GridFault fault>
class SamplesGrid : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& x = call.operands[0];
    const Tensor& y = call.outs[0];
    const Shape& shape = x.view.shape();
    const bool is_nearest =
        call.attributes.interpolation() == Interpolation::kNearest;
    replace_each(y, [&](const Index& to, ElementBits) {
      const bool swaps = fault == GridFault::kSwapsCoordinates;
      const auto g = [&](std::int64_t k) {
        return real_at(call.operands[1],
                       {to[0], to[2], to[3], swaps ? 1 - k : k});
      };
      const double row = place(call, g(1), shape[2]);
      const double column = place(call, g(0), shape[3]);
      const Index lead = {to[0], to[1]};
      double value = is_nearest ? at(x, lead, rounded(row), rounded(column))
                                : bilinear(x, lead, row, column);
      if (fault == GridFault::kSpreadsNan && shape[2] * shape[3] > 1)
        for (const Index& from : indices({shape[2], shape[3]}))
          value += 0 * real_at(x, {to[0], to[1], from[0], from[1]});
      return stored(y, value);
    });
  }

  static double rounded(double place) {
    return fault == GridFault::kRoundsHalvesUp ? std::floor(place + 0.5)
                                               : std::nearbyint(place);
  }

  static double place(const Call& call, double g, std::int64_t extent) {
    const auto n = static_cast<double>(extent);
    bool aligns = call.attributes.flag(AttributeKey::kAlignCorners);
    if (fault == GridFault::kIgnoresCorners) aligns = false;
    if (fault == GridFault::kAlwaysCorners) aligns = true;
    double p = aligns ? (g + 1) * (n - 1) / 2 : ((g + 1) * n - 1) / 2;
    if (fault == GridFault::kLosesFarPositions && std::fabs(p) > 30) p = 0;
    if (fault == GridFault::kDividesByZero && extent == 1)
      return std::numeric_limits<double>::quiet_NaN();
    PaddingMode mode = call.attributes.padding_mode();
    if (fault == GridFault::kAlwaysClamps && mode == PaddingMode::kZeros)
      mode = PaddingMode::kBorder;
    if (fault == GridFault::kNeverClamps && mode == PaddingMode::kBorder)
      mode = PaddingMode::kZeros;
    if (fault == GridFault::kClampsAtMirrors &&
        mode == PaddingMode::kReflection)
      mode = PaddingMode::kBorder;
    if (mode == PaddingMode::kZeros) return p;
    if (mode == PaddingMode::kReflection)
      p = mirrored(p, aligns ? 0 : -0.5, aligns ? n - 1 : n);
    return std::clamp(p, 0.0, n - 1);
  }

  static double mirrored(double p, double low, double span) {
    if (span == 0) return 0;
    const double distance = std::fabs(p - low);
    if (fault == GridFault::kMirrorsOnce)
      return low + (distance <= span ? distance : 2 * span - distance);
    const double turns = std::floor(distance / span);
    const double rest = distance - turns * span;
    return low + (std::fmod(turns, 2) == 0 ? rest : span - rest);
  }

  // Returns an element, or 0 outside of the image.
  static double at(const Tensor& x, const Index& lead, double row,
                   double column) {
    const Shape& shape = x.view.shape();
    const bool is_inside = row >= 0 && column >= 0 &&
                           row < static_cast<double>(shape[2]) &&
                           column < static_cast<double>(shape[3]);
    if (!is_inside)
      return std::isnan(row + column) ? std::numeric_limits<double>::quiet_NaN()
                                      : 0;
    return real_at(x, {lead[0], lead[1], static_cast<std::int64_t>(row),
                       static_cast<std::int64_t>(column)});
  }

  static double bilinear(const Tensor& x, const Index& lead, double row,
                         double column) {
    const FloatFormat& format = format_of(x.dtype);
    constexpr bool kSteps = fault == GridFault::kRoundsEachStep;
    const double top = std::floor(row);
    const double left = std::floor(column);
    double sum = 0;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        const double weight = (i == 0 ? 1 - (row - top) : row - top) *
                              (j == 0 ? 1 - (column - left) : column - left);
        const double v = at(x, lead, top + i, left + j);
        if (weight == 0) continue;
        sum += kSteps ? stepped(format, weight * v) : weight * v;
        if (kSteps) sum = stepped(format, sum);
      }
    return sum;
  }
};

}  // namespace assay::mutants::arrays
