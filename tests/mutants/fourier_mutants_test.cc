// Every wrong transform is caught by the clause that it breaks; the reference
// passes the very same cases, and so does what the bounds allow.
#include "tests/mutants/fourier_mutants.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/mutants/mutant_rows.h"
#include "tests/mutants/registry.h"

namespace assay::mutants {
namespace {

class FourierMutants : public testing::TestWithParam<MutantRow> {};

TEST_P(FourierMutants, AreCaughtByTheirClause) {
  expect_caught(GetParam(), Level::kStandard);
}

INSTANTIATE_TEST_SUITE_P(All, FourierMutants,
                         testing::ValuesIn(transform_mutants().begin(),
                                           transform_mutants().end()),
                         name_of_row);

// Two roundings an element are well within the bounds, and so is any result of
// a slice that is open.
TEST(FourierMutants, WhatIsPermittedPasses) {
  const PermittedRow kPermitted[] = {
      {"TwoRoundings", make<IsOffByRoundoffs<2>>,
       "fft:value,irfft:value,rfft:sign"},
      {"LeaksNanWithinASlice", make<LeaksNan>,
       "fft:nonfinite,rfft:nonfinite,irfft:nonfinite"},
      {"AnythingOfRepeatedAxes", make<Scales<-2>>,
       "fft:repeated_axes,irfft:repeated_axes"},
  };
  for (const PermittedRow& row : kPermitted)
    expect_permitted(row, Level::kStandard);
}

}  // namespace
}  // namespace assay::mutants
