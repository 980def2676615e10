// Lists the sources of the fourier family's clauses, except those that
// aspects.h covers. Tested by tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kFourierSources[] = {
    {"fourier.axes"},
    {"fourier.any_length", Place::kHome,
     "The transform is defined for every n; Rader's and Bluestein's algorithms "
     "reach the primes."},
    {"fourier.one_hot", Place::kHome,
     "The response to a unit is the row of phases itself: it shows a wrong "
     "twiddle that a norm hides."},
    {"fourier.exact_small", Place::kHome,
     "Their twiddles are ±1 and ±i, so nothing rounds."},
    {"fourier.isolated_slice", Place::kHome,
     "Slices are separate transforms; a batched kernel that shares work across "
     "them leaks."},
    {"fourier.nonfinite", Place::kHome,
     "Every output depends on every input, and how NaN and infinity mix "
     "depends on the algorithm."},
    {"fourier.repeated_axes", Place::kHome,
     "Libraries disagree: NumPy transforms twice, PyTorch refuses."},
    {"fourier.given_out"},
    {"fourier.fresh", Place::kHome,
     "The interface returns a tensor; a plan's workspace handed out belongs to "
     "the plan, and the next call overwrites it."},
    {"fourier.axes_valid"},
    {"fourier.length", Place::kHome,
     "A transform of nothing has no frequencies; NumPy and FFTW refuse it."},
    {"ifft.not_normalised", Place::kHome,
     "As the forward transform: the interface has no scaling argument, and the "
     "frontend divides by n."},
    {"rfft.half"},
    {"rfft.last_first", Place::kHome,
     "Only real data have a half spectrum, so the real transform comes before "
     "the complex ones, as in NumPy and FFTW."},
    {"rfft.complex_dtype"},
    {"irfft.last_last", Place::kHome,
     "The inverse order of rfft; only then are the data real at the end."},
    {"irfft.sizes"},
    {"irfft.default_size"},
    {"irfft.fitted", Place::kHome,
     "NumPy's and PyTorch's rule: bins that s has no room for are dropped, "
     "missing ones are 0."},
    {"irfft.ignored_parts", Place::kHome,
     "A real signal has real bins there; pocketfft reads the real part alone."},
    {"irfft.real_dtype"},
    {"irfft.s_lengths", Place::kHome,
     "The other axes are complex and keep their extents; resizing them is the "
     "frontend's pad or shrink."},
    {"irfft.two_bins", Place::kHome, "2·(m - 1) would be 0."},
};

}  // namespace assay
