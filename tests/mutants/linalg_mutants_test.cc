// Every mutant of the linalg family is caught by the clause that it breaks;
// the reference passes the very same cases, and so do liberties that the
// contract gives.
#include "tests/mutants/linalg_mutants.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "tests/mutants/memory_mutants.h"
#include "tests/mutants/mutant_rows.h"

namespace assay::mutants {
namespace {

constexpr auto kUpper = AttributeKey::kUpper;
constexpr auto kTranspose = AttributeKey::kTranspose;

const MutantRow kRows[] = {
    {"CholeskyReturnsNan", make<ReturnsNan>, "cholesky:*:dtype=float32",
     "cholesky.value"},
    {"CholeskyIsOff", make<IsOffByAThousandth<0>>,
     "cholesky:value:dtype=float64", "cholesky.value"},
    {"CholeskyIgnoresUpper", make<Forces<kUpper, false>>,
     "cholesky:*:dtype=float32", "cholesky.value"},
    {"CholeskyConjugates", make<ConjugatesTheFactor>,
     "cholesky:hermitian:dtype=complex64", "cholesky.hermitian"},
    {"CholeskyNegates", make<NegatesTheFactor>,
     "cholesky:diagonal:dtype=complex128", "cholesky.diagonal"},
    {"CholeskyKeepsTheOtherTriangle", make<KeepsTheOtherTriangle>,
     "cholesky:triangle:dtype=float32", "cholesky.triangle"},
    {"CholeskyNeverFails", make<NeverFails>, "cholesky:*:dtype=float32",
     "cholesky.not_positive_definite"},
    {"CholeskyFailsEarly", make<FailsEarly>, "cholesky:*:dtype=float32",
     "cholesky.positive_definite"},

    {"QrReturnsNan", make<ReturnsNan>, "qr:*:dtype=bfloat16", "qr.value"},
    {"QIsOff", make<IsOffByAThousandth<0>>, "qr:*:dtype=float32",
     "qr.orthogonal"},
    {"RIsOff", make<IsOffByAThousandth<1>>, "qr:*:dtype=complex64", "qr.value"},
    {"QrSwapsTwoVectors", make<SwapsTwoVectors>, "qr:*:dtype=float64",
     "qr.triangle"},
    {"QrIsAlwaysComplete", make<Forces<AttributeKey::kReduced, false>>,
     "qr:reduced:dtype=float32", "qr.reduced", Verdict::kWrongMetadata},

    {"SvdReturnsNan", make<ReturnsNan>, "svd:*:dtype=float16", "svd.value"},
    {"SvdSwapsTwoVectors", make<SwapsTwoVectors>, "svd:*:dtype=float32",
     "svd.value"},
    {"UIsOff", make<IsOffByAThousandth<0>>, "svd:*:dtype=float32",
     "svd.orthogonal"},
    {"SIsOff", make<IsOffByAThousandth<1>>, "svd:*:dtype=bfloat16",
     "svd.value"},
    {"SAscends", make<ReversesTheOrder<1>>, "svd:*:dtype=float32",
     "svd.descending"},
    {"SIsNegative", make<HasNegativeSingularValues>, "svd:*:dtype=float64",
     "svd.not_negative"},
    {"SIsFloat32", make<ReturnsTheDType<1, DType::kFloat32>>,
     "svd:float64:dtype=float32", "svd.float64", Verdict::kWrongMetadata},
    {"SvdReturnsV", make<ReturnsVInsteadOfItsAdjoint>, "svd:*:dtype=complex64",
     "svd.conjugate"},
    {"SvdIsAlwaysFull", make<Forces<AttributeKey::kFullMatrices, true>>,
     "svd:thin:dtype=float32", "svd.thin", Verdict::kWrongMetadata},
    {"SmallSingularValuesDrown", make<LosesSmallSingularValues>,
     "svd:conditions:dtype=float64", "linalg.conditions"},

    {"EigReturnsNan", make<ReturnsNan>, "eig:*:dtype=float16", "eig.value"},
    {"EigSwapsTwoVectors", make<SwapsTwoVectors>, "eig:value:dtype=float32",
     "eig.value"},
    {"EigenvalueIsOff", make<IsOffByAThousandth<0>>,
     "eig:optional_vectors:dtype=float64", "eig.optional_vectors"},
    {"EigIsComplex64", make<ReturnsTheDType<0, DType::kComplex64>>,
     "eig:complex128:dtype=float32", "eig.complex128", Verdict::kWrongMetadata},
    {"EigenvectorsAreLong", make<ScalesTheVectors>, "eig:*:dtype=complex64",
     "eig.unit_columns"},
    {"EigAlwaysReturnsVectors", make<Forces<AttributeKey::kVectors, true>>,
     "eig:optional_vectors:dtype=float32", "eig.optional_vectors"},

    {"EighReturnsNan", make<ReturnsNan>, "eigh:*:dtype=bfloat16", "eigh.value"},
    {"EighSwapsTwoVectors", make<SwapsTwoVectors>, "eigh:*:dtype=complex128",
     "eigh.value"},
    {"EighDescends", make<ReversesTheOrder<0>>, "eigh:*:dtype=float32",
     "eigh.ascending"},
    {"EighIsFloat32", make<ReturnsTheDType<0, DType::kFloat32>>,
     "eigh:float64:dtype=float32", "eigh.float64", Verdict::kWrongMetadata},
    {"EighReadsTheUpperTriangle", make<ReadsTheUpperTriangle>,
     "eigh:*:dtype=float32", "eigh.lower"},
    {"EighVectorsAreLong", make<ScalesTheVectors>, "eigh:*:dtype=float32",
     "eigh.orthonormal"},
    {"EighVectorIsOff", make<IsOffByAThousandth<1>>, "eigh:value:dtype=float64",
     "eigh.value"},
    {"EighAlwaysReturnsVectors", make<Forces<AttributeKey::kVectors, true>>,
     "eigh:optional_vectors:dtype=float32", "eigh.optional_vectors"},

    {"SolveReturnsNan", make<ReturnsNan>, "triangular_solve:*:dtype=float32",
     "triangular_solve.value"},
    {"SolutionIsOff", make<IsOffByAThousandth<0>>,
     "triangular_solve:value:dtype=float64", "triangular_solve.value"},
    {"SolveIgnoresUpper", make<Forces<kUpper, false>>,
     "triangular_solve:upper:dtype=float32", "triangular_solve.upper"},
    {"SolveIgnoresTranspose", make<Forces<kTranspose, false>>,
     "triangular_solve:transpose:dtype=float32", "triangular_solve.transpose"},
    {"SolvesThePlainTranspose", make<SolvesThePlainTranspose>,
     "triangular_solve:conjugate:dtype=complex64",
     "triangular_solve.conjugate"},
    {"SolveReadsTheOtherTriangle", make<ReadsWhatItMustNot<false>>,
     "triangular_solve:*:dtype=float32", "triangular_solve.other_triangle"},
    {"SolveIgnoresUnitDiag", make<Forces<AttributeKey::kUnitDiag, false>>,
     "triangular_solve:unit_diag:dtype=float32", "triangular_solve.unit_diag"},
    {"SolveReadsTheDiagonal", make<ReadsWhatItMustNot<true>>,
     "triangular_solve:*:dtype=float64", "triangular_solve.diagonal_unread"},
    {"SolveNeverFails", make<NeverFails>, "triangular_solve:*:dtype=float32",
     "triangular_solve.singular"},
    {"OneFailureIsOverlooked", make<NeverFails>,
     "triangular_solve:one_fails:dtype=float32", "linalg.one_fails"},
    {"SolveTakesNoVector", make<RefusesTheOrder<1>>,
     "triangular_solve:order_one:dtype=float32", "linalg.order_one"},

    {"FactorsTheFirstMatrix", make<FactorsTheFirstMatrix>,
     "svd:*:dtype=float32", "linalg.batched"},
    {"RefusesOrderZero", make<RefusesTheOrder<0>>, "eig:*:dtype=float32",
     "linalg.order_zero"},
    {"RefusesOrderOne", make<RefusesTheOrder<1>>, "cholesky:*:dtype=float32",
     "linalg.order_one"},
    {"RefusesEmptyBatches", make<RefusesEmptyBatches>, "eigh:*:dtype=float32",
     "linalg.empty_batch"},
    {"SquaresWithoutScaling", make<SquaresWithoutScaling>,
     "qr:range:dtype=float32", "linalg.range"},
    {"FactorsInPlace", make<FactorsInPlace>, "cholesky:*:dtype=float32",
     "linalg.operands_kept", Verdict::kModifiedOperand},
    {"NondeterministicFactor", make<NondeterministicFactor>,
     "qr:repeatable:dtype=float32", "linalg.repeatable",
     Verdict::kNondeterministic},
    {"IgnoresStrides", make<IgnoresStrides>, "qr:*:dtype=float32",
     "linalg.strided_operands"},
    {"NanIsInvalid", make<EndsInAnInvalidCall>, "svd:*:dtype=float32",
     "linalg.nonfinite"},
};

class LinalgMutants : public testing::TestWithParam<MutantRow> {};

TEST_P(LinalgMutants, AreCaughtByTheirClause) {
  expect_caught(GetParam(), Level::kStandard);
}

INSTANTIATE_TEST_SUITE_P(All, LinalgMutants, testing::ValuesIn(kRows),
                         name_of_row);

// Both fail and succeed where a matrix is within rounding of singular, and
// choose the signs of vectors.
class FailsWhenInDoubt : public Reference {
  Result<Tensors> execute(const Call&) override {
    return Status{StatusCode::kNumeric, "not_positive_definite", "in doubt"};
  }
};
class NegatesTheVectors : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const auto negate = [&](const Tensor& tensor) {
      replace_each(tensor, [&](const Index&, ElementBits bits) {
        return scaled(tensor.dtype, bits, -1);
      });
    };
    for (const Tensor& tensor : made)
      if (has_matrices(call, tensor)) negate(tensor);
  }
};

TEST(LinalgMutants, WhatIsPermittedPasses) {
  const PermittedRow kPermitted[] = {
      {"FailsWhenInDoubt", make<FailsWhenInDoubt>, "cholesky:borderline"},
      {"SucceedsWhenInDoubt", make<Reference>, "cholesky:borderline"},
      {"NegatesQAndR", make<NegatesTheVectors>, "qr:value"},
      {"NegatesUAndV", make<NegatesTheVectors>, "svd:value"},
      {"NegatesEigenvectors", make<NegatesTheVectors>, "eig:value"},
      {"NegatesOrthonormalOnes", make<NegatesTheVectors>, "eigh:value"},
      {"NanForNonfinite", make<ReturnsNan>, "svd:nonfinite"},
      {"EigenvaluesInReverse", make<ReversesTheOrder<0>>,
       "eig:order:dtype=float64"},
  };
  for (const PermittedRow& row : kPermitted)
    expect_permitted(row, Level::kStandard);
}

}  // namespace
}  // namespace assay::mutants
