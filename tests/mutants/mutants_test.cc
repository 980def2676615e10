// Every mutant is caught by the clause that it breaks, with the verdict that
// says how; and the reference passes the very same case.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "tests/mutants/array_mutants.h"
#include "tests/mutants/memory_mutants.h"
#include "tests/mutants/mutant_rows.h"
#include "tests/mutants/registry.h"
#include "tests/mutants/value_mutants.h"

namespace assay::mutants {
namespace {

class Mutants : public testing::TestWithParam<MutantRow> {};

TEST_P(Mutants, AreCaughtByTheirClause) {
  expect_caught(GetParam(), Level::kQuick);
}

INSTANTIATE_TEST_SUITE_P(All, Mutants,
                         testing::ValuesIn(single_mutants().begin(),
                                           single_mutants().end()),
                         name_of_row);

// Is one ULP above the reference, except for 0, 1 and infinity, which are
// exact.
class IsOffByOneUlp : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const FloatFormat& format = format_of(call.outs[0].dtype);
    replace_each(call.outs[0], [&](const Index&, ElementBits bits) {
      const double value = decode_real(format, bits.re);
      if (std::isfinite(value) && value != 0 && value != 1) ++bits.re;
      return bits;
    });
  }
};

// Liberties that the contract gives: none of them may be called a failure.
const PermittedRow kPermitted[] = {
    {"ExpOffByOneUlp", make<IsOffByOneUlp>, "exp:value:dtype=float32"},
    {"SumOffByOneUlp", make<IsOffByOneUlp>,
     "reduce_sum:accuracy:dtype=float32"},
    {"LosesTheSignOfAZeroSum", make<LosesTheSignOfZero>,
     "reduce_sum:signed_zero:dtype=float32"},
    {"LosesTheSignOfAZeroProduct", make<LosesTheSignOfZero>,
     "matmul:signed_zero:dtype=float32"},
    {"LosesTheSignOfZeroInExactSums", make<LosesTheSignOfZero>,
     "matmul:every_term:dtype=float32"},
    {"LosesTheSignOfAZeroMaximum", make<LosesTheSignOfZero>,
     "max:signed_zero:dtype=float32"},
    {"CopiesWhereReshapeMay", make<CopiesInsteadOfViewing>,
     "reshape:may_copy:dtype=float32"},
    {"ContiguousReturnsWhatIsContiguous", make<ContiguousReturnsItsOperand>,
     "contiguous:may_share:dtype=float32"},
    {"ContiguousCopiesWhatIsContiguous", make<ContiguousAlwaysCopies>,
     "contiguous:may_share:dtype=float32"},
    {"ClobbersWhatOverlapLeavesOpen", make<AssignClobbersNeighbours>,
     "assign:repeated:dtype=float32"},
};

TEST(Mutants, WhatIsPermittedPasses) {
  for (const PermittedRow& row : kPermitted)
    expect_permitted(row, Level::kQuick);
}

}  // namespace
}  // namespace assay::mutants
