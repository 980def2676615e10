// Lists the sources of the elementwise family's clauses, except those that
// aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kElementwiseSources[] = {
    {"elementwise.strided_operands", Place::kInterfaceElementwiseBinary},
    {"elementwise.every_element", Place::kInterfaceElementwiseBinary},
    {"elementwise.layout_invariance", Place::kKit,
     "One element's result is a function of its operands, so a strided path "
     "must not round otherwise."},
    {"elementwise.exact_alias", Place::kKit,
     "In-place updates are how frontends reuse memory; each element is read "
     "before it is written."},
    {"elementwise.partial_overlap", Place::kHome,
     "Read and write order would show in the result; NumPy pays for a copy, "
     "C's restrict forbids it."},
    {"add.nan", Place::kHome,
     "inf - inf has no limit: an invalid operation of IEEE 754."},
    {"add.infinity", Place::kHome, "No finite term moves an infinity."},
    {"add.signed_zero", Place::kHome,
     "IEEE 754, 6.3, in rounding to nearest: x + (-x) is +0."},
    {"sub.nan", Place::kHome,
     "inf - inf has no limit: an invalid operation of IEEE 754."},
    {"sub.infinity", Place::kHome, "No finite term moves an infinity."},
    {"sub.signed_zero", Place::kHome,
     "IEEE 754, 6.3: x - x is +0 in rounding to nearest."},
    {"mul.nan", Place::kHome,
     "0 · inf has no limit: an invalid operation of IEEE 754."},
    {"mul.infinity", Place::kHome,
     "IEEE 754: signs multiply, infinities included."},
    {"mul.signed_zero", Place::kHome,
     "IEEE 754, 6.3: the sign of a product is the exclusive or of the signs."},
    {"div.truncate"},
    {"div.integer_zero", Place::kHome,
     "A trap would end the process on data; 0 is what NumPy answers, and any "
     "value is better than a crash."},
    {"div.int_min", Place::kHome,
     "2^(w-1) wraps to INT_MIN; x86 traps on the bare instruction, so a kernel "
     "has to guard it."},
    {"div.nan", Place::kHome,
     "0/0 and inf/inf are the invalid operations of IEEE 754."},
    {"div.infinity", Place::kHome,
     "The limits, with signs by exclusive or (IEEE 754, 6.3)."},
    {"div.zero", Place::kHome,
     "Division by zero is IEEE 754's exact infinity, not an error."},
    {"mod.sign"},
    {"mod.integer_zero", Place::kHome,
     "A trap would end the process on data; 0 is NumPy's answer and goes with "
     "x/0 = 0."},
    {"mod.int_min", Place::kHome,
     "The exact remainder is 0; x86 traps on the bare instruction, so a kernel "
     "has to guard it."},
    {"mod.nan", Place::kHome, "C's fmod: no remainder exists there."},
    {"mod.infinity", Place::kHome,
     "C's fmod: the quotient truncates to 0, so the dividend remains."},
    {"mod.signed_zero", Place::kHome,
     "C's fmod; the sign of the dividend holds for zeros too."},
    {"pow.zero_exponent", Place::kHome,
     "C's pow (Annex F): the empty product is 1 whatever the factor."},
    {"pow.one", Place::kHome,
     "C's pow (Annex F): 1 to any power is 1; and the first power is the base "
     "itself."},
    {"pow.negative_exponent", Place::kHome,
     "The exact reciprocal, truncated as integer division does; PyTorch "
     "answers the same."},
    {"pow.nan", Place::kHome,
     "C's pow (Annex F), except where every real continuation agrees on 1."},
    {"pow.infinity", Place::kHome,
     "C's pow (Annex F) lists them; the parity of the exponent decides the "
     "sign."},
    {"max.nan", Place::kHome,
     "A maximum that hides NaN reports a clean result for broken data; NumPy's "
     "maximum and PyTorch propagate."},
    {"max.signed_zero", Place::kHome,
     "maximum of IEEE 754-2019 orders zeros, C's fmax and x86's maxps do not."},
    {"min.nan", Place::kHome,
     "A minimum that hides NaN reports a clean result for broken data; NumPy's "
     "minimum and PyTorch propagate."},
    {"min.signed_zero", Place::kHome,
     "minimum of IEEE 754-2019 orders zeros, C's fmin and x86's minps do not."},
    {"neg.signed_zero", Place::kHome,
     "Negation flips the sign bit (IEEE 754, 5.5.1); 0 - x would give +0."},
    {"recip.integer", Place::kHome,
     "1/x truncated toward zero, as integer division is; |1/x| is below 1 "
     "where |x| is above it."},
    {"recip.integer_zero", Place::kHome, "Goes with x/0 = 0: no trap."},
    {"recip.zero", Place::kHome,
     "IEEE 754's exact infinity, with the sign kept."},
    {"recip.infinity", Place::kHome, "The limit, with the sign kept."},
    {"abs.int_min", Place::kHome,
     "2^(w-1) wraps to INT_MIN; NumPy and PyTorch agree."},
    {"abs.signed_zero", Place::kHome, "Clears the sign bit (IEEE 754, 5.5.1)."},
    {"abs.infinity", Place::kHome, "Clears the sign bit (IEEE 754, 5.5.1)."},
    {"abs.complex", Place::kHome,
     "One dtype for operand and result makes a real magnitude a complex one; "
     "squaring would overflow, so C has hypot."},
    {"sign.zero", Place::kHome,
     "0 for zero is the document's; that -0 gives +0 is decided here, as a "
     "sign has no zero to mirror."},
    {"sign.nan"},
    {"sign.complex", Place::kHome,
     "The unit vector in the direction of z, as in NumPy 2 and PyTorch's sgn."},
    {"cmpeq.nan", Place::kHome, "IEEE 754, 5.11: NaN is unordered."},
    {"cmpeq.signed_zero", Place::kHome, "IEEE 754, 5.11: zeros compare equal."},
    {"cmpeq.complex", Place::kHome, "Equality of pairs."},
    {"cmpne.nan", Place::kHome,
     "IEEE 754, 5.11: the negation of equal, so true for NaN."},
    {"cmpne.signed_zero", Place::kHome, "IEEE 754, 5.11: zeros compare equal."},
    {"cmpne.complex", Place::kHome, "The negation of the equality of pairs."},
    {"cmplt.nan", Place::kHome, "IEEE 754, 5.11: NaN is unordered."},
    {"cmplt.signed_zero", Place::kHome, "IEEE 754, 5.11: zeros compare equal."},
    {"cmple.nan", Place::kHome,
     "IEEE 754, 5.11: NaN is unordered, so not (b < a) is no way to compute "
     "it."},
    {"cmple.signed_zero", Place::kHome, "IEEE 754, 5.11: zeros compare equal."},
    {"where.condition"},
    {"trunc.signed_zero", Place::kHome,
     "C, Annex F: rounding -0.2 gives -0, so that the sign of the argument is "
     "never lost."},
    {"ceil.signed_zero", Place::kHome, "C, Annex F: ceil(-0.2) is -0."},
    {"floor.signed_zero", Place::kHome, "C, Annex F: floor(-0) is -0."},
    {"round.half"},
    {"round.below_half", Place::kHome,
     "floor(x + 0.5) is the usual slip: the sum rounds up to the next "
     "integer."},
    {"round.signed_zero", Place::kHome, "C, Annex F: round(-0.2) is -0."},
    {"sqrt.signed_zero", Place::kHome,
     "IEEE 754, 6.3: the square root of -0 is -0."},
    {"exp.overflow", Place::kHome,
     "e^x lies between the limits 0 and infinity; a negative result is no "
     "rounding of it."},
    {"log.zero", Place::kHome,
     "The limit from the right, with divideByZero in IEEE 754."},
    {"sin.infinity", Place::kHome,
     "The sine has no limit: an invalid operation."},
    {"cos.infinity", Place::kHome,
     "The cosine has no limit: an invalid operation."},
    {"tan.infinity", Place::kHome,
     "The tangent has no limit: an invalid operation."},
    {"cosh.overflow", Place::kHome,
     "cosh is at least 1 everywhere; what is too large rounds to infinity."},
    {"atan2.nan", Place::kHome, "Without both operands there is no angle."},
    {"atan2.minus_pi", Place::kHome,
     "The range is given as half open; C's atan2, and so every implementation, "
     "reaches -π where y = -0, below the cut."},
    {"atan2.signed_zero", Place::kHome,
     "C, Annex F: zeros carry the side from which the origin or the axis is "
     "approached."},
    {"atan2.infinity", Place::kHome,
     "C, Annex F: multiples of π/4, the limits along the diagonals."},
};

}  // namespace assay
