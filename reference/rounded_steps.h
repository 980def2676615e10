// Computes sums and products of reals in the order of their terms, rounded to
// the dtype after every step. execute() does this if the profile names such an
// accumulation. An answer stays exact, and the judge's bound includes the
// roundings.
// Tested by tests/reference/reduction_test.cc.
#pragma once

#include "reference/accumulators.h"
#include "reference/policy.h"

namespace assay {

// Returns whether RoundedSteps carries the call out.
inline bool runs_in_rounded_steps(const Evaluation& call) {
  if (call.answer != nullptr) return false;
  const DType dtype = call.call.operands[0].dtype;
  const Accumulation kind = accumulation_of(call.call.op, call.call.attributes);
  // Sums of narrow floats need no steps: one that is exact and rounded once is
  // within every bound.
  if (kind == Accumulation::kSum)
    return dtype == DType::kFloat64 &&
           call.profile.is("sum.float64=any"_policy);
  return is_narrow_real(dtype) && rounds_each_step(kind, call.profile);
}

// Accumulates a sum, or a product if `is_product`. The double result of a step
// is rounded again when it is stored, which is innocuous for dtypes of 16 and 8
// bits.
template <bool is_product>
class RoundedSteps {
 public:
  explicit RoundedSteps(const Evaluation& call)
      : dtype_(call.call.operands[0].dtype) {}
  void add(double x) {
    const double exact = is_product ? value_ * x : value_ + x;
    value_ = decode<double>(dtype_, encode(dtype_, exact));
  }
  void write(const Results& out, const Index& at) const { out.put(at, value_); }

 private:
  DType dtype_;
  double value_ = is_product ? 1 : 0;
};

}  // namespace assay
