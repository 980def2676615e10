// Turns a tolerance into closed intervals of dtype values around an exact
// result, which a reader of a case file can check without a formula.
// Tested by tests/harness/judge/acceptance_test.cc.
#pragma once

#include <cmath>
#include <cstdint>

#include "harness/case/case.h"
#include "spec/float_codec.h"

namespace assay {

// Returns the unit in the last place (ULP) at an exact value x:
// 2^(max(⌊log2|x|⌋, e_min)-p+1).
long double ulp_at(const FloatFormat& format, long double exact);

// Returns the exact value that an oracle describes by a rounded value and a
// residue in ULPs. A rounded value of infinity stands for 2^(e_max + 1).
long double exact_value(const FloatFormat& format, std::uint64_t rounded,
                        double residue);

// Says what a result must satisfy in addition to its distance.
struct AcceptanceRules {
  bool judge_zero_sign = true;  // a zero result keeps the rounded zero's sign
  // The range of the function, rounded to the format.
  long double low = -HUGE_VALL;
  long double high = HUGE_VALL;
};

// Returns the values within `bound` of the exact value; `bound` is an absolute
// number. If |exact| + bound reaches the smallest magnitude that rounds to
// infinity, that infinity (or NaN) is accepted too.
Acceptance accept_around(const FloatFormat& format, std::uint64_t rounded,
                         double residue, long double bound,
                         const AcceptanceRules& rules);

// Returns an acceptance of one bit pattern, or of every NaN if it is a NaN.
constexpr Acceptance accept_only(std::uint64_t bits) {
  return {false, bits, bits};
}

// Returns an acceptance of everything that `a` or `b` accepts and of the values
// between. If only one of them is NaN, everything is accepted.
Acceptance hull(const FloatFormat& format, const Acceptance& a,
                const Acceptance& b);

// Returns whether a component is accepted.
bool accepts(const FloatFormat& format, const Acceptance& acceptance,
             std::uint64_t bits);

// Returns |result - exact| in ULPs of the exact value. Returns infinity if one
// of the two is not finite and they differ.
double ulp_error(const FloatFormat& format, std::uint64_t result,
                 std::uint64_t rounded, double residue);

}  // namespace assay
