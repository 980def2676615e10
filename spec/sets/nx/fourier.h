// Has the rows of the fourier family: complex and real transforms over any
// axes, without normalization.
#pragma once

#include "spec/sets/nx/elementwise/arithmetic.h"

namespace assay {

// The cells of rfft and irfft are pairs of a float and a complex dtype.
inline constexpr DTypeSet kTransformable = {DType::kFloat32, DType::kFloat64};
inline constexpr FixedList<Tolerance, 6> kFourierAccuracy = {
    {kTransformable | kComplexes, Accuracy::kFft}};

// Returns the need of a pair. A pair of one precision has the need of its cell;
// a mixed pair is optional.
constexpr Need transform_need(DType real, DType complex, Need need) {
  if (!kTransformable.contains(real) || !kComplexes.contains(complex))
    return Need::kNone;
  return spec_of(complex).bits == 2 * spec_of(real).bits ? need
                                                         : Need::kOptional;
}
constexpr Need rfft_need(DType dtype, DType result, Need need) {
  return transform_need(dtype, result, need);
}
constexpr Need irfft_need(DType dtype, DType result, Need need) {
  return transform_need(result, dtype, need);
}

inline constexpr OpSpec kFourierOps[] = {
    {.name = "fft",
     .id = 220,
     .signature = Signature::kFft,
     .attributes = {AttributeKey::kAxes},
     .formula = "y[k] = Σ_j x[j] · exp(-2πi · j·k / n), over each of axes",
     .variants = {{"", kComplexes, {}, kFourierAccuracy}},
     .laws = {Law::kBatches, Law::kHasInverse},
     .provenance = {kDefiningSum, "NumPy, FFTW, MPC, closed forms"},
     .clauses = {documented("fft.value",
                            "The forward transform along the axes."),
                 clarified("fft.not_normalised", "The sum is not scaled."),
                 clarified("fft.sign",
                           "The exponent of the forward transform is "
                           "negative.")}},
    {.name = "ifft",
     .id = 221,
     .signature = Signature::kFft,
     .attributes = {AttributeKey::kAxes},
     .formula = "y[k] = Σ_j x[j] · exp(+2πi · j·k / n), over each of axes",
     .variants = {{"", kComplexes, {}, kFourierAccuracy}},
     .laws = {Law::kInverts, Law::kBatches},
     .provenance = {kDefiningSum, "NumPy, FFTW, MPC, closed forms"},
     .clauses = {documented("ifft.value",
                            "The inverse transform along the axes."),
                 clarified("ifft.not_normalised",
                           "Not scaled: ifft(fft(x)) is n·x."),
                 clarified("ifft.sign",
                           "The exponent of the inverse transform is "
                           "positive.")}},
    {.name = "rfft",
     .id = 222,
     .signature = Signature::kRfft,
     .attributes = {AttributeKey::kAxes, AttributeKey::kDType},
     .formula = "the first n/2 + 1 entries of fft(x) along the last of axes",
     .variants = {{"", kTransformable, {}, kFourierAccuracy}},
     .pair_need = rfft_need,
     .laws = {Law::kBatches, Law::kHasInverse},
     .provenance = {kDefiningSum, "NumPy, FFTW, MPC, closed forms"},
     .clauses =
         {documented("rfft.value", "The transform of real elements."),
          documented("rfft.half",
                     "Along the last entry of axes only the first ⌊n/2⌋ + 1 "
                     "bins are returned; the others mirror them."),
          clarified("rfft.last_first",
                    "The last entry of axes is transformed first, as real; the "
                    "others follow, as complex."),
          clarified("rfft.not_normalised", "The sum is not scaled."),
          clarified("rfft.sign", "The exponent is negative."),
          documented("rfft.dtype",
                     "The result has the complex dtype asked for."),
          precondition("rfft.complex_dtype", "dtype is complex.")}},
    {.name = "irfft",
     .id = 223,
     .signature = Signature::kIrfft,
     .attributes = {AttributeKey::kAxes, AttributeKey::kDType,
                    AttributeKey::kSizes},
     .formula = "the real x whose spectrum is Hermitian with the half y along "
                "the last of axes: Σ over both halves, exp(+2πi · j·k / n)",
     .variants = {{"", kComplexes, {}, kFourierAccuracy}},
     .pair_need = irfft_need,
     .laws = {Law::kInverts},
     .provenance = {kDefiningSum, "NumPy, FFTW, MPC, closed forms"},
     .clauses =
         {documented("irfft.value",
                     "The inverse transform of a Hermitian half spectrum, as "
                     "real elements."),
          clarified("irfft.last_last",
                    "The other axes are inverted first, as complex; the last "
                    "entry of axes follows, as real."),
          clarified("irfft.not_normalised", "The sum is not scaled."),
          documented("irfft.sizes", "s gives the extents of the result."),
          documented("irfft.default_size",
                     "Without s the last entry of axes becomes 2·(m - 1) "
                     "long."),
          clarified("irfft.fitted",
                    "The spectrum is truncated or padded with zeros to ⌊s/2⌋ + "
                    "1 bins."),
          clarified("irfft.ignored_parts",
                    "The imaginary part of bin 0, and for even sizes of the "
                    "last bin, is ignored."),
          documented("irfft.dtype", "The result has the real dtype asked for."),
          precondition("irfft.real_dtype", "dtype is float32 or float64."),
          precondition("irfft.s_lengths",
                       "s has one entry per entry of axes; those before the "
                       "last equal the operand's extents, the last is "
                       "positive.",
                       ClauseStatus::kClarified),
          precondition("irfft.two_bins",
                       "Without s the last entry of axes has extent 2 at "
                       "least.",
                       ClauseStatus::kClarified)}},
};

inline constexpr Clause kFourierClauses[] = {
    documented("fourier.axes", "Any axes are transformed, in any order.",
               EnforcedBy::kHarness),
    clarified("fourier.any_length",
              "Every length from 1 on is transformed within the bound: primes, "
              "and products of large primes.",
              EnforcedBy::kHarness),
    clarified("fourier.one_hot",
              "A slice that is 1 at one place and 0 elsewhere gives the phases "
              "of that place, within the bound.",
              EnforcedBy::kHarness),
    clarified("fourier.exact_small",
              "Slices of small integers of length 1, 2 or 4 are exact, bit for "
              "bit but for the signs of zeros.",
              EnforcedBy::kHarness),
    clarified("fourier.isolated_slice",
              "NaN, infinity or overflow in one slice reaches no other.",
              EnforcedBy::kHarness),
    unspecified("fourier.nonfinite",
                "The values of a slice that has a NaN or an infinity or whose "
                "sum of moduli leaves the range.",
                EnforcedBy::kHarness),
    unspecified(
        "fourier.repeated_axes",
        "The values where an axis occurs twice in axes or axes is empty; a "
        "refusal (`invalid` or `unsupported`) is accepted too.",
        EnforcedBy::kHarness),
    documented("fourier.given_out",
               "Given an out, the result is written there and that tensor is "
               "returned.",
               EnforcedBy::kHarness),
    clarified("fourier.fresh",
              "Without an out the result has memory of its own, also after the "
              "next call.",
              EnforcedBy::kHarness),
    documented("fourier.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("fourier.empty",
              "Axes that are not transformed may have extent 0.",
              EnforcedBy::kHarness),
    clarified("fourier.high_rank", "Ranks up to 32 work.",
              EnforcedBy::kHarness),
    clarified("fourier.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("fourier.repeatable", "The same call twice gives the same bits.",
              EnforcedBy::kHarness),
    precondition("fourier.axes_valid",
                 "Each entry of axes is one of the operand's axes."),
    precondition("fourier.length", "A transformed axis has extent 1 at least.",
                 ClauseStatus::kClarified),
    precondition("fourier.out",
                 "A given out has the dtype and shape of the result and is "
                 "C-contiguous."),
};

}  // namespace assay
