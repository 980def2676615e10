// Says in which float format the sums and products of a call accumulate. The
// error bound of an accumulating op and the range in which it is judged follow
// from this format.
// Tested by tests/reference/policies_test.cc.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "spec/backend.h"
#include "spec/dtype.h"
#include "spec/profile.h"

namespace assay {

// Lists the kinds of accumulation that profiles tell apart, and the steps of
// functions such as softmax, which no profile does.
enum class Accumulation {
  kSum,
  kProduct,
  kRunningSum,
  kRunningProduct,
  kSteps
};

// Returns the kind of accumulation of an op. It is kSum for matmul, fold and
// scatter too.
inline Accumulation accumulation_of(Op op, const Attributes& attributes) {
  const Variant& variant = variant_of(op, attributes);
  const bool multiplies = is_judged_by(variant, Accuracy::kProduct);
  if (is_judged_by(variant, Accuracy::kConditionAware) &&
      !is_sum_of_terms(variant))
    return Accumulation::kSteps;
  if (spec_of(op).signature.types != types_scanned)
    return multiplies ? Accumulation::kProduct : Accumulation::kSum;
  return multiplies ? Accumulation::kRunningProduct : Accumulation::kRunningSum;
}

// Returns whether the profile rounds every step of an accumulation of 16- or
// 8-bit floats to the dtype.
constexpr bool rounds_each_step(Accumulation kind, const Profile& profile) {
  if (kind == Accumulation::kSteps) return false;
  const bool is_product =
      kind == Accumulation::kProduct || kind == Accumulation::kRunningProduct;
  const bool is_scan = kind == Accumulation::kRunningSum ||
                       kind == Accumulation::kRunningProduct;
  return (is_scan && profile.is("scan.narrow=each_step"_policy)) ||
         profile.is(is_product ? "prod.accumulator=same"_policy
                               : "sum.accumulator=same"_policy);
}

// Returns float32 for 16- and 8-bit floats, unless the profile rounds every
// step to the dtype; otherwise the format of the dtype's component.
constexpr const FloatFormat& accumulator_format(
    DType dtype, const Profile& profile,
    Accumulation kind = Accumulation::kSum) {
  const bool widened = !rounds_each_step(kind, profile);
  return is_narrow_real(dtype) && widened ? kFormatFloat32 : format_of(dtype);
}

// Returns whether the profile lets reduce_sum add up a dtype in any order, so
// that one term may meet as many roundings as there are other terms.
constexpr bool adds_in_any_order(DType dtype, const Profile& profile) {
  const bool is_float64 =
      dtype == DType::kFloat64 || dtype == DType::kComplex128;
  return profile.is("sum.order=any"_policy) ||
         (is_float64 && profile.is("sum.float64=any"_policy));
}

// Returns how many roundings a term of a reduction of m terms may meet. If the
// profile permits any order, this is one for each other term. Otherwise it is
// what summation in pairs needs, with some slack.
inline std::int64_t roundings_of_reduction(DType dtype, std::int64_t m,
                                           const Profile& profile) {
  if (adds_in_any_order(dtype, profile)) return m - 1;
  const auto terms = static_cast<long double>(std::max<std::int64_t>(m, 1));
  return static_cast<std::int64_t>(std::ceil(std::log2(terms))) + 128;
}

}  // namespace assay
