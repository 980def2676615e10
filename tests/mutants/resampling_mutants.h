// Mutants of interpolation and of its gradient: kernels in double with one
// thing wrong.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "tests/mutants/mutant.h"

namespace assay::mutants::arrays {

// Says what is wrong with a kernel.
enum class ImageFault {
  kRoundsPositions,  // nearest rounds to the nearest place
  kForgetsTheHalf,   // takes corners of pixels for their centres
  kAlignsNearest,    // nearest obeys align_corners
  kFloatPositions,   // computes positions in float32, whatever the dtype
  kIgnoresCorners,
  kAlwaysCorners,
  kOtherKernel,     // Keys' own a = -1/2
  kForgetsTheSum,   // lanczos3 is not divided by the sum of its weights
  kWrongRatio,      // divides by one more than out
  kDropsOutside,    // taps outside are no terms for any mode
  kWrapsAround,     // taps outside come from the other end
  kOneRatio,        // that of the rows for both axes
  kFilters,         // takes means of bins where the image shrinks
  kLosesNonfinite,  // takes 0 for what is not finite
  kRoundsEachStep,  // computes in the dtype
  kOverwrites,      // keeps the last gradient of an element
  kLeavesGaps,      // writes no element that no gradient reaches
  kSkipsTerms,      // leaves every ninth gradient out
  kLosesTheLast,    // leaves the last gradient of an image out
  kReadsTheLent,    // adds 0 times x
};

// Returns the taps of position o along an axis, with their weights.
template <ImageFault fault>
class AxisKernel {
 public:
  using Taps = std::vector<std::pair<std::int64_t, double>>;

  AxisKernel(Interpolation mode, std::int64_t in, std::int64_t out, bool aligns)
      : mode_(mode), in_(in), out_(out), aligns_(aligns) {
    if (fault == ImageFault::kIgnoresCorners) aligns_ = false;
    if (fault == ImageFault::kAlwaysCorners) aligns_ = true;
  }

  // Makes the axis use the ratio of another one.
  void use_ratio(double ratio) { ratio_ = ratio; }
  double ratio() const {
    const double out =
        static_cast<double>(fault == ImageFault::kWrongRatio ? out_ + 1 : out_);
    return static_cast<double>(in_) / out;
  }

  Taps taps(std::int64_t o) const {
    if (fault == ImageFault::kFilters && out_ < in_) return means(o);
    double c = position(static_cast<double>(o));
    if (fault == ImageFault::kFloatPositions) c = static_cast<float>(c);
    switch (mode_) {
      case Interpolation::kNearest:
      case Interpolation::kNearestExact:
        return {
            {std::clamp(static_cast<std::int64_t>(c), std::int64_t{0}, in_ - 1),
             1}};
      case Interpolation::kBilinear:
        return weighted(std::max(c, 0.0), 0, 1, [](double t) { return 1 - t; });
      case Interpolation::kBicubic:
        return weighted(c, -1, 2, keys);
      default:
        return lanczos(c);
    }
  }

 private:
  double position(double o) const {
    const double ratio = ratio_ > 0 ? ratio_ : this->ratio();
    const bool moves = mode_ == Interpolation::kNearest ||
                       mode_ == Interpolation::kNearestExact;
    if (moves && fault == ImageFault::kAlignsNearest && aligns_ && out_ > 1)
      return o * static_cast<double>(in_ - 1) / static_cast<double>(out_ - 1);
    // Half of a step of the result keeps the mutant away from breakpoints.
    constexpr double kTiny = 1e-9;
    if (moves && fault == ImageFault::kRoundsPositions)
      return o * ratio + 0.5 + kTiny;
    const bool is_exact = mode_ == Interpolation::kNearestExact &&
                          fault != ImageFault::kForgetsTheHalf;
    if (moves) return (o + (is_exact ? 0.5 : 0)) * ratio + kTiny;
    if (aligns_)
      return out_ == 1 ? 0
                       : o * static_cast<double>(in_ - 1) /
                             static_cast<double>(out_ - 1);
    if (fault == ImageFault::kForgetsTheHalf) return o * ratio;
    return (o + 0.5) * ratio - 0.5;
  }

  static double keys(double t) {
    const double a = fault == ImageFault::kOtherKernel ? -0.5 : -0.75;
    if (t < 1) return ((a + 2) * t - (a + 3)) * t * t + 1;
    return t < 2 ? ((a * t - 5 * a) * t + 8 * a) * t - 4 * a : 0;
  }
  static double sinc(double t) {
    const double angle = std::numbers::pi * t;
    return t == 0 ? 1 : std::sin(angle) / angle;
  }

  template <typename Kernel>
  Taps weighted(double c, int first, int last, Kernel kernel) const {
    const auto below = static_cast<std::int64_t>(std::floor(c));
    Taps taps;
    for (int k = first; k <= last; ++k) {
      std::int64_t place = below + k;
      const double weight = kernel(std::fabs(c - static_cast<double>(place)));
      if (place < 0 || place >= in_) {
        if (fault == ImageFault::kDropsOutside) continue;
        place = fault == ImageFault::kWrapsAround
                    ? (place % in_ + in_) % in_
                    : std::clamp(place, std::int64_t{0}, in_ - 1);
      }
      taps.emplace_back(place, weight);
    }
    return taps;
  }

  Taps lanczos(double c) const {
    const auto below = static_cast<std::int64_t>(std::floor(c));
    Taps taps;
    double sum = 0;
    for (std::int64_t place = below - 2; place <= below + 3; ++place) {
      const double t = c - static_cast<double>(place);
      const double weight = sinc(t) * sinc(t / 3);
      const bool is_inside = place >= 0 && place < in_;
      if (!is_inside && fault != ImageFault::kWrapsAround) continue;
      taps.emplace_back((place % in_ + in_) % in_, weight);
      sum += weight;
    }
    if (fault != ImageFault::kForgetsTheSum &&
        fault != ImageFault::kDropsOutside)
      for (auto& [place, weight] : taps) weight /= sum;
    return taps;
  }

  Taps means(std::int64_t o) const {
    const std::int64_t first = o * in_ / out_;
    const std::int64_t last = std::max((o + 1) * in_ / out_, first + 1);
    Taps taps;
    for (std::int64_t place = first; place < last; ++place)
      taps.emplace_back(place, 1 / static_cast<double>(last - first));
    return taps;
  }

  Interpolation mode_;
  std::int64_t in_;
  std::int64_t out_;
  bool aligns_;
  double ratio_ = 0;
};

// Holds the kernels of both axes of a call.
template <ImageFault fault>
struct ImageKernel {
  explicit ImageKernel(const Call& call)
      : rows(axis(call, 0)), columns(axis(call, 1)) {
    if (fault == ImageFault::kOneRatio) columns.use_ratio(rows.ratio());
  }
  static AxisKernel<fault> axis(const Call& call, std::size_t i) {
    return {call.attributes.interpolation(),
            call.operands[0].view.shape()[i + 2],
            call.attributes.integers(AttributeKey::kOutputSize)[i],
            call.attributes.flag(AttributeKey::kAlignCorners)};
  }
  AxisKernel<fault> rows;
  AxisKernel<fault> columns;
};

inline double stepped(const FloatFormat& format, double value) {
  return decode_real(format, encode_real(format, value));
}
inline ElementBits stored(const Tensor& tensor, double value) {
  return {encode_real(format_of(tensor.dtype), value), 0};
}

template <ImageFault fault>
class Interpolates : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const ImageKernel<fault> kernel(call);
    const FloatFormat& format = format_of(call.outs[0].dtype);
    constexpr bool kSteps = fault == ImageFault::kRoundsEachStep;
    replace_each(call.outs[0], [&](const Index& to, ElementBits) {
      double y = 0;
      for (const auto& [i, v] : kernel.rows.taps(to[2]))
        for (const auto& [j, w] : kernel.columns.taps(to[3])) {
          double x = real_at(call.operands[0], {to[0], to[1], i, j});
          if (fault == ImageFault::kLosesNonfinite && !std::isfinite(x)) x = 0;
          const double weight = kSteps ? stepped(format, v * w) : v * w;
          y += kSteps ? stepped(format, weight * x) : weight * x;
          if (kSteps) y = stepped(format, y);
        }
      return stored(call.outs[0], y);
    });
  }
};

template <ImageFault fault>
class ReturnsImages : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const ImageKernel<fault> kernel(call);
    const Tensor& gx = call.outs[0];
    const Tensor& grad = call.operands[1];
    const FloatFormat& format = format_of(gx.dtype);
    const Shape& sizes = grad.view.shape();
    std::vector<double> sums(static_cast<std::size_t>(gx.view.numel()), 0);
    std::vector<bool> reached(sums.size(), false);
    const View places(gx.view.shape());
    std::int64_t count = 0;
    for (const Index& from : indices(sizes)) {
      const bool is_last = from[2] + 1 == sizes[2] && from[3] + 1 == sizes[3];
      if (fault == ImageFault::kLosesTheLast && is_last) continue;
      if (fault == ImageFault::kSkipsTerms && ++count % 9 == 8) continue;
      double g = real_at(grad, from);
      if (fault == ImageFault::kLosesNonfinite && !std::isfinite(g)) g = 0;
      for (const auto& [i, v] : kernel.rows.taps(from[2]))
        for (const auto& [j, w] : kernel.columns.taps(from[3])) {
          const auto at = static_cast<std::size_t>(
              places.linear_index({from[0], from[1], i, j}));
          double& sum = sums[at];
          sum = fault == ImageFault::kOverwrites ? v * w * g : sum + v * w * g;
          if (fault == ImageFault::kRoundsEachStep) sum = stepped(format, sum);
          reached[at] = true;
        }
    }
    replace_each(gx, [&](const Index& to, ElementBits) {
      const auto at = static_cast<std::size_t>(places.linear_index(to));
      if (fault == ImageFault::kLeavesGaps && !reached[at])
        return stored(gx, 1);
      double value = sums[at];
      if (fault == ImageFault::kReadsTheLent)
        value += 0 * real_at(call.operands[0], to);
      return stored(gx, value);
    });
  }
};

// Changes the lowest bit of each element.
class LosesTheLowestBit : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_each(call.outs[0], [](const Index&, ElementBits bits) {
      return ElementBits{bits.re & ~std::uint64_t{1}, bits.im};
    });
  }
};

}  // namespace assay::mutants::arrays
