// Lists the sources of the clauses of the pointwise family, except those that
// aspects.h covers, and what Burn's traits say of its ops.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kPointwiseSources[] = {
    {"pointwise.strided_operands", Place::kBurnFlex},
    {"log1p.small", Place::kHome,
     "The function exists for small x; in ln(1 + x) they are rounded away."},
    {"log1p.minus_one", Place::kHome,
     "A pole, as in Annex F of the C standard."},
    {"asinh.small", Place::kHome,
     "ln(x + √(x² + 1)) loses small x, which the usual kernels avoid by "
     "log1p."},
    {"asinh.no_overflow", Place::kHome,
     "The result is small wherever x is finite."},
    {"acosh.near_one", Place::kHome,
     "ln(x + √(x² - 1)) cancels there, which the usual kernels avoid by "
     "log1p."},
    {"acosh.no_overflow", Place::kHome,
     "The result is small wherever x is finite."},
    {"atanh.small", Place::kHome,
     "½·ln((1 + x)/(1 - x)) loses small x, which the usual kernels avoid by "
     "log1p."},
    {"atanh.pole", Place::kHome, "Poles, as in Annex F of the C standard."},
    {"hypot.no_overflow", Place::kHome,
     "C asks for it: without undue overflow or underflow."},
    {"hypot.no_underflow", Place::kHome,
     "C asks for it: without undue overflow or underflow."},
    {"hypot.infinity", Place::kHome,
     "The length of a vector with an infinite part."},
    {"hypot.infinity_and_nan", Place::kHome,
     "C says +inf, because any number in the place of NaN gives it; a formula "
     "says NaN."},
    {"clamp.one_bound", Place::kBurnTensor},
    {"clamp.signed_zero", Place::kHome,
     "A maximum of -0 and +0 may return either zero."},
    {"clamp.bound_given", Place::kBurnTensor},
    {"clamp.order", Place::kHome,
     "Nothing lies between such bounds; libraries return either one, or "
     "panic."},
    {"bitwise_not.bool", Place::kBurnBoolTensor},
    {"shift_left.wrap", Place::kBurnFlex},
    {"shift_left.count", Place::kHome,
     "The traits do not say: hardware takes the count modulo the width or "
     "modulo 64, and PyTorch gives 0."},
    {"shift_right.sign", Place::kBurnFlex},
    {"shift_right.unsigned", Place::kBurnFlex},
    {"shift_right.count", Place::kHome, "As for shift_left."},
    {"is_nan.payloads", Place::kHome,
     "Every pattern above infinity is NaN (IEEE 754, 3.4)."},
    {"is_inf.both_signs", Place::kHome, "There are two infinities."},
    {"is_inf.nan", Place::kHome,
     "A comparison of exponents alone takes NaN for infinite."},
};

inline constexpr SourceStatement kBurnPointwiseStatements[] = {
    {Place::kBurnTensor, 1, "log1p is the natural logarithm of 1 + x.",
     "log1p.value"},
    {Place::kBurnTensor, 3,
     "asinh, acosh and atanh are the inverse hyperbolic functions.",
     "asinh.value acosh.value atanh.value"},
    {Place::kBurnTensor, 1, "hypot is the root of the sum of two squares.",
     "hypot.value"},
    {Place::kBurnTensor, 3,
     "clamp, clamp_min and clamp_max limit by two bounds, or by one.",
     "clamp.value clamp.one_bound clamp.bound_given"},
    {Place::kBurnTensor, 2, "is_nan and is_inf give a bool tensor.",
     "is_nan.value is_inf.value"},
    {Place::kBurnTensor, 1, "Operands have one dtype and one shape.",
     "pointwise.same_shape pointwise.same_dtype pointwise.out"},
    {Place::kBurnIntTensor, 1, "bitwise_not flips the bits of integers.",
     "bitwise_not.value"},
    {Place::kBurnIntTensor, 2,
     "bitwise_left_shift and bitwise_right_shift take a tensor of counts.",
     "shift_left.value shift_right.value"},
    {Place::kBurnBoolTensor, 1, "bool_not is the logical negation.",
     "bitwise_not.bool"},
    {Place::kBurnFlex, 2,
     "Shifts are those of two's complement and do not trap.",
     "shift_left.wrap shift_right.sign shift_right.unsigned"},
    {Place::kBurnFlex, 1,
     "Operands are views with signed strides, zero strides and offsets.",
     "pointwise.strided_operands"},
};

}  // namespace assay
