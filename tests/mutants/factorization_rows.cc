// Mutants of the factorizations and of triangular_solve.
// Tested by tests/mutants/linalg_mutants_test.cc.
#include "tests/mutants/linalg_mutants.h"
#include "tests/mutants/memory_mutants.h"
#include "tests/mutants/registry.h"

namespace assay::mutants {
namespace {

template <typename T>
std::unique_ptr<Backend> make_linalg() {
  return make<OfLinalg<T>>();
}

constexpr auto kUpper = AttributeKey::kUpper;
constexpr auto kTranspose = AttributeKey::kTranspose;

const MutantRow kFactorizationRows[] = {
    {"CholeskyReturnsNan", make_linalg<ReturnsNan>, "cholesky:*:dtype=float32",
     "cholesky.value"},
    {"CholeskyIsOff", make_linalg<IsOffByAThousandth<0>>,
     "cholesky:value:dtype=float64", "cholesky.value"},
    {"CholeskyIgnoresUpper", make_linalg<Forces<kUpper, false>>,
     "cholesky:*:dtype=float32", "cholesky.value"},
    {"CholeskyConjugates", make_linalg<ConjugatesTheFactor>,
     "cholesky:hermitian:dtype=complex64", "cholesky.hermitian"},
    {"CholeskyNegates", make_linalg<NegatesTheFactor>,
     "cholesky:diagonal:dtype=complex128", "cholesky.diagonal"},
    {"CholeskyKeepsTheOtherTriangle", make_linalg<KeepsTheOtherTriangle>,
     "cholesky:triangle:dtype=float32", "cholesky.triangle"},
    {"CholeskyNeverFails", make_linalg<NeverFails>, "cholesky:*:dtype=float32",
     "cholesky.not_positive_definite"},
    {"CholeskyMayAnswerAnything", follow<"cholesky.failure=any"_policy>,
     "cholesky:*:dtype=float64", "cholesky.not_positive_definite"},
    {"CholeskyFailsEarly", make_linalg<FailsEarly>, "cholesky:*:dtype=float32",
     "cholesky.positive_definite"},

    {"QrReturnsNan", make_linalg<ReturnsNan>, "qr:*:dtype=bfloat16",
     "qr.value"},
    {"QIsOff", make_linalg<IsOffByAThousandth<0>>, "qr:*:dtype=float32",
     "qr.orthogonal"},
    {"RIsOff", make_linalg<IsOffByAThousandth<1>>, "qr:*:dtype=complex64",
     "qr.value"},
    {"QrSwapsTwoVectors", make_linalg<SwapsTwoVectors>, "qr:*:dtype=float64",
     "qr.triangle"},
    {"QrIsAlwaysComplete", make_linalg<Forces<AttributeKey::kReduced, false>>,
     "qr:reduced:dtype=float32", "qr.reduced", Verdict::kWrongMetadata},

    {"SvdReturnsNan", make_linalg<ReturnsNan>, "svd:*:dtype=float16",
     "svd.value"},
    {"SvdSwapsTwoVectors", make_linalg<SwapsTwoVectors>, "svd:*:dtype=float32",
     "svd.value"},
    {"UIsOff", make_linalg<IsOffByAThousandth<0>>, "svd:*:dtype=float32",
     "svd.orthogonal"},
    {"SIsOff", make_linalg<IsOffByAThousandth<1>>, "svd:*:dtype=bfloat16",
     "svd.value"},
    {"SAscends", make_linalg<ReversesTheOrder<1>>, "svd:*:dtype=float32",
     "svd.descending"},
    {"SIsNegative", make_linalg<HasNegativeSingularValues>,
     "svd:*:dtype=float64", "svd.not_negative"},
    {"SIsFloat32", make_linalg<ReturnsTheDType<1, DType::kFloat32>>,
     "svd:float64:dtype=float32", "svd.float64", Verdict::kWrongMetadata},
    {"SvdReturnsV", make_linalg<ReturnsVInsteadOfItsAdjoint>,
     "svd:*:dtype=complex64", "svd.conjugate"},
    {"SvdIsAlwaysFull", make_linalg<Forces<AttributeKey::kFullMatrices, true>>,
     "svd:thin:dtype=float32", "svd.thin", Verdict::kWrongMetadata},
    {"SmallSingularValuesDrown", make_linalg<LosesSmallSingularValues>,
     "svd:conditions:dtype=float64", "linalg.conditions"},

    {"EigReturnsNan", make_linalg<ReturnsNan>, "eig:*:dtype=float16",
     "eig.value"},
    {"EigSwapsTwoVectors", make_linalg<SwapsTwoVectors>,
     "eig:value:dtype=float32", "eig.value"},
    {"EigenvalueIsOff", make_linalg<IsOffByAThousandth<0>>,
     "eig:optional_vectors:dtype=float64", "eig.optional_vectors"},
    {"EigIsComplex64", make_linalg<ReturnsTheDType<0, DType::kComplex64>>,
     "eig:complex128:dtype=float32", "eig.complex128", Verdict::kWrongMetadata},
    {"EigKeepsThePrecision", follow<"eig.values=same"_policy>,
     "eig:complex128:dtype=complex64", "eig.complex128",
     Verdict::kWrongMetadata},
    {"EigenvectorsAreLong", make_linalg<ScalesTheVectors>,
     "eig:*:dtype=complex64", "eig.unit_columns"},
    {"EigAlwaysReturnsVectors",
     make_linalg<Forces<AttributeKey::kVectors, true>>,
     "eig:optional_vectors:dtype=float32", "eig.optional_vectors"},

    {"EighReturnsNan", make_linalg<ReturnsNan>, "eigh:*:dtype=bfloat16",
     "eigh.value"},
    {"EighSwapsTwoVectors", make_linalg<SwapsTwoVectors>,
     "eigh:*:dtype=complex128", "eigh.value"},
    {"EighDescends", make_linalg<ReversesTheOrder<0>>, "eigh:*:dtype=float32",
     "eigh.ascending"},
    {"EighIsFloat32", make_linalg<ReturnsTheDType<0, DType::kFloat32>>,
     "eigh:float64:dtype=float32", "eigh.float64", Verdict::kWrongMetadata},
    {"EighReadsTheUpperTriangle", make_linalg<ReadsTheUpperTriangle>,
     "eigh:*:dtype=float32", "eigh.lower"},
    {"EighVectorsAreLong", make_linalg<ScalesTheVectors>,
     "eigh:*:dtype=float32", "eigh.orthonormal"},
    {"EighVectorIsOff", make_linalg<IsOffByAThousandth<1>>,
     "eigh:value:dtype=float64", "eigh.value"},
    {"EighAlwaysReturnsVectors",
     make_linalg<Forces<AttributeKey::kVectors, true>>,
     "eigh:optional_vectors:dtype=float32", "eigh.optional_vectors"},

    {"SolveReturnsNan", make_linalg<ReturnsNan>,
     "triangular_solve:*:dtype=float32", "triangular_solve.value"},
    {"SolutionIsOff", make_linalg<IsOffByAThousandth<0>>,
     "triangular_solve:value:dtype=float64", "triangular_solve.value"},
    {"SolveIgnoresUpper", make_linalg<Forces<kUpper, false>>,
     "triangular_solve:upper:dtype=float32", "triangular_solve.upper"},
    {"SolveIgnoresTranspose", make_linalg<Forces<kTranspose, false>>,
     "triangular_solve:transpose:dtype=float32", "triangular_solve.transpose"},
    {"SolvesThePlainTranspose", make_linalg<SolvesThePlainTranspose>,
     "triangular_solve:conjugate:dtype=complex64",
     "triangular_solve.conjugate"},
    {"SolveReadsTheOtherTriangle", make_linalg<ReadsWhatItMustNot<false>>,
     "triangular_solve:*:dtype=float32", "triangular_solve.other_triangle"},
    {"SolveIgnoresUnitDiag",
     make_linalg<Forces<AttributeKey::kUnitDiag, false>>,
     "triangular_solve:unit_diag:dtype=float32", "triangular_solve.unit_diag"},
    {"SolveReadsTheDiagonal", make_linalg<ReadsWhatItMustNot<true>>,
     "triangular_solve:*:dtype=float64", "triangular_solve.diagonal_unread"},
    {"SolveNeverFails", make_linalg<NeverFails>,
     "triangular_solve:*:dtype=float32", "triangular_solve.singular"},
    {"SolveDividesByZero", follow<"solve.singular=any"_policy>,
     "triangular_solve:*:dtype=float64", "triangular_solve.singular"},
    {"OneFailureIsOverlooked", make_linalg<NeverFails>,
     "triangular_solve:one_fails:dtype=float32", "linalg.one_fails"},
    {"SolveTakesNoVector", make_linalg<RefusesTheOrder<1>>,
     "triangular_solve:order_one:dtype=float32", "linalg.order_one"},

    {"FactorsTheFirstMatrix", make_linalg<FactorsTheFirstMatrix>,
     "svd:*:dtype=float32", "linalg.batched"},
    {"RefusesOrderZero", make_linalg<RefusesTheOrder<0>>, "eig:*:dtype=float32",
     "linalg.order_zero"},
    {"RefusesOrderOne", make_linalg<RefusesTheOrder<1>>,
     "cholesky:*:dtype=float32", "linalg.order_one"},
    {"RefusesEmptyBatches", make_linalg<RefusesEmptyBatches>,
     "eigh:*:dtype=float32", "linalg.empty_batch"},
    {"SquaresWithoutScaling", make_linalg<SquaresWithoutScaling>,
     "qr:range:dtype=float32", "linalg.range"},
    {"FactorsInPlace", make_linalg<FactorsInPlace>, "cholesky:*:dtype=float32",
     "linalg.operands_kept", Verdict::kModifiedOperand},
    {"NondeterministicFactor", make_linalg<NondeterministicFactor>,
     "qr:repeatable:dtype=float32", "linalg.repeatable",
     Verdict::kNondeterministic},
    {"IgnoresStrides", make_linalg<IgnoresStrides>, "qr:*:dtype=float32",
     "linalg.strided_operands"},
    {"NanIsInvalid", make_linalg<EndsInAnInvalidCall>, "svd:*:dtype=float32",
     "linalg.nonfinite"},
};

}  // namespace

std::span<const MutantRow> factorization_mutants() {
  return kFactorizationRows;
}

}  // namespace assay::mutants
