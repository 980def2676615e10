// Lists the sources of aspects. Many ops have a clause of the same aspect that
// says the same thing, so the row of an aspect holds for every clause that has
// no row of its own. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kAspectSources[] = {
    {"*.value"},
    {"*.strided_operands", Place::kInterfaceResponsibilities},
    {"*.out", Place::kInterfaceResponsibilities},
    {"*.same_dtype", Place::kInterfaceResponsibilities},
    {"*.same_shape"},
    {"*.zero_copy"},
    {"*.fresh"},
    {"*.metadata"},
    {"*.integer"},
    {"*.bool"},
    {"*.first_tie"},
    {"*.nan_last"},
    {"*.lengths"},
    {"*.positive"},
    {"*.rank"},
    {"*.axis"},
    {"*.range"},
    {"*.spatial"},
    {"*.leading"},
    {"*.stride"},
    {"*.dilation"},
    {"*.asymmetric"},
    {"*.optional_vectors"},
    {"*.float64"},
    {"*.dtype"},
    {"*.operands_kept", Place::kKit,
     "A caller goes on using what it passed; a kernel that works in place "
     "needs a copy of its own."},
    {"*.stray_writes", Place::kKit,
     "Memory next to out belongs to someone else, and a write there shows far "
     "from its cause."},
    {"*.repeatable", Place::kKit,
     "Two answers to one call betray a race or a read of memory that nobody "
     "wrote."},
    {"*.high_rank", Place::kKit,
     "32 axes were NumPy's limit up to version 2; index arrays of fixed size "
     "break before."},
    {"*.rank_zero", Place::kKit,
     "The interface gives a scalar the empty shape, so it is a tensor like any "
     "other."},
    {"*.empty", Place::kKit,
     "Empty batches and selections are everyday data; loops that test after "
     "the first step fail on them."},
    {"*.bits", Place::kHome,
     "A moved element is not computed with: a payload may carry a tag, and "
     "quieting a NaN changes it."},
    {"*.nan", Place::kHome,
     "IEEE 754 propagates NaN; losing one turns an error upstream into a "
     "plausible number."},
    {"*.wrap", Place::kHome,
     "Machine arithmetic is modulo 2^w, and NumPy, PyTorch and the interface's "
     "own C backend wrap."},
    {"*.overflow", Place::kHome,
     "Rounding to nearest sends what is too large to infinity (IEEE 754, 7.4); "
     "float8_e4m3fn has only NaN to say so."},
    {"*.partial_overflow", Place::kHome,
     "Whether a partial sum or product overflows depends on the order of the "
     "terms, and no order is prescribed."},
    {"*.subnormal", Place::kHome,
     "IEEE 754 underflows gradually; flushing to zero loses x ≠ y => x - y ≠ "
     "0."},
    {"*.infinity", Place::kHome,
     "The limit of the function there, as in Annex F of the C standard."},
    {"*.signed_zero", Place::kHome,
     "An odd function keeps the sign of a zero argument (C, Annex F), so that "
     "1/f(x) stays right."},
    {"*.domain", Place::kHome,
     "There is no real value; IEEE 754 answers an invalid operation with NaN."},
    {"*.zero", Place::kHome,
     "The exact value is 1, which every format has; Annex F of C asks for it."},
    {"*.one", Place::kHome,
     "The exact value is 0; Annex F of C gives it the positive sign."},
    {"*.large", Place::kHome,
     "Reduction with enough digits of π has been known since Payne and Hanek; "
     "without it large angles give noise."},
    {"*.saturated", Place::kHome,
     "The function never passes 1, and a result above it breaks the inverse "
     "function of the next step."},
    {"*.complex", Place::kHome,
     "As C's complex functions (Annex G): on a cut signed zeros reach both "
     "sides, and f(conj(z)) is conj(f(z))."},
    {"*.complex_nonfinite", Place::kHome,
     "Which infinities and NaN arise depends on the formula, and sane "
     "libraries differ; Annex G is optional."},
    {"*.nonfinite", Place::kHome,
     "NaN and infinities have no fraction to round away (C, Annex F)."},
    {"*.unsigned", Place::kHome,
     "The top bit is a value there, not a sign; a kernel shared with signed "
     "dtypes is the usual slip."},
    {"*.every_term", Place::kHome,
     "Kernels lose terms at tails and block edges; a bound for rounding errors "
     "is too wide to notice one."},
    {"*.permutation", Place::kHome,
     "A sort that loses or invents elements can still look ordered."},
    {"*.not_normalised", Place::kHome,
     "The interface has no scaling argument, and its frontend divides by n; "
     "scaling here would do so twice."},
    {"*.sign", Place::kHome,
     "Engineering sign: FFTW, NumPy and PyTorch agree."},
    {"*.smaller", Place::kHome,
     "The interface fixes ranks and the shape of out only; PyTorch's gather "
     "allows it."},
    {"*.extents", Place::kHome,
     "A position beyond the other operand names no element."},
    {"*.accuracy", Place::kHome,
     "A running value of 8 or 11 bits stalls once it is 2^p times a term; "
     "libraries accumulate in float32."},
};

}  // namespace assay
