// Stores results that are judged by a scale S of their own: an element may be
// off by u_a·S + u_o·|r| + 2·η_a + η_o, where the accumulator is float32 for
// 16-bit floats.
// Tested by tests/reference/activation_test.cc.
#pragma once

#include <cmath>

#include "reference/accumulators.h"
#include "reference/evaluation.h"
#include "reference/nn/long_real.h"

namespace assay {

// Holds an exact result and what its error may be.
struct Bounded {
  LongReal value;
  double scale = 0;
  // What the profile adds to the scale. No partial result grows by it, so it
  // does not count when the scale is compared with the largest finite value.
  double more = 0;
  std::int64_t terms = 1;
  Freedom freedom = Freedom::kNone;
  // True if no way to compute the result is off, so its rounding is demanded.
  bool is_certain = false;
  // True if 0 is accepted where the value is below the smallest normal of the
  // accumulator.
  bool may_vanish = false;
};

// Makes a result without any error, and one that is left open.
inline Bounded certain(double value) {
  return {.value = value, .is_certain = true};
}
inline Bounded left_open() { return {.freedom = Freedom::kAny}; }

class ScaledResults {
 public:
  explicit ScaledResults(const Evaluation& call)
      : out_(call.results()),
        accumulator_(accumulator_of(call)),
        largest_(decode_component(accumulator_,
                                  largest_finite_bits(accumulator_))) {}

  const FloatFormat& accumulator() const { return accumulator_; }

  void put(const Index& at, const Open<double>& x) const { out_.put(at, x); }
  // Stores the value, which is rounded once, and notes its scale.
  void put(const Index& at, const Bounded& y) const {
    out_.put(at, y.value.exact());  // activation.accumulator,
                                    // normalization.accumulator
    if (!out_.recording() || y.value.is_nan()) return;
    out_.note_freedom(at, y.freedom);
    if (y.is_certain) return out_.note_roundings(at, 0);
    if (!(y.scale <= largest_))
      out_.note_freedom(at, Freedom::kAny);  // activation.partial_overflow,
                                             // normalization.partial_overflow
    out_.note_scale(at, 0, y.scale + y.more);
    out_.note_terms(at, y.terms);
    const double magnitude = std::fabs(y.value.nearest());
    if (y.may_vanish && magnitude < std::ldexp(1.0, accumulator_.min_exponent))
      out_.note_alternative(at, ElementBits{});
  }

 private:
  Results out_;
  const FloatFormat& accumulator_;
  double largest_;
};

}  // namespace assay
