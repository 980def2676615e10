// Lists the sources of the clauses of the elementwise ops of lax, and what
// StableHLO and tenferro say of them.
// Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kLaxElementwiseSources[] = {
    {"conj.signed_zero", Place::kHome,
     "A change of sign holds for zeros too (IEEE 754, 5.5.1), so that a branch "
     "cut is seen from the other side."},
    {"conj.real", Place::kHome,
     "A real number is its own conjugate, and NumPy returns it."},
    {"conj.nan", Place::kHome,
     "The parts do not meet, so a NaN in one says nothing of the other."},
    {"abs_real.real_dtype"},
    {"abs_real.no_overflow", Place::kHome,
     "C asks it of cabs: without undue overflow or underflow."},
    {"abs_real.infinity", Place::kHome,
     "The modulus of a number with an infinite part (C, Annex G)."},
    {"abs_real.axis", Place::kHome,
     "√(x² + 0) is |x|; a formula by exp and log, or one that squares, loses "
     "bits there."},
    {"abs_real.inf_nan", Place::kHome,
     "C says +inf, because any number in the place of NaN gives it; a formula "
     "says NaN."},
    {"rsqrt.zero", Place::kHome,
     "rSqrt of IEEE 754-2019, 9.2.1: ±inf, as 1/√x gives with √(-0) = -0."},
    {"rsqrt.exact", Place::kHome,
     "Both the root and its reciprocal are powers of two; an estimate with "
     "one Newton step is off by a unit there."},
    {"expm1.small", Place::kHome,
     "The function exists for small x; in e^x - 1 they are rounded away."},
    {"expm1.range", Place::kHome,
     "e^x is never negative, and the next step may take a logarithm of the "
     "sum with 1."},
    {"expm1.complex_small", Place::kHome,
     "As for reals; in e^z - 1 a small z is rounded away."},
    {"cmpgt.nan", Place::kHome, "IEEE 754, 5.11: NaN is unordered."},
    {"cmpgt.signed_zero", Place::kHome, "IEEE 754, 5.11: zeros compare equal."},
    {"cmpgt.stored", Place::kHome,
     "A bool is one byte; kernels that store a mask of ones break the next "
     "sum or comparison of bytes."},
    {"cmpge.nan", Place::kHome,
     "IEEE 754, 5.11: NaN is unordered, so this is not the negation of cmplt."},
    {"cmpge.signed_zero", Place::kHome, "IEEE 754, 5.11: zeros compare equal."},
    {"cmpge.stored", Place::kHome,
     "A bool is one byte; kernels that store a mask of ones break the next "
     "sum or comparison of bytes."},
    {"clamp_general.nan_bound", Place::kHome,
     "The formula is a maximum and a minimum, which propagate NaN; IEEE 754's "
     "maximumNumber would hide it."},
    {"clamp_general.crossed"},
    {"clamp_general.infinite", Place::kHome,
     "Every number lies between the infinities."},
    {"clamp_general.scalar"},
    {"clamp_general.signed_zero", Place::kHome,
     "A maximum of -0 and +0 may return either zero."},
    {"clamp_general.shape"},
    {"select_general.unread", Place::kHome,
     "A selection by multiplication or by masks of bits lets NaN through, "
     "which is what callers select against."},
    {"select_general.scalar"},
    {"select_general.shape"},
    {"select_general.pred"},
};

inline constexpr SourceStatement kLaxElementwiseStatements[] = {
    {Place::kStablehloElementwise, 2,
     "abs of complex numbers is the modulus, and its result has the dtype of "
     "the parts.",
     "abs_real.value abs_real.real_dtype"},
    {Place::kStablehloElementwise, 1,
     "rsqrt is the reciprocal square root of IEEE 754, and of complex numbers.",
     "rsqrt.value"},
    {Place::kStablehloElementwise, 1,
     "exponential_minus_one is e^x - 1, of reals and complex numbers.",
     "expm1.value"},
    {Place::kStablehloElementwise, 2,
     "compare has the directions GT and GE, and gives a bool tensor.",
     "cmpgt.value cmpge.value"},
    {Place::kStablehloElementwise, 2,
     "clamp is the minimum of the upper bound and the maximum of the lower "
     "bound and the operand.",
     "clamp_general.value clamp_general.crossed"},
    {Place::kStablehloElementwise, 2,
     "The bounds of clamp have the operand's shape or rank 0.",
     "clamp_general.scalar clamp_general.shape"},
    {Place::kStablehloElementwise, 1,
     "select takes each element from one of two operands, by a bool.",
     "select_general.value select_general.pred"},
    {Place::kStablehloElementwise, 2,
     "The predicate of select has the shape of the operands or rank 0.",
     "select_general.scalar select_general.shape"},
    {Place::kStablehloElementwise, 1, "The operands of an op have one dtype.",
     "elementwise.same_dtype"},
    {Place::kTenferroElementwise, 1,
     "conj changes the sign of imaginary parts.", "conj.value"},
    {Place::kTenferroElementwise, 1,
     "abs of complex tensors gives a real tensor.",
     "abs_real.value abs_real.real_dtype"},
    {Place::kTenferroElementwise, 3,
     "rsqrt, expm1 and comparisons by Gt and Ge work element by element.",
     "rsqrt.value expm1.value cmpgt.value cmpge.value"},
    {Place::kTenferroElementwise, 2,
     "clamp and select take bounds and a predicate of the operand's shape.",
     "clamp_general.value select_general.value"},
};

}  // namespace assay
