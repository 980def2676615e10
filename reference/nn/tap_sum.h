// Accumulates the sum of weighted taps of one element of a resampled image, and
// finds out what elements that are not finite make of it.
// Tested by tests/reference/interpolation_test.cc.
#pragma once

#include <cmath>

#include "reference/nn/scaled_results.h"

namespace assay {

class TapSum {
 public:
  // A weight that is not above `least_weight` may vanish, or change its sign,
  // because the position is rounded.
  explicit TapSum(double least_weight = 0) : least_weight_(least_weight) {}

  // Adds a term, which counts `share`. The sum is in parts of a whole, and the
  // share is the weight divided by it.
  void add(const LongReal& weight, double share, double x) {
    ++count_;
    if (!std::isfinite(x)) return add_nonfinite(share, x);
    sum_ = sum_ + weight * x;
    magnitude_ += std::fabs(share * x);
  }
  // Notes an element that rounded positions may reach, and that is no term with
  // a weight.
  void reach(double x) { is_open_ |= !std::isfinite(x); }

  std::int64_t count() const { return count_; }
  // Returns Σ|w·x| of the finite terms.
  double magnitude() const { return magnitude_; }
  bool is_finite() const {
    return !is_nan_ && !is_open_ && !has_positive_ && !has_negative_;
  }
  // Returns whether a weight is so large that rounding does not change its
  // sign.
  bool is_sure(double share) const { return std::fabs(share) > least_weight_; }

  // Returns the sum, divided by the whole.
  Bounded result(const LongReal& whole, double scale) const {
    if (is_nan_) return certain(kNaN);
    if (is_open_) return left_open();
    if (has_positive_ && has_negative_) return certain(kNaN);
    if (has_positive_ || has_negative_)
      return certain(has_positive_ ? kInfinity : -kInfinity);
    return {.value = sum_ / whole, .scale = scale};
  }

 private:
  void add_nonfinite(double share, double x) {
    if (!is_sure(share))
      is_open_ = true;
    else if (std::isnan(x))
      is_nan_ = true;
    else
      ((x > 0) == (share > 0) ? has_positive_ : has_negative_) = true;
  }

  double least_weight_;
  LongReal sum_ = 0.0;
  double magnitude_ = 0;
  std::int64_t count_ = 0;
  bool is_nan_ = false;
  bool is_open_ = false;
  bool has_positive_ = false;
  bool has_negative_ = false;
};

}  // namespace assay
