// Finds the taps along one axis of an image that is interpolated, and their
// weights. A source position is a quotient of integers, so it is exact, and so
// is every weight but those of lanczos3.
// Tested by tests/reference/interpolation_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/nn/long_real.h"
#include "spec/attributes.h"

namespace assay {

// Holds a place of the operand, and what its weight is in parts of a whole.
struct AxisTap {
  std::int64_t place = 0;
  LongReal weight;
};

// Holds the taps of one position of the result. A tap counts weight / whole.
struct AxisTaps {
  std::vector<AxisTap> taps;
  LongReal whole = 1.0;

  // Return the first and the last place of a tap or of a neighbour of one,
  // inside of an axis of this extent.
  std::int64_t low() const;
  std::int64_t high(std::int64_t extent) const;
};

class InterpolationAxis {
 public:
  InterpolationAxis(Interpolation way, std::int64_t in, std::int64_t out,
                    bool aligns)
      : way_(way), in_(in), out_(out), aligns_(aligns) {}

  std::int64_t in() const { return in_; }
  std::int64_t out() const { return out_; }

  // Returns the taps of position o. nearest and nearest_exact have one.
  AxisTaps taps(std::int64_t o) const;

  // Returns whether nearest or nearest_exact may take the place before the tap
  // of position o: floating-point evaluation may end below the tap if the
  // position is an integer, but in/out is no dyadic number.
  bool may_take_one_before(std::int64_t o) const;

  // Returns whether positions are too large for floating-point evaluation to
  // come within half a step of out.
  bool is_long() const { return in_ * out_ >= std::int64_t{1} << 22; }

 private:
  // Holds numerator / denominator, whose denominator is positive.
  struct Position {
    std::int64_t numerator;
    std::int64_t denominator;
  };

  Position position(std::int64_t o) const;
  AxisTaps linear(Position c) const;
  AxisTaps cubic(Position c) const;
  AxisTaps lanczos(Position c) const;
  std::int64_t inside(std::int64_t place) const;

  Interpolation way_;
  std::int64_t in_;
  std::int64_t out_;
  bool aligns_;
};

inline bool is_nearest(Interpolation way) {
  return way == Interpolation::kNearest || way == Interpolation::kNearestExact;
}

}  // namespace assay
