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
#include "tests/mutants/registry.h"

namespace assay::mutants {
namespace {

template <typename T>
std::unique_ptr<Backend> make_linalg() {
  return make<OfLinalg<T>>();
}

class LinalgMutants : public testing::TestWithParam<MutantRow> {};

TEST_P(LinalgMutants, AreCaughtByTheirClause) {
  expect_caught(GetParam(), Level::kStandard);
}

INSTANTIATE_TEST_SUITE_P(All, LinalgMutants,
                         testing::ValuesIn(factorization_mutants().begin(),
                                           factorization_mutants().end()),
                         name_of_row);

// These fail and succeed where a matrix is within rounding of singular, and
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
      {"FailsWhenInDoubt", make_linalg<FailsWhenInDoubt>,
       "cholesky:borderline"},
      {"SucceedsWhenInDoubt", make_linalg<Reference>, "cholesky:borderline"},
      {"NegatesQAndR", make_linalg<NegatesTheVectors>, "qr:value"},
      {"NegatesUAndV", make_linalg<NegatesTheVectors>, "svd:value"},
      {"NegatesEigenvectors", make_linalg<NegatesTheVectors>, "eig:value"},
      {"NegatesOrthonormalOnes", make_linalg<NegatesTheVectors>, "eigh:value"},
      {"NanForNonfinite", make_linalg<ReturnsNan>, "svd:nonfinite"},
      {"EigenvaluesInReverse", make_linalg<ReversesTheOrder<0>>,
       "eig:order:dtype=float64"},
  };
  for (const PermittedRow& row : kPermitted)
    expect_permitted(row, Level::kStandard);
}

}  // namespace
}  // namespace assay::mutants
