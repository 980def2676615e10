// Lists what the clauses of elementwise ops and conversions say under the
// policy values that are not canonical. reference/nx/elementwise_*.h and
// reference/nx/conversion.h carry them out.
// Tested by tests/spec/policy_texts_test.cc.
#pragma once

#include "spec/policy_texts.h"

namespace assay {

inline constexpr PolicyText kElementwisePolicyTexts[] = {
    {"round.half=even"_policy, "round.half",
     "Halves round to the even neighbour."},

    {"mod.sign=divisor"_policy, "mod.value",
     "The remainder of division rounded down: that of truncated division, plus "
     "the divisor where their signs differ; a sum of floats is rounded to "
     "nearest."},
    {"mod.sign=divisor"_policy, "mod.sign",
     "A remainder has the sign of the divisor, also where the signs differ."},
    {"mod.sign=divisor"_policy, "mod.infinity",
     "A finite dividend modulo an infinity is itself if it is not zero and has "
     "the sign of the divisor, a zero of that sign if it is zero, and "
     "otherwise that infinity."},
    {"mod.sign=divisor"_policy, "mod.signed_zero",
     "A zero remainder of floats has the sign of the divisor."},

    {"div.integer=floor"_policy, "div.truncate",
     "Inexact integer quotients round toward minus infinity."},

    {"div.integer_zero=error"_policy, "div.integer_zero",
     "An integer divided by 0 makes the call the typed error `invalid`."},
    {"div.integer_zero=any"_policy, "div.integer_zero",
     "An integer divided by 0 may give any value, or the call may be refused."},
    {"mod.integer_zero=error"_policy, "mod.integer_zero",
     "An integer modulo 0 makes the call the typed error `invalid`."},
    {"mod.integer_zero=any"_policy, "mod.integer_zero",
     "An integer modulo 0 may give any value, or the call may be refused."},
    {"recip.integer_zero=any"_policy, "recip.integer_zero",
     "The reciprocal of integer 0 may be any value, but no error."},

    {"max.nan=ignore"_policy, "max.nan min.nan",
     "The other operand if one operand is NaN, and NaN if both are."},
    {"max.nan=any"_policy, "max.nan min.nan",
     "The result may be anything if either operand is NaN."},
    {"max.nan=ignore"_policy, "scatter_general.nan",
     "min, max: NaN is passed over; if every element that meets is NaN, the "
     "result is NaN."},
    {"max.nan=any"_policy, "scatter_general.nan",
     "min, max: where a NaN meets another element, the result may be "
     "anything."},
    {"max.nan=ignore"_policy, "max_abs.nan",
     "NaN is passed over; if every element is NaN, the result is NaN."},
    {"max.nan=any"_policy, "max_abs.nan",
     "If one of several elements is NaN, the result may be anything."},
    {"max.nan=ignore"_policy, "max_with_index.nan min_with_index.nan",
     "NaN is passed over; if every element is NaN, the value is NaN and the "
     "index any."},
    {"max.nan=any"_policy, "max_with_index.nan min_with_index.nan",
     "If one of several elements is NaN, value and index may be anything."},

    {"shift.count=saturate"_policy, "shift_left.count shift_right.count",
     "A count that is negative or not below the number of bits moves every bit "
     "out: the result is 0, or -1 where a negative integer moves down.",
     TextEffect::kDecides},
    {"shift.count=mask_64"_policy, "shift_left.count shift_right.count",
     "A count is taken modulo 64. If it is still not below the number of bits, "
     "it moves every bit out: the result is 0, or -1 where a negative integer "
     "moves down.",
     TextEffect::kDecides},
    {"shift.count=mask_width"_policy, "shift_left.count shift_right.count",
     "A count is taken modulo the number of bits.", TextEffect::kDecides},

    {"sign.nan=zero"_policy, "sign.nan", "0 for NaN."},
    {"sign.zero=kept"_policy, "sign.zero",
     "0 for zero; a zero of a real float keeps its sign."},
    {"sign.complex=real_part"_policy, "sign.complex",
     "The sign of the real part of z, or of its imaginary part if the real "
     "part is zero, as a real number: 1, -1 or 0."},
    {"sign.complex=real_part"_policy, "sign.complex_nonfinite",
     "The sign of a complex value that is not finite or is very large is that "
     "of sign.complex; it is NaN if a part is NaN.",
     TextEffect::kDecides},

    {"clamp_general.crossed=lower"_policy, "clamp_general.crossed",
     "Where the lower bound is above the upper one, the lower bound."},
    {"clamp_general.crossed=any"_policy, "clamp_general.crossed",
     "Where the lower bound is above the upper one, the result may be "
     "anything."},

    {"pow.negative_exponent=zero"_policy, "pow.negative_exponent",
     "A negative integer exponent gives 0 for every base."},
    {"pow.negative_exponent=error"_policy, "pow.negative_exponent",
     "A negative integer exponent makes the call the typed error `invalid`."},
    {"pow.negative_exponent=any"_policy, "pow.negative_exponent",
     "A negative integer exponent may give any value, or the call may be "
     "refused."},
    {"pow.negative_exponent=zero"_policy, "pow.one",
     "With a negative integer exponent, pow.negative_exponent decides instead.",
     TextEffect::kAdds},
    {"pow.negative_exponent=error"_policy, "pow.one",
     "With a negative integer exponent, pow.negative_exponent decides instead.",
     TextEffect::kAdds},
    {"pow.negative_exponent=any"_policy, "pow.one",
     "With a negative integer exponent, pow.negative_exponent decides instead.",
     TextEffect::kAdds},
    {"pow.overflow=any"_policy, "pow.wrap",
     "Integer powers with exponents up to 63 wrap modulo 2^w; larger exponents "
     "may give any value, but no error."},
    {"pow.overflow=any"_policy, "pow.value pow.one",
     "An integer exponent above 63 may give any value.", TextEffect::kAdds},

    {"cast.out_of_range=any"_policy, "cast.out_of_range",
     "Floats that, truncated, are outside the range of an integer dtype, "
     "infinities too, may give any value, but no error."},
    {"cast.out_of_range=any"_policy, "cast.nan",
     "NaN may give any value in an integer dtype, but no error, and gives NaN "
     "in a float."},
    {"cast.out_of_range=error"_policy, "cast.out_of_range",
     "A float that, truncated, is outside the range of an integer dtype, an "
     "infinity too, makes the call the typed error `invalid`."},
    {"cast.out_of_range=error"_policy, "cast.nan",
     "NaN makes a call to an integer dtype the typed error `invalid`, and "
     "gives NaN in a float."},

    {"cast.float8_overflow=saturate"_policy, "cast.overflow",
     "A magnitude that rounds beyond the largest finite value of a float dtype "
     "is infinite; in the float8 dtypes it is that largest finite value, for "
     "infinities too."},
    {"cast.float8_overflow=any"_policy, "cast.overflow",
     "A magnitude that rounds beyond the largest finite value of a float dtype "
     "is infinite; in the float8 dtypes it may give any value, and infinities "
     "may too."},

    {"cast.complex_bool=real"_policy, "cast.bool",
     "To bool: false for zero, -0 too, and true for everything else, NaN too. "
     "A complex value is zero if its real part is."},

    {"convert.check=value"_policy, "convert.refused",
     "Every pair of dtypes may be claimed, and the elements decide: if one of "
     "them is not a value of out's dtype, the call is the typed error "
     "`invalid`, and out may hold anything. Every float dtype has NaN, no "
     "other dtype has it, and either zero is a value of each."},
    {"convert.check=value"_policy, "convert.rounding",
     "A 64-bit integer that float64 lacks makes the call the typed error "
     "`invalid`."},

    {"float.subnormal=flush_input"_policy,
     "*.value mul.subnormal div.subnormal recip.subnormal pow.subnormal "
     "cast.subnormal exp.overflow expm1.small abs_real.axis "
     "clamp_general.scalar",
     "Operands below the smallest normal count as zeros of their sign.",
     TextEffect::kAdds},
    {"float.subnormal=flush_output"_policy,
     "mul.subnormal div.subnormal recip.subnormal pow.subnormal "
     "cast.subnormal",
     "Results below the smallest normal are zeros of their sign."},
    {"float.subnormal=flush_output"_policy,
     "*.value exp.overflow expm1.small abs_real.axis clamp_general.scalar",
     "Results below the smallest normal are zeros of their sign.",
     TextEffect::kAdds},
    {"float.subnormal=flush_both"_policy,
     "mul.subnormal div.subnormal recip.subnormal pow.subnormal "
     "cast.subnormal",
     "Operands below the smallest normal count as zeros of their sign, and "
     "results below it are zeros of their sign."},
    {"float.subnormal=flush_both"_policy,
     "*.value exp.overflow expm1.small abs_real.axis clamp_general.scalar",
     "Operands below the smallest normal count as zeros of their sign, and "
     "results below it are zeros of their sign.",
     TextEffect::kAdds},
    {"float.subnormal=any"_policy,
     "mul.subnormal div.subnormal recip.subnormal pow.subnormal "
     "cast.subnormal",
     "An operand below the smallest normal may count as the zero of its sign, "
     "and a result below it is that subnormal, rounded, or the zero of its "
     "sign."},
    {"float.subnormal=any"_policy,
     "*.value exp.overflow expm1.small abs_real.axis clamp_general.scalar",
     "An operand below the smallest normal may count as the zero of its sign, "
     "and a result below it may be the zero of its sign.",
     TextEffect::kAdds},

    {"float.subnormal=any"_policy, "sort.value argsort.value",
     "An element below the smallest normal may count as equal to zeros.",
     TextEffect::kAdds},
    {"float.subnormal=flush_input"_policy, "any.value all.value",
     "An element below the smallest normal counts as false.",
     TextEffect::kAdds},
    {"float.subnormal=flush_both"_policy, "any.value all.value",
     "An element below the smallest normal counts as false.",
     TextEffect::kAdds},
    {"float.subnormal=any"_policy, "any.value all.value",
     "An element below the smallest normal may count as false.",
     TextEffect::kAdds},

    {"layout.bits=within_bound"_policy, "elementwise.layout_invariance",
     "Operands in any layout give results within the bound of the op; their "
     "bits may differ."},
};

}  // namespace assay
