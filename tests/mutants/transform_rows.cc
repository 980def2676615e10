// Mutants of the Fourier transforms.
// Tested by tests/mutants/fourier_mutants_test.cc.
#include "tests/mutants/fourier_mutants.h"
#include "tests/mutants/registry.h"

namespace assay::mutants {
namespace {

const MutantRow kTransformRows[] = {
    {"DividesByN", make<Scales<-2>>, "ifft:*:dtype=complex128",
     "ifft.not_normalised"},
    {"ForwardDividesByN", make<Scales<-2>>, "fft:*:dtype=complex64",
     "fft.not_normalised"},
    {"DividesByTheRootOfN", make<Scales<-1>>, "fft:*:dtype=complex64",
     "fft.not_normalised"},
    {"RealDividesByTheRootOfN", make<Scales<-1>>, "rfft:*:dtype=float64",
     "rfft.not_normalised"},
    {"RealInverseDividesByN", make<Scales<-2>>, "irfft:*:dtype=complex64",
     "irfft.not_normalised"},
    {"ForwardTakesTheOtherSign", make<TakesTheOtherSign>,
     "fft:*:dtype=complex64", "fft.sign"},
    {"InverseTakesTheOtherSign", make<TakesTheOtherSign>,
     "ifft:*:dtype=complex128", "ifft.sign"},
    {"ConjugatesTheHalf", make<ConjugatesTheHalf>, "rfft:*:dtype=float32",
     "rfft.sign"},
    {"DropsTheLastBin", make<DropsTheLastBin>, "rfft:*:dtype=float32",
     "rfft.half"},
    {"HalvesTheFirstAxis", make<HalvesTheFirstAxis>, "rfft:*:dtype=float64",
     "rfft.last_first", Verdict::kWrongMetadata},
    {"ReturnsTheWiderComplex", make<ReturnsTheWiderDType>,
     "rfft:*:dtype=float32,to=complex64", "rfft.dtype",
     Verdict::kWrongMetadata},
    {"ReturnsTheWiderReal", make<ReturnsTheWiderDType>,
     "irfft:*:dtype=complex64,to=float32", "irfft.dtype",
     Verdict::kWrongMetadata},
    {"InvertsOneAxisAlone", make<TransformsOneAxisAlone>,
     "irfft:*:dtype=complex128", "irfft.last_last"},
    {"ForgetsTheSizes", make<ForgetsTheSizes>, "irfft:*:dtype=complex64",
     "irfft.fitted", Verdict::kWrongMetadata},
    {"DefaultsToAnOddSize", make<DefaultsToAnOddSize>,
     "irfft:*:dtype=complex64", "irfft.default_size", Verdict::kWrongMetadata},
    {"FitsTheResult", make<FitsTheResult>, "irfft:*:dtype=complex128",
     "irfft.fitted"},
    {"UnpacksBinZero", make<UnpacksBinZero>, "irfft:*:dtype=complex64",
     "irfft.ignored_parts"},
    {"TurnsTheLastBin", make<TurnsTheLastBin>, "irfft:*:dtype=complex64",
     "irfft.ignored_parts"},
    {"ComputesInSinglePrecision", make<ComputesInSinglePrecision>,
     "irfft:*:dtype=complex128,to=float64", "irfft.value"},
};

}  // namespace

std::span<const MutantRow> transform_mutants() { return kTransformRows; }

}  // namespace assay::mutants
